"""send: hand something to another app, or ask it for something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import NO_EFFECTS, ResultKind, Text, Values
from phonebuddy.world.spec.plan import Script

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Send(Effect, frozen=True):
    """Hands something to an app that accepts it; asks which one when there are several.

    intent: what is sent: an entry of some app's accepts
    with: what it carries
    to: the app it goes to, when it must be that one
    on_result: effects that run with what the receiver gives back
    """

    NAME: ClassVar[str] = "send"
    MAIN: ClassVar[str] = "intent"
    SENDS: ClassVar[str] = "intent"
    WAITS: ClassVar[bool] = True
    intent: Text
    with_: Values = msgspec.field(default_factory=dict)
    to: Text = ""
    on_result: Annotated[Script, ResultKind("intent")] = NO_EFFECTS

    def run(self, runtime: Runtime) -> None:
        runtime.intents.send(self.intent, dict(self.with_), self.to)
