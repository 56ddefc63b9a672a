"""The share sheet: what is shared, a way to copy it, and the apps that take it."""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Handler, Placed, Touch
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.template import show
from phonebuddy.world.system.app_icon import draw_app_icon, draw_glyph_icon
from phonebuddy.world.system.metrics import SYSTEM_PACKAGE
from phonebuddy.world.system.panel import bottom_sheet, sheet_width
from phonebuddy.world.system.words import system_word
from phonebuddy.world.uistate import Sending
from phonebuddy.world.widgets.base import round_rect, text_box

COLUMNS = 4
SCROLL_KEY = "share"
SHARES = "share_"
"""Intents that start so are shared; others are opened with an app."""


def layers(runtime: Runtime, look: Look) -> list[Layer]:
    sending = runtime.ui.sending
    if sending is None or not sending.intent.startswith(SHARES):
        return []
    box = _sheet(runtime, look, sending)
    x, y = (look.width - box.width) // 2, look.height - box.height
    return [Layer("share", box, x, y, SYSTEM_PACKAGE, modal=True, dim=True)]


def _sheet(runtime: Runtime, look: Look, sending: Sending) -> Box:
    pad, inner = look.dp(16), sheet_width(look) - look.dp(32)
    preview = _preview(look, *_shown(sending), inner)
    parts = [Placed(preview, pad, 0, "preview")]
    y = preview.height + look.dp(12)
    targets = _targets(runtime, look, sending, inner // COLUMNS)
    height = max((box.height for _, box in targets), default=0)
    for index, (key, box) in enumerate(targets):
        row, column = divmod(index, COLUMNS)
        parts.append(Placed(box, pad + column * box.width, y + row * height, key))
    y += -(-len(targets) // COLUMNS) * height
    return bottom_sheet(
        look, look.said("Share"), tuple(parts), y, None, SCROLL_KEY, runtime.ui.scroll.get(SCROLL_KEY, 0)
    )


def _shown(sending: Sending) -> tuple[str, str]:
    """The title and the words of what is shared; a file is its name."""
    values = sending.values
    if "text" in values:
        return show(values.get("title")), show(values["text"])
    return "", ", ".join(show(value).rpartition("/")[2] for value in values.values())


@lru_cache(maxsize=64)
def _preview(look: Look, title: str, text: str, width: int) -> Box:
    """A card with what is shared."""
    theme, pad, size = look.theme, look.dp(16), look.dp(24)
    left = pad + size + look.dp(12)
    room = width - left - pad
    head = text_box(look, title, look.text("label"), theme.on_surface, room)
    words = text_box(look, text, look.text("body"), theme.on_surface_variant, room, max_lines=2)
    above = head.height + look.dp(2) if title else 0
    height = look.dp(24) + above + words.height
    parts = [Placed(words, left, look.dp(12) + above, "text")]
    if title:
        parts.append(Placed(head, left, look.dp(12), "title"))

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height, look.round(16), theme.surface_high)
        draw_icon(canvas, "text-short", pad, (height - size) // 2, size, theme.on_surface_variant)

    return Box(width, height, parts=tuple(parts), paint=paint, floats=True)


def _targets(runtime: Runtime, look: Look, sending: Sending, width: int) -> list[tuple[str, Box]]:
    found: list[tuple[str, Box]] = []
    if "text" in sending.values:
        text = show(sending.values["text"])
        found.append(("copy", _target(look, width, look.said("Copy"), "", "content-copy", _copy(text))))
    for name in runtime.intents.receivers(sending.intent, sending.app):
        head = runtime.app(name).manifest
        title = head.title_in(look.spec.language)
        found.append((name, _target(look, width, title, head.color, head.icon, hand_over(name))))
    return found


def _copy(text: str) -> Handler:
    def copy(runtime: Runtime, _x: int, _y: int) -> None:
        runtime.copy(text)
        runtime.ui.sending = None
        runtime.toast(system_word("Copied", runtime.ui.language))

    return copy


def hand_over(name: str) -> Handler:
    """Give what is being sent to an app."""
    return lambda running, _x, _y: running.intents.receive(name)


def _target(look: Look, width: int, label: str, color: str, icon: str, handler: Handler) -> Box:
    size, style = look.dp(52), look.text("body_small")
    name = text_box(look, label, style, look.theme.on_surface, width, max_lines=2, align="center", role="")

    def paint(canvas: skia.Canvas) -> None:
        left, top = (width - size) // 2, look.dp(8)
        if color:
            draw_app_icon(canvas, icon, color, left, top, size)
        else:
            back, front = look.theme.secondary_container, look.theme.on_secondary_container
            draw_glyph_icon(canvas, icon, back, front, left, top, size)

    top = look.dp(8) + size + look.dp(6)
    return Box(
        width,
        top + name.height + look.dp(10),
        parts=(Placed(name, 0, top, "label"),),
        paint=paint,
        role="button",
        text=label,
        flags=ENABLED | CLICKABLE,
        touch=Touch(tap=handler),
        floats=True,
    )
