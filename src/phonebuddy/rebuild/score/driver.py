"""The driver: works a rebuilt app on the engine as a person would, and reads what its screens say.

It touches, types and presses back; pages that are longer than the screen it scrolls. Only `put` sets the app
to a page and data, which is what the forced mode is allowed before a step. Invariant: everything that is read
comes from `observe`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from typing import NamedTuple

from phonebuddy.actions import (
    Action,
    ButtonPress,
    Click,
    CloseApp,
    LongPress,
    OpenApp,
    Point,
    Scroll,
    Type,
    to_point,
)
from phonebuddy.rebuild.items import FIELD, Area, Item, read_flat, read_items
from phonebuddy.rebuild.rows import Row
from phonebuddy.rebuild.score.looks import View, view
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec, make_look
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.system import keyboard
from phonebuddy.world.system.metrics import STATUS_DP, navigation_height

TREE_LOOK = LookSpec(profile="1080x2340", navigation="buttons")
"""Recordings with bounds come from phones with three buttons, mostly; places are shares of the screen."""
FLAT_LOOK = LookSpec(profile="1600x2560", display_scale=0.7)
"""Recordings without bounds show whole pages: a large screen, so that little must be scrolled."""
MOST_SCROLLS, FIRST_LINE = 30, 30
SELECT_ALL = "Select all"


class Data(NamedTuple):
    """What an app is set to: columns by table and row id; for lists also how many rows they have at first,
    and the rows after those.
    """

    rows: Mapping[tuple[str, int], Mapping[str, str | int]]
    more: Mapping[str, tuple[int, Sequence[Row]]] = {}


class Driver:
    """One phone with one rebuilt app."""

    def __init__(self, apps: AppSet, flat: bool, look: LookSpec | None = None) -> None:
        self.phone = WorldPhone(build_image(apps), look or (FLAT_LOOK if flat else TREE_LOOK))
        (self.app,) = apps.apps.values()
        self.flat = flat
        spec = make_look(self.phone.look)
        bottom = spec.height - navigation_height(spec)
        self._area = Area(spec.width, spec.dp(STATUS_DP), bottom)

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
            if _has_keyboard(screen):
                self.back()  # crawlers type without a keyboard on the screen
                screen = self.screen()
            mine = [element for element in screen.elements if element.package == self.app.package]
            return self._named(read_items(mine, self._area))
        found = {element.id: element for element in screen.elements if element.package == self.app.package}
        if _scroller(screen) is not None and self._scroll(screen, 1):
            self._read_on(found)
        return read_flat(list(found.values()))

    def view(self) -> View:
        """What the app looks like now, between the phone's bars."""
        screen = self.screen()
        size = (screen.width, screen.height)
        return view(screen.pixels(), self._area.top, self._area.bottom, size, screen.elements)

    def _named(self, items: list[Item]) -> list[Item]:
        """Without the names the engine gives to what has none of its own, and the paths without them."""
        made = {f"{self.page()}_{word}" for word in ("node", "field", "scene")}
        paths: list[str] = []
        out: list[Item] = []
        for item in items:
            name = "" if item.name in made else item.name
            step = f"{item.element.role}#{name}" if name else item.element.role
            paths.append(f"{paths[item.parent]}/{step}" if item.parent >= 0 else step)
            out.append(item._replace(name=name, path=paths[-1]))
        return out

    def _read_on(self, found: dict[str, Element]) -> None:
        for _ in range(MOST_SCROLLS):
            screen = self.screen()
            found.update(
                {e.id: e for e in screen.elements if e.package == self.app.package and e.id not in found}
            )
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
        x, y = element.bounds.center
        if item.kind == FIELD:  # a field may reach further down than the place it stands in
            y = min(y, element.bounds.top + FIRST_LINE)
        point = to_point(x, y, screen.width, screen.height)
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
        if _has_keyboard(self.screen()):
            self.back()
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

    def tap_bar(self, point: Point) -> None:
        """Touch the phone's own buttons, which stand at the very bottom of any phone."""
        self.phone.act(Click(Point(point.x, 985)))

    def act_at(self, action: Click | LongPress, bar: int) -> None:
        """Touch a place of the area between the bars."""
        height = self.screen().height
        y = action.point.y * (1000 / bar if bar else 1.0)
        if y >= 1000:
            return  # below all that apps have
        pixel = self._area.top + round(y * (self._area.bottom - self._area.top) / 1000)
        point = Point(action.point.x, min(1000, round(1000 * pixel / height)))
        self.phone.act(Click(point) if isinstance(action, Click) else LongPress(point))

    @property
    def is_out(self) -> bool:
        """Whether the app is not in front."""
        return self.screen().package != self.app.package

    def open_app(self, stubs: Collection[str]) -> None:
        """Bring the app to the front; another app's page that the rebuilt one stands in for is left first."""
        self.phone.act(OpenApp(self.app.package))
        if self.page() in stubs:
            self.back()

    # -- setting ---------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Any other action, as recorded."""
        self.phone.act(action)

    def put(self, pages: Sequence[str], data: Data, out: bool = False) -> None:
        """Set the app to a stack of pages and to data; or, with the app like that, go to the home screen."""
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(self.phone.database(self.app.name))
            for (table, id), columns in data.rows.items():
                names = ", ".join(f'"{name}" = ?' for name in columns)
                database.execute(
                    f'UPDATE "{self._plain(table)}" SET {names} WHERE id = {id}', list(columns.values())
                )
            for table, (first, rows) in data.more.items():
                database.execute(f'DELETE FROM "{self._plain(table)}" WHERE id > {first}')
                for row in rows:
                    names = "name, detail, shown"
                    database.execute(
                        f'INSERT INTO "{self._plain(table)}" ({names}) VALUES (?, ?, 1)', list(row)
                    )
            database.commit()
            self.phone.put_database(self.app.name, database.serialize())
        known = [page for page in pages if page in self.app.pages]
        self.phone.act(CloseApp(self.app.package))
        self.phone.act(OpenApp(self.app.package))
        for page in known[1:] if known and known[0] == self.app.manifest.start else known:
            self.phone.open_page(self.app.name, page, {})
        if out:
            self.phone.act(ButtonPress("home"))

    def _plain(self, table: str) -> str:
        return table.removeprefix(f"{self.app.name}_")

    def start(self) -> None:
        """Start the app anew, with its first data."""
        self.phone.reset()
        self.phone.open_page(self.app.name, self.app.manifest.start, {})


def _has_keyboard(screen: Screen) -> bool:
    return any(element.package == keyboard.PACKAGE for element in screen.elements)


def _scroller(screen: Screen) -> Element | None:
    return next((e for e in screen.elements if e.role == "scroll" and e.has(Flag.SCROLLABLE)), None)
