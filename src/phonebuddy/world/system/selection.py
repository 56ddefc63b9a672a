"""The toolbar over selected text: cut, copy, paste, select all, near the field it belongs to.

Invariant: it offers only what would do something; a password can be replaced but never copied.
"""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world import touch
from phonebuddy.world.box import CLICKABLE, ENABLED, PASSWORD, Box, Handler, Placed, Touch
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.metrics import STATUS_DP, SYSTEM_PACKAGE
from phonebuddy.world.widgets.base import round_rect, shadow, text_box

NAME = "selection"


def selection_layers(runtime: Runtime, look: Look, layers: list[Layer]) -> list[Layer]:
    """The toolbar, above the focused field in the layers so far."""
    if runtime.editing.selection() is None:
        return []
    found = ((layer, touch.find_focused(layer.box)) for layer in reversed(layers))
    layer, field = next(((layer, field) for layer, field in found if field is not None), (None, None))
    if layer is None or field is None:
        return []
    one_line = field.box.touch is not None and field.box.touch.submit is not None
    words = _offered(runtime, bool(field.box.flags & PASSWORD))
    if not words:
        return []
    box = _toolbar(look, words, one_line)
    gap, top = look.dp(8), layer.y + field.top
    y = top - box.height - gap
    if y < look.dp(STATUS_DP):
        y = layer.y + field.bottom + gap
    x = max(gap, min(layer.x + look.dp(24), look.width - box.width - gap))
    return [Layer(NAME, box, x, y, SYSTEM_PACKAGE)]


def _offered(runtime: Runtime, secret: bool) -> tuple[str, ...]:
    editing = runtime.editing
    words: list[str] = []
    if editing.selected() and not secret:
        words += ["Cut", "Copy"]
    if runtime.copied():
        words.append("Paste")
    if editing.selected() != editing.text():
        words.append("Select all")
    return tuple(words)


def _handler(word: str, one_line: bool) -> Handler:
    def tap(runtime: Runtime, _x: int, _y: int) -> None:
        match word:
            case "Cut":
                runtime.editing.cut()
            case "Copy":
                runtime.editing.copy()
            case "Paste":
                runtime.editing.paste(one_line)
            case _:
                runtime.editing.select_all()

    return tap


@lru_cache(maxsize=128)
def _toolbar(look: Look, words: tuple[str, ...], one_line: bool) -> Box:
    height, x = look.dp(48), 0
    parts: list[Placed] = []
    for word in words:
        box = _button(look, word, height, _handler(word, one_line))
        parts.append(Placed(box, x, 0, word))
        x += box.width
    width = x

    def paint(canvas: skia.Canvas) -> None:
        radius = min(look.round(24), height // 2)
        shadow(canvas, 0, 0, width, height, radius, look.dp(4))
        round_rect(canvas, 0, 0, width, height, radius, look.theme.surface_highest)

    return Box(
        width, height, parts=tuple(parts), paint=paint, role="toolbar", outset=look.dp(12), floats=True
    )


def _button(look: Look, word: str, height: int, tap: Handler) -> Box:
    label = text_box(look, look.said(word), look.text("label"), look.theme.on_surface, look.dp(120), role="")
    width = max(look.dp(56), label.width + look.dp(28))
    part = Placed(label, (width - label.width) // 2, (height - label.height) // 2, "label")
    return Box(
        width, height, parts=(part,), role="button", text=look.said(word),
        flags=ENABLED | CLICKABLE, touch=Touch(tap=tap), floats=True,
    )  # fmt: skip
