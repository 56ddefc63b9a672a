"""Episodes of the mock phone whose verdict is proven, to measure a judge with.

For each task: its gold script, nothing at all, and one gold script with a mistake in it. Invariant: the truth
comes from the task's verifier, which reads the phone's state and never the frames.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from phonebuddy.actions import Action
from phonebuddy.errors import TaskError
from phonebuddy.phones.judge import QUALITY, Episode
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.mutate import mutants
from phonebuddy.tasks.perform import Performance, perform
from phonebuddy.tasks.reading import built_in_templates
from phonebuddy.tasks.task import Task, make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, Started, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone

LOOK = LookSpec("540x1200")


class Case(NamedTuple):
    """One episode and the truth about it."""

    name: str
    episode: Episode
    is_success: bool


class _Filmed(WorldPhone):
    """A mock phone that keeps what was done to it and what it showed."""

    def __init__(self, image: Image) -> None:
        super().__init__(image, LOOK)
        self.actions: list[Action] = []
        self.frames: list[bytes] = []

    def act(self, action: Action) -> None:
        super().act(action)
        self.actions.append(action)
        self.frames.append(self.observe().jpeg(QUALITY))

    def rewind(self, started: Started) -> None:
        """Back to the start of the task, with a new film."""
        self.restore(started.snapshot)
        self.actions, self.frames = [], [self.observe().jpeg(QUALITY)]


def make_cases(count: int, seed: int) -> Iterator[Case]:
    """So many cases, about a third of them successes; the same for the same seed."""
    templates = [template for template in built_in_templates().values() if template.gold]
    chance = random.Random(f"judge/{seed}")
    chance.shuffle(templates)
    phone = _Filmed(build_image())
    made = number = 0
    while made < count and number < count:
        for template in templates:
            for case in _cases_of(phone, template, number, chance):
                if made == count:
                    return
                made += 1
                yield case
        number += 1


def _cases_of(phone: _Filmed, template: TaskTemplate, number: int, chance: random.Random) -> list[Case]:
    try:
        task = make_task(template, phone, number)
    except TaskError:
        # This person's phone has nothing to draw the task from.
        return []
    started = begin(phone, template, task)
    phone.rewind(started)
    done = perform(phone, Gold(template.gold, started.values, task.instruction))
    cases = [_case(phone, template, task, started, done.ending, "gold")]
    phone.rewind(started)
    cases.append(_case(phone, template, task, started, Ending("finish", "Done."), "nothing"))
    if mutant := _mutant(phone, template, task, started, done, chance):
        cases.append(mutant)
    return cases


def _mutant(
    phone: _Filmed,
    template: TaskTemplate,
    task: Task,
    started: Started,
    done: Performance,
    chance: random.Random,
) -> Case | None:
    phone.reset()
    found = mutants(template, phone, task.values, done.wrote, task.id)
    if not found:
        return None
    mutant = chance.choice(found)
    phone.rewind(started)
    # A mutant may name what the task did not; the script is told all of it.
    told = f"{task.instruction} {' '.join(str(value) for value in mutant.values.values())}"
    ended = perform(phone, Gold(mutant.steps, {**started.values, **mutant.values}, told))
    return _case(phone, template, task, started, ended.ending, mutant.name)


def _case(
    phone: _Filmed, template: TaskTemplate, task: Task, started: Started, ending: Ending, how: str
) -> Case:
    verdict = verify(template, phone, started, ending)
    rubric = (
        f"At the end, this is done, completely and with the right names and numbers: {task.instruction}",
        "Nothing else on the phone was changed on the way.",
    )
    said = f"At the end the agent told the user: {ending.said[:500]!r}" if ending.said else ""
    episode = Episode(task.instruction, rubric, tuple(phone.actions), tuple(phone.frames), said)
    return Case(f"{task.id} {how}", episode, verdict.is_success)
