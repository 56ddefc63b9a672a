"""Together: questions for several values of one thing, known by its name or by being the first or the last.

Invariant: values that are asked for together stand on one page and none holds another, so an answer without
one of them is no answer.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, Sketch
from phonebuddy.tasks.invented.wh.words import SLOTS, are_people, asked_together, table_of

NUM_SAYS = 24
NUM_TOGETHER, NUM_RANKED = 2, 1
"""Tasks for one app, and how many of them are about whatever comes first or last."""
THREE = 0.3
"""How often three values are asked for, where there are so many."""
ALIKE = 0.6
"""How often they are of one kind, where there are such: two days, two amounts, two names."""
LEAST_GAPS = 2
"""In `the newest plant`; `the newest` does not say of what."""
_WHICH = re.compile(r"(?:which [\w -]+ is|what is the name of|can you name|what is) (the [^?]+?)( called)?\?")
"""A question for the name of whatever is most; the first group is what it is called."""
_FIRST_NAME: Data = {"answer": "{name}"}


class _Page(NamedTuple):
    """Values that stand together."""

    table: str
    reads: tuple[Read, ...]


def together(sketch: Sketch, chance: random.Random) -> list[Deed]:
    pages = _pages(sketch.reads)
    has_it = sketch.names_tell and not are_people(sketch.reads)
    ranked = _ranked(sketch, pages, chance) if has_it else []
    return [*ranked, *_named(pages, NUM_TOGETHER - len(ranked), has_it, chance)]


def _pages(reads: Sequence[Read]) -> list[_Page]:
    """Reads by where they stand; those that stand alone are left out."""
    found: dict[str, list[Read]] = {}
    for read in reads:
        if is_one_look(read):
            found.setdefault(repr([*_steps(read)[:-1], table_of(read.draw["read"])]), []).append(read)
    return [
        _Page(table_of(group[0].draw["read"]), tuple(group)) for group in found.values() if len(group) > 1
    ]


def is_one_look(read: Read) -> bool:
    """Whether it is one look at the page of a thing that goes by its name."""
    look = read.gold[-1]
    is_fixed = look.get("read") == "got" and not any("{" in str(value) for value in look.values())
    return _key_of(read) != "" and list(read.draw) == ["read"] and is_fixed


def _key_of(read: Read) -> str:
    """The name drawn for what its thing goes by; empty where gold touches no row."""
    return next((step["tap"].strip("{}") for step in read.gold if step.get("tap") in SLOTS), "")


def _steps(read: Read) -> Gold:
    """From the touch on the row on."""
    at = next(at for at, step in enumerate(read.gold) if step.get("tap") in SLOTS)
    return read.gold[at:]


def _chosen(page: _Page, chance: random.Random) -> tuple[Read, ...]:
    """Reads to ask for in one go; those of one kind are easily taken for each other."""
    pairs = list(permutations(page.reads, 2))
    alike = [pair for pair in pairs if pair[0].kind == pair[1].kind]
    pair = chance.choice(alike if alike and chance.random() < ALIKE else pairs)
    others = [read for read in page.reads if read not in pair]
    return (*pair, chance.choice(others)) if others and chance.random() < THREE else pair


def _named(pages: list[_Page], count: int, has_it: bool, chance: random.Random) -> list[Deed]:
    found = []
    for number in range(count if pages else 0):
        page = chance.choice(pages)
        reads = _chosen(page, chance)
        says = [asked_together(reads, "", has_it, chance) for _ in range(NUM_SAYS)]
        gold = [*reads[0].gold[:-1], *_read_all(page, reads)]
        found.append(Deed(f"wh{number}", distinct(says), gold, told_all(reads), {}, {"read": joined(reads)}))
    return found


def _ranked(sketch: Sketch, pages: list[_Page], chance: random.Random) -> list[Deed]:
    """Of whatever comes first, last, is the largest: the list says which one that is."""
    able = [
        (deed, page)
        for deed in sketch.deeds
        if deed.goal == [_FIRST_NAME] and deed.gold[-1] == _FIRST_NAME and not deed.new and _best(deed)
        for page in pages
        if page.table == table_of(deed.draw.get("one", ""))
    ]
    found = []
    for number, (deed, page) in enumerate(chance.sample(able, min(len(able), NUM_RANKED))):
        reads, best = _chosen(page, chance), _best(deed)
        says = [asked_together(reads, chance.choice(best), True, chance) for _ in range(NUM_SAYS)]
        draw = {**deed.draw, "read": f"SELECT * FROM ({joined(reads)}) WHERE r_name = :name"}
        gold = [*deed.gold[:-1], *_steps(reads[0])[:-1], *_read_all(page, reads)]
        found.append(Deed(f"wh_most{number}", distinct(says), gold, told_all(reads), {}, draw))
    return found


def _best(deed: Deed) -> list[str]:
    """What a question calls the thing it asks for: `the letter with the latest date`."""
    found = [match[1] for way in deed.says if (match := _WHICH.fullmatch(way))]
    return [best for best in found if "{" not in best and best.count(" ") >= LEAST_GAPS]


def _read_all(page: _Page, reads: Sequence[Read]) -> Gold:
    """From top to bottom of the page where they stand, and told as they were asked for."""
    downwards = sorted(range(len(reads)), key=lambda at: page.reads.index(reads[at]))
    steps = [{**reads[at].gold[-1], "read": f"got{at}"} for at in downwards]
    return [*steps, {"answer": ", ".join(f"{{got{at}}}" for at in range(len(reads)))}]


def told_all(reads: Sequence[Read]) -> list[Data]:
    return [{"answer": f"{{r_told{at}}}"} for at in range(len(reads))]


def joined(reads: Sequence[Read]) -> str:
    """SQL for a thing with all of these values, none of which holds another."""
    values = [f"v{at}.{read.value}" for at, read in enumerate(reads)]
    columns = ", ".join(f"{value} AS r_told{at}" for at, value in enumerate(values))
    tables, key = f"({reads[0].draw['read']}) v0", _key_of(reads[0])
    for at, read in enumerate(reads[1:], 1):
        tables += f" JOIN ({read.draw['read']}) v{at} ON v{at}.{key} = v0.{key}"
    apart = [f"instr(lower({one}), lower({two})) = 0" for one, two in permutations(values, 2)]
    return f"SELECT v0.*, {columns} FROM {tables} WHERE {' AND '.join(apart)}"


def distinct(says: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(says))
