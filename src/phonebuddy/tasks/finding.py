"""Finding: which element of a screen some words mean, and where to put the finger.

Works on any Screen, whatever phone it came from. Invariant: words that could mean two things mean none: the
caller hears that they are ambiguous instead of getting one of them by chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from phonebuddy.screen import Bounds, Element, Flag, Screen
from phonebuddy.world.system.metrics import SYSTEM_PACKAGE

CLICKABLE = Flag.CLICKABLE | Flag.LONG_CLICKABLE | Flag.EDITABLE | Flag.CHECKABLE
ENOUGH = 12
"""Pixels of an element that must be in sight to be touched."""
_ABLE = int(CLICKABLE)
_DEEPEST = 200
"""Levels up that are looked at: a list of elements from elsewhere may lead round in a circle."""


class Wanted(NamedTuple):
    """What is looked for."""

    words: str
    near: tuple[str, ...] = ()
    """Words in the same row, in any of the ways they may be said."""
    nth: int = 0
    """Which one from the top, 1 first; 0 when there must be only one."""
    role: str = ""
    others: tuple[str, ...] = ()
    """The same words in the phone's language."""

    def __str__(self) -> str:
        near = f" near '{self.near[0]}'" if self.near else ""
        return f"'{self.words}'{near}" + (f" (number {self.nth})" if self.nth else "")


class Found(NamedTuple):
    element: Element | None
    rivals: tuple[Element, ...] = ()
    """All that it could have been, when it could have been several."""


def find(screen: Screen, wanted: Wanted) -> Found:
    """The one element that is meant: called exactly so, else one that holds the words."""
    able = [element for element in screen.elements if _counts(element, wanted.role)]
    for fits in (_is_called, _holds):
        for words in (wanted.words, *wanted.others):
            matches = [element for element in able if fits(element, words)]
            # A field is known by its label: the words in it are what somebody typed.
            matches = [one for one in matches if not _only_typed(one, words)] or matches
            if matches:
                return _choose(screen, matches, wanted)
    return Found(None)


def texts(screen: Screen) -> list[str]:
    """Everything a screen says, top to bottom."""
    said = (text for one in screen.elements for text in (one.text, one.description, one.hint) if text)
    return list(dict.fromkeys(said))


def _counts(element: Element, role: str) -> bool:
    """Keys and the signs of the status bar are called like many things and meant by none."""
    if role:
        return element.role == role
    return element.role not in ("key", "page") and (element.package, element.role) != (
        SYSTEM_PACKAGE,
        "image",
    )


def _is_called(element: Element, words: str) -> bool:
    return words in (element.text, element.description, element.hint)


def _only_typed(element: Element, words: str) -> bool:
    return element.has(Flag.EDITABLE) and words not in (element.description, element.hint)


def _holds(element: Element, words: str) -> bool:
    return words in element.text or words in element.description


def _choose(screen: Screen, matches: list[Element], wanted: Wanted) -> Found:
    if wanted.near:
        matches = _nearest(screen, matches, wanted.near)
    touchable = [one for one in matches if one.flags & CLICKABLE]
    chosen = _outermost(touchable) if touchable else _one_each(screen, matches)
    if wanted.nth:
        ordered = sorted(chosen, key=lambda one: (one.bounds.top, one.bounds.left))
        return Found(ordered[wanted.nth - 1] if len(ordered) >= wanted.nth else None)
    # What lies on top is what is seen: a dialog over the page.
    chosen = _same_layer(chosen)
    return Found(chosen[0] if len(chosen) == 1 else None, tuple(chosen) if len(chosen) > 1 else ())


def _same_layer(matches: list[Element]) -> list[Element]:
    if not matches:
        return []
    top = matches[-1].id.partition("/")[0]
    return [one for one in matches if one.id.partition("/")[0] == top]


def _outermost(matches: list[Element]) -> list[Element]:
    """Without those that lie inside another match: a button and the text on it are one thing."""
    ids = {one.id for one in matches}
    return [one for one in matches if not any(one.id.startswith(f"{id}/") for id in ids if id != one.id)]


def _one_each(screen: Screen, matches: list[Element]) -> list[Element]:
    """One of those that a touch leads to the same place: a row with a picture and a text of the same name."""
    by_id = {one.id: one for one in screen.elements}
    found: dict[str, Element] = {}
    for one in matches:
        carrier = _carrier(by_id, one)
        if carrier and (carrier not in found or one.text):
            found[carrier] = one
    return list(found.values()) or matches


def _carrier(by_id: dict[str, Element], element: Element) -> str:
    """What takes the touches that fall on an element; nothing when nothing does."""
    parent = element.parent
    while parent is not None and parent in by_id:
        if by_id[parent].flags & CLICKABLE:
            return parent
        parent = by_id[parent].parent
    return ""


def taker(by_id: Mapping[str, Element], element: Element) -> str:
    """The touchable thing that an element is or is part of; itself where there is none."""
    at: Element | None = element
    for _ in range(_DEEPEST):
        if at is None:
            break
        if at.flags & _ABLE:
            return at.id
        at = by_id.get(at.parent) if at.parent is not None else None
    return element.id


def _nearest(screen: Screen, matches: list[Element], near: tuple[str, ...]) -> list[Element]:
    """Those whose middle is nearest to the line on which some words stand."""
    found = find(screen, Wanted(near[0], others=near[1:]))
    anchors = [found.element] if found.element is not None else list(found.rivals)
    if not anchors:
        return []
    inside = [one for one in matches for anchor in anchors if one.id.startswith(f"{anchor.id}/")]
    if inside:
        return inside
    gaps = {one.id: min(_gap(one.bounds, anchor.bounds) for anchor in anchors) for one in matches}
    least = min(gaps.values())
    return [one for one in matches if gaps[one.id] == least]


def _gap(one: Bounds, two: Bounds) -> int:
    return abs(one.center[1] - two.center[1])


def is_sliver(element: Element) -> bool:
    """Whether hardly anything of an element is in sight: the rest is beyond the edge of what scrolls."""
    left, top, right, bottom = element.bounds
    return bottom - top < ENOUGH or right <= left


def spot(screen: Screen, element: Element) -> tuple[int, int] | None:
    """A pixel of an element that nothing else covers; None when there is none."""
    left, top, right, bottom = element.bounds
    if is_sliver(element):
        return None
    for share_y in (0.5, 0.25, 0.75):
        for share_x in (0.5, 0.2, 0.8, 0.05):
            x, y = int(left + (right - 1 - left) * share_x), int(top + (bottom - 1 - top) * share_y)
            above = screen.at(x, y)
            if above is not None and _same_thing(above, element):
                return x, y
    return None


def _same_thing(above: Element, element: Element) -> bool:
    """Whether a touch on one reaches the other: the same, inside it, or just around it."""
    if above.id == element.id or element.id.startswith(f"{above.id}/"):
        return True
    inside = above.id.startswith(f"{element.id}/")
    return inside and (not above.flags & CLICKABLE or not element.flags & CLICKABLE)


def scrollable(screen: Screen) -> Element | None:
    """The largest thing that scrolls up and down, of what lies on top."""
    able = [one for one in screen.elements if one.has(Flag.SCROLLABLE) and _is_tall(one.bounds)]
    over = [one for one in able if one.id.startswith("overlay")] or able
    return max(over, key=lambda one: _area(one.bounds), default=None)


def _is_tall(bounds: Bounds) -> bool:
    return bounds.bottom - bounds.top > 150


def _area(bounds: Bounds) -> int:
    return (bounds.right - bounds.left) * (bounds.bottom - bounds.top)
