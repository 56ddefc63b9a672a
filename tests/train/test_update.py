"""One update of RL: lots of whole rollouts, and steps that were sure left out without being forgotten."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("torch")

import torch

from phonebuddy.errors import TrainError
from phonebuddy.train.learner import Row
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.update import lots_of, unsure, update, weigh
from tests.train.bandit import Bandit


def row(episode: str, step: int, log_prob: float = -1.0, advantage: float = 1.0, group: str = "g") -> Row:
    return Row(
        episode, step, "mock", "door", bytes([0, 1]), 1, 1, group=group, advantage=advantage,
        old_log_probs=(log_prob,),
    )  # fmt: skip


ROWS = [row(str(episode), step, group=f"g{episode % 2}") for episode in range(7) for step in range(3)]


@pytest.mark.parametrize(("count", "sizes"), [(1, [21]), (2, [12, 9]), (3, [9, 6, 6]), (50, [3] * 7)])
def test_lots_are_whole_rollouts_and_all_of_them(count: int, sizes: list[int]) -> None:
    lots = lots_of(ROWS, count)
    assert [len(lot) for lot in lots] == sizes
    assert sorted(map(str, ROWS)) == sorted(str(one) for lot in lots for one in lot)
    for lot in lots:
        assert all(sum(one.episode == other.episode for other in lot) == 3 for one in lot)


def test_what_was_sure_is_left_out_and_still_counts_in_its_rollout() -> None:
    rows = weigh([row("a", 0, math.log(0.5)), row("a", 1, math.log(0.999)), row("b", 0, math.log(0.9))])
    kept = unsure(rows, 0.98)
    assert [(one.episode, one.step, one.weight) for one in kept] == [("a", 0, 0.25), ("b", 0, 0.5)]
    assert unsure(rows, 1.0) == rows and unsure([row("a", 0, 0.0)], 1.0), "nothing is left out by default"


def test_where_steps_are_held_against_each_other_groups_count_alike_and_stay_whole() -> None:
    rows = [row("a", 0), row("a", 1), row("b", 0), row("c", 0, group="h")]
    assert [one.weight for one in weigh(rows, "parting")] == [1 / 6, 1 / 6, 1 / 6, 1 / 2]
    lots = lots_of(ROWS, 5, "parting")
    assert [{one.group for one in lot} for lot in lots] == [{"g0"}, {"g1"}]


def changed(settings: RlSettings, rows: list[Row]) -> float:
    """How far the weights go."""
    learner = Bandit()
    found = update(learner, torch.optim.SGD(learner.parameters(), lr=0.1), rows, settings)
    if found is None:
        assert learner.version == 0
        return 0.0
    assert found.rows == len([one for one in rows if one.old_log_probs[0] <= math.log(settings.sure)])
    assert learner.version == 1
    return float(learner.table.detach().norm())


def test_every_lot_is_a_change_of_its_own() -> None:
    rows = [row(str(episode), 0, math.log(0.25)) for episode in range(8)]
    once, in_four = changed(RlSettings(), rows), changed(RlSettings(lots=4), rows)
    assert once > 0 and in_four > 3 * once
    assert changed(RlSettings(lots=8, passes=50), rows) < 10 * once, "then the clip holds"


def test_where_all_were_sure_nothing_changes() -> None:
    assert changed(RlSettings(sure=0.5), [row("a", 0, math.log(0.9))]) == 0


@pytest.mark.parametrize(("name", "value"), [("lots", 0), ("sure", 0.0), ("sure", 1.5)])
def test_lots_and_sureness_that_cannot_be_are_refused(name: str, value: float) -> None:
    with pytest.raises(TrainError, match=f"{name} is .*; accepted: "):
        RlSettings(**{name: value})  # type: ignore[arg-type]
