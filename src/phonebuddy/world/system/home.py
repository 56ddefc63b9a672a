"""The home screen: the clock, the date, and an icon for each app."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from phonebuddy.screen import Flag
from phonebuddy.world.box import ENABLED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import draw_wallpaper
from phonebuddy.world.render.text import TextStyle
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.app_icon import draw_app_icon
from phonebuddy.world.system.metrics import NAVIGATION_DP, STATUS_DP
from phonebuddy.world.widgets.base import text_box

PACKAGE = "com.phoneworld.launcher"
COLUMNS = 4


def home_box(runtime: Runtime, look: Look) -> Box:
    heads = [app.manifest for app in runtime.image.apps.apps.values()]
    cell = (look.width - look.dp(32)) // COLUMNS
    face = _clock_face(look, runtime.ui.now_ms // 60_000)
    parts = [Placed(_wallpaper(look), 0, 0, "wallpaper"), Placed(face, 0, look.dp(STATUS_DP + 40), "clock")]
    boxes = [_icon(look, head.name, head.title, head.icon, head.color, cell) for head in heads]
    rows = -(-len(boxes) // COLUMNS)
    top = look.height - look.dp(NAVIGATION_DP + 24) - rows * (boxes[0].height if boxes else 0)
    for index, box in enumerate(boxes):
        x, y = look.dp(16) + index % COLUMNS * cell, top + index // COLUMNS * box.height
        parts.append(Placed(box, x, y, heads[index].name))
    return Box(look.width, look.height, parts=tuple(parts), composite=True)


@lru_cache(maxsize=16)
def _wallpaper(look: Look) -> Box:
    def paint(canvas: skia.Canvas) -> None:
        draw_wallpaper(canvas, look.spec.scheme, look.width, look.height, look.theme.dark)

    return Box(look.width, look.height, paint=paint, background=look.theme.surface)


@lru_cache(maxsize=64)
def _clock_face(look: Look, minutes: int) -> Box:
    moment = datetime.fromtimestamp(minutes * 60, UTC)
    big = TextStyle(round(look.dp(64)), 400)
    time = text_box(look, moment.strftime("%H:%M"), big, look.theme.on_surface, look.width, align="center")
    day = moment.strftime("%A, %d %B").replace(" 0", " ")
    date = text_box(look, day, look.text("title"), look.theme.on_surface, look.width, align="center")
    parts = (Placed(time, 0, 0, "time"), Placed(date, 0, time.height, "date"))
    return Box(look.width, time.height + date.height, parts=parts)


@lru_cache(maxsize=256)
def _icon(look: Look, name: str, title: str, icon: str, color: str, width: int) -> Box:
    size = look.dp(56)
    label = text_box(look, title, look.text("body_small"), look.theme.on_surface, width, align="center")
    top = look.dp(8)

    def paint(canvas: skia.Canvas) -> None:
        draw_app_icon(canvas, icon, color, (width - size) // 2, top, size)

    def start(running: Runtime, _x: int, _y: int) -> None:
        running.start_app(name)

    return Box(
        width,
        top + size + look.dp(6) + label.height + look.dp(14),
        parts=(Placed(label, 0, top + size + look.dp(6), "label"),),
        paint=paint,
        role="app",
        description=title,
        flags=ENABLED | Flag.CLICKABLE,
        touch=Touch(tap=start),
    )
