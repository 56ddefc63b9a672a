"""Step 11: entities: each list becomes a table with a row for everything ever seen in it.

What the rows do must be the same for all: one route, and changes that depend on the row by its words alone.
Where a change was only seen as a constant of single rows, it is looked up by the row's name. Invariant: an
entity has one row for each slot of its list, with the words of its earliest sighting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.rebuild.behaviour import AppModel, Behaviour, Way
from phonebuddy.rebuild.effects import Effect
from phonebuddy.rebuild.expressions import Constant, Expression
from phonebuddy.rebuild.graph import Route
from phonebuddy.rebuild.lists import ListRegion, find_lists
from phonebuddy.rebuild.model import STAY, TAP, Edge
from phonebuddy.rebuild.naming import unique
from phonebuddy.rebuild.rows import RowRule
from phonebuddy.rebuild.slots import Slot
from phonebuddy.rebuild.values import Cell


class ByRow(NamedTuple):
    """A value that was seen to go with the row that was touched."""

    effect: Effect
    table: tuple[tuple[str, str | bool], ...]


class Entity(NamedTuple):
    """A list as a table."""

    name: str
    page: int
    rows: tuple[int, ...]
    """The slots it stands for; a row's id is its number in here, from 1."""
    route: Route
    effects: tuple[Effect | ByRow, ...]
    guests: tuple[int, ...] = ()
    """Slots that only ever showed rows which came and went; they have no row at first."""
    rules: tuple[RowRule, ...] = ()
    """What touching a row does to lists."""


def find_entities(model: AppModel) -> list[Entity]:
    """The lists of an app that behave as one; places of recorded trees are kept as they are."""
    found: list[Entity] = []
    taken: set[str] = set()
    changed = {
        (rule.page, rule.first) for one in model.behaviours.values() for way in one.ways for rule in way.rows
    }
    for page in model.pages if model.flat else ():
        changing = [one for one in model.lists.get(page.number, ()) if (page.number, one.first) in changed]
        inside = {slot for region in changing for slot in region.slots}
        regions = changing + [one for one in find_lists(page) if not inside & set(one.rows)]
        for region in sorted(regions, key=lambda one: one.first):
            name = model.list_names.get((page.number, region.first), f"{page.name}_rows")
            entity = _entity(model, region, unique(name, taken))
            if entity is not None:
                found.append(entity)
    return found


def row_name(slot: Slot) -> str:
    """What a row is called: its first line."""
    return slot.stem[:-1]


def _entity(model: AppModel, region: ListRegion, name: str) -> Entity | None:
    behaviours = [model.behaviours.get(Edge(region.page, TAP, number)) for number in region.rows]
    known = [one for one in behaviours if one is not None]
    linked = {link.slot for link in model.links if link.page == region.page}
    names = {row_name(model.slot(region.page, number)) for number in region.rows}
    if len(known) < len(behaviours) or linked & set(region.rows) or len(names) < len(region.rows):
        return None
    tried = [one for one in known if not one.assumed] or known
    routes = {_plain(one.ways[-1].route) for one in known}
    if len(routes) > 1 or any(len(one.ways) > 1 for one in known):
        return None
    route = tried[0].ways[-1].route
    if route.way == STAY and any(way.effects and not way.rows for one in tried for way in one.ways):
        return None  # rows that change their own page are kept apart
    effects = _merge(model, region, known)
    if effects is None:
        return None
    found = [rule for one in tried for rule in one.ways[-1].rows]
    rules = tuple({rule._replace(support=0, conflicts=0): rule for rule in found}.values())
    return Entity(name, region.page, region.rows, route, effects, region.guests, rules)


def ruled_slots(model: AppModel, way: Way) -> set[tuple[int, int]]:
    """The places of rows that rules about rows see to."""
    return {
        (rule.page, slot)
        for rule in way.rows
        for region in model.lists.get(rule.page, ())
        if region.first == rule.first
        for slot in region.slots
    }


def _plain(route: Route) -> Route:
    return Route(route.way, route.page, route.depth)


def _merge(
    model: AppModel, region: ListRegion, behaviours: Sequence[Behaviour]
) -> tuple[Effect | ByRow, ...] | None:
    """One list of changes for all rows."""
    seen: dict[tuple[int, Cell], dict[int, Effect]] = {}
    for number, behaviour in zip(region.rows, behaviours, strict=True):
        ruled = ruled_slots(model, behaviour.ways[-1])
        for effect in behaviour.ways[-1].effects:
            if (effect.page, effect.cell.slot) not in ruled:
                seen.setdefault((effect.page, effect.cell), {})[number] = effect
    out: list[Effect | ByRow] = []
    for by_row in seen.values():
        kinds: set[Expression] = {effect.expression for effect in by_row.values()}
        first = next(iter(by_row.values()))
        if len(kinds) == 1:
            out.append(first)
        elif all(isinstance(kind, Constant) for kind in kinds):
            table = tuple(
                (row_name(model.slot(region.page, number)), effect.expression.value)
                for number, effect in by_row.items()
                if isinstance(effect.expression, Constant)
            )
            out.append(ByRow(first, table))
        else:
            return None
    return tuple(out)
