"""focus: put the cursor in a field."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import VariableName

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Focus(Effect, frozen=True):
    """Puts the cursor at the end of a field and shows the keyboard.

    variable: the variable the field is bound to
    """

    NAME: ClassVar[str] = "focus"
    MAIN: ClassVar[str] = "variable"
    variable: VariableName

    def run(self, runtime: Runtime) -> None:
        runtime.focus(self.variable)
