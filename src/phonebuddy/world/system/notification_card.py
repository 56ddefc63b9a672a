"""A notification as a card: its app, its title and text, how long ago; in the shade and as a banner.

Invariant: the card of a notification depends on nothing but the notification, the minute and the look.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import has_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.theme import SCHEMES
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.services.notifications import Notification
from phonebuddy.world.system.app_icon import draw_app_icon
from phonebuddy.world.system.words import system_word
from phonebuddy.world.widgets.base import round_rect, shadow, text_box

MINUTE_MS = 60_000


class Sender(NamedTuple):
    """Who a notification is from."""

    title: str
    icon: str
    color: str


def sender(runtime: Runtime, one: Notification) -> Sender:
    """An app of the phone, or one that only ever sends: then the notification says what it is called."""
    if one.app in runtime.image.apps.apps:
        head = runtime.app(one.app).manifest
        return Sender(head.title_in(runtime.ui.language), head.icon, head.color)
    given = one.values()
    icon, color = str(given.get("icon", "")), str(given.get("color", ""))
    return Sender(
        str(given.get("from") or system_word("System", runtime.ui.language)),
        icon if has_icon(icon) else "cog",
        color if color in SCHEMES else "slate",
    )


def ago(look: Look, then_ms: int, now_ms: int) -> str:
    minutes = max(0, now_ms - then_ms) // MINUTE_MS
    if minutes < 1:
        return look.said("now")
    if minutes < 60:
        return look.said("# min", minutes)
    hours = minutes // 60
    return look.said("# h", hours) if hours < 24 else look.said("# d", hours // 24)


@lru_cache(maxsize=512)
def card_box(look: Look, who: Sender, title: str, text: str, when: str, width: int, banner: bool) -> Box:
    """What a card draws and says, without what a touch does."""
    theme, pad, size = look.theme, look.dp(16), look.dp(36)
    left = pad + size + look.dp(12)
    room = max(1, width - left - pad)
    small = look.text("body_small")
    head = text_box(look, f"{who.title}  \u2022  {when}", small, theme.on_surface_variant, room, role="")
    name = text_box(look, title, look.text("label"), theme.on_surface, room, max_lines=2, role="")
    body = text_box(look, text, look.text("body"), theme.on_surface_variant, room, max_lines=2, role="")
    parts, y = [], look.dp(12)
    for box, key in ((head, "head"), (name, "title"), (body, "text")):
        if box.text:
            parts.append(Placed(box, left, y, key))
            y += box.height + look.dp(2)
    height = max(y + look.dp(10), look.dp(60))
    back = theme.surface_highest if banner else theme.surface_lowest if not theme.dark else theme.surface_high

    def paint(canvas: skia.Canvas) -> None:
        radius = look.round(24)
        if banner:
            shadow(canvas, 0, 0, width, height, radius, look.dp(6))
        round_rect(canvas, 0, 0, width, height, radius, back)
        draw_app_icon(canvas, who.icon, who.color, pad, look.dp(14), size)

    outset = look.dp(16) if banner else 0
    return Box(width, height, parts=tuple(parts), paint=paint, outset=outset, floats=True)


def notification_box(runtime: Runtime, look: Look, one: Notification, width: int, banner: bool) -> Box:
    """A card that opens on a tap and goes with a swipe to either side."""
    when = ago(look, one.at_ms, runtime.ui.now_ms)
    card = card_box(look, sender(runtime, one), one.title, one.text, when, width, banner)
    return _touchable(card, one.id, f"{sender(runtime, one).title}: {one.title}", one.text, banner)


@lru_cache(maxsize=512)
def _touchable(card: Box, number: int, title: str, text: str, banner: bool) -> Box:
    def tap(runtime: Runtime, _x: int, _y: int) -> None:
        runtime.open_notification(number)

    def remove(runtime: Runtime, _x: int, _y: int) -> None:
        runtime.ui.heads_up = None
        runtime.notifications.remove(number)

    def put_away(runtime: Runtime, _x: int, _y: int) -> None:
        runtime.ui.heads_up = None

    return Box(
        card.width,
        card.height,
        parts=card.parts,
        paint=card.paint,
        role="notification",
        text=title,
        description=text,
        flags=ENABLED | CLICKABLE,
        touch=Touch(tap=tap, swipe_left=remove, swipe_right=remove, swipe_up=put_away if banner else None),
        outset=card.outset,
        floats=True,
    )
