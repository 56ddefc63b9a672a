"""Step 9, second half: moves as openings and returns: which pages lie under the page in front.

A recording shows one page at a time; what lies below is followed from move to move. A layer is gone once
something was chosen in it. Invariant: the page in front is the last of the stack.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.rebuild.model import BACK, LEAVE, OPEN, RETURN, STAY, Going, Move, Page


def follow(moves: Sequence[Move], pages: Sequence[Page]) -> list[tuple[Going, tuple[int, ...]]]:
    """For each move how it went, and the pages that were open before it."""
    found: list[tuple[Going, tuple[int, ...]]] = []
    stack: list[int] = []
    trace = -1
    for move in moves:
        if move.trace != trace:
            trace, stack = move.trace, [move.before.page]
        elif move.fresh and not pages[move.before.page].home:
            _jump(stack, move.before.page)
        before = tuple(stack)
        found.append((_go(stack, move, pages), before))
    return found


def _jump(stack: list[int], page: int) -> None:
    """Something unrecorded led to a page."""
    if page in stack:
        del stack[stack.index(page) + 1 :]
    else:
        stack.append(page)


def _go(stack: list[int], move: Move, pages: Sequence[Page]) -> Going:
    there = move.after.page
    if pages[there].home:
        return Going(LEAVE, there)
    if pages[stack[-1]].home:
        stack[-1] = there
        return Going(OPEN, there)
    if there == stack[-1]:
        return Going(STAY, there)
    if there in stack:
        depth = len(stack) - 1 - stack.index(there)
        del stack[-depth:]
        return Going(RETURN, there, depth)
    if pages[stack[-1]].layer or move.gesture == BACK:
        stack[-1] = there
    else:
        stack.append(there)
    return Going(OPEN, there)
