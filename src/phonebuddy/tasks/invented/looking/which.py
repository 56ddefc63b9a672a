"""Which: one of two or three named things has a property that only the page of each tells.

The answer is its name, or something is done to it. Invariant: gold looks at each of them before it answers or
does anything.
"""

from __future__ import annotations

import random
import re

from phonebuddy.tasks.invented.deciding.limits import SAME, measures_of
from phonebuddy.tasks.invented.deciding.outcomes import Outcome, able_pairs, outcome_of, short_of
from phonebuddy.tasks.invented.deciding.words import said
from phonebuddy.tasks.invented.looking.choosing import Asked, draws
from phonebuddy.tasks.invented.looking.pages import BACK, Page, pages_of
from phonebuddy.tasks.invented.looking.words import Names, denied, framed, has_it, said_of
from phonebuddy.tasks.invented.sketch import Deed, Gold, Read, Sketch
from phonebuddy.tasks.invented.wh.together import distinct
from phonebuddy.tasks.invented.wh.words import calling
from phonebuddy.tasks.invented.wording import capital

NUM_SAYS = 10
THREE, DENIED = 0.45, 0.35
"""How often there are three things; how often the property is one that the others have."""
INLINE = 0.35
"""How often the deed is said of `whichever of them`, and not of `it`."""
_SLOT = re.compile(r"\{(\w+)\}")


def which_deed(sketch: Sketch, chance: random.Random) -> Deed | None:
    """The name is the answer."""
    found = _drawn(sketch, chance)
    if found is None:
        return None
    page, asked = found
    says = _said(asked, None, chance)
    goal = [
        {"answer": "{right_name}"},
        {"unsaid": " UNION ".join(f"SELECT :{role}_name" for role in asked.others)},
    ]
    gold = [*page.way, *_looks(page, asked)[:-1], {"answer": "{right_name}"}]
    return Deed("which", says, gold, goal, {}, draws(asked)) if says else None


def which_done(sketch: Sketch, chance: random.Random) -> Deed | None:
    """Something is done to it."""
    found = _drawn(sketch, chance)
    if found is None:
        return None
    page, asked = found
    pairs = able_pairs(sketch._replace(reads=page.reads[:1]), chance)
    able = [one for one in pairs if one.slots == {"name"}]
    if not able:
        return None
    pair = chance.choice(able)
    says, draw = _said(asked, pair.deed, chance), pair.deed.draw | draws(asked, "n = :name")
    gold = [*page.way, *_looks(page, asked), *page.to("name", is_next=True), *pair.rest]
    name = f"which_{pair.deed.name}"
    return pair.deed._replace(name=name, says=says, gold=gold, draw=draw) if says else None


def _drawn(sketch: Sketch, chance: random.Random) -> tuple[Page, Asked] | None:
    pages = pages_of(sketch.reads, chance) if has_it(sketch) else []
    able = [(page, read) for page in pages for read in page.reads if measures_of(read)]
    if not able:
        return None
    page, read = chance.choice(able)
    measure, is_denied = chance.choice(measures_of(read)), chance.random() < DENIED
    # Three things of which two have one value are seldom found.
    size = 3 if chance.random() < THREE and not (is_denied and measure == SAME) else 2
    return page, Asked(read, measure, size, is_denied)


def _looks(page: Page, asked: Asked) -> Gold:
    """At each of them in turn, and back to the list."""
    look = asked.read.gold[-1]
    return [
        step
        for number, slot in enumerate(asked.slots)
        for step in (*page.to(slot, number > 0), {**look, "read": f"got{number}"}, BACK)
    ]


# -- words -----------------------------------------------------------------------------------------------


def _said(asked: Asked, deed: Deed | None, chance: random.Random) -> tuple[str, ...]:
    """Without a deed the name is asked for."""
    ways, outcome = _Ways(asked, chance), outcome_of(deed, frozenset({"name"})) if deed else None
    every = [ways.done(outcome) if outcome else ways.answered() for _ in range(NUM_SAYS)]
    return distinct([way for way in every if way])


class _Ways:
    def __init__(self, asked: Asked, chance: random.Random) -> None:
        self._asked, self._chance = asked, chance
        self._names, self._things = Names(asked.slots, [asked.read], chance), _short_things(asked.read)

    def answered(self) -> str:
        key, parts = self._parts()
        return framed(f"answer_{key}", parts, self._chance) if parts else ""

    def done(self, outcome: Outcome) -> str:
        key, parts = self._parts()
        if not parts:
            return ""
        if self._chance.random() < INLINE:
            way = self._chance.choice(outcome.named).replace("{name}", "{r_name}")
            return calling(way, framed(f"picks_{key}", parts, self._chance))
        do = self._chance.choice(outcome.short)
        return framed(f"deed_{key}", {**parts, "do": do, "Do": capital(do)}, self._chance)

    def _parts(self) -> tuple[str, dict[str, str]]:
        """Whether the frame denies the property, and what it is filled with."""
        asked, chance = self._asked, self._chance
        found = said(asked.read, self._things, asked.measure, chance)
        if found is None:
            return "is", {}
        clause, key = found.clause, "not" if asked.is_denied else "is"
        if asked.is_denied and denied(clause) and chance.random() < 0.5:
            clause, key = denied(clause), "is"
        if key == "not" and asked.size == 2 and chance.random() < 0.5:
            key = "other"
        return key, self._names.parts() | said_of(clause)


def _short_things(read: Read) -> list[str]:
    plain = [thing for thing in read.things if _SLOT.findall(thing) == ["r_name"]]
    return [short for thing in plain if (short := short_of(thing))]
