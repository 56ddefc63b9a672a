"""Interruptions: what the file may say, how they come, and the way out of each."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from phonebuddy import actions as a
from phonebuddy.errors import AppError, PhoneBuddyError, SnapshotError
from phonebuddy.screen import Flag
from phonebuddy.world.interruption_kinds import APP, Kind, built_in_kinds, read_kinds
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.uistate import Interruption, decode_ui, encode_ui
from tests.world.helpers import built_in_image, differences, dump, middle, moment, next_action, pixel_hash
from tests.world.system.talk import Talk, talk_image

KINDS = built_in_kinds()
SHOWN = {name: kind for name, kind in KINDS.items() if kind.layout != "banner"}
STEPS, SLOW_STEPS = 3_000, 100_000
IMAGES = {"talk": talk_image, "built_in": built_in_image}
RATE = 8.0
"""Far more a minute than anybody bears, so that a monkey meets many."""


def app_tables(phone: WorldPhone) -> dict[str, bytes]:
    return {name: rows for name, rows in dump(phone).items() if not name.startswith("phone_")}


# -- the file --------------------------------------------------------------------------------------------


def test_the_file_has_every_kind_there_should_be() -> None:
    wanted = "notification permission low_battery update advert slow no_network logged_out"
    assert set(wanted.split()) <= set(KINDS)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a: {says: [{text: x}], lasts: 1, colour: red}", 1, "unknown key 'colour'"),
        ("a:\n  layout: dialogue\n  says: [{text: x}]\n  lasts: 1", 2, "did you mean 'dialog'"),
        ("a: {lasts: 1}", 1, "'says' is needed"),
        ("a:\n  lasts: soon\n  says: [{text: x}]\n  buttons: [{label: x, does: close}]", 2, "takes a number"),
        ("a: {says: [{text: x}]}", 1, "has no way out"),
        ("a:\n  says: [{text: x}]\n  buttons:\n    - {label: y, then: b}", 4, "unknown kind 'b'"),
        ("a:\n  says: [{text: x}]\n  buttons:\n    - {label: y}", 4, "either 'does' or 'then'"),
        ("a:\n  says: [{text: x}]\n  buttons:\n    - {label: y, does: shut}", 4, "unknown does 'shut'"),
        ("a:\n  icon: belll\n  lasts: 1\n  says: [{text: x}]", 2, "unknown icon 'belll'"),
        ("a:\n  lasts: 1\n  says:\n    - {text: x, color: reed}", 4, "unknown color 'reed'"),
        ("a:\n  lasts: 1\n  says:\n    - {text: x, picture: moose}", 4, "unknown picture 'moose'"),
        ("a:\n  lasts: 1\n  says:\n    - {text: 'hello {app}'}", 4, "unknown name 'app'"),
        (
            "a:\n  layout: banner\n  says: [{title: x}]\n  buttons: [{label: x, does: close}]",
            2,
            "a banner is",
        ),
        ("a:\n  lasts: 1\n  says: x", 3, "takes a list"),
        ("a: x", 1, "is a map"),
        ("- a", 1, "a map of kinds"),
    ],
)
def test_mistakes_are_found_with_their_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(AppError, match=message) as caught:
        read_kinds(path)
    assert f"content/broken.yaml:{line}: " in str(caught.value)


def test_a_way_out_may_lead_over_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(
        "a: {says: [{text: x}], buttons: [{label: y, then: b}]}\nb: {says: [{text: x}], lasts: 1}"
    )
    assert list(read_kinds(path)) == ["a", "b"]
    path.write_text("a: {says: [{text: x}], buttons: [{label: y, then: a}]}")
    with pytest.raises(AppError, match="no way out"):
        read_kinds(path)


# -- coming and going ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SHOWN.values(), ids=list(SHOWN))
def test_each_lies_over_everything_and_every_button_is_a_way_out(kind: Kind) -> None:
    for number in range(len(kind.says)):
        for index in range(len(kind.buttons)):
            talk = Talk()
            data = app_tables(talk.phone)
            talk.phone.interrupt(kind.name, says=number)
            assert talk.phone.view() == ("talk", "main", f"interruption {kind.name}")
            talk.phone.act(a.Click(a.Point(500, 970)))
            assert talk.phone.view() == ("talk", "main", f"interruption {kind.name}"), "it stays"
            _go_on(talk, kind, index)
            assert talk.phone.view() == ("talk", "main", "")
            assert app_tables(talk.phone) == data


def _go_on(talk: Talk, kind: Kind, index: int) -> None:
    """Press a button, and what comes after it, until nothing is left."""
    talk.tap(kind.buttons[index].label.replace("{app}", "Talk"))
    for _ in range(5):
        one = talk.phone._runtime.interruptions.current()
        if one is None:
            return
        following = KINDS[one.kind]
        if following.buttons:
            talk.tap(following.buttons[0].label.replace("{app}", "Talk"))
        else:
            talk.wait(following.lasts_ms // 1000)


@pytest.mark.parametrize("kind", SHOWN.values(), ids=list(SHOWN))
def test_back_closes_it_or_leaves_it_and_never_reaches_the_page(kind: Kind) -> None:
    talk = Talk()
    talk.phone.interrupt(kind.name)
    talk.press("back")
    expected = "" if kind.back_closes else f"interruption {kind.name}"
    assert talk.phone.view() == ("talk", "main", expected)


@pytest.mark.parametrize("look", [LookSpec("360x800", font_scale=1.3), LookSpec("1600x2560", dark=True)])
@pytest.mark.parametrize("kind", SHOWN.values(), ids=list(SHOWN))
def test_snapshots_hold_and_buttons_can_be_hit(kind: Kind, look: LookSpec) -> None:
    talk = Talk(look)
    talk.phone.interrupt(kind.name)
    before, pixels, kept = moment(talk.phone), pixel_hash(talk.phone), talk.phone.snapshot()
    talk.press("home")
    talk.phone.restore(kept)
    assert not differences(before, moment(talk.phone)) and pixel_hash(talk.phone) == pixels
    screen = talk.phone.observe()
    for one in screen.elements:
        if one.id.startswith("interruption"):
            inside = one.bounds.left >= 0 and one.bounds.right <= screen.width
            assert inside and one.bounds.bottom <= screen.height, one
        if one.id.startswith("interruption") and one.has(Flag.CLICKABLE):
            assert one.bounds.bottom - one.bounds.top >= talk.phone._look.dp(48)
            assert one.text or one.description


def test_a_slow_page_goes_by_itself() -> None:
    talk = Talk()
    talk.phone.interrupt("slow")
    first = pixel_hash(talk.phone)
    talk.wait(2)
    assert talk.has("In progress") and pixel_hash(talk.phone) != first, "it turns"
    talk.wait(4)
    assert not talk.has("In progress")


def test_the_network_comes_back_on_the_second_try() -> None:
    talk = Talk()
    talk.phone.interrupt("no_network")
    talk.tap("Try again")
    assert talk.has("Still no connection") and talk.has("You are offline")
    talk.tap("Try again")
    assert not talk.has("You are offline")


def test_those_of_an_app_stay_with_it() -> None:
    talk = Talk()
    talk.phone.interrupt("logged_out")
    talk.press("home")
    assert talk.phone.view() is None and not talk.has("Log in")
    talk.phone.act(a.OpenApp("book"))
    assert not talk.has("Log in")
    talk.phone.act(a.OpenApp("talk"))
    assert talk.has("Log in")
    talk.phone.act(a.CloseApp("talk"))
    talk.phone.act(a.OpenApp("talk"))
    assert not talk.has("Log in")


def test_those_of_an_app_wait_until_one_is_open() -> None:
    talk = Talk(app="")
    talk.phone.interrupt("advert")
    assert not talk.has("Close advert")
    talk.phone.interrupt("low_battery")
    assert talk.has("Battery low"), "the phone's own need not wait for it"
    talk.tap("OK")
    talk.phone.act(a.OpenApp("talk"))
    assert talk.has("Close advert")


def test_those_of_the_phone_stay_over_everything() -> None:
    talk = Talk()
    talk.phone.interrupt("low_battery")
    talk.pull()
    talk.press("home")
    assert talk.phone.view() is None and talk.has("Battery low")
    assert not talk.has("No notifications")


def test_it_comes_when_it_is_due_and_one_after_the_other() -> None:
    talk = Talk()
    talk.phone.interrupt("update", after_ms=20_000)
    talk.phone.interrupt("low_battery", after_ms=10_000)
    talk.wait(5)
    assert talk.phone.view() == ("talk", "main", "")
    talk.wait(60)
    assert talk.has("Battery low") and not talk.has("System update ready")
    talk.tap("OK")
    assert talk.has("System update ready")
    talk.tap("Later")
    assert talk.phone.view() == ("talk", "main", "")


def test_it_takes_the_keyboard_away_and_nothing_is_typed_below() -> None:
    talk = Talk()
    talk.tap("Line")
    talk.phone.interrupt("low_battery")
    talk.phone.act(a.Type("x"))
    assert not talk.has("Shift") and talk.heard() == []


def test_a_locked_phone_is_not_interrupted() -> None:
    talk = Talk()
    talk.phone._runtime.keyguard.lock()
    talk.phone.interrupt("low_battery")
    talk.wait(10)
    assert not talk.has("Battery low")


def test_a_banner_is_a_notification_of_nobody() -> None:
    talk = Talk()
    talk.phone.interrupt("notification")
    title = KINDS["notification"].says[0].title
    assert talk.has(f"Weather: {title}")
    talk.wait(10)
    talk.pull()
    talk.tap(f"Weather: {title}")
    assert talk.phone.view() == ("talk", "main", "")
    assert talk.rows("SELECT * FROM phone_notification") == []


def test_what_happened_is_in_the_log() -> None:
    talk = Talk()
    talk.phone.interrupt("rate")
    talk.tap("Not now")
    log = talk.rows("SELECT detail FROM phone_event WHERE kind = 'interruption' ORDER BY seq")
    assert log == [("rate",), ("rate gone",)]


def test_nonsense_is_refused() -> None:
    phone = Talk().phone
    with pytest.raises(PhoneBuddyError, match="did you mean 'update'"):
        phone.interrupt("updat")
    with pytest.raises(PhoneBuddyError, match="rate 0"):
        phone.interrupt_by_seed(1, 0)
    kept = phone.snapshot()
    ui = decode_ui(kept.ui)
    ui.interruptions.append(Interruption(0, "no such kind", {"says": 0}))
    with pytest.raises(SnapshotError, match="no such kind"):
        phone.restore(type(kept)(kept.version, kept.image, kept.look, kept.changeset, encode_ui(ui)))


# -- by seed ---------------------------------------------------------------------------------------------


def _met(seed: int) -> list[tuple[object, ...]]:
    talk = Talk()
    talk.phone.interrupt_by_seed(seed, RATE)
    for _ in range(120):
        _leave(talk.phone, Random(0))
        talk.wait(2)
    return talk.rows("SELECT at_ms, detail FROM phone_event WHERE kind = 'interruption' ORDER BY seq")


def test_a_seed_gives_the_same_and_another_gives_others() -> None:
    first, again, other = _met(1), _met(1), _met(2)
    assert first == again and first != other
    kinds = {str(detail) for _, detail in first if not str(detail).endswith("gone")}
    assert len(kinds) >= 5, kinds


def test_at_most_one_of_a_seed_waits() -> None:
    talk = Talk()
    talk.phone.interrupt_by_seed(3, RATE)
    talk.wait(600)
    talk.wait(600)
    assert len(talk.phone._ui.interruptions) == 1


# -- monkeys ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("image", IMAGES)
def test_a_monkey_that_is_interrupted_finds_no_trap(image: str) -> None:
    _monkey(image, STEPS // len(IMAGES))


@pytest.mark.slow
def test_a_monkey_that_is_interrupted_for_a_long_time() -> None:
    started = time.perf_counter()
    _monkey("built_in", SLOW_STEPS)
    spent = time.perf_counter() - started
    print(f"\ninterrupted monkey: {SLOW_STEPS} steps in {spent:.0f} s, {SLOW_STEPS / spent:.0f} steps/s")


def _monkey(image: str, steps: int) -> None:
    phone = WorldPhone(IMAGES[image](), LookSpec("360x800"))
    rng, met, last = Random(0), 0, ("", 0)
    for step in range(steps):
        if step % 500 == 0:
            rng = Random(step)
            phone.reset()
            phone.interrupt_by_seed(step, RATE)
        where, action = phone.view(), next_action(phone, rng)
        try:
            phone.act(action)
            phone.observe()
        except Exception as error:
            raise AssertionError(f"seed {step // 500 * 500}, step {step}, on {where}: {action}") from error
        assert not phone._store.failures, f"{where}, {action}: {phone._store.failures}"
        one = phone._runtime.interruptions.current()
        if one is not None and (one.kind, one.values["since_ms"]) != last:
            met, last = met + 1, (one.kind, one.values["since_ms"])
            _assert_way_out(phone, rng)
    assert met > steps // 100, f"met only {met}"


def _assert_way_out(phone: WorldPhone, rng: Random) -> None:
    """Its buttons or waiting lead out, and so does home where it belongs to an app; all is left as it was."""
    kept, where = phone.snapshot(), phone.view()
    # What apps planned goes on happening meanwhile.
    data = None if phone.state("SELECT 1 FROM phone_schedule") else app_tables(phone)
    _leave(phone, rng)
    assert phone._runtime.interruptions.current() is None, f"no way out of {where}"
    assert data is None or app_tables(phone) == data, f"{where} touched the data of an app"
    phone.restore(kept)
    one = phone._runtime.interruptions.current()
    assert one is not None
    if KINDS[one.kind].where == APP:
        phone.act(a.ButtonPress("home"))
        assert phone.view() is None
        phone.restore(kept)


def _leave(phone: WorldPhone, rng: Random) -> None:
    """What a person does until the interruption is gone."""
    for _ in range(12):
        one = phone._runtime.interruptions.current()
        if one is None:
            return
        screen = phone.observe()
        buttons = [e for e in screen.elements if e.id.startswith("interruption") and e.has(Flag.CLICKABLE)]
        if buttons:
            phone.act(a.Click(middle(screen, rng.choice(buttons))))
        else:
            phone.act(a.Wait(2_000))
