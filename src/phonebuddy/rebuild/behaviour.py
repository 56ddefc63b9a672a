"""Behaviour: all that one touch does: the routes it may take and what changes on each.

Invariant: the last route has no guard, so a touch always does something definite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from phonebuddy.rebuild.beliefs import State
from phonebuddy.rebuild.effects import Effect, Learner
from phonebuddy.rebuild.graph import Route, Sight, find_routes
from phonebuddy.rebuild.groups import Group
from phonebuddy.rebuild.links import Link
from phonebuddy.rebuild.lists import Kept, Listing, ListRegion
from phonebuddy.rebuild.model import LEAVE, OPEN, RETURN, STAY, Edge, Page
from phonebuddy.rebuild.rows import RowRule
from phonebuddy.rebuild.rules.counts import Counted
from phonebuddy.rebuild.rules.learn import RowLearner
from phonebuddy.rebuild.slots import Slot
from phonebuddy.rebuild.values import Cell

PROPOSED = "proposed by a model"
"""Why something is believed that no recording shows."""


class Way(NamedTuple):
    """One route and what changes on it."""

    route: Route
    effects: tuple[Effect, ...] = ()
    rows: tuple[RowRule, ...] = ()


class Behaviour(NamedTuple):
    ways: tuple[Way, ...]

    @property
    def assumed(self) -> str:
        """Why it is believed although nobody tried it."""
        return self.ways[-1].route.assumed


class AppModel:
    """An app as learnt: see model.py for the parts."""

    def __init__(self, name: str, package: str, flat: bool, pages: list[Page], start: int) -> None:
        self.name = name
        self.package = package
        self.flat = flat
        self.pages = pages
        self.start = start
        self.size = (0, 0)
        self.groups: dict[int, list[Group]] = {}
        self.links: list[Link] = []
        self.behaviours: dict[Edge, Behaviour] = {}
        self.ends: dict[Edge, set[int]] = {}
        """The pages that each recorded touch led to."""
        self.num_moves = 0
        self.visits: Counter[int] = Counter()
        """How often recordings come to each page."""
        self.lists: dict[int, list[ListRegion]] = {}
        """Pages to their lists with the rows that come and go."""
        self.listings: list[Listing] = []
        """Lists with places that are tables."""
        self.kept: list[Kept] = []
        """Those that are not, and why."""
        self.counts: dict[tuple[int, Cell], Counted] = {}
        """Texts that count something."""
        self.list_names: dict[tuple[int, int], str] = {}
        """Page and first slot of a list to what it is called, where that was proposed."""
        self.phrases: dict[str, dict[str, str]] = {}
        """Instruction and style to another way to say it, likewise."""
        self.more_rows: dict[tuple[int, int], list[dict[str, str]]] = {}
        """Page and first slot of a list to rows of its table that nobody recorded, likewise."""
        self.color = "slate"
        self.fills: dict[tuple[int, int], str] = {}
        """Page and slot to the colour behind it, where pictures may be used."""
        self.crops: dict[tuple[int, int], str] = {}
        """Page and slot to what an image showed, likewise."""

    def group_of(self, page: int, slot: int) -> Group | None:
        return next((group for group in self.groups.get(page, ()) if slot in group.slots), None)

    def slot(self, page: int, number: int) -> Slot:
        return self.pages[page].slots[number]


def learn_behaviour(
    edge: Edge,
    sights: Sequence[Sight],
    pages: Sequence[Page],
    learner: Learner,
    rows: RowLearner,
    states: Mapping[tuple[int, int], State],
) -> Behaviour:
    """What the recordings say about one edge."""
    ways: list[Way] = []
    for route in find_routes(edge, sights, pages):
        mine = [sight for sight in sights if _takes(sight, route, edge)]
        ends = list(dict.fromkeys(sight.move.after.page for sight in mine))
        effects: list[Effect] = []
        rules: list[RowRule] = []
        for end in ends:
            moves = [sight.move for sight in mine if sight.move.after.page == end]
            known = [states[move.trace, move.step] for move in moves]
            opens = route.way in (OPEN, "replace")
            effects.extend(learner.learn(moves, known, opens))
            rules.extend(rows.learn(moves))
        ways.append(Way(route, tuple(effects), tuple(rules)))
    return Behaviour(tuple(ways))


def _takes(sight: Sight, route: Route, edge: Edge) -> bool:
    if route.way in (STAY, LEAVE):
        return sight.going.way == route.way
    if route.way == RETURN and route.page < 0:
        return sight.going.way == RETURN
    return sight.going.way != STAY and sight.move.after.page == route.page
