"""Plan: a list with woven lines, drawn for one app: its theme, the forms of its lines and its rows.

Invariant: all names differ and none is part of another; two rows of like names differ in one part only.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection

from phonebuddy.tasks.answers import says
from phonebuddy.tasks.invented.sketch import WOVEN_TABLE, Data
from phonebuddy.tasks.invented.woven.lines import BETWEEN, Line, units_of, woven
from phonebuddy.tasks.invented.woven.words import DAY, FIGURE, TIME, Fact, frames, themes

PAGE, ONE = "woven", "woven_one"
LEAST, MOST = 6, 9
"""Rows."""
LISTINGS = ("rows", "rows", "cards", "single", "icons")
PAGES = 0.75
"""How often a thing has a page of its own; else its line in the list says all there is."""
MOST_LISTED = 4
"""Facts in a list without pages."""
ALONE = 0.2
"""How often a fact stands in a text of its own, beside the line."""
DAYS = {
    "day": r"\w+, \d+ \w+",
    "long_day": r"\w+, \d+ \w+ \d+",
    "full_date": r"\d+ \w+ \d+",
}
"""How days are written, and what finds them."""
TRIES = 60
STEP, LONGEST, FARTHEST = 5, 180, 7
"""Minutes, and days, from the first of a pair to the second."""


class Plan:
    """What one app has."""

    def __init__(self, name: str, kind: str, title: str, names: list[str], chance: random.Random) -> None:
        self.chance, self.title, self.theme = chance, title, themes()[kind]
        self.table = f"{name}{WOVEN_TABLE}"
        self.noun = chance.choice(self.theme.nouns)
        self.has_page = chance.random() < PAGES
        self.listing = chance.choice(LISTINGS) if self.has_page else "single"
        self.mark = chance.choice(BETWEEN)
        """Between name and line, where they are one text."""
        is_dated = sum(one.kind == DAY for one in self.theme.facts.values()) > 1
        self.day = chance.choice(("day", "full_date") if is_dated else sorted(DAYS))
        self.pin = chance.choice(frames()["pin"]["labels"])
        self.pinned = chance.choice(frames()["pin"]["done"])
        self.labels = chance.sample(frames()["labels"], 3)
        self.is_labelled = chance.random() < 0.5
        self.lines = self._lines()
        self.rows = self._rows(names)
        self.values = {name: self._pattern(name) for line in self.lines for name in line.facts}

    @property
    def listed(self) -> Line:
        """The line in the list."""
        return self.lines[0]

    @property
    def shown(self) -> dict[str, str]:
        """SQL for each fact as it is shown."""
        facts = self.theme.facts.values()
        return {one.name: f"{self.day}({one.column})" if one.kind == DAY else one.column for one in facts}

    def fact(self, name: str) -> Fact:
        return self.theme.facts.get(name) or self.theme.wholes[name]

    def value(self, fact: Fact) -> str:
        """SQL for a fact, or for both parts of a whole as a line joins them."""
        return self._line_of(fact).between(fact, self.shown)

    def line_of(self, fact: Fact) -> Line | None:
        """Where it stands, if it does."""
        return next((line for line in self.lines if set(fact.parts) <= set(line.facts)), None)

    def _line_of(self, fact: Fact) -> Line:
        line = self.line_of(fact)
        assert line is not None, f"no line says {fact.name}"
        return line

    def _lines(self) -> list[Line]:
        """One for a list without pages; else two, now and then with a text that says a single fact."""
        theme, chance = self.theme, self.chance
        units = units_of(theme, chance)
        if not self.has_page:
            while sum(map(len, units)) > MOST_LISTED:
                units.pop()
            return [woven(theme, units, False, chance)]
        groups = [units]
        if len(units) > 3 or (len(units) == 3 and chance.random() < 0.5):
            at = 1 if len(units[0]) > 1 and chance.random() < 0.5 else 2
            groups = [units[:at], units[at:]]
        if len(groups[-1]) > 2 and chance.random() < ALONE:
            groups = [*groups[:-1], groups[-1][:-1], groups[-1][-1:]]
        lines = [woven(theme, group, at > 0, chance) for at, group in enumerate(groups)]
        return lines

    # -- rows ------------------------------------------------------------------------------------------

    def _rows(self, names: list[str]) -> list[Data]:
        """The first two names are alike, and so are their rows."""
        chance = self.chance
        count = min(len(names), chance.randint(LEAST, MOST))
        drawn = [*names[:2], *chance.sample(names[2:], count - 2)]
        found: list[Data] = []
        for name in drawn:
            facts = self._twin(found[0]) if len(found) == 1 else self._new(found)
            found.append({"name": name, **facts, "pinned": 0})
        chance.shuffle(found)
        return [{"id": at + 1, **row} for at, row in enumerate(found)]

    def _new(self, rows: list[Data]) -> Data:
        """Unlike the others in the list, as far as there is enough to draw from."""
        columns = [self.theme.facts[name].column for name in self.listed.facts]
        for _ in range(TRIES):
            facts = self._drawn()
            if all(any(facts[one] != row[one] for one in columns) for row in rows):
                break
        return facts

    def _twin(self, row: Data) -> Data:
        """The same but for one part that the lines say."""
        changed = self.chance.choice([name for line in self.lines for name in line.facts])
        column = self.theme.facts[changed].column
        facts = {key: value for key, value in row.items() if key not in ("name", "pinned")}
        for _ in range(TRIES):
            other = facts | {column: self._drawn()[column]}
            if other != facts and self._is_able(other):
                return other
        return self._drawn()

    def _drawn(self) -> Data:
        for _ in range(TRIES):
            found = self._values()
            if self._is_able(found):
                break
        return {
            name: f"=today() + 86400 * ({value})" if isinstance(value, int) else value
            for name, value in found.items()
        }

    def _is_able(self, row: Data) -> bool:
        """Whether no value holds another, and what comes second in a pair comes later."""
        texts = [one for one in row.values() if isinstance(one, str) and not one.startswith("=")]
        if any(
            one in other or says(other, one)
            for at, one in enumerate(texts)
            for to, other in enumerate(texts)
            if at != to
        ):
            return False
        pairs = [[row[self.theme.facts[name].column] for name in pair] for pair in self.theme.pairs]
        return all(_size(one) < _size(two) for one, two in pairs)

    def _values(self) -> Data:
        """Days as numbers."""
        theme, chance = self.theme, self.chance
        found = {one.column: self._value(one) for one in theme.facts.values()}
        for names in theme.pairs:
            first, second = (theme.facts[name] for name in names)
            begin = found[first.column]
            if isinstance(begin, int):
                found[second.column] = begin + chance.randint(1, FARTHEST)
            else:
                found[second.column] = _clock(_size(begin) + chance.randrange(25, LONGEST, STEP))
        return found

    def _value(self, fact: Fact) -> str | int:
        chance = self.chance
        if fact.kind == DAY:
            return chance.randint(fact.low, fact.high)
        if fact.kind == TIME:
            return _clock(60 * chance.randint(fact.low, fact.high) + chance.randrange(0, 60, STEP))
        return "".join(
            str(chance.randint(1, 9)) if sign == FIGURE else sign for sign in chance.choice(fact.values)
        )

    def _pattern(self, name: str) -> str:
        """What finds any value of a fact that is there."""
        fact = self.theme.facts[name]
        if fact.kind == TIME:
            return r"\d\d:\d\d"
        if fact.kind == DAY:
            return DAYS[self.day]
        return any_of({str(row[fact.column]) for row in self.rows})


def any_of(texts: Collection[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, sorted(texts)))})"


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _size(value: str | int) -> int:
    """Minutes of a time, days of a day."""
    if isinstance(value, int):
        return value
    if value.startswith("="):
        return int(value.rpartition("(")[2].rstrip(")"))
    return 60 * int(value[:2]) + int(value[3:])
