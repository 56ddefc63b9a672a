"""back_to: go back to a page that is open below this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import PageName, Values

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class BackTo(Effect, frozen=True):
    """Closes pages until a certain one is in front; where it is not open, it takes the place of this one.

    page: the page to go back to
    with: what it is given where it must be opened: its params, and first values of its vars
    """

    NAME: ClassVar[str] = "back_to"
    MAIN: ClassVar[str] = "page"
    LEADS_TO: ClassVar[str] = "page"
    page: PageName
    with_: Values = msgspec.field(default_factory=dict)

    def run(self, runtime: Runtime) -> None:
        stack = runtime.ui.stacks[runtime.front().app]
        if not any(state.page == self.page for state in stack[:-1]):
            runtime.replace(self.page, dict(self.with_))
            return
        runtime.leave()
        while runtime.front().page != self.page:
            runtime.leave()
