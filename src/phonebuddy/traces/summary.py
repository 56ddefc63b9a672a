"""What is in a set of recordings: apps, screens, steps, effects, losses. What `traces inspect` prints.

Invariant: counts only; nothing that was on a screen is in it but instructions and package names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from phonebuddy.actions import name_of
from phonebuddy.traces.assemble import DAMAGED_EVENT, NO_ACTION, NO_BEFORE
from phonebuddy.traces.effects import IN_PAGE, effect_of
from phonebuddy.traces.trace import Flag, Mark, Trace

DROPPED = (NO_BEFORE, NO_ACTION, DAMAGED_EVENT)
"""Losses that are whole steps."""


def summarise(traces: Sequence[Trace]) -> dict[str, object]:
    """One object for all traces, and one row for each app."""
    steps = [step for trace in traces for step in trace.steps]
    aimed = [step for step in steps if step.target is not None or step.has(Mark.MISSED)]
    lost: Counter[str] = Counter()
    for trace in traces:
        lost.update(trace.losses)
    effects = Counter(effect_of(trace, step) for trace in traces for step in trace.steps)
    dropped = sum(lost[reason] for reason in DROPPED)
    return {
        "traces": len(traces),
        "formats": sorted({trace.format for trace in traces}),
        "screens": sum(len(trace.shots) for trace in traces),
        "steps": len(steps),
        "steps with both screens": sum(step.after is not None for step in steps),
        "steps that change something": sum(
            step.after is not None and not step.has(Mark.NO_CHANGE) for step in steps
        ),
        "instructions": sum(bool(trace.instruction) for trace in traces),
        "import loss": round(dropped / max(len(steps) + dropped, 1), 4),
        "target resolution": round(sum(s.target is not None for s in aimed) / max(len(aimed), 1), 4),
        "actions": _counted(name_of(step.action) for step in steps),
        "changes inside a page": sum(effects[effect] for effect in IN_PAGE),
        "effects": {str(effect): count for effect, count in sorted(effects.items())},
        "marks": _counted(str(mark) for step in steps for mark in step.marks),
        "layers": _counted(str(shot.layer) for t in traces for shot in t.shots.values() if shot.layer),
        "losses": dict(sorted(lost.items())),
        "apps": [_app(name, traces) for name in sorted({trace.app for trace in traces})],
    }


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _app(name: str, traces: Sequence[Trace]) -> dict[str, object]:
    own = [trace for trace in traces if trace.app == name]
    return {
        "app": name or "(not named)",
        "traces": len(own),
        "explorations": sum(trace.has(Flag.EXPLORATION) for trace in own),
        "screens": sum(len(trace.shots) for trace in own),
        "steps": sum(len(trace.steps) for trace in own),
        "outside": sum(shot.outside for trace in own for shot in trace.shots.values()),
        "flags": sorted({str(flag) for trace in own for flag in trace.flags}),
    }
