"""The driver against a served phone: it sees what the phone shows and does what it is told, no more."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from phonebuddy import actions as a
from phonebuddy.adbd import Served
from phonebuddy.errors import Fault
from phonebuddy.phones import keyboard
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.attempt import attempt
from phonebuddy.phones.begin import KNOBS, has_leftovers
from phonebuddy.phones.contract import Phone, Start
from phonebuddy.phones.own_server import connect
from phonebuddy.phones.side_effects import Guard, Permit
from phonebuddy.screen import Element, Screen
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.phones.served import NOTES, TASK, WRITE, driver, script
from tests.world.helpers import built_in_image, middle

HOSTILE = (
    "a'b\"c",
    "$(reboot)",
    "`id`; rm -rf /sdcard",
    "漢字 😀 👩‍👩‍👧",
    "%s %d \\n",
    "שלום",
    "&& || | > <",
    "{x} $HOME",
    "#",
)


def said(elements: list[Element] | tuple[Element, ...]) -> list[tuple[str, str]]:
    return [(one.text, one.description) for one in elements]


def field(screen: Screen) -> Element:
    return next(one for one in screen.elements if one.role == "field")


def test_what_is_observed_is_what_the_phone_shows(phone: AdbPhone, served: Served) -> None:
    phone.act(a.OpenApp("notes"))
    screen, shown = phone.observe(), served.device.phone.observe()
    assert np.array_equal(screen.pixels(), shown.pixels())
    assert (screen.width, screen.height, screen.package) == (360, 800, NOTES)
    texts = {text for text in said(list(screen.elements)) if any(text)}
    assert texts == {text for text in said(list(shown.elements)) if any(text)}
    assert screen.time_s == shown.time_s


def test_it_keeps_the_contract(phone: AdbPhone) -> None:
    kept: Phone = phone
    assert kept.info.kind == "adb" and NOTES in kept.info.apps and {"tree", "root"} <= kept.info.capabilities


def test_the_same_actions_lead_to_the_same_place(phone: AdbPhone, served: Served) -> None:
    twin = WorldPhone(built_in_image(), LookSpec("360x800"))
    rng = Random(5)
    for _ in range(12):
        screen = phone.observe()
        able = [one for one in screen.elements if one.flags & 1 and one.role != "key"]
        choices: list[a.Action] = [a.Click(middle(screen, rng.choice(able))) for _ in range(3)]
        choices += [a.OpenApp(rng.choice(("notes", "clock", "settings"))), a.ButtonPress("back")]
        action = rng.choice(choices)
        phone.act(action)
        twin.act(action)
        assert said(list(served.device.phone.observe().elements)) == said(list(twin.observe().elements)), (
            action
        )


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_is_typed_as_it_is(phone: AdbPhone, served: Served, text: str) -> None:
    served.device.phone.open_page("notes", "notes", {})
    screen = phone.observe()
    phone.act(a.Click(middle(screen, field(screen))))
    phone.act(a.Type(text))
    assert field(served.device.phone.observe()).text == text


@pytest.mark.slow
def test_five_hundred_strange_texts_arrive_as_they_are(phone: AdbPhone, served: Served) -> None:
    rng = Random(7)
    letters = "aB1 '\"`$(){}[];&|<>\\*?!#%~=^:,./-_\té漢字שלום😀👍🏽\u200d\u202e"
    for _ in range(500):
        text = "".join(rng.choice(letters) for _ in range(rng.randint(1, 40)))
        served.device.phone.reset()
        served.device.phone.open_page("notes", "notes", {})
        served.device.changed()
        screen = served.device.phone.observe()
        phone.wire.must("input", "tap", *map(str, field(screen).bounds.center))
        keyboard.type_text(phone.wire, text)
        assert field(served.device.phone.observe()).text == text


def test_a_new_line_in_a_long_field_is_one(phone: AdbPhone, served: Served) -> None:
    done = attempt(
        phone,
        TASK,
        script(*WRITE[:4], ("tap", "Write something"), ("type", "one\ntwo"), ("finish", "")),
        OPEN,
    )
    assert done.outcome == "finished", done.detail
    rows = served.device.phone.state("SELECT body FROM notes_note ORDER BY id DESC LIMIT 1")
    assert rows == (("one\ntwo",),)


OPEN = Guard(Permit(), Permit())


def test_a_whole_task_is_done_and_judged_by_state(phone: AdbPhone) -> None:
    done = attempt(phone, TASK, script(*WRITE), OPEN)
    assert (done.outcome, done.cause) == ("finished", ""), done.detail
    assert done.judgement is not None and (done.judgement.verdict, done.judgement.by) == ("pass", "state")


def test_doing_nothing_is_judged_a_failure(phone: AdbPhone) -> None:
    done = attempt(phone, TASK, script(("finish", "done")), OPEN)
    assert done.judgement is not None and (done.judgement.verdict, done.judgement.by) == ("fail", "state")


def test_keyboard_and_settings_are_put_back(phone: AdbPhone) -> None:
    before = keyboard.current(phone.wire)
    knobs = {key: phone.wire.shell("settings", "get", *key) for key in KNOBS}
    phone.reset(Start())
    assert keyboard.current(phone.wire) != before and has_leftovers(phone.wire)
    phone.close()
    assert keyboard.current(phone.wire) == before and not has_leftovers(phone.wire)
    assert {key: phone.wire.shell("settings", "get", *key) for key in KNOBS} == knobs


def test_after_a_crash_the_next_driver_puts_things_back(line: tuple[int, Served], phone: AdbPhone) -> None:
    before = keyboard.current(phone.wire)
    phone.reset(Start())
    other = driver(*line)
    other.reset(Start())
    other.close()
    assert keyboard.current(phone.wire) == before and not has_leftovers(phone.wire)


def test_an_unknown_app_changes_nothing(phone: AdbPhone, served: Served) -> None:
    before = served.device.phone.observe()
    for action in (a.OpenApp("no such app"), a.CloseApp("no.such.app")):
        phone.act(action)
    assert said(list(served.device.phone.observe().elements)) == said(list(before.elements))


def test_an_app_that_is_not_there_keeps_an_episode_from_starting(phone: AdbPhone) -> None:
    with pytest.raises(Fault) as error:
        phone.reset(Start(apps=("no.such.app",)))
    assert error.value.cause == "not_ready"


def test_elements_through_uiautomator2(line: tuple[int, Served], served: Served) -> None:
    phone = driver(line[0], served, by_u2=True)
    phone.act(a.OpenApp("notes"))
    assert {one.text for one in phone.observe().elements} >= {"All", "Home", "Reading"}


def test_a_lost_lease_keeps_everything_from_the_phone(phone: AdbPhone, served: Served) -> None:
    phone.observe()
    count = served.device.faults.count

    def lost() -> None:
        raise Fault("gone", "lease_lost")

    phone.wire.may_send = lost
    with pytest.raises(Fault):
        phone.act(a.ButtonPress("home"))
    assert served.device.faults.count == count


def test_a_phone_that_is_not_there(line: tuple[int, Served]) -> None:
    with pytest.raises(Fault) as error:
        AdbPhone("no-such-phone", line[0]).observe()
    assert error.value.cause == "gone"
    with pytest.raises(Fault) as error:
        AdbPhone("no-such-phone", 1).observe()
    assert error.value.cause == "adb_server"


def test_a_broken_connection_is_used_again(line: tuple[int, Served], phone: AdbPhone, served: Served) -> None:
    phone.observe()
    connect(line[0], served.serial)
    assert phone.observe().elements
