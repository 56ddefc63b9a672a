"""Samples: episodes as training data in the published shape, one for each step.

Each has the current screen and all that was done before as text. Invariant: a sample holds nothing
that was not there when its step was taken.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from phonebuddy.action_text import to_text
from phonebuddy.agents.gold import SLIP
from phonebuddy.agents.prompt import prompt_for
from phonebuddy.episode import Episode, Step
from phonebuddy.episodes.runner import done_steps


class Sample(msgspec.Struct, frozen=True):
    """One step to learn."""

    episode: str
    step: int
    instruction: str
    before: str
    """What the model is told before the picture."""
    after: str
    """And after it: the instruction and the history."""
    image: str
    """The hash of the screen's picture; empty where none was kept."""
    answer: str
    """What it should write."""
    app: str
    reward: float | None


def samples_of(episode: Episode) -> Iterator[Sample]:
    """A sample for each step that was done, but for mistakes that were made on purpose."""
    steps = done_steps(episode)
    for number, step in enumerate(steps):
        if step.text == SLIP:
            continue
        before, after = prompt_for(episode.instruction, steps[:number])
        yield Sample(
            episode=episode.id,
            step=number,
            instruction=episode.instruction,
            before=before,
            after=after,
            image=step.seen.image,
            answer=answer_of(step),
            app=step.seen.package,
            reward=episode.reward,
        )


def answer_of(step: Step) -> str:
    """What a model should write: what one wrote, word for word, or the call; a script wrote nothing."""
    return step.text if "<tool_call>" in step.text else to_text(step.action)
