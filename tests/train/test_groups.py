"""What a group teaches, step by step."""

from __future__ import annotations

import pytest

from phonebuddy.episode import Result
from phonebuddy.train.advantage import Credit
from phonebuddy.train.groups import Group, lesson
from phonebuddy.train.learner import Row
from phonebuddy.train.rollouts import Played


def played(name: str, result: Result, *done: int) -> Played:
    """What is seen follows from what was done before."""
    rows = tuple(
        Row(name, step, "mock", "app", bytes([what]), 1, 1, seen=repr(done[:step]), did=str(what))
        for step, what in enumerate(done)
    )
    return Played(f"g/{name}", "task", "single", "mock", result, num_steps=len(done), rows=rows)


def group(*members: Played) -> Group:
    found = Group("g", "task", "mock", len(members), {one.id for one in members})
    for one in members:
        found.take(one)
    return found


MEMBERS = (
    played("a", "success", 0, 1, 5),
    played("b", "failure", 0, 2, 6),
    played("c", "failure", 0, 2, 7),
    played("d", "fault", 9),
)


def test_a_step_is_blamed_for_parting_and_for_nothing_else() -> None:
    found = lesson(group(*MEMBERS), "none", 0.0, None, "parting")
    assert found is not None and found.num_rollouts == 3
    gains = {(row.episode, row.step): row.advantage for row in found.rows}
    # Step 0 all did alike, after step 1 the first was alone; the other two parted and it made no difference.
    assert gains == {
        ("a", 1): pytest.approx(2 / 3), ("b", 1): pytest.approx(-1 / 3), ("c", 1): pytest.approx(-1 / 3)
    }  # fmt: skip


def test_else_every_step_gets_what_its_rollout_gets() -> None:
    found = lesson(group(*MEMBERS), "none", 0.0, None)
    assert found is not None
    assert [row.advantage for row in found.rows] == pytest.approx([2 / 3] * 3 + [-1 / 3] * 6)


@pytest.mark.parametrize("credit", ["whole", "parting"])
def test_a_group_without_success_borrows_one(credit: Credit) -> None:
    lost = group(*(one for one in MEMBERS if one.result == "failure"))
    assert lesson(lost, "spread", 0.0, None, credit) is None
    found = lesson(lost, "spread", 0.0, MEMBERS[0], credit)
    assert found is not None and found.was_replayed
    assert {row.advantage > 0 for row in found.rows if row.episode == "a"} == {True}
    assert {row.advantage < 0 for row in found.rows if row.episode != "a"} == {True}


def test_where_chance_alone_decided_nothing_is_learned() -> None:
    found = lesson(
        group(played("a", "success", 0, 1), played("b", "failure", 0, 1)), "spread", 0.0, None, "parting"
    )
    assert found is not None and found.rows == []
