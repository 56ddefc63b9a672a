"""Delete: a touch takes a row away; often a question stands between, which the route already knows.

Evidence is one row less, named by what was touched or by what another page shows, such as the page about it.
Invariant: a rule for deleting names its row by what is shown, never by a constant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phonebuddy.rebuild.expressions import Tapped
from phonebuddy.rebuild.rows import DELETE, Row, RowCase, RowRule, Rows, same_rows
from phonebuddy.rebuild.sources import Sources


def gone(case: RowCase) -> Row | None:
    """The one row that went, if one went and none came."""
    old = [row for row in case.old if row not in case.new]
    return old[0] if len(old) == 1 and len(case.old) == len(case.new) + 1 else None


def propose(cases: Sequence[RowCase], page: int, first: int, sources: Sources) -> Iterator[RowRule]:
    """Rules that would have taken away the rows that went."""
    for case in cases:
        row = gone(case)
        if row is None:
            continue
        if Tapped(0).of(case.given) == row.name:
            yield RowRule(DELETE, page, first, Tapped(0))
        for source in sources.holding([(case.given.state, row.name)], page):
            yield RowRule(DELETE, page, first, source)


def predict(rule: RowRule, case: RowCase) -> Rows | None:
    name = rule.name.of(case.given) if rule.name is not None else None
    left = tuple(row for row in case.old if row.name != name)
    return left if len(left) < len(case.old) else None


def explains(rule: RowRule, case: RowCase) -> bool:
    found = predict(rule, case)
    return found is not None and same_rows(found, case.new)
