"""Comparing what a rebuilt screen shows with what the recording shows: changes, words, order, facts.

Invariant: every measure is symmetric in what it counts and lies between 0 and 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from phonebuddy.rebuild.items import BOX, Item
from phonebuddy.traces.trace import Trace

Thing = tuple[str, str, str, bool]


class Hits(NamedTuple):
    """Things predicted, things observed, and how many are both."""

    predicted: int = 0
    observed: int = 0
    both: int = 0

    def plus(self, other: Hits) -> Hits:
        return Hits(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def f1(self) -> float:
        total = self.predicted + self.observed
        return 2 * self.both / total if total else 1.0

    @property
    def recall(self) -> float:
        return self.both / self.observed if self.observed else 1.0

    @property
    def precision(self) -> float:
        return self.both / self.predicted if self.predicted else 1.0


def things(items: Sequence[Item]) -> Counter[Thing]:
    """What can be seen to change: words and flags, with where they are in the tree."""
    return Counter(
        (item.path, item.kind, item.label, item.on) for item in items if item.kind != BOX or item.on
    )


def changes(before: Sequence[Item], after: Sequence[Item]) -> Counter[tuple[str, Thing]]:
    """What came and what went."""
    old, new = things(before), things(after)
    found: Counter[tuple[str, Thing]] = Counter()
    for thing, count in (new - old).items():
        found["+", thing] += count
    for thing, count in (old - new).items():
        found["-", thing] += count
    return found


def hits(predicted: Counter[Any], observed: Counter[Any]) -> Hits:
    """How much of both is the same."""
    return Hits(predicted.total(), observed.total(), (predicted & observed).total())


def words(items: Sequence[Item]) -> Counter[str]:
    return Counter(item.label for item in items if item.label)


class Fact(NamedTuple):
    """Something written in a recording and seen again later: at which step, and how it shows there."""

    written: int
    seen: int
    text: str
    label: str = ""
    on: bool = False


def facts(trace: Trace, items: dict[str, tuple[Item, ...]]) -> list[Fact]:
    """Typed texts and switched boxes that a later screen of the recording shows."""
    found: list[Fact] = []
    steps = [(index, step) for index, step in enumerate(trace.steps) if step.after is not None]
    for at, (index, step) in enumerate(steps):
        text = getattr(step.action, "text", "") if type(step.action).__name__ == "Type" else ""
        switched = _switched(items[step.before], items[step.after or ""], step.target)
        for later, after in steps[at + 1 :]:
            shown = items[after.after or ""]
            if text and any(text in item.label for item in shown):
                found.append(Fact(index, later, text))
            if switched and any(item.label == switched[0] and item.on == switched[1] for item in shown):
                found.append(Fact(index, later, "", *switched))
    return found


def _switched(before: Sequence[Item], after: Sequence[Item], target: str | None) -> tuple[str, bool] | None:
    touched = next((item for item in before if item.element.id == target), None)
    if touched is None or touched.kind != "check":
        return None
    same = [item for item in after if item.kind == "check" and item.label == touched.label]
    return (touched.label, same[0].on) if len(same) == 1 and same[0].on != touched.on else None


def holds(fact: Fact, shown: Sequence[Item]) -> bool:
    """Whether a rebuilt screen shows a fact."""
    if fact.text:
        return any(fact.text in item.label for item in shown)
    return any(item.label == fact.label and item.on == fact.on for item in shown)
