"""back: leave this page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Back(Effect, frozen=True):
    """Closes this page; on the first page, leaves the app."""

    NAME: ClassVar[str] = "back"

    def run(self, runtime: Runtime) -> None:
        runtime.leave()
