"""Exploring: find every page, dialog, sheet and menu of the apps by touching what can be touched.

Deterministic breadth first search over snapshots. Used to draw every page and to prove that every page can
be reached by hand. Invariant: what it returns can be restored and is what a person could have seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from phonebuddy.actions import Action, Click, LongPress, OpenApp, Scroll, to_point
from phonebuddy.actions import Point as Spot
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot

TRIES_PER_SCREEN = 60
SAME_KIND = 8
"""Rows of a list are alike: only the first few on each screen are tried."""
SCREENS_DOWN = 4
"""How far a page is scrolled to see what more there is to touch."""
DOWN = Scroll(Spot(500, 750), Spot(500, 250))


class View(NamedTuple):
    """One thing to see: a page of an app, perhaps with something over it."""

    app: str
    page: str
    over: str

    @property
    def title(self) -> str:
        return f"{self.app} / {self.page}" + (f" + {self.over}" if self.over else "")


def explore(phone: WorldPhone, app: str, start: Snapshot | None = None) -> dict[View, Snapshot]:
    """Every view of an app that touching leads to, in order; then pages that take more than that.

    It begins at the image, or at `start`: a phone that was set otherwise first.
    """
    phone.reset(start)
    phone.act(OpenApp(app))
    found: dict[View, Snapshot] = {}
    waiting: deque[Snapshot] = deque()
    _note(phone, app, found, waiting)
    while waiting:
        for seen in _screens(phone, waiting.popleft()):
            phone.restore(seen)
            for action in _touches(phone.observe()):
                phone.restore(seen)
                phone.act(action)
                _note(phone, app, found, waiting)
    for name in phone.image.app(app).pages:
        if not any(view.page == name for view in found):
            phone.reset(start)
            _open_directly(phone, app, name, found)
    return found


def _screens(phone: WorldPhone, start: Snapshot) -> list[Snapshot]:
    """A view as it was found, and scrolled down as far as it goes."""
    phone.restore(start)
    screens = [start]
    for _ in range(SCREENS_DOWN):
        before = phone.observe().elements
        phone.act(DOWN)
        if phone.observe().elements == before or phone.view() is None:
            break
        screens.append(phone.snapshot())
    return screens


def _open_directly(phone: WorldPhone, app: str, name: str, found: dict[View, Snapshot]) -> None:
    """A page that takes more than touching: something typed first, or a moment to pass."""
    page = phone.image.app(app).pages[name]
    phone.open_page(app, name, dict.fromkeys(page.params, 1))
    view = phone.view()
    if view is not None and view[:2] == (app, name):
        found[View(app, name, "")] = phone.snapshot()


def _note(phone: WorldPhone, app: str, found: dict[View, Snapshot], waiting: deque[Snapshot]) -> None:
    view = phone.view()
    if view is None or view[0] != app or View(*view) in found:
        return
    snapshot = phone.snapshot()
    found[View(*view)] = snapshot
    waiting.append(snapshot)


def _touches(screen: Screen) -> Iterator[Action]:
    """What a curious person would try on a screen."""
    seen: dict[str, int] = {}
    tries = 0
    for element in screen.elements:
        name = f"{element.role} {element.resource_id} {_mark(element)}"
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > SAME_KIND or element.role == "key" or tries >= TRIES_PER_SCREEN:
            continue
        spot = to_point(*element.bounds.center, screen.width, screen.height)
        if element.has(Flag.CLICKABLE):
            tries += 1
            yield Click(spot)
        if element.has(Flag.LONG_CLICKABLE):
            yield LongPress(spot)


def _mark(element: Element) -> str:
    """What tells two buttons apart; rows of a list differ in text but not in kind."""
    return "" if element.role in ("item", "checkbox", "switch") else element.text or element.description
