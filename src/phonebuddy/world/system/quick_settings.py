"""Quick settings: tiles that switch things on and off, and the brightness.

Invariant: a tile shows the setting as it is and changes it through the runtime, like the Settings app.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from phonebuddy.world.box import CLICKABLE, ENABLED, SELECTED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import line_height
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.widgets.base import round_rect, text_box

COLUMNS = 2
FEW = 4
"""Tiles above the notifications; all of them are in the full panel."""
DARKEST, BRIGHTEST = 1, 255


class Tile(NamedTuple):
    setting: str
    label: str
    icon_on: str
    icon_off: str


TILES = (
    Tile("wifi", "Wi-Fi", "wifi", "wifi-off"),
    Tile("bluetooth", "Bluetooth", "bluetooth", "bluetooth-off"),
    Tile("do_not_disturb", "Do not disturb", "minus-circle", "minus-circle-outline"),
    Tile("torch", "Torch", "flashlight", "flashlight-off"),
    Tile("mobile_data", "Mobile data", "swap-vertical", "swap-vertical"),
    Tile("airplane", "Aeroplane mode", "airplane", "airplane-off"),
    Tile("auto_rotate", "Auto-rotate", "screen-rotation", "screen-rotation-lock"),
    Tile("battery_saver", "Battery saver", "battery-plus", "battery-plus-outline"),
    Tile("dark", "Dark theme", "theme-light-dark", "theme-light-dark"),
    Tile("location", "Location", "map-marker", "map-marker-off"),
)


def tiles_box(runtime: Runtime, look: Look, width: int, all_of_them: bool) -> Box:
    settings = dict(runtime.settings.all())
    # The theme a phone was made with is not written down as a setting.
    settings["dark"] = int(look.theme.dark)
    gap = look.dp(8)
    wide = (width - (COLUMNS - 1) * gap) // COLUMNS
    shown = TILES if all_of_them else TILES[:FEW]
    parts: list[Placed] = []
    for index, tile in enumerate(shown):
        box = _tile(look, tile, settings[tile.setting] == 1, wide)
        row, column = divmod(index, COLUMNS)
        parts.append(Placed(box, column * (wide + gap), row * (box.height + gap), tile.setting))
    height = parts[-1].y + parts[-1].box.height
    return Box(width, height, parts=tuple(parts), composite=True)


@lru_cache(maxsize=256)
def _tile(look: Look, tile: Tile, on: bool, width: int) -> Box:
    theme, pad, size, label = look.theme, look.dp(16), look.dp(22), look.said(tile.label)
    back, front = (theme.primary, theme.on_primary) if on else (theme.surface_highest, theme.on_surface)
    left = pad + size + look.dp(10)
    room = max(1, width - left - look.dp(10))
    word = text_box(look, label, look.text("label"), front, room, max_lines=2, role="")
    said = look.said("On" if on else "Off")
    state = text_box(look, said, look.text("body_small"), front, room, role="")
    # A label of two lines takes the room of the word below it.
    below = 0 if word.height > line_height(look.text("label")) else state.height
    height = max(look.dp(60), line_height(look.text("label")) + state.height + look.dp(16))
    top = (height - word.height - below) // 2
    parts = [Placed(word, left, top, "label")]
    if below:
        parts.append(Placed(state, left, top + word.height, "state"))

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height, min(look.round(30), height / 2), back)
        icon = tile.icon_on if on else tile.icon_off
        draw_icon(canvas, icon, pad, (height - size) // 2, size, front)

    def tap(runtime: Runtime, _x: int, _y: int) -> None:
        runtime.put_setting(tile.setting, 0 if on else 1)

    return Box(
        width,
        height,
        parts=tuple(parts),
        paint=paint,
        role="button",
        text=label,
        description=f"{label}, {said.lower()}",
        flags=ENABLED | CLICKABLE | (SELECTED if on else 0),
        touch=Touch(tap=tap),
        floats=True,
    )


@lru_cache(maxsize=256)
def brightness_box(look: Look, value: int, width: int) -> Box:
    """A thick bar, filled as far as the screen is bright."""
    theme, height, size = look.theme, look.dp(48), look.dp(22)
    share = (value - DARKEST) / (BRIGHTEST - DARKEST)
    filled = height + (width - height) * share

    def paint(canvas: skia.Canvas) -> None:
        radius = min(look.round(24), height / 2)
        round_rect(canvas, 0, 0, width, height, radius, theme.secondary_container)
        round_rect(canvas, 0, 0, filled, height, radius, theme.primary)
        x = filled - height / 2 - size / 2
        draw_icon(canvas, "brightness-6", round(x), (height - size) // 2, size, theme.on_primary)

    def move(runtime: Runtime, x: int, _y: int) -> None:
        wanted = (x - height / 2) / max(1, width - height)
        found = round(DARKEST + max(0.0, min(1.0, wanted)) * (BRIGHTEST - DARKEST))
        runtime.put_setting("brightness", found)

    return Box(
        width, height, paint=paint, role="slider", text=f"{round(share * 100)}%",
        description=look.said("Brightness"), flags=ENABLED | CLICKABLE,
        touch=Touch(tap=move, slide=move), floats=True,
    )  # fmt: skip
