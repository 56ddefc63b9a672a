"""node: a rectangle at a fixed place, with what is in it; for pages rebuilt from recordings that knew
places.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

from phonebuddy.world.box import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    ENABLED,
    SCROLLABLE,
    SELECTED,
    Box,
    Paint,
    Placed,
    Scroll,
    Touch,
)
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle, baseline, draw_text, line_height, wrap
from phonebuddy.world.spec.kinds import NO_EFFECTS, Children, Effects, Text, Yes
from phonebuddy.world.spec.plan import Part
from phonebuddy.world.system.metrics import STATUS_DP, navigation_height
from phonebuddy.world.widgets.base import Widget, mix, round_rect
from phonebuddy.world.widgets.list import ListWidget

WHOLE = 1000
"""Places are given in thousandths of the scene."""
FARTHEST = 50 * WHOLE
"""How far above or below the scene something in a list can stand."""
SMALLEST, LARGEST = 9, 20
"""Letters, in dp: as large as the rectangle allows between these."""
PICTURES = ("image", "icon_button", "fab", "icon")
MAX_PICTURE, MAX_SIDE = 40_000, 512
"""Letters of a picture in base64, and pixels of its longer side."""

Rect = tuple[int, int, int, int]


class Node(Widget, frozen=True):
    """A rectangle at a fixed place; stands in a scene or in another node.

    text: what it says
    at: left, top, right and bottom in thousandths of the scene, such as 0 40 1000 110
    role: what it is, such as text, button, image or list; empty for a mere place
    hint: what it says while it is empty
    checkable: whether it can be ticked
    checked: whether it is ticked
    selected: whether it is the chosen one of several
    touchable: whether it says that it can be tapped, even if nothing happens
    scrolls: whether it says that it can be scrolled
    window: whether what is in it may stand above and below it, and scrolls into sight
    fill: a colour behind it, such as #2196f3
    picture: a small PNG or JPEG in base64, drawn over the whole of it
    children: what is in it; the rows of a list of nodes stand where each says
    on_swipe_up: what swiping it up does
    on_swipe_down: what swiping it down does
    """

    NAME: ClassVar[str] = "node"
    MAIN: ClassVar[str] = "text"
    VOLATILE_WITH: ClassVar[tuple[str, ...]] = ("window",)
    text: Text
    at: Text
    role: Text = "group"
    hint: Text = ""
    checkable: Yes = False
    checked: Yes = False
    selected: Yes = False
    touchable: Yes = False
    scrolls: Yes = False
    window: Yes = False
    fill: Text = ""
    picture: Text = ""
    children: Children = ()
    on_swipe_up: Effects = NO_EFFECTS
    on_swipe_down: Effects = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        left, top, right, bottom = read_place(self.at, place.look)
        wide, high = right - left, bottom - top
        parts = place_children(self.children, place, left, top, wide)
        scroll = self._scroll(parts, place, high) if self.window else None
        if scroll is not None:
            parts = _window(parts, wide, high, scroll)
        return Box(
            wide,
            high,
            parts=parts,
            paint=self._paint(place.look, wide, high),
            role=self.role,
            text=self.text,
            hint=self.hint,
            flags=self._flags(),
            touch=self._touch(),
            scroll=scroll,
            composite=scroll is not None or holds_window(parts),
            floats=True,
        )

    def _scroll(self, parts: tuple[Placed, ...], place: Place, height: int) -> Scroll | None:
        """How far it is scrolled, where something stands above or below it; at first as places say."""
        above, below = _reach(parts, height)
        if not above and not below:
            return None
        key = f"node {self.at}"  # nodes have no names; a page has one window at a place
        moved = place.scrolled(key)
        return Scroll(key, min(above if moved is None else moved, above + below), above + below)

    def _flags(self) -> int:
        flags = ENABLED
        for is_so, flag in (
            (self.checkable, CHECKABLE),
            (self.checked, CHECKED),
            (self.selected, SELECTED),
            (self.touchable, CLICKABLE),
            (self.scrolls, SCROLLABLE),
        ):
            flags |= int(flag) if is_so else 0
        return flags

    def _touch(self) -> Touch | None:
        up = self.on_swipe_up.handler() if self.on_swipe_up else None
        down = self.on_swipe_down.handler() if self.on_swipe_down else None
        return Touch(swipe_up=up, swipe_down=down) if up or down else None

    def _paint(self, look: Look, width: int, height: int) -> Paint | None:
        words = self.text or self.hint
        ticked = self.checkable and not self.children
        fill, picture = read_color(self.fill), read_picture(self.picture)
        plain = self.role not in PICTURES and not self.selected and fill is None and picture is None
        if not words and not ticked and plain:
            return None

        def paint(canvas: skia.Canvas) -> None:
            theme = look.theme
            if fill is not None:
                round_rect(canvas, 0, 0, width, height, 0, fill)
            if picture is not None:
                smooth = skia.SamplingOptions(skia.FilterMode.kLinear)
                canvas.drawImageRect(picture, skia.Rect.MakeWH(width, height), smooth)
                return
            if (self.role in PICTURES and fill is None) or self.selected:
                tint = (
                    theme.secondary_container
                    if self.selected
                    else mix(theme.on_surface, look.background, 0.08)
                )
                round_rect(canvas, 0, 0, width, height, look.round(4), tint)
            if ticked:
                icon = "checkbox-marked" if self.checked else "checkbox-blank-outline"
                size = min(width, height, look.dp(24))
                draw_icon(canvas, icon, 0, (height - size) // 2, size, theme.primary)
            if words:
                color = theme.on_surface if self.text else theme.on_surface_variant
                if fill is not None:
                    color = 0xFF1D1B20 if _is_light(fill) else 0xFFFFFFFF
                _draw_words(canvas, look, words, width, height, color)

        return paint


def holds_window(parts: tuple[Placed, ...]) -> bool:
    """Whether something in it is a window: then it is listed and drawn part by part, cut to that."""
    return any(part.box.composite for part in parts)


def _reach(parts: tuple[Placed, ...], height: int) -> tuple[int, int]:
    """How far parts stand out above and below."""
    above = max((-part.y for part in parts), default=0)
    below = max((part.y + part.box.height - height for part in parts), default=0)
    return max(0, above), max(0, below)


def _window(parts: tuple[Placed, ...], width: int, height: int, scroll: Scroll) -> tuple[Placed, ...]:
    """The parts on a sheet of their own that is moved."""
    above, _ = _reach(parts, height)
    moved = tuple(part.moved(0, above) for part in parts)
    content = Box(width, height + scroll.extent, parts=moved, composite=True)
    return (Placed(content, 0, -scroll.offset, "content"),)


def read_place(text: str, look: Look) -> Rect:
    """A place in pixels; anything that is not four numbers is the whole scene, nothing is turned inside
    out.
    """
    high = scene_height(look)
    numbers = [int(part) for part in text.split() if part.removeprefix("-").isdecimal()]
    left, top, right, bottom = numbers if len(numbers) == 4 else (0, 0, WHOLE, WHOLE)
    x1, x2 = sorted(max(0, min(x, WHOLE)) * look.width // WHOLE for x in (left, right))
    y1, y2 = sorted(max(-FARTHEST, min(y, FARTHEST)) * high // WHOLE for y in (top, bottom))
    return x1, y1, max(x2, x1 + 1), max(y2, y1 + 1)


def read_color(text: str) -> int | None:
    """`#rrggbb` as a colour; anything else is none."""
    digits = text.removeprefix("#")
    if len(digits) != 6 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        return None
    return 0xFF000000 | int(digits, 16)


@lru_cache(512)
def read_picture(text: str) -> skia.Image | None:
    """A picture in base64; anything else, and anything large, is none."""
    if not text or len(text) > MAX_PICTURE:
        return None
    try:
        data = skia.Data.MakeWithCopy(b64decode(text, validate=True))
        size = skia.Codec.MakeFromData(data).dimensions()
        if max(size.width(), size.height()) > MAX_SIDE:
            return None
        return skia.Image.MakeFromEncoded(data)
    except (RuntimeError, ValueError):
        return None


def _is_light(color: int) -> bool:
    red, green, blue = (color >> 16) & 255, (color >> 8) & 255, color & 255
    return 299 * red + 587 * green + 114 * blue > 128_000


def scene_height(look: Look) -> int:
    """The room between the phone's own bars."""
    return look.height - look.dp(STATUS_DP) - navigation_height(look)


