"""Told: an instruction, and what it says of texts, whatever is on the screen and whatever was done.

The turns of a task ask the same of it again and again. Invariant: everything here depends on the instruction
alone, and what is asked twice is worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from phonebuddy.agents.nano.agreement import (
    Run,
    Runs,
    Units,
    all_known,
    all_units,
    plain_words,
    quoted_in,
    share_near,
)
from phonebuddy.agents.nano.features import as_byte, features
from phonebuddy.agents.nano.meaning import MOST_MEANT, meant
from phonebuddy.agents.nano.things import Look, Thing
from phonebuddy.agents.nano.words import MOST_UNITS, Word, is_sign, numbers, unit, words_of

MOST_TOLD = 72
"""Words of the instruction."""
SHORT = 4
"""Words; something that says no more is used up by its meaning too: `Delete` uses `get rid of`."""
LONGEST = 40
"""Words of one text of a thing that are compared."""
QUESTION = unit("concept/question")


class Agreed(msgspec.Struct, frozen=True, gc=False):
    """What the instruction says of some texts, shares from 0 to 1 where nothing else is said."""

    exact: float
    near: float
    run: int
    """Words of the longest stretch of one of them that stands in it."""
    whole: int
    """Words of one of them that the instruction has whole."""
    place: int
    """Of the first word that agrees; -1 for none."""
    shares: bytes
    """All this but the place as features."""
    common: tuple[tuple[int, tuple[int, ...]], ...]
    """Of each word that agrees: what it is, and all that it agrees by."""


NOT_AGREED = Agreed(0.0, 0.0, 0, 0, -1, bytes(5), ())


class Used(NamedTuple):
    """What is used up of the instruction by something that was done."""

    places: tuple[int, ...]
    last: int
    """The place of the last word of the stretch that was done; -1 for none."""


class Left(NamedTuple):
    """What is not used up yet."""

    units: Units
    known: Units
    share: float


class Named(NamedTuple):
    """What the instruction says of an app's name."""

    run: Run
    """By the place of its first word in the instruction; -1 for none."""
    share: float
    """How much of the name this is."""
    near: float
    words: tuple[Word, ...]


