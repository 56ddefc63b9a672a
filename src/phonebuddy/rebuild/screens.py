"""Steps 1 to 5: recordings to numbered screens: what can be seen, whose it is, what lies over a page.

The readers of phonebuddy.traces have normalised screens, resolved targets and marked steps already; this
keeps of it what the rebuild needs, each screen once. Invariant: a screen that was recorded twice is one Seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.rebuild.items import own_bars, read_items
from phonebuddy.rebuild.model import Seen
from phonebuddy.rebuild.pages import signature
from phonebuddy.traces.trace import Flag, Layer, Shot, Trace

OVER = (Layer.DIALOG, Layer.MENU, Layer.SHEET)


def is_flat(traces: Sequence[Trace]) -> bool:
    """Whether the recordings are words without places."""
    return all(trace.has(Flag.NO_BOUNDS) for trace in traces)


def see(shot: Shot, flat: bool) -> Seen:
    """A recorded screen as items."""
    area = own_bars(shot.screen)
    items = tuple(read_items(shot.screen.elements, None if flat else area))
    bar = 1000 * area.bottom // max(1, shot.screen.height) if area.bottom < shot.screen.height else 0
    layer = shot.layer.value if shot.layer in OVER and shot.layer is not None else ""
    activity = shot.screen.activity if not shot.outside else f"{shot.screen.package}/{shot.screen.activity}"
    home = shot.outside and "launcher" in shot.screen.package
    return Seen(shot.key, f"{activity}{layer}", items, signature(items, flat), layer, shot.outside, home, bar)


def see_all(traces: Sequence[Trace], flat: bool) -> dict[str, Seen]:
    """Every screen of the recordings by key, in the order they were first met."""
    found: dict[str, Seen] = {}
    for trace in traces:
        for step in trace.steps:
            for key in (step.before, step.after):
                if key is not None and key not in found:
                    found[key] = see(trace.shots[key], flat)
        for key, shot in trace.shots.items():
            if key not in found:
                found[key] = see(shot, flat)
    return found
