"""Sight: what a screen offers to touch, in the words people have for it.

A row of a list is one offer with everything written in it; a switch in a row knows whose it is. Invariant: an
offer that `tap` gives a step for is found again by gold from those words, on that screen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.tasks.finding import CLICKABLE, Wanted, find, spot
from phonebuddy.tasks.template import Step
from phonebuddy.world.spec.nodes import Place
from phonebuddy.world.spec.template import Template as Text

HERE = Place("drills", 0)
"""Where steps of a drill stand: in no file."""
LEAST_HEIGHT = 30
"""Pixels; of what is less in sight, nobody knows what it is."""
LONGEST = 60
"""Letters of what somebody would call a thing by."""
UNTOUCHED = frozenset({"key", "keyboard", "page", "slider", "rating", "image"})
LINE = 30
"""Pixels of a line of text; what is higher has several."""
_ROW = re.compile(r"(.*/(?:list|grid)\d*/[^/]+)")
_STATUS_BAR = 0.035
_ABLE, _ENABLED = int(CLICKABLE), int(Flag.ENABLED)
_HAS_LETTER = re.compile(r"[^\W\d_]")


class Offer(NamedTuple):
    """Something that can be touched."""

    element: Element
    label: str
    """What it is called; of a row its title."""
    texts: tuple[str, ...]
    """Everything that is written in it."""
    row: str
    """The title of the row it is in; its own where it is a row; empty elsewhere."""
    is_row: bool
    switch: Element | None = None
    """The switch or box that is in it."""

    @property
    def role(self) -> str:
        return "row" if self.is_row else self.element.role

    @property
    def is_search(self) -> bool:
        return self.element.has(Flag.EDITABLE) and self.element.id.startswith("page/top")


def shows(screen: Screen, value: str) -> bool:
    """Whether a value stands anywhere on a screen."""
    return any(value in one.text or value in one.description for one in screen.elements)


def offers(screen: Screen) -> list[Offer]:
    """All that can be touched and has a name."""
    top = screen.height * _STATUS_BAR
    seer = _Seer(screen.elements)
    found = []
    for one in screen.elements:
        flags = int(one.flags)
        if not flags & _ABLE or not flags & _ENABLED or one.role in UNTOUCHED:
            continue
        if one.bounds.bottom <= top or one.bounds.bottom - one.bounds.top < LEAST_HEIGHT:
            continue
        offer = seer.offer(one)
        if offer is not None and "\n" not in offer.row and len(offer.row) <= LONGEST:
            found.append(offer)
    return found


class _Row(NamedTuple):
    """An entry of a list."""

    title: str
    texts: tuple[str, ...]
    switch: Element | None


class _Seer:
    """Looks at the elements of one screen; what several offers share is put together once."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self._elements = elements
        self._places = {one.id: place for place, one in enumerate(elements)}
        self._rows: dict[str, _Row] = {}

    def offer(self, element: Element) -> Offer | None:
        within = self._within(element.id)
        said = (text for one in within if one is element or not int(one.flags) & _ABLE for text in _own(one))
        texts = tuple(dict.fromkeys(said))
        row = _ROW.match(element.id)
        if row is None or element.role in ("chip", "radio", "tab"):
            label = _label(element, texts)
            return Offer(element, label, texts, "", False, _switch_in(within)) if label else None
        # A card in a column of a grid is an entry of its own, though the grid's row holds two of them.
        own = element.id if element.role in ("card", "item", "group") and texts else row[1]
        entry = self._row(own)
        if not entry.title:
            return None
        if element.id == own or (len(texts) > 1 and entry.title in texts):
            return Offer(element, entry.title, entry.texts, entry.title, True, entry.switch)
        label = _label(element, texts)
        return Offer(element, label, texts, entry.title, False) if label else None

    def _row(self, id: str) -> _Row:
        if id not in self._rows:
            inside = self._within(id)
            written = [text for one in inside if one.role not in ("switch", "checkbox") for text in _own(one)]
            self._rows[id] = _Row(_title(inside, written), tuple(dict.fromkeys(written)), _switch_in(inside))
        return self._rows[id]

    def _within(self, id: str) -> list[Element]:
        """An element and all that is in it: they follow each other."""
        elements, first, start = self._elements, self._places.get(id), f"{id}/"
        if first is None:
            return [one for one in elements if one.id.startswith(start)]
        last = first + 1
        while last < len(elements) and elements[last].id.startswith(start):
            last += 1
        return list(elements[first:last])


def _switch_in(within: list[Element]) -> Element | None:
    return next((one for one in within[1:] if one.role in ("switch", "checkbox")), None)


def _label(element: Element, texts: tuple[str, ...]) -> str:
    if element.has(Flag.EDITABLE):
        return element.description or element.hint
    if element.role in ("switch", "checkbox", "radio", "button", "icon_button"):
        return element.description or element.text or (texts[0] if texts else "")
    return texts[0] if texts else ""


def _own(element: Element) -> list[str]:
    return [text for text in (element.text, element.description) if text.strip()]


def _title(inside: list[Element], written: list[str]) -> str:
    """What is written largest; of equals the first."""
    named = [one.text for one in inside if one.id.endswith("/title") and one.text]
    pictured = {one.description for one in inside if one.description}
    named += [one.text for one in inside if one.text and one.text in pictured]
    texts = [one for one in inside if one.role == "text" and _HAS_LETTER.search(one.text)]
    texts.sort(key=lambda one: -min(one.bounds.bottom - one.bounds.top, LINE))
    return next(iter(named + [one.text for one in texts] + written), "")


def step(word: str, value: str | Text, **options: str) -> Step:
    """A line of gold."""
    text = Text((value,)) if isinstance(value, str) else value
    return Step(word, text, tuple((key, Text((said,))) for key, said in options.items() if said), (), HERE)


def tap(screen: Screen, offer: Offer, word: str = "tap") -> Step | None:
    """The line of gold that touches it; nothing where no words mean it alone."""
    names = [offer.label, *(text for text in offer.texts if text != offer.label)]
    for name in names[:4]:
        if not name or len(name) > LONGEST or "\n" in name:
            continue
        for near in ("", offer.row) if offer.row and offer.row != name else ("",):
            wanted = Wanted(name, (near,) if near else ())
            found = find(screen, wanted)
            if found.element is not None and _lands(screen, found.element, offer.element):
                return step(word, name, near=near)
    return None


def _lands(screen: Screen, found: Element, target: Element) -> bool:
    """Whether a touch on what was found is a touch on the target."""
    pixel = spot(screen, found)
    under = screen.at(*pixel) if pixel is not None else None
    by_id = {one.id: one for one in screen.elements} if under is not None else {}
    while under is not None and not under.flags & _ABLE:
        under = by_id.get(under.parent) if under.parent is not None else None
    return under is not None and under.id == target.id
