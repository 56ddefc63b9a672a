"""close: leave the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Close(Effect, frozen=True):
    """Closes the app: it starts with its first page next time."""

    NAME: ClassVar[str] = "close"

    def run(self, runtime: Runtime) -> None:
        runtime.close_app(runtime.front().app)
