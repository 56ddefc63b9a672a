"""Step 12: what a touch changes, cell by cell: speculate and validate.

For every cell of the page a move leads to, each expression that would have given the recorded value is tried
on all sightings of the same touch; it is kept only if it explains more of them than the page staying as it
was, and more than it breaks. Invariant: the candidates are tried in a fixed order, the general before the
constant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from phonebuddy.rebuild.beliefs import State
from phonebuddy.rebuild.expressions import (
    Constant,
    Expression,
    Given,
    Lookup,
    Matches,
    Opposite,
    Other,
    Tapped,
    Turn,
    Typed,
    Wrapped,
    count_between,
)
from phonebuddy.rebuild.groups import GROUP
from phonebuddy.rebuild.items import FIELD
from phonebuddy.rebuild.model import TYPE, Move, Page
from phonebuddy.rebuild.slots import core
from phonebuddy.rebuild.sources import Sources
from phonebuddy.rebuild.values import ON, SAYS, SHOWN, TAPS, Cell, Value

MOST_CASES = 24
"""Values that one rule may tell apart."""
LEAST_PART = 3
"""Shorter texts are found inside others by chance."""


class Effect(NamedTuple):
    """One cell that a touch changes."""

    page: int
    cell: Cell
    expression: Expression
    support: int = 0
    conflicts: int = 0
    assumed: str = ""


class Case(NamedTuple):
    """A recorded instance: what could be known, and what came of it."""

    given: Given
    new: Value


class Learner:
    """Finds effects; knows the pages and where values may come from."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = pages
        self.sources = Sources(pages)

    def learn(self, moves: Sequence[Move], states: Sequence[State], opens: bool) -> list[Effect]:
        """The effects of one edge, from its moves that led to one page."""
        if not moves:
            return []
        page = moves[0].after.page
        found: list[Effect] = []
        for cell in self.pages[page].cells:
            cases = [
                Case(self._given(move, state, cell), new)
                for move, state in zip(moves, states, strict=True)
                if (new := self.pages[page].values[move.after.member].get(cell)) is not None
            ]
            best = self._best(cases, cell, page, moves[0], opens)
            best = self._by_choice(cases, cell, moves[0].before.page, best) or best
            if best is not None:
                found.append(best)
        return found

    def _given(self, move: Move, state: State, cell: Cell) -> Given:
        tapped: tuple[str, ...] = ()
        if move.slot is not None:
            item = self.pages[move.before.page].slots[move.slot].seen.get(move.before.member)
            tapped = tuple(core(item).split("\n")) if item is not None else ()
        return Given(state, move.after.page, cell, move.text, tapped)

    def _best(self, cases: Sequence[Case], cell: Cell, page: int, move: Move, opens: bool) -> Effect | None:
        if not cases:
            return None
        if move.gesture == TYPE and (page, cell.slot, cell.attribute) == (move.before.page, move.slot, SAYS):
            return None  # the field itself sees to it
        kept = sum(case.given.old == case.new for case in cases)
        derived = cell in self.pages[page].derived
        resets = (opens and self._resets(page, cell)) or self._is_tab(move, page) or derived
        if kept == len(cases) and not resets:
            return None
        best: tuple[int, Expression] | None = None
        for expression in self._candidates(cases, cell, move.before.page):
            right = sum(expression.of(case.given) == case.new for case in cases)
            if best is None or right > best[0]:
                best = (right, expression)
            if right == len(cases):
                break
        if best is None:
            return None
        right, expression = best
        if derived and isinstance(expression, Constant) and right <= kept:
            return None
        wrong = len(cases) - right
        if right > wrong and (right > kept or (resets and right == kept)):
            return Effect(page, cell, expression, right, wrong)
        return None

    def _by_choice(self, cases: Sequence[Case], cell: Cell, here: int, best: Effect | None) -> Effect | None:
        """Where one expression does not explain all: the value may depend on what is chosen on the page."""
        right = best.support if best is not None else sum(case.given.old == case.new for case in cases)
        if right == len(cases):
            return None
        for other in self.pages[here].cells:
            if other.attribute == SHOWN or (here, other) == (cases[0].given.page, cell):
                continue
            table: dict[Value, Value] = {}
            for case in cases:
                key = case.given.state.get(here, {}).get(other)
                if key is None or table.setdefault(key, case.new) != case.new:
                    break
            else:
                if 1 < len(table) < min(len(cases), MOST_CASES) or len(table) == 2:
                    page = cases[0].given.page
                    return Effect(page, cell, Lookup(here, other, tuple(table.items())), len(cases), 0)
        return None

    def _is_tab(self, move: Move, page: int) -> bool:
        """Whether what was touched is now the chosen one of some tabs: then all that shows belongs to it."""
        if move.slot is None or page != move.before.page:
            return False
        return self.pages[page].values[move.after.member].get(Cell(move.slot, TAPS)) is False

    def _resets(self, page: int, cell: Cell) -> bool:
        """Whether a cell starts anew each time its page is opened: what is typed or ticked in a layer."""
        if not self.pages[page].layer:
            return False
        if cell.slot >= GROUP or cell.attribute == ON:
            return True
        return cell.attribute == SAYS and self.pages[page].slots[cell.slot].kind == FIELD

    def _candidates(self, cases: Sequence[Case], cell: Cell, here: int) -> Iterator[Expression]:
        values = list(dict.fromkeys(case.new for case in cases))
        if cell.attribute == ON:
            yield Opposite()
        if cell.attribute == SHOWN and any(case.given.typed for case in cases):
            yield Matches()
        if cell.attribute == SAYS:
            yield from self._copies(cases)
            yield from self._wrapped(cases, here)
        if cell.attribute == SAYS and len(values) > 1:
            counts = (count_between(case.given.old, case.new) for case in cases)
            yield from dict.fromkeys(count for count in counts if count is not None)
        yield from (Constant(value) for value in values)
        turn = {case.given.old: case.new for case in cases if case.given.old is not None}
        if 1 < len(turn) <= MOST_CASES and len(set(turn.values())) > 1:
            yield Turn(tuple((old, new) for old, new in turn.items() if old is not None))

    def _copies(self, cases: Sequence[Case]) -> Iterator[Expression]:
        """Where else the new words were at that moment."""
        if any(case.given.typed and case.given.typed == case.new for case in cases):
            yield Typed()
        for line in (-1, 0, 1, 2):
            if any(Tapped(line).of(case.given) == case.new for case in cases):
                yield Tapped(line)
        own = Other(cases[0].given.page, cases[0].given.cell)
        sights = [(case.given.state, case.new) for case in cases]
        yield from (one for one in self.sources.holding(sights, own.page) if one != own)

    def _wrapped(self, cases: Sequence[Case], here: int) -> Iterator[Expression]:
        """Words around a value: a question that names what it is about."""
        new, given = cases[0].new, cases[0].given
        if not isinstance(new, str):
            return
        near = self.sources.near(here, given.page)
        inner: list[Typed | Tapped | Other] = [Typed(), Tapped(-1), Tapped(0), *near]
        for one in inner:
            if one == Other(given.page, given.cell):
                continue
            value = one.of(given)
            if isinstance(value, str) and LEAST_PART <= len(value) < len(new) and value in new:
                before, _, after = new.partition(value)
                yield Wrapped(before, one, after)
