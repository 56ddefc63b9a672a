"""setting: change a setting of the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import AnyValue, Text

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class SetSetting(Effect, frozen=True):
    """Changes a setting of the phone; apps read them as phone_settings.

    name: which setting
    value: its new value
    """

    NAME: ClassVar[str] = "setting"
    MAIN: ClassVar[str] = "name"
    BACKGROUND: ClassVar[bool] = True
    name: Text
    value: AnyValue

    def run(self, runtime: Runtime) -> None:
        runtime.put_setting(self.name, self.value)
