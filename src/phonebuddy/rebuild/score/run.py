"""Scoring what lies in a folder: recordings by app, and the protocol that fits them.

Invariant: recordings of different apps are never learnt from together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from phonebuddy.errors import TraceError
from phonebuddy.rebuild.score.protocols import CHRONOLOGICAL, LEAVE_ONE_OUT
from phonebuddy.rebuild.score.score import score_apps
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.trace import Flag, Trace


def read_apps(path: Path, format: str | None) -> list[list[Trace]]:
    """Recordings with screens and steps that can be learnt from, by app, in the order of the files."""
    apps: dict[str, list[Trace]] = {}
    for trace in read_traces(path, format):
        if not trace.has(Flag.SCREENSHOT_ONLY) and any(step.after is not None for step in trace.steps):
            apps.setdefault(trace.app, []).append(trace)
    if not apps:
        raise TraceError(
            f"{path}: no recording with UI trees and steps; screens alone cannot be rebuilt from."
        )
    return list(apps.values())


def usual_protocol(apps: Sequence[Sequence[Trace]]) -> str:
    """Leave one task out where every app has tasks and something else to learn from."""
    tasks = [[trace for trace in traces if not trace.has(Flag.EXPLORATION)] for traces in apps]
    fits = all(found and len(traces) > 1 for found, traces in zip(tasks, apps, strict=True))
    return LEAVE_ONE_OUT if fits else CHRONOLOGICAL


def score_recordings(
    apps: Sequence[Sequence[Trace]], protocol: str, advance: Callable[[int], None]
) -> dict[str, object]:
    return score_apps(apps, protocol, advance).as_dict()
