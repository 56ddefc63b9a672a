"""Choice groups: check boxes of a page of which only one is on at a time, and what a page varies in.

Evidence is a tap that switched one on and another off; without it, boxes of which every screen shows exactly
one on. A group counts as one cell of its page: the words of the box that is on. Invariant: a slot is in one
group at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.rebuild.items import CHECK
from phonebuddy.rebuild.model import TAP, Move, Page
from phonebuddy.rebuild.slots import Slot, core
from phonebuddy.rebuild.values import ON, SAYS, SHOWN, Cell, Value

GROUP = 10_000
"""Groups are numbered from here, so that their cells and those of slots never meet."""
OPENER = 20_000
"""The cell that says which link opened a page of choices."""


class Group(NamedTuple):
    number: int
    slots: tuple[int, ...]

    @property
    def cell(self) -> Cell:
        return Cell(self.number, SAYS)


def find_groups(page: Page, moves: Sequence[Move]) -> list[Group]:
    """The choice groups of a page."""
    checks = [slot.number for slot in page.slots if slot.kind == CHECK]
    if len(checks) < 2:
        return []
    sets = _by_evidence(page, moves)
    left = [number for number in checks if not any(number in one for one in sets)]
    toggled = _toggled(page, moves)
    left = [number for number in left if number not in toggled]
    sets += _by_shape(page, left)
    sets.sort(key=min)
    return [Group(GROUP + number, tuple(sorted(one))) for number, one in enumerate(sets)]


def _by_evidence(page: Page, moves: Sequence[Move]) -> list[set[int]]:
    """Boxes that went off when another was touched and went on."""
    sets: list[set[int]] = []
    for move in moves:
        if move.before.page != page.number or move.after.page != page.number or move.gesture != TAP:
            continue
        old, new = page.values[move.before.member], page.values[move.after.member]
        if move.slot is None or new.get(Cell(move.slot, ON)) is not True or old.get(Cell(move.slot, ON)):
            continue
        off = {c.slot for c, v in old.items() if c.attribute == ON and v and new.get(c) is False}
        if off:
            joined = {move.slot, *off}
            apart = [one for one in sets if not one & joined]
            sets = [*apart, joined.union(*(one for one in sets if one & joined))]
    return sets


def _toggled(page: Page, moves: Sequence[Move]) -> set[int]:
    """Boxes that were switched without another one changing."""
    found: set[int] = set()
    for move in moves:
        if (
            move.before.page == page.number == move.after.page
            and move.gesture == TAP
            and move.slot is not None
        ):
            old, new = page.values[move.before.member], page.values[move.after.member]
            changed = {c.slot for c, v in old.items() if c.attribute == ON and new.get(c, v) != v}
            if changed == {move.slot}:
                found.add(move.slot)
    return found


def _by_shape(page: Page, left: Sequence[int]) -> list[set[int]]:
    """Runs of boxes of which each screen of a layer shows exactly one on."""
    if len(left) < 2 or not page.layer:
        return []
    num_on = {sum(bool(values.get(Cell(n, ON))) for n in left) for values in page.values}
    if num_on <= {0, 1} and 1 in num_on:
        return [set(left)]
    if num_on == {2}:
        for cut in sorted(range(1, len(left)), key=lambda cut: abs(len(left) - 2 * cut)):
            parts = [set(left[:cut]), set(left[cut:])]
            if all(
                sum(bool(values.get(Cell(n, ON))) for n in part) == 1
                for values in page.values
                for part in parts
            ):
                return parts
    return []


def chosen(group: Group, slots: Sequence[Slot], values: dict[Cell, Value]) -> str:
    """The words of the box that is on."""
    for number in group.slots:
        if values.get(Cell(number, ON)) is True:
            says = values.get(Cell(number, SAYS), "")
            return f"{slots[number].stem}{says}"
    return ""


def words_of(slot: Slot) -> str:
    """What a box of a group is chosen by."""
    return core(slot.first)


def add_group_cells(page: Page, groups: Sequence[Group]) -> None:
    """Let every screen's values also say what is chosen; the boxes' own flags then follow from that."""
    grouped = {number for group in groups for number in group.slots}
    for values in page.values:
        for group in groups:
            values[group.cell] = chosen(group, page.slots, values)
        for number in grouped:
            values.pop(Cell(number, ON), None)


def varying(page: Page) -> list[Cell]:
    """The cells of a page that can change: those seen to, flags, and what is typed."""
    found: list[Cell] = []
    seen: dict[Cell, set[Value]] = {}
    for values in page.values:
        for cell, value in values.items():
            seen.setdefault(cell, set()).add(value)
    for cell in sorted(seen):
        slot = page.slots[cell.slot] if cell.slot < GROUP else None
        typed = slot is not None and slot.kind == "field" and cell.attribute == SAYS
        flag = cell.attribute == ON and slot is not None and slot.kind == CHECK
        link = cell.slot >= GROUP or (slot is not None and bool(slot.stem) and cell.attribute == SAYS)
        if len(seen[cell]) > 1 or cell in page.derived or typed or flag or (link and cell.attribute != SHOWN):
            found.append(cell)
    return found
