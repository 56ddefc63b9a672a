"""to_top: show the page from its top again."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class ToTop(Effect, frozen=True):
    """Scrolls the page to its top, for a search that shows something else."""

    NAME: ClassVar[str] = "to_top"

    def run(self, runtime: Runtime) -> None:
        runtime.acting().scroll.pop("body", None)
