"""The status bar with the clock, and the navigation handle at the bottom edge."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle
from phonebuddy.world.system.metrics import NAVIGATION_DP, STATUS_DP, SYSTEM_PACKAGE
from phonebuddy.world.widgets.base import round_rect, text_box


def status_box(time_ms: int, look: Look) -> Box:
    return _status(time_ms // 60_000, look)


@lru_cache(maxsize=256)
def _status(minutes: int, look: Look) -> Box:
    """Transparent: what lies below shows through."""
    clock = datetime.fromtimestamp(minutes * 60, UTC).strftime("%H:%M")
    color = look.theme.on_surface
    style = TextStyle(look.text("label").size, 500)
    text = text_box(look, clock, style, color, look.dp(80))
    text.resource = f"{SYSTEM_PACKAGE}:id/clock"
    height, size, gap = look.dp(STATUS_DP), look.dp(15), look.dp(5)

    def paint(canvas: skia.Canvas) -> None:
        x = look.width - look.dp(18) - size
        for name in ("battery-80", "signal-cellular-3", "wifi"):
            draw_icon(canvas, name, x, (height - size) // 2, size, color)
            x -= size + gap

    part = Placed(text, look.dp(22), (height - text.height) // 2, "clock")
    return Box(look.width, height, parts=(part,), paint=paint)


@lru_cache(maxsize=16)
def navigation_box(look: Look) -> Box:
    """The gesture handle."""
    height, wide, thick = look.dp(NAVIGATION_DP), look.dp(108), look.dp(4)

    def paint(canvas: skia.Canvas) -> None:
        left, top = (look.width - wide) // 2, (height - thick) // 2
        round_rect(canvas, left, top, left + wide, top + thick, thick / 2, look.theme.on_surface)

    return Box(look.width, height, paint=paint)
