"""replace: go to another page of the app, in the place of this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import PageName, Values

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Replace(Effect, frozen=True):
    """Puts a page in the place of this one: tabs, or after saving.

    page: the page to show
    with: what it is given: its params, and first values of its vars
    """

    NAME: ClassVar[str] = "replace"
    MAIN: ClassVar[str] = "page"
    LEADS_TO: ClassVar[str] = "page"
    page: PageName
    with_: Values = msgspec.field(default_factory=dict)

    def run(self, runtime: Runtime) -> None:
        runtime.replace(self.page, dict(self.with_))
