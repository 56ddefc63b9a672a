"""The report counts what was proven, and the page of the suite is about the templates that are there."""

from __future__ import annotations

from pathlib import Path

from phonebuddy.tasks.proof import Proof
from phonebuddy.tasks.reading import built_in_templates
from phonebuddy.tasks.report import problems, suite_page, summary
from phonebuddy.tasks.splits import split_of
from tests.tasks.helpers import ALARM, STAR, template

PAGE = Path(__file__).parents[2] / "docs" / "suite.md"


def test_the_summary_counts_what_was_proven() -> None:
    templates = {one.id: one for one in (template(STAR), template(ALARM))}
    proofs = [
        Proof("trial/star@0.0", "x", 4, {"gold": "ok", "done twice": "same"}),
        Proof("trial/alarm@0.0", "y", 8, {"gold": "nothing found"}),
    ]
    numbers = summary(templates, proofs)
    wanted = {
        "templates": 2,
        "single": 2,
        "mini": 0,
        "cross": 0,
        "instances_checked": 2,
        "passed": 1,
        "failed": 1,
    }
    assert numbers.items() >= wanted.items()
    assert numbers["failed_templates"] == ["trial/alarm"]
    page = suite_page(templates, proofs)
    split = split_of(templates["trial/alarm"])
    assert f"| trial/alarm | clock | single | {split} | 8 | 0 of 1 |" in page
    assert "| clock | Clock | time |  | 1 |" in page


def test_kinds_are_counted_once_for_each_template_that_is_marked() -> None:
    known = built_in_templates()
    page = suite_page(known, [])
    asks = sum(one.end == "ask" for one in known.values())
    carried = sum("object" in one.tags for one in known.values())
    assert asks and f"| ends with: ask | {asks} |" in page
    assert carried and f"| cross-app: object | {carried} |" in page


def test_a_problem_is_one_line_that_names_task_and_check() -> None:
    proof = Proof("trial/alarm@0.0", "y", 8, {"gold": "nothing found", "reset": "ok", "done twice": "same"})
    assert problems(proof) == ["trial/alarm@0.0: gold: nothing found"]


def test_the_page_in_docs_is_of_these_templates_and_all_of_them_are_proven() -> None:
    """Write it again after a change: phonebuddy tasks check --all --page docs/suite.md"""
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text("utf-8").splitlines() if "/" in line]
    proven = {row[0]: row[-1] for row in rows if len(row) == 6}
    assert set(proven) == set(built_in_templates())
    assert all(int(word.split(" of ")[0]) == int(word.split(" of ")[1]) >= 3 for word in proven.values())
