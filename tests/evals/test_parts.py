"""Parts: by app, language and ending; faults are in none of them."""

from __future__ import annotations

import pytest

from phonebuddy.episode import Episode
from phonebuddy.evals.parts import ENDINGS, by_app, by_ending, by_language
from phonebuddy.evals.scores import Outcome, outcomes_of


def tried(result: str, *apps: str, language: str = "en", ending: str = "finish") -> Outcome:
    return Outcome("clock/add_alarm@0.0", "single", 0, result, apps, language, ending)


def test_a_task_over_two_apps_counts_for_both_and_the_worst_comes_first() -> None:
    found = by_app(
        "a",
        [tried("success", "clock"), tried("success", "clock", "mail"), tried("failure", "mail"),
         tried("failure", "notes")],
    )  # fmt: skip
    assert [(part.of, part.successes, part.episodes) for part in found] == [
        ("notes", 0, 1), ("mail", 1, 2), ("clock", 2, 2),
    ]  # fmt: skip
    assert [part.rate for part in found] == pytest.approx([0, 0.5, 1])


def test_faults_are_in_no_part() -> None:
    outcomes = [tried("fault", "clock", ending=""), tried("success", "mail"), tried("fault", "mail")]
    assert [(part.of, part.episodes) for part in by_app("a", outcomes)] == [("mail", 1)]
    assert [part.episodes for part in by_language("a", outcomes)] == [1]
    assert by_ending("a", outcomes) == []


def test_only_failures_end_in_a_way_worth_telling() -> None:
    outcomes = [tried("failure", ending=ending) for ending in ("limit", "finish", "limit", "call_user")]
    found = by_ending("a", [*outcomes, tried("success")])
    assert [(one.ending, one.episodes, one.share) for one in found] == [
        (ENDINGS["limit"], 2, 0.5), (ENDINGS["call_user"], 1, 0.25), (ENDINGS["finish"], 1, 0.25),
    ]  # fmt: skip


def test_the_language_is_that_of_the_request() -> None:
    asked = ("Wake me at 7", "明早七点叫我", "Text 彭一诺 that I am late", "把Tea with Ada改到明早七点")
    heads = [
        Episode(
            f"{number}", "clock/add_alarm@0.0", "clock/add_alarm", "single", ("clock",), said, "gold", 0,
            "mock", "world", (), "success", "finish",
        )
        for number, said in enumerate(asked)
    ]  # fmt: skip
    found = by_language("a", outcomes_of(heads, []))
    assert [(part.of, part.episodes) for part in found] == [("en", 2), ("zh", 2)]
