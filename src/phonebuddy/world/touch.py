"""Touch: from fingers to handlers: which box is under the finger, what it does, how far a scroll goes.

Android's own numbers for touch slop and fling decide where a scroll ends. Invariant: a gesture acts on the
frame the agent saw; layers are passed in, not laid out again.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import NamedTuple

from phonebuddy.world.box import CARET, Box, Handler, Hit, Touch, hit_boxes
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.runtime import Runtime

PASSED_THROUGH = ("status", "handle", "toast")
"""Layers that no tap is meant for; none of them is modal."""
SLOP_DP = 8
"""A finger moves this far before anything scrolls (ViewConfiguration.TOUCH_SLOP)."""
MIN_FLING_DP_S = 50
MAX_FLING_DP_S = 8000
FRICTION = 0.015
INFLEXION = 0.35
DECELERATION = log(0.78) / log(0.9)
"""ViewConfiguration.getScrollFriction and the constants of OverScroller's fling curve."""


Landing = tuple[Handler, int, int]
"""A handler under the finger and where the finger is, relative to its box."""


def layer_at(layers: list[Layer], x: int, y: int) -> tuple[Layer | None, bool]:
    """The layer a touch goes to, and whether it fell beside a modal one."""
    for layer in reversed(layers):
        if layer.name in PASSED_THROUGH:
            continue
        if 0 <= x - layer.x < layer.box.width and 0 <= y - layer.y < layer.box.height:
            return layer, False
        if layer.modal:
            return layer, True
    return None, False


def hits_at(layer: Layer, x: int, y: int) -> list[Hit]:
    """Boxes under the finger, outermost first."""
    hits: list[Hit] = []
    hit_boxes(layer.box, x - layer.x, y - layer.y, hits)
    return hits


def find_handler(hits: list[Hit], pick: Callable[[Touch], Handler | None]) -> Landing | None:
    """The innermost box that takes this gesture."""
    for box, x, y in reversed(hits):
        if box.touch is not None and (handler := pick(box.touch)) is not None:
            return handler, x, y
    return None


def run(landing: Landing | None, runtime: Runtime) -> bool:
    if landing is None:
        return False
    handler, x, y = landing
    handler(runtime, x, y)
    return True


def scroll_distance(moved: int, duration_ms: int, look: Look, flings: bool) -> int:
    """How far content moves when a finger moves `moved` pixels: slop taken off, fling added."""
    slop = look.dp(SLOP_DP)
    if abs(moved) <= slop:
        return 0
    sign = 1 if moved > 0 else -1
    distance = abs(moved) - slop
    if flings:
        distance += fling_distance(abs(moved) * 1000 / max(1, duration_ms), look)
    return sign * distance


def fling_distance(velocity: float, look: Look) -> int:
    """Pixels a list runs on after the finger left at this speed (pixels a second)."""
    if velocity < MIN_FLING_DP_S * look.density:
        return 0
    velocity = min(velocity, MAX_FLING_DP_S * look.density)
    # Gravity, inches per metre, pixels per inch, and a factor Android calls "look and feel tuning".
    coefficient = 9.80665 * 39.37 * look.density * 160 * 0.84 * FRICTION
    curve = log(INFLEXION * velocity / coefficient)
    return round(coefficient * exp(DECELERATION / (DECELERATION - 1) * curve))


def scroll_to(hits: list[Hit], dx: int, dy: int, scrolls: dict[str, int]) -> bool:
    """Move the innermost box that can scroll this way; (dx, dy) is how far the content moves."""
    horizontal = abs(dx) > abs(dy)
    wanted = -dx if horizontal else -dy
    for box, *_ in reversed(hits):
        scroll = box.scroll
        if scroll is None or scroll.horizontal != horizontal or scroll.extent == 0:
            continue
        offset = max(0, min(scroll.extent, scroll.offset + wanted))
        if offset != scroll.offset:
            scrolls[scroll.key] = offset
            return True
    return False


class Focused(NamedTuple):
    """The field being typed into, and the part of it to show: all, or the line with the caret."""

    box: Box
    top: int
    bottom: int


def find_focused(box: Box, y: int = 0) -> Focused | None:
    """Search a box for the focused field; heights are relative to the box searched."""
    if not box.holds_focus():
        return None
    for part in box.parts:
        if part.box.holds_focus():
            return find_focused(part.box, y + part.y)
    caret = next((part for part in box.parts if part.key == CARET), None)
    if caret is not None:
        return Focused(box, y + caret.y, y + caret.y + caret.box.height)
    return Focused(box, y, y + box.height)
