"""open: go to another page of the app, above this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import PageName, Values

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Open(Effect, frozen=True):
    """Opens a page; back returns to this one.

    page: the page to open
    with: what it is given: its params, and first values of its vars
    """

    NAME: ClassVar[str] = "open"
    MAIN: ClassVar[str] = "page"
    LEADS_TO: ClassVar[str] = "page"
    page: PageName
    with_: Values = msgspec.field(default_factory=dict)

    def run(self, runtime: Runtime) -> None:
        runtime.open(self.page, dict(self.with_))
