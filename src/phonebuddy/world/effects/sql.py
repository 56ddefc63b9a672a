"""sql: change the app's own data."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import Sql

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class RunSql(Effect, frozen=True):
    """Changes the app's own tables.

    statement: one INSERT, UPDATE or DELETE
    """

    NAME: ClassVar[str] = "sql"
    BACKGROUND: ClassVar[bool] = True
    MAIN: ClassVar[str] = "statement"
    statement: Sql

    def run(self, runtime: Runtime) -> None:
        runtime.execute(self.statement)
