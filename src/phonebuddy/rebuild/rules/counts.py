"""Counts: a number in a text that is always the number of ticked boxes, or of rows, on the page it stands on.

`3 selected` and `12 items` are then computed, not kept. Invariant: a text is computed only if it was seen
with two numbers at least and said the right one more often than not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from phonebuddy.rebuild.items import CHECK, FIELD
from phonebuddy.rebuild.lists import ListRegion
from phonebuddy.rebuild.model import Page
from phonebuddy.rebuild.rows import rows_of
from phonebuddy.rebuild.values import ON, SAYS, Cell

_NUMBER = re.compile(r"(?<![0-9])[0-9]{1,6}(?![0-9])")
BOXES, ROWS = "boxes", "rows"


class Counted(NamedTuple):
    """A text made around a number."""

    before: str
    after: str
    what: str
    first: int
    """For rows: the first slot of their list."""
    support: int
    conflicts: int


def find_counts(
    pages: Sequence[Page], lists: Mapping[int, Sequence[ListRegion]]
) -> dict[tuple[int, Cell], Counted]:
    """All texts that count something."""
    found: dict[tuple[int, Cell], Counted] = {}
    for page in pages:
        for cell in page.cells:
            if cell.attribute == SAYS and cell.slot < len(page.slots) and page.slots[cell.slot].kind != FIELD:
                best = _best(page, cell, lists.get(page.number, ()))
                if best is not None:
                    found[page.number, cell] = best
    return found


def _best(page: Page, cell: Cell, regions: Sequence[ListRegion]) -> Counted | None:
    says = {n: str(values[cell]) for n, values in enumerate(page.values) if cell in values}
    best: Counted | None = None
    for what, first, numbers in _numbers(page, regions):
        for before, after in dict.fromkeys(_around(says, numbers)):
            right = [n for n, text in says.items() if text == f"{before}{numbers[n]}{after}"]
            if len({numbers[n] for n in right}) < 2 or len(right) <= len(says) - len(right):
                continue
            if best is None or len(right) > best.support:
                best = Counted(before, after, what, first, len(right), len(says) - len(right))
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
