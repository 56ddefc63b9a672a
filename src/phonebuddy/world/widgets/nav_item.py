"""nav_item: one place to go to, in a bottom_nav."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, SELECTED, Box, Placed, Touch, paint_tree
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon, has_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, Effects, Icon, Text
from phonebuddy.world.widgets.badge import Badge
from phonebuddy.world.widgets.base import Widget, round_rect, text_box

HEIGHT_DP = 80


class NavItem(Widget, frozen=True):
    """One place to go to.

    text: what the place is called
    icon: its icon
    value: what the bottom_nav's current is while it is chosen
    badge: a count on the icon; empty or 0 shows none
    on_tap: what it does
    """

    NAME: ClassVar[str] = "nav_item"
    MAIN: ClassVar[str] = "text"
    text: Text
    icon: Icon
    value: Text = ""
    badge: Text = ""
    on_tap: Effects = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        return self.item_box(place, width, chosen=False)

    def item_box(self, place: Place, width: int, chosen: bool) -> Box:
        """This place, chosen or not."""
        look, theme = place.look, place.look.theme
        height = look.dp(HEIGHT_DP)
        color = theme.on_surface if chosen else theme.on_surface_variant
        words = text_box(look, self.text, look.text("label_medium"), color, width, align="center", role="")
        count = self.badge if self.badge != "0" else ""
        mark = Badge(count).layout(place, look.dp(48)) if count else None
        icon = self.icon

        def paint(canvas: skia.Canvas) -> None:
            _draw_icon(canvas, look, icon, width, chosen)
            if mark is not None:
                canvas.save()
                canvas.translate(width // 2 + look.dp(2), look.dp(12))
                paint_tree(mark, canvas)
                canvas.restore()

        return Box(
            width, height, parts=(Placed(words, 0, look.dp(48), "label"),), paint=paint, role="tab",
            text=self.text, description=look.said("#, # new", self.text, count) if count else "",
            flags=ENABLED | CLICKABLE | (SELECTED if chosen else 0),
            touch=Touch(tap=self.on_tap.handler()),
        )  # fmt: skip


def _draw_icon(canvas: skia.Canvas, look: Look, icon: str, width: int, chosen: bool) -> None:
    """The icon, and when it is chosen the pill behind it and its filled form where there is one."""
    theme = look.theme
    top, size = look.dp(16), look.dp(24)
    if chosen:
        filled = icon.removesuffix("-outline")
        icon = filled if has_icon(filled) else icon
        wide, pill = look.dp(64), look.dp(32)
        left = (width - wide) / 2
        round_rect(
            canvas, left, look.dp(12), left + wide, look.dp(12) + pill, pill / 2, theme.secondary_container
        )
    color = theme.on_secondary_container if chosen else theme.on_surface_variant
    draw_icon(canvas, icon, (width - size) // 2, top, size, color)
