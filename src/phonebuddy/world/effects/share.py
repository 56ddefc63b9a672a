"""share: hand text to another app."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from phonebuddy.world.effects.base import Effect
from phonebuddy.world.spec.doors import SHARE
from phonebuddy.world.spec.kinds import Text

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime


class Share(Effect, frozen=True):
    """Opens the share sheet with the apps that accept text.

    text: what is shared
    title: a title for it
    """

    NAME: ClassVar[str] = "share"
    MAIN: ClassVar[str] = "text"
    text: Text
    title: Text = ""

    def run(self, runtime: Runtime) -> None:
        runtime.intents.send(SHARE, {"text": self.text, "title": self.title})
