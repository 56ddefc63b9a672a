"""Rows: what a list shows at a moment, what a touch did to it, and the rules that may explain it.

Invariant: a rule is judged by the rows it predicts, and written as SQL that gives the same rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.rebuild.expressions import Expression, Given
from phonebuddy.rebuild.lists import ListRegion
from phonebuddy.rebuild.model import Page

INSERT, DELETE, RESTORE, ORDER = "insert", "delete", "restore", "order"


class Row(NamedTuple):
    name: str
    detail: str


Rows = tuple[Row, ...]


class RowCase(NamedTuple):
    """A recorded touch: what could be known, the rows before and after, and the row that went last."""

    given: Given
    old: Rows
    new: Rows
    lost: Row | None = None


class RowRule(NamedTuple):
    """What a touch does to the rows of a list."""

    kind: str
    page: int
    first: int
    """The first slot of the list."""
    name: Expression | None = None
    """Which row it is about."""
    detail: Expression | None = None
    order: str = ""
    """For `order`: what the rows are sorted by (rules/sort.py)."""
    once: bool = False
    """For `insert`: not if there is such a row already."""
    support: int = 0
    conflicts: int = 0


def rows_of(page: Page, region: ListRegion, member: int) -> Rows:
    """The rows of a list on one screen, in the order they stand there."""
    order = {id(item): number for number, item in enumerate(page.members[member].items)}
    items = [page.slots[slot].seen[member] for slot in region.slots if member in page.slots[slot].seen]
    items.sort(key=lambda item: order[id(item)])
    return tuple(row_of(item.label) for item in items)


def row_of(label: str) -> Row:
    name, _, detail = label.partition("\n")
    return Row(name, detail)


def same_rows(one: Sequence[Row], two: Sequence[Row]) -> bool:
    """Whether both hold the same rows, whatever their order."""
    return sorted(one) == sorted(two)
