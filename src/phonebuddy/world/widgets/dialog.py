"""dialog: a question over the page."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Handler, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import NO_EFFECTS, Children, Effects, Text, Yes
from phonebuddy.world.spec.plan import Script
from phonebuddy.world.widgets.base import Widget, round_rect, shadow, text_box


class Dialog(Widget, frozen=True):
    """A question over the page, with an answer or two.

    title: the question
    text: more about it
    body: widgets between text and answers, such as a field
    confirm: the word on the answer that does something
    on_confirm: what it does; the dialog closes first
    cancel: the word on the other answer; empty leaves it out
    on_cancel: what that one does
    danger: true draws the answer in red
    """

    NAME: ClassVar[str] = "dialog"
    MAIN: ClassVar[str] = "title"
    OVERLAY: ClassVar[bool] = True
    title: Text
    text: Text = ""
    body: Children = ()
    confirm: Text = "OK"
    on_confirm: Effects = NO_EFFECTS
    cancel: Text = "Cancel"
    on_cancel: Effects = NO_EFFECTS
    danger: Yes = False

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        pad, inner = look.dp(24), width - look.dp(48)
        title = text_box(look, self.title, look.text("headline_small"), theme.on_surface, inner, max_lines=3)
        parts = [Placed(title, pad, pad, "title")]
        y = pad + title.height + look.dp(16)
        if self.text:
            words = text_box(
                look, self.text, look.text("body"), theme.on_surface_variant, inner, max_lines=None
            )
            parts.append(Placed(words, pad, y, "text"))
            y += words.height + look.dp(16)
        for part in self.body:
            box = part.box(place, inner)
            parts.append(Placed(box, pad, y, f"body_{part.key}"))
            y += box.height + look.dp(8)
        y += look.dp(8)
        parts += self._answers(place, width, y)
        height = y + look.dp(48) + look.dp(16)

        def paint(canvas: skia.Canvas) -> None:
            shadow(canvas, 0, 0, width, height, look.round(28), look.dp(8))
            round_rect(canvas, 0, 0, width, height, look.round(28), theme.surface_high)

        return Box(
            width, height, parts=tuple(parts), paint=paint, role="dialog", outset=look.dp(20), floats=True
        )

    def _answers(self, place: Place, width: int, y: int) -> list[Placed]:
        look, theme = place.look, place.look.theme
        right = width - look.dp(16)
        placed: list[Placed] = []
        colors = {"confirm": theme.error if self.danger else theme.primary, "cancel": theme.primary}
        for key, word, script in (
            ("confirm", self.confirm, self.on_confirm),
            ("cancel", look.said(self.cancel), self.on_cancel),
        ):
            if word:
                box = answer(look, word, colors[key], closing(script))
                right -= box.width
                placed.append(Placed(box, right, y, key))
        return placed


def closing(script: Script) -> Handler:
    """Close the overlay, then run."""

    def tap(runtime: Runtime, _x: int, _y: int) -> None:
        runtime.dismiss()
        runtime.run(script)

    return tap


def answer(look: Look, word: str, color: int, tap: Handler) -> Box:
    """A text button, as at the bottom of dialogs and pickers."""
    label = text_box(look, word, look.text("label"), color, look.dp(200), role="")
    height = look.dp(48)
    width = max(height, label.width + look.dp(24))
    part = Placed(label, (width - label.width) // 2, (height - label.height) // 2, "label")
    return Box(
        width, height, parts=(part,), role="button", text=word,
        flags=ENABLED | CLICKABLE, touch=Touch(tap=tap),
    )  # fmt: skip