class Told:
    """See the head of this file."""

    def __init__(self, instruction: str) -> None:
        self.words = words_of(instruction)[:MOST_TOLD]
        said = [word for word in self.words if word.text[0].isalnum()]
        self._places = [place for place, word in enumerate(self.words) if word.text[0].isalnum()]
        self._runs = Runs(plain_words(said), [word.says for word in said])
        self.units = all_units(self.words)
        self.known = all_known(self.words)
        self.asks = any(QUESTION in word.groups for word in self.words)
        self.kept = b"".join(numbers(word.known_by, MOST_UNITS) for word in self.words)
        self.meant = b"".join(numbers(meant((word.text,)), MOST_MEANT) for word in self.words)
        self.fixed = _fixed(self.words)
        """Those features of its tokens that depend on nothing else."""
        self.names = [
            (place, word.units[0])
            for place, word in enumerate(self.words)
            if word.says and (word.text[0].isdigit() or (place > 0 and word.text[0].isupper()))
        ]
        """Names and numbers: their places, and what they are."""
        self._agreed: dict[tuple[str, ...], Agreed] = {}
        self._worths: dict[int, tuple[Look, list[tuple[Thing, float]]]] = {}
        """By the identity of a look, which is kept so that no other can take its place."""
        self._used: dict[tuple[str, bool], Used] = {}
        self._left: dict[tuple[bool, ...], Left] = {}
        self._named: dict[tuple[str, ...], tuple[list[Named], frozenset[int]]] = {}

    def agreed(self, thing: Thing) -> Agreed:
        """What it says of the texts of a thing."""
        found = self._agreed.get(thing.texts)
        if found is None:
            found = self._agreed[thing.texts] = self._agree(thing)
        return found

    def worths(self, look: Look) -> list[tuple[Thing, float]]:
        """The things of a screen that say something, each with how likely it is needed again."""
        found = self._worths.get(id(look))
        if found is None:
            worths = [(thing, self._worth(thing)) for thing in look.things if thing.texts]
            found = self._worths[id(look)] = look, worths
        return found[1]

    def _worth(self, thing: Thing) -> float:
        """Values, and what stands with words of the instruction."""
        common, plain = len(self.agreed(thing).common), not thing.is_touchable
        return min(common, 4) * 0.5 + thing.has_number * 1.0 + plain * 0.7 + min(len(thing.telling), 6) * 0.05

    def used_by(self, text: str, is_touched: bool) -> Used:
        """What something that was done uses up: by words, and by meaning what was touched."""
        found = self._used.get((text, is_touched))
        if found is None:
            found = self._used[text, is_touched] = self._use(text, is_touched)
        return found

    def left(self, used: tuple[bool, ...]) -> Left:
        """What is left where these words are used."""
        found = self._left.get(used)
        if found is None:
            words = [word for word, gone in zip(self.words, used, strict=True) if word.says and not gone]
            told = sum(word.says for word in self.words)
            share = len(words) / told if told else 0.0
            found = self._left[used] = Left(all_units(words), all_known(words), share)
        return found

    def named(self, names: tuple[str, ...]) -> tuple[list[Named], frozenset[int]]:
        """What it says of each of some names, and the places of those of which it says anything."""
        found = self._named.get(names)
        if found is None:
            each = [self._name(name) for name in names]
            some = frozenset(place for place, one in enumerate(each) if one.run.length or one.near)
            found = self._named[names] = each, some
        return found

    def _agree(self, thing: Thing) -> Agreed:
        if self.known.isdisjoint(thing.known):
            return NOT_AGREED
        best, whole = Run(0, -1), 0
        for said in thing.said if not self.units.isdisjoint(thing.units) else ():
            run = self._runs.best(said[:LONGEST])
            best = max(best, run)
            whole = max(whole, run.length if run.length == len(said) else 0)
        common = tuple(
            (word.units[0], tuple(unit for unit in word.known_by if unit in self.known))
            for word in thing.telling
            if not self.known.isdisjoint(word.known_by)
        )
        exact = sum(own in self.units for own, _ in common) / len(thing.telling)
        near = len(common) / len(thing.telling)
        place = self._places[best.start] if best.length else self._first(thing)
        shares = bytes(map(as_byte, (exact, near, best.length / 4, whole > 0, whole / 6)))
        return Agreed(exact, near, best.length, whole, place, shares, common)

    def _first(self, thing: Thing) -> int:
        agree = (
            place
            for place, word in enumerate(self.words)
            if word.says and not thing.known.isdisjoint(word.known_by)
        )
        return next(agree, -1)

    def _use(self, text: str, is_touched: bool) -> Used:
        words = words_of(text)[:LONGEST]
        run = self._runs.best(plain_words(words))
        places = self._places[run.start : run.start + run.length]
        meant = {unit for word in words for unit in word.groups}
        if is_touched and meant and sum(word.says for word in words) <= SHORT:
            places += [place for place, word in enumerate(self.words) if meant & {*word.groups}]
        return Used(tuple(places), self._places[run.start + run.length - 1] if run.length else -1)

    def _name(self, name: str) -> Named:
        run = self._runs.best(plain_words(words_of(name)[:LONGEST]))
        words = tuple(word for word in words_of(name) if word.says)
        start = self._places[run.start] if run.length else -1
        share = run.length / max(len(words), 1)
        return Named(Run(run.length, start), share, share_near(words, self.known), words)


@lru_cache(maxsize=128)
def told_of(instruction: str) -> Told:
    return Told(instruction)


def _fixed(words: Sequence[Word]) -> bytes:
    capital = [False, *(word.text[0].isupper() for word in words), False]
    ends = [True, *map(is_sign, words), True]
    quoted = quoted_in(words)
    rows = [
        features(
            place=place / MOST_TOLD, says=word.says, means=bool(word.groups), capital=capital[place + 1],
            sign=is_sign(word), digits=word.text[0].isdigit(), quoted=quoted[place],
            opens=ends[place], closes=ends[place + 2],
            capital_before=capital[place], capital_after=capital[place + 2],
        )
        for place, word in enumerate(words)
    ]  # fmt: skip
    return b"".join(rows)
