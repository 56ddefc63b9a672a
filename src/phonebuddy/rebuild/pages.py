"""Step 7: which recorded screens are the same page.

Screens of one activity whose signatures overlap enough, complete-link, in the order they were recorded.
Invariant: the same screens in the same order give the same pages; every two members of a page overlap by at
least the threshold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.rebuild.items import BOX, Item
from phonebuddy.rebuild.slots import LONG_LABEL, align_members, alike

FLAT_OVERLAP = 0.5
"""Recordings that are words only: the share of words two screens of a page have in common."""
TREE_OVERLAP = 0.8
"""Recordings with trees: the share of paths."""

LEAST_ALIKE, LEAST_EXACT, SAMPLE = 0.7, 3, 8
"""How well the items of one page must fit another to be merged with it, and how many must fit exactly."""

Signature = frozenset[object]


class Group(NamedTuple):
    """A page: the numbers of its screens, in order."""

    activity: str
    members: tuple[int, ...]


def signature(items: Sequence[Item], flat: bool) -> Signature:
    """What a screen is compared by: words without trees, as far as every recorder keeps them; else paths
    with repeated siblings collapsed.
    """
    if flat:
        return frozenset((item.kind, item.label[:LONG_LABEL]) for item in items if item.kind != BOX)
    return frozenset(item.path for item in items)


def overlap(one: Signature, two: Signature) -> float:
    """Jaccard: what both have, as a share of what either has."""
    if not one and not two:
        return 1.0
    return len(one & two) / len(one | two)


def threshold(flat: bool) -> float:
    return FLAT_OVERLAP if flat else TREE_OVERLAP


def group_screens(screens: Sequence[tuple[str, Signature]], least: float) -> list[Group]:
    """Complete-link clusters of (activity, signature), each screen joining the page it fits best."""
    found: list[tuple[str, list[Signature], list[int]]] = []
    known: dict[tuple[str, Signature], int] = {}
    for number, (activity, sign) in enumerate(screens):
        place = known.get((activity, sign))
        if place is None:
            place = _best(found, activity, sign, least)
            if place is None:
                place = len(found)
                found.append((activity, [], []))
            known[activity, sign] = place
            found[place][1].append(sign)
        found[place][2].append(number)
    return [Group(activity, tuple(members)) for activity, _, members in found]


def _best(
    found: Sequence[tuple[str, list[Signature], list[int]]], activity: str, sign: Signature, least: float
) -> int | None:
    best: tuple[float, int] | None = None
    for place, (where, signs, _) in enumerate(found):
        if where != activity:
            continue
        overlaps = [overlap(sign, other) for other in signs]
        if min(overlaps) >= least:
            mean = sum(overlaps) / len(overlaps)
            if best is None or mean > best[0]:
                best = (mean, place)
    return best[1] if best is not None else None


def merge_alike(
    groups: Sequence[Group], items: Sequence[Sequence[Item]], flat: bool, least: float = LEAST_ALIKE
) -> list[Group]:
    """Pages that differ in words but not in shape are one: tabs of a page, the same page about another
    thing.
    """
    merged: list[Group] = []
    for group in groups:
        found = None
        for number, other in enumerate(merged):
            if other.activity == group.activity and _is_alike(other, group, items, flat, least):
                found = number
                break
        if found is None:
            merged.append(group)
        else:
            members = tuple(sorted({*merged[found].members, *group.members}))
            merged[found] = Group(group.activity, members)
    return merged


def _is_alike(one: Group, two: Group, items: Sequence[Sequence[Item]], flat: bool, least: float) -> bool:
    sample = two.members[:SAMPLE]
    slots = align_members([items[member] for member in one.members[:SAMPLE]], flat)
    found = [alike(slots, items[member], flat) for member in sample]
    if any(exact < LEAST_EXACT and value < 1 for value, exact in found):
        return False
    return sum(value for value, _ in found) / len(found) >= least


def nearest_page(groups: Sequence[Sequence[Signature]], sign: Signature, least: float) -> int | None:
    """The page with the screen most like this one, if any is like it enough."""
    best: tuple[float, int] | None = None
    for place, signs in enumerate(groups):
        value = max((overlap(sign, other) for other in signs), default=0.0)
        if value >= least and (best is None or value > best[0]):
            best = (value, place)
    return best[1] if best is not None else None
