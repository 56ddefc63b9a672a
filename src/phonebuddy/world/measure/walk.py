"""A random walk as an agent might take it: taps, typing, scrolling, going back, over all apps.

Invariant: the walk depends on its seed and on the screens it sees, never on time.
"""

from __future__ import annotations

import random

from phonebuddy.actions import Action, ButtonPress, Click, LongPress, OpenApp, Point, Scroll, Type, to_point
from phonebuddy.screen import Flag, Screen

WORDS = ("hello", "Meeting at 9", "milk", "Anna", "42", "Berlin", "please call", "x")
CLICKABLE = int(Flag.CLICKABLE)


class Walker:
    """Chooses the next action for a screen."""

    def __init__(self, seed: int, apps: tuple[str, ...]) -> None:
        self._chance = random.Random(seed)
        self._apps = apps

    def first(self) -> Action:
        return OpenApp(self._chance.choice(self._apps))

    def next(self, screen: Screen) -> Action:
        """55% taps on elements, 15% scrolls, 15% typing, the rest going places."""
        chance = self._chance
        draw = chance.random()
        if draw < 0.55:
            return self._tap(screen)
        if draw < 0.70:
            up = chance.random() < 0.7
            return Scroll(Point(500, 750 if up else 350), Point(500, 350 if up else 750))
        if draw < 0.85:
            return Type(chance.choice(WORDS))
        if draw < 0.93:
            return ButtonPress("back")
        if draw < 0.95:
            return ButtonPress("home")
        return OpenApp(chance.choice(self._apps))

    def _tap(self, screen: Screen) -> Action:
        able = [element for element in screen.elements if element.flags & CLICKABLE]
        if not able:
            return ButtonPress("back")
        element = self._chance.choice(able)
        spot = to_point(*element.bounds.center, screen.width, screen.height)
        return LongPress(spot) if self._chance.random() < 0.05 else Click(spot)
