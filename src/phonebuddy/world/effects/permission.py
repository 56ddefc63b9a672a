"""permission: ask the person whether the app may use something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.services.permissions import PERMISSIONS
from phonebuddy.world.spec.kinds import NO_EFFECTS, ChoiceKind, Effects

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Permission(Effect, frozen=True):
    """Goes on at once when it was granted before; otherwise asks.

    name: what the app wants to use
    on_granted: effects that run when it may
    on_denied: effects that run when it may not
    """

    NAME: ClassVar[str] = "permission"
    MAIN: ClassVar[str] = "name"
    WAITS: ClassVar[bool] = True
    name: Annotated[str, ChoiceKind(tuple(PERMISSIONS))]
    on_granted: Effects = NO_EFFECTS
    on_denied: Effects = NO_EFFECTS

    def run(self, runtime: Runtime) -> None:
        runtime.ask(self.name, self.on_granted, self.on_denied)
