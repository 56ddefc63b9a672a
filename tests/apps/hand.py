"""A hand on a phone with all built-in apps: it finds things by their words, and remembers nothing.

Shared by the tests of apps; what they check stands in the tests.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import structs

from phonebuddy.actions import ButtonPress, Click, LongPress, OpenApp, Point, Scroll, Type, Wait, to_point
from phonebuddy.screen import Element, Screen
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.script import find
from phonebuddy.world.spec.load import extend_apps
from phonebuddy.world.state.store import Rows
from phonebuddy.world.system.metrics import SYSTEM_PACKAGE


@cache
def image(seed: int = 0, *others: Path) -> Image:
    """The built-in apps, and others beside them."""
    return build_image(extend_apps(default_apps(), others) if others else None, seed)


def _below_the_status_bar(screen: Screen) -> Screen:
    """Its signs are called like the settings they show."""
    elements = [one for one in screen.elements if (one.package, one.role) != (SYSTEM_PACKAGE, "image")]
    return structs.replace(screen, elements=elements)


class Hand:
    def __init__(self, app: str, *others: Path) -> None:
        self.phone = WorldPhone(image(0, *others), LookSpec("540x1200"))
        self.phone.act(OpenApp(app))

    def see(self, words: str) -> Element:
        element = find(_below_the_status_bar(self.phone.observe()), words)
        assert element is not None, f"no '{words}' among {self.words()}"
        return element

    def words(self) -> list[str]:
        """Everything that is written on the screen, top to bottom."""
        return [element.text for element in self.phone.observe().elements if element.text]

    def _spot(self, words: str) -> Point:
        return to_point(*self.see(words).bounds.center, self.phone.info.width, self.phone.info.height)

    def tap(self, *things: str) -> None:
        for words in things:
            self.phone.act(Click(self._spot(words)))

    def hold(self, words: str) -> None:
        self.phone.act(LongPress(self._spot(words)))

    def fill(self, label: str, text: str) -> None:
        """Type into a field."""
        self.tap(label)
        self.type(text)

    def type(self, text: str) -> None:
        self.phone.act(Type(text))

    def slide(self, words: str, share: float) -> None:
        """Tap a slider at a share of its length."""
        left, _, right, bottom = self.see(words).bounds
        info = self.phone.info
        x = round(left + (right - 1 - left) * share)
        self.phone.act(Click(to_point(x, bottom - 8, info.width, info.height)))

    def down(self) -> None:
        self.phone.act(Scroll(Point(500, 750), Point(500, 300)))

    def up(self) -> None:
        self.phone.act(Scroll(Point(500, 300), Point(500, 750)))

    def wait(self, seconds: int) -> None:
        """Let time pass, in waits as long as one action may take."""
        while seconds > 0:
            self.phone.act(Wait(min(seconds, 600) * 1000))
            seconds -= 600

    def back(self) -> None:
        self.phone.act(ButtonPress("back"))

    def rows(self, sql: str) -> Rows:
        return self.phone.state(sql)

    def value(self, sql: str) -> object:
        ((found,),) = self.rows(sql)
        return found

    @property
    def page(self) -> str:
        return self.phone.observe().activity

    @property
    def package(self) -> str:
        return self.phone.observe().package
