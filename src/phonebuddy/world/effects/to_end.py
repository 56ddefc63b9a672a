"""to_end: show the end of the page, and keep it in sight as the page grows."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime

BEYOND = 1 << 30
"""Farther than any page; the page stops at its own end, wherever that is when it is drawn."""


class ToEnd(Effect, frozen=True):
    """Scrolls the page to its end; what is added there stays in sight until the person scrolls."""

    NAME: ClassVar[str] = "to_end"

    def run(self, runtime: Runtime) -> None:
        runtime.acting().scroll["body"] = BEYOND
