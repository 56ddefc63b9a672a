"""Finger: one gesture on the screen, in pixels: what an action with points becomes, and what ADB sends.

Invariant: both ends lie on the screen.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from phonebuddy import actions
from phonebuddy.actions import Action, to_pixels

Gesture = Literal["tap", "double_tap", "long_press", "scroll", "drag"]
Pixel = tuple[int, int]
SWIPE_MS = 500
"""A scroll without a duration, as AndroidWorld sends it."""


class Finger(msgspec.Struct, frozen=True, gc=False):
    gesture: Gesture
    start: Pixel
    end: Pixel
    duration_ms: int = SWIPE_MS


def finger_of(action: Action, width: int, height: int) -> Finger | None:
    """The gesture of an action on a screen of this size; None for one that touches nothing."""
    match action:
        case actions.Click() | actions.DoubleClick() | actions.LongPress():
            at = to_pixels(action.point, width, height)
            return Finger(_POINTED[type(action)], at, at)
        case actions.Scroll() | actions.Drag():
            start, end = to_pixels(action.start, width, height), to_pixels(action.end, width, height)
            gesture: Gesture = "scroll" if isinstance(action, actions.Scroll) else "drag"
            return Finger(gesture, start, end, action.duration_ms or SWIPE_MS)
        case _:
            return None


_POINTED: dict[type[Action], Gesture] = {
    actions.Click: "tap",
    actions.DoubleClick: "double_tap",
    actions.LongPress: "long_press",
}
