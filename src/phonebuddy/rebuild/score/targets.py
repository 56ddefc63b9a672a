"""Which item of a rebuilt screen a recorded touch was aimed at.

Invariant: the answer depends on what the two screens show alone, never on the model.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.rebuild.items import Item
from phonebuddy.rebuild.slots import core

LEAST_CUT = 30
"""Labels this long may have been cut by the recorder."""


def find_target(items: Sequence[Item], wanted: Item, among: Sequence[Item]) -> Item | None:
    """The item of a rebuilt screen that a recorded touch was aimed at; `among` is the recorded screen."""
    if wanted.path:
        return _by_path(items, wanted)
    same = [item for item in items if item.mark == wanted.mark]
    if same:
        number = [item for item in among if item.mark == wanted.mark].index(wanted)
        return same[min(number, len(same) - 1)]
    touched = [item for item in items if item.kind == wanted.kind]
    for fits in (
        lambda item: core(item) == core(wanted),
        lambda item: item.head == wanted.head,
        lambda item: _cut_short(item.label, wanted.label),
    ):
        found = [item for item in touched if fits(item)]
        if len(found) == 1:
            return found[0]
    return None


def _by_path(items: Sequence[Item], wanted: Item) -> Item | None:
    """The same path, best with the same words, nearest to where it was."""
    found = [item for item in items if item.path == wanted.path]
    found = [item for item in found if item.label == wanted.label] or found

    def distance(item: Item) -> int:
        places = zip(item.at.split(), wanted.at.split(), strict=True)
        return sum(abs(int(one) - int(two)) for one, two in places)

    return min(found, key=distance, default=None)


def _cut_short(one: str, two: str) -> bool:
    """Whether one label is the other cut off: recorders keep only the first letters of long ones."""
    short, long = sorted((one, two), key=len)
    return len(short) >= LEAST_CUT and long.startswith(short)
