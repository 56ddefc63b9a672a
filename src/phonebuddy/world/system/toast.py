"""The toast: a few words on a small pill near the bottom; no finger reaches it and it goes by itself."""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.metrics import SYSTEM_PACKAGE, navigation_height
from phonebuddy.world.widgets.base import round_rect, shadow, text_box

MOST_DP = 320


def layers(runtime: Runtime, look: Look) -> list[Layer]:
    toast = runtime.ui.toast
    if toast is None or toast.until_ms <= runtime.ui.time_ms:
        return []
    box = _toast(look, toast.text)
    x, y = (look.width - box.width) // 2, look.height - navigation_height(look) - look.dp(48) - box.height
    return [Layer("toast", box, x, y, SYSTEM_PACKAGE)]


@lru_cache(maxsize=64)
def _toast(look: Look, text: str) -> Box:
    pad, theme = look.dp(20), look.theme
    most = min(look.width - look.dp(48), look.dp(MOST_DP)) - 2 * pad
    style = look.text("body")
    words = text_box(look, text, style, theme.inverse_on_surface, most, max_lines=2)
    width, height = words.width + 2 * pad, max(look.dp(44), words.height + look.dp(20))
    radius = min(look.round(22), height // 2)

    def paint(canvas: skia.Canvas) -> None:
        shadow(canvas, 0, 0, width, height, radius, look.dp(3))
        round_rect(canvas, 0, 0, width, height, radius, theme.inverse_surface)

    part = Placed(words, pad, (height - words.height) // 2, "text")
    return Box(width, height, parts=(part,), paint=paint, role="toast", outset=look.dp(8), floats=True)
