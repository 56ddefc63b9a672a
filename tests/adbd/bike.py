"""One whole task of the suite, for clients to do: unlock the bike with a given number in a mini-app."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import NamedTuple

from phonebuddy.tasks.reading import FOLDER, load_templates
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, Started, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.phone import WorldPhone

TEMPLATE = "bikes/unlock_bike"
HUB = "com.phoneworld.hub"
Point = tuple[int, int]


class Hands(NamedTuple):
    """What a client must be able to do for a task: start an app, see, tap, type."""

    start: Callable[[str], object]
    find: Callable[[str], Point]
    """Where something is that says so."""
    tap: Callable[[int, int], object]
    type: Callable[[str], object]


def place_of(xml: str, label: str) -> Point:
    """The middle of the node that says something; the last one is on top."""
    whole = xml[xml.index("<?xml") : xml.rindex("</hierarchy>") + len("</hierarchy>")]
    nodes = [
        node for node in ElementTree.fromstring(whole.encode()).iter("node")
        if label in (node.get("text"), node.get("content-desc"), node.get("hint"))
    ]  # fmt: skip
    assert nodes, f"no '{label}' on the screen"
    left, top, right, bottom = map(int, re.findall(r"\d+", nodes[-1].get("bounds", "")))
    return (left + right) // 2, (top + bottom) // 2


def by_dump(dump: Callable[[], str]) -> Callable[[str], Point]:
    """Finds by a client's dump."""
    return lambda label: place_of(dump(), label)


class Job(NamedTuple):
    """The task, begun on a phone; `number` is that of the bike to unlock."""

    phone: WorldPhone
    template: TaskTemplate
    started: Started
    number: str

    def must_be_done(self) -> None:
        """The verifier of the suite says whether it was."""
        verdict = verify(self.template, self.phone, self.started, Ending("finish", ""))
        assert verdict.is_success, verdict


def begin_job(phone: WorldPhone) -> Job:
    template = load_templates([FOLDER / "bikes.yaml"], phone.image.apps)[TEMPLATE]
    task = make_task(template, phone, 0)
    started = begin(phone, template, task)
    assert not verify(template, phone, started, Ending("finish", "")).is_success
    return Job(phone, template, started, str(task.values["id"]))


def unlock_a_bike(phone: WorldPhone, hands: Hands) -> None:
    """The whole task by one client's hands."""
    job = begin_job(phone)

    def tap(label: str) -> None:
        hands.tap(*hands.find(label))

    hands.start(HUB)
    tap("Spokeway")
    tap("Enter number")
    tap("Bike number")
    hands.type(job.number)
    tap("Find bike")
    tap("Unlock")
    job.must_be_done()
