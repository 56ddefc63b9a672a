"""The runner: every assignment gives one episode, whatever the agent or the phone does."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import msgspec
import pytest

from phonebuddy.actions import Action, Finish, OpenApp, Wait
from phonebuddy.agents.chance import ChancePolicy
from phonebuddy.agents.gold import ClumsyPolicy, GoldPolicy, Script
from phonebuddy.agents.named import policy_called
from phonebuddy.agents.policy import Decision, Policy, Turn
from phonebuddy.episode import Episode
from phonebuddy.episodes.runner import Keep, Runner
from phonebuddy.episodes.stage import Assignment, Held, Opening, WorldStage
from phonebuddy.errors import AgentError, EpisodeError, Fault
from phonebuddy.screen import Screen
from phonebuddy.world.look import LookSpec
from tests.episodes.made import TASKS, golds


class Made:
    """An agent made of a function from a turn to a decision; it counts how many turns came at once."""

    name = "made"

    def __init__(self, decide: object) -> None:
        self._decide = decide
        self.batches: list[int] = []

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
        self.batches.append(len(turns))
        assert callable(self._decide)
        return [self._decide(turn) for turn in turns]


def play(policy: Policy, tasks: Sequence[str] = TASKS[:1], stages: int = 1, limit: int = 0) -> list[Episode]:
    runner = Runner([WorldStage() for _ in range(stages)], Keep(snapshots=False))
    given = [Assignment(f"{n}", task, limit=limit) for n, task in enumerate(tasks)]
    found = list(runner.play(given, policy))
    runner.close()
    return sorted(found, key=lambda one: one.id)


def without_latency(episode: Episode) -> Episode:
    steps = tuple(msgspec.structs.replace(step, latency_ms=0.0) for step in episode.steps)
    return msgspec.structs.replace(episode, steps=steps)


def test_gold_succeeds_and_is_told_apart() -> None:
    for episode in golds():
        assert (episode.result, episode.reward, episode.ending) == ("success", 1.0, "finish"), episode.reasons
        assert (episode.agent, episode.phone, episode.lane) == ("gold", "world", "mock")
        assert isinstance(episode.steps[-1].action, Finish)
        opened = [step.action.package for step in episode.steps if isinstance(step.action, OpenApp)]
        assert opened and set(opened) <= set(episode.offered)
        assert all(step.snapshot and step.seen.elements for step in episode.steps)


def test_neighbours_and_order_change_nothing() -> None:
    alone = [play(ChancePolicy(), [task], limit=6)[0] for task in TASKS]
    together = play(ChancePolicy(), TASKS[::-1], stages=3, limit=6)[::-1]
    for one, other in zip(alone, together, strict=True):
        renamed = msgspec.structs.replace(without_latency(other), id=one.id)
        assert renamed == without_latency(one)


def test_the_policy_is_asked_once_for_all_and_shown_no_solution() -> None:
    shown: list[Turn] = []

    def decide(turn: Turn) -> Decision:
        shown.append(turn)
        return Decision(Finish("x")) if len(turn.past) == 2 else Decision(Wait(1000))

    policy = Made(decide)
    play(policy, TASKS, stages=4)
    assert policy.batches == [4, 4, 4]
    assert all(turn.insight is None and "Clock" in turn.apps for turn in shown)


def test_the_limit_ends_an_episode() -> None:
    (episode,) = play(Made(lambda turn: Decision(Wait(1000))), limit=3)
    assert (episode.ending, episode.result, len(episode.steps)) == ("limit", "failure", 3)


def test_what_the_agent_cannot_do_is_its_failure() -> None:
    def decide(turn: Turn) -> Decision:
        if len(turn.past) == 1 and turn.instruction == golds()[1].instruction:
            raise ValueError("no idea")
        return Decision(Wait(1000)) if len(turn.past) < 2 else Decision(Finish("x"))

    broken, fine = play(Made(decide), (TASKS[1], TASKS[3]), stages=2)
    assert (broken.ending, broken.result, len(broken.steps)) == ("error", "failure", 1)
    assert broken.reasons[0] == "the agent broke: ValueError: no idea"
    assert (fine.ending, len(fine.steps)) == ("finish", 3)


class Stumbling(WorldStage):
    """Its script breaks at the second step."""

    def script(self) -> Script:
        script = super().script()
        decide, turns = script.decide, iter(range(1))

        def decide_once() -> Decision:
            if next(turns, None) is None:
                raise ValueError("the script broke")
            return decide()

        script.decide = decide_once  # type: ignore[method-assign]
        return script


@pytest.mark.parametrize("policy", [GoldPolicy(), ClumsyPolicy(0.5)], ids=lambda policy: policy.name)
def test_a_script_beside_one_that_breaks_goes_on_as_it_was(policy: Policy) -> None:
    alone = play(policy, TASKS[3:])[0]
    given = [Assignment("0", TASKS[3]), Assignment("1", TASKS[1])]
    runner = Runner([WorldStage(), Stumbling()], Keep(snapshots=False))
    beside, broken = sorted(runner.play(given, policy), key=lambda one: one.id)
    assert (broken.result, len(broken.steps)) == ("failure", 1)
    assert broken.reasons[0] == "the agent broke: ValueError: the script broke"
    assert without_latency(beside) == without_latency(alone)


def test_chances_beside_a_turn_that_cannot_be_taken_are_as_they_were() -> None:
    class Drawing(Made):
        def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
            drawn = [Decision(Wait(chance.randrange(1, 10_000))) for chance in chances]
            super().act(turns, chances)
            return drawn

    def decide(turn: Turn) -> None:
        if turn.instruction == golds()[1].instruction:
            raise Fault("no answer", "endpoint")

    alone = play(Drawing(decide), TASKS[:1], limit=3)[0]
    beside, broken = play(Drawing(decide), TASKS[:2], stages=2, limit=3)
    assert broken.result == "fault"
    assert without_latency(beside) == without_latency(alone)


def test_too_few_decisions_are_the_agents_failure() -> None:
    class Short(Made):
        def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
            return []

    (episode,) = play(Short(None))
    assert (episode.ending, episode.result) == ("error", "failure")


def test_what_it_wrote_is_kept_when_it_could_not_decide() -> None:
    policy = Made(lambda turn: Decision(Wait(0), "half a \ud800 call", b"12", (-0.5,), 3, "no tool call"))
    (episode,) = play(policy)
    (step,) = episode.steps
    assert (episode.ending, episode.result) == ("error", "failure")
    assert (step.text, step.choices, step.log_probs, step.version) == ("half a ? call", b"12", (-0.5,), 3)
    assert episode.reasons[0] == "the agent could not decide: no tool call"


class Breaking(WorldStage):
    """Breaks at its second act."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error
        self.acts = 0
        self.mended = 0

    def act(self, action: Action) -> Screen:
        self.acts += 1
        if self.acts == 2:
            raise self._error
        return super().act(action)

    def mend(self) -> None:
        self.mended += 1
        super().mend()


