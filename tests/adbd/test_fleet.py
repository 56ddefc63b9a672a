"""A fleet: tasks of the suite begun in the world, done through AdbPhone alone, judged by the world."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from phonebuddy.actions import Finish, OpenApp, Wait
from phonebuddy.adbd.fleet import READY, FleetPhone, fleet
from phonebuddy.errors import TaskError
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.reading import FOLDER, load_templates
from phonebuddy.tasks.task import Task, make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, Started, Talk
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.measure.walk import Walker
from phonebuddy.world.phone import WorldPhone
from tests.adbd.helpers import image

DONE = Ending("finish", "")


EVERY = 12
"""One in so many templates of the suite is played as a whole by the driver."""


def template(name: str) -> TaskTemplate:
    return load_templates([FOLDER / f"{name.partition('/')[0]}.yaml"], image().apps)[name]


def play(phone: AdbPhone, wanted: TaskTemplate, task: Task, started: Started) -> Ending:
    """The gold script by the driver's eyes and hands."""
    phone.reset(READY)
    talk = Talk()
    gold = Gold(wanted.gold, started.values, task.instruction, started.speech).play(phone.observe())
    action = next(gold)
    while True:
        phone.act(action)
        talk.note(action)
        try:
            action = gold.send(phone.observe())
        except StopIteration:
            break
    if not talk.kind:
        talk.note(Finish("Done."))
    return talk.ending()


@pytest.fixture(scope="module")
def pair() -> Iterator[list[FleetPhone]]:
    """Two phones of different look."""
    looks = [LookSpec("360x800"), LookSpec("540x1200", dark=True)]
    with fleet([WorldPhone(image(), look) for look in looks]) as phones:
        yield phones


def test_a_task_is_done_through_the_driver(pair: list[FleetPhone]) -> None:
    wanted = template("bikes/unlock_bike")
    for one in pair:
        task = one.world(lambda world: make_task(wanted, world, 0))
        started = one.begin(wanted, task)
        assert not one.verify(wanted, started, DONE).is_success
        verdict = one.verify(wanted, started, play(one.driver(), wanted, task, started))
        assert verdict.is_success, verdict
        # The next start finds nothing of it.
        assert not one.verify(wanted, one.begin(wanted, task), DONE).is_success


def test_another_person_takes_the_phones_place(pair: list[FleetPhone]) -> None:
    wanted = template("bikes/unlock_bike")
    one = pair[0]
    other = build_image(seed=1)
    task = make_task(wanted, WorldPhone(other), 0)
    with pytest.raises(TaskError, match="person 1"):
        one.begin(wanted, task)
    one.put(other, LookSpec("540x1200"))
    started = one.begin(wanted, task)
    driver = one.driver()
    assert (driver.info.width, driver.info.height) == (540, 1200)
    assert one.verify(wanted, started, play(driver, wanted, task, started)).is_success
    one.put(image(), LookSpec("360x800"))


def test_what_clients_left_beside_the_world_is_gone(pair: list[FleetPhone]) -> None:
    wanted = template("bikes/unlock_bike")
    one = pair[0]
    task = one.world(lambda world: make_task(wanted, world, 0))
    driver = one.driver()
    boot = driver.wire.shell("cat", "/proc/sys/kernel/random/boot_id")
    driver.wire.must("touch", "/data/local/tmp/left")
    driver.wire.must("settings", "put", "global", "left", "1")
    driver.wire.must("input", "keyevent", "KEYCODE_SLEEP")
    one.begin(wanted, task)
    driver.reset(READY)
    assert driver.wire.run("ls /data/local/tmp/left").code != 0
    assert driver.wire.shell("settings", "get", "global", "left") == "null"
    assert driver.wire.shell("cat", "/proc/sys/kernel/random/boot_id") == boot
    assert driver.observe().elements


def test_a_wait_passes_on_the_phones_clock(pair: list[FleetPhone]) -> None:
    one = pair[0]
    driver = one.driver()
    one.world(lambda world: world.reset())
    driver.reset(READY)
    before = driver.observe().time_s
    driver.act(Wait(45_000))
    assert driver.observe().time_s == before + 45


def test_starts_may_be_set_while_another_phone_is_used(pair: list[FleetPhone]) -> None:
    wanted = template("bikes/unlock_bike")
    busy, other = pair
    task = other.world(lambda world: make_task(wanted, world, 0))
    driver = busy.driver()
    driver.reset(READY)
    trouble: list[BaseException] = []

    def act() -> None:
        try:
            for _ in range(3):
                driver.act(OpenApp("notes"))
                driver.observe()
        except BaseException as error:
            trouble.append(error)

    thread = threading.Thread(target=act)
    thread.start()
    for _ in range(5):
        assert not other.verify(wanted, other.begin(wanted, task), DONE).is_success
    thread.join()
    assert trouble == []


@pytest.mark.slow
def test_gold_scripts_pass_through_the_driver(pair: list[FleetPhone]) -> None:
    """What the suite proves on the mock phone holds over ADB: the same touches, the same verdict.

    Without interruptions: a script knows them by an id that no dump carries.
    """
    suite = load_templates(sorted(FOLDER.glob("*.yaml")), image().apps)
    one, failed, played = pair[1], [], 0
    for name in sorted(suite)[::EVERY]:
        wanted = suite[name]
        task = one.world(lambda world, wanted=wanted: make_task(wanted, world, 0))  # type: ignore[misc]
        if task.interruptions:
            continue
        started = one.begin(wanted, task)
        verdict = one.verify(wanted, started, play(one.driver(), wanted, task, started))
        played += 1
        failed += [] if verdict.is_success else [(name, verdict.reasons)]
    assert failed == [] and played >= 10


def walk_twice(one: FleetPhone, seed: int, steps: int) -> None:
    """A random walk over ADB, and the same actions done to a mock phone itself: byte for byte the same."""
    one.begin(*begun(one))
    one.world(lambda world: world.interrupt_by_seed(seed, 2.0))
    start = one.world(lambda world: world.snapshot())
    twin = WorldPhone(image(), start.look)
    twin.restore(start)
    driver = one.driver()
    driver.reset(READY)
    walker, screen = Walker(seed, tuple(image().apps.apps)), driver.observe()
    for number in range(steps):
        action = walker.next(screen)
        driver.act(action)
        twin.act(action)
        screen = driver.observe()
        assert one.world(lambda world: world.snapshot()) == twin.snapshot(), (seed, number, action)


def begun(one: FleetPhone) -> tuple[TaskTemplate, Task]:
    wanted = template("bikes/unlock_bike")
    return wanted, one.world(lambda world: make_task(wanted, world, 0))


def test_actions_over_adb_are_the_actions_of_the_mock_phone(pair: list[FleetPhone]) -> None:
    walk_twice(pair[0], 1, 20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
def test_long_walks_over_adb(pair: list[FleetPhone], seed: int) -> None:
    walk_twice(pair[seed % 2], seed, 50)
