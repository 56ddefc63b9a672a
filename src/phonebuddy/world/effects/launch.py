"""launch: open another app, or a mini inside this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import Text

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Launch(Effect, frozen=True):
    """Brings another app to the front; a mini opens inside its host.

    app: its name, as in phone_apps
    """

    NAME: ClassVar[str] = "launch"
    MAIN: ClassVar[str] = "app"
    app: Text

    def run(self, runtime: Runtime) -> None:
        runtime.launch(self.app)
