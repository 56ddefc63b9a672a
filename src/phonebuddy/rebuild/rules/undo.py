"""Undo: a touch brings back the row that went last.

Invariant: only a row that went earlier in the same recording can come back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phonebuddy.rebuild.rows import RESTORE, RowCase, RowRule, Rows, same_rows
from phonebuddy.rebuild.rules.insert import added
from phonebuddy.rebuild.sources import Sources


def propose(cases: Sequence[RowCase], page: int, first: int, sources: Sources) -> Iterator[RowRule]:
    if any(case.lost is not None and added(case) == case.lost for case in cases):
        yield RowRule(RESTORE, page, first)


def predict(rule: RowRule, case: RowCase) -> Rows | None:
    return (*case.old, case.lost) if case.lost is not None else None


def explains(rule: RowRule, case: RowCase) -> bool:
    found = predict(rule, case)
    return found is not None and same_rows(found, case.new)
