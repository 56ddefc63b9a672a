"""Suites stay what they were frozen as, and the benchmark is what it says: balanced, unseen, and gradable."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from phonebuddy.errors import TaskError
from phonebuddy.tasks import suites
from phonebuddy.tasks.pool import doable
from phonebuddy.tasks.reading import built_in_templates
from phonebuddy.tasks.splits import plan, split_of
from phonebuddy.tasks.task import read_id
from phonebuddy.tasks.template import ENDS, TaskTemplate

READ = Path(__file__).parents[2] / "design" / "buddy150.md"


def some_templates() -> dict[str, TaskTemplate]:
    """Some templates of the test split."""
    return {id: one for id, one in built_in_templates().items() if id.startswith("files/")}


@pytest.fixture
def frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    chosen = suites.choose(some_templates(), {"single": 2}, seed=1)
    monkeypatch.setattr(suites, "FOLDER", tmp_path)
    assert suites.freeze("for tests", chosen, tmp_path / "tiny.yaml") == 1
    suites.load_suite.cache_clear()
    return tmp_path / "tiny.yaml"


def test_a_frozen_suite_comes_back_as_it_was(frozen: Path) -> None:
    suite, tasks = suites.load_suite("tiny")
    assert (suite.name, suite.version, suite.about, len(tasks)) == ("tiny", 1, "for tests", 2)
    assert [(task.instruction, task.limit) for task in tasks] == [
        (one.says, one.limit) for one in suite.tasks
    ]
    assert all(task.person in plan().persons["test"] for task in tasks)


def test_a_suite_whose_task_has_changed_does_not_load(frozen: Path) -> None:
    text = frozen.read_text("utf-8")
    mark = suites.read_suite(frozen).tasks[0].mark
    frozen.write_text(text.replace(mark, "0" * 16), "utf-8")
    with pytest.raises(TaskError, match="1 of its tasks have changed since.*freeze tiny --keep"):
        suites.load_suite("tiny")


def test_a_suite_with_a_template_that_is_gone_does_not_load(frozen: Path) -> None:
    suite = suites.read_suite(frozen)
    gone = suite.tasks[0].task.partition("@")[0]
    frozen.write_text(frozen.read_text("utf-8").replace(gone, "clock/never_was"), "utf-8")
    with pytest.raises(TaskError, match="changed since: clock/never_was@"):
        suites.load_suite("tiny")


def test_the_next_version_keeps_the_tasks_that_still_can_be_done(frozen: Path) -> None:
    before = suites.read_suite(frozen)
    kept = suites.tasks_of(before)
    assert suites.counts_of(before) == {"single": 2, "mini": 0, "cross": 0}
    chosen = suites.choose(some_templates(), {"single": 3}, seed=5, kept=kept)
    assert len(chosen) == 3 and {task.id for task in kept} < {task.id for task in chosen}
    assert suites.freeze("more", chosen, frozen) == 2
    assert suites.read_suite(frozen).version == 2


def test_another_seed_takes_other_persons() -> None:
    persons = [
        {task.person for task in suites.choose(some_templates(), {"single": 3}, seed)} for seed in (0, 1)
    ]
    assert not persons[0] & persons[1]


def test_one_template_is_never_in_a_suite_more_than_three_times() -> None:
    one = dict(islice(some_templates().items(), 1))
    with pytest.raises(TaskError, match="of 1 templates, 3 of one at most; 4 are wanted"):
        suites.choose(one, {"single": 4}, seed=0)


def test_a_category_that_is_not_in_the_test_split_is_told() -> None:
    train = {id: one for id, one in built_in_templates().items() if split_of(one) == "train"}
    with pytest.raises(TaskError, match="no mini template is in the test split"):
        suites.choose(train, {"mini": 1}, seed=0)


def test_an_unknown_or_damaged_suite_is_refused(frozen: Path) -> None:
    with pytest.raises(TaskError, match="did you mean 'tiny'"):
        suites.load_suite("tinny")
    frozen.write_text("tasks:\n  - task: x\n")
    with pytest.raises(TaskError, match="has 'task', 'says', 'limit', 'rubric', 'mark'"):
        suites.read_suite(frozen)
    frozen.write_text("version: one\ntasks: []\n")
    with pytest.raises(TaskError, match="a suite has a 'version'"):
        suites.read_suite(frozen)


@pytest.mark.parametrize(("name", "each"), [("buddy150", 50), ("quick", 8)])
def test_the_suites_that_are_there_are_balanced_unseen_and_gradable(name: str, each: int) -> None:
    suites.load_suite.cache_clear()
    suite, tasks = suites.load_suite(name)
    known = built_in_templates()
    assert suites.counts_of(suite) == {"single": each, "mini": each, "cross": each}
    assert all(split_of(known[task.template]) == "test" for task in tasks)
    assert all(task.person in plan().persons["test"] for task in tasks)
    assert len({task.instruction for task in tasks}) == len(tasks)
    assert max(Counter(task.template for task in tasks).values()) <= suites.MOST_OF_ONE
    assert all(one.limit > 0 and one.rubric.endswith(".") for one in suite.tasks)


@pytest.mark.parametrize("name", ["quick", pytest.param("buddy150", marks=pytest.mark.slow)])
def test_every_task_of_a_suite_can_be_done(name: str) -> None:
    _, tasks = suites.load_suite(name)
    in_turn = sorted(tasks, key=lambda task: task.person)
    stuck = [task.id for task in in_turn if not doable(built_in_templates()[task.template], task)]
    assert stuck == []


def test_what_is_tried_on_quick_is_not_seen_in_the_benchmark() -> None:
    persons = [
        {read_id(one.task)[1] for one in suites.read_suite(suites.FOLDER / f"{name}.yaml").tasks}
        for name in ("buddy150", "quick")
    ]
    assert not persons[0] & persons[1]


def test_the_benchmark_holds_questions_refusals_traps_and_interruptions() -> None:
    _, tasks = suites.load_suite("buddy150")
    templates = [built_in_templates()[task.template] for task in tasks]
    assert {one.end for one in templates} == set(ENDS)
    assert sum(bool(one.private) for one in templates) >= 3
    assert sum(bool(task.interruptions) for task in tasks) >= 15
    assert sum(bool(set(one.apps) & plan().test_apps) for one in templates) >= 100


def test_every_task_of_the_benchmark_has_a_line_of_who_read_it() -> None:
    rows = READ.read_text("utf-8").splitlines()
    read = {row.split("|")[1].strip() for row in rows if row.startswith("| ") and "@" in row}
    assert read == {one.task for one in suites.read_suite(suites.FOLDER / "buddy150.yaml").tasks}
