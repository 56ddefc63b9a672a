"""Chance that is the same everywhere: the choices a picture makes from its seed.

Its invariant: the same seed gives the same choices on every machine and every Python version, which
Python's own random numbers promise only in part.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import TypeVar

Item = TypeVar("Item")

_MASK = (1 << 64) - 1


def stable_hash(text: str) -> int:
    """A number for a text that never changes (Python's own hash does, from run to run)."""
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


class Dice:
    """A row of random numbers that a seed decides (the SplitMix64 generator)."""

    def __init__(self, seed: str) -> None:
        self.words = "".join(letter if letter.isalnum() else " " for letter in seed.lower()).split()
        """The words of the seed: a picture called Kettle may show one."""
        self._state = stable_hash(seed) << 32 | stable_hash(seed[::-1] + "/")

    def _next(self) -> int:
        self._state = self._state + 0x9E3779B97F4A7C15 & _MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return mixed ^ mixed >> 31

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * (self._next() >> 11) / (1 << 53)

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + self._next() % (high - low + 1)

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self._next() % len(items)]

    def named(self, known: Mapping[str, Item]) -> Item | None:
        """What the words of the seed ask for: the first of the known words that they hold."""
        said = " ".join(self.words)
        return next((item for word, item in known.items() if word in said), None)

    def chance(self, share: float) -> bool:
        return self.between(0, 1) < share
