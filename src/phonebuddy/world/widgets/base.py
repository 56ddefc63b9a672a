"""Widget: the base of everything a page is made of, and the few drawing helpers all of them use."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Handler, Paint, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.shadows import shadow
from phonebuddy.world.render.text import (
    TextStyle,
    baseline,
    draw_text,
    ellipsize,
    line_height,
    text_width,
    wrap,
)
from phonebuddy.world.spec.kinds import Bindable

SPLIT_DP = 160
"""What is higher than this is drawn part by part."""


class Widget(Bindable, frozen=True):
    """Lays itself out in a width. Only its values and the place may matter: equal ones give equal boxes.

    OVERLAY widgets are shown by an effect, over the page. VOLATILE ones read rows or overlay state, so they
    are asked each time whether they still hold. DETACHED ones may outlive the page that showed them.
    """

    OVERLAY: ClassVar[bool] = False
    DETACHED: ClassVar[bool] = False
    VOLATILE: ClassVar[bool] = False
    VOLATILE_WITH: ClassVar[tuple[str, ...]] = ()
    """Keys that make it so where they are given."""
    UNDER_KEYBOARD: ClassVar[bool] = False
    """Whether, as the bar at the bottom of a page, it stays under the keyboard instead of on top of it."""
    PLACEMENT: ClassVar[str] = "center"
    """Where an overlay stands: center, bottom (sheet), left (drawer) or finger (menu)."""

    def layout(self, place: Place, width: int) -> Box:
        raise NotImplementedError


def text_box(
    look: Look,
    text: str,
    style: TextStyle,
    color: int,
    width: int,
    *,
    max_lines: int | None = 1,
    align: str = "start",
    role: str = "text",
) -> Box:
    """A piece of text as a box, as high as its lines; shown in full as an element."""
    # Most text is one line; where it may be no more, it is cut only when it is drawn.
    lines: tuple[str, ...] | None = None if max_lines == 1 else (text,)
    needed, num_lines = text_width(text, style), 1
    if max_lines != 1 and (needed > width or "\n" in text or text.endswith(" ")):
        lines = wrap(text, width, style, max_lines)
        needed, num_lines = max([text_width(line, style) for line in lines], default=0), len(lines)
    taken = width if align != "start" else min(width, needed)
    words = Words(text, style, color, width, taken, align, lines)
    return Box(taken, line_height(style) * num_lines, paint=words.paint, role=role, text=text)


class Words(msgspec.Struct, frozen=True, gc=False):
    """Text as it is drawn. No closure, as other drawings are: half of all boxes are text, and the collector
    would have ten objects to look at for each.
    """

    text: str
    style: TextStyle
    color: int
    width: int
    taken: int
    align: str
    lines: tuple[str, ...] | None
    """None for one line, which is cut when it is drawn."""

    def paint(self, canvas: skia.Canvas) -> None:
        style, step = self.style, line_height(self.style)
        lines = (ellipsize(self.text, self.width, style),) if self.lines is None else self.lines
        for index, line in enumerate(lines):
            free = self.taken - text_width(line, style)
            x = {"start": 0, "center": free // 2, "end": free}[self.align]
            draw_text(canvas, line, x, baseline(style) + index * step, style, self.color)


def fitting(look: Look, text: str, width: int, *names: str) -> TextStyle:
    """The first of these text styles in which the text fits on one line, or else the last: the smallest."""
    for name in names[:-1]:
        if text_width(text, look.text(name)) <= width:
            return look.text(name)
    return look.text(names[-1])


def icon_box(look: Look, icon: str, label: str, color: int, tap: Handler | None) -> Box:
    """An icon to tap, with the room a finger needs; without a handler it is grey and does nothing."""
    side, size = look.dp(48), look.dp(24)
    shown = color if tap is not None else mix(color, look.background, 0.38)

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, icon, (side - size) // 2, (side - size) // 2, size, shown)

    return Box(
        side, side, paint=paint, role="icon_button", description=label,
        flags=CLICKABLE | (ENABLED if tap is not None else 0), touch=Touch(tap=tap),
    )  # fmt: skip


def round_rect(
    canvas: skia.Canvas, left: float, top: float, right: float, bottom: float, radius: float, color: int
) -> None:
    """A filled rectangle with round corners."""
    paint = skia.Paint(Color=color, AntiAlias=True)
    canvas.drawRoundRect(skia.Rect.MakeLTRB(left, top, right, bottom), radius, radius, paint)


def round_outline(
    canvas: skia.Canvas,
    left: float,
    top: float,
    right: float,
    bottom: float,
    radius: float,
    color: int,
    stroke: float,
) -> None:
    """The outline of a rectangle with round corners, drawn inside it."""
    paint = skia.Paint(Color=color, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=stroke)
    half = stroke / 2
    rect = skia.Rect.MakeLTRB(left + half, top + half, right - half, bottom - half)
    canvas.drawRoundRect(rect, max(0.0, radius - half), max(0.0, radius - half), paint)


def mix(color: int, over: int, share: float) -> int:
    """A colour laid over another with some strength: pressed, disabled and tinted surfaces."""
    parts = [
        round(((over >> shift) & 255) * (1 - share) + ((color >> shift) & 255) * share)
        for shift in (16, 8, 0)
    ]
    return 0xFF000000 | parts[0] << 16 | parts[1] << 8 | parts[2]


__all__ = [
    "Box",
    "Look",
    "Paint",
    "Place",
    "Widget",
    "icon_box",
    "mix",
    "round_outline",
    "round_rect",
    "shadow",
    "text_box",
    "text_width",
]
