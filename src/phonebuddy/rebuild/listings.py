"""Step 11 for recordings with bounds: which lists become tables, row by row and part by part.

A list is one if its rows are alike: they stand beside each other, have parts of the same kind in the same
order, and those that were tried lead to the same page. What was seen of each single row is kept by its id, so
a table shows and does what its nodes did. Invariant: a list that cannot be written so stays as it is, and the
reason is kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.items import CHECK, FIELD, TEXT
from phonebuddy.rebuild.lists import Kept, Listing, ListRegion, Part, find_lists
from phonebuddy.rebuild.model import LONG, SCROLL, STAY, TAP, Edge, Page
from phonebuddy.rebuild.nesting import Nesting
from phonebuddy.rebuild.slots import Slot
from phonebuddy.screen import Flag

MOST_NESTED = 18
"""Levels of a tree in one piece of YAML; a row is in one piece."""
DIRECTIONS = ("up", "down", "left", "right")
Key = tuple[str, int]
"""A part among its neighbours: its path, and the how many-th of that path it is."""


class Unlike(Exception):
    """Why the rows of a list are not one table."""


def find_listings(model: AppModel) -> None:
    """Put each list with places among the tables, or among those that stay with the reason."""
    for page in model.pages if not model.flat else ():
        regions = find_lists(page) if not page.home and not page.outside else []
        if not regions:
            continue
        nesting = Nesting(page, model.behaviours)
        for region in regions:
            try:
                model.listings.append(_listing(model, page, region, nesting))
            except Unlike as why:
                model.kept.append(Kept(page.number, region.rows, str(why)))


def _listing(model: AppModel, page: Page, region: ListRegion, nesting: Nesting) -> Listing:
    depth = _depth_beside(nesting, region.rows)
    parts: list[Part] = []
    deepest = _add_parts(page, nesting, region.rows, -1, depth, parts)
    if any(level % MOST_NESTED == 0 for level in range(depth, deepest + 1)):
        raise Unlike("its rows are nested too deep for one file")
    _check_ties(model, page, parts)
    for part in parts:
        slots = [page.slots[number] for number in part.slots if number is not None]
        _check_kinds(slots)
        _check_touches(model, page, slots)
    return Listing(page.number, tuple(parts))


def _depth_beside(nesting: Nesting, rows: Sequence[int]) -> int:
    """How many levels down the rows stand, which must be beside each other."""
    level: list[int | None] = [None]
    depth = 1
    while level:
        for number in level:
            inside = [slot.number for slot in nesting.inside(number)]
            if rows[0] in inside:
                start = inside.index(rows[0])
                if tuple(inside[start : start + len(rows)]) != tuple(rows):
                    raise Unlike("other things stand between its rows")
                return depth
        level = [slot.number for number in level for slot in nesting.inside(number)]
        depth += 1
    raise Unlike("it is in another place on each screen")


def _add_parts(
    page: Page, nesting: Nesting, slots: Sequence[int | None], above: int, depth: int, parts: list[Part]
) -> int:
    """Add a part and what is in it; how deep that goes."""
    own = len(parts)
    parts.append(Part(above, tuple(slots)))
    inside = [_keyed(nesting.inside(slot)) if slot is not None else {} for slot in slots]
    deepest = depth
    for key in _merged([list(one) for one in inside]):
        found = [one.get(key) for one in inside]
        deepest = max(deepest, _add_parts(page, nesting, found, own, depth + 1, parts))
    return deepest


def _keyed(slots: Sequence[Slot]) -> dict[Key, int]:
    found: dict[Key, int] = {}
    for slot in slots:
        path = slot.first.path
        found[path, sum(known == path for known, _ in found)] = slot.number
    return found


def _merged(rows: Sequence[Sequence[Key]]) -> list[Key]:
    """All parts in an order that holds in every row."""
    left = [list(keys) for keys in rows if keys]
    merged: list[Key] = []
    while left:
        free = (keys[0] for keys in left if not any(keys[0] in other[1:] for other in left))
        key = next(free, None)
        if key is None:
            raise Unlike("its rows have their parts in another order")
        merged.append(key)
        left = [rest for keys in left if (rest := keys[1:] if keys[0] == key else keys)]
    return merged


def _check_ties(model: AppModel, page: Page, parts: Sequence[Part]) -> None:
    """Boxes of which one is chosen, and rows whose words are chosen elsewhere, have columns of their page."""
    slots = {slot for part in parts for slot in part.slots if slot is not None}
    tied = {link.slot for link in model.links if link.page == page.number}
    if tied & slots or any(model.group_of(page.number, slot) is not None for slot in slots):
        raise Unlike("one of its rows is chosen at a time")


def _check_kinds(slots: Sequence[Slot]) -> None:
    if any(slot.kind == FIELD for slot in slots):
        raise Unlike("text is typed into its rows")
    if len({slot.kind == CHECK for slot in slots}) > 1:
        raise Unlike("some of its rows have a box to tick where others have none")
    if len({slot.first.element.has(Flag.SCROLLABLE) for slot in slots}) > 1:
        raise Unlike("some of its rows scroll")
    if len({described(slot) for slot in slots if slot.labels != {""}}) > 1:
        raise Unlike("some of its rows say what others only describe")


def described(slot: Slot) -> bool:
    """Whether what a slot says is a description, not a text."""
    element = slot.first.element
    return not element.text and bool(element.description)


def _check_touches(model: AppModel, page: Page, slots: Sequence[Slot]) -> None:
    """All of a part take the same touches; what was tried leads to one page, without tests."""
    if len({_takes_taps(model, page, slot) for slot in slots}) > 1:
        raise Unlike("some of its rows can be touched, others not")
    for way in DIRECTIONS:
        edges = [Edge(page.number, SCROLL, slot.number, way) for slot in slots]
        if len({edge in model.behaviours for edge in edges}) > 1:
            raise Unlike("some of its rows are swiped")
    for gesture in (TAP, LONG):
        edges = [Edge(page.number, gesture, slot.number) for slot in slots]
        known = [one for edge in edges if (one := model.behaviours.get(edge)) is not None]
        if any(len(one.ways) > 1 for one in known):
            raise Unlike("what a row does depends on more than the row")
        if len({one.ways[-1].route.page for one in known if not one.assumed}) > 1:
            raise Unlike("its rows lead to different pages")


def _takes_taps(model: AppModel, page: Page, slot: Slot) -> bool:
    known = model.behaviours.get(Edge(page.number, TAP, slot.number))
    if known is None:
        return False
    does = any(way.effects or way.rows or way.route.way != STAY for way in known.ways)
    return does or slot.kind != TEXT
