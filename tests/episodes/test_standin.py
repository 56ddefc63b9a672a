"""The stand-in for real phones: worked over ADB alone, judged by the world, as hard as it was asked to be."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from phonebuddy.actions import Finish
from phonebuddy.agents.gold import GoldPolicy
from phonebuddy.agents.policy import Decision, Policy
from phonebuddy.episode import Episode
from phonebuddy.episodes.phones import STAND_IN_KINDS, Trouble
from phonebuddy.episodes.runner import Keep, Runner
from phonebuddy.episodes.stage import Assignment
from tests.episodes.made import TASKS, golds
from tests.episodes.test_runner import Made

pytest.importorskip("adbutils", reason="adbutils is not installed")

from phonebuddy.adbd.fleet import FleetPhone, fleet
from phonebuddy.episodes.standin import ServedStage
from phonebuddy.tasks.proving import LOOK
from phonebuddy.world.image import build_image
from phonebuddy.world.phone import WorldPhone

NOTICE = (
    "INSERT INTO phone_notification (at_ms, app, title, text, page)"
    " VALUES (1, 'notes', 'Left behind', 'by somebody', 'notes')"
)
COUNT = "SELECT count(*) FROM phone_notification WHERE title = 'Left behind'"
DONE = Made(lambda turn: Decision(Finish("Done.")))


@pytest.fixture(scope="module")
def phone() -> Iterator[FleetPhone]:
    with fleet([WorldPhone(build_image(), LOOK)]) as (one,):
        yield one


def play(phone: FleetPhone, trouble: Trouble, policy: Policy, id: str = "0") -> Episode:
    runner = Runner([ServedStage(phone, trouble)], Keep(snapshots=False))
    (episode,) = runner.play([Assignment(id, TASKS[0], lane="real")], policy)
    return episode


def test_gold_does_the_same_over_adb(phone: FleetPhone) -> None:
    served, world = play(phone, Trouble(), GoldPolicy()), golds()[0]
    assert (served.result, served.phone, served.lane) == ("success", "served", "real"), served.reasons
    assert (served.instruction, served.offered) == (world.instruction, world.offered)
    assert [step.action for step in served.steps] == [step.action for step in world.steps]


def test_a_phone_that_breaks_is_a_fault_and_the_next_try_is_not(phone: FleetPhone) -> None:
    tries = [play(phone, Trouble(fault_rate=1.0), GoldPolicy(), f"{number}") for number in range(4)]
    assert [one.result for one in tries] == ["fault"] * 4
    assert all(one.cause != "program" for one in tries), [one.reasons for one in tries]
    assert play(phone, Trouble(), DONE).result == "failure"


def test_only_what_was_asked_for_is_left(phone: FleetPhone) -> None:
    for leftovers in (False, True):
        play(phone, Trouble(), DONE)
        phone.world(lambda world: world.change(NOTICE))
        phone.world(lambda world: world.change("UPDATE phone_clipboard SET text = 'copied'"))
        assert play(phone, Trouble(leftovers=leftovers), DONE).result == "failure"
        assert phone.world(lambda world: world.state(COUNT)) == ((int(leftovers),),)
        copied = phone.world(lambda world: world.state("SELECT text FROM phone_clipboard"))
        assert copied == (("copied" if leftovers else "",),)


def test_looks_and_interruptions_are_its_own(phone: FleetPhone) -> None:
    stage = ServedStage(phone, Trouble(looks=5, interruptions=20.0))
    opening = stage.open(Assignment("0", TASKS[0]))
    again = stage.open(Assignment("1", TASKS[0]))
    assert opening.versions["look"] == again.versions["look"]
    assert phone.world(lambda world: world.look) != LOOK
    planned = stage._interruptions(random.Random(0))
    assert planned and {kind for kind, _, _ in planned} <= set(STAND_IN_KINDS)
