"""What is known of every page at each moment of a recording: its last sighting there, else the first of all.

Invariant: a belief is never later than the moment it is for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phonebuddy.rebuild.model import Move, Page
from phonebuddy.rebuild.values import Cell, Value

State = Mapping[int, Mapping[Cell, Value]]


def seeds(pages: Sequence[Page]) -> dict[int, Mapping[Cell, Value]]:
    """What each page shows before anything happened: its earliest sighting."""
    return {page.number: page.values[0] for page in pages}


def beliefs(moves: Sequence[Move], pages: Sequence[Page]) -> list[State]:
    """The state before each move."""
    first = seeds(pages)
    found: list[State] = []
    state: dict[int, Mapping[Cell, Value]] = dict(first)
    trace = -1
    for move in moves:
        if move.trace != trace:
            trace, state = move.trace, dict(first)
        state[move.before.page] = pages[move.before.page].values[move.before.member]
        found.append(dict(state))
        state[move.after.page] = pages[move.after.page].values[move.after.member]
    return found
