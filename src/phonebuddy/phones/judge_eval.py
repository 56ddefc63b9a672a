"""How good a judge is: its verdicts against proven ones.

Invariant: rates come with their 95 percent interval and the number they rest on; what the judge could not
tell or nobody judged is counted apart and never as right.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from phonebuddy.phones.judge import Judge, Judgement
from phonebuddy.phones.judge_cases import Case

_Z = 1.959964
"""Of the normal distribution: 95 percent lie within."""


class Rate(NamedTuple):
    """A share with its Wilson interval."""

    hits: int
    total: int

    @property
    def value(self) -> float | None:
        return self.hits / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """From nothing to everything when there is nothing to go by."""
        if not self.total:
            return 0.0, 1.0
        share, n, z2 = self.hits / self.total, self.total, _Z * _Z
        middle = (share + z2 / (2 * n)) / (1 + z2 / n)
        half = _Z * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        # Rounding must not leave the share itself outside.
        return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))

    def to_json(self) -> dict[str, object]:
        low, high = self.interval
        share = None if self.value is None else round(self.value, 4)
        return {
            "share": share,
            "low": round(low, 4),
            "high": round(high, 4),
            "count": self.hits,
            "of": self.total,
        }


class Report(NamedTuple):
    """What a judge did on cases whose truth is known."""

    false_accepts: Rate
    """Passes among episodes that failed."""
    false_rejects: Rate
    """Fails among episodes that succeeded."""
    right: Rate
    """Right verdicts among all cases, undecided ones included."""
    verdicts: dict[str, int]
    wrong: tuple[str, ...]
    """Names of the cases judged wrongly."""

    def to_json(self) -> dict[str, object]:
        return {
            "false_accepts": self.false_accepts.to_json(),
            "false_rejects": self.false_rejects.to_json(),
            "right": self.right.to_json(),
            **{f"judged_{name.replace(' ', '_')}": count for name, count in sorted(self.verdicts.items())},
            "judged_wrongly": list(self.wrong),
        }


def evaluate(
    judge: Judge, cases: Iterable[Case], advance: Callable[[int], None] = lambda count: None
) -> Report:
    """Judge every case and compare."""
    judged: list[tuple[Case, Judgement]] = []
    for case in cases:
        judged.append((case, judge.judge(case.episode)))
        advance(1)
    return compare(judged)


def compare(judged: list[tuple[Case, Judgement]]) -> Report:
    """The errors of both kinds."""
    failed = [verdict.verdict for case, verdict in judged if not case.is_success]
    succeeded = [verdict.verdict for case, verdict in judged if case.is_success]
    decided_failed = [verdict for verdict in failed if verdict != "unjudged"]
    decided_succeeded = [verdict for verdict in succeeded if verdict != "unjudged"]
    wrong = tuple(
        case.name for case, verdict in judged if verdict.verdict == ("fail" if case.is_success else "pass")
    )
    right = decided_succeeded.count("pass") + decided_failed.count("fail")
    return Report(
        Rate(decided_failed.count("pass"), len(decided_failed)),
        Rate(decided_succeeded.count("fail"), len(decided_succeeded)),
        Rate(right, len(decided_failed) + len(decided_succeeded)),
        dict(Counter(verdict.verdict for _, verdict in judged)),
        wrong,
    )
