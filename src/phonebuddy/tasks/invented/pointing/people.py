"""People: a fact is told to whoever a text in a third app names, or to whoever asked about it by text.

Invariant: no sentence names the person; gold has read who it is before anything is sent.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.halves import Source, Target, goal_of, journey, name_in, of_value
from phonebuddy.tasks.invented.phrasing import phrases
from phonebuddy.tasks.invented.pointing.deeds import apart_from
from phonebuddy.tasks.invented.pointing.hints import ASKED, Hint, Meant, drawn_hint
from phonebuddy.tasks.invented.pointing.words import TellingWords, telling_ways
from phonebuddy.tasks.invented.sketch import Data, Read, Write

NUM_SAYS = 10
PEOPLE = {"messages": "w_friend", "mail": "w_name"}
"""Apps in which something is told to anybody among the contacts, and the name for whom."""


class _Whom(NamedTuple):
    draw: Data
    meant: Meant


def told_task(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> Data | None:
    """`others` are not invented."""
    place, target = chance.choice(places), chance.choice(_tellers(others))
    hint = drawn_hint("person", others, chance)
    if not place.sketch.reads:
        return None
    source, person = Source(place, chance.choice(place.sketch.reads)), PEOPLE[target.place.sketch.name]
    if hint.key != ASKED:
        whom = _somebody(person)
    elif target.place is hint.place and name_in(source.read):
        whom = _asker(source.read)
    else:
        return None
    words = TellingWords(source, target, person, hint, chance)
    return _whole(source, target, hint, whom, [words.said() for _ in range(NUM_SAYS)], chance)


def _whole(
    source: Source, target: Target, hint: Hint, whom: _Whom, says: Sequence[str], chance: random.Random
) -> Data:
    read, write = source.read, target.write
    told = {key: hint.among(of_value(read.value, sql)) for key, sql in write.draw.items()}
    stops = [(hint.place, hint.gold), (source.place, read.gold)]
    if hint.key != ASKED:
        chance.shuffle(stops)
    made: Data = {
        "apps": list(dict.fromkeys([hint.place.sketch.name, *source.place.apps, *target.place.apps])),
        "say": phrases(says, "", (), chance),
        "draw": read.draw | told | whom.draw | hint.draw(whom.meant),
        "start": hint.start,
        "facts": write.facts,
        "goal": [*goal_of(write, read.value), hint.goal],
        "allow": [*write.allow, *source.place.sketch.looks],
        "gold": journey([*stops, (target.place, write.gold)]),
        "rubric": "Who the text names was told it, nobody else; nothing else was changed.",
        "tags": ["memory", "value"],
    }
    new = write.new | hint.new
    return made | ({"new": new} if new else {})


def _tellers(others: Sequence[Place]) -> list[Target]:
    """The first write of each such app: a new text or mail to somebody."""
    found = [(place, place.sketch.writes[0]) for place in others if place.sketch.name in PEOPLE]
    return [Target(place, _nameless(one, PEOPLE[place.sketch.name])) for place, one in found]


def _nameless(write: Write, person: str) -> Write:
    return write._replace(says=telling_ways(write.says, person), stories=())


def _somebody(person: str) -> _Whom:
    """Somebody among the contacts; the other one has another first name."""
    sql = (
        "SELECT name AS p_other FROM contacts_people WHERE phone <> '' AND "
        f"{_first_name('name')} <> {_first_name(f':{person}')}"
    )
    meant = Meant({"this": f":{person}", "that": ":p_other"}, {"this": ":p_other", "that": f":{person}"})
    return _Whom({"p_not": sql}, meant)


def _asker(read: Read) -> _Whom:
    """Who asks about the thing; the other one asks about another thing of the app."""
    name, ((_, sql),) = name_in(read), read.draw.items()
    other = f"SELECT {name} AS p_other FROM ({sql}) WHERE {apart_from(name, f':{name}')}"
    return _Whom({"p_not": other}, Meant({"this": f":{name}"}, {"this": ":p_other"}))


def _first_name(name: str) -> str:
    return f"substr({name}, 1, instr({name} || ' ', ' '))"
