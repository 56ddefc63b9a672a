"""require: go on only if a question is answered with yes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect, Stop
from phonebuddy.world.spec.kinds import Query, Text, VariableName
from phonebuddy.world.spec.template import truth

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Require(Effect, frozen=True):
    """Stops the effects after it unless the first value of a query is true.

    query: one SELECT
    message: what to tell the person when it is not
    into: the variable to put the message in, for a field's error; otherwise it is shown as a snackbar
    """

    NAME: ClassVar[str] = "require"
    BACKGROUND: ClassVar[bool] = True
    MAIN: ClassVar[str] = "query"
    query: Query
    message: Text = ""
    into: VariableName = ""

    def run(self, runtime: Runtime) -> None:
        rows = runtime.rows(self.query)
        holds = bool(rows) and truth(rows[0][0])
        if self.into:
            runtime.set(self.into, "" if holds else self.message)
        elif not holds and self.message:
            runtime.say(self.message)
        if not holds:
            raise Stop
