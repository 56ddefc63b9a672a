"""cancel: call off a planned event."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import Text

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Cancel(Effect, frozen=True):
    """Calls off what was planned with schedule.

    event: one of the app's events
    key: the key it was planned with
    """

    NAME: ClassVar[str] = "cancel"
    MAIN: ClassVar[str] = "event"
    BACKGROUND: ClassVar[bool] = True
    event: Text
    key: Text = ""

    def run(self, runtime: Runtime) -> None:
        runtime.schedule.cancel(runtime.acting().app, self.event, self.key)
