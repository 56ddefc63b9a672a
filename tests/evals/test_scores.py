"""Scores: cells and differences from outcomes, faults beside them."""

from __future__ import annotations

import pytest

from phonebuddy.episode import Episode
from phonebuddy.evals.scores import Outcome, cells, compare, outcomes_of
from phonebuddy.evals.statistics import wilson


def outcomes(results: str, category: str = "single") -> list[Outcome]:
    """`+` success, `-` failure, `x` fault, one task each."""
    words = {"+": "success", "-": "failure", "x": "fault"}
    return [Outcome(f"{category}{n}", category, 0, words[one]) for n, one in enumerate(results)]


def test_a_fault_is_in_no_rate() -> None:
    single, overall = cells("a", outcomes("++-x"))
    assert (single.successes, single.episodes, single.faults) == (2, 3, 1)
    assert single.rate == pytest.approx(2 / 3) and (single.low, single.high) == pytest.approx(wilson(2, 3))
    assert overall.category == "overall" and overall.episodes == 3


def test_categories_stand_in_the_published_order() -> None:
    found = cells("a", [*outcomes("+", "mini"), *outcomes("-", "cross"), *outcomes("+", "single")])
    assert [cell.category for cell in found] == ["single", "cross", "mini", "overall"]


def test_only_faults_say_nothing() -> None:
    single, _ = cells("a", outcomes("xx"))
    assert (single.episodes, single.faults, single.low, single.high) == (0, 2, 0, 1)


def test_differences_are_over_common_tasks_without_faults() -> None:
    single, overall = compare("b", outcomes("++++x"), "a", outcomes("--++-+"))
    assert (single.difference, single.tasks, single.than) == (0.5, 4, "a")
    assert overall.difference == single.difference


def head(id: str, result: str) -> Episode:
    return Episode(
        id, "clock/add_alarm@0.0", "clock/add_alarm", "", (), "", "gold", 0, "mock", "world", (), result  # type: ignore[arg-type]
    )  # fmt: skip


def test_what_was_played_again_after_a_fault_counts_once() -> None:
    faults = [head("000~1", "fault"), head("001~1", "fault"), head("001~2", "fault")]
    found = outcomes_of([head("000", "success")], faults)
    assert [one.result for one in found] == ["success", "fault"]
    assert {one.category for one in found} == {"single"}