@pytest.mark.parametrize(
    ("error", "cause"), [(Fault("gone", "dropped"), "dropped"), (RuntimeError("a bug"), "program")]
)
def test_what_breaks_is_a_fault_and_the_next_one_goes_on(error: Exception, cause: str) -> None:
    stage = Breaking(error)
    found = list(Runner([stage]).play([Assignment(task, task) for task in TASKS[:2]], GoldPolicy()))
    assert [one.result for one in found] == ["fault", "success"]
    assert (found[0].cause, found[0].reward, found[0].ending) == (cause, None, "")
    assert stage.mended == 1


def test_a_task_that_cannot_be_opened_is_a_fault() -> None:
    (episode,) = play(GoldPolicy(), ["no/such@0.0"])
    assert episode.result == "fault"
    assert "no/such" in episode.reasons[0]


def test_a_fault_of_the_policy_is_no_failure() -> None:
    def decide(turn: Turn) -> Decision:
        raise Fault("the endpoint is down", "endpoint")

    (episode,) = play(Made(decide))
    assert (episode.result, episode.cause) == ("fault", "endpoint")


class Careful(WorldStage):
    """Lets nothing be opened."""

    def act(self, action: Action) -> Screen:
        if isinstance(action, OpenApp):
            raise Held("payment, on 'Pay': not declared")
        return super().act(action)


def test_what_must_not_be_done_for_real_ends_the_episode() -> None:
    (episode,) = Runner([Careful()]).play([Assignment("0", TASKS[0])], GoldPolicy())
    assert (episode.ending, episode.result, episode.reward, len(episode.steps)) == (
        "held",
        "unjudged",
        None,
        1,
    )
    assert episode.reasons == ("payment, on 'Pay': not declared",)


class Slow(WorldStage):
    """Waits for something outside at every act."""

    is_slow = True

    def act(self, action: Action) -> Screen:
        time.sleep(0.05)
        return super().act(action)


def test_a_slow_phone_holds_nobody_up() -> None:
    """While one phone waits, the other has many turns: the slow one's episode is the last to end."""
    slow, quick = Slow(), WorldStage()
    policy = Made(lambda turn: Decision(Wait(1000)) if len(turn.past) < 5 else Decision(Finish("x")))
    tasks = [Assignment(f"{number}", TASKS[0]) for number in range(4)]
    ended = [one.id for one in Runner([slow, quick]).play(tasks, policy)]
    assert sorted(ended) == ["0", "1", "2", "3"]
    assert ended[-1] == "0"
    assert max(policy.batches) <= 2


@pytest.mark.parametrize("stage", [WorldStage, Slow])
def test_what_cannot_be_kept_is_no_fault_of_the_phone(stage: type[WorldStage]) -> None:
    """A full disk ends the run, whichever thread meets it; as a fault it would be given up."""

    def full(_screen: Screen) -> str:
        raise EpisodeError("no space")

    runner = Runner([stage()], Keep(snapshots=False, picture=full))
    with pytest.raises(EpisodeError, match="no space"):
        list(runner.play([Assignment("0", TASKS[0])], GoldPolicy()))
    runner.close()


def test_who_takes_long_to_decide_is_asked_for_several_at_once() -> None:
    """Without waiting for each other the two would be asked for in turns, each while the other acts."""

    def decide(turn: Turn) -> Decision:
        time.sleep(0.2)
        return Decision(Wait(1000)) if len(turn.past) < 3 else Decision(Finish("x"))

    policy = Made(decide)
    tasks = [Assignment(f"{number}", TASKS[0]) for number in range(2)]
    assert len(list(Runner([Slow(), Slow()]).play(tasks, policy))) == 2
    assert sum(policy.batches) == 8 and policy.batches.count(2) >= 3


def test_the_look_of_an_assignment_is_the_phones() -> None:
    look = LookSpec("360x800", dark=True)
    stage = WorldStage()
    opening: Opening = stage.open(Assignment("0", TASKS[0], look=look))
    assert (opening.screen.width, opening.screen.height) == (360, 800)
    assert "360x800" in opening.versions["look"]
    stage.close()


@pytest.mark.parametrize(
    ("name", "says"), [("golt", "did you mean 'gold'"), ("gold:x", "say gold"), ("nano", "say nano:FOLDER")]
)
def test_agents_that_are_not_there_are_refused(name: str, says: str) -> None:
    with pytest.raises(AgentError, match=says):
        policy_called(name)
