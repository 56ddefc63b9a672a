"""set: change variables of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import Assignments

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Set(Effect, frozen=True):
    """Gives variables of the page new values.

    values: variable to value
    """

    NAME: ClassVar[str] = "set"
    MAIN: ClassVar[str] = "values"
    values: Assignments

    def run(self, runtime: Runtime) -> None:
        for name, value in self.values.items():
            runtime.set(name, value)
