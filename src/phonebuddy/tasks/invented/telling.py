"""Telling: something is done to a thing, and a fact of that very thing is told or kept in another app.

A deed and a value of one app are a pair where the value stands on the page that the deed leads through.
Invariant: both halves are checked; the deed does not change the value, and the sentence does not say it.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.halves import Target, changed, goal_of, journey, of_value, targets_for
from phonebuddy.tasks.invented.phrasing import phrases, tell
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, Sketch
from phonebuddy.tasks.invented.telling_words import TellingWords, telling_frames

NUM_TELLINGS = 10
"""Such tasks on one phone."""
NUM_SAYS = 10
TO_BUILT_IN = 0.75
"""How often the value goes to an app that is not invented."""
DEED_LAST = 1 / 4
"""How often the value is told before the deed is done, as the sentence says."""
TRIES = 12
MOST_STEPS, MOST_SAID = 9, 3
"""Steps of a deed, and names in its words: longer ones make two tasks enough by themselves."""
_READING = ("read", "answer", "ask", "work_out")
"""Steps of deeds that need a value themselves."""
_ODD = re.compile(r"^(?:if|both|double|unnote)|rename|two")
"""Deeds that depend on something, are two, are done to a line of the thing, or give it another name."""
_DEPENDS = re.compile(r"\b(?:[Ii]f|[Pp]rovided|[Uu]nless)\b")
_SLOT = re.compile(r"\{(\w+)\}")
_COLUMN = re.compile(r"\b([a-z_]\w*)\b(?!\s*[(.])")
_AS = re.compile(r"\bAS (\w+)(?=,| FROM)")
_UPDATE = re.compile(r"update \w+\(([^)]*)\)")
_ROW = re.compile(r"\bid = :\w+$")
"""The end of a rule about one row that is there already."""
_REST = re.compile(r"(?:insert|delete|change) (\w+)")


class Pair(NamedTuple):
    """A deed and a value of the thing that it is done to."""

    deed: Deed
    read: Read
    at: int
    """So many steps of the deed lead to the page of the thing."""
    slots: frozenset[str]
    """Names by which gold finds the thing; the value's are the same with `r_` before them."""

    @property
    def things(self) -> list[str]:
        """Words for the value, in the names of the deed."""
        known = {*_drawn_in(self.deed), *self.deed.new}
        named = [thing.replace("{r_", "{") for thing in self.read.things]
        return [thing for thing in named if set(_SLOT.findall(thing)) <= known]

    @property
    def look(self) -> Gold:
        """To the page of the thing, where the value is read."""
        reads = [step for step in self.read.gold if "read" in step]
        return [*self.deed.gold[: self.at], *reads]

    @property
    def rest(self) -> Gold:
        return self.deed.gold[self.at :]

    @property
    def draw(self) -> Data:
        """The thing of the deed, then its value: one that no word of the sentence is."""
        ((key, sql),) = self.read.draw.items()
        same = " AND ".join(f"r_{slot} = :{slot}" for slot in sorted(self.slots))
        unsaid = "".join(f" AND instr(:{slot}, {self.read.value}) = 0" for slot in sorted(said_in(self.deed)))
        is_one = f"(SELECT count(*) FROM ({sql}) WHERE {same}) = 1"
        known = f"{self.read.value} NOT IN ('', 'Not set')"
        return self.deed.draw | {key: f"SELECT * FROM ({sql}) WHERE {same} AND {known} AND {is_one}{unsaid}"}


