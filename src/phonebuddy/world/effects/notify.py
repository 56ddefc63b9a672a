"""notify: show a notification."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.kinds import PageName, Text, Values

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Notify(Effect, frozen=True):
    """Shows a notification; tapping it opens a page of this app.

    title: its first line
    text: its second line
    page: the page it opens
    with: what that page is given
    key: another notification with the same key is replaced
    """

    NAME: ClassVar[str] = "notify"
    MAIN: ClassVar[str] = "title"
    BACKGROUND: ClassVar[bool] = True
    LEADS_TO: ClassVar[str] = "page"
    title: Text
    page: PageName
    text: Text = ""
    with_: Values = msgspec.field(default_factory=dict)
    key: Text = ""

    def run(self, runtime: Runtime) -> None:
        runtime.notify(self.title, self.text, self.page, dict(self.with_), self.key)
