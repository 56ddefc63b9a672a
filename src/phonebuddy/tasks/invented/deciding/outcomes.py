"""Outcomes: what is done or answered as a condition has it, with the name of the thing and without.

Invariant: a thing is named in whatever part of a sentence comes first, and is `it` in the others.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.deciding.words import Said, frames
from phonebuddy.tasks.invented.phrasing import is_clause
from phonebuddy.tasks.invented.sketch import Deed, Read, Sketch, filled
from phonebuddy.tasks.invented.telling import Pair, pairs_of
from phonebuddy.tasks.invented.telling_words import telling_frames
from phonebuddy.tasks.invented.wh.words import SLOTS, shortened

WORD = "c_word"
"""An answer that the sentence gives."""
MOST_DEEDS, MOST_WAYS = 10, 16
"""Deeds of one app, and ways to say each, that are looked at: making a phone must not take long."""
FRAMES = ("deeds", "deeds_first", "denied_first")
_SLOT, _PARTS = re.compile(r"\{(\w+)\}"), re.compile(r"\{(if|If|q|Q|a|b)\}")
_STIFF = re.compile(r"\b(?:the|my) [\w -]+ (?:for|with) it\b|\b(?:the|my) [\w-]+ it\b|\bits [\w ]*\bit\b|:")
"""`the order with it`, where it is the order itself, or `the to-do it`."""
_LAST = re.compile(r"\bit ([\w-]+)$")


class Outcome(NamedTuple):
    named: tuple[str, ...]
    """Ways to say it with the name of the thing; none where it never comes first."""
    short: tuple[str, ...]
    """Ways for a thing that was named before."""


def short_of(way: str) -> str:
    """Of `it`; empty where that would be stiff. The name of the thing is that of a value."""
    short = shortened(way)
    last = _LAST.search(short)
    is_cut = last is not None and last[1] not in frames()["ends"]
    return "" if _STIFF.search(short) or is_cut else short


def able_pairs(sketch: Sketch, chance: random.Random) -> list[Pair]:
    """Some deeds that can be said of `it`, with values that stand on the same page."""
    if not sketch.names_tell:
        return []
    plain = [
        one for one in sketch.deeds if one.end == "finish" and not (one.new or one.start or one.is_question)
    ]
    deeds = tuple(chance.sample(plain, min(len(plain), MOST_DEEDS)))
    reads = tuple(one for one in sketch.reads if not _is_of_people(one))
    found = [one for one in pairs_of(sketch._replace(deeds=deeds, reads=reads)) if len(one.slots) == 1]
    found = [one for one in found if {f"{{r_{slot}}}" for slot in one.slots} <= set(SLOTS)]
    slots = {one.deed.name: one.slots for one in found}
    able = {deed.name for deed in deeds if deed.name in slots and outcome_of(deed, slots[deed.name])}
    return [one for one in found if one.deed.name in able]


def _is_of_people(read: Read) -> bool:
    """Whether nobody would call its thing `it`."""
    things = " ".join(read.things)
    return any(f"{noun} {{r_" in things or f"{noun} called" in things for noun in telling_frames()["people"])


def outcome_of(deed: Deed, slots: frozenset[str]) -> Outcome | None:
    every = deed.says[:: len(deed.says) // MOST_WAYS + 1]
    able = [way for way in every if is_clause(way) and set(_SLOT.findall(way)) == slots]
    ways = [(way, short) for way in able if (short := short_of(way.replace("{", "{r_")))]
    return Outcome(*(tuple(part) for part in zip(*ways, strict=True))) if ways else None


def other_deed(pair: Pair, pairs: Sequence[Pair], chance: random.Random) -> Outcome | None:
    """Something else that could be done to the same thing."""
    others = {
        one.deed.name: one.deed
        for one in pairs
        if one.slots == pair.slots and one.deed.goal != pair.deed.goal and one.deed.allow != pair.deed.allow
    }
    return outcome_of(others[chance.choice(sorted(others))], pair.slots) if others else None


def answer() -> Outcome:
    """A word of the sentence."""
    return Outcome((), tuple(filled(one, word=f"{{{WORD}}}") for one in frames()["answered"]))


def way_of(
    first: Outcome, second: Outcome, condition: Callable[[bool], Said | None], chance: random.Random
) -> str | None:
    """One sentence; None where parts of it are missing.

    `condition` is told whether the thing has been named before.
    """
    frame = chance.choice([one for key in FRAMES for one in frames()[key]])
    leads = _PARTS.findall(frame)[0]
    said = condition(leads in ("a", "b"))
    ones = first.named if leads == "a" else first.short
    others = second.named if leads == "b" else second.short
    if said is None or not ones or not others:
        return None
    return filled(frame, **said.parts, a=chance.choice(ones), b=chance.choice(others))
