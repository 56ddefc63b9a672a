"""dismiss: close the dialog, sheet or menu that is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Dismiss(Effect, frozen=True):
    """Closes the topmost dialog, sheet, menu or picker."""

    NAME: ClassVar[str] = "dismiss"

    def run(self, runtime: Runtime) -> None:
        runtime.dismiss()
