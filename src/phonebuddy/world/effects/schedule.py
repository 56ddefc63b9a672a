"""schedule: have an event of this app happen later."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import Number, Text, Values

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class ScheduleEvent(Effect, frozen=True):
    """Plans an event of this app for a moment of the phone's clock.

    event: one of the app's events
    at: when, in seconds since 1970
    with: what the event is given
    key: another plan for the same event and key is replaced
    """

    NAME: ClassVar[str] = "schedule"
    MAIN: ClassVar[str] = "event"
    BACKGROUND: ClassVar[bool] = True
    SCHEDULES: ClassVar[str] = "event"
    event: Text
    at: Number
    with_: Values = msgspec.field(default_factory=dict)
    key: Text = ""

    def run(self, runtime: Runtime) -> None:
        app = runtime.acting().app
        runtime.schedule.add(round(self.at * 1000), app, self.event, self.key, dict(self.with_))
