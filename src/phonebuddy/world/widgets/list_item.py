"""list_item: a row with one, two or three lines, something before them and something after."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar, Literal

import msgspec

from phonebuddy.world.box import ENABLED, SELECTED, Box, Later, Paint, Placed
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import draw_avatar
from phonebuddy.world.render.text import line_height
from phonebuddy.world.spec.kinds import Child, Icon, Text, Yes
from phonebuddy.world.spec.plan import Part, Plan
from phonebuddy.world.spec.template import Scope
from phonebuddy.world.widgets.base import Widget, round_rect, text_box


class ListItem(Widget, frozen=True):
    """A row of a list.

    title: the first line
    text: a second, smaller line; longer text takes a third
    overline: a small line above the title
    avatar: a name: its initials on a disc before the lines
    icon: an icon before the lines
    leading: a widget before the lines, such as a checkbox
    trailing: a widget after the lines, such as a switch
    meta: small words at the end, such as a time
    lines: how many lines the text may take: 1 or 2
    selected: true for a row that is chosen among others: tinted, with a tick before its lines
    """

    NAME: ClassVar[str] = "list_item"
    MAIN: ClassVar[str] = "title"
    title: Text
    text: Text = ""
    overline: Text = ""
    avatar: Text = ""
    icon: Icon = ""
    leading: Child = None
    trailing: Child = None
    meta: Text = ""
    lines: Literal["1", "2"] = "1"
    selected: Yes = False

    def layout(self, place: Place, width: int) -> Box:
        if self.selected:
            place = place.on(place.look.theme.secondary_container)
        look = place.look
        flags = ENABLED | (SELECTED if self.selected else 0)
        back = look.background if self.selected else 0
        if self.lines != "1" or _is_volatile(self.leading) or _is_volatile(self.trailing):
            parts, height = self._parts(place, width)
            paint = self._paint(look, width, height)
            return Box(width, height, parts=parts, paint=paint, role="item", flags=flags, background=back)
        # Rows of one-line texts know their height beforehand: most of a long list is never looked into.
        height = _known_height(look, bool(self.overline), bool(self.text))
        return Later(
            width,
            height,
            make=lambda: self._parts(place, width)[0],
            paint=self._paint(look, width, height),
            role="item",
            flags=flags,
            background=back,
        )

    @classmethod
    def row_height(cls, plan: Plan, look: Look) -> Callable[[Scope], int] | None:
        """What tells the height of a row that is not made yet, where that hangs on which texts there are."""
        if plan.volatile or "lines" in plan.slots:
            return None
        overline, text = (plan.slots[key].get if key in plan.slots else _none for key in ("overline", "text"))
        return lambda scope: _known_height(look, bool(overline(scope)), bool(text(scope)))

    def _parts(self, place: Place, width: int) -> tuple[tuple[Placed, ...], int]:
        """What is in the row, and how high that makes it."""
        look = place.look
        parts: list[Placed] = []
        left, right = self._lead(place, parts), width - look.dp(16)
        if self.trailing is not None:
            box = _trimmed(self.trailing.box(place, width // 2))
            right -= box.width
            parts.append(Placed(box, right, 0, "trailing"))
            right -= look.dp(12)
        meta = self._meta(look)
        lines = self._lines(place, max(1, right - left), meta.width + look.dp(8) if meta else 0)
        content = sum([box.height for box, _ in lines])
        height = _height(look, len(lines), content)
        y = (height - content) // 2
        parts = [_centred(part, height) for part in parts]
        if meta is not None:
            parts.append(
                Placed(meta, right - meta.width, y + (lines[0][0].height - meta.height) // 2, "meta")
            )
        for box, key in lines:
            parts.append(Placed(box, left, y, key))
            y += box.height
        return tuple(parts), height

    def _lead(self, place: Place, parts: list[Placed]) -> int:
        """Room for what stands before the lines; where the lines start."""
        look = place.look
        if self.leading is not None and not self.selected:
            box = self.leading.box(place, look.dp(96))
            # Things to touch bring their own room; a plain icon or picture stands at the margin.
            gap = look.dp(4) if box.touch is not None else look.dp(16)
            parts.append(Placed(box, gap, 0, "leading"))
            return 2 * gap + box.width
        if self.avatar or (self.selected and not self.icon):
            return look.dp(72)
        return look.dp(56) if self.icon else look.dp(16)

    def _lines(self, place: Place, room: int, taken: int) -> list[tuple[Box, str]]:
        """The lines; the first leaves what is `taken` at its end."""
        look, ink, grey = place.look, place.look.theme.on_surface, place.look.theme.on_surface_variant
        lines: list[tuple[Box, str]] = []
        first = max(1, room - taken)
        if self.overline:
            lines.append((text_box(look, self.overline, look.text("label_small"), grey, first), "overline"))
            first = room
        lines.append((text_box(look, self.title, look.text("body_large"), ink, first), "title"))
        if self.text:
            small = look.text("body")
            lines.append((text_box(look, self.text, small, grey, room, max_lines=int(self.lines)), "text"))
        return lines

    def _meta(self, look: Look) -> Box | None:
        if not self.meta:
            return None
        style, color = look.text("label_small"), look.theme.on_surface_variant
        return text_box(look, self.meta, style, color, look.dp(88))

    def _paint(self, look: Look, width: int, height: int) -> Paint | None:
        if not self.avatar and not self.icon and not self.selected:
            return None
        return _Mark(self.avatar, self.icon, self.selected, look, width, height).paint


class _Mark(msgspec.Struct, frozen=True, gc=False):
    """What is drawn before the lines of a row. No closure, as with words: rows are many."""

    avatar: str
    icon: str
    selected: bool
    look: Look
    width: int
    height: int

    def paint(self, canvas: skia.Canvas) -> None:
        look, height = self.look, self.height
        if self.selected:
            # Inside a column it has no bitmap of its own, whose background would be the tint.
            round_rect(canvas, 0, 0, self.width, height, 0, look.background)
            _draw_tick(canvas, look, look.dp(24 if self.icon and not self.avatar else 40), height)
        elif self.avatar:
            draw_avatar(canvas, self.avatar, look.dp(16), (height - look.dp(40)) // 2, look.dp(40))
        else:
            size, color = look.dp(24), look.theme.on_surface_variant
            draw_icon(canvas, self.icon, look.dp(16), (height - size) // 2, size, color)


def _draw_tick(canvas: skia.Canvas, look: Look, size: int, height: int) -> None:
    """A tick on a disc, where the picture of the row was."""
    left, top, inner = look.dp(16), (height - size) // 2, size * 3 // 5
    theme = look.theme
    round_rect(canvas, left, top, left + size, top + size, size / 2, theme.primary)
    shift = (size - inner) // 2
    draw_icon(canvas, "check", left + shift, top + shift, inner, theme.on_primary)


def _none(_scope: Scope) -> str:
    return ""


@lru_cache(maxsize=256)
def _known_height(look: Look, overline: bool, text: bool) -> int:
    """The height of a row with a title, and with a line above it or a text below it."""
    styles = ["body_large", *["label_small"] * overline, *["body"] * text]
    return _height(look, len(styles), sum([line_height(look.text(style)) for style in styles]))


def _is_volatile(part: Part | None) -> bool:
    return part is not None and part.plan.volatile


def _height(look: Look, num_lines: int, content: int) -> int:
    """Material's row heights, more where larger letters need it."""
    return max(look.dp((56, 72, 88)[min(2, num_lines - 1)]), content + look.dp(20))


def _trimmed(box: Box) -> Box:
    """A row of widgets that stands at the end takes only what they need: the lines have the rest."""
    left = min((part.x for part in box.parts), default=0)
    if left <= 0 or box.paint is not None or box.touch is not None:
        return box
    parts = tuple(part.moved(-left, 0) for part in box.parts)
    return Box(box.width - left, box.height, parts=parts, composite=box.composite)


def _centred(part: Placed, height: int) -> Placed:
    return Placed(part.box, part.x, (height - part.box.height) // 2, part.key)
