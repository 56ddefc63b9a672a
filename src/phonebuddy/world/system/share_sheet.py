"""The share sheet: what is shared, a way to copy it, and the apps that take it."""

from __future__ import annotations

from phonebuddy.screen import Flag
from phonebuddy.world.box import ENABLED, Box, Handler, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.app_icon import draw_app_icon, draw_glyph_icon
from phonebuddy.world.system.metrics import NAVIGATION_DP
from phonebuddy.world.widgets.base import round_rect, text_box

COLUMNS = 4


def share_box(runtime: Runtime, look: Look) -> Box:
    sending = runtime.ui.sending
    assert sending is not None
    theme, pad = look.theme, look.dp(24)
    inner = look.width - 2 * pad
    shown = str(sending.values.get("title") or sending.values.get("text") or "")
    title = text_box(look, "Share", look.text("title_large"), theme.on_surface, inner)
    preview = text_box(look, shown, look.text("body"), theme.on_surface_variant, inner, max_lines=2)
    y = look.dp(28)
    parts = [Placed(title, pad, y, "title"), Placed(preview, pad, y + title.height + look.dp(8), "preview")]
    y += title.height + preview.height + look.dp(24)
    targets = _targets(runtime, look, inner // COLUMNS)
    for index, (key, box) in enumerate(targets):
        column, row = index % COLUMNS, index // COLUMNS
        parts.append(Placed(box, pad + column * box.width, y + row * box.height, key))
    y += -(-len(targets) // COLUMNS) * targets[0][1].height + look.dp(NAVIGATION_DP + 12)
    height, radius = y, look.dp(28)

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, look.width, height + radius, radius, theme.surface_low)
        handle = look.dp(32)
        left = (look.width - handle) // 2
        round_rect(canvas, left, look.dp(12), left + handle, look.dp(16), look.dp(2), theme.outline)

    return Box(look.width, height, parts=tuple(parts), paint=paint, role="sheet")


def _targets(runtime: Runtime, look: Look, width: int) -> list[tuple[str, Box]]:
    sending = runtime.ui.sending
    assert sending is not None
    text = str(sending.values.get("text", ""))

    def copy(running: Runtime, _x: int, _y: int) -> None:
        running.copy(text)
        running.ui.sending = None
        running.say("Copied")

    found = [("copy", _target(look, width, "Copy", "", "content-copy", copy))]
    for name in runtime.intents.receivers(sending.intent, sending.app):
        head = runtime.app(name).manifest
        found.append((name, _target(look, width, head.title, head.color, head.icon, _hand_over(name))))
    return found


def _hand_over(name: str) -> Handler:
    return lambda running, _x, _y: running.intents.receive(name)


def _target(look: Look, width: int, label: str, color: str, icon: str, handler: Handler) -> Box:
    size = look.dp(52)
    name = text_box(look, label, look.text("body_small"), look.theme.on_surface, width, align="center")

    def paint(canvas: skia.Canvas) -> None:
        left = (width - size) // 2
        if color:
            draw_app_icon(canvas, icon, color, left, look.dp(8), size)
        else:
            draw_glyph_icon(canvas, icon, look.theme.secondary_container, look.theme.on_secondary_container,
                            left, look.dp(8), size)  # fmt: skip

    top = look.dp(8) + size + look.dp(6)
    return Box(
        width,
        top + name.height + look.dp(10),
        parts=(Placed(name, 0, top, "label"),),
        paint=paint,
        role="button",
        description=label,
        flags=ENABLED | Flag.CLICKABLE,
        touch=Touch(tap=handler),
    )
