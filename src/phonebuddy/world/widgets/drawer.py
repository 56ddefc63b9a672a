"""drawer: the places of an app, on a surface that comes in from the left."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, SCROLLABLE, SELECTED, Box, Placed, Scroll, Touch, stack
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon, has_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import Children, Text
from phonebuddy.world.spec.plan import Part
from phonebuddy.world.system.metrics import STATUS_DP, navigation_height
from phonebuddy.world.widgets.base import Widget, round_rect, text_box
from phonebuddy.world.widgets.dialog import closing
from phonebuddy.world.widgets.menu_item import MenuItem
from phonebuddy.world.widgets.nav_item import NavItem

SCROLL_KEY = "drawer"
PAD_DP, ROW_DP = 12, 56


class Drawer(Widget, frozen=True):
    """The places of an app and more to do, over the left of the page; it closes when one is chosen.

    title: the words at its top, such as the app's name
    subtitle: a smaller line under them, such as the account
    current: the value of the nav_item that is chosen
    items: nav_item for places and menu_item for things to do; header and divider may part them
    """

    NAME: ClassVar[str] = "drawer"
    MAIN: ClassVar[str] = "title"
    OVERLAY: ClassVar[bool] = True
    VOLATILE: ClassVar[bool] = True
    PLACEMENT: ClassVar[str] = "left"
    title: Text
    items: Children
    subtitle: Text = ""
    current: Text = ""

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        height = look.height
        inside = place.on(look.theme.surface_low)
        head = _head(inside.look, self.title, self.subtitle, width)
        window = self._window(inside, width, max(1, height - head.height - navigation_height(look)))
        parts = (
            Placed(_surface(look, width, height), 0, 0, "surface"),
            Placed(window, 0, head.height, "body"),
            Placed(head, 0, 0, "head"),
        )
        return Box(
            width, height, parts=parts, role="drawer", composite=True, floats=True,
            touch=Touch(swipe_left=_close),
        )  # fmt: skip

    def _window(self, place: Place, width: int, height: int) -> Box:
        pad = place.look.dp(PAD_DP)
        placed, inner = stack([(self._item(place, part, width - 2 * pad), part.key) for part in self.items])
        extent = max(0, inner - height)
        offset = max(0, min(place.scrolled(SCROLL_KEY) or 0, extent))
        content = Box(width, inner, parts=tuple(part.moved(pad, 0) for part in placed), composite=True)
        return Box(
            width, height, parts=(Placed(content, 0, -offset, "content"),), composite=True,
            scroll=Scroll(SCROLL_KEY, offset, extent), role="scroll" if extent else "",
            flags=ENABLED | (SCROLLABLE if extent else 0),
        )  # fmt: skip

    def _item(self, place: Place, part: Part, width: int) -> Box:
        # Here places and things to do are rows alike, not as in a bottom_nav or a menu.
        item = part.plan.fill(part.scope)
        if isinstance(item, MenuItem):
            return _row(
                place.look,
                width,
                NavItem(item.text, item.icon, "", "", item.on_tap),
                False,
                part.plan.resource,
            )
        if isinstance(item, NavItem):
            chosen = bool(self.current) and item.value == self.current
            return _row(place.look, width, item, chosen, part.plan.resource)
        return part.box(place, width)


def _close(runtime: Runtime, _x: int, _y: int) -> None:
    runtime.dismiss()


@lru_cache(maxsize=256)
def _row(look: Look, width: int, item: NavItem, chosen: bool, resource: str) -> Box:
    theme, size, height = look.theme, look.dp(24), look.dp(ROW_DP)
    color = theme.on_secondary_container if chosen else theme.on_surface_variant
    back = theme.secondary_container if chosen else look.background
    filled = item.icon.removesuffix("-outline")
    icon = filled if chosen and has_icon(filled) else item.icon
    count = item.badge if item.badge != "0" else ""
    left = look.dp(16)
    number = text_box(look, count, look.text("label"), color, look.dp(64), role="")
    room = max(1, width - 2 * left - size - look.dp(12) - number.width - look.dp(8))
    label = text_box(look, item.text, look.text("label"), color, room, role="")
    parts = (
        Placed(label, left + size + look.dp(12), (height - label.height) // 2, "label"),
        Placed(number, width - look.dp(24) - number.width, (height - number.height) // 2, "badge"),
    )

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height, min(look.round(28), height / 2), back)
        if icon:
            draw_icon(canvas, icon, left, (height - size) // 2, size, color)

    box = Box(
        width, height, parts=parts, paint=paint, role="item", text=item.text, background=look.background,
        description=look.said("#, # new", item.text, count) if count else "",
        flags=ENABLED | CLICKABLE | (SELECTED if chosen else 0),
        touch=Touch(tap=closing(item.on_tap)),
    )  # fmt: skip
    box.resource = resource
    return box


@lru_cache(maxsize=32)
def _head(look: Look, title: str, subtitle: str, width: int) -> Box:
    theme, pad, y = look.theme, look.dp(28), look.dp(STATUS_DP + 16)
    room = max(1, width - 2 * pad)
    words = text_box(look, title, look.text("title_large"), theme.on_surface, room)
    parts = [Placed(words, pad, y, "title")]
    y += words.height
    if subtitle:
        small = text_box(look, subtitle, look.text("body"), theme.on_surface_variant, room)
        parts.append(Placed(small, pad, y, "subtitle"))
        y += small.height
    return Box(width, y + look.dp(16), parts=tuple(parts))


@lru_cache(maxsize=32)
def _surface(look: Look, width: int, height: int) -> Box:
    """What is drawn behind everything, with round corners on its free side."""
    radius = look.round(16)

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, -radius, 0, width, height, radius, look.theme.surface_low)

    return Box(width, height, paint=paint)
