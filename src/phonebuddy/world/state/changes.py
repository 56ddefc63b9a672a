"""A changeset as readable rows: which row of which table, and what it held before and after.

Invariant: it reads the changeset only; a row that changed and changed back is not in it.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import apsw

from phonebuddy.world.state.functions import Value


class Change(NamedTuple):
    """One row: its key, and the columns that differ (all of them where the row is new or gone)."""

    table: str
    kind: str
    """`insert`, `update` or `delete`."""
    key: dict[str, Value]
    before: dict[str, Value]
    after: dict[str, Value]


def list_changes(connection: apsw.Connection, changeset: bytes, most: int) -> list[Change]:
    """The changes, table by table in the order the tables were first written to, `most` of each."""
    found: list[Change] = []
    columns: dict[str, list[str]] = {}
    counts: Counter[str] = Counter()
    for change in apsw.Changeset.iter(changeset):
        counts[change.name] += 1
        if counts[change.name] > most:
            continue
        names = columns.get(change.name)
        if names is None:
            names = columns[change.name] = _columns(connection, change.name)
        before, after = _row(names, change.old), _row(names, change.new)
        keys = [name for index, name in enumerate(names) if index in change.pk_columns]
        row = before or after
        if change.op == "UPDATE":
            # Its old side also carries the key, which is not what changed.
            before = {name: value for name, value in before.items() if name in after}
        key = {name: row[name] for name in keys if name in row}
        found.append(Change(change.name, change.op.lower(), key, before, after))
    return found


def _row(names: list[str], values: tuple[object, ...] | None) -> dict[str, Value]:
    """Columns with a value; SQLite leaves out those that stayed the same."""
    pairs = zip(names, values or (), strict=False)
    return {name: value for name, value in pairs if value is not apsw.no_change}  # type: ignore[misc]


def _columns(connection: apsw.Connection, table: str) -> list[str]:
    return [str(name) for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]
