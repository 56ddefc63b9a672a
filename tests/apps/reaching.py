"""A hand that scrolls down to what it wants to tap, for tests of apps with long pages."""

from __future__ import annotations

from phonebuddy.world.script import find
from tests.apps.hand import Hand

MOST_SCROLLS = 15


class Reaching(Hand):
    def reach(self, *things: str) -> None:
        """Tap things that may stand further down."""
        for words in things:
            for _ in range(MOST_SCROLLS):
                if find(self.phone.observe(), words) is not None:
                    break
                self.down()
            self.tap(words)
