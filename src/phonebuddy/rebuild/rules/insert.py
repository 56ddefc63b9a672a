"""Insert: a touch adds a row: a form is done and what was typed is a row now, or a row of a picker was taken.

Evidence is one row more, named by what was typed, touched or shown. Invariant: the name of a new row is never
a constant; a row that always says the same is not new.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phonebuddy.rebuild.expressions import Constant, Expression, Tapped, Typed
from phonebuddy.rebuild.rows import INSERT, Row, RowCase, RowRule, Rows, same_rows
from phonebuddy.rebuild.sources import Sources

LINES = (0, -1, 1, 2)


def added(case: RowCase) -> Row | None:
    """The one row that came, if one came and none went."""
    new = [row for row in case.new if row not in case.old]
    return new[0] if len(new) == 1 and len(case.new) == len(case.old) + 1 else None


def propose(cases: Sequence[RowCase], page: int, first: int, sources: Sources) -> Iterator[RowRule]:
    """Rules that would have added the rows that came."""
    for case in cases:
        row = added(case)
        if row is None:
            continue
        names = list(_saying(case, row.name, page, sources))
        details: list[Expression] = [*_saying(case, row.detail, page, sources), Constant(row.detail)]
        for name in names[:3]:
            for detail in details[:3] + details[-1:]:
                yield RowRule(INSERT, page, first, name, detail)


def _saying(case: RowCase, words: str, page: int, sources: Sources) -> Iterator[Expression]:
    """Where words may have come from."""
    if not words:
        return
    if case.given.typed == words:
        yield Typed()
    yield from (Tapped(line) for line in LINES if Tapped(line).of(case.given) == words)
    yield from sources.holding([(case.given.state, words)], page)


def predict(rule: RowRule, case: RowCase) -> Rows | None:
    """The rows after the touch, if the rule holds."""
    name = rule.name.of(case.given) if rule.name is not None else None
    detail = rule.detail.of(case.given) if rule.detail is not None else None
    if not isinstance(name, str) or not isinstance(detail, str) or not name:
        return None
    if rule.once and any(row.name == name for row in case.old):
        return case.old
    return (*case.old, Row(name, detail))


def explains(rule: RowRule, case: RowCase) -> bool:
    found = predict(rule, case)
    return found is not None and same_rows(found, case.new)