def tellings(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """Some such tasks; `others` are not invented."""
    pairs = [(place, pairs_of(place.sketch)) for place in places]
    pairs = [(place, found) for place, found in pairs if found]
    told_in = telling_frames()["told_in"]
    built_in = [one for one in others if one.sketch.name in told_in]
    own = [_keeping(one) for one in places]
    found: dict[str, Data] = {}
    for number in range(NUM_TELLINGS if pairs else 0):
        for _ in range(TRIES):
            place, able = chance.choice(pairs)
            pair = _drawn(able, chance)
            pool = built_in if chance.random() < TO_BUILT_IN else own
            targets = targets_for(pool, pair.read.kind, place)
            made = _task(place, pair, chance.choice(targets), chance) if targets else None
            if made is not None:
                found[f"tell{number}"] = made
                break
    return found


def _keeping(place: Place) -> Place:
    """With those of its writes where people keep what they have found out."""
    words, found = tuple(telling_frames()["keeps"]), copy.copy(place)
    kept = [(one, tuple(way for way in one.says if tell(words, way))) for one in place.sketch.writes]
    writes = tuple(one._replace(says=says) for one, says in kept if says)
    found.sketch = place.sketch._replace(writes=writes)
    return found


def _drawn(pairs: Sequence[Pair], chance: random.Random) -> Pair:
    """Deed by deed, so that one that goes with many values does not come more often."""
    name = chance.choice(sorted({pair.deed.name for pair in pairs}))
    return chance.choice([pair for pair in pairs if pair.deed.name == name])


def _task(place: Place, pair: Pair, target: Target, chance: random.Random) -> Data | None:
    deed, write, value = pair.deed, target.write, pair.read.value
    is_last = chance.random() < DEED_LAST
    words = TellingWords(place.sketch, deed, pair.read.kind, pair.things, target, chance)
    says = [way for _ in range(NUM_SAYS) if (way := words.said(is_last))]
    if not says:
        return None
    looks = [*place.sketch.looks, *target.place.sketch.looks]
    made: Data = {
        "apps": list(dict.fromkeys([*place.apps, *target.place.apps])),
        "say": phrases(says, "", (), chance),
        "draw": pair.draw | {f"{key}_told": of_value(value, sql) for key, sql in write.draw.items()},
        "goal": [*deed.goal, *goal_of(write, value)],
        "allow": [*deed.allow, *write.allow, *dict.fromkeys(looks)],
        "gold": _gold(place, pair, target, is_last),
        "rubric": "It was done, and its fact stands where it was asked for; nothing else was changed.",
        "tags": ["value", "chain"],
    }
    facts = deed.facts | {f"{key}_told": sql for key, sql in write.facts.items()}
    return made | {key: part for key, part in (("facts", facts), ("new", deed.new | write.new)) if part}


def _gold(place: Place, pair: Pair, target: Target, is_last: bool) -> Gold:
    if not is_last:
        return journey([(place, [*pair.look, *pair.rest]), (target.place, target.write.gold)])
    told = [(place, pair.look), (target.place, target.write.gold)]
    if set(place.apps) & set(target.place.apps):
        return journey([*told, (place, pair.deed.gold)])  # the host shows the other mini now
    return [*journey(told), place.way[0], *pair.rest]


# -- pairs -----------------------------------------------------------------------------------------------


def pairs_of(sketch: Sketch) -> list[Pair]:
    deeds = [deed for deed in sketch.deeds if is_able(deed)]
    found = [_pair(deed, read) for read in sketch.reads if len(read.draw) == 1 for deed in deeds]
    return [pair for pair in found if pair is not None and pair.things and not _meet(pair)]


def is_able(deed: Deed) -> bool:
    """Whether it is one deed, done to one thing."""
    is_plain = deed.end == "finish" and not deed.is_question and not deed.start
    is_blind = not any(word in step for step in deed.gold for word in _READING)
    is_short = len(deed.gold) <= MOST_STEPS and max(len(_SLOT.findall(way)) for way in deed.says) <= MOST_SAID
    is_one = not any(slot.startswith("other") or slot.endswith("2") for slot in said_in(deed))
    is_one &= all(_ROW.search(rule) for rule in deed.allow if rule.startswith("update"))
    is_sure = not _ODD.search(deed.name) and not any(_DEPENDS.search(way) for way in deed.says)
    return is_plain and is_blind and is_short and is_one and is_sure


def _pair(deed: Deed, read: Read) -> Pair | None:
    """The two, where gold passes the value on its way."""
    way = [step for step in read.gold if "read" not in step]
    if not way or "read" not in read.gold[-1] or "got" not in str(read.gold[-1]):
        return None
    way = changed(way, lambda text: text.replace("{r_", "{"))
    slots = frozenset(_SLOT.findall(str(way)))
    is_page = _SLOT.fullmatch(str(way[-1].get("tap", ""))) is not None
    if not is_page or way[-1] not in deed.gold[:-1] or not slots <= _drawn_in(deed):
        return None
    at = deed.gold.index(way[-1]) + 1
    return Pair(deed, read, at, slots) if led(deed.gold[:at]) == led(way) else None


def led(gold: Gold) -> Gold:
    """The way without what only finds: gold searches now and then."""
    return [step for step in gold if step != {"tap": "Search"} and not {"type", "scroll_to"} & set(step)]


def _drawn_in(deed: Deed) -> set[str]:
    """Names that it draws."""
    every = list(deed.draw.values())
    plain = {name for sql in every for name in _COLUMN.findall(sql.split(" FROM ")[0])}
    return plain | {name for sql in every for name in _AS.findall(sql)}


def said_in(deed: Deed) -> set[str]:
    return {slot for way in deed.says for slot in _SLOT.findall(way)}


def _meet(pair: Pair) -> bool:
    """Whether the deed changes the value, or the words of the deed say it another way."""
    deed, ((_, sql),) = pair.deed, pair.read.draw.items()
    if "stars" in said_in(deed) and any("rating" in thing for thing in pair.read.things):
        return True  # others' stars, but who would not think of those just given
    value = set(_COLUMN.findall(expression(sql, pair.read.value)))
    for rule in deed.allow:
        touched = [name for match in _UPDATE.findall(rule) for name in re.findall(r"\w+", match)]
        rows = {name for name in _REST.findall(rule) if not _ROW.search(rule)}
        if value & set(touched) or rows & set(_COLUMN.findall(sql)):
            return True
    said = said_in(deed) - pair.slots
    return any(
        value & set(_COLUMN.findall(expression(one, slot))) for one in deed.draw.values() for slot in said
    )


def expression(sql: str, name: str) -> str:
    """What a query selects as this name."""
    end = sql.find(f" AS {name}")
    depth, begin = 0, max(end, 0)
    while begin > 0 and (depth or sql[begin - 1] != ","):
        begin -= 1
        depth += {")": 1, "(": -1}.get(sql[begin], 0)
        if depth < 0:
            break
    found = sql[max(begin, 0) : end] if end > 0 else ""
    return re.sub(r"'[^']*'", "''", found.removeprefix("SELECT ").removeprefix("DISTINCT "))
