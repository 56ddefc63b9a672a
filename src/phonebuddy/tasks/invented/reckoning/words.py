"""Words: sentences that ask for what comes of values, and words for it where it is to be written.

Data of frames.yaml. Invariant: a frame is taken only where every part of it can be said of the case; every
sentence names all of its values, and the word for how many.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from phonebuddy.tasks.invented.halves import name_in
from phonebuddy.tasks.invented.reckoning.amounts import BETWEEN, MONEY, TIME, WORD
from phonebuddy.tasks.invented.reckoning.cases import LETTERS, Case, is_named, matches
from phonebuddy.tasks.invented.reckoning.data import frames
from phonebuddy.tasks.invented.several import listed, shared_words
from phonebuddy.tasks.invented.sketch import Read, filled
from phonebuddy.tasks.invented.wh.words import names_in
from phonebuddy.tasks.invented.wording import is_plain

NUM_LISTS = 3
"""Lists in which every value is named in full, each with other words."""
_PART = re.compile(r"\{(\w+)\}")
_ENDING = re.compile(r"(.+ (?:of|for|on|to|with|at|into|from)) (\{\w+\})$")
"""Words in which other names can follow the name."""
_NO_GOODS = ("_title", "_who", "_subject")
"""Names of what people write, which nobody buys."""
_OF = re.compile(r"the [\w -]+ ((?:of|for|on) \{\w+\})$")
_CLAUSE = re.compile(
    r"(?:(?:at )?what time|when(?: (?:on|by) the clock)?) (?!to )([^:,]+)(?<! is)$"
    r"|the (?:time|hour) ((?:\{|my |the |our |I )[^:,]* "
    r"(?:starts|begins|is over|ends|leaves|opens|closes|is due|finishes|kicks off|gets going|rings|"
    r"reminded of \S+))$"
)
"""What begins, in words for when it begins."""
_UNATTENDED = re.compile(r"\blast\b|\bremind|\bwarn|\brest of\b|\bquiet\b")
"""What happens, or has happened, without anybody having to be there."""
Parts = dict[str, str]
"""Parts of a sentence that go together."""


class ReckoningWords:
    """Ways to say one case."""

    def __init__(self, case: Case, chance: random.Random) -> None:
        self._case, self._chance = case, chance
        self._reads = _of_first(case.reads) if case.is_one else list(case.reads)
        self._choices: list[list[Parts]] = [choices for choices in self._every_part() if choices]
        known = {name for choices in self._choices for name in choices[0]}
        every: dict[str, list[str]] = frames()[case.form]
        self._asks, self._nouns = (
            [frame for frame in every[key] if _parts_in(frame) <= known] for key in ("asks", "nouns")
        )
        self._told = every["told"]

    def asked(self) -> str:
        return self._said(self._asks)

    def noun(self) -> str:
        """Words for the result."""
        return self._said(self._nouns)

    def told(self) -> str:
        """An answer, with `{r}` for the result."""
        return self._chance.choice(self._told)

    def _said(self, ways: Sequence[str]) -> str:
        frame = self._chance.choice(ways)
        needed = _parts_in(frame)
        parts: Parts = {}
        for choices in self._choices:
            if choices[0].keys() & needed:
                parts |= self._chance.choice(choices)
        return filled(frame, **parts)

    # -- parts -----------------------------------------------------------------------------------------

    def _every_part(self) -> Iterator[list[Parts]]:
        """All ways to say each part, or parts that go together; none for what cannot be said."""
        case, (first, *others) = self._case, self._reads
        yield [{"n": f"{{{WORD}}}"}]
        yield [{"x": one} for one in first.things if is_plain(one) and not one.startswith("by ")]
        if case.kind == TIME:
            clauses = _clauses(first)
            yield [{"when": one} for one in clauses] or _nouns("when", first)
            events = [one for one in clauses if not _UNATTENDED.search(one)]
            yield [{"event": one} for one in events]
            yield _nouns("fixed", first) if events else []
        if case.kind == MONEY:
            yield _nouns("money", first)
        if not (case.form == BETWEEN and case.is_one):  # those are `from` and `to`, of one day
            yield _nouns("a", first)
            yield from (_nouns("b", read) for read in others[:1])
        yield self._names()
        if others:
            yield from self._of_one(*self._reads) if case.is_one else self._of_several()

    def _of_one(self, first: Read, second: Read) -> Iterator[list[Parts]]:
        """Two facts of one thing."""
        shared = [frame.replace("{}", listed(facts), 1) for facts, frame in shared_words(self._reads)]
        yield _both_ways([*shared, *self._lists()], [])
        for name, read in zip(
            ("whole", "taken") if self._case.kind == MONEY else ("from", "to"), (first, second), strict=True
        ):
            yield _nouns(name, read)
        lasts = matches("starts", first) and matches("ends", second) and name_in(first) == "r_name"
        yield [{"thing": one} for one in names_in(self._reads)] if lasts else []

    def _of_several(self) -> Iterator[list[Parts]]:
        """The same of several things: `the price of A, B and C`, `that of B`."""
        joined = [one for at in range(len(self._reads[0].things)) if (one := self._joined(at))]
        nouns = [one for one in joined if is_named(one)]
        lists = self._lists() if len(self._reads) == 2 or not nouns else []
        yield _both_ways([*nouns, *lists], joined)
        yield [
            {"one": thing, "that": f"that {match[1]}"}
            for thing, other in zip(self._reads[0].things, self._reads[1].things, strict=True)
            if (match := _OF.match(other))
        ]

    def _lists(self) -> list[str]:
        able = [[one for one in read.things if is_named(one)] for read in self._reads]
        return [listed([self._chance.choice(nouns) for nouns in able]) for _ in range(NUM_LISTS)]

    def _joined(self, thing: int) -> str:
        """One way to name the value, with the names of all things behind it."""
        ways = [_ENDING.match(read.things[thing]) for read in self._reads]
        found = [way for way in ways if way is not None]
        if len(found) < len(ways) or not is_plain(found[0][0]):
            return ""
        return f"{found[0][1]} {listed([way[2] for way in found])}"

    def _names(self) -> list[Parts]:
        """Things alone, where it goes without saying that their price is meant."""
        first, count = self._reads[0], len(self._reads)
        name = name_in(first)[1:]
        is_bought = matches("bought", first) and not matches("fees", first) and name not in ("", *_NO_GOODS)
        if self._case.kind != MONEY or not is_bought or (self._case.is_one and count > 1):
            return []
        slots = [f"{{{letter}{name}}}" for letter in LETTERS[:count]]
        return [{"A": slots[0], "B": slots[1], "names": listed(slots)} if count > 1 else {"it": slots[0]}]


@lru_cache(maxsize=1 << 10)
def _parts_in(frame: str) -> frozenset[str]:
    return frozenset(_PART.findall(frame))


def _nouns(name: str, read: Read) -> list[Parts]:
    return [{name: one} for one in read.things if is_named(one)]


def _clauses(read: Read) -> list[str]:
    """`{r_name} begins`, for what stands behind `before`."""
    return [one[1] or one[2] for thing in read.things if (one := _CLAUSE.match(thing))]


def _both_ways(nouns: Sequence[str], others: Sequence[str]) -> list[Parts]:
    """`all` is a noun, `any` may be `what I paid for A and B` too."""
    return [{"all": one, "any": one} for one in nouns] + [
        {"all": nouns[0], "any": one} for one in others if one not in nouns
    ]


def _of_first(reads: Sequence[Read]) -> list[Read]:
    """Facts of one thing, in the names of the first of them."""
    return [
        read._replace(things=tuple(re.sub(r"\{[suv]_", "{r_", thing) for thing in read.things))
        for read in reads
    ]
