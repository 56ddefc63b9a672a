"""Curves of a training: which numbers of its metrics belong together, and their charts.

Invariant: a chart shows what the metrics file says, nothing smoothed; real numbers of a stand-in say so.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.train.charts import chart
from phonebuddy.train.metrics import Value

Line = dict[str, Value]
LANES = ("mock", "real")
SHARE = (0.0, 1.0)
STAND_IN = "stand-in"


def charts(lines: Sequence[Line], real: str) -> list[str]:
    """All charts of a run; `real` is what the real lane is: `stand-in`, or the phones that are attached;
    nothing where nobody knows."""
    names = {"mock": "mock", "real": f"real ({real})" if real else "real"}
    by_lane = [
        ("success", "success", SHARE),
        ("success: single", "success/single", SHARE),
        ("success: cross", "success/cross", SHARE),
        ("success: mini", "success/mini", SHARE),
        ("groups used", "used", None),
        ("groups without spread", "flat", None),
        ("groups dropped or stale", ("dropped", "stale"), None),
        ("late rollouts and carried groups", ("late", "carried"), None),
        ("faults", "faults", None),
        ("latency, ms, median", "latency_ms_p50", None),
        ("latency, ms, 99 of 100", "latency_ms_p99", None),
        ("tasks at rest", "resting", None),
    ]
    found = []
    for title, keys, bounds in by_lane:
        wanted = (keys,) if isinstance(keys, str) else keys
        curves = {
            names[lane] if len(wanted) == 1 else f"{names[lane]} {key}": points(lines, f"{lane}/{key}")
            for lane in LANES
            for key in wanted
        }
        if any(curves.values()):
            found.append(chart(title, curves, bounds))
    for title, names_of in (
        ("loss", ("loss", "held_loss")),
        ("agreement on held-out steps", ("held_agreement",)),
        ("staleness, updates", ("staleness", "staleness_most")),
        ("entropy", ("entropy",)),
        ("log-probability mismatch", ("mismatch",)),
        ("share of choices clipped", ("clipped",)),
        ("length of the gradient", ("gradient",)),
    ):
        curves = {key: points(lines, key) for key in names_of}
        if any(curves.values()):
            found.append(chart(title, curves))
    return found


def points(lines: Sequence[Line], key: str) -> list[tuple[float, float]]:
    """The values of one key over the steps, where there are any."""
    found = []
    for line in lines:
        step, value = line.get("step"), line.get(key)
        if isinstance(step, int) and isinstance(value, int | float):
            found.append((float(step), float(value)))
    return found
