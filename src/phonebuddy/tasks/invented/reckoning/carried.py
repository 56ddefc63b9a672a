"""Carried: what comes of values of one app is written in another one, or elsewhere in the same one.

Invariant: every value is read before the result is written, and nothing else changes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.halves import Target, apart, changed, journey, of_value
from phonebuddy.tasks.invented.phrasing import phrases
from phonebuddy.tasks.invented.reckoning.amounts import FORMS, TIME, kind_of
from phonebuddy.tasks.invented.reckoning.cases import GOT, RESULT, SAID, Case, Options, options_of
from phonebuddy.tasks.invented.reckoning.words import ReckoningWords
from phonebuddy.tasks.invented.sketch import Data, Read
from phonebuddy.tasks.invented.texts import place_of
from phonebuddy.tasks.invented.wording import Words

NUM_CARRIED = 6
"""Such tasks on one phone."""
NUM_SAYS, NUM_NOUNS = 8, 6
OWN_SOURCE, OWN_TARGET = 0.7, 0.4
"""How often the values, and the place for what comes of them, are in an app that is invented."""
SAME_APP = 0.2
"""How often it is written in the app where the values are, where that takes it."""
IN_WORDS = 0.4
"""How often a message is a sentence."""
TRIES = 12


class Offer(NamedTuple):
    """An app with what one can reckon with in it."""

    place: Place
    options: Options


def offers(places: Sequence[Place]) -> list[Offer]:
    found = [Offer(place, options_of(place.sketch.reads)) for place in places]
    return [offer for offer in found if offer.options]


def reckoned(
    own: Sequence[Offer], built_in: Sequence[Offer], places: Sequence[Place], chance: random.Random
) -> dict[str, Data]:
    """Some such tasks; `places`: where something can be written."""
    maker = _Maker(own, built_in, places, chance)
    found: dict[str, Data] = {}
    for number in range(NUM_CARRIED):
        made = next((one for _ in range(TRIES) if (one := maker.task()) is not None), None)
        if made is not None:
            found[f"reckon{number}"] = made
    return found


class _Maker:
    """Makes tasks about the apps of one phone."""

    def __init__(
        self, own: Sequence[Offer], built_in: Sequence[Offer], places: Sequence[Place], chance: random.Random
    ) -> None:
        self._own, self._built_in, self._places, self._chance = own, built_in, places, chance

    def task(self) -> Data | None:
        chance = self._chance
        pool = self._own if self._own and chance.random() < OWN_SOURCE else self._built_in
        place, options = chance.choice(pool)
        form = chance.choice([one for one in FORMS if one in options])
        case = chance.choice(options[form]).drawn(chance)
        targets = self._targets(place, kind_of(case.form, case.kind))
        return carried_task(place, case, chance.choice(targets), chance) if targets else None

    def _targets(self, source: Place, kind: str) -> list[Target]:
        if self._chance.random() < SAME_APP:
            same = _taking([source], kind)
            if same:
                return same
        is_own = self._chance.random() < OWN_TARGET  # built-in apps come without deeds
        able = [one for one in self._places if bool(one.sketch.deeds) == is_own and apart(one, source)]
        return _taking(able, kind)


def _taking(places: Sequence[Place], kind: str) -> list[Target]:
    """Places for words, and those for a time: an amount that comes of others may be too large for a form."""
    every = [Target(place, write) for place in places for write in place.sketch.writes]
    return [
        one
        for one in every
        if kind in one.write.kinds and (one.takes_words or (kind == TIME and set(one.write.kinds) == {TIME}))
    ]


def carried_task(place: Place, case: Case, target: Target, chance: random.Random) -> Data:
    words, write = ReckoningWords(case, chance), target.write
    typed = f"{{{GOT}}}"
    if target.takes_words and place_of(write) == "messages" and chance.random() < IN_WORDS:
        typed = words.told().replace("{r}", typed)
    gold = changed(write.gold, lambda text: re.sub(r"\bgot\b", GOT, text.replace("{got}", typed)))
    looks = [*place.sketch.looks, *target.place.sketch.looks]
    made: Data = {
        "apps": list(dict.fromkeys([*place.apps, *target.place.apps])),
        "say": phrases(_says(place, case, target, words, chance), "", (), chance),
        "draw": case.draw | {f"{key}_to": of_value(RESULT, sql) for key, sql in write.draw.items()},
        "goal": [changed(check, _of_result) for check in write.goal],
        "allow": [*write.allow, *dict.fromkeys(looks)],
        "gold": journey([(place, case.gold), (target.place, gold)]),
        "rubric": "What comes of the values stands where it was asked for; nothing else was changed.",
        "tags": ["arithmetic"],
    }
    facts = {f"{key}_to": sql for key, sql in write.facts.items()}
    return made | {key: part for key, part in (("facts", facts), ("new", write.new)) if part}


def _says(
    place: Place, case: Case, target: Target, words: ReckoningWords, chance: random.Random
) -> list[str]:
    """As any value is carried, with words for what comes of several."""
    nouns = tuple(words.noun() for _ in range(NUM_NOUNS))
    first = case.reads[0]
    read = Read(kind_of(case.form, case.kind), nouns, (), {}, RESULT, [], first.tells)
    carrying = Words(chance)
    says = [carrying.carried(place.sketch, read, target.place.sketch, target.write) for _ in range(NUM_SAYS)]
    if place is not target.place:
        return says
    return [way for way in says if way.count(place.sketch.title) < 2] or says  # one app is named once


def _of_result(text: str) -> str:
    return of_value(RESULT, text.replace("{V}", f"{{{SAID}}}"))
