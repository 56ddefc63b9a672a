"""Words that come from elsewhere although they were only seen once: a page about the row that was touched, a
text that was typed on the page before.

A cell that never varied is taken as derived if, each time its page was reached, it held a line of the touched
row or a text typed just before. Invariant: a cell that was once reached without such a line is not derived.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from phonebuddy.rebuild.items import FIELD
from phonebuddy.rebuild.lists import find_lists
from phonebuddy.rebuild.model import TAP, Move, Page
from phonebuddy.rebuild.slots import core
from phonebuddy.rebuild.values import SAYS, Cell

LEAST = 3
"""Shorter lines are found by chance."""


def mark_derived(pages: Sequence[Page], moves: Sequence[Move]) -> None:
    """Say of each page which of its cells are derived."""
    rows = {page.number: {slot for one in find_lists(page) for slot in one.rows} for page in pages}
    held: dict[int, Counter[Cell]] = {}
    missed: dict[int, Counter[Cell]] = {}
    for move in moves:
        if move.gesture != TAP or move.slot is None or move.before.page == move.after.page:
            continue
        lines = _lines(pages[move.before.page], move, rows[move.before.page])
        if not lines:
            continue
        there = move.after.page
        for cell, says in pages[there].values[move.after.member].items():
            if cell.attribute == SAYS and isinstance(says, str) and says:
                found = held if any(line in says for line in lines) else missed
                found.setdefault(there, Counter())[cell] += 1
    for page in pages:
        page.derived = {cell for cell in held.get(page.number, ()) if cell not in missed.get(page.number, ())}


def _lines(page: Page, move: Move, rows: set[int]) -> list[str]:
    """The lines of the touched row, and what was typed on its page."""
    lines: list[str] = []
    item = page.slots[move.slot].seen.get(move.before.member) if move.slot is not None else None
    if item is not None and move.slot in rows:
        lines += core(item).split("\n")
    for slot in page.slots:
        typed = slot.seen.get(move.before.member)
        if slot.kind == FIELD and typed is not None and typed.label != slot.first.label:
            lines.append(typed.label)
    return [line for line in lines if len(line) >= LEAST]
