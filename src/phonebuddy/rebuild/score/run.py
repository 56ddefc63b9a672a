"""Scoring what lies in a folder: recordings by app, the protocol that fits them, one process or several.

Invariant: recordings of different apps are never learnt from together; the number of processes changes
nothing but the time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import reduce
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TraceError
from phonebuddy.rebuild.score.protocols import CHRONOLOGICAL, LEAVE_ONE_OUT, folds
from phonebuddy.rebuild.score.report import of_each, report
from phonebuddy.rebuild.score.score import Share, score_app
from phonebuddy.rebuild.score.tally import Tally
from phonebuddy.rebuild.screens import tell_apart
from phonebuddy.traces.limits import read_bytes
from phonebuddy.traces.read import find_recordings
from phonebuddy.traces.trace import Flag, Trace

NAMES = "pages.json"
"""Beside recordings: what a person calls the page of each screen, by the screen's key."""


class Readings(NamedTuple):
    """Recordings that can be learnt from, by app, in the order of the files; and what could not be read."""

    apps: list[list[Trace]]
    unread: list[str]


def read_recordings(path: Path, format: str | None) -> Readings:
    """Recordings with screens and steps; one that is damaged does not stop the others."""
    apps: dict[str, list[Trace]] = {}
    unread: list[str] = []
    for recording in find_recordings(path, format):
        try:
            traces = recording.read()
        except TraceError as error:
            unread.append(str(error))
            continue
        for trace in traces:
            if not trace.has(Flag.SCREENSHOT_ONLY) and any(step.after is not None for step in trace.steps):
                apps.setdefault(trace.app, []).append(trace)
    if not apps:
        raise TraceError(
            unread[0]
            if unread
            else f"{path}: no recording with UI trees and steps; screens alone cannot be rebuilt from."
        )
    return Readings([tell_apart(traces) for traces in apps.values()], unread)


def read_apps(path: Path, format: str | None) -> list[list[Trace]]:
    return read_recordings(path, format).apps


def usual_protocol(apps: Sequence[Sequence[Trace]]) -> str:
    """Leave one task out where some app has tasks and something else to learn from; the others are skipped
    then, and said to be.
    """
    tasks = [[trace for trace in traces if not trace.has(Flag.EXPLORATION)] for traces in apps]
    fits = any(found and len(traces) > 1 for found, traces in zip(tasks, apps, strict=True))
    return LEAVE_ONE_OUT if fits else CHRONOLOGICAL


class Job(NamedTuple):
    """The folds of one app that one process scores; the recordings are read there."""

    path: Path
    format: str | None
    protocol: str
    app: int
    share: Share


class Plan(NamedTuple):
    """What is scored, and the apps that the protocol has nothing to ask of."""

    jobs: list[Job]
    num_asked: int
    skipped: list[dict[str, object]]


def plan_score(path: Path, format: str | None, protocol: str | None, num_jobs: int) -> tuple[Readings, Plan]:
    """Read the recordings and say what there is to do."""
    found = read_recordings(path, format)
    chosen = protocol or usual_protocol(found.apps)
    shares = max(1, num_jobs // len(found.apps))
    jobs: list[Job] = []
    skipped: list[dict[str, object]] = []
    num_asked = 0
    for number, traces in enumerate(found.apps):
        try:
            num_folds, asked = _count(traces, chosen)
        except TraceError as error:
            skipped.append({"app": traces[0].app, "reason": str(error)})
            continue
        num_asked += asked
        parts = min(shares, num_folds)
        jobs += [Job(path, format, chosen, number, Share(part, parts)) for part in range(parts)]
    if not jobs:
        raise TraceError(str(skipped[0]["reason"]))
    return found, Plan(jobs, num_asked, skipped)


def _count(traces: Sequence[Trace], protocol: str) -> tuple[int, int]:
    """How many folds there are, and how many recordings they ask about."""
    sizes = [len(fold.asked) for fold in folds(traces, protocol)]
    return len(sizes), sum(sizes)


def score_recordings(
    path: Path, found: Readings, plan: Plan, num_jobs: int, advance: Callable[[int], None]
) -> dict[str, object]:
    """The score as one object; with several apps also the headline of each."""
    by_app: dict[int, Tally] = {}
    for job, tally in _run(path, found, plan, num_jobs, advance):
        by_app[job.app] = by_app[job.app].plus(tally) if job.app in by_app else tally
    tallies = [by_app[number] for number in sorted(by_app)]
    result = report(reduce(Tally.plus, tallies))
    if len(tallies) > 1:
        result["of_each_app"] = of_each(tallies)
    return {**result, "skipped": plan.skipped, "unread": found.unread}


def _run(
    path: Path, found: Readings, plan: Plan, num_jobs: int, advance: Callable[[int], None]
) -> Iterator[tuple[Job, Tally]]:
    if num_jobs < 2 or len(plan.jobs) < 2:
        names = read_names(path)
        for job in plan.jobs:
            yield job, score_app(found.apps[job.app], job.protocol, advance, job.share, names)
        return
    with ProcessPoolExecutor(num_jobs, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(_score_job, job): job for job in plan.jobs}
        for done in as_completed(waiting):
            tally = done.result()
            advance(tally.count["tasks"])
            yield waiting[done], tally


def _score_job(job: Job) -> Tally:
    traces = read_recordings(job.path, job.format).apps[job.app]
    return score_app(traces, job.protocol, share=job.share, names=read_names(job.path))


def read_names(path: Path) -> Mapping[str, str]:
    """The names of pages that lie beside recordings, if any do."""
    file = path / NAMES
    if not file.is_file():
        return {}
    try:
        names = json.loads(read_bytes(file))
    except ValueError as error:
        raise TraceError(f"{file}: not JSON: {error}.") from None
    if not isinstance(names, dict) or not all(isinstance(name, str) for name in names.values()):
        raise TraceError(f"{file}: must be an object of screen keys and page names.")
    return names
