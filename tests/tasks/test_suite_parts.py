"""Pools are distinct and repeatable, splits do not leak, suites stay what they were frozen as."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from phonebuddy.errors import TaskError
from phonebuddy.tasks import pool, suites
from phonebuddy.tasks.pool import difficulty, generate
from phonebuddy.tasks.reading import built_in_templates, load_templates
from phonebuddy.tasks.splits import leak_report, plan, split_of
from tests.tasks.helpers import ALARM, STAR


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "trial.yaml").write_text(ALARM + STAR)
    return tmp_path


def test_a_pool_is_distinct_and_the_same_for_the_same_seed(folder: Path) -> None:
    templates = load_templates([folder / "trial.yaml"])
    pools = [list(generate(templates, 6, seed, 1, folder)) for seed in (3, 3, 4)]
    assert pools[0] == pools[1] != pools[2]
    assert len({one.task.instruction for one in pools[0]}) == 6
    assert all(one.task.person in plan().persons[one.split] and one.gold_actions > 0 for one in pools[0])


def test_templates_that_are_exhausted_say_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "ROUNDS_WITHOUT_NEWS", 2)
    (folder / "trial.yaml").write_text(ALARM)
    templates = load_templates([folder / "trial.yaml"])
    with pytest.raises(TaskError, match=r"1 templates give \d distinct tasks, not 9"):
        list(generate(templates, 9, 0, 1, folder))


def test_difficulty_is_by_the_length_of_the_gold() -> None:
    assert [difficulty(n) for n in (1, 8, 9, 16, 30, 31)] == [
        "easy", "easy", "medium", "medium", "hard", "very hard",
    ]  # fmt: skip


def test_a_test_app_is_in_no_training_task_and_persons_are_apart() -> None:
    report = leak_report(built_in_templates())
    assert report["test_apps_in_training"] == [] and report["persons_shared"] == []
    assert report["same_phrasings"] == []
    counts = report["templates"]
    assert isinstance(counts, dict) and all(counts.values())


def test_a_split_does_not_depend_on_other_templates(folder: Path) -> None:
    both = load_templates([folder / "trial.yaml"])
    (folder / "trial.yaml").write_text(STAR)
    alone = load_templates([folder / "trial.yaml"])
    assert split_of(both["trial/star"]) == split_of(alone["trial/star"])


def test_a_split_can_be_given_by_hand(folder: Path) -> None:
    (folder / "trial.yaml").write_text(STAR.replace("  rubric:", "  split: dev\n  rubric:"))
    assert split_of(load_templates([folder / "trial.yaml"])["trial/star"]) == "dev"


def test_phrasings_that_are_nearly_the_same_are_reported(folder: Path) -> None:
    second = STAR.replace("star:", "star2:").replace("  rubric:", "  split: test\n  rubric:")
    (folder / "trial.yaml").write_text(STAR.replace("  rubric:", "  split: train\n  rubric:") + second)
    report = leak_report(load_templates([folder / "trial.yaml"]))
    assert report["same_phrasings"] == ["trial/star2"]
    assert report["near_phrasings"] == [{"train": "trial/star", "test": "trial/star2", "common": 1.0}]


@pytest.fixture
def frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    templates = {id: one for id, one in built_in_templates().items() if split_of(one) == "test"}
    chosen = suites.choose(dict(islice(templates.items(), 12)), {"single": 2}, seed=1)
    monkeypatch.setattr(suites, "FOLDER", tmp_path)
    suites.freeze("tiny", 1, "for tests", chosen, tmp_path / "tiny.yaml")
    suites.load_suite.cache_clear()
    return tmp_path / "tiny.yaml"


def test_a_frozen_suite_comes_back_as_it_was(frozen: Path) -> None:
    suite, tasks = suites.load_suite("tiny")
    assert (suite.version, len(tasks)) == (1, 2)
    assert [task.instruction for task in tasks] == [one.says for one in suite.tasks]
    assert all(task.person in plan().persons["test"] for task in tasks)


def test_a_suite_whose_task_has_changed_does_not_load(frozen: Path) -> None:
    text = frozen.read_text("utf-8")
    mark = suites.read_suite(frozen).tasks[0].mark
    frozen.write_text(text.replace(mark, "0" * 16), "utf-8")
    with pytest.raises(TaskError, match="1 of its tasks have changed since"):
        suites.load_suite("tiny")


def test_a_version_is_never_frozen_twice(frozen: Path) -> None:
    _, tasks = suites.load_suite("tiny")
    with pytest.raises(TaskError, match="is version 1 already"):
        suites.freeze("tiny", 1, "", list(tasks), frozen)
    suites.freeze("tiny", 2, "", list(tasks), frozen)
    assert suites.read_suite(frozen).version == 2


def test_an_unknown_or_damaged_suite_is_refused(frozen: Path) -> None:
    with pytest.raises(TaskError, match="did you mean 'tiny'"):
        suites.load_suite("tinny")
    frozen.write_text("tasks:\n  - task: x\n")
    with pytest.raises(TaskError, match="has 'task', 'says' and 'mark'"):
        suites.read_suite(frozen)
    frozen.write_text("version: one\ntasks: []\n")
    with pytest.raises(TaskError, match="a suite has a 'version'"):
        suites.read_suite(frozen)
