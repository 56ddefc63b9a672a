"""Looking: finds something to ask about where a walk has led, and goes to it: by scrolling, or by searching.

Invariant: what is asked for is on the screen afterwards, or is a number or a name that follows from it.
"""

from __future__ import annotations

import random
from collections import Counter

from phonebuddy.tasks.drills.questions import COUNT, ROW, questions
from phonebuddy.tasks.drills.reading import (
    COUNTED,
    Reading,
    comparisons,
    readings,
    static_texts,
)
from phonebuddy.tasks.drills.recall import RecallPhone
from phonebuddy.tasks.drills.sight import shows, step
from phonebuddy.tasks.drills.trail import Lost
from phonebuddy.tasks.drills.walk import Walk
from phonebuddy.tasks.speech import Speech
from phonebuddy.tasks.template import Step

FURTHER, SEARCHED, COMPARED, COUNTING = 0.6, 0.5, 0.25, 0.4
"""How often somebody asks about a row further down, searches for it, compares two, counts a short list."""
ALIKE = 3
"""How much rather one of several values of the same kind on a page is asked for."""
LEAST, MOST = 2, 7
"""Rows that somebody would count."""


def look(
    walk: Walk, phone: RecallPhone, speech: Speech, chance: random.Random, only_values: bool,
    in_sight: bool = False,
) -> Reading | None:  # fmt: skip
    """Something to ask for; `only_values`: that can be written down elsewhere; `in_sight`: without a move."""
    static = static_texts(phone.image.apps, speech.language)
    counted = _count(walk, phone) if not only_values and chance.random() < COUNTING else None
    if counted is not None:
        return counted
    rows = [move for move in walk.moves if move.kind in ("row", "hold")]
    led = (rows[-1].label, rows[-1].place) if rows else ("", "")
    here = readings(phone.observe(), walk.place, speech, static, led)
    pairs = [] if only_values else comparisons(here)
    if pairs and chance.random() < COMPARED:
        return chance.choice(pairs)
    seen = {one.row for one in here}
    if not in_sight and any(one.question.where == ROW for one in here) and chance.random() < FURTHER:
        below = [one for one in _below(walk, phone, speech, static) if one.row not in seen]
        here = below or here
    if not here:
        return None
    # One of two values that look alike is what has to be told apart.
    kinds = Counter(one.kind for one in here if one.question.where != ROW)
    reading = chance.choices(here, [ALIKE if kinds[one.kind] > 1 else 1 for one in here])[0]
    if reading.row and reading.row not in seen:
        _reach(walk, phone, reading, chance)
    return reading


def _below(walk: Walk, phone: RecallPhone, speech: Speech, static: frozenset[str]) -> list[Reading]:
    """What can be asked about rows further down; the phone is as it was afterwards."""
    before = phone.snapshot()
    found: list[Reading] = []
    try:
        for _ in range(2):
            walk.hands.scroll_down()
            found += [
                one
                for one in readings(phone.observe(), walk.place, speech, static)
                if one.question.where == ROW
            ]
    finally:
        phone.restore(before)
    titles = [one.row for one in found]
    return [one for one in found if titles.count(one.row) == 1]


def _reach(walk: Walk, phone: RecallPhone, reading: Reading, chance: random.Random) -> None:
    """To a row that is not in sight."""
    search = walk.search_field()
    if search is not None and chance.random() < SEARCHED:
        walk.search_for(search, reading.row)
    else:
        walk.scroll_to(reading.row)
    if not shows(phone.observe(), reading.value):
        raise Lost("not in sight")


def _count(walk: Walk, phone: RecallPhone) -> Reading | None:
    """How many rows a short list has, where all of it is in sight."""
    asked = [one for one in questions().pages.get(walk.place, ()) if one.where == COUNT]
    titles = {one.row for one in phone.offers() if one.is_row}
    if not asked or not LEAST <= len(titles) <= MOST:
        return None
    before = phone.snapshot()
    try:
        walk.hands.scroll_down()
        is_all = {one.row for one in phone.offers() if one.is_row} <= titles
    finally:
        phone.restore(before)
    return Reading(str(len(titles)), COUNTED, asked[0]) if is_all else None


def counting(reading: Reading) -> Step:
    """The line of gold that counts what was seen."""
    return step("work_out", "answer", **{"as": f"SELECT {reading.value}"})
