"""The lock screen: clock, date and how many notifications wait; a swipe up opens it or asks for the PIN.

Invariant: it shows no page of any app, and no words of a notification.
"""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, EDITABLE, ENABLED, FOCUSED, PASSWORD, Box, Handler, Placed, Touch
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.services.keyguard import LOCK
from phonebuddy.world.system.clock_face import clock_face
from phonebuddy.world.system.metrics import STATUS_DP, SYSTEM_PACKAGE, is_wide, navigation_height
from phonebuddy.world.system.wallpaper import wallpaper_box
from phonebuddy.world.uistate import Unlocking
from phonebuddy.world.widgets.base import round_rect, text_box

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "delete", "0", "enter")
ICONS = {"delete": "backspace-outline", "enter": "check"}
KEY_DP, GAP_DP = 72, 12
VEIL = 0xA0000000


def lock_layer(runtime: Runtime, look: Look) -> Layer:
    parts = [Placed(wallpaper_box(look), 0, 0, "wallpaper")]
    unlocking = runtime.ui.unlocking
    parts += _face(runtime, look) if unlocking is None else _pad(look, unlocking)
    touch = Touch(swipe_up=_lift) if unlocking is None else Touch(swipe_down=_lower)
    box = Box(look.width, look.height, parts=tuple(parts), composite=True, role="lock", touch=touch)
    return Layer(LOCK, box, 0, 0, SYSTEM_PACKAGE)


def _lift(runtime: Runtime, _x: int, _y: int) -> None:
    runtime.keyguard.lift()


def _lower(runtime: Runtime, _x: int, _y: int) -> None:
    runtime.keyguard.lower()


def _face(runtime: Runtime, look: Look) -> list[Placed]:
    """The clock in the upper part, what to do at the bottom."""
    face = clock_face(look, runtime.ui.now_ms, look.width, 64 if is_wide(look) else 92)
    top = look.dp(STATUS_DP + (24 if is_wide(look) else 88))
    sign = _sign(look)
    parts = [
        Placed(sign, (look.width - sign.width) // 2, top - sign.height, "sign"),
        Placed(face, 0, top + look.dp(8), "clock"),
    ]
    count = len(runtime.notifications.all())
    style, color = look.text("body_large"), look.theme.on_surface
    if count:
        words = "1 notification" if count == 1 else f"{count} notifications"
        told = text_box(look, words, style, color, look.width, align="center")
        parts.append(Placed(told, 0, top + face.height + look.dp(28), "notifications"))
    hint = text_box(look, look.said("Swipe up to unlock"), style, color, look.width, align="center")
    bottom = look.height - navigation_height(look) - hint.height - look.dp(16)
    parts.append(Placed(hint, 0, bottom, "hint"))
    return parts


@lru_cache(maxsize=16)
def _sign(look: Look) -> Box:
    size, color = look.dp(24), look.theme.on_surface

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, "lock-outline", 0, 0, size, color)

    return Box(size, size, paint=paint, role="image", description=look.said("Locked"))


def _pad(look: Look, unlocking: Unlocking) -> list[Placed]:
    """Words and dots above the keys; beside them on a wide screen."""
    wide = is_wide(look)
    top, bottom = look.dp(STATUS_DP), look.height - navigation_height(look)
    gap = look.dp(GAP_DP if not wide else 4)
    key = min(look.dp(KEY_DP), (bottom - top) // 4 - gap) if wide else look.dp(KEY_DP)
    keys_width, keys_height = 3 * key + 2 * look.dp(GAP_DP), 4 * key + 3 * gap
    field_width = look.width // 2 if wide else look.width
    field = _typed(look, len(unlocking.typed), unlocking.wrong, field_width)
    left = look.width // 2 + (look.width // 2 - keys_width) // 2 if wide else (look.width - keys_width) // 2
    first = top + (bottom - top - keys_height) // 2 if wide else bottom - keys_height - look.dp(72)
    field_top = (look.height - field.height) // 2 if wide else top + (first - top - field.height) // 2
    veil = Box(look.width, look.height, composite=True, background=VEIL | look.theme.surface & 0xFFFFFF)
    parts = [Placed(veil, 0, 0, "veil"), Placed(field, 0, field_top, "pin")]
    for index, name in enumerate(KEYS):
        x, y = left + index % 3 * (key + look.dp(GAP_DP)), first + index // 3 * (key + gap)
        parts.append(Placed(_key(look, name, key), x, y, name))
    return parts


@lru_cache(maxsize=64)
def _typed(look: Look, count: int, wrong: int, width: int) -> Box:
    """What is asked for, and a dot for each digit."""
    theme, size, step = look.theme, look.dp(12), look.dp(28)
    words = look.said("Wrong PIN. Try again." if wrong and not count else "Enter PIN")
    color = theme.error if wrong and not count else theme.on_surface
    title = text_box(look, words, look.text("title_large"), color, width, align="center")
    top = title.height + look.dp(20)

    def paint(canvas: skia.Canvas) -> None:
        left = (width - step * count) / 2
        for index in range(count):
            x = left + index * step + (step - size) / 2
            round_rect(canvas, x, 0, x + size, size, size / 2, theme.on_surface)

    dots = Box(
        width, look.dp(48), paint=paint, role="field", text="•" * count, hint="PIN",
        flags=ENABLED | EDITABLE | FOCUSED | PASSWORD,
        touch=Touch(submit=lambda running, _x, _y: running.keyguard.enter()),
    )  # fmt: skip
    return Box(width, top + dots.height, parts=(Placed(title, 0, 0, "title"), Placed(dots, 0, top, "dots")))


def _handler(name: str) -> Handler:
    def tap(runtime: Runtime, _x: int, _y: int) -> None:
        if name == "enter":
            runtime.keyguard.enter()
        elif name == "delete":
            runtime.keyguard.delete_back()
        else:
            runtime.keyguard.type(name)

    return tap


@lru_cache(maxsize=128)
def _key(look: Look, name: str, size: int) -> Box:
    theme, icon = look.theme, ICONS.get(name)
    back, front = theme.surface_highest, theme.on_surface
    if name == "enter":
        back, front = theme.primary, theme.on_primary
    label = text_box(look, name, TextStyle(look.dp(28), 400), front, size, align="center", role="")
    parts = () if icon else (Placed(label, 0, (size - label.height) // 2, "label"),)

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, size, size, look.round(KEY_DP / 2), back)
        if icon:
            glyph = look.dp(26)
            draw_icon(canvas, icon, (size - glyph) // 2, (size - glyph) // 2, glyph, front)

    return Box(
        size, size, parts=parts, paint=paint, role="key", text="" if icon else name,
        description=look.said(name.capitalize()) if icon else "", flags=ENABLED | CLICKABLE,
        touch=Touch(tap=_handler(name)),
    )  # fmt: skip