def place_children(
    children: tuple[Part, ...], place: Place, left: int, top: int, width: int
) -> tuple[Placed, ...]:
    """Each child where it says it is; one that does not say fills its parent's width from the top."""
    placed: list[Placed] = []
    for key, part in _with_rows(children, place):
        slot = part.plan.slots.get("at") if part.plan.cls is Node else None
        x, y, _, _ = read_place(slot.get(part.scope), place.look) if slot is not None else (left, top, 0, 0)
        placed.append(Placed(part.box(place, width), x - left, y - top, key))
    return tuple(placed)


def _with_rows(children: tuple[Part, ...], place: Place) -> Iterator[tuple[str, Part]]:
    """Children with their keys; a list of nodes gives its rows, for each of them says where it stands."""
    for part in children:
        each = part.plan.slots["each"].get(part.scope) if part.plan.cls is ListWidget else None
        if each is None or each.each.plan.cls is not Node:
            yield part.key, part
            continue
        rows = each.parts(place.rows(part.plan.slots["rows"].get(part.scope)))
        for key, row in zip(each.keys(rows), rows, strict=True):
            yield f"{part.key}.{key}", row


def _draw_words(canvas: skia.Canvas, look: Look, words: str, width: int, height: int, color: int) -> None:
    """Words in a rectangle, as large as they fit."""
    for size in range(look.dp(LARGEST), look.dp(SMALLEST) - 1, -1):
        style = TextStyle(size, 400)
        step = line_height(style)
        lines = wrap(words, width, style, max(1, height // step))
        if len(lines) * step <= height and len("".join(lines)) >= len(words.replace("\n", "").strip()) * 0.9:
            break
    top = max(0, (height - len(lines) * step) // 2)
    for index, line in enumerate(lines):
        draw_text(canvas, line, 0, top + baseline(style) + index * step, style, color)
