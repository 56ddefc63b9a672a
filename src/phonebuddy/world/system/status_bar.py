"""The status bar: the clock, who has something to tell, and what is switched on.

Transparent: what lies below shows through. Invariant: every sign is an element with words.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.metrics import STATUS_DP, SYSTEM_PACKAGE
from phonebuddy.world.widgets.base import text_box

MAX_TELLING = 4
"""Apps whose notifications show as an icon; a dot stands for the others."""
SIGN_DP, GAP_DP, SIDE_DP = 15, 5, 22
Sign = tuple[str, str, tuple[object, ...]]
"""An icon, what it says, and the values in that."""


def status_layer(runtime: Runtime, look: Look) -> Layer:
    minutes, battery = runtime.ui.now_ms // 60_000, runtime.battery()
    seen = look, minutes, battery, runtime.notifications.all(), runtime.settings.all()
    return runtime.remember(
        "status",
        seen,
        lambda: _status(minutes, look, _telling(runtime), _signs(_switched_on(runtime), battery)),
    )


def _telling(runtime: Runtime) -> tuple[Sign, ...]:
    """Apps with notifications, newest first."""
    names = list(dict.fromkeys(one.app for one in runtime.notifications.all()))
    heads = [runtime.app(name).manifest for name in names if name in runtime.image.apps.apps]
    language = runtime.ui.language
    shown: list[Sign] = [
        (head.icon, "# notification", (head.title_in(language),)) for head in heads[:MAX_TELLING]
    ]
    more = len(heads) - MAX_TELLING
    return (*shown, ("circle-small", "# more", (more,))) if more > 0 else tuple(shown)


def _switched_on(runtime: Runtime) -> frozenset[str]:
    return frozenset(name for name, value in runtime.settings.all().items() if value == 1)


@lru_cache(maxsize=512)
def _signs(on: frozenset[str], battery: int) -> tuple[Sign, ...]:
    """What is switched on, from the right edge to the left."""
    signs: list[Sign] = [_battery(battery, "charging" in on, "battery_saver" in on)]
    if "airplane" in on:
        signs.append(("airplane", "Aeroplane mode", ()))
    elif "mobile_data" in on:
        signs.append(("signal-cellular-3", "Mobile data, signal full", ()))
    else:
        signs.append(("signal-cellular-outline", "Mobile data off", ()))
    choices = (
        ("wifi", "wifi", "Wi-Fi"),
        ("bluetooth", "bluetooth", "Bluetooth"),
        ("do_not_disturb", "minus-circle-outline", "Do not disturb"),
    )
    return (*signs, *((icon, words, ()) for name, icon, words in choices if name in on))


def _battery(level: int, charging: bool, saving: bool) -> Sign:
    tens = min(100, max(10, level // 10 * 10))
    if charging:
        return f"battery-charging-{tens}", "Battery # percent, charging", (level,)
    if saving:
        return "battery-plus-outline", "Battery # percent, saver on", (level,)
    return "battery" if tens == 100 else f"battery-{tens}", "Battery # percent", (level,)


@lru_cache(maxsize=256)
def _status(minutes: int, look: Look, telling: tuple[Sign, ...], signs: tuple[Sign, ...]) -> Layer:
    clock = datetime.fromtimestamp(minutes * 60, UTC).strftime("%H:%M")
    text = text_box(look, clock, TextStyle(look.text("label").size, 500), look.theme.on_surface, look.dp(80))
    text.resource = f"{SYSTEM_PACKAGE}:id/clock"
    height, size, gap = look.dp(STATUS_DP), look.dp(SIGN_DP), look.dp(GAP_DP)
    top = (height - size) // 2
    parts = [Placed(text, look.dp(SIDE_DP), (height - text.height) // 2, "clock")]
    x = look.dp(SIDE_DP) + text.width + look.dp(8)
    for index, sign in enumerate(telling):
        parts.append(Placed(_sign(look, *sign), x + index * (size + gap), top, f"notification{index}"))
    x = look.width - look.dp(SIDE_DP - 4) - size
    for index, sign in enumerate(signs):
        parts.append(Placed(_sign(look, *sign), x - index * (size + gap), top, f"sign{index}"))
    return Layer("status", Box(look.width, height, parts=tuple(parts)), 0, 0, SYSTEM_PACKAGE)


@lru_cache(maxsize=128)
def _sign(look: Look, icon: str, words: str, values: tuple[object, ...]) -> Box:
    size, color = look.dp(SIGN_DP), look.theme.on_surface

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, icon, 0, 0, size, color)

    return Box(size, size, paint=paint, role="image", description=look.said(words, *values))
