"""What a trainer keeps of a try."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
import pytest

pytest.importorskip("torch")

from phonebuddy.agents.policy import Policy
from phonebuddy.episode import Episode
from phonebuddy.episodes.stage import Assignment
from phonebuddy.train.rollouts import Desk
from tests.train.bandit import Bandit, DoorPlayer


class Stumbling(DoorPlayer):
    """Some tries end before their first step."""

    def play(self, assignments: Iterable[Assignment | None], policy: Policy) -> Iterator[Episode]:
        for episode in super().play(assignments, policy):
            is_cut = episode.seed % 2 == 1
            yield msgspec.structs.replace(episode, steps=(), result="failure") if is_cut else episode


def test_who_could_not_take_a_first_step_is_as_old_as_who_acts_now() -> None:
    learner = Bandit()
    desk = Desk(learner, Stumbling(), 1.0)
    desk.put_weights(7, learner.tensors())
    desk.submit([Assignment(f"g/{number}", "door3@0.0", number, "mock") for number in range(4)])
    played = list(iter(desk.next, None))
    assert [one.num_steps for one in played] == [1, 0, 1, 0]
    assert [one.version for one in played] == [7] * 4
