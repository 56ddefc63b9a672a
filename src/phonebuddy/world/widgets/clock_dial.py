"""The dial of the time picker: two rings of hours or one of minutes, and the hand.

Invariant: the dial itself takes every touch, so that a label and the gap beside it follow the same rule:
the nearest hour or minute is meant.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

from phonebuddy.world.box import CLICKABLE, ENABLED, SELECTED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle, baseline, draw_text, line_height, measure
from phonebuddy.world.runtime import Runtime

DIAL_DP = 256
OUTER_DP, INNER_DP = 104, 66
KNOB_DP = 20


class Label(NamedTuple):
    """A number on the dial; x and y are its middle."""

    value: int
    text: str
    x: float
    y: float


@lru_cache(maxsize=64)
def dial_box(look: Look, field: str, value: int) -> Box:
    """The dial with its hand at an hour or a minute."""
    side, labels = look.dp(DIAL_DP), _labels(look, field)
    parts = tuple(_element(look, label, field, label.value == value) for label in labels)

    def paint(canvas: skia.Canvas) -> None:
        _paint(canvas, look, labels, _position(look, field, value))

    def pick(runtime: Runtime, x: int, y: int) -> None:
        state = runtime.overlay_state()
        state[field] = nearest(look, field, x, y)
        if field == "hour":
            state["field"] = "minute"

    touch = Touch(tap=pick, drag=pick)
    return Box(side, side, parts=parts, paint=paint, touch=touch, background=look.background)


def nearest(look: Look, field: str, x: int, y: int) -> int:
    """The hour or minute that a touch on the dial means."""
    middle = look.dp(DIAL_DP) / 2
    turn = atan2(x - middle, middle - y) / (2 * pi) % 1
    if field == "minute":
        return round(turn * 60) % 60
    is_inner = hypot(x - middle, y - middle) < look.dp((OUTER_DP + INNER_DP) / 2)
    return round(turn * 12) % 12 + (12 if is_inner else 0)


def _position(look: Look, field: str, value: int) -> tuple[float, float]:
    """Where an hour or a minute stands on the dial."""
    middle = look.dp(DIAL_DP) / 2
    angle = 2 * pi * (value / 60 if field == "minute" else value % 12 / 12)
    radius = look.dp(INNER_DP if field == "hour" and value >= 12 else OUTER_DP)
    return middle + radius * sin(angle), middle - radius * cos(angle)


def _labels(look: Look, field: str) -> tuple[Label, ...]:
    if field == "minute":
        return tuple(Label(m, f"{m:02d}", *_position(look, field, m)) for m in range(0, 60, 5))
    return tuple(Label(h, str(h) if h else "00", *_position(look, field, h)) for h in range(24))


def _element(look: Look, label: Label, field: str, is_chosen: bool) -> Placed:
    """What says that the label is there; the dial draws it and takes its touches."""
    reach = look.dp(16)
    box = Box(
        2 * reach,
        2 * reach,
        role="button",
        text=label.text,
        description=look.said(f"# {field}" + ("" if label.value == 1 else "s"), label.value),
        flags=ENABLED | CLICKABLE | (SELECTED if is_chosen else 0),
    )
    return Placed(box, round(label.x) - reach, round(label.y) - reach, label.text)


def _paint(canvas: skia.Canvas, look: Look, labels: tuple[Label, ...], hand: tuple[float, float]) -> None:
    theme, middle, knob = look.theme, look.dp(DIAL_DP) / 2, look.dp(KNOB_DP)
    face = skia.Paint(Color=theme.surface_highest, AntiAlias=True)
    mark = skia.Paint(Color=theme.primary, AntiAlias=True, StrokeWidth=look.dp(2))
    canvas.drawCircle(middle, middle, middle, face)
    canvas.drawLine(middle, middle, *hand, mark)
    _paint_labels(canvas, look, labels, theme.on_surface)
    canvas.drawCircle(middle, middle, look.dp(4), mark)
    canvas.drawCircle(*hand, knob, mark)
    # What the knob covers is written on it again, in the colour that shows there.
    canvas.save()
    canvas.clipPath(skia.Path.Circle(*hand, knob), skia.ClipOp.kIntersect, True)
    _paint_labels(canvas, look, labels, theme.on_primary)
    canvas.restore()
    if all(hypot(label.x - hand[0], label.y - hand[1]) > knob / 2 for label in labels):
        canvas.drawCircle(*hand, look.dp(2), skia.Paint(Color=theme.on_primary, AntiAlias=True))


def _paint_labels(canvas: skia.Canvas, look: Look, labels: tuple[Label, ...], color: int) -> None:
    # In dp, not sp: the dial does not grow with the font, so its numbers cannot.
    style = TextStyle(look.dp(16), 400)
    drop = baseline(style) - line_height(style) / 2
    for label in labels:
        draw_text(canvas, label.text, label.x - measure(label.text, style) / 2, label.y + drop, style, color)
