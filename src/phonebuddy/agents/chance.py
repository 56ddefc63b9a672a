"""Chance: the agent that taps, types and scrolls about at random: what every other agent must beat.

Invariant: its actions depend on the screen and the episode's own generator alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.actions import (
    Action,
    ButtonPress,
    Click,
    Finish,
    LongPress,
    OpenApp,
    Point,
    Scroll,
    Type,
    to_point,
)
from phonebuddy.agents.policy import Decision, Turn
from phonebuddy.screen import Flag

CLICKABLE = int(Flag.CLICKABLE)
SHARES = {"tap": 60, "scroll": 12, "type": 12, "back": 6, "open": 6, "finish": 4}
"""How often it does what, of a hundred steps."""


class ChancePolicy:
    """See the head of this file."""

    name = "chance"

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
        return [Decision(_draw(turn, chance)) for turn, chance in zip(turns, chances, strict=True)]


def _draw(turn: Turn, chance: random.Random) -> Action:
    (kind,) = chance.choices(tuple(SHARES), tuple(SHARES.values()))
    words = turn.instruction.split() or ["yes"]
    match kind:
        case "tap":
            return _tap(turn, chance)
        case "scroll":
            low, high = Point(500, 750), Point(500, 350)
            return Scroll(low, high) if chance.random() < 0.7 else Scroll(high, low)
        case "type":
            return Type(chance.choice(words))
        case "open" if turn.apps:
            return OpenApp(chance.choice(turn.apps))
        case "finish":
            return Finish(chance.choice(words))
        case _:
            return ButtonPress("back")


def _tap(turn: Turn, chance: random.Random) -> Action:
    screen = turn.screen
    able = [element for element in screen.elements if element.flags & CLICKABLE]
    if not able:
        return ButtonPress("back")
    spot = to_point(*chance.choice(able).bounds.center, screen.width, screen.height)
    return LongPress(spot) if chance.random() < 0.05 else Click(spot)
