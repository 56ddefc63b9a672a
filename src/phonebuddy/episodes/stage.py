"""Stage: a phone on which tasks are tried: it opens a task, takes actions, and judges at the end.

What differs between kinds of phone is here; what an episode is, is in runner.py. Invariant: an opening
depends on the task and the look alone, so that every try at a task starts from the same screen.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import msgspec

from phonebuddy import __version__
from phonebuddy.actions import Action
from phonebuddy.agents.gold import Script
from phonebuddy.episode import Lane, Result
from phonebuddy.screen import Screen
from phonebuddy.tasks.calling import task_on
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.village import image_of
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.task import Task, language_of, read_id
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, Started, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import Image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone


class Assignment(msgspec.Struct, frozen=True):
    """One episode that is to be played."""

    id: str
    """Becomes the episode's."""
    task: str
    seed: int = 0
    """Of the agent's chances."""
    lane: Lane = "mock"
    limit: int = 0
    """Steps the agent has; 0 for as many as the task says."""
    look: LookSpec | None = None
    """How the phone looks; the stage's own look when left out."""


class Opening(NamedTuple):
    """A task at its start."""

    instruction: str
    category: str
    apps: tuple[str, ...]
    limit: int
    """Steps the agent has; 0 where the task sets no limit."""
    screen: Screen
    offered: tuple[str, ...]
    """The names under the icons of the apps that can be opened."""
    versions: dict[str, str]


class Judged(NamedTuple):
    """What became of an episode."""

    result: Result
    reasons: tuple[str, ...]
    side_effects: tuple[str, ...]
    changeset: bytes


class Held(Exception):
    """An action that must not be done for real: the episode ends before it, and nobody is to blame."""


class Stage(Protocol):
    """One phone. What breaks raises, best a Fault with its cause; then `mend` is called before the next."""

    kind: str
    is_slow: bool
    """Whether it waits for something outside, so that others should go on meanwhile."""

    def open(self, assignment: Assignment) -> Opening: ...

    def act(self, action: Action) -> Screen:
        """Raises Held for what must not be done for real."""
        ...

    def snapshot(self) -> bytes:
        """The phone as it is now, where it can say."""
        ...

    def script(self) -> object:
        """The solution of the task that is open, for insiders; None where there is none."""
        ...

    def judge(self, ending: Ending) -> Judged: ...

    def mend(self) -> None:
        """After a fault: whatever was held is let go."""
        ...

    def close(self) -> None: ...


class WorldStage:
    """A mock phone in this process."""

    kind = "world"
    is_slow = False

    def __init__(self, look: LookSpec = LOOK) -> None:
        self._own_look = look
        self._phone: WorldPhone | None = None
        self._template: TaskTemplate
        self._task: Task
        self._started: Started

    def open(self, assignment: Assignment) -> Opening:
        name, person, number = read_id(assignment.task)
        phone = self._phone_of(person, assignment.look or self._own_look)
        self._template, self._task = task_on(phone, name, number)
        self._started = begin(phone, self._template, self._task)
        versions = versions_of(self._template, phone.image, phone.look)
        offered = tuple(titles_on(phone).values())
        return opening_of(self._template, self._task, phone.observe(), offered, versions)

    def _phone_of(self, person: int, look: LookSpec) -> WorldPhone:
        """The phone at hand where it is this person's: making one takes longer than putting it back."""
        if self._phone is None or self._phone.image.seed != person:
            self.close()
            self._phone = WorldPhone(image_of(person), look)
        elif self._phone.look != look:
            self._phone.set_look(look)
        return self._phone

    @property
    def phone(self) -> WorldPhone:
        assert self._phone is not None, "open comes first"
        return self._phone

    def act(self, action: Action) -> Screen:
        self.phone.act(action)
        return self.phone.observe()

    def snapshot(self) -> bytes:
        return self.phone.snapshot().to_bytes()

    def script(self) -> Script:
        gold = Gold(self._template.gold, self._started.values, self._task.instruction, self._started.speech)
        return Script(gold, self.phone.observe, titles_on(self.phone))

    def judge(self, ending: Ending) -> Judged:
        found = verify(self._template, self.phone, self._started, ending)
        return Judged(result_of(found.result), found.reasons, found.side_effects, self.phone.changeset())

    def mend(self) -> None:
        self.close()

    def close(self) -> None:
        if self._phone is not None:
            self._phone.close()
            self._phone = None


def opening_of(
    template: TaskTemplate, task: Task, screen: Screen, offered: tuple[str, ...], versions: dict[str, str]
) -> Opening:
    """A task of the suite at its start."""
    head = (task.instruction, template.category, template.apps, task.limit)
    return Opening(*head, screen, offered, versions)


def result_of(verdict: str) -> Result:
    """A verdict's word as an episode's."""
    return "success" if verdict == "success" else "failure" if verdict == "failure" else "fault"


def titles_on(phone: WorldPhone) -> dict[str, str]:
    """What the apps with an icon are called on a phone, by their English title; minis have none."""
    language = language_of(phone)
    heads = [app.manifest for app in phone.image.apps.apps.values() if not app.manifest.host]
    return {head.title: head.title_in(language) for head in heads}


def versions_of(template: TaskTemplate, image: Image, look: LookSpec) -> dict[str, str]:
    """Whatever must agree for an episode to come out the same again."""
    return {
        "phonebuddy": __version__,
        "image": image.id,
        "template": template.digest,
        "look": msgspec.json.encode(look).decode(),
    }
