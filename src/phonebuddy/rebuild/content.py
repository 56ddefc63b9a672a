"""What a model may propose for tables: further rows, checked against the columns and types of recorded ones.

Invariant: recorded rows stay as they are; a row that is taken is marked as assumed, and one that does not fit
is listed with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.emit.sql import Tables
from phonebuddy.rebuild.proposals import Proposal

MOST_ROWS, MAX_WORDS = 20, 200
"""Rows for one table, and letters in one column."""
TYPES = (
    ("number", re.compile(r"[-+]?\d+([.,]\d+)?")),
    ("time", re.compile(r"\d{1,2}:\d{2}( ?[AaPp][Mm])?")),
    ("date", re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")),
)
"""What the recorded values of a column may all be; anything else is text."""


class Content(NamedTuple):
    """A table that rows can be proposed for."""

    key: tuple[int, int]
    """The page and first slot of its list."""
    columns: Mapping[str, str]
    """Columns of words to what they hold."""
    rows: Sequence[Mapping[str, str | int]]
    room: int
    """How many rows can be added."""


def contents(model: AppModel) -> dict[str, Content]:
    """The tables by the names of their lists."""
    tables = Tables(model)
    rows = tables.rows()
    found: dict[str, Content] = {}
    for entity in tables.entities:
        recorded = rows[tables.table_of(entity)]
        found[entity.name] = _content((entity.page, entity.rows[0]), ["name", "detail"], recorded, MOST_ROWS)
    for table in tables.listed.tables:
        room = min(MOST_ROWS, table.room())
        found[table.short] = _content(table.key, table.words(), rows[table.name], room)
    return found


def _content(
    key: tuple[int, int], columns: Sequence[str], rows: Sequence[Mapping[str, str | int]], room: int
) -> Content:
    return Content(key, {name: _type([str(row[name]) for row in rows]) for name in columns}, rows, room)


def _type(values: Sequence[str]) -> str:
    said = [value for value in values if value]
    return next((name for name, shape in TYPES if said and all(map(shape.fullmatch, said))), "text")


def describe_tables(model: AppModel) -> dict[str, object]:
    """What the model is told: the columns of each table with their types, and its rows."""
    return {
        name: {
            "columns": one.columns,
            "rows": [[row[c] for c in one.columns] for row in one.rows[:MOST_ROWS]],
        }
        for name, one in contents(model).items()
        if one.columns
    }


def add_rows(model: AppModel, answer: Mapping[str, object]) -> list[Proposal]:
    """Take the rows that fit."""
    wanted = answer.get("rows")
    known = contents(model)
    found: list[Proposal] = []
    for name, rows in wanted.items() if isinstance(wanted, dict) else ():
        for row in rows if isinstance(rows, list) else ():
            content = known.get(str(name))
            why = "no such list" if content is None else _problem(model, content, row)
            if content is not None and not why:
                words = {column: str(row.get(column, "")) for column in content.columns}
                model.more_rows.setdefault(content.key, []).append(words)
            said = ", ".join(map(str, row.values())) if isinstance(row, dict) else str(row)
            found.append(Proposal("row", str(name), said[:MAX_WORDS], not why, why))
    return found


def _problem(model: AppModel, content: Content, row: object) -> str:
    if not isinstance(row, dict) or not row:
        return "not a row"
    wrong = next((str(name) for name in row if name not in content.columns), None)
    if wrong is not None:
        return f"no column '{wrong[:40]}'; the columns are {', '.join(content.columns)}"
    for name, value in row.items():
        why = _bad_value(value, [str(one[name]) for one in content.rows], content.columns[name])
        if why:
            return f"{name}: {why}"
    return _not_new(model, content, row)


def _bad_value(value: object, recorded: Sequence[str], kind: str) -> str:
    text = str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None
    if text is None or len(text) > MAX_WORDS or any(ord(letter) < 32 and letter != "\n" for letter in text):
        return "not a text"
    if text.count("\n") > max((one.count("\n") for one in recorded), default=0):
        return "more lines than any recorded row has"
    shape = dict(TYPES).get(kind)
    return (
        f"not a {kind}, as all recorded ones are" if shape is not None and not shape.fullmatch(text) else ""
    )


def _not_new(model: AppModel, content: Content, row: Mapping[str, object]) -> str:
    """Rows are known by what they say first: that is new, and there is room for it."""
    first = next(iter(content.columns))
    said = str(row.get(first, ""))
    added = model.more_rows.get(content.key, [])
    if not said.strip():
        return f"nothing in '{first}', which every row is known by"
    if any(str(one[first]).casefold() == said.casefold() for one in (*content.rows, *added)):
        return "there is such a row already"
    return "no room for it in the list" if len(added) >= content.room else ""
