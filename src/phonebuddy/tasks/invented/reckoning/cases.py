"""Cases: what can be reckoned with in an app: values of several things, of one thing, one value and a word.

Invariant: only values are drawn from which something exact comes; an amount that comes of them is that of no
thing there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from phonebuddy.tasks.invented.halves import name_in, renamed_read
from phonebuddy.tasks.invented.reckoning.amounts import (
    AFTER,
    BEFORE,
    BETWEEN,
    DIFFERENCE,
    MONEY,
    NUMBER,
    PART,
    SPLIT,
    SUM,
    TIME,
    TIMES,
    are_alike,
    checked,
    count_draw,
    is_able,
    is_fit,
    units,
    written,
)
from phonebuddy.tasks.invented.reckoning.data import frames
from phonebuddy.tasks.invented.reckoning.looks import can_look_again, looks_at
from phonebuddy.tasks.invented.several import fact_groups, split_gold
from phonebuddy.tasks.invented.sketch import Data, Gold, Read
from phonebuddy.tasks.invented.wording import is_noun, is_price

RESULT, SAID, GOT = "c_result", "c_said", "c_got"
"""What comes of it as it is told, what of that is checked, and what gold makes of what it has read."""
LETTERS, KEPT = "rsuv", ("got", "got2", "got3", "got4")
HOW_MANY = (2, 2, 2, 3, 3, 4)
"""Things that are added up."""
_SLOT = re.compile(r"\{(r_\w+)\}")
_PERCENT = re.compile(r"\|\| ' ?%'")
_ASKED = re.compile(r"^(?:\w+ )?\w+ (?:which|what)\b|^by ")


class Option(NamedTuple):
    """Something that an app lets one reckon with."""

    form: str
    reads: tuple[Read, ...]
    is_one: bool = True
    """Whether it is all about one thing; else the one read is of several."""

    def drawn(self, chance: random.Random) -> Case:
        if self.is_one:
            return Case(self.form, _renamed(self.reads), True)
        count = chance.choice(HOW_MANY) if self.form == SUM else 2
        return Case(self.form, _renamed(self.reads * count), False)


Options = dict[str, list[Option]]
"""What an app offers, form by form."""


class Case(NamedTuple):
    form: str
    reads: tuple[Read, ...]
    """With names of their own."""
    is_one: bool

    @property
    def kind(self) -> str:
        return self.reads[0].kind

    @property
    def counts(self) -> Mapping[str, int]:
        found: Mapping[str, int] = frames()["counts"].get(self.form, {})
        return found

    @property
    def gold(self) -> Gold:
        """Up to what gold makes of it."""
        values = [f":{name}" for name in KEPT[: len(self.reads)]]
        worked = {"work_out": GOT, "as": f"SELECT {written(self.form, self.kind, values)}"}
        return [*looks_at(self.reads, self.is_one), worked]

    @property
    def draw(self) -> Data:
        found: Data = {}
        for at, read in enumerate(self.reads):
            ((key, sql),) = read.draw.items()
            found[key] = f"SELECT * FROM ({sql}) AS its WHERE {' AND '.join(self._rules(at))}"
        if self.counts:
            found["many"] = count_draw(self.form, f":{self.reads[0].value}", self.kind, self.counts)
        return found | {"result": self._result()}

    def _rules(self, at: int) -> Iterator[str]:
        """What a value must be, given those before it; the first leaves room for a second."""
        read = self.reads[at]
        yield is_fit(read.value, self.kind)
        yield self._is_single(at)
        if at == 0:
            yield is_able(self.form, read.value, self.kind, self.counts)
        if at == 0 and len(self.reads) > 1:
            ((_, sql),) = self.reads[1].draw.items()
            yield f"EXISTS (SELECT 1 FROM ({sql}) WHERE {' AND '.join(self._fits(1, ''))})"
        elif at > 0:
            yield from self._fits(at, ":")

    def _is_single(self, at: int) -> str:
        """Nothing else goes by its name."""
        if not (name := name_in(self.reads[0])):
            return "1"
        ((_, sql),) = self.reads[0].draw.items()
        return f"(SELECT count(*) FROM ({sql}) AS other WHERE other.{name} = its.{_called(name, at)}) = 1"

    def _fits(self, at: int, mark: str) -> Iterator[str]:
        """How a later value goes with the ones before it, which `mark` finds."""
        first, read = self.reads[0], self.reads[at]
        yield is_fit(read.value, self.kind)
        yield are_alike(read.value, f"{mark}{first.value}", self.kind)
        for name in sorted(names_of(first)):
            if self.is_one:
                yield f"{_called(name, at)} = {mark}{name}"
            elif name == name_in(first):
                yield from (f"{_called(name, at)} <> {mark}{_called(name, other)}" for other in range(at))
        if self.form in (DIFFERENCE, BETWEEN):
            one, two = (units(value, self.kind) for value in (f"{mark}{first.value}", read.value))
            yield f"{one} {'>' if self.form == DIFFERENCE else '<'} {two}"

    def _result(self) -> str:
        values = [f":{read.value}" for read in self.reads]
        ((_, sql),) = self.reads[0].draw.items()
        every = f"SELECT {written(self.form, self.kind, values)} AS {RESULT}, " + (
            f"{checked(self.form, self.kind, values)} AS {SAID}"
        )
        is_new = f"{RESULT} NOT IN ({', '.join(values)})"
        if self.kind != TIME:
            is_new += f" AND {RESULT} NOT IN (SELECT {self.reads[0].value} FROM ({sql}))"
        return f"SELECT {RESULT}, {SAID} FROM ({every}) WHERE {is_new}"


def names_of(read: Read) -> set[str]:
    """The names that say which thing it is."""
    return set(_SLOT.findall(f"{read.things}{split_gold(read)[0]}")) - {read.value}


def _called(name: str, at: int) -> str:
    """The same name of another thing."""
    return LETTERS[at] + name[1:]


def _renamed(reads: Sequence[Read]) -> tuple[Read, ...]:
    others = [renamed_read(read, LETTERS[at], at + 1) for at, read in enumerate(reads) if at]
    return reads[0], *others


# -- what an app offers ----------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(pattern) for name, pattern in frames()["patterns"].items()}


def matches(name: str, read: Read) -> bool:
    """Whether its words are of this sort."""
    return _any_matches(name, read.things)


@lru_cache(maxsize=1 << 12)
def _any_matches(name: str, things: tuple[str, ...]) -> bool:
    return any(_patterns()[name].search(thing) for thing in things)


def options_of(reads: Sequence[Read]) -> Options:
    able = [read for read in reads if len(read.draw) == 1 and any(map(is_named, read.things))]
    facts = list(_of_two_facts(able))
    lasts = any(option.form == BETWEEN for option in facts)  # how long something takes is asked more often
    several = (option for option in _of_several(able) if option.form != BETWEEN or not lasts)
    found: Options = {}
    for option in (*several, *facts, *_of_one(able)):
        found.setdefault(option.form, []).append(option)
    return found


@lru_cache(maxsize=1 << 12)
def is_named(thing: str) -> bool:
    """`the hour it begins`, and not `when it begins`, nor `up to which hour it is on`."""
    return is_noun(thing) and not _ASKED.search(thing)


def is_added(read: Read) -> bool:
    """Whether several of these make one: pages do, ratings do not."""
    if matches("rates", read):
        return False
    is_number = matches("added", read) and not matches("numbered", read)
    return read.kind == MONEY or (read.kind == NUMBER and is_number and not _PERCENT.search(str(read.draw)))


def _of_several(reads: Sequence[Read]) -> Iterator[Option]:
    for read in reads:
        if not name_in(read) or not can_look_again(read):
            continue
        if is_added(read):
            yield Option(SUM, (read,), is_one=False)
        if read.kind == MONEY or (read.kind == NUMBER and not matches("numbered", read)):
            yield Option(DIFFERENCE, (read,), is_one=False)
        if read.kind == TIME:
            yield Option(BETWEEN, (read,), is_one=False)


def _of_two_facts(reads: Sequence[Read]) -> Iterator[Option]:
    for group in fact_groups(reads):
        for one in group:
            for two in group:
                if one is two or one.kind != two.kind:
                    continue
                if one.kind == MONEY and is_added(one) and is_added(two):
                    yield from (Option(form, (one, two)) for form in (SUM, DIFFERENCE))
                if one.kind == TIME and matches("starts", one) and matches("ends", two):
                    yield Option(BETWEEN, (one, two))


def _of_one(reads: Sequence[Read]) -> Iterator[Option]:
    for read in reads:
        is_measured = read.kind == NUMBER and is_added(read) and matches("measured", read)
        if is_measured or is_price(read):
            yield Option(TIMES, (read,))
        if is_measured or (read.kind == MONEY and is_added(read)):
            yield Option(PART, (read,))
        if read.kind == MONEY and is_added(read) and matches("shared", read):
            yield Option(SPLIT, (read,))
        if read.kind == TIME:
            yield from (Option(form, (read,)) for form in (BEFORE, AFTER))
