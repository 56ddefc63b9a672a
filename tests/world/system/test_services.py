"""What the phone does for its apps: the schedule, notifications, permissions, intents, settings."""

from __future__ import annotations

import msgspec
import pytest

from phonebuddy import actions as a
from phonebuddy.errors import AppError
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.services.settings import SETTINGS
from phonebuddy.world.system import shade
from tests.world.helpers import built_in_image, differences, moment, pixel_hash
from tests.world.system.talk import Talk

MINUTE_S = 60


def test_the_schedule_fires_in_order_and_once() -> None:
    talk = Talk()
    talk.tap("Plan")
    talk.wait(5)
    assert talk.heard() == []
    talk.wait(5 * MINUTE_S)
    assert talk.heard() == ["rang early", "rang late"] and talk.has("Hushed")
    assert talk.rows("SELECT * FROM phone_schedule") == []
    talk.wait(10 * MINUTE_S)
    assert talk.heard() == ["rang early", "rang late"]


def test_the_schedule_fires_with_the_app_closed_and_on_the_home_screen() -> None:
    talk = Talk()
    talk.tap("Plan")
    talk.phone.act(a.CloseApp("talk"))
    talk.wait(30)
    assert talk.phone.view() is None and talk.heard() == ["rang early"]
    talk.tap("Talk: Rang early")
    assert talk.phone.view() == ("talk", "word", "") and talk.has("About early")
    talk.press("back")
    assert talk.phone.view() == ("talk", "main", "")


def test_what_was_cancelled_or_planned_again_does_not_fire_twice() -> None:
    talk = Talk()
    talk.tap("Plan")
    talk.tap("Plan")
    talk.tap("Cancel")
    talk.wait(2 * MINUTE_S)
    assert talk.heard() == ["rang early"]


def test_a_plan_survives_a_snapshot() -> None:
    talk = Talk()
    talk.tap("Plan")
    kept = talk.phone.snapshot()
    talk.wait(2 * MINUTE_S)
    after = moment(talk.phone)
    talk.phone.restore(kept)
    talk.wait(2 * MINUTE_S)
    assert not differences(after, moment(talk.phone))


def test_one_key_is_one_notification() -> None:
    talk = Talk()
    talk.tap("Post")
    talk.tap("Post")
    assert len(talk.rows("SELECT id FROM phone_notification")) == 1
    talk.tap("Withdraw")
    assert talk.rows("SELECT id FROM phone_notification") == []


def test_picking_brings_back_what_was_given() -> None:
    talk = Talk()
    talk.tap("Pick")
    assert talk.phone.view() == ("book", "pick", "")
    kept = talk.phone.snapshot()
    talk.tap("Ben")
    assert talk.phone.view() == ("talk", "main", "") and talk.heard() == ["picked Ben"]
    talk.phone.restore(kept)
    talk.tap("Anna")
    assert talk.heard() == ["picked Anna"], "who waits survives a snapshot"


def test_leaving_the_picker_gives_nothing() -> None:
    talk = Talk()
    talk.tap("Pick")
    while talk.phone.view() is not None and talk.phone.view()[0] != "talk":  # type: ignore[index]
        talk.press("back")
    assert talk.phone.view() == ("talk", "main", "") and talk.heard() == []
    assert talk.phone._ui.waiting == []


def test_who_wanted_no_answer_hears_none() -> None:
    """A picker may stay open behind whoever asked for it, and be found again by somebody who did not."""
    talk = Talk()
    talk.tap("Pick")
    (sending,) = talk.phone._ui.waiting
    plans = talk.phone._runtime.app("talk").plans
    sending.path = next(
        path for path, plan in plans.items() if plan.cls.NAME == "send" and "on_result" not in plan.slots
    )
    talk.tap("Ben")
    assert talk.phone.view() == ("talk", "main", "") and talk.heard() == []


def test_a_page_that_was_closed_meanwhile_hears_no_answer() -> None:
    talk = Talk()
    talk.tap("Pick")
    page = talk.phone._ui.stacks["talk"][-1]
    page.page, page.params = "word", {"word": "tea"}
    talk.tap("Ben")
    assert talk.phone.view() == ("talk", "word", "") and talk.heard() == []


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_starts_with_what_it_accepts_and_refuses_nonsense(name: str) -> None:
    settings = Talk(app="").phone._runtime.settings
    assert SETTINGS[name].accepts(SETTINGS[name].first)
    before = settings.get(name)
    for wrong in (-1000, "nonsense", "no", None, 1e9, "1e", b"x"):
        with pytest.raises(AppError):
            settings.put(name, wrong)
    assert settings.get(name) == before


def test_unknown_settings_are_refused_with_the_nearest() -> None:
    with pytest.raises(AppError, match="did you mean 'wifi'"):
        Talk(app="").phone._runtime.settings.put("wify", 1)


def test_aeroplane_mode_takes_the_radios_along() -> None:
    runtime = Talk(app="").phone._runtime
    runtime.put_setting("bluetooth", 1)
    runtime.put_setting("airplane", 1)
    assert [runtime.settings.get(name) for name in ("wifi", "bluetooth")] == [0, 0]


SHOWN = {
    "wifi": 0, "bluetooth": 1, "airplane": 1, "mobile_data": 0, "do_not_disturb": 1, "battery_saver": 1,
    "dark": 1, "font_scale": 1.3, "navigation": "buttons", "rotation": 90, "time_zone": 120,
}  # fmt: skip
IN_THE_PANEL = {"location": 0, "torch": 1, "auto_rotate": 0, "brightness": 20}
"""On a phone these change what it does, and what the panel says of them."""


@pytest.mark.parametrize("name", SHOWN)
def test_every_setting_of_the_screen_changes_the_screen(name: str) -> None:
    talk = Talk()
    before = pixel_hash(talk.phone)
    talk.phone._runtime.put_setting(name, SHOWN[name])  # type: ignore[arg-type]
    talk.wait(0)
    assert pixel_hash(talk.phone) != before


@pytest.mark.parametrize("name", IN_THE_PANEL)
def test_every_other_switch_changes_the_panel(name: str) -> None:
    talk = Talk()
    talk.phone._ui.shade = shade.QUICK
    talk.wait(0)
    before = pixel_hash(talk.phone)
    talk.phone._runtime.put_setting(name, IN_THE_PANEL[name])
    talk.wait(0)
    assert pixel_hash(talk.phone) != before


def test_every_notification_of_the_built_in_apps_opens_its_page() -> None:
    """Those that are there from the start, and those that everything planned will post."""
    phone = WorldPhone(built_in_image())
    planned = phone.state("SELECT app, event, params FROM phone_schedule")
    opened = _open_all(phone)
    for app, event, params in planned:
        phone.reset()
        assert event in phone.image.app(str(app)).events, f"{app!r} has no event {event!r}"
        phone._runtime.run_event(str(app), str(event), msgspec.json.decode(str(params)))
        opened += _open_all(phone)
    assert not planned or opened


def _open_all(phone: WorldPhone) -> int:
    """Open each notification by itself; how many there were."""
    kept = phone.snapshot()
    found = phone.state("SELECT id, app, page FROM phone_notification")
    for number, app, page in found:
        phone.restore(kept)
        phone._runtime.open_notification(int(number or 0))
        phone.act(a.Wait(0))
        assert phone.view() is not None and phone.view()[:2] == (app, page)  # type: ignore[index]
        assert not phone._store.failures
    return len(found)
