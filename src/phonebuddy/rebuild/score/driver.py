"""The driver: works a rebuilt app on the engine as a person would, and reads what its screens say.

It touches, types and presses back; pages that are longer than the screen it scrolls. Only `put` sets the app to
a page and data, which is what the forced mode is allowed before a step. Invariant: everything that is read comes
from `observe`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing

from phonebuddy.actions import ButtonPress, Click, LongPress, Point, Scroll, Type, to_point
from phonebuddy.rebuild.items import Item, read_items
from phonebuddy.rebuild.slots import core
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import AppSet

FLAT_LOOK = LookSpec(profile="1600x2560", display_scale=0.7)
"""Recordings without bounds show whole pages: a large screen, so that little must be scrolled."""
MOST_SCROLLS = 30
LEAST_CUT = 30
"""Labels this long may have been cut by the recorder."""
SELECT_ALL = "Select all"


class Driver:
    """One phone with one rebuilt app."""

    def __init__(self, apps: AppSet, flat: bool, look: LookSpec | None = None) -> None:
        self.phone = WorldPhone(build_image(apps), look or FLAT_LOOK)
        (self.app,) = apps.apps.values()
        self.flat = flat

    def close(self) -> None:
        self.phone.close()

    # -- reading ---------------------------------------------------------------------------------------

    def screen(self) -> Screen:
        return self.phone.observe()

    def read(self) -> list[Item]:
        """All items of the page in front, scrolled through if it is longer than the screen."""
        screen = self.screen()
        if screen.package != self.app.package:
            return []
        if not self.flat:
            return read_items(screen.elements, False, self.app.package)
        found = {element.id: element for element in screen.elements if element.package == self.app.package}
        if _scroller(screen) is not None and self._scroll(screen, 1):
            self._read_on(found)
        return read_items(list(found.values()), True)

    def _read_on(self, found: dict[str, Element]) -> None:
        for _ in range(MOST_SCROLLS):
            screen = self.screen()
            found.update({e.id: e for e in screen.elements if e.package == self.app.package and e.id not in found})
            if not self._scroll(screen, 1):
                break
        for _ in range(MOST_SCROLLS):
            if not self._scroll(self.screen(), -1):
                break

    def _scroll(self, screen: Screen, way: int) -> bool:
        """Scroll a page's length down (1) or up (-1); whether anything moved."""
        if _scroller(screen) is None:
            return False
        start, end = (Point(500, 700), Point(500, 300)) if way > 0 else (Point(500, 300), Point(500, 700))
        self.phone.act(Scroll(start, end, 4000))
        return self.screen().elements != screen.elements

    def page(self) -> str:
        """The name of the page in front; nothing outside the app."""
        view = self.phone.view()
        return view[1] if view is not None and view[0] == self.app.name else ""

    # -- acting ----------------------------------------------------------------------------------------

    def tap(self, item: Item, long: bool = False) -> bool:
        """Touch an item; False if it cannot be brought on the screen."""
        element = self._in_sight(item.element.id)
        if element is None:
            return False
        screen = self.screen()
        point = to_point(*element.bounds.center, screen.width, screen.height)
        self.phone.act(LongPress(point) if long else Click(point))
        return True

    def _in_sight(self, id: str) -> Element | None:
        for way in (1, -1):
            for _ in range(MOST_SCROLLS):
                screen = self.screen()
                found = next((element for element in screen.elements if element.id == id), None)
                if found is not None:
                    return found
                if not self._scroll(screen, way):
                    break
        return None

    def type(self, item: Item, text: str) -> bool:
        """Put text into a field, in the place of what is there."""
        if not self.tap(item):
            return False
        if self._focused_text():
            self._select_all()
        self.phone.act(Type(text))
        if self._focused_text() is not None:
            self.phone.act(ButtonPress("back"))
        return True

    def _focused_text(self) -> str | None:
        """What is in the field that has the keyboard."""
        for element in self.screen().elements:
            if element.has(Flag.FOCUSED) and element.has(Flag.EDITABLE):
                return element.text
        return None

    def _select_all(self) -> None:
        screen = self.screen()
        field = next(e for e in screen.elements if e.has(Flag.FOCUSED) and e.has(Flag.EDITABLE))
        self.phone.act(LongPress(to_point(*field.bounds.center, screen.width, screen.height)))
        screen = self.screen()
        for element in screen.elements:
            if element.text == SELECT_ALL:
                self.phone.act(Click(to_point(*element.bounds.center, screen.width, screen.height)))
                return

    def back(self) -> None:
        self.phone.act(ButtonPress("back"))

    # -- setting ---------------------------------------------------------------------------------------

    def put(self, pages: Sequence[str], rows: Mapping[str, Mapping[str, str | int]]) -> None:
        """Set the app to a stack of pages and to data: the columns of the one row of each table."""
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(self.phone.database(self.app.name))
            for table, columns in rows.items():
                names = ", ".join(f'"{name}" = ?' for name in columns)
                plain = table.removeprefix(f"{self.app.name}_")
                database.execute(f'UPDATE "{plain}" SET {names}', list(columns.values()))
            database.commit()
            self.phone.put_database(self.app.name, database.serialize())
        known = [page for page in pages if page in self.app.pages]
        for _ in range(30):
            if self.page() in ("", self.app.manifest.start):
                break
            self.back()
        for page in known[1:] if known and known[0] == self.app.manifest.start else known:
            self.phone.open_page(self.app.name, page, {})

    def start(self) -> None:
        """Start the app anew, with its first data."""
        self.phone.reset()
        self.phone.open_page(self.app.name, self.app.manifest.start, {})


def _scroller(screen: Screen) -> Element | None:
    return next((e for e in screen.elements if e.role == "scroll" and e.has(Flag.SCROLLABLE)), None)


def find_target(items: Sequence[Item], wanted: Item, among: Sequence[Item]) -> Item | None:
    """The item of a rebuilt screen that a recorded touch was aimed at; `among` is the recorded screen."""
    same = [item for item in items if item.mark == wanted.mark]
    if same:
        number = [item for item in among if item.mark == wanted.mark].index(wanted)
        return same[min(number, len(same) - 1)]
    touched = [item for item in items if item.kind == wanted.kind]
    for fits in (
        lambda item: core(item) == core(wanted),
        lambda item: item.head == wanted.head,
        lambda item: _cut_short(item.label, wanted.label),
    ):
        found = [item for item in touched if fits(item)]
        if len(found) == 1:
            return found[0]
    return None


def _cut_short(one: str, two: str) -> bool:
    """Whether one label is the other cut off: recorders keep only the first letters of long ones."""
    short, long = sorted((one, two), key=len)
    return len(short) >= LEAST_CUT and long.startswith(short)
