"""let: read something for the effects that follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec import kinds
from phonebuddy.world.uistate import Value

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Let(Effect, frozen=True):
    """Reads one row; the effects after it see its columns by name.

    query: one SELECT; no row gives nulls
    """

    NAME: ClassVar[str] = "let"
    BACKGROUND: ClassVar[bool] = True
    MAIN: ClassVar[str] = "query"
    query: kinds.Let

    def run(self, runtime: Runtime) -> Mapping[str, Value]:
        columns = self.query.statement.columns
        rows = runtime.rows(self.query)
        return dict(zip(columns, rows[0] if rows else (None,) * len(columns), strict=True))
