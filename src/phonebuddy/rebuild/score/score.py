"""The score of rebuilt apps: every measure of the reference over all recordings of all apps.

Invariant: next page, availability, changes, words, looks and facts are read off the engine's screens; the
model is only asked which page and data a recorded screen stands for, which the forced mode needs.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from pathlib import Path
from typing import NamedTuple

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files, write_app
from phonebuddy.rebuild.goals import judge_goals
from phonebuddy.rebuild.score.ask import Asked, ask
from phonebuddy.rebuild.score.driver import Driver
from phonebuddy.rebuild.score.floors import Memo
from phonebuddy.rebuild.score.judge import Judge
from phonebuddy.rebuild.score.protocols import LEAVE_ONE_OUT, Fold, folds
from phonebuddy.rebuild.score.purity import judge_sorting
from phonebuddy.rebuild.score.replay import Replayer
from phonebuddy.rebuild.score.tally import Tally
from phonebuddy.rebuild.screens import is_flat
from phonebuddy.traces.trace import Trace
from phonebuddy.world.spec.load import load_apps

BUILDS = 3
"""Builds from the same recordings that must give the same bytes."""


class Share(NamedTuple):
    """The folds of an app that are scored here: every `of`th, from a number on."""

    number: int = 0
    of: int = 1


WHOLE = Share()


def score_apps(
    apps: Sequence[Sequence[Trace]], protocol: str, advance: Callable[[int], None] = lambda _count: None
) -> Tally:
    """The score over the recordings of each app."""
    tallies = [score_app(traces, protocol, advance) for traces in apps]
    return reduce(Tally.plus, tallies, Tally(protocol))


def score_app(
    traces: Sequence[Trace],
    protocol: str,
    advance: Callable[[int], None] = lambda _count: None,
    share: Share = WHOLE,
    names: Mapping[str, str] | None = None,
) -> Tally:
    """The score over the recordings of one app, or over a share of its folds."""
    tally = Tally(protocol)
    judge = Judge(traces, is_flat(traces))
    for number, fold in enumerate(folds(traces, protocol)):
        if number % share.of == share.number:
            _score_fold(fold, judge, tally, advance, number == 0)
    if share.number == 0:
        tally.begin(traces)
        _score_whole(traces, protocol, judge, tally, names or {})
    return tally


def _score_fold(
    fold: Fold, judge: Judge, tally: Tally, advance: Callable[[int], None], checks_identity: bool
) -> None:
    memo = Memo(judge, fold.learnt)
    started = time.perf_counter()
    model = build_model(fold.learnt)
    tally.built(time.perf_counter() - started, sum(len(page.members) for page in model.pages), model)
    with running(model) as driver:
        first = _looks_like(driver)
        asked = Asked(Replayer(model, driver, judge), judge, memo, tally)
        for trace in fold.asked:
            ask(trace, asked)
            advance(1)
        if checks_identity:
            tally.count["not_identical"] += _looks_like(driver) != first or not _same_bytes(
                model, fold.learnt
            )


def _looks_like(driver: Driver) -> tuple[object, bytes]:
    """The app started anew: what it shows and what it holds."""
    driver.start()
    return driver.screen().elements, driver.phone.database(driver.app.name)


def _same_bytes(model: AppModel, traces: Sequence[Trace]) -> bool:
    files = app_files(model)
    return all(app_files(build_model(traces)) == files for _ in range(BUILDS - 1))


def _score_whole(
    traces: Sequence[Trace], protocol: str, judge: Judge, tally: Tally, names: Mapping[str, str]
) -> None:
    """What is said of the app made from all its recordings: its goals, and its pages if they have names."""
    wanted = protocol == LEAVE_ONE_OUT
    if not wanted and not names:
        return
    model = build_model(traces)
    pages = {seen.key: page.number for page in model.pages for seen in page.members}
    sorting = judge_sorting(pages, names)
    if sorting is not None:
        tally.sortings.append(sorting)
    if wanted:
        with running(model) as driver:
            tally.goals(judge_goals(Replayer(model, driver, judge), traces))


@contextmanager
def running(model: AppModel) -> Iterator[Driver]:
    """The app of a model, written, loaded and running on a phone of its own."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / model.name
        write_app(app_files(model), place)
        driver = Driver(load_apps([place]), model.flat)
    try:
        yield driver
    finally:
        driver.close()
