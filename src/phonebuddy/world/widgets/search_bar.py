"""search_bar: a pill to type what is looked for."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Handler, Placed, Touch, paint_tree
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import NO_EFFECTS, EffectsOnValue, Text, TypedText
from phonebuddy.world.widgets.base import Widget, round_rect
from phonebuddy.world.widgets.field import Field

ROOMY_DP = 220
"""A narrower one, beside the capsule of a mini, leaves the glass out for the words."""


class SearchBar(Widget, frozen=True):
    """A pill to type what is looked for; it keeps its own distance from the edges of the page.

    variable: the variable that holds what was typed
    hint: grey words while it is empty
    on_change: what happens after each change; :value is the text
    on_submit: what the enter key does; :value is the text
    """

    NAME: ClassVar[str] = "search_bar"
    MAIN: ClassVar[str] = "variable"
    variable: TypedText
    hint: Text = "Search"
    on_change: EffectsOnValue = NO_EFFECTS
    on_submit: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        side, above, pill = look.dp(16), look.dp(8), look.dp(56)
        clear = self._clear(place) if self.variable.text else None
        end = look.dp(52) if clear is not None else look.dp(16)
        left = side + look.dp(4)
        field = self._field(look, width > look.dp(ROOMY_DP)).layout(
            place.on(theme.surface_high), max(1, width - left - side - end)
        )
        top = above + (pill - field.height) // 2

        def paint(canvas: skia.Canvas) -> None:
            radius = look.round(pill / 2 / look.density)
            round_rect(canvas, side, above, width - side, above + pill, radius, theme.surface_high)
            canvas.save()
            canvas.translate(left, top)
            paint_tree(field, canvas)
            canvas.restore()

        parts: tuple[Placed, ...] = ()
        if clear is not None:
            parts = (Placed(clear, width - side - look.dp(4) - clear.width, look.dp(12), "clear"),)
        return Box(
            width, pill + 2 * above, parts=parts, paint=paint, role="field", text=field.text, hint=field.hint,
            flags=field.flags, touch=_moved(field.touch or Touch(), left, top),
        )  # fmt: skip

    def _field(self, look: Look, roomy: bool) -> Field:
        return Field(
            self.variable,
            hint=look.said(self.hint),
            icon="magnify" if roomy else "",
            frame="plain",
            on_change=self.on_change,
            on_submit=self.on_submit,
        )

    def _clear(self, place: Place) -> Box:
        look = place.look
        side, size = look.dp(48), look.dp(24)
        name, script, color = self.variable.name, self.on_change, look.theme.on_surface_variant

        def paint(canvas: skia.Canvas) -> None:
            draw_icon(canvas, "close", (side - size) // 2, (side - size) // 2, size, color)

        def tap(runtime: Runtime, _x: int, _y: int) -> None:
            runtime.set(name, "")
            runtime.run(script, value="")

        return Box(
            side, side, paint=paint, role="icon_button", description=look.said("Clear"),
            flags=ENABLED | CLICKABLE, touch=Touch(tap=tap),
        )  # fmt: skip


def _moved(touch: Touch, left: int, top: int) -> Touch:
    """What a field does with a touch, when it stands somewhere inside the box."""
    pointed = (touch.tap, touch.double_tap, touch.long_press, touch.drag)
    tap, double_tap, long_press, drag = (do and _shifted(do, left, top) for do in pointed)
    return msgspec.structs.replace(touch, tap=tap, double_tap=double_tap, long_press=long_press, drag=drag)


def _shifted(handler: Handler, left: int, top: int) -> Handler:
    return lambda runtime, x, y: handler(runtime, x - left, y - top)
