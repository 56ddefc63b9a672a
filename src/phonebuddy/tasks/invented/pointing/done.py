"""Done: a deed to the thing or to each of the things that a text in another app names, or with its value.

Invariant: what the text names is in no sentence; gold reads it before anything is done, and the text beside
it names what the deed could be done to, or with, as well.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.halves import journey
from phonebuddy.tasks.invented.phrasing import phrases
from phonebuddy.tasks.invented.pointing.deeds import Pointable, apart_from, given_value, pointable
from phonebuddy.tasks.invented.pointing.hints import Hint, Meant, drawn_hint
from phonebuddy.tasks.invented.pointing.words import DeedWords, ValueWords
from phonebuddy.tasks.invented.sketch import Data, Deed

NUM_SAYS = 10
THREE = 0.3
"""How often a list is one of three things."""


class _Drawn(NamedTuple):
    """A deed, and where it stands to what it is done."""

    place: Place
    one: Pointable
    hint: Hint


class DeedMaker:
    """Makes such tasks for one phone."""

    def __init__(self, places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> None:
        self._others, self._chance = others, chance
        every = [(place, pointable(place.sketch)) for place in places]
        self._able = {
            "thing": every,
            "list": [(place, [one for one in found if one.is_repeatable]) for place, found in every],
            "value": [(place, [one for one in found if given_value(one.deed)[1]]) for place, found in every],
        }

    def thing(self) -> Data | None:
        drawn = self._drawn("thing")
        if drawn is None:
            return None
        one = drawn.one
        draw = one.deed.draw | {"p_not": one.other()} | drawn.hint.draw(_either(f":{one.slot}"))
        return self._whole(self._deed_words("thing", drawn), drawn, [one.deed], draw)

    def several(self) -> Data | None:
        drawn = self._drawn("list")
        if drawn is None:
            return None
        one, numbers = drawn.one, range(2, 4 if self._chance.random() < THREE else 3)
        deeds = [one.deed, *(one.again(number) for number in numbers)]
        names = [one.slot, *(f"{one.slot}_{number}" for number in numbers)]
        draw = {key: sql for deed in deeds for key, sql in deed.draw.items()}
        draw |= {"p_not": one.other(*names[1:])} | drawn.hint.draw(_all([f":{name}" for name in names]))
        return self._whole(self._deed_words("list", drawn), drawn, deeds, draw)

    def value(self) -> Data | None:
        drawn = self._drawn("value")
        if drawn is None:
            return None
        deed = drawn.one.deed
        name, facts = given_value(deed)
        choices = ", ".join(f"({quoted(choice)})" for choice in deed.new[name])
        other = f"SELECT column1 AS p_other FROM (VALUES {choices}) WHERE {apart_from('column1', f':{name}')}"
        draw = deed.draw | {"p_not": other} | drawn.hint.draw(_either(f":{name}"))
        words = ValueWords(drawn.place.sketch, facts, drawn.hint, self._chance)
        return self._whole(words, drawn, [deed], draw)

    def _drawn(self, form: str) -> _Drawn | None:
        """App by app, so that one with many deeds is not asked more often."""
        able = [(place, found) for place, found in self._able[form] if found]
        if not able:
            return None
        place, found = self._chance.choice(able)
        return _Drawn(place, self._chance.choice(found), drawn_hint(form, self._others, self._chance))

    def _deed_words(self, form: str, drawn: _Drawn) -> DeedWords:
        return DeedWords(drawn.place.sketch, drawn.one, drawn.hint, form, self._chance)

    def _whole(
        self, words: DeedWords | ValueWords, drawn: _Drawn, deeds: Sequence[Deed], draw: Data
    ) -> Data | None:
        place, one, hint = drawn
        says = [way for _ in range(NUM_SAYS) if (way := words.said())]
        if not says:
            return None
        made: Data = {
            "apps": [hint.place.sketch.name, *place.apps],
            "say": phrases(says, "", (), self._chance),
            "draw": draw,
            "start": hint.start,
            "goal": [check for deed in deeds for check in deed.goal] + [hint.goal],
            "allow": [rule for deed in deeds for rule in deed.allow] + list(place.sketch.looks),
            "gold": journey([(hint.place, hint.gold), *((place, deed.gold) for deed in deeds)]),
            "rubric": "It was done as the text has it; nothing else was changed.",
            "tags": ["memory"] if len(deeds) == 1 else ["memory", "chain"],
        }
        parts = (("facts", one.deed.facts), ("new", one.deed.new | hint.new))
        return made | {key: part for key, part in parts if part}


def _either(name: str) -> Meant:
    """One, and another one in the text beside it."""
    return Meant({"this": name, "that": ":p_other"}, {"this": ":p_other", "that": name})


def _all(names: Sequence[str]) -> Meant:
    in_a_row = " || ', ' || ".join(names[:-1]) + f" || ' and ' || {names[-1]}"
    these = {"lines": " || char(10) || ".join(names), "all": in_a_row, "that": ":p_other"}
    return Meant(these, {"lines": ":p_other", "all": ":p_other", "that": names[0]})
