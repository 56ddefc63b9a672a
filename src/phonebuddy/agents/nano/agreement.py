"""Agreement: how much of one text is in another, by words.

Invariant: it depends on the words alone, never on where they stand on a screen; words that say nothing
(`the`) and single Chinese characters agree with nothing by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from phonebuddy.agents.nano.pieces import is_chinese
from phonebuddy.agents.nano.words import Word, words_of

Units = frozenset[int]


class Run(NamedTuple):
    """A stretch of words that stands in another text as it is; length 0 for none."""

    length: int
    start: int
    """Where it stands there."""


@lru_cache(maxsize=50_000)
def units_in(text: str) -> Units:
    return all_units(words_of(text))


def all_units(words: Iterable[Word]) -> Units:
    return frozenset(word.units[0] for word in words if word.says)


def all_known(words: Iterable[Word]) -> Units:
    """Everything that some words can agree by: forms and meanings too."""
    return frozenset(unit for word in words if word.says for unit in word.known_by)


def share_of(words: Sequence[Word], units: Units) -> float:
    """How many of some words are among others."""
    return sum(word.units[0] in units for word in words) / len(words) if words and units else 0.0


def share_near(words: Sequence[Word], known: Units) -> float:
    """How many of some words agree with others in some form or meaning."""
    return sum(not known.isdisjoint(word.known_by) for word in words) / len(words) if words else 0.0


class Runs:
    """Stretches of a text."""

    def __init__(self, told: Sequence[str], says: Sequence[bool]) -> None:
        self._told, self._says = told, says
        self._places: dict[str, list[int]] = {}
        for place, word in enumerate(told):
            self._places.setdefault(word, []).append(place)

    def best(self, said: tuple[str, ...]) -> Run:
        """The longest stretch of `said` that stands there, the first of several, of those with a word there
        that says something."""
        told, best = self._told, Run(0, 0)
        for first, word in enumerate(said):
            for start in self._places.get(word, ()):
                length, most = 1, min(len(told) - start, len(said) - first)
                while length < most and said[first + length] == told[start + length]:
                    length += 1
                is_better = length > best.length or (length == best.length and start < best.start)
                if is_better and _counts(word, self._says[start : start + length]):
                    best = Run(length, start)
        return best


def _counts(word: str, says: Sequence[bool]) -> bool:
    return any(says) and (len(says) > 1 or not is_chinese(word))


def plain_words(words: Iterable[Word]) -> tuple[str, ...]:
    """Words without the signs between them, in their plain form."""
    return tuple(word.plain for word in words if word.text[0].isalnum())


def quoted_in(told: Sequence[Word]) -> list[float]:
    """Which words stand in quotes or behind a colon."""
    inside, found = 0.0, []
    for word in told:
        if word.text in '“"«《‘':
            inside = 1.0
        elif word.text in "”»》’" or (word.text == '"' and inside):
            inside = 0.0
        elif word.text in ":：":
            inside = 0.5
        found.append(inside)
    return found
