"""Matching: what the instruction says of a thing, and how far what it says has been done.

Words of the instruction are used up by what was typed, touched and opened. A thing agrees with it by words,
by forms and meanings of words, and by stretches; it matters whether these were used, and which come next.
Invariant: it depends on the view alone; a word that says nothing is neither used nor left.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.agents.nano.things import Thing
from phonebuddy.agents.nano.told import NOT_AGREED, Agreed, told_of
from phonebuddy.agents.nano.view import View


class Match(NamedTuple):
    """What the instruction says of one thing, shares from 0 to 1 where nothing else is said."""

    agreed: Agreed
    unused: float
    near_unused: float
    alone: float
    """How much of what agrees agrees with nothing else on the screen; at most 3 or so."""


NO_MATCH = Match(NOT_AGREED, 0.0, 0.0, 0.0)


class Matching:
    """The instruction of a view, and what has been done of it."""

    def __init__(self, view: View) -> None:
        self.told = told_of(view.instruction)
        self.used = [False] * len(view.told)
        self.last = -1
        """The place of the word that was used last."""
        for done in view.done:
            places, last = self.told.used_by(done.text, bool(done.thing))
            for place in places:
                self.used[place] = True
            self.last = last if last >= 0 else self.last
        self.unused, self.known_unused, self.share_left = self.told.left(tuple(self.used))
        self._count = view.look.counts.__getitem__

    def of(self, thing: Thing) -> Match:
        """What the instruction says of a thing."""
        agreed = self.told.agreed(thing)
        if not agreed.common:
            return NO_MATCH
        unused, near_unused, alone = 0, 0, 0.0
        for own, by in agreed.common:
            unused += own in self.unused
            near_unused += not self.known_unused.isdisjoint(by)
            alone += 1 / max(1, min(map(self._count, by)))
        num_words = len(thing.telling)
        return Match(agreed, unused / num_words, near_unused / num_words, alone)
