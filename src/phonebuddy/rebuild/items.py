"""Item: one thing on a screen as the rebuild sees it, read the same way from a recording and from the engine.

Two ways to read: `flat`, for recordings without bounds, where a thing to touch says all the words inside it;
and as a tree, where every node is an item. Invariant: the result depends on the elements alone, so a recorded
screen and an equal screen of the rebuilt app give equal items.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.screen import Element, Flag, Screen

TEXT, BUTTON, FIELD, CHECK, BOX = "text", "button", "field", "check", "box"
MOST_WORDS = 2_000
"""Letters of one label that are kept."""
BAR_FROM, BAR_TO = 0.9, 0.965
"""Where the phone's own buttons begin, as a share of the height, if it has any."""


class Item(NamedTuple):
    """One thing: what kind it is, what it says, whether it is on, and where it stands in the tree."""

    kind: str
    label: str
    on: bool
    name: str
    """The resource id without its package."""
    path: str
    """Kind and name of every node above it, for trees."""
    parent: int
    """The number of the item it is in; -1 for none."""
    element: Element
    at: str = ""
    """Left, top, right and bottom in thousandths of the area between the bars, where places are known."""
    inner: str = ""
    """The first words inside it, for what says nothing itself: what a row is known by."""

    @property
    def head(self) -> str:
        """The first line of what it says."""
        return self.label.partition("\n")[0]

    @property
    def mark(self) -> tuple[str, str]:
        """What makes it the same on two screens, as far as words go."""
        return self.kind, self.label


class Area(NamedTuple):
    """The part of a screen that belongs to apps, between the phone's own bars."""

    width: int
    top: int
    bottom: int


def read_items(elements: Sequence[Element], area: Area | None) -> list[Item]:
    """The items of a screen, in drawing order; as a tree if an area is given, else flat."""
    return read_flat(elements) if area is None else read_tree(elements, area)


def own_bars(screen: Screen) -> Area:
    """The area of a recorded screen: what fills its width and stops above the phone's buttons shows where
    they are.

    The bar at the top is left in: recorders say too little about it.
    """
    height = screen.height
    wide = [e.bounds for e in screen.elements if e.bounds.left == 0 and e.bounds.right == screen.width]
    found = max((b.bottom for b in wide if BAR_FROM * height <= b.bottom <= BAR_TO * height), default=height)
    below = [b for e in screen.elements if (b := e.bounds).bottom > found and b.bottom - b.top < height / 2]
    return Area(screen.width, 0, height if below else found)


def kind_of(element: Element) -> str:
    """What a touch on it would do decides, not its class."""
    if element.has(Flag.EDITABLE):
        return FIELD
    if element.has(Flag.CHECKABLE):
        return CHECK
    if element.has(Flag.CLICKABLE):
        return BUTTON
    return TEXT if element.text or element.description else BOX


def short_name(resource_id: str) -> str:
    """A resource id without its package, as a plain name."""
    return re.sub(r"\W", "_", resource_id.rpartition("/")[2])


def is_on(element: Element) -> bool:
    return element.has(Flag.CHECKED) or element.has(Flag.SELECTED)


def read_flat(elements: Sequence[Element]) -> list[Item]:
    children: dict[str | None, list[Element]] = {}
    for element in elements:
        children.setdefault(element.parent, []).append(element)
    owner: dict[str, bool] = {}
    items: list[Item] = []
    for element in elements:
        kind = kind_of(element)
        inside = element.parent is not None and owner.get(element.parent, False)
        owner[element.id] = inside or kind in (BUTTON, CHECK, FIELD)
        if kind == BOX or (inside and kind == TEXT):
            continue
        label = _words(element, children, kind)[:MOST_WORDS]
        if kind == TEXT and not label:
            continue
        items.append(Item(kind, label, is_on(element), short_name(element.resource_id), "", -1, element))
    return items


def _words(element: Element, children: dict[str | None, list[Element]], kind: str) -> str:
    """All that a thing says: its own words, else those inside it, a line each."""
    own = element.text or (element.hint if kind == FIELD else "") or element.description
    if own or kind == FIELD:
        return own
    found: list[str] = []
    waiting = list(reversed(children.get(element.id, [])))
    while waiting:
        child = waiting.pop()
        if kind_of(child) in (BUTTON, CHECK, FIELD) and child.id != element.id:
            continue
        if child.text or child.description:
            found.append(child.text or child.description)
        waiting.extend(reversed(children.get(child.id, [])))
    return "\n".join(found)


def read_tree(elements: Sequence[Element], area: Area) -> list[Item]:
    """Every node, with the path from the root to it."""
    place: dict[str, int] = {}
    items: list[Item] = []
    for element in elements:
        above = place.get(element.parent, -1) if element.parent is not None else -1
        name = short_name(element.resource_id)
        step = f"{element.role}#{name}" if name else element.role
        path = f"{items[above].path}/{step}" if above >= 0 else step
        kind = kind_of(element)
        label = element.text or element.description or (element.hint if kind == FIELD else "")
        label = label[:MOST_WORDS]
        place[element.id] = len(items)
        left, top, right, bottom = element.bounds
        x, y = 1000 / max(1, area.width), 1000 / max(1, area.bottom - area.top)
        top, bottom = (max(0, min(round((value - area.top) * y), 1000)) for value in (top, bottom))
        at = f"{round(left * x)} {top} {round(right * x)} {bottom}"
        items.append(Item(kind, label, is_on(element), name, path, above, element, at))
    return _with_inner(items)


def _with_inner(items: list[Item]) -> list[Item]:
    inner: dict[int, str] = {}
    for item in items:
        above = item.parent
        while item.label and above >= 0 and above not in inner and not items[above].label:
            inner[above] = item.label
            above = items[above].parent
    return [
        item._replace(inner=inner[number]) if number in inner else item for number, item in enumerate(items)
    ]
