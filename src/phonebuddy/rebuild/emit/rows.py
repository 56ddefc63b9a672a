"""The rules about rows as SQL: rows that come, go, come back, and stand in another order.

Invariant: a rule does to the table of a list what it was judged to do to the recorded rows.
"""

from __future__ import annotations

from phonebuddy.rebuild.emit.formulas import nth_line, to_sql
from phonebuddy.rebuild.emit.sql import Tables, quote
from phonebuddy.rebuild.entities import Entity
from phonebuddy.rebuild.expressions import Expression, Tapped, Wrapped
from phonebuddy.rebuild.model import Edge
from phonebuddy.rebuild.rows import DELETE, INSERT, ORDER, RowRule
from phonebuddy.rebuild.rules.counts import BOXES, Counted
from phonebuddy.rebuild.rules.sort import place_sql
from phonebuddy.rebuild.slots import Slot
from phonebuddy.rebuild.values import ON, SAYS, Cell

ROW_LINES = {
    -1: ":name || char(10) || :detail",
    0: ":name",
    1: nth_line(":detail", 0),
    2: nth_line(":detail", 1),
}
"""The lines of a touched row, in terms of its columns."""


def row_change(rule: RowRule, entity: Entity, tables: Tables, edge: Edge, slot: Slot | None) -> str:
    """What a rule does, as one statement; `slot` is None if a row of a list was touched."""
    table = tables.table_of(entity)
    if rule.kind == ORDER:
        return f"UPDATE {table} SET place = {place_sql(rule.order, table)}"
    name = _words(rule.name, tables, rule, edge, slot)
    if rule.kind == INSERT:
        detail = _words(rule.detail, tables, rule, edge, slot)
        once = f" WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE shown AND name = {name})" if rule.once else ""
        return f"INSERT INTO {table} (name, detail, shown) SELECT {name}, {detail}, 1{once}"
    if rule.kind == DELETE:
        return f"UPDATE {table} SET lost = (shown AND name = {name}), shown = (shown AND name <> {name})"
    return f"UPDATE {table} SET shown = 1, lost = 0 WHERE lost"


def _words(
    expression: Expression | None, tables: Tables, rule: RowRule, edge: Edge, slot: Slot | None
) -> str:
    if expression is None:
        return "''"
    if slot is None and isinstance(expression, Tapped):
        return ROW_LINES.get(expression.line, ":detail")
    if slot is None and isinstance(expression, Wrapped) and isinstance(expression.inner, Tapped):
        inner = ROW_LINES.get(expression.inner.line, ":detail")
        return f"{quote(expression.before)} || {inner} || {quote(expression.after)}"
    return to_sql(expression, tables, (rule.page, Cell(rule.first, SAYS)), edge.page, slot)


def count_sql(counted: Counted, tables: Tables, page: int) -> str | None:
    """A text that counts something; None where what it counts has no table of its own."""
    if counted.what == BOXES:
        columns = [name for cell, name in tables.columns[page].items() if cell.attribute == ON]
        columns += [
            f"(SELECT total({name}) FROM {table.name} WHERE shown)"
            for table in tables.listed.tables
            for (_, attribute), name in table.columns.items()
            if table.page.number == page and attribute == ON
        ]
        number = f"CAST({' + '.join(columns)} AS INTEGER)" if columns else ""
    else:
        entity = tables.entity_at(counted.page, counted.first)
        number = f"(SELECT count(*) FROM {tables.table_of(entity)} WHERE shown)" if entity is not None else ""
    return f"{quote(counted.before)} || {number} || {quote(counted.after)}" if number else None
