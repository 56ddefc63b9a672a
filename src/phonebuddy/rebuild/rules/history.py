"""History: opening a row adds it to a list on another page, such as what was last opened.

Evidence is a row of another list that was not there when that page was last seen, named as the row that was
opened in between. Invariant: kept only if most openings that could be checked left such a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from phonebuddy.rebuild.expressions import Constant, Expression, Tapped
from phonebuddy.rebuild.lists import ListRegion
from phonebuddy.rebuild.model import TAP, Edge, Move, Page
from phonebuddy.rebuild.rows import INSERT, Row, RowRule, row_of, rows_of
from phonebuddy.rebuild.slots import core


class Key(NamedTuple):
    """A list whose rows are opened, and a list elsewhere."""

    page: int
    first: int
    there: int
    target: int


def find_histories(
    moves: Sequence[Move], pages: Sequence[Page], lists: Mapping[int, Sequence[ListRegion]]
) -> dict[tuple[int, int], list[RowRule]]:
    """Page and first slot of the list whose rows are opened -> rules about other lists."""
    held: dict[Key, list[tuple[Row, Row]]] = {}
    missed: Counter[Key] = Counter()
    for number, move in enumerate(moves):
        opened = _opened(move, pages, lists)
        if opened is None:
            continue
        for there, region, row in _later(moves[number + 1 :], move, opened[1], pages, lists):
            key = Key(move.before.page, opened[0].first, there, region.first)
            if row is None:
                missed[key] += 1
            else:
                held.setdefault(key, []).append((opened[1], row))
    found: dict[tuple[int, int], list[RowRule]] = {}
    for key, pairs in sorted(held.items()):
        if len(pairs) > missed[key]:
            copied = all(row.detail == opened.detail for opened, row in pairs)
            detail: Expression = Tapped(1) if copied else Constant(pairs[0][1].detail)
            rule = RowRule(INSERT, key.there, key.target, Tapped(0), detail, once=True)
            rule = rule._replace(support=len(pairs), conflicts=missed[key])
            found.setdefault((key.page, key.first), []).append(rule)
    return found


def _opened(
    move: Move, pages: Sequence[Page], lists: Mapping[int, Sequence[ListRegion]]
) -> tuple[ListRegion, Row] | None:
    """The list and the row that a touch opened, if it did."""
    if move.gesture != TAP or move.slot is None or move.before.page == move.after.page:
        return None
    item = pages[move.before.page].slots[move.slot].seen.get(move.before.member)
    region = next((one for one in lists.get(move.before.page, ()) if move.slot in one.slots), None)
    return (region, row_of(core(item))) if region is not None and item is not None else None


def _later(
    moves: Sequence[Move],
    opening: Move,
    row: Row,
    pages: Sequence[Page],
    lists: Mapping[int, Sequence[ListRegion]],
) -> Iterator[tuple[int, ListRegion, Row | None]]:
    """For each list elsewhere that was seen without the row: the row when it is next seen, if it is there."""
    waiting = {
        (page, region)
        for page, regions in lists.items()
        if page not in (opening.before.page, opening.after.page)
        for region in regions
        if _find(pages[page], region, 0, row) is None
    }
    for move in moves:
        if move.trace != opening.trace:
            return
        for page, region in sorted(waiting, key=lambda one: (one[0], one[1].first)):
            if page == move.after.page:
                waiting.discard((page, region))
                yield page, region, _find(pages[page], region, move.after.member, row)


def _find(page: Page, region: ListRegion, member: int, row: Row) -> Row | None:
    return next((one for one in rows_of(page, region, member) if one.name == row.name), None)


def edges_of(page: int, region: ListRegion) -> Iterator[Edge]:
    """What opens the rows of a list."""
    yield from (Edge(page, TAP, slot) for slot in region.rows)
