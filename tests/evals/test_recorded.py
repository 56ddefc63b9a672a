"""Recorded: an agent is asked at every step of recordings, with what was really done before it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from phonebuddy.actions import Action, Click, Finish, Type
from phonebuddy.agents.policy import Decision, Outcome, Turn
from phonebuddy.errors import EvalError
from phonebuddy.evals.recorded import Agreement, agreement, steps_of
from phonebuddy.screen import Flag
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.trace import Trace
from tests.traces import samples


class Scripted:
    """Says what it is told to say, and keeps what it was shown."""

    name = "scripted"

    def __init__(self, decide: Callable[[Turn], Action]) -> None:
        self._decide = decide
        self.turns: list[Turn] = []

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Outcome]:
        self.turns += turns
        return [Decision(self._decide(turn)) for turn in turns]


@pytest.fixture
def traces(tmp_path: Path) -> list[Trace]:
    """A task to be ticked off in two touches, and one that is nothing but being done."""
    return read_traces(samples.write(tmp_path, samples.autodroid()))


def replayed(traces: Sequence[Trace]) -> Callable[[Turn], Action]:
    """Does what was recorded."""
    known = {trace.instruction: trace for trace in traces}

    def decide(turn: Turn) -> Action:
        steps = known[turn.instruction].steps
        done = len([step for step in turn.past if step.action in {one.action for one in steps}])
        return steps[done].action if done < len(steps) else Finish("Done.")

    return decide


def test_who_does_what_was_done_agrees_everywhere(traces: list[Trace]) -> None:
    found = agreement(Scripted(replayed(traces)), traces)
    assert found.agreed == found.steps == steps_of(traces) > 2
    assert found.whole == found.recordings and not found.mistakes


def test_one_mistake_costs_one_step(traces: list[Trace]) -> None:
    right = replayed(traces)

    def decide(turn: Turn) -> Action:
        return Finish("Done.") if not turn.past else right(turn)

    found = agreement(Scripted(decide), traces)
    told = [trace for trace in traces if trace.instruction and trace.steps]
    assert found.steps - found.agreed == len(found.mistakes) == len(told)
    first = found.mistakes[0]
    assert first.step == 1 and first.chosen == "finish Done." and first.recorded != first.chosen
    assert 0 <= found.low < found.rate < found.high <= 1


def test_a_touch_on_anything_else_does_not_agree(traces: list[Trace]) -> None:
    right = replayed(traces)

    def decide(turn: Turn) -> Action:
        action = right(turn)
        return action if not isinstance(action, Click) else Click(action.point._replace(y=999))

    found = {one.action: one for one in agreement(Scripted(decide), traces).actions}
    assert found["click"].agreed < found["click"].steps


def test_a_text_is_asked_for_with_its_field_in_focus(tmp_path: Path) -> None:
    (trace,) = read_traces(samples.write(tmp_path, samples.step_folder()))
    agent = Scripted(replayed([trace]))
    agreement(agent, [trace])
    written = [step for step in trace.steps if isinstance(step.action, Type) and step.target]
    asked = [turn for turn, step in zip(agent.turns, trace.steps, strict=False) if step in written]
    assert asked, "the sample has a text with a target"
    for turn, step in zip(asked, written, strict=True):
        focused = [one.id for one in turn.screen.elements if one.has(Flag.FOCUSED)]
        assert focused == [step.target]
        assert isinstance(turn.past[-1].action, Click), "that the field was touched is taken as given"


def test_what_says_nothing_is_counted(tmp_path: Path, traces: list[Trace]) -> None:
    crawled = read_traces(samples.write(tmp_path / "crawl", samples.droidbot()))
    drawn = read_traces(samples.write(tmp_path / "drawn", samples.aitz()))
    found = agreement(Scripted(replayed(traces)), [*traces, *crawled, *drawn])
    assert found.left_out["recordings without an instruction"] >= 1
    assert found.left_out["recordings without a tree of the screen"] == 1
    with pytest.raises(EvalError, match="traces inspect"):
        agreement(Scripted(replayed(traces)), crawled)


def test_who_plays_known_solutions_is_refused(traces: list[Trace]) -> None:
    gold = Scripted(replayed(traces))
    gold.insider = True  # type: ignore[attr-defined]
    with pytest.raises(EvalError, match="known solution"):
        agreement(gold, traces)


def test_an_agent_that_breaks_is_told(traces: list[Trace]) -> None:
    class Broken(Scripted):
        def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Outcome]:
            return [ConnectionError("nobody answers") for _ in turns]

    with pytest.raises(EvalError, match="nobody answers"):
        agreement(Broken(replayed(traces)), traces)


SHARED = Path(__file__).parents[3] / "shared" / "traces"


@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared recordings in this clone")
def test_the_recorder_agrees_with_itself_on_real_recordings() -> None:
    traces = [trace for trace in read_traces(SHARED / "autodroid") if trace.instruction]
    found: Agreement = agreement(Scripted(lambda turn: Finish("Done.")), traces)
    kinds = {one.action: one for one in found.actions}
    assert found.recordings == 81 and found.steps == sum(one.steps for one in kinds.values())
    assert kinds["finish"].agreed == kinds["finish"].steps and kinds["click"].agreed == 0
