"""Learning the rules about rows: each module proposes, the recordings decide.

Invariant: a rule is kept only if it explains more of the recorded touches than it breaks, and more than the
list staying as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from phonebuddy.rebuild.expressions import Given, State
from phonebuddy.rebuild.lists import ListRegion
from phonebuddy.rebuild.model import Move, Page
from phonebuddy.rebuild.rows import DELETE, INSERT, ORDER, RESTORE, Row, RowCase, RowRule, rows_of
from phonebuddy.rebuild.rules import delete, insert, sort, undo
from phonebuddy.rebuild.slots import core
from phonebuddy.rebuild.sources import Sources
from phonebuddy.rebuild.values import SAYS, Cell

Lists = Mapping[int, Sequence[ListRegion]]
When = tuple[int, int]
"""Trace and step."""


class Explains(Protocol):
    def __call__(self, rule: RowRule, case: RowCase) -> bool: ...


EXPLAINS: dict[str, Explains] = {
    RESTORE: undo.explains,
    INSERT: insert.explains,
    DELETE: delete.explains,
    ORDER: sort.explains,
}
PROPOSE = (undo.propose, insert.propose, delete.propose, sort.propose)


class RowLearner:
    """Knows at each moment of the recordings what every list last showed."""

    def __init__(
        self, moves: Sequence[Move], pages: Sequence[Page], lists: Lists, states: Mapping[When, State]
    ) -> None:
        self.pages = pages
        self.lists = lists
        self.states = states
        self.sources = Sources(pages)
        self._last: dict[When, dict[int, int]] = {}
        self._lost: dict[When, dict[tuple[int, int], Row]] = {}
        self._follow(moves)

    def _follow(self, moves: Sequence[Move]) -> None:
        trace, last, lost = -1, dict[int, int](), dict[tuple[int, int], Row]()
        for move in moves:
            if move.trace != trace:
                trace, last, lost = move.trace, dict.fromkeys(self.lists, 0), {}
            last[move.before.page] = move.before.member
            self._last[move.trace, move.step] = dict(last)
            self._lost[move.trace, move.step] = dict(lost)
            for region in self.lists.get(move.after.page, ()):
                case = self._case(move, region)
                row = delete.gone(case)
                if row is not None:
                    lost[region.page, region.first] = row
            last[move.after.page] = move.after.member

    def _case(self, move: Move, region: ListRegion) -> RowCase:
        when, page = (move.trace, move.step), self.pages[region.page]
        tapped: tuple[str, ...] = ()
        if move.slot is not None:
            item = self.pages[move.before.page].slots[move.slot].seen.get(move.before.member)
            tapped = tuple(core(item).split("\n")) if item is not None else ()
        given = Given(self.states[when], region.page, Cell(region.first, SAYS), move.text, tapped)
        old = rows_of(page, region, self._last[when][region.page])
        new = rows_of(page, region, move.after.member)
        return RowCase(given, old, new, self._lost[when].get((region.page, region.first)))

    def learn(self, moves: Sequence[Move]) -> list[RowRule]:
        """The rules of one touch, from its moves that led to one page."""
        found: list[RowRule] = []
        for region in self.lists.get(moves[0].after.page, ()) if moves else ():
            cases = [self._case(move, region) for move in moves]
            rule = self._best(cases, region)
            if rule is not None:
                found.append(rule)
        return found

    def _best(self, cases: Sequence[RowCase], region: ListRegion) -> RowRule | None:
        kept = sum(case.old == case.new for case in cases)
        if kept == len(cases):
            return None
        best: RowRule | None = None
        for propose in PROPOSE:
            for rule in propose(cases, region.page, region.first, self.sources):
                right = sum(EXPLAINS[rule.kind](rule, case) for case in cases)
                wrong = len(cases) - right
                if right > wrong and right > kept and (best is None or right > best.support):
                    best = rule._replace(support=right, conflicts=wrong)
        return best
