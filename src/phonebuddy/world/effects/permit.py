"""permit: let an app use something, or no longer, as its page in the settings does."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.services.permissions import ALWAYS, NEVER, PERMISSIONS
from phonebuddy.world.spec.kinds import Text, Yes

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Permit(Effect, frozen=True):
    """Answers for the person what an app may use; for the app with the right `permissions`.

    name: what is used, such as camera
    app: the app that uses it
    granted: whether it may
    """

    NAME: ClassVar[str] = "permit"
    MAIN: ClassVar[str] = "name"
    RIGHT: ClassVar[str] = "permissions"
    name: Text
    app: Text
    granted: Yes

    def run(self, runtime: Runtime) -> None:
        if self.app in runtime.image.apps.apps and self.name in PERMISSIONS:
            runtime.permissions.answer(self.app, self.name, ALWAYS if self.granted else NEVER)
            runtime.log(self.app, "permission", f"{self.name} {ALWAYS if self.granted else NEVER}")
