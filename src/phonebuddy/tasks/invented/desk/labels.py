"""Labels: what the parts of one app are called, drawn so that no two can be taken for each other.

Invariant: no label drawn is another one, part of another one, or part of a text that the app holds.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence


class Labels:
    def __init__(self, texts: Iterable[str], chance: random.Random) -> None:
        self._texts = list(texts)
        self._drawn: list[str] = []
        self._chance = chance

    def draw(self, options: Sequence[str]) -> str:
        """One of these, or none where all of them would be mistaken for something."""
        able = [one for one in options if self._is_free(one)]
        if not able:
            return ""
        label = self._chance.choice(able)
        self._drawn.append(label)
        return label

    def put_back(self, *labels: str) -> None:
        """Nothing is called so after all."""
        self._drawn = [one for one in self._drawn if one not in labels]

    def _is_free(self, label: str) -> bool:
        is_part = any(label in text for text in self._texts)
        return not is_part and not any(_alike(label, one) for one in self._drawn)


def _alike(one: str, two: str) -> bool:
    return one in two or two in one or one.lower() == two.lower()
