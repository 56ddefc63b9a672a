"""Lines: several facts of a thing woven into one text: their order, what stands before them and between them.

Invariant: the SQL that shows a line and the pattern that finds a part of it are made of the same texts.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.woven.words import PHONE, TEXT, VALUE, Fact, Theme

BETWEEN = (", ", ", ", ", ", " · ", " · ", " – ", " / ", " | ", "; ")
BREAK = "\n"
RANGES = (" – ", " - ", "–", " → ", " to ")
"""Between from and to."""
WHOLE = ", "
"""Between street and town."""
BARE = 0.6
"""How often nothing stands before a part that can do without."""
BROKEN, COLON, BRACKETS, OTHER, GAP = 0.2, 0.2, 0.25, 0.2, 0.3
"""How often there are line breaks, a colon behind the first part, brackets around the last one, another sign
than elsewhere in the line, and nothing but a space."""


class Line(NamedTuple):
    facts: tuple[str, ...]
    texts: tuple[str, ...]
    """Before the first fact, between two, behind the last one: one more than there are facts."""

    @property
    def is_woven(self) -> bool:
        """Whether it says more than one thing."""
        return len(self.facts) > 1 or any(self.texts)

    def sql(self, shown: Mapping[str, str]) -> str:
        """The line as a page shows it; `shown` is SQL for each fact."""
        said = [quoted(self.texts[0])]
        for name, text in zip(self.facts, self.texts[1:], strict=True):
            said += [shown[name], quoted(text)]
        return " || ".join(part for part in said if part != "''")

    def between(self, fact: Fact, shown: Mapping[str, str]) -> str:
        """SQL for a fact, or for the parts of a whole with what stands between them."""
        at = self.facts.index(fact.parts[0])
        texts = ["", *self.texts[at + 1 : at + len(fact.parts)], ""]
        return Line(fact.parts, tuple(texts)).sql(shown)

    def pattern(self, values: Mapping[str, str], wanted: Sequence[str], before: str = "") -> str:
        """What finds the line and marks these neighbours in it; `values` are patterns of the facts."""
        found = before + re.escape(self.texts[0])
        for name, text in zip(self.facts, self.texts[1:], strict=True):
            begin, end = "(" * (name == wanted[0]), ")" * (name == wanted[-1])
            found += f"{begin}{values[name]}{end}{re.escape(text)}"
        return f"^{found}$"


def units_of(theme: Theme, chance: random.Random) -> list[tuple[Fact, ...]]:
    """Facts that stand side by side, in a new order."""
    joined = [*theme.pairs, *theme.tied, *(one.parts for one in theme.wholes.values())]
    taken = {name for names in joined for name in names}
    single = [(name,) for name in theme.facts if name not in taken]
    units = [tuple(theme.facts[name] for name in names) for names in (*joined, *single)]
    chance.shuffle(units)
    return units


def woven(theme: Theme, units: Sequence[tuple[Fact, ...]], may_break: bool, chance: random.Random) -> Line:
    """One line of these."""
    every = [fact for unit in units for fact in unit]
    sign = BREAK if may_break and chance.random() < BROKEN else chance.choice(BETWEEN)
    said = [_said(theme, unit, every, sign, chance) for unit in units]
    facts = [fact for unit in units for fact in unit]
    texts = list(said[0])
    is_colon = chance.random() < COLON and units[0][-1].kind == TEXT and texts == ["", ""]
    has_brackets = len(units) > 1 and chance.random() < BRACKETS and not any("(" in one for one in said[-1])
    for at, ((one, two), after) in enumerate(zip(pairwise(units), said[1:], strict=True)):
        joint = _joint(one[-1], two[0], sign, chance)
        if at == 0 and is_colon:
            joint = ": "
        if at == len(units) - 2 and has_brackets:
            joint, after = " (", [*after[:-1], f"{after[-1]})"]
        texts = [*texts[:-1], f"{texts[-1]}{joint}{after[0]}", *after[1:]]
    return Line(tuple(fact.name for fact in facts), tuple(texts))


def _joint(one: Fact, two: Fact, sign: str, chance: random.Random) -> str:
    drawn = chance.random()
    # Nobody could tell where a telephone number ends.
    may_touch = one.kind != two.kind and PHONE not in (one.kind, two.kind)
    if sign != BREAK and drawn < GAP and one.has_figures and two.has_figures and may_touch:
        return " "
    return chance.choice(BETWEEN) if sign != BREAK and drawn > 1 - OTHER else sign


def _said(
    theme: Theme, unit: tuple[Fact, ...], every: Sequence[Fact], sign: str, chance: random.Random
) -> list[str]:
    """The texts around the facts of a unit."""
    names = tuple(fact.name for fact in unit)
    if names in theme.tied:
        return _around([_word(fact, every, chance) for fact in unit], " ")
    if len(unit) > 1 and names not in theme.pairs:
        return _around([VALUE] * len(unit), WHOLE)
    if names in theme.pairs:
        # No other times or days in the line: then nobody could tell what they are.
        others = [fact for fact in every if fact not in unit and fact.kind == unit[0].kind]
        if not others and not any(fact.needs_word for fact in unit) and chance.random() < BARE:
            return _around([VALUE] * 2, chance.choice(RANGES))
        at = chance.randrange(min(len(_worded(fact)) for fact in unit))
        return _around([_worded(fact)[at] for fact in unit], " " if chance.random() < GAP else sign)
    return _around([_word(unit[0], every, chance)], "")


def _word(fact: Fact, every: Sequence[Fact], chance: random.Random) -> str:
    is_one = fact.kind == TEXT or sum(one.kind == fact.kind for one in every) == 1
    if not fact.needs_word and is_one and chance.random() < BARE:
        return VALUE
    return chance.choice(_worded(fact) or [VALUE])


def _worded(fact: Fact) -> list[str]:
    return [way for way in fact.words if way != VALUE]


def _around(ways: Sequence[str], joint: str) -> list[str]:
    """Of `coach {v}` and `{v} (window)`: before the first value, between the two, behind the last."""
    found = [""]
    for at, way in enumerate(ways):
        before, _, behind = way.partition(VALUE)
        found[-1] += (joint if at else "") + before
        found.append(behind)
    return found
