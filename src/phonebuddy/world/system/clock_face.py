"""The large clock with the date under it, on the first home page and on the lock screen."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.look import Look
from phonebuddy.world.render.text import TextStyle
from phonebuddy.world.state.speech import date_text
from phonebuddy.world.widgets.base import text_box


def clock_face(look: Look, now_ms: int, width: int, size_dp: int) -> Box:
    return _face(look, now_ms // 60_000, width, size_dp)


@lru_cache(maxsize=64)
def _face(look: Look, minutes: int, width: int, size_dp: int) -> Box:
    moment = datetime.fromtimestamp(minutes * 60, UTC)
    color = look.theme.on_surface
    style = TextStyle(look.dp(size_dp), 400)
    time = text_box(look, moment.strftime("%H:%M"), style, color, width, align="center")
    day = date_text("weekday", moment, look.spec.language)
    date = text_box(look, day, look.text("title"), color, width, align="center")
    parts = (Placed(time, 0, 0, "time"), Placed(date, 0, time.height, "date"))
    return Box(width, time.height + date.height, parts=parts)
