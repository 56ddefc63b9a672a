"""Words that come from elsewhere although they were only seen once: a page about the row that was touched, a
text that was typed some steps before.

A cell that never varied is taken as derived if each time its page was reached it held a line of the touched
row, or if each time it was seen it held a text typed earlier in that recording. Invariant: a cell that was
once seen without such a text is not derived.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phonebuddy.rebuild.items import FIELD
from phonebuddy.rebuild.lists import find_lists
from phonebuddy.rebuild.model import TAP, TYPE, Move, Page
from phonebuddy.rebuild.slots import core
from phonebuddy.rebuild.values import SAYS, Cell

LEAST = 3
"""Shorter lines are found by chance."""

Place = tuple[int, Cell]


def mark_derived(pages: Sequence[Page], moves: Sequence[Move]) -> None:
    """Say of each page which of its cells are derived."""
    found = _from_rows(pages, moves) | _from_typed(pages, moves)
    for page in pages:
        page.derived = {cell for number, cell in found if number == page.number}


def _from_rows(pages: Sequence[Page], moves: Sequence[Move]) -> set[Place]:
    """Cells that held a line of the row that was touched, or of what was typed beside it, each time."""
    rows = {page.number: {slot for one in find_lists(page) for slot in one.rows} for page in pages}
    held: set[Place] = set()
    missed: set[Place] = set()
    for move in moves:
        if move.gesture != TAP or move.slot is None or move.before.page == move.after.page:
            continue
        lines = _lines(pages[move.before.page], move, rows[move.before.page])
        if lines:
            _sort(pages, move.after.page, move.after.member, lines, held, missed)
    return held - missed


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


def _from_typed(pages: Sequence[Page], moves: Sequence[Move]) -> set[Place]:
    """Cells that were only ever seen to hold a text that had been typed before."""
    held: set[Place] = set()
    missed: set[Place] = set()
    trace, typed = -1, list[str]()
    for move in moves:
        if move.trace != trace:
            trace, typed = move.trace, []
            _sort(pages, move.before.page, move.before.member, (), held, missed)
        if move.gesture == TYPE and len(move.text) >= LEAST:
            typed.append(move.text)
        _sort(pages, move.after.page, move.after.member, typed, held, missed)
    return held - missed


def _sort(
    pages: Sequence[Page],
    page: int,
    member: int,
    lines: Iterable[str],
    held: set[Place],
    missed: set[Place],
) -> None:
    """Put the cells of a screen to those that hold one of the lines, or to the others."""
    for cell, says in pages[page].values[member].items():
        if cell.attribute == SAYS and isinstance(says, str) and says:
            (held if any(line in says for line in lines) else missed).add((page, cell))
