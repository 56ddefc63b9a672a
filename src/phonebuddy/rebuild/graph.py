"""Steps 9 and 10: where each touch leads, and what decides where it leads to several places.

For each (page, gesture, slot) the recorded moves vote. Where they disagree, a value of the page that explains
it is looked for; then whether it was asked before in the recording; else the most frequent place wins and the
rest is reported as conflicts. Invariant: every edge has at least one route, the last of them unguarded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.rebuild.model import BACK, LEAVE, OPEN, RETURN, STAY, Edge, Going, Move, Page, edge_of
from phonebuddy.rebuild.values import AT, ON, SAYS, SHOWN, TAPS, Cell, Value

MISSING = "missing"
BACK_TO = "back_to"
"""Back to a page that is open further below."""
MOST_TESTS = 4
PREFERRED = (TAPS, ON, SAYS, SHOWN, AT)
"""What is more likely to decide where a touch leads: the chosen tab, a flag, a value, what is there at
all.
"""


class Guard(NamedTuple):
    """A route is taken if a cell of the page has this value; or, for `visits`, if a page was not open yet."""

    cell: Cell | None
    value: Value
    unvisited: int = -1


class Route(NamedTuple):
    """Where an edge leads."""

    way: str
    page: int
    depth: int = 1
    guard: Guard | None = None
    support: int = 0
    conflicts: int = 0
    assumed: str = ""
    """Why it is believed although nobody tried it; empty for what was recorded."""


class Sight(NamedTuple):
    """One recorded move with how it went and what was open below."""

    move: Move
    going: Going
    stack: tuple[int, ...]
    visited: frozenset[int]
    """Pages seen earlier in the same recording."""


def collect(
    moves: Sequence[Move], followed: Sequence[tuple[Going, tuple[int, ...]]]
) -> dict[Edge, list[Sight]]:
    """All sightings of each edge, in order."""
    found: dict[Edge, list[Sight]] = {}
    trace, visited = -1, set[int]()
    for move, (going, stack) in zip(moves, followed, strict=True):
        if move.trace != trace:
            trace, visited = move.trace, set()
        visited.add(move.before.page)
        found.setdefault(edge_of(move), []).append(Sight(move, going, stack, frozenset(visited)))
        visited.add(move.after.page)
    return found


def find_routes(edge: Edge, sights: Sequence[Sight], pages: Sequence[Page]) -> list[Route]:
    """The routes of an edge, guarded ones first."""
    ways = [_way(sight, sights, pages[edge.page]) for sight in sights]
    counts = Counter(ways)
    common = sorted(counts, key=lambda way: (-counts[way], way.way != STAY, way))
    if len(common) == 1:
        return [common[0]._replace(support=len(sights))]
    guarded = _explain(ways, sights, pages[edge.page]) or _explain_by_visit(ways, sights)
    if guarded is not None:
        return guarded
    top = counts[common[0]]
    return [common[0]._replace(support=top, conflicts=len(sights) - top)]


def _way(sight: Sight, sights: Sequence[Sight], page: Page) -> Route:
    """A move as a route: closing the page is named as such, whoever opened it; else the page it leads to."""
    going = sight.going
    if going.way in (STAY, LEAVE):
        return Route(going.way, going.page, 0)
    others = [other.going for other in sights if other.going.way not in (STAY, LEAVE)]
    same = [other for other in others if other.page == going.page]
    if all(other.way == RETURN and other.depth == 1 for other in same):
        return Route(RETURN, -1, 1)
    if any(other.way == RETURN for other in same):
        return Route(BACK_TO, going.page)
    closes = page.layer or sight.move.gesture == BACK
    return Route("replace" if closes else OPEN, going.page)


def _explain(ways: Sequence[Route], sights: Sequence[Sight], page: Page) -> list[Route] | None:
    """Routes told apart by values of the page: one test after the other, each for as many moves as can be."""
    left = list(zip(ways, sights, strict=True))
    cells = page.cells
    routes: list[Route] = []
    while len({way for way, _ in left}) > 1:
        test = _best_test(left, cells, page) if len(routes) < MOST_TESTS else None
        if test is None:
            return None
        way = next(way for way, sight in left if _value(sight, test[0], page) == test[1])
        rest = [(one, sight) for one, sight in left if _value(sight, test[0], page) != test[1]]
        routes.append(way._replace(guard=Guard(*test), support=len(left) - len(rest)))
        left = rest
    return [*routes, left[0][0]._replace(support=len(left))]


def _value(sight: Sight, cell: Cell, page: Page) -> Value:
    return page.values[sight.move.before.member].get(cell, "")


def _best_test(
    left: Sequence[tuple[Route, Sight]], cells: Sequence[Cell], page: Page
) -> tuple[Cell, Value] | None:
    """The cell and value that single out moves of one way only; the rarer ways first."""
    counts = Counter(way for way, _ in left)
    common = max(counts, key=lambda way: (counts[way], way))
    best: tuple[tuple[bool, int, int, Cell, str], Value] | None = None
    for cell in cells:
        table: dict[Value, list[Route]] = {}
        for way, sight in left:
            table.setdefault(_value(sight, cell, page), []).append(way)
        for value, found in table.items():
            if len(set(found)) > 1 or len(table) < 2:
                continue
            rank = (found[0] == common, -len(found), PREFERRED.index(cell.attribute), cell, str(value))
            if best is None or rank < best[0]:
                best = (rank, value)
    return None if best is None else (best[0][3], best[1])


def _explain_by_visit(ways: Sequence[Route], sights: Sequence[Sight]) -> list[Route] | None:
    """A page that is shown once, such as a question or a warning, and skipped afterwards."""
    kinds = list(dict.fromkeys(ways))
    if len(kinds) != 2:
        return None
    for first, later in (kinds, kinds[::-1]):
        if first.way == STAY or first.page < 0:
            continue
        fits = sum(
            (way == first) == (first.page not in sight.visited)
            for way, sight in zip(ways, sights, strict=True)
        )
        if fits == len(sights):
            count = ways.count(first)
            return [
                first._replace(guard=Guard(None, "", first.page), support=count),
                later._replace(support=len(sights) - count),
            ]
    return None
