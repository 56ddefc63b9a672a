"""The bottom edge of the screen: the gesture handle, or the three buttons.

Invariant: the handle takes no touches (swipes from the edge are the system's anyway, edges.py), the buttons
take every touch that falls on their bar.
"""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Handler, Placed, Touch
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.metrics import SYSTEM_PACKAGE, navigation_height
from phonebuddy.world.widgets.base import round_rect

BUTTONS: tuple[tuple[str, str, Handler], ...] = (
    ("Back", "triangle", lambda running, _x, _y: running.back()),
    ("Home", "circle", lambda running, _x, _y: running.home()),
    ("Recents", "square-rounded", lambda running, _x, _y: running.launcher.show_recents()),
)
BUTTON_DP = 96
ICON_DP = 18
HANDLE = (108, 4)


def navigation_layer(runtime: Runtime, look: Look) -> Layer:
    """A locked phone has no buttons: there is nowhere to go but in."""
    gestures = look.spec.navigation == "gestures" or runtime.ui.over == "lock"
    return _handle(look) if gestures else _buttons(look)


@lru_cache(maxsize=16)
def _handle(look: Look) -> Layer:
    height, wide, thick = navigation_height(look), look.dp(HANDLE[0]), look.dp(HANDLE[1])

    def paint(canvas: skia.Canvas) -> None:
        left, top = (look.width - wide) // 2, (height - thick) // 2
        round_rect(canvas, left, top, left + wide, top + thick, thick / 2, look.theme.on_surface)

    return _at_the_bottom("handle", look, Box(look.width, height, paint=paint))


@lru_cache(maxsize=16)
def _buttons(look: Look) -> Layer:
    """Spread over the middle, as far apart as a thumb wants them."""
    height, width = navigation_height(look), min(look.dp(BUTTON_DP), look.width // 3)
    left = (look.width - width * len(BUTTONS)) // 2
    parts = tuple(
        Placed(_button(look, label, icon, handler, width, height), left + index * width, 0, label.lower())
        for index, (label, icon, handler) in enumerate(BUTTONS)
    )
    bar = Box(look.width, height, parts=parts, touch=Touch(tap=lambda _running, _x, _y: None))
    return _at_the_bottom("navigation", look, bar)


def _at_the_bottom(name: str, look: Look, bar: Box) -> Layer:
    return Layer(name, bar, 0, look.height - bar.height, SYSTEM_PACKAGE)


def _button(look: Look, label: str, icon: str, handler: Handler, width: int, height: int) -> Box:
    size = look.dp(ICON_DP)

    def paint(canvas: skia.Canvas) -> None:
        canvas.save()
        canvas.translate(width / 2, height / 2)
        if label == "Back":
            canvas.rotate(-90)
        draw_icon(canvas, icon, -size / 2, -size / 2, size, look.theme.on_surface_variant)
        canvas.restore()

    return Box(
        width, height, paint=paint, role="icon_button", description=look.said(label),
        flags=ENABLED | CLICKABLE, touch=Touch(tap=handler),
    )  # fmt: skip
