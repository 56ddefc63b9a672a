"""Expressions as SQL: what rules put into columns.

Invariant: an expression gives in SQL what it gave on the recordings.
"""

from __future__ import annotations

from phonebuddy.rebuild.emit.sql import Tables, quote
from phonebuddy.rebuild.expressions import (
    Constant,
    Count,
    Expression,
    Lookup,
    Matches,
    Opposite,
    Other,
    Tapped,
    Turn,
    Typed,
    Wrapped,
)
from phonebuddy.rebuild.slots import Slot, core
from phonebuddy.rebuild.values import SAYS, Cell


def label_sql(tables: Tables, page: int, slot: Slot, line: int) -> str:
    """What a slot says, or one line of it."""
    cell = Cell(slot.number, SAYS)
    column = tables.column(page, cell)
    if column is None:
        text = core(slot.first)
        return quote(text if line < 0 else (text.split("\n") + [""] * 9)[line])
    own = tables.read(page, cell)
    if not slot.stem:
        return own if line < 0 else nth_line(own, line)
    if line < 0:
        return f"{quote(slot.stem)} || {own}"
    return quote(slot.stem[:-1]) if line == 0 else nth_line(own, line - 1)


def nth_line(text: str, line: int) -> str:
    """A line of a text, as SQL over an SQL expression for the text."""
    for _ in range(line):
        text = f"substr({text}, instr({text} || char(10), char(10)) + 1)"
    return f"substr({text}, 1, instr({text} || char(10), char(10)) - 1)"


def to_sql(
    expression: Expression, tables: Tables, target: tuple[int, Cell], page: int, slot: Slot | None
) -> str:
    """An expression as SQL; `page` and `slot` are what was touched."""
    match expression:
        case Constant(value):
            return quote(value)
        case Typed():
            return ":value"
        case Tapped(line):
            return label_sql(tables, page, slot, line) if slot is not None else "''"
        case Other(other, cell):
            return tables.read(other, cell)
        case Opposite():
            return f"NOT {tables.column(*target)}"
        case Turn(table):
            own = tables.column(*target)
            cases = " ".join(f"WHEN {quote(old)} THEN {quote(new)}" for old, new in table)
            return f"CASE {own} {cases} ELSE {own} END"
        case Count(before, step, after):
            own = tables.column(*target)
            number = f"(CAST(substr({own}, {len(before) + 1}) AS INTEGER) + {step})"
            return " || ".join([quote(before), number, quote(after)])
        case Lookup(other, cell, table):
            cases = " ".join(f"WHEN {quote(old)} THEN {quote(new)}" for old, new in table)
            return f"CASE {tables.read(other, cell)} {cases} ELSE {tables.column(*target)} END"
        case Wrapped(before, inner, after):
            inside = to_sql(inner, tables, target, page, slot)
            return " || ".join(
                [*([quote(before)] if before else []), inside, *([quote(after)] if after else [])]
            )
        case Matches():
            says = label_sql(tables, target[0], tables.model.slot(target[0], target[1].slot), -1)
            return f"instr(folded({says}), folded(:value)) > 0"
