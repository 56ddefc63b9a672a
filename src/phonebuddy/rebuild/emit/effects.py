"""Behaviours as lists of effects: changes of tables, then where to go.

Invariant: all changes come before the page changes, because effects after that belong to another page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phonebuddy.rebuild.behaviour import AppModel, Behaviour, Way
from phonebuddy.rebuild.effects import Effect
from phonebuddy.rebuild.emit.formulas import to_sql
from phonebuddy.rebuild.emit.growing import growths
from phonebuddy.rebuild.emit.rows import ROW_LINES, row_change
from phonebuddy.rebuild.emit.sql import MOST_SQL, VISITED, Tables, quote
from phonebuddy.rebuild.emit.text import COMMENT, Data
from phonebuddy.rebuild.entities import ByRow, Entity, ruled_slots
from phonebuddy.rebuild.expressions import Tapped, Wrapped
from phonebuddy.rebuild.graph import BACK_TO, MISSING, Guard
from phonebuddy.rebuild.groups import GROUP, OPENER
from phonebuddy.rebuild.items import FIELD
from phonebuddy.rebuild.model import LEAVE, OPEN, RETURN, STAY, TAP, Edge
from phonebuddy.rebuild.rows import RowRule
from phonebuddy.rebuild.slots import Slot, core
from phonebuddy.rebuild.values import SAYS, Cell

NOT_RECORDED = "not_recorded"

Effects = list[dict[str, Data]]


class Writer:
    """Writes the effects of one app."""

    def __init__(self, model: AppModel, tables: Tables) -> None:
        self.model = model
        self.tables = tables
        self.growing = {
            growth.table.name
            for behaviour in model.behaviours.values()
            for way in behaviour.ways
            for growth in growths(tables.listed, way.effects)
        }
        """Tables of lists with places that rows are added to."""

    def effects(self, edge: Edge, behaviour: Behaviour) -> Effects:
        """What a touch does."""
        slot = self.model.slot(edge.page, edge.slot) if edge.slot is not None else None
        out: Effects = []
        guards = [way.route.guard for way in behaviour.ways if way.route.guard is not None]
        if guards:
            out.append({"let": f"SELECT {self._conditions(edge.page, guards)}"})
        for number, way in enumerate(behaviour.ways):
            piece = self._way(edge, slot, way)
            if guards:
                name = f"case_{number + 1}" if way.route.guard is not None else "otherwise"
                piece = [{**one, "when": name} for one in piece]
            out.extend(piece)
        if behaviour.assumed and out:
            out[0][COMMENT] = f"assumed: {behaviour.assumed}"
        return out

    def _conditions(self, page: int, guards: Sequence[Guard]) -> str:
        tests = [self._test(page, guard) for guard in guards]
        parts = [f"{test} AS case_{number + 1}" for number, test in enumerate(tests)]
        return ", ".join([*parts, f"NOT ({' OR '.join(tests)}) AS otherwise"])

    def _test(self, page: int, guard: Guard) -> str:
        if guard.cell is None:
            return f"NOT {self.tables.read(guard.unvisited, VISITED)}"
        return f"{self.tables.read(page, guard.cell)} = {quote(guard.value)}"

    def _way(self, edge: Edge, slot: Slot | None, way: Way) -> Effects:
        ruled = {
            (page, number)
            for page, number in ruled_slots(self.model, way)
            if self.tables.row_of(page, number) is not None
        }
        effects = [effect for effect in way.effects if (effect.page, effect.cell.slot) not in ruled]
        out = self._changes(edge, slot, effects)
        out.extend(self._row_changes(edge, slot, way.rows))
        out.extend(self._opened_by(edge, slot))
        if way.route.way == STAY:
            out.extend(self._fields(edge, slot, way.effects))
        out.extend(self._go(edge, slot, way))
        return out

    def _changes(self, edge: Edge, slot: Slot | None, effects: Sequence[Effect]) -> Effects:
        """One UPDATE for each table."""
        by_table: dict[tuple[str, str], list[str]] = {}
        for effect in effects:
            target = (effect.page, effect.cell)
            place = self.tables.place(*target)
            if place is not None:
                table, column, _ = place
                row = self.tables.where(effect.page, effect.cell.slot)
                value = to_sql(effect.expression, self.tables, target, edge.page, slot)
                change = f"{column} = {self._if_opener(edge, effect, value, column)}"
                by_table.setdefault((table, row), []).append(change)
        found = list(growths(self.tables.listed, effects))
        changes = self._at_once(
            [
                f"UPDATE {table} SET {piece}{row}"
                for (table, row), parts in by_table.items()
                for piece in pieces(parts)
            ]
        )
        kept: Effects = [{"sql": one.before()} for one in found]
        moved: Effects = [{"sql": one.after()} for one in found]
        return [*kept, *changes, *moved]

    def _at_once(self, statements: Sequence[str]) -> Effects:
        """Changes as one: rows that are changed here are read before the first of them."""
        changed = [table.name for table in self.tables.listed.tables]
        changed = [one for one in changed if sum(s.startswith(f"UPDATE {one} ") for s in statements) > 1]
        if not changed:
            return [{"sql": one} for one in statements]
        reads = re.compile(rf"\(SELECT \w+ FROM (?:{'|'.join(changed)}) WHERE id = (?:\d+|:id)\)")
        names: dict[str, str] = {}
        out: Effects = []
        for one in statements:
            text = reads.sub(lambda read: f":{names.setdefault(read[0], f'was_{len(names) + 1}')}", one)
            out.append({"sql": text})
        asked = [f"{read} AS {name}" for read, name in names.items()]
        return [{"let": f"SELECT {', '.join(asked)}"}, *out] if asked else out

    def _row_changes(self, edge: Edge, slot: Slot | None, rules: Sequence[RowRule]) -> Effects:
        """What a touch does to the rows of lists; `slot` is None for a row of a list."""
        out: Effects = []
        for rule in rules:
            entity = self.tables.entity_at(rule.page, rule.first)
            if entity is not None:
                out.append({"sql": row_change(rule, entity, self.tables, edge, slot)})
        return out

    def row_effects(self, entity: Entity) -> Effects:
        """What touching a row of a list does; the row's own columns are in scope."""
        by_table: dict[str, list[str]] = {}
        for one in entity.effects:
            effect = one.effect if isinstance(one, ByRow) else one
            place = self.tables.place(effect.page, effect.cell)
            if place is None or self.tables.row_of(effect.page, effect.cell.slot) is not None:
                continue
            table, column, _ = place
            by_table.setdefault(table, []).append(f"{column} = {self._row_value(entity, one, column)}")
        out: Effects = [
            {"sql": f"UPDATE {table} SET {piece}"} for table, p in by_table.items() for piece in pieces(p)
        ]
        slot = self.model.slot(entity.page, entity.rows[0])
        edge = Edge(entity.page, TAP, slot.number)
        out.extend(self._row_changes(edge, None, entity.rules))
        out.extend(self._go(edge, slot, Way(entity.route)))
        if entity.route.assumed and out:
            out[0][COMMENT] = f"assumed: {entity.route.assumed}"
        return out

    def _row_value(self, entity: Entity, one: Effect | ByRow, column: str) -> str:
        if isinstance(one, ByRow):
            cases = " ".join(f"WHEN {quote(name)} THEN {quote(value)}" for name, value in one.table)
            return f"CASE :name {cases} ELSE {column} END"
        match one.expression:
            case Tapped(line):
                return ROW_LINES.get(line, ":detail")
            case Wrapped(before, Tapped(line), after):
                return f"{quote(before)} || {ROW_LINES.get(line, ':detail')} || {quote(after)}"
            case expression:
                target = (one.page, one.cell)
                return to_sql(expression, self.tables, target, entity.page, None)

    def _if_opener(self, edge: Edge, effect: Effect, value: str, column: str) -> str:
        """A choice answers for the place that asked for it, where several may have."""
        links = [link for link in self.model.links if link.choices == edge.page]
        mine = [link for link in links if (link.page, link.cell) == (effect.page, effect.cell)]
        if not mine or len(links) == 1:
            return value
        opener = self.tables.read(edge.page, Cell(OPENER, SAYS))
        name = self._opener_name(mine[0].page, mine[0].slot)
        return f"iif({opener} = {quote(name)}, {value}, {column})"

    def _opener_name(self, page: int, slot: int) -> str:
        return f"{self.model.pages[page].name}.{self.model.slot(page, slot).name}"

    def _opened_by(self, edge: Edge, slot: Slot | None) -> Effects:
        """Tell a page of choices who asks, and what is chosen there now."""
        if slot is None:
            return []
        out: Effects = []
        for link in self.model.links:
            if (link.page, link.slot) != (edge.page, slot.number):
                continue
            choice = self.tables.column(link.choices, link.group)
            says = self.tables.read(edge.page, Cell(slot.number, SAYS))
            name = quote(self._opener_name(edge.page, slot.number))
            table = self.tables.table(link.choices)
            out.append({"sql": f"UPDATE {table} SET opened_by = {name}, {choice} = {says}"})
        return out

    def _fields(self, edge: Edge, slot: Slot | None, effects: Sequence[Effect]) -> Effects:
        """Fields of the page in front follow what was written to the table."""
        out: Effects = []
        for effect in effects:
            if effect.page != edge.page or effect.cell.attribute != SAYS or effect.cell.slot >= GROUP:
                continue
            field = self.model.slot(edge.page, effect.cell.slot)
            column = self.tables.column(edge.page, effect.cell)
            if field.kind == FIELD and column is not None:
                name = f"now_{column}"
                hint = quote(core(field.first))
                out.append(
                    {"let": f"SELECT nullif({column}, {hint}) AS {name} FROM {self.tables.table(edge.page)}"}
                )
                out.append({"set": {column: f"{{{name}}}"}})
        return out

    def _anew(self, edge: Edge, way: Way) -> Effects:
        """A page below whose fields were written to is opened anew, since fields keep what was typed."""
        pages = {
            effect.page
            for effect in way.effects
            if effect.page != edge.page and effect.cell.attribute == SAYS and effect.cell.slot < GROUP
            if self.model.slot(effect.page, effect.cell.slot).kind == FIELD
        }
        return [{"replace": self.model.pages[page].name} for page in sorted(pages)] if len(pages) == 1 else []

    def _go(self, edge: Edge, slot: Slot | None, way: Way) -> Effects:
        route = way.route
        if route.way == STAY:
            return []
        if route.way == LEAVE:
            return [{"close": None}]
        if route.way == RETURN:
            return [{"back": None}, *self._anew(edge, way)]
        if route.way == MISSING:
            what = core(slot.first).replace("\n", " ").replace("{", "(").replace("}", ")") if slot else "this"
            return [{"open": NOT_RECORDED, "with": {"what": what[:80]}}]
        word = route.way if route.way in (OPEN, BACK_TO) else "replace"
        return [{word: self.model.pages[route.page].name}]


def pieces(parts: Sequence[str]) -> list[str]:
    """Changes of one table, in as many statements as their length needs; what fits in none is left out."""
    found: list[str] = []
    for part in parts:
        if found and len(found[-1]) + len(part) < MOST_SQL:
            found[-1] += f", {part}"
        elif len(part) < MOST_SQL:
            found.append(part)
    return found
