"""radio: one of several values of a variable."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import NO_EFFECTS, AnyValue, Bind, EffectsOnValue, Text
from phonebuddy.world.spec.template import show
from phonebuddy.world.widgets.base import Widget
from phonebuddy.world.widgets.checkbox import choice_box


class Radio(Widget, frozen=True):
    """One of several values of a variable; the others are radios of the same variable.

    variable: the variable it sets
    value: what it sets it to
    label: the words beside it; where another widget says them, give a description instead
    on_change: what else a tap does; :value is the value
    """

    NAME: ClassVar[str] = "radio"
    MAIN: ClassVar[str] = "variable"
    variable: Bind
    value: AnyValue
    label: Text = ""
    on_change: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        theme = place.look.theme
        is_on = show(self.variable.value) == show(self.value)
        icon = "radiobox-marked" if is_on else "radiobox-blank"
        color = theme.primary if is_on else theme.on_surface_variant
        return choice_box(place, width, "radio", icon, color, self.label, is_on, Touch(tap=self._choose))

    def _choose(self, runtime: Runtime, _x: int, _y: int) -> None:
        runtime.set(self.variable.name, self.value)
        runtime.run(self.on_change, value=self.value)
