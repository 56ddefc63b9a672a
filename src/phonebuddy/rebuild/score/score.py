"""The score of rebuilt apps: every measure of the reference over all recordings of all apps.

Invariant: next page, availability, changes, words and facts are read off the engine's screens; the model is
only asked which page and data a recorded screen stands for, which the forced mode needs.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from phonebuddy.actions import Type
from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files, write_app
from phonebuddy.rebuild.goals import judge_goals
from phonebuddy.rebuild.items import Item
from phonebuddy.rebuild.score.compare import Hits, changes, facts, hits, holds, likeness, words
from phonebuddy.rebuild.score.driver import Driver
from phonebuddy.rebuild.score.floors import Memo
from phonebuddy.rebuild.score.judge import Judge
from phonebuddy.rebuild.score.protocols import LEAVE_ONE_OUT, folds
from phonebuddy.rebuild.score.replay import Outcome, Replayer
from phonebuddy.rebuild.score.tally import Tally
from phonebuddy.rebuild.screens import is_flat
from phonebuddy.traces.trace import Mark, Trace
from phonebuddy.world.spec.load import load_apps

MOST_FACTS = 40
"""Of one recording; a long crawl sees the same text again hundreds of times."""
MOST_TYPED, REACH = 10, 12
"""Texts of one recording that are swapped, and for how many steps each is followed."""
UNSEEN = "zqx-7Kw unheard"
"""A text that no recording holds."""


def score_apps(
    apps: Sequence[Sequence[Trace]], protocol: str, advance: Callable[[int], None] = lambda _count: None
) -> Tally:
    """The score over the recordings of each app."""
    tally = Tally(protocol)
    for traces in apps:
        _score_app(list(traces), protocol, tally, advance)
    return tally


def _score_app(traces: list[Trace], protocol: str, tally: Tally, advance: Callable[[int], None]) -> None:
    flat = is_flat(traces)
    judge = Judge(traces, flat)
    tally.begin(traces)
    for fold in folds(traces, protocol):
        memo = Memo(judge, fold.learnt)
        started = time.perf_counter()
        model = build_model(fold.learnt)
        tally.built(time.perf_counter() - started, sum(len(page.members) for page in model.pages), model)
        with running(model) as driver:
            replayer = Replayer(model, driver, judge)
            for trace in fold.asked:
                _ask(trace, replayer, judge, memo, tally)
                advance(1)
    if protocol == LEAVE_ONE_OUT:
        model = build_model(traces)
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


def _ask(trace: Trace, replayer: Replayer, judge: Judge, memo: Memo, tally: Tally) -> None:
    items = {key: seen.items for key, seen in judge.seen.items()}
    started = time.perf_counter()
    forced = replayer.replay(trace, True)
    free = replayer.replay(trace, False)
    tally.replayed(time.perf_counter() - started, len(forced) + len(free))
    tally.steps(forced, trace)
    tally.free(free, len(forced))
    tally.floors(memo.ask(trace, False), memo.ask(trace, True))
    for outcome in forced:
        if judge.seen[trace.steps[outcome.number].after or ""].home:
            continue  # another app's screen, which nobody rebuilt
        if outcome.changing:
            tally.changed = tally.changed.plus(_changed(outcome, trace, judge))
        recorded = items[trace.steps[outcome.number].after or ""]
        tally.words = tally.words.plus(hits(words(outcome.after), words(recorded)))
        tally.likeness.append(likeness(outcome.after, recorded))
    for fact in facts(trace, items)[:MOST_FACTS]:
        run = replayer.replay(trace, False, None, fact.written, fact.seen)
        shown = {outcome.number: outcome.after for outcome in run}
        tally.fact(holds(fact, shown.get(fact.seen, ())))
    _ask_unseen(trace, replayer, items, tally)


def _changed(outcome: Outcome, trace: Trace, judge: Judge) -> Hits:
    step = trace.steps[outcome.number]
    observed = changes(judge.seen[step.before].items, judge.seen[step.after or ""].items)
    return hits(changes(outcome.before, outcome.after), observed)


def _ask_unseen(trace: Trace, replayer: Replayer, items: Mapping[str, Sequence[Item]], tally: Tally) -> None:
    """Type a text that nobody recorded; it must be seen wherever the recorded one was seen."""
    typed = [
        (index, step.action.text)
        for index, step in enumerate(trace.steps)
        if isinstance(step.action, Type) and step.action.text
    ]
    for first, text in typed[:MOST_TYPED]:
        run = replayer.replay(trace, False, (text, UNSEEN), first, first + REACH)
        shown = {one.number: one.after for one in run}
        for index, step in enumerate(trace.steps[first : first + REACH], first):
            recorded = items.get(step.after or "", ())
            if any(text in item.label for item in recorded) and not step.has(Mark.NO_CHANGE):
                tally.unseen(any(UNSEEN in item.label for item in shown.get(index, ())))
