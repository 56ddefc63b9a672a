"""Step 6: lists: runs of things of the same shape next to each other, whose rows differ only in their words.

Without bounds a row is something to touch with at least two lines; with a tree it is a node whose neighbours
have the same path below a parent that scrolls. Invariant: a slot is in one list at most, and rows keep their
order.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.rebuild.items import BUTTON
from phonebuddy.rebuild.model import Page
from phonebuddy.rebuild.slots import SCROLLERS, Slot

LEAST_ROWS = 2


class ListRegion(NamedTuple):
    """A list on a page: its row slots, in order."""

    page: int
    rows: tuple[int, ...]
    guests: tuple[int, ...] = ()
    """Places among the rows where different things were seen: rows that come and go."""

    @property
    def first(self) -> int:
        return self.rows[0]

    @property
    def slots(self) -> tuple[int, ...]:
        return tuple(sorted((*self.rows, *self.guests)))


class Part(NamedTuple):
    """One node of the rows of a list with places."""

    above: int
    """The number of the part it is in; -1 for the row itself."""
    slots: tuple[int | None, ...]
    """What it is in each row; None where a row has none."""

    @property
    def first(self) -> int:
        return next(slot for slot in self.slots if slot is not None)


class Listing(NamedTuple):
    """A list with places whose rows are one table: the parts of a row, the row itself first."""

    page: int
    parts: tuple[Part, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        return tuple(slot for slot in self.parts[0].slots if slot is not None)


class Kept(NamedTuple):
    """A list with places whose rows stay nodes of their own, and why."""

    page: int
    rows: tuple[int, ...]
    why: str


def find_changing(page: Page) -> list[ListRegion]:
    """Lists without places, with the rows that come and go among the others."""
    found: list[ListRegion] = []
    run: list[Slot] = []
    shape: object = None
    for slot in [*page.slots, None]:
        kind = (row_shape(slot) or _guest_shape(slot)) if slot is not None and not slot.first.path else None
        if slot is not None and kind is not None and kind == shape:
            run.append(slot)
            continue
        rows = tuple(one.number for one in run if one.stem)
        guests = tuple(one.number for one in run if not one.stem)
        if rows and len(run) >= LEAST_ROWS:
            found.append(ListRegion(page.number, rows, guests))
        run, shape = ([slot], kind) if slot is not None and kind is not None else ([], None)
    return found


def _guest_shape(slot: Slot) -> object:
    lines = {label.count("\n") for label in slot.labels}
    return (BUTTON, *lines) if slot.kind == BUTTON and len(lines) == 1 and 0 not in lines else None


def find_lists(page: Page) -> list[ListRegion]:
    """The lists of a page, by the shape of what stands there always or at times."""
    found: list[ListRegion] = []
    run: list[int] = []
    shape: object = None
    for slot in [*page.slots, None]:
        kind = row_shape(slot) if slot is not None else None
        if slot is not None and kind is not None and kind == shape:
            run.append(slot.number)
            continue
        if shape is None or slot is None or not _is_inside(slot, shape):
            if len(run) >= LEAST_ROWS:
                found.append(ListRegion(page.number, tuple(run)))
            run, shape = ([slot.number], kind) if slot is not None and kind is not None else ([], None)
    return found


def row_shape(slot: Slot) -> object:
    """What rows of one list have in common; None for what is no row."""
    first = slot.first
    if not first.path:
        lines = first.label.count("\n")
        return (BUTTON, lines) if slot.kind == BUTTON and lines and slot.stem else None
    parent = first.path.rpartition("/")[0].rpartition("/")[2].partition("#")[0]
    return first.path if parent in SCROLLERS else None


def _is_inside(slot: Slot, shape: object) -> bool:
    """Whether a node of a tree is part of the row before it."""
    return isinstance(shape, str) and slot.first.path.startswith(f"{shape}/")
