"""The task pool keeps to tasks that teach, and goes on from what it saved."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.errors import TrainError
from phonebuddy.train.task_pool import TaskPool

TASKS = [f"door{n}@0.0" for n in range(12)]


def pool(size: int = 4) -> TaskPool:
    return TaskPool(TASKS, size, 0.1, 0.9, seed=1)


def test_tasks_that_are_always_or_never_done_rest() -> None:
    one = pool()
    first = one.draw(4)
    one.tell(first[0], [1.0, 1.0], 0)
    one.tell(first[1], [0.0, 0.0], 0)
    one.tell(first[2], [1.0, 0.0], 0)
    one.tell(first[3], [], 0)
    again = one.draw(4)
    assert again[2:] == first[2:] and not set(again[:2]) & set(first)
    assert (one.num_active, one.num_resting) == (4, 2)


def test_the_longest_rested_comes_back_when_nothing_is_new() -> None:
    one = pool(12)
    tasks = one.draw(12)
    one.tell(tasks[0], [1.0], 0)
    assert one.num_resting == 0, "nobody could take its place"
    one = pool(11)
    tasks = one.draw(11)
    one.tell(tasks[0], [1.0], 0)
    one.tell(tasks[1], [1.0], 1)
    assert tasks[0] in one.draw(11) and one.num_resting == 1


def test_more_than_are_active_repeats_some() -> None:
    assert len(set(pool(3).draw(7))) == 3


def test_no_tasks_are_refused() -> None:
    with pytest.raises(TrainError, match="at least one task"):
        TaskPool([], 4, 0.1, 0.9, 0)


@given(
    st.lists(st.tuples(st.integers(1, 6), st.sampled_from([0.0, 0.5, 1.0])), max_size=20), st.integers(0, 19)
)
def test_what_was_saved_goes_on_the_same(story: list[tuple[int, float]], cut: int) -> None:
    """Saving anywhere changes nothing, and no task is ever lost."""
    one, other = pool(), pool()
    for step, (count, result) in enumerate(story):
        if step == cut:
            saved = json.loads(json.dumps(other.save()))
            other = pool()
            other.load(saved)
        for task in one.draw(count):
            one.tell(task, [result], step)
        for task in other.draw(count):
            other.tell(task, [result], step)
    assert one.save() == other.save()
    saved = one.save()
    assert isinstance(saved["fresh"], list)
    known = [item["task"] for key in ("active", "resting") for item in saved[key]]  # type: ignore[attr-defined]
    assert sorted(known + saved["fresh"]) == sorted(TASKS)
