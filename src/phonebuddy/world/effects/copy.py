"""copy: put text on the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import Text

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Copy(Effect, frozen=True):
    """Puts text on the clipboard; apps read it as phone_copied.

    text: the text
    """

    NAME: ClassVar[str] = "copy"
    BACKGROUND: ClassVar[bool] = True
    MAIN: ClassVar[str] = "text"
    text: Text

    def run(self, runtime: Runtime) -> None:
        runtime.copy(self.text)
