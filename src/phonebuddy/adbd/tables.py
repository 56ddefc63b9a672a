"""Column names of a query over the phone's tables, found without running it on the phone.

Invariant: only the schema is looked at, on an empty copy of it.
"""

from __future__ import annotations

import sqlite3
from functools import lru_cache

from phonebuddy.adbd.device import Device


def column_names(device: Device, sql: str) -> list[str]:
    rows = device.query(
        "SELECT sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL AND name NOT LIKE 'sqlite%'"
    )
    return list(_names(tuple(str(row[0]) for row in rows), sql))


@lru_cache(maxsize=64)
def _names(schema: tuple[str, ...], sql: str) -> tuple[str, ...]:
    connection = sqlite3.connect(":memory:")
    try:
        for statement in schema:
            connection.execute(statement)
        found = connection.execute(f"SELECT * FROM ({sql}) LIMIT 0").description
        return tuple(str(column[0]) for column in found)
    finally:
        connection.close()
