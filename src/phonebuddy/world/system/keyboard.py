"""The on-screen keyboard: letters, capitals, symbols; an enter key that does what the field says.

It covers the lower part of the screen; the scaffold gives the page what is left. Invariant: every key is an
element, and tapping it is the same as typing its character.
"""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, ENABLED, SELECTED, Box, Handler, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.metrics import keyboard_height, navigation_height
from phonebuddy.world.widgets.base import round_rect, text_box

PACKAGE = "com.phoneworld.keyboard"
ROWS = {
    "letters": ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "capitals": ("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"),
    "symbols": ("1234567890", "@#$%&-+()/", "*\"':;!?=_|", "~<>[]{}"),
    "numbers": ("123-", "456+", "789", ",0."),
}
SPECIAL = {"shift": "apple-keyboard-shift", "delete": "backspace-outline", "enter": "keyboard-return"}


def keyboard_box(runtime: Runtime, look: Look) -> Box:
    return _keyboard(runtime.ui.keyboard or "letters", look)


@lru_cache(maxsize=64)
def _keyboard(mode: str, look: Look) -> Box:
    height = keyboard_height(look)
    pad = look.dp(4)
    top, bottom = look.dp(6), navigation_height(look) + look.dp(4)
    rows = _rows(mode)
    row_height = (height - top - bottom) // len(rows)
    parts: list[Placed] = []
    for number, keys in enumerate(rows):
        total = sum(weight for _, weight in keys)
        unit = (look.width - 2 * pad) / max(total, 10.0 if mode != "numbers" else total)
        x = pad + (look.width - 2 * pad - unit * total) / 2
        for key, weight in keys:
            left, right = round(x), round(x + unit * weight)
            parts.append(
                Placed(_key(key, mode, look, right - left, row_height), left, top + number * row_height, key)
            )
            x += unit * weight
    color = look.theme.surface_container

    def paint(canvas: skia.Canvas) -> None:
        canvas.clear(color)

    return Box(look.width, height, parts=tuple(parts), paint=paint, background=color, role="keyboard")


def _rows(mode: str) -> list[list[tuple[str, float]]]:
    rows = [[(key, 1.0) for key in row] for row in ROWS[mode]]
    if mode == "numbers":
        rows[2].append(("delete", 1.0))
        rows[3].append(("enter", 1.0))
        return rows
    shift = ("shift", 1.5) if mode != "symbols" else (".", 1.5)
    rows[3] = [shift, *rows[3], ("delete", 1.5)]
    other = "abc" if mode == "symbols" else "?123"
    rows.append([(other, 1.5), (",", 1.0), ("space", 5.0), (".", 1.0), ("enter", 1.5)])
    if mode == "symbols":
        rows[3][0] = ("\\", 1.5)
    return rows


def _handler(key: str) -> Handler:
    """What a key does; the phone looks after `enter`, which needs the field."""

    def tap(runtime: Runtime, _x: int, _y: int) -> None:
        modes = {"?123": "symbols", "abc": "letters"}
        if key == "shift":
            runtime.ui.keyboard = "capitals" if runtime.ui.keyboard == "letters" else "letters"
        elif key in modes:
            runtime.ui.keyboard = modes[key]
        elif key == "delete":
            runtime.delete_back()
        else:
            runtime.type(" " if key == "space" else key)
            if runtime.ui.keyboard == "capitals":
                runtime.ui.keyboard = "letters"

    return tap


def _key(key: str, mode: str, look: Look, width: int, height: int) -> Box:
    theme = look.theme
    gap_x, gap_y, radius = look.dp(2.5), look.dp(3.5), look.dp(6)
    plain = len(key) == 1 or key == "space"
    if key == "enter":
        back, front = theme.primary, theme.on_primary
    elif plain:
        back, front = theme.surface_lowest if not theme.dark else theme.surface_highest, theme.on_surface
    else:
        back, front = theme.secondary_container, theme.on_secondary_container
    icon = SPECIAL.get(key)
    style = TextStyle(look.dp(20 if len(key) == 1 else 14), 400)
    label = text_box(look, "" if key == "space" else key, style, front, width, align="center")

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, gap_x, gap_y, width - gap_x, height - gap_y, radius, back)
        if icon:
            size = look.dp(22)
            draw_icon(canvas, icon, (width - size) // 2, (height - size) // 2, size, front)
        else:
            canvas.save()
            canvas.translate(0, (height - label.height) // 2)
            assert label.paint is not None
            label.paint(canvas)
            canvas.restore()

    touch = Touch(submit=_handler(key)) if key == "enter" else Touch(tap=_handler(key))
    return Box(
        width,
        height,
        paint=paint,
        role="key",
        text=key if len(key) == 1 else "",
        description=look.said(key.capitalize()) if len(key) > 1 else "",
        flags=ENABLED | CLICKABLE | (SELECTED if key == "shift" and mode == "capitals" else 0),
        touch=touch,
    )
