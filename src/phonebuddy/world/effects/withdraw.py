"""withdraw: take a notification back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import Text

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Withdraw(Effect, frozen=True):
    """Takes back this app's notification with a key.

    key: the key it was shown with
    """

    NAME: ClassVar[str] = "withdraw"
    MAIN: ClassVar[str] = "key"
    BACKGROUND: ClassVar[bool] = True
    key: Text

    def run(self, runtime: Runtime) -> None:
        runtime.notifications.withdraw(runtime.acting().app, self.key)
