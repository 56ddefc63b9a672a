"""toast: a short message of the system."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import Text

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class ShowToast(Effect, frozen=True):
    """Shows a short message that no touch reaches and that goes by itself.

    text: the message
    """

    NAME: ClassVar[str] = "toast"
    MAIN: ClassVar[str] = "text"
    BACKGROUND: ClassVar[bool] = True
    text: Text

    def run(self, runtime: Runtime) -> None:
        runtime.toast(self.text)
