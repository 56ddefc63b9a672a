"""Pools are distinct and repeatable, hold some interruptions, and say when there is no more."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import msgspec
import pytest

from phonebuddy.errors import TaskError
from phonebuddy.tasks import pool
from phonebuddy.tasks.pool import difficulty, generate
from phonebuddy.tasks.reading import load_templates
from phonebuddy.tasks.splits import plan
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


def test_a_pool_that_was_broken_off_goes_on_as_if_it_had_not_been(folder: Path) -> None:
    templates = load_templates([folder / "trial.yaml"])
    whole = list(generate(templates, 6, 3, 1, folder))
    lines = [msgspec.json.encode(one) for one in whole[:5]]
    before = pool.begun([*lines, b'{"task": {"id'])
    assert 0 < len(before) < 5 and before == whole[: len(before)]
    assert before + list(generate(templates, 6, 3, 1, folder, before)) == whole
    assert pool.begun([]) == [] and not list(generate(templates, 2, 3, 1, folder, whole))


def test_the_key_of_a_pool_follows_templates_and_seed(folder: Path) -> None:
    templates = load_templates([folder / "trial.yaml"])
    fewer = dict(islice(templates.items(), 1))
    assert len({pool.pool_key(templates, 3), pool.pool_key(templates, 4), pool.pool_key(fewer, 3)}) == 3


def test_tasks_are_counted_by_what_they_are_and_one_in_five_is_interrupted(folder: Path) -> None:
    (folder / "trial.yaml").write_text(STAR)
    made = list(generate(load_templates([folder / "trial.yaml"]), 5, 0, 1, folder))
    assert sum("interrupted" in one.kinds for one in made) == 1
    kinds = {"single", f"{made[0].split} split", "ends finish", f"said {made[0].task.style}"}
    assert kinds <= set(made[0].kinds) and "with privacy traps" not in made[0].kinds


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
