"""Counts: a number in a text that is always the number of ticked boxes, or of rows, on the page it stands on;
or of rows of a list elsewhere, as that was last seen.

`3 selected` and `12 items` are then computed, not kept. Invariant: a text is computed only if it was seen
with two numbers at least and said the right one more often than not; for a list elsewhere, always.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from phonebuddy.rebuild.items import CHECK, FIELD
from phonebuddy.rebuild.lists import ListRegion
from phonebuddy.rebuild.model import Move, Page, Spot
from phonebuddy.rebuild.rows import rows_of
from phonebuddy.rebuild.values import ON, SAYS, Cell

_NUMBER = re.compile(r"(?<![0-9])[0-9]{1,6}(?![0-9])")
BOXES, ROWS = "boxes", "rows"
LEAST_NUMBERS = 2
"""Numbers that a text must have been seen with."""


class Counted(NamedTuple):
    """A text made around a number."""

    before: str
    after: str
    what: str
    page: int
    first: int
    """For rows: the page and the first slot of their list."""
    support: int
    conflicts: int


def find_counts(
    pages: Sequence[Page], lists: Mapping[int, Sequence[ListRegion]], moves: Sequence[Move]
) -> dict[tuple[int, Cell], Counted]:
    """All texts that count something."""
    found: dict[tuple[int, Cell], Counted] = {}
    sights = _sights(moves, lists)
    for page in pages:
        for cell in page.cells:
            if cell.attribute == SAYS and cell.slot < len(page.slots) and page.slots[cell.slot].kind != FIELD:
                best = _here(page, cell, lists.get(page.number, ()))
                best = best or _elsewhere(page, cell, pages, lists, sights)
                if best is not None:
                    found[page.number, cell] = best
    return found


def _here(page: Page, cell: Cell, regions: Sequence[ListRegion]) -> Counted | None:
    """A text that counts something of its own page."""
    says = {n: str(values[cell]) for n, values in enumerate(page.values) if cell in values}
    found = (
        _best(says, numbers, what, page.number, first) for what, first, numbers in _numbers(page, regions)
    )
    return max((one for one in found if one is not None), key=lambda one: one.support, default=None)


def _elsewhere(
    page: Page,
    cell: Cell,
    pages: Sequence[Page],
    lists: Mapping[int, Sequence[ListRegion]],
    sights: Sequence[tuple[Spot, Mapping[int, int]]],
) -> Counted | None:
    """A text that counts the rows of a list on another page, as that page was last seen."""
    mine = [(page.values[spot.member], last) for spot, last in sights if spot.page == page.number]
    says = {n: str(values[cell]) for n, (values, _) in enumerate(mine) if cell in values}
    if len(set(says.values())) < LEAST_NUMBERS:
        return None
    for number, regions in lists.items():
        for region in regions if number != page.number else ():
            counts = [len(rows_of(pages[number], region, last[number])) for _, last in mine]
            found = _best(says, counts, ROWS, number, region.first)
            if found is not None and not found.conflicts:
                return found
    return None


def _sights(
    moves: Sequence[Move], lists: Mapping[int, Sequence[ListRegion]]
) -> list[tuple[Spot, Mapping[int, int]]]:
    """Each screen as it was come to, with what pages with lists last showed; at first their earliest."""
    found: list[tuple[Spot, Mapping[int, int]]] = []
    trace, last = -1, dict.fromkeys(lists, 0)
    for move in moves:
        if move.trace != trace:
            trace, last = move.trace, dict.fromkeys(lists, 0)
            found.append((move.before, dict(last)))
        last |= {spot.page: spot.member for spot in (move.before, move.after) if spot.page in lists}
        found.append((move.after, dict(last)))
    return found


def _best(
    says: Mapping[int, str], numbers: Sequence[int], what: str, page: int, first: int
) -> Counted | None:
    """The words around a number that fit most sightings of a text."""
    best: Counted | None = None
    for before, after in dict.fromkeys(_around(says, numbers)):
        right = [n for n, text in says.items() if text == f"{before}{numbers[n]}{after}"]
        if len({numbers[n] for n in right}) < LEAST_NUMBERS or len(right) <= len(says) - len(right):
            continue
        if best is None or len(right) > best.support:
            best = Counted(before, after, what, page, first, len(right), len(says) - len(right))
    return best


def _around(says: Mapping[int, str], numbers: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The words around the number, where a text says it."""
    for member, text in says.items():
        for found in _NUMBER.finditer(text):
            if int(found[0]) == numbers[member]:
                yield text[: found.start()], text[found.end() :]


def _numbers(page: Page, regions: Sequence[ListRegion]) -> Iterator[tuple[str, int, list[int]]]:
    """What may be counted, screen by screen."""
    boxes = [slot.number for slot in page.slots if slot.kind == CHECK]
    if boxes:
        yield BOXES, -1, [sum(values.get(Cell(n, ON)) is True for n in boxes) for values in page.values]
    for region in regions:
        yield ROWS, region.first, [len(rows_of(page, region, n)) for n in range(len(page.members))]
