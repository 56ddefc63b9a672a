"""Notes: what a widget asked for while its box was made, and the answers it got."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from phonebuddy.world.spec.plan import Bound
    from phonebuddy.world.state.store import Rows


class Notes(msgspec.Struct, gc=False):
    """Rows of queries, and everything else by kind and key."""

    rows: list[tuple[Bound, Rows]] = []
    others: list[tuple[str, str, object]] = []

    def add(self, notes: Notes) -> None:
        """A box made before, and all it asked for, is part of the one being made."""
        self.rows += notes.rows
        self.others += notes.others

    def drop(self, *kinds: str) -> None:
        """Without answers of these kinds: what the box is kept by tells them already."""
        self.others = [other for other in self.others if other[0] not in kinds]
