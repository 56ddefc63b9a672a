"""Values: what a page shows at a moment, slot by slot, as plain data that can be compared and learnt from.

What can vary in a slot: whether it is shown, what it says, whether it is on, whether it can be touched (a
chosen tab often cannot) and, where places were recorded, where it stands. Invariant: a screen's values and
its page's slots give back its items.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from phonebuddy.rebuild.items import BUTTON, CHECK, TEXT, Item
from phonebuddy.rebuild.slots import Slot, core

SHOWN, SAYS, ON, TAPS, AT = "shown", "says", "on", "taps", "at"

Value = bool | str


class Cell(NamedTuple):
    """One varying thing of a page."""

    slot: int
    attribute: str


Values = Mapping[Cell, Value]


def values_of(
    slots: Sequence[Slot], places: Sequence[int | None], items: Sequence[Item]
) -> dict[Cell, Value]:
    """What a screen shows, given which slot each of its items fills."""
    found: dict[Cell, Value] = {Cell(slot.number, SHOWN): False for slot in slots}
    for item, place in zip(items, places, strict=True):
        if place is not None:
            found.update(_cells(slots[place], item))
    return found


def member_values(slots: Sequence[Slot], member: int) -> dict[Cell, Value]:
    """What one of the screens the page was made from shows."""
    found: dict[Cell, Value] = {}
    for slot in slots:
        item = slot.seen.get(member)
        if item is None:
            found[Cell(slot.number, SHOWN)] = False
        else:
            found.update(_cells(slot, item))
    return found


def _cells(slot: Slot, item: Item) -> dict[Cell, Value]:
    says = core(item).removeprefix(slot.stem)
    cells: dict[Cell, Value] = {Cell(slot.number, SHOWN): True, Cell(slot.number, SAYS): says}
    if item.kind == CHECK or slot.kind == CHECK or item.on:
        cells[Cell(slot.number, ON)] = item.on
    if item.at:
        cells[Cell(slot.number, AT)] = item.at
    elif item.kind in (TEXT, BUTTON):
        cells[Cell(slot.number, TAPS)] = item.kind == BUTTON
    return cells
