"""Asking a rebuilt app about one recording: forced, free, what it keeps, and texts that nobody recorded.

Invariant: a text counts as kept only where it cannot have come from anywhere but the typing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.actions import Type
from phonebuddy.errors import TraceError
from phonebuddy.rebuild.items import BUTTON, CHECK, FIELD, TEXT, Item, own_bars
from phonebuddy.rebuild.score.compare import Hits, changes, facts, hits, holds, words
from phonebuddy.rebuild.score.floors import Memo
from phonebuddy.rebuild.score.judge import Judge
from phonebuddy.rebuild.score.looks import View, likeness, view
from phonebuddy.rebuild.score.replay import Outcome, Replayer
from phonebuddy.rebuild.score.tally import Tally
from phonebuddy.rebuild.score.trees import tree_similarity
from phonebuddy.traces.trace import Mark, Shot, Trace

MOST_FACTS = 40
"""Of one recording; a long crawl sees the same text again hundreds of times."""
MOST_TYPED, REACH = 10, 12
"""Texts of one recording that are swapped, and for how many steps each is followed."""
UNSEEN = "zqx-7Kw unheard"
"""A text that no recording holds."""
KINDS = (TEXT, BUTTON, FIELD, CHECK)
MOST_LOOKS = 40
"""Steps of one recording whose pictures are compared, spread over it."""


class Asked(NamedTuple):
    """A rebuilt app ready to be asked, and where the answers go."""

    replayer: Replayer
    judge: Judge
    memo: Memo
    tally: Tally


def ask(trace: Trace, asked: Asked) -> None:
    """Everything that is measured on one recording."""
    replayer, judge, memo, tally = asked
    started = time.perf_counter()
    forced = replayer.replay(trace, True, looked=_looked(trace))
    free = replayer.replay(trace, False)
    tally.replayed(time.perf_counter() - started, len(forced) + len(free))
    tally.steps(forced, trace, judge.page_of)
    tally.free(free, len(forced))
    tally.floors(memo.ask(trace, False), memo.ask(trace, True))
    for outcome in forced:
        if not judge.seen[trace.steps[outcome.number].after or ""].home:
            _compare(outcome, trace, judge, tally)  # another app's screen is rebuilt by nobody
    _ask_facts(trace, asked)
    _ask_unseen(trace, asked)


def _looked(trace: Trace) -> frozenset[int]:
    """The steps whose pictures are compared."""
    found = [
        number
        for number, step in enumerate(trace.steps)
        if step.after is not None and trace.shots[step.after].picture is not None
    ]
    return frozenset(found[:: max(1, len(found) // MOST_LOOKS)][:MOST_LOOKS])


def _compare(outcome: Outcome, trace: Trace, judge: Judge, tally: Tally) -> None:
    """A rebuilt screen with the recorded one: changes, words, trees, looks."""
    step = trace.steps[outcome.number]
    after = step.after or ""
    recorded = judge.seen[after].items
    if outcome.changing:
        tally.changed = tally.changed.plus(_changed(outcome, judge.seen[step.before].items, recorded))
    tally.words = tally.words.plus(hits(words(outcome.after), words(recorded)))
    similarity = tree_similarity(outcome.after, recorded)
    if similarity is not None:
        tally.likeness.append(similarity)
    looks = recorded_view(trace.shots[after]) if outcome.view is not None else None
    if outcome.view is not None and looks is not None:
        for masked, values in ((False, tally.looks), (True, tally.looks_masked)):
            value = likeness(outcome.view, looks, masked)
            if value is not None:
                values.append(value)


def recorded_view(shot: Shot) -> View | None:
    """A recorded picture, as far as it belongs to the app; None if it cannot be read."""
    screen, area = shot.screen, own_bars(shot.screen)
    try:
        pixels = screen.pixels()
    except TraceError:
        return None
    return view(pixels, area.top, area.bottom, (screen.width, screen.height), screen.elements)


def _changed(outcome: Outcome, before: Sequence[Item], after: Sequence[Item]) -> Hits:
    return hits(changes(outcome.before, outcome.after), changes(before, after))


def _ask_facts(trace: Trace, asked: Asked) -> None:
    """Texts and flags written in a recording: are they there when it shows them again?"""
    items = {key: seen.items for key, seen in asked.judge.seen.items()}
    for fact in facts(trace, items)[:MOST_FACTS]:
        run = asked.replayer.replay(trace, False, None, fact.written, fact.seen)
        shown = {outcome.number: outcome.after for outcome in run}
        asked.tally.fact(holds(fact, shown.get(fact.seen, ())))


def _ask_unseen(trace: Trace, asked: Asked) -> None:
    """Type a text that nobody recorded; it must be seen wherever the recorded one was seen.

    A recorded text that was on the screens before says nothing, except in the field it was typed into.
    """
    typed = [
        (index, step.action.text)
        for index, step in enumerate(trace.steps)
        if isinstance(step.action, Type) and step.action.text
    ]
    for first, text in typed[:MOST_TYPED]:
        kinds = KINDS if _is_new(text, trace, first, asked.judge) else (FIELD,)
        run = asked.replayer.replay(trace, False, (text, UNSEEN), first, first + REACH)
        shown = {one.number: one.after for one in run}
        for index, step in enumerate(trace.steps[first : first + REACH], first):
            recorded = asked.judge.seen[step.after].items if step.after is not None else ()
            if step.has(Mark.NO_CHANGE):
                continue
            if any(text in item.label for item in recorded if item.kind in kinds):
                asked.tally.unseen(any(UNSEEN in item.label for item in shown.get(index, ())))


def _is_new(text: str, trace: Trace, first: int, judge: Judge) -> bool:
    """Whether nothing said a text before it was typed: what was there anyway says nothing about typing."""
    earlier = {step.before for step in trace.steps[: first + 1]}
    return not any(text in item.label for key in earlier for item in judge.seen[key].items)
