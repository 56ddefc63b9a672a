"""A rollout that draws once parts from the best way in one place, so what came of it is known."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from phonebuddy.actions import Wait
from phonebuddy.agents.policy import Decision, Turn
from phonebuddy.episode import Seen, Step
from phonebuddy.errors import TrainError
from phonebuddy.train.once import Once
from phonebuddy.train.rl_settings import RlSettings

SEEN = Seen((), "door", "", 100, 100, 0)


class Named:
    """Says who was asked, and takes one chance of each turn."""

    def __init__(self, name: str) -> None:
        self.name = name

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
        return [
            Decision(Wait(1), f"{self.name} {turn.instruction} {chance.random():.6f}")
            for turn, chance in zip(turns, chances, strict=True)
        ]


def turn(name: str, *probabilities: tuple[float, ...]) -> Turn:
    past = tuple(
        Step(SEEN, Wait(1), log_probs=tuple(math.log(one) for one in step)) for step in probabilities
    )
    return Turn(name, SEEN, past, ())


def asked(*turns: Turn) -> list[str]:
    found = Once(Named("drawing"), Named("best")).act(
        turns, [random.Random(one.instruction) for one in turns]
    )
    return [one.text for one in found if isinstance(one, Decision)]


def test_it_draws_until_a_choice_less_likely_than_not() -> None:
    turns = [turn("new"), turn("sure", (0.9, 0.6), (0.5,)), turn("parted", (0.9, 0.4), (0.99,)), turn("more")]
    assert [said.split()[:2] for said in asked(*turns)] == [
        ["drawing", "new"], ["drawing", "sure"], ["best", "parted"], ["drawing", "more"],
    ]  # fmt: skip


def test_whoever_else_plays_changes_nothing() -> None:
    turns = [turn("a"), turn("b", (0.1,)), turn("c"), turn("d", (0.2,))]
    assert asked(*turns) == [said for one in turns for said in asked(one)]


def test_other_temperatures_are_refused() -> None:
    """What the best choices were scored at would not be what they are learned at."""
    with pytest.raises(TrainError, match=r"draws.*always, where the temperature is not 1"):
        RlSettings(draws="once", temperature=1.5)
