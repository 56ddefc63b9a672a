"""Gold, clumsy gold and chance: what they do follows from screens and chances, and says what it is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.actions import ButtonPress
from phonebuddy.agents.chance import ChancePolicy
from phonebuddy.agents.coached import CoachedPolicy
from phonebuddy.agents.gold import SLIP, ClumsyPolicy, GoldPolicy
from phonebuddy.agents.named import INSIDERS
from phonebuddy.agents.policy import Turn, is_insider
from phonebuddy.episode import Seen
from phonebuddy.episodes.runner import Runner
from phonebuddy.episodes.stage import Assignment, WorldStage
from tests.episodes.made import TASKS, elements, golds, texts


def test_a_slip_is_marked_and_mended() -> None:
    stage = WorldStage()
    given = [Assignment(f"{seed}", TASKS[3], seed) for seed in range(6)]
    found = list(Runner([stage]).play(given, ClumsyPolicy(0.3)))
    stage.close()
    slips = [
        (episode, number)
        for episode in found
        for number, step in enumerate(episode.steps)
        if step.text == SLIP
    ]
    assert slips
    assert any(one.result == "success" and any(step.text == SLIP for step in one.steps) for one in found)
    after = [episode.steps[number + 1].action for episode, number in slips if number + 1 < len(episode.steps)]
    assert ButtonPress("back") in after
    # Without slips it is gold.
    (plain,) = Runner([stage]).play([Assignment("0", TASKS[3])], ClumsyPolicy(0.0))
    assert [step.action for step in plain.steps] == [step.action for step in golds()[3].steps]


def test_only_scripts_are_insiders() -> None:
    assert [is_insider(policy) for policy in (GoldPolicy(), ClumsyPolicy(), ChancePolicy())] == [
        True,
        True,
        False,
    ]
    assert CoachedPolicy.insider and {"gold", "clumsy", "coached"} == INSIDERS
    turn = Turn("Do it", golds()[0].steps[0].seen, (), ())
    with pytest.raises(AssertionError, match="insiders"):
        GoldPolicy().act([turn], [random.Random(0)])


seens = st.builds(Seen, st.lists(elements, max_size=4), texts, texts, st.just(540), st.just(1200), st.just(0))


@settings(max_examples=40, deadline=None)
@given(texts, seens, st.lists(texts.filter(lambda name: name.strip() and name.isprintable()), max_size=2))
def test_chance_is_always_an_action_and_follows_its_generator(told: str, seen: Seen, apps: list[str]) -> None:
    turn = Turn(told.replace("\0", ""), seen, (), tuple(apps))
    for seed in range(4):
        one, other = (ChancePolicy().act([turn] * 2, [random.Random(s) for s in (seed, 7)]) for _ in "ab")
        assert one == other
