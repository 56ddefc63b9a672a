"""Matching: what the instruction says of a thing, and how far what it says has been done.

Words of the instruction are used up by what was typed, touched and opened. A thing agrees with it by words,
by forms and meanings of words, and by stretches; it matters whether these were used, and which come next.
Invariant: it depends on the view alone; a word that says nothing is neither used nor left.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import NamedTuple

from phonebuddy.agents.nano.agreement import (
    Run,
    Runs,
    all_known,
    all_units,
    plain_words,
    share_near,
    share_of,
)
from phonebuddy.agents.nano.things import Thing
from phonebuddy.agents.nano.view import Done, View
from phonebuddy.agents.nano.words import words_of

SHORT = 4
"""Words; something that says no more is used up by its meaning too: `Delete` uses `get rid of`."""
LONGEST = 40
"""Words of one text of a thing that are compared."""


class Match(NamedTuple):
    """What the instruction says of one thing, shares from 0 to 1 where nothing else is said."""

    exact: float
    near: float
    unused: float
    near_unused: float
    run: Run
    whole: int
    """Words of a text of it that the instruction has whole."""
    alone: float
    """How much of what agrees agrees with nothing else on the screen; at most 3 or so."""
    place: int
    """Of the first word that agrees; -1 for none."""


class Matching:
    """The instruction of a view, and what has been done of it."""

    def __init__(self, view: View) -> None:
        self._view = view
        words = [word for word in view.told if word.text[0].isalnum()]
        self._places = [place for place, word in enumerate(view.told) if word.text[0].isalnum()]
        self._runs = Runs(plain_words(words), [word.says for word in words])
        self.units = all_units(view.told)
        self.known = all_known(view.told)
        self.used = [False] * len(view.told)
        self.last = -1
        """The place of the word that was used last."""
        for done in view.done:
            self._use(done)
        left = [word for word, used in zip(view.told, self.used, strict=True) if word.says and not used]
        self.unused = all_units(left)
        self.known_unused = all_known(left)
        told = sum(word.says for word in view.told)
        self.share_left = len(left) / told if told else 0.0
        here = (thing.known for thing in view.look.things)
        self._counts = Counter(chain.from_iterable(here))

    def _use(self, done: Done) -> None:
        words = words_of(done.text)[:LONGEST]
        run = self._runs.best(plain_words(words))
        places = [self._places[place] for place in range(run.start, run.start + run.length)]
        meant = {unit for word in words for unit in word.groups}
        if done.thing and meant and sum(word.says for word in words) <= SHORT:
            places += [place for place, word in enumerate(self._view.told) if meant & {*word.groups}]
        for place in places:
            self.used[place] = True
        if run.length:
            self.last = self._places[run.start + run.length - 1]

    def run_in(self, text: str) -> Run:
        """The longest stretch of a text that the instruction has, by the place of its first word there."""
        run = self._runs.best(plain_words(words_of(text)[:LONGEST]))
        return Run(run.length, self._places[run.start] if run.length else -1)

    def of(self, thing: Thing) -> Match:
        if self.known.isdisjoint(thing.known):
            return Match(0.0, 0.0, 0.0, 0.0, Run(0, -1), 0, 0.0, -1)
        best, whole = Run(0, -1), 0
        for said in thing.said if not self.units.isdisjoint(thing.units) else ():
            run = self._runs.best(said[:LONGEST])
            best = max(best, run)
            whole = max(whole, run.length if run.length == len(said) else 0)
        common = [word for word in thing.telling if not self.known.isdisjoint(word.known_by)]
        alone = sum(
            1 / max(1, min(self._counts[unit] for unit in word.known_by if unit in self.known))
            for word in common
        )
        place = self._places[best.start] if best.length else self._first(thing)
        return Match(
            share_of(thing.telling, self.units), share_near(thing.telling, self.known),
            share_of(thing.telling, self.unused), share_near(thing.telling, self.known_unused),
            best, whole, alone, place,
        )  # fmt: skip

    def _first(self, thing: Thing) -> int:
        return next(
            (
                place
                for place, word in enumerate(self._view.told)
                if word.says and not thing.known.isdisjoint(word.known_by)
            ),
            -1,
        )
