"""snackbar: a short message at the bottom, perhaps with a way to undo."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import NO_EFFECTS, Effects, Text
from phonebuddy.world.widgets.base import Widget, round_rect, shadow, text_box


class Snackbar(Widget, frozen=True):
    """A short message that goes away by itself.

    text: the message
    action: the word on its button, such as Undo
    on_action: what the button does
    """

    NAME: ClassVar[str] = "snackbar"
    MAIN: ClassVar[str] = "text"
    OVERLAY: ClassVar[bool] = True
    DETACHED: ClassVar[bool] = True
    text: Text
    action: Text = ""
    on_action: Effects = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        pad = look.dp(16)
        button = self._button(place) if self.action else None
        room = width - 2 * pad - (button.width if button is not None else 0)
        words = text_box(look, self.text, look.text("body"), theme.inverse_on_surface, room, max_lines=2)
        height = max(look.dp(48), words.height + look.dp(28))
        parts = [Placed(words, pad, (height - words.height) // 2, "text")]
        if button is not None:
            parts.append(
                Placed(button, width - button.width - look.dp(4), (height - button.height) // 2, "action")
            )

        def paint(canvas: skia.Canvas) -> None:
            shadow(canvas, 0, 0, width, height, look.round(4), look.dp(4))
            round_rect(canvas, 0, 0, width, height, look.round(4), theme.inverse_surface)

        return Box(
            width, height, parts=tuple(parts), paint=paint, role="snackbar", outset=look.dp(8), floats=True
        )

    def _button(self, place: Place) -> Box:
        look = place.look
        script = self.on_action

        def tap(runtime: Runtime, _x: int, _y: int) -> None:
            runtime.ui.notice = None
            runtime.run(script)

        label = text_box(
            look, self.action, look.text("label"), look.theme.inverse_primary, look.dp(160), role=""
        )
        width, height = label.width + look.dp(24), look.dp(48)
        part = Placed(label, look.dp(12), (height - label.height) // 2, "label")
        return Box(
            width, height, parts=(part,), role="button", text=self.action,
            flags=ENABLED | CLICKABLE, touch=Touch(tap=tap),
        )  # fmt: skip
