"""tell: let another app know something, without leaving this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import Text, Values

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Tell(Effect, frozen=True):
    """Tells every other app that accepts it, in the background: none of them comes to the front.

    intent: what is told: an entry of some app's accepts that is quiet
    with: what it carries
    to: the app that is told, when it must be that one alone
    """

    NAME: ClassVar[str] = "tell"
    MAIN: ClassVar[str] = "intent"
    BACKGROUND: ClassVar[bool] = True
    TELLS: ClassVar[str] = "intent"
    intent: Text
    with_: Values = msgspec.field(default_factory=dict)
    to: Text = ""

    def run(self, runtime: Runtime) -> None:
        runtime.intents.tell(self.intent, dict(self.with_), self.to)
