"""Which pages matter most: by how often recordings come to them.

P0 pages make up the first half of all visits, P1 the next 40 %, P2 the rest: whoever improves a rebuilt app
by hand starts with P0. Invariant: a page is never behind one that was visited less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from phonebuddy.rebuild.model import Move, Page

SHARES = (("P0", 0.5), ("P1", 0.9))
LAST = "P2"


def count_visits(moves: Sequence[Move]) -> Counter[int]:
    """How often each page was come to, the start of each recording included."""
    visits: Counter[int] = Counter()
    trace = -1
    for move in moves:
        if move.trace != trace:
            trace = move.trace
            visits[move.before.page] += 1
        visits[move.after.page] += move.after.page != move.before.page
    return visits


def rank_pages(pages: Sequence[Page], visits: Counter[int]) -> dict[int, str]:
    """The priority of each page, by its number."""
    total, before = max(1, visits.total()), 0
    found: dict[int, str] = {}
    for page in sorted(pages, key=lambda page: (-visits[page.number], page.number)):
        share = before / total if visits[page.number] else 1.0
        found[page.number] = next((name for name, least in SHARES if share < least), LAST)
        before += visits[page.number]
    return found
