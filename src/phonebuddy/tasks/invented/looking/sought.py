"""Sought: a thing that is asked about is not there, while others share a word with it; and twins where it is.

Made of an app's own refusal, which looks everywhere. Invariant: both are said in the same words, and names
are made of those of two things that are there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

from phonebuddy.tasks.invented.deciding.outcomes import outcome_of, short_of
from phonebuddy.tasks.invented.looking.words import framed, has_it
from phonebuddy.tasks.invented.phrasing import is_clause
from phonebuddy.tasks.invented.sketch import Deed, Read, Sketch
from phonebuddy.tasks.invented.wh.absent import Ghost, ghost_of
from phonebuddy.tasks.invented.wh.together import distinct
from phonebuddy.tasks.invented.wh.words import names_in, table_of
from phonebuddy.tasks.invented.wording import capital, is_noun, is_plain

NUM_SAYS = 10
DONE = 0.5
"""How often something is to be done, and not told."""
_NAME = re.compile(r"\{(?:r_)?name\}")
_SLOT, _NAMED = re.compile(r"\{(\w+)\}"), re.compile(r"SELECT ((?:\w+\.)?\w+) AS r_name")


def sought_deed(sketch: Sketch, chance: random.Random) -> Deed | None:
    """Where it is not there."""
    ghost = ghost_of(sketch, chance)
    name = _made_up(ghost) if ghost else ""
    if ghost is None or not name:
        return None
    words, deeds, refusal = _Words(sketch, ghost, ghost.name, chance), _deeds(sketch, ghost), ghost.refusal
    is_done = bool(deeds) and chance.random() < DONE
    says = words.done(chance.choice(deeds)) if is_done else words.asked(chance.choice(ghost.reads))
    draw = {"near": name, **refusal.draw}
    return refusal._replace(name="sought", says=says, new={}, draw=draw) if says else None


def there_deed(sketch: Sketch, chance: random.Random) -> Deed | None:
    """The same where it is."""
    ghost = ghost_of(sketch, chance)
    if ghost is None:
        return None
    deeds = _deeds(sketch, ghost)
    if deeds and chance.random() < DONE:
        deed = chance.choice(deeds)
        says = _Words(sketch, ghost, "name", chance).done(deed)
        return deed._replace(name=f"there_{deed.name}", says=says) if says else None
    read = chance.choice(ghost.reads)
    says = _Words(sketch, ghost, "r_name", chance).asked(read)
    gold, goal = [*read.gold, {"answer": "{got}"}], [{"answer": f"{{{read.value}}}"}]
    return Deed("there", says, gold, goal, {}, {"read": _near(read.draw["read"])}) if says else None


def _deeds(sketch: Sketch, ghost: Ghost) -> list[Deed]:
    """What can be done to such things, and says nothing but their name."""
    table = table_of(ghost.reads[0].draw["read"])
    return [
        deed
        for deed in sketch.deeds
        if deed.end == "finish" and not deed.new and not deed.start and not deed.is_question
        and list(deed.draw) == ["one"] and table_of(deed.draw["one"]) == table
        and any(is_clause(way) and _SLOT.findall(way) == ["name"] for way in deed.says)
    ]  # fmt: skip


# -- words -----------------------------------------------------------------------------------------------


class _Words:
    """Sentences about the thing that this name is drawn for."""

    def __init__(self, sketch: Sketch, ghost: Ghost, slot: str, chance: random.Random) -> None:
        self._slot, self._chance = slot, chance
        self._has_it, self._names = has_it(sketch), names_in(ghost.reads)

    def asked(self, read: Read) -> tuple[str, ...]:
        asks = [way.removesuffix("?") for way in read.asks if _SLOT.findall(way) == ["r_name"]]
        things = [way for way in read.things if is_plain(way) and _SLOT.findall(way) == ["r_name"]]
        if not asks or not things:
            return ()
        choices = {"ask": asks, "thing": things, "noun": list(filter(is_noun, things))}
        if self._has_it:
            choices |= {"askit": _shorts(asks), "its": list(filter(is_noun, _shorts(things)))}
        return self._all("sought_asked", choices)

    def done(self, deed: Deed) -> tuple[str, ...]:
        able = [way for way in deed.says if is_clause(way) and _SLOT.findall(way) == ["name"]]
        outcome = outcome_of(deed, frozenset({"name"})) if self._has_it else None
        return self._all("sought_done", {"do": able, "doit": outcome.short if outcome else ()})

    def _all(self, key: str, choices: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        found = []
        for _ in range(NUM_SAYS):
            parts = {part: self._chance.choice(ways) for part, ways in choices.items() if ways}
            parts |= {capital(part): capital(way) for part, way in parts.items()}
            found.append(framed(key, {**parts, "it": self._chance.choice(self._names)}, self._chance))
        return distinct([_NAME.sub(f"{{{self._slot}}}", way) for way in found])


def _shorts(ways: Sequence[str]) -> list[str]:
    return [short for way in ways if (short := short_of(way))]


# -- draws -----------------------------------------------------------------------------------------------


def _made_up(ghost: Ghost) -> str:
    """SQL for the beginning of one name and the end of another, which together are no name; empty if none."""
    sql = ghost.reads[0].draw["read"]
    column = _NAMED.search(sql)
    if column is None:
        return ""
    rows = f"SELECT r_name AS n FROM ({sql}) WHERE r_name LIKE '_% _%'"
    name = "substr(a.n, 1, instr(a.n, ' ')) || substr(b.n, instr(b.n, ' ') + 1)"
    pairs = f"SELECT {name} AS g FROM ({rows}) a, ({rows}) b WHERE a.n <> b.n"
    every = f"SELECT {column[1].rpartition('.')[2]} AS n FROM {table_of(sql)}"
    taken = f"SELECT 1 FROM ({every}) WHERE instr(lower(n), lower(g)) OR instr(lower(g), lower(n))"
    return f"SELECT g AS {ghost.name} FROM ({pairs}) WHERE NOT EXISTS ({taken})"


def _near(sql: str) -> str:
    """Things that share a word with another, where there are such."""
    first, last = "substr({0}, 1, instr({0}, ' '))", "substr({0}, instr({0}, ' '))"
    mine, its = ((first.format(name), last.format(name)) for name in ("t.r_name", "o.r_name"))
    same = f"({mine[0]} <> '' AND {mine[0]} = {its[0]}) OR {mine[1]} = {its[1]}"
    shares = f"EXISTS (SELECT 1 FROM ({sql}) o WHERE o.r_name <> t.r_name AND ({same}))"
    return f"SELECT * FROM ({sql}) t WHERE {shares} OR NOT EXISTS (SELECT 1 FROM ({sql}) t WHERE {shares})"
