"""The inspector: tables, rows and changes of a phone, in a form the page can show.

Invariant: the only names that reach SQL are those of tables that exist; values are cut to a readable size.
"""

from __future__ import annotations

from phonebuddy.errors import PhoneBuddyError
from phonebuddy.world.phone import WorldPhone

MAX_SHOWN = 400
"""Characters of one value."""
MAX_CHANGES = 100
"""Rows of one table."""
LOGS = ("phone_event", "phone_input", "phone_app")
"""What changes with nearly every action; listed last."""
_MAX_EXACT = 2**53
"""Beyond this a number in a page's script is not exact."""

Cell = None | int | float | str


def list_tables(phone: WorldPhone) -> list[dict[str, Cell]]:
    """Every table with the number of its rows."""
    return [{"name": name, "rows": _count(phone, name)} for name in phone.tables()]


def list_rows(phone: WorldPhone, table: str, offset: int, limit: int) -> dict[str, object]:
    """Some rows of a table, in the order of its key."""
    if table not in phone.tables():
        raise PhoneBuddyError(f"there is no table '{table[:60]}'")
    columns = [str(name) for (name,) in phone.state("SELECT name FROM pragma_table_info(?)", (table,))]
    rows = phone.state(f'SELECT * FROM "{table}" LIMIT ? OFFSET ?', (limit, offset))
    return {
        "table": table,
        "columns": columns,
        "rows": [[shown(value) for value in row] for row in rows],
        "offset": offset,
        "total": _count(phone, table),
    }


def list_changes(phone: WorldPhone) -> list[dict[str, object]]:
    """What differs from the start, row by row."""
    changes = sorted(phone.changes(MAX_CHANGES), key=lambda change: change.table in LOGS)
    return [
        {
            "table": change.table,
            "kind": change.kind,
            "key": _shown_row(change.key),
            "before": _shown_row(change.before),
            "after": _shown_row(change.after),
        }
        for change in changes
    ]


def _count(phone: WorldPhone, table: str) -> Cell:
    return shown(phone.state(f'SELECT count(*) FROM "{table}"')[0][0])


def _shown_row(row: dict[str, None | int | float | str | bytes]) -> dict[str, Cell]:
    return {name: shown(value) for name, value in row.items()}


def shown(value: None | int | float | str | bytes) -> Cell:
    """A value of the database as the page can show it."""
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, str):
        return value if len(value) <= MAX_SHOWN else value[:MAX_SHOWN] + "…"
    if isinstance(value, float) or (isinstance(value, int) and abs(value) >= _MAX_EXACT):
        return str(value)
    return value
