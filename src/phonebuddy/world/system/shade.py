"""The notification shade: pulled down from the top, with a few tiles and what apps had to say.

Pulled once more (or by its chevron) it becomes the quick settings panel with all tiles. Invariant: it is
drawn over whatever is in front and changes none of it; back, a swipe up or a tap beside closes it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from phonebuddy.world.box import Box, Placed, Touch
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.state.speech import date_text
from phonebuddy.world.system.metrics import STATUS_DP, SYSTEM_PACKAGE, navigation_height
from phonebuddy.world.system.notification_card import notification_box
from phonebuddy.world.system.panel import button_box, scrolled
from phonebuddy.world.system.quick_settings import brightness_box, tiles_box
from phonebuddy.world.widgets.base import icon_box, round_rect, text_box

CLOSED, NOTIFICATIONS, QUICK = "", "notifications", "quick"
SCROLL_KEY = "shade"
SETTINGS_APP = "settings"
MOST_DP = 520
PAD_DP = 16


def layers(runtime: Runtime, look: Look) -> list[Layer]:
    if runtime.ui.shade == CLOSED or runtime.ui.over == "lock":
        return []
    box = _shade(runtime, look)
    return [Layer("shade", box, (look.width - box.width) // 2, 0, SYSTEM_PACKAGE, modal=True, dim=True)]


def _shade(runtime: Runtime, look: Look) -> Box:
    width, pad = min(look.width, look.dp(MOST_DP)), look.dp(PAD_DP)
    inner = width - 2 * pad
    rows = _quick(runtime, look, inner) if runtime.ui.shade == QUICK else _listed(runtime, look, inner)
    parts: list[Placed] = []
    y = 0
    for box, key in rows:
        parts.append(Placed(box, pad, y, key))
        y += box.height + look.dp(8)
    top, foot = look.dp(STATUS_DP + 4), look.dp(28)
    room = look.height - navigation_height(look) - look.dp(24) - top - foot
    window = scrolled(tuple(parts), width, y, room, SCROLL_KEY, runtime.ui.scroll.get(SCROLL_KEY, 0))
    height = top + window.height + foot
    surface = _surface(look, width, height)
    return Box(
        width,
        height,
        parts=(Placed(surface, 0, 0, "surface"), Placed(window, 0, top, "window")),
        role="shade",
        description=look.said("Quick settings" if runtime.ui.shade == QUICK else "Notification shade"),
        composite=True,
        floats=True,
        touch=Touch(swipe_up=_close, swipe_down=_expand),
    )


def _close(runtime: Runtime, _x: int, _y: int) -> None:
    runtime.ui.shade = CLOSED


def _expand(runtime: Runtime, _x: int, _y: int) -> None:
    runtime.ui.shade = QUICK


def _collapse(runtime: Runtime, _x: int, _y: int) -> None:
    runtime.ui.shade = NOTIFICATIONS


@lru_cache(maxsize=32)
def _surface(look: Look, width: int, height: int) -> Box:
    """The panel itself, round at its lower corners, with a handle to push it up by."""
    radius, half = look.round(28), look.dp(16)

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, -radius, width, height, radius, look.theme.surface_container)
        left, top = width // 2 - half, height - look.dp(14)
        color = look.theme.outline
        round_rect(canvas, left, top, left + 2 * half, top + look.dp(4), look.dp(2), color)

    return Box(width, height, paint=paint, floats=True)


def _listed(runtime: Runtime, look: Look, width: int) -> list[tuple[Box, str]]:
    """A few tiles, then the notifications."""
    expand = icon_box(look, "chevron-down", look.said("All quick settings"), look.theme.on_surface, _expand)
    rows = [
        (_head(look, runtime.ui.now_ms // 60_000, width, (expand,)), "head"),
        (tiles_box(runtime, look, width, all_of_them=False), "tiles"),
    ]
    found = runtime.notifications.all()
    if not found:
        return [*rows, (_nothing(look, width), "nothing")]
    rows += [
        (notification_box(runtime, look, one, width, banner=False), f"notification{one.id}") for one in found
    ]
    return [*rows, (_foot(look, width), "foot")]


def _quick(runtime: Runtime, look: Look, width: int) -> list[tuple[Box, str]]:
    """The brightness and all tiles."""
    color = look.theme.on_surface
    buttons = [
        icon_box(
            look, "power", look.said("Lock screen"), color, lambda running, _x, _y: running.keyguard.lock()
        ),
        icon_box(look, "chevron-up", look.said("Notifications"), color, _collapse),
    ]
    if SETTINGS_APP in runtime.image.apps.apps:
        cog = icon_box(
            look, "cog", look.said("Settings"), color, lambda running, _x, _y: running.start_app(SETTINGS_APP)
        )
        buttons.insert(0, cog)
    brightness = round(float(runtime.settings.get("brightness") or 0))
    return [
        (_head(look, runtime.ui.now_ms // 60_000, width, tuple(buttons)), "head"),
        (brightness_box(look, brightness, width), "brightness"),
        (tiles_box(runtime, look, width, all_of_them=True), "tiles"),
    ]


def _head(look: Look, minutes: int, width: int, buttons: tuple[Box, ...]) -> Box:
    """The day, and buttons at the right end."""
    day = date_text("day", datetime.fromtimestamp(minutes * 60, UTC), look.spec.language)
    height, right = look.dp(48), width + look.dp(12)
    date = text_box(look, day, look.text("title"), look.theme.on_surface, width // 2)
    parts = [Placed(date, look.dp(8), (height - date.height) // 2, "date")]
    for index, box in enumerate(reversed(buttons)):
        right -= box.width
        parts.append(Placed(box, right, 0, f"button{index}"))
    return Box(width, height, parts=tuple(parts), floats=True)


@lru_cache(maxsize=16)
def _nothing(look: Look, width: int) -> Box:
    size, color = look.dp(28), look.theme.on_surface_variant
    words = text_box(look, look.said("No notifications"), look.text("body"), color, width, align="center")

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, "bell-sleep-outline", (width - size) // 2, look.dp(24), size, color)

    top = look.dp(24) + size + look.dp(8)
    part = Placed(words, 0, top, "words")
    return Box(width, top + words.height + look.dp(28), parts=(part,), paint=paint, floats=True)


@lru_cache(maxsize=16)
def _foot(look: Look, width: int) -> Box:
    def clear(runtime: Runtime, _x: int, _y: int) -> None:
        runtime.notifications.clear()

    button = button_box(look, look.said("Clear all"), "text", 0, clear)
    return Box(width, button.height, parts=(Placed(button, width - button.width, 0, "clear"),), floats=True)
