"""The app chooser: several apps could do it; which one shall? One is marked, `Just once` opens it."""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, ENABLED, SELECTED, Box, Placed, Touch
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.app_icon import draw_app_icon
from phonebuddy.world.system.metrics import SYSTEM_PACKAGE
from phonebuddy.world.system.panel import bottom_sheet, button_box, sheet_width
from phonebuddy.world.system.share_sheet import SHARES, hand_over
from phonebuddy.world.uistate import Sending
from phonebuddy.world.widgets.base import round_rect, text_box

SCROLL_KEY = "chooser"


def layers(runtime: Runtime, look: Look) -> list[Layer]:
    sending = runtime.ui.sending
    if sending is None or sending.intent.startswith(SHARES):
        return []
    box = _sheet(runtime, look, sending)
    x, y = (look.width - box.width) // 2, look.height - box.height
    return [Layer("chooser", box, x, y, SYSTEM_PACKAGE, modal=True, dim=True)]


def _sheet(runtime: Runtime, look: Look, sending: Sending) -> Box:
    names = runtime.intents.receivers(sending.intent, sending.app)
    marked = sending.marked or names[0]
    width = sheet_width(look)
    parts: list[Placed] = []
    y = 0
    for name in names:
        head = runtime.app(name).manifest
        title = head.title_in(look.spec.language)
        row = _row(look, name, title, head.icon, head.color, name == marked, width)
        parts.append(Placed(row, 0, y, name))
        y += row.height
    foot = _foot(look, marked, width)
    return bottom_sheet(
        look, look.said("Open with"), tuple(parts), y, foot, SCROLL_KEY, runtime.ui.scroll.get(SCROLL_KEY, 0)
    )


@lru_cache(maxsize=128)
def _row(look: Look, name: str, title: str, icon: str, color: str, marked: bool, width: int) -> Box:
    theme, pad, size, height = look.theme, look.dp(24), look.dp(40), look.dp(64)
    left = pad + size + look.dp(16)
    words = text_box(
        look, title, look.text("body_large"), theme.on_surface, width - left - look.dp(64), role=""
    )
    mark = look.dp(24)

    def paint(canvas: skia.Canvas) -> None:
        if marked:
            side, radius = look.dp(12), look.round(16)
            round_rect(
                canvas, side, look.dp(2), width - side, height - look.dp(2), radius, theme.surface_high
            )
        draw_app_icon(canvas, icon, color, pad, (height - size) // 2, size)
        shown = "radiobox-marked" if marked else "radiobox-blank"
        front = theme.primary if marked else theme.on_surface_variant
        draw_icon(canvas, shown, width - pad - mark, (height - mark) // 2, mark, front)

    def tap(runtime: Runtime, x: int, y: int) -> None:
        sending = runtime.ui.sending
        if marked:
            hand_over(name)(runtime, x, y)
        elif sending is not None:
            sending.marked = name

    return Box(
        width,
        height,
        parts=(Placed(words, left, (height - words.height) // 2, "title"),),
        paint=paint,
        role="item",
        text=title,
        flags=ENABLED | CLICKABLE | (SELECTED if marked else 0),
        touch=Touch(tap=tap),
        floats=True,
    )


@lru_cache(maxsize=64)
def _foot(look: Look, marked: str, width: int) -> Box:
    button = button_box(look, look.said("Just once"), "tonal", 0, hand_over(marked))
    part = Placed(button, width - button.width - look.dp(24), look.dp(8), "once")
    return Box(width, button.height + look.dp(8), parts=(part,), floats=True)
