"""Choices that answer for a place elsewhere: a setting shows `Left`, its list of choices has `Left` on.

A link joins the slot that was touched to open a page of choices with the group in it that showed the same
words. Invariant: a link holds in every sighting of its opening.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from phonebuddy.rebuild.graph import Sight
from phonebuddy.rebuild.groups import Group
from phonebuddy.rebuild.model import BACK, OPEN, TAP, Page
from phonebuddy.rebuild.values import SAYS, Cell


class Link(NamedTuple):
    page: int
    slot: int
    choices: int
    """The page of choices."""
    group: Cell
    support: int

    @property
    def cell(self) -> Cell:
        return Cell(self.slot, SAYS)


def find_links(
    sights: Sequence[Sight], pages: Sequence[Page], groups: Mapping[int, Sequence[Group]]
) -> list[Link]:
    """All links, in the order of their pages."""
    fits: dict[tuple[int, int, int, Cell], list[bool]] = {}
    origin: dict[int, tuple[int, int, str]] = {}
    trace = -1
    for sight in sights:
        move = sight.move
        if move.trace != trace:
            trace, origin = move.trace, {}
        if sight.going.way != OPEN or move.gesture == BACK:
            continue
        there = move.after.page
        if pages[move.before.page].layer:
            if move.before.page in origin:
                origin[there] = origin[move.before.page]
        elif move.slot is not None and move.gesture == TAP:
            says = pages[move.before.page].values[move.before.member].get(Cell(move.slot, SAYS), "")
            origin[there] = (move.before.page, move.slot, str(says))
        if there in origin and pages[there].layer:
            page, slot, says = origin[there]
            for group in groups.get(there, ()):
                chosen = pages[there].values[move.after.member].get(group.cell, "")
                fits.setdefault((page, slot, there, group.cell), []).append(bool(says) and chosen == says)
    return [
        Link(page, slot, there, cell, len(held))
        for (page, slot, there, cell), held in sorted(fits.items())
        if all(held)
    ]
