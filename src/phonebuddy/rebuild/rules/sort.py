"""Sort: a touch puts the same rows into another order, by their names or by what stands below, up or down.

Invariant: the rows are the same before and after, and an order is only learnt from a touch that changed it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from phonebuddy.rebuild.rows import ORDER, Row, RowCase, RowRule, Rows, same_rows
from phonebuddy.rebuild.sources import Sources

_NUMBER = re.compile(r"-?[0-9]+")

KEYS: dict[str, Callable[[Row], str | int]] = {
    "name": lambda row: row.name.casefold(),
    "detail": lambda row: row.detail.casefold(),
    "name_number": lambda row: _number(row.name),
    "detail_number": lambda row: _number(row.detail),
}
SQL = {
    "name": "folded({0}name)",
    "detail": "folded({0}detail)",
    "name_number": "CAST({0}name AS INTEGER)",
    "detail_number": "CAST({0}detail AS INTEGER)",
}
"""The same as SQL; {0} is where the row comes from."""
DOWN = " down"
LEAST = 2


def _number(text: str) -> int:
    found = _NUMBER.match(text.strip())
    return int(found[0]) if found else 0


def propose(cases: Sequence[RowCase], page: int, first: int, sources: Sources) -> Iterator[RowRule]:
    if any(
        len(case.new) >= LEAST and case.old != case.new and same_rows(case.old, case.new) for case in cases
    ):
        for key in KEYS:
            yield RowRule(ORDER, page, first, order=key)
            yield RowRule(ORDER, page, first, order=f"{key}{DOWN}")


def predict(rule: RowRule, case: RowCase) -> Rows:
    down = rule.order.endswith(DOWN)
    return tuple(sorted(case.old, key=KEYS[rule.order.removesuffix(DOWN)], reverse=down))


def explains(rule: RowRule, case: RowCase) -> bool:
    return predict(rule, case) == case.new


def place_sql(order: str, table: str) -> str:
    """Which place a row takes in an order: how many come before it."""
    key = SQL[order.removesuffix(DOWN)]
    sign = ">" if order.endswith(DOWN) else "<"
    theirs, own = key.format("other."), key.format(f"{table}.")
    return f"(SELECT count(*) FROM {table} AS other WHERE {theirs} {sign} {own})"
