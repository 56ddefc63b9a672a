"""tabs: several views of one page, one of them shown."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, SELECTED, Box, Handler, Placed, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import NO_EFFECTS, Bind, EffectsOnValue, Labels, Variable, plain_value
from phonebuddy.world.spec.plan import Script
from phonebuddy.world.spec.template import Value, show
from phonebuddy.world.widgets.base import Widget, fitting, text_box


class Tabs(Widget, frozen=True):
    """Words beside each other; the chosen one is underlined.

    variable: the variable that says which one is chosen
    options: its values, each with the word for it
    on_change: what else choosing does; :value is the chosen value
    """

    NAME: ClassVar[str] = "tabs"
    MAIN: ClassVar[str] = "variable"
    variable: Bind
    options: Labels
    on_change: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        height, count = look.dp(48), max(1, len(self.options))
        edges = [width * index // count for index in range(count + 1)]
        parts = tuple(
            Placed(self._tab(place, right - left, height, value, show(label)), left, 0, value)
            for (value, label), left, right in zip(self.options.items(), edges, edges[1:], strict=False)
        )

        def paint(canvas: skia.Canvas) -> None:
            line = skia.Rect.MakeLTRB(0, height - look.dp(1), width, height)
            canvas.drawRect(line, skia.Paint(Color=theme.outline_variant))

        return Box(width, height, parts=parts, paint=paint, role="tabs")

    def _tab(self, place: Place, width: int, height: int, value: str, label: str) -> Box:
        look, theme = place.look, place.look.theme
        chosen = show(self.variable.value) == value
        color = theme.primary if chosen else theme.on_surface_variant
        room = max(1, width - look.dp(8))
        style = fitting(look, label, room, "label", "label_medium", "label_small")
        words = text_box(look, label, style, color, room, role="")
        left = (width - words.width) // 2

        def paint(canvas: skia.Canvas) -> None:
            if chosen:
                mark = skia.RRect()
                round_top = [(look.dp(3), look.dp(3))] * 2 + [(0, 0)] * 2
                frame = skia.Rect.MakeLTRB(left, height - look.dp(3), left + words.width, height)
                mark.setRectRadii(frame, [skia.Point(*corner) for corner in round_top])
                canvas.drawRRect(mark, skia.Paint(Color=theme.primary, AntiAlias=True))

        return Box(
            width, height, parts=(Placed(words, left, (height - words.height) // 2, "label"),), paint=paint,
            role="tab", text=label, flags=ENABLED | CLICKABLE | (SELECTED if chosen else 0),
            touch=Touch(tap=chooser(self.variable, value, self.on_change)),
        )  # fmt: skip


def chooser(variable: Variable, key: str, on_change: Script) -> Handler:
    """What a tap on an option does."""
    # YAML keys are text; a variable that holds a number goes on holding one.
    value: Value = plain_value(key) if isinstance(variable.value, (int, float)) else key

    def choose(runtime: Runtime, _x: int, _y: int) -> None:
        runtime.set(variable.name, value)
        runtime.run(on_change, value=value)

    return choose
