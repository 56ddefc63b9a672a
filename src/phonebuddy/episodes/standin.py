"""The stand-in for real phones: a served mock phone, worked over ADB alone, with what makes real ones hard.

It may look like nobody's training phone, answer late, break now and then and be interrupted more often.
Invariant: who acts gets nothing but what the ADB driver gives; the world behind it is asked only to set the
start and to judge.
"""

from __future__ import annotations

import random
import time
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from phonebuddy.actions import Action, CloseApp, OpenApp
from phonebuddy.adbd.faults import KINDS
from phonebuddy.adbd.fleet import READY, FleetPhone
from phonebuddy.agents.gold import Script
from phonebuddy.episodes.phones import STAND_IN_KINDS, Trouble
from phonebuddy.episodes.stage import (
    Assignment,
    Judged,
    Opening,
    opening_of,
    result_of,
    titles_on,
    versions_of,
)
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.screen import Screen
from phonebuddy.tasks.calling import task_on
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.village import image_of
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.task import Task, read_id
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, Started
from phonebuddy.world.look import LookSpec, random_look
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.state.store import Rows

LOOKS_FROM = 1_000_000
"""Looks of the stand-in have seeds from here on: none of them is drawn for the mock lane."""
INTERRUPTED_FOR_S = 180
MOST_LEFT = 8
"""Notifications that stay; the owner clears the rest now and then."""
BREAKS = {"dropped": 1, "reboot": 1, "black_frame": 30, "null_root": 30, "wrong_size": 30}
"""How it breaks, of the faults a served phone knows, and over how many commands: a driver looks again at what
it cannot believe, so one bad picture breaks nothing. What only waits is left to `latency_s`."""
BREAKS_WITHIN = 20
"""Commands of an episode among which the one that breaks is: even a short episode has so many."""


assert set(BREAKS) <= set(KINDS), "a served phone knows how to break so"


class _Left(NamedTuple):
    """What restoring the apps' data does not touch; neither is part of any verdict."""

    copied: str
    notifications: Rows


def _leftovers(phone: WorldPhone) -> _Left:
    ((copied,),) = phone.state("SELECT text FROM phone_clipboard")
    rows = phone.state(
        "SELECT at_ms, app, key, title, text, page, params FROM phone_notification ORDER BY id"
    )
    return _Left(str(copied), rows)


def _leave(phone: WorldPhone, left: _Left) -> None:
    phone.change("UPDATE phone_clipboard SET text = ?", (left.copied,))
    known = set(phone.state("SELECT app, title, text FROM phone_notification"))
    for row in left.notifications[-MOST_LEFT:]:
        if (row[1], row[3], row[4]) not in known:
            phone.change(
                "INSERT INTO phone_notification (at_ms, app, key, title, text, page, params)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )


class ServedStage:
    """One served phone of a fleet."""

    kind = "served"
    is_slow = True

    def __init__(self, phone: FleetPhone, trouble: Trouble | None = None) -> None:
        self._served = phone
        self._trouble = trouble or Trouble()
        self._num_opened = 0
        self._driver: AdbPhone
        self._template: TaskTemplate
        self._task: Task
        self._started: Started
        self._titles: dict[str, str]
        self._packages: dict[str, str]

    def open(self, assignment: Assignment) -> Opening:
        name, person, number = read_id(assignment.task)
        image, look = image_of(person), assignment.look or self._look(assignment.task)
        if self._served.world(lambda phone: (phone.image.id, phone.look)) != (image.id, look):
            self._served.put(image, look)
        left = self._served.world(_leftovers) if self._trouble.leftovers else None
        self._template, self._task = self._served.world(lambda phone: task_on(phone, name, number))
        self._started = self._served.begin(self._template, self._task)
        if left is not None:
            self._served.world(partial(_leave, left=left))
        self._titles = self._served.world(titles_on)
        heads = {app.manifest.title: app.package for app in image.apps.apps.values()}
        self._packages = {said: heads[title] for title, said in self._titles.items()}
        self._make_hard(assignment)
        self._driver = self._served.driver()
        self._driver.reset(READY)
        screen = self._look_at()
        versions = versions_of(self._template, image, look)
        return opening_of(self._template, self._task, screen, tuple(self._titles.values()), versions)

    def _look(self, task: str) -> LookSpec:
        if not self._trouble.looks:
            return LOOK
        number = random.Random(f"stand-in/{task}").randrange(self._trouble.looks)
        return random_look(LOOKS_FROM + number, LOOK.profile)

    def _make_hard(self, assignment: Assignment) -> None:
        # A phone that broke in one try need not break in the next, so how often it was used counts too.
        self._num_opened += 1
        chance = random.Random(f"trouble/{assignment.id}/{assignment.seed}/{self._num_opened}")
        for kind, after_ms, says in self._interruptions(chance):
            self._served.world(partial(WorldPhone.interrupt, kind=kind, after_ms=after_ms, says=says))
        self.mend()
        if chance.random() < self._trouble.fault_rate:
            kind, after = chance.choice(tuple(BREAKS)), chance.randrange(1, BREAKS_WITHIN)
            self._served.world(lambda _: self._plan_fault(kind, after))

    def _plan_fault(self, kind: str, after: int) -> None:
        for number in range(BREAKS[kind]):
            self._served.served.device.faults.plan(kind, after + number)

    def _interruptions(self, chance: random.Random) -> list[tuple[str, int, int]]:
        """What comes, when, and the number of its words, over the first minutes."""
        found: list[tuple[str, int, int]] = []
        after_s = 0.0
        while self._trouble.interruptions:
            after_s += chance.expovariate(self._trouble.interruptions / 60)
            if after_s > INTERRUPTED_FOR_S:
                break
            found.append((chance.choice(STAND_IN_KINDS), int(after_s * 1000), chance.randrange(8)))
        return found

    def act(self, action: Action) -> Screen:
        # ADB knows apps by package; an agent reads the name under the icon.
        if isinstance(action, OpenApp | CloseApp):
            action = type(action)(self._packages.get(action.package, action.package))
        self._driver.act(action)
        return self._look_at()

    def _look_at(self) -> Screen:
        if self._trouble.latency_s:
            time.sleep(self._trouble.latency_s)
        return self._driver.observe()

    def snapshot(self) -> bytes:
        """Nothing: a real phone cannot be entered again."""
        return b""

    def script(self) -> Script:
        """The solution, which looks at the world itself: its words for what is where are the world's."""
        gold = Gold(self._template.gold, self._started.values, self._task.instruction, self._started.speech)
        return Script(gold, lambda: self._served.world(WorldPhone.observe), self._titles)

    def judge(self, ending: Ending) -> Judged:
        found = self._served.verify(self._template, self._started, ending)
        changeset = self._served.world(WorldPhone.changeset)
        return Judged(result_of(found.result), found.reasons, found.side_effects, changeset)

    def mend(self) -> None:
        """What was planned to break does not any more; the next start sets the phone up anew."""
        with suppress(PhoneBuddyError):
            self._served.world(lambda _: self._served.served.device.faults.planned.clear())

    def close(self) -> None:
        """Nothing of its own: the fleet ends with who made it."""
