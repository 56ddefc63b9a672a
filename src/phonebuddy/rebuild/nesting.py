"""How the slots of a page with bounds are nested, and in which order they are drawn.

Invariant: every slot stands in one place: below the slot that it is in on most screens, else at the top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from phonebuddy.rebuild.behaviour import Behaviour
from phonebuddy.rebuild.model import TAP, Edge, Page
from phonebuddy.rebuild.slots import Slot


class Nesting:
    """The tree of one page."""

    def __init__(self, page: Page, behaviours: Mapping[Edge, Behaviour]) -> None:
        self._page = page
        self._behaviours = behaviours
        self._below: dict[int | None, list[Slot]] = {}
        for slot in page.slots:
            self._below.setdefault(parent_of(page, slot), []).append(slot)

    def inside(self, number: int | None) -> list[Slot]:
        """What is in a slot, in order; what takes no touches goes below a neighbour it would cover that takes
        some.
        """
        ordered: list[Slot] = []
        for slot in self._below.get(number, []):
            at = len(ordered)
            if not self._takes_touches(slot):
                at = min((n for n, one in enumerate(ordered) if self._covers(slot, one)), default=at)
            ordered.insert(at, slot)
        return ordered

    def _covers(self, slot: Slot, other: Slot) -> bool:
        if not self._takes_touches(other):
            return False
        l1, t1, r1, b1 = map(int, slot.first.at.split())
        l2, t2, r2, b2 = map(int, other.first.at.split())
        return l1 < r2 and l2 < r1 and t1 < b2 and t2 < b1

    def _takes_touches(self, slot: Slot) -> bool:
        if Edge(self._page.number, TAP, slot.number) in self._behaviours:
            return True
        return any(self._takes_touches(child) for child in self._below.get(slot.number, []))


def parent_of(page: Page, slot: Slot) -> int | None:
    """The slot that a slot is in, on most screens."""
    found: Counter[int] = Counter()
    for member, item in slot.seen.items():
        if item.parent >= 0:
            above = page.members[member].items[item.parent]
            found.update(other.number for other in page.slots if other.seen.get(member) is above)
    if not found:
        return None
    best = min(found, key=lambda number: (-found[number], number))
    return best if best != slot.number else None
