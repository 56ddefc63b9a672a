"""Scores: the results of evaluated agents as cells of a table, and how two agents differ.

Invariant: a fault is in no rate; it is counted beside them. A table depends on results alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from phonebuddy.episode import Episode
from phonebuddy.evals.statistics import paired, wilson_by_task
from phonebuddy.tasks.reading import template_called
from phonebuddy.world.state.speech import CHINESE, ENGLISH

CATEGORIES = ("single", "cross", "mini")
"""In the order of the published table."""
OVERALL = "overall"
_HAN, _LATIN = re.compile("[\u4e00-\u9fff]"), re.compile("[A-Za-z]+")


class Outcome(msgspec.Struct, frozen=True):
    """One episode of an evaluation."""

    task: str
    category: str
    seed: int
    result: str
    apps: tuple[str, ...] = ()
    language: str = ENGLISH
    """Of the request."""
    ending: str = ""
    """How the agent left it, as in an episode."""


class Cell(msgspec.Struct, frozen=True):
    """One agent on the tasks of one category, or on all."""

    model: str
    category: str
    successes: int
    episodes: int
    """Without faults."""
    faults: int
    rate: float
    low: float
    high: float


class Difference(msgspec.Struct, frozen=True):
    """How much better `than` one agent another is on the same tasks."""

    model: str
    than: str
    category: str
    difference: float
    low: float
    high: float
    p: float
    detectable: float | None
    tasks: int


def outcomes_of(heads: Iterable[Episode], faults: Iterable[Episode]) -> list[Outcome]:
    """From a store's heads; of an episode that was tried again after a fault only the last counts."""
    done = {head.id: head for head in heads}
    broken = {head.id.partition("~")[0]: head for head in faults}
    return [
        Outcome(
            head.task,
            head.category or template_called(head.template).category,
            head.seed,
            head.result,
            head.apps,
            _language(head.instruction),
            head.ending,
        )
        for _, head in sorted({**broken, **done}.items())
    ]


def _language(request: str) -> str:
    """Names of one language stand in requests of the other, so the more frequent one counts."""
    return CHINESE if len(_HAN.findall(request)) > len(_LATIN.findall(request)) else ENGLISH


def cells(model: str, outcomes: Sequence[Outcome]) -> list[Cell]:
    """A cell for each category that has tasks, and one overall."""
    groups = [(name, [one for one in outcomes if one.category == name]) for name in CATEGORIES]
    return [_cell(model, name, some) for name, some in (*groups, (OVERALL, outcomes)) if some]


def _cell(model: str, category: str, outcomes: Sequence[Outcome]) -> Cell:
    successes = sum(one.result == "success" for one in outcomes)
    faults = sum(one.result == "fault" for one in outcomes)
    episodes = len(outcomes) - faults
    rate = successes / episodes if episodes else 0.0
    interval = wilson_by_task(_by_task(outcomes, OVERALL))
    return Cell(model, category, successes, episodes, faults, rate, *interval)


def compare(
    model: str, outcomes: Sequence[Outcome], than: str, others: Sequence[Outcome]
) -> list[Difference]:
    """By category and overall, wherever both have results on the same tasks."""
    found = []
    for category in (*CATEGORIES, OVERALL):
        ours, theirs = _by_task(outcomes, category), _by_task(others, category)
        if set(ours) & set(theirs):
            found.append(Difference(model, than, category, *paired(theirs, ours)))
    return found


def _by_task(outcomes: Sequence[Outcome], category: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for one in sorted(outcomes, key=lambda one: (one.task, one.seed)):
        if one.result != "fault" and category in (OVERALL, one.category):
            found.setdefault(one.task, []).append(float(one.result == "success"))
    return found
