"""give: hand back what another app asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import Values

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Give(Effect, frozen=True):
    """Hands back what the sender waits for and returns to it.

    values: what it gets
    """

    NAME: ClassVar[str] = "give"
    MAIN: ClassVar[str] = "values"
    values: Values

    def run(self, runtime: Runtime) -> None:
        runtime.intents.give(dict(self.values))
