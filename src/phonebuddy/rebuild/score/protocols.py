"""Protocols: what is learnt from and what is asked, for all recordings of one app.

`leave-one-task-out`: learn from the exploration run and the other tasks, ask the task left out.
`chronological`: learn from the first 70 % of each recording, ask the rest. `learnt`: ask what was learnt
from, which must be near perfect. Invariant: except in `learnt`, nothing that is asked about was learnt from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from phonebuddy.errors import TraceError
from phonebuddy.traces.trace import Flag, Trace

LEAVE_ONE_OUT, CHRONOLOGICAL, LEARNT = "leave-one-task-out", "chronological", "learnt"
PROTOCOLS = (LEAVE_ONE_OUT, CHRONOLOGICAL, LEARNT)
LEARNT_SHARE = 0.7


class Fold(NamedTuple):
    """What is learnt from and what is asked."""

    learnt: list[Trace]
    asked: list[Trace]


def folds(traces: Sequence[Trace], protocol: str) -> Iterator[Fold]:
    """The folds of a protocol."""
    if protocol == LEARNT:
        yield Fold(list(traces), list(traces))
    elif protocol == CHRONOLOGICAL:
        parts = [cut(trace) for trace in traces]
        fold = Fold([early for early, _ in parts if early.steps], [late for _, late in parts if late.steps])
        if not fold.learnt or not fold.asked:
            raise TraceError(
                f"{traces[0].app}: too few steps to learn from the first and ask the last. "
                f"Use --protocol {LEARNT}."
            )
        yield fold
    else:
        tasks = [trace for trace in traces if not trace.has(Flag.EXPLORATION)]
        if len(traces) < 2 or not tasks:
            raise TraceError(
                f"{traces[0].app}: nothing to leave out: {len(tasks)} tasks in {len(traces)} recordings. "
                f"Use --protocol {CHRONOLOGICAL}."
            )
        for task in tasks:
            yield Fold([trace for trace in traces if trace is not task], [task])


def cut(trace: Trace) -> tuple[Trace, Trace]:
    """The first steps and the last ones, with the screens that belong to each."""
    known = [index for index, step in enumerate(trace.steps) if step.after is not None]
    at = known[int(len(known) * LEARNT_SHARE)] if known else len(trace.steps)
    return _part(trace, trace.steps[:at], ""), _part(trace, trace.steps[at:], " later")


def _part(trace: Trace, steps: tuple[object, ...], suffix: str) -> Trace:
    part = msgspec.structs.replace(trace, id=trace.id + suffix, steps=steps)
    keys = {key for step in part.steps for key in (step.before, step.after)}
    return msgspec.structs.replace(
        part, shots={key: shot for key, shot in trace.shots.items() if key in keys}
    )
