"""Weather: places, days, hours, warnings and units, by touch; and that the forecast is one and the same."""

from __future__ import annotations

import pytest

from phonebuddy.actions import Drag, to_point
from phonebuddy.screen import Element
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.hand import image
from tests.apps.reaching import Reaching


@pytest.fixture
def hand() -> Reaching:
    return Reaching("weather")


def place(hand: Reaching, where: str) -> tuple[int, str]:
    ((found, name),) = hand.rows(f"SELECT id, name FROM weather_place WHERE {where} ORDER BY id LIMIT 1")
    return int(str(found)), str(name)


def handles(hand: Reaching) -> list[Element]:
    return [one for one in hand.phone.observe().elements if "Move" in one.description]


def test_a_town_is_found_added_removed_and_taken_back(hand: Reaching) -> None:
    town, name = place(hand, "spot IS NULL")
    hand.tap("Places", "Add a place")
    hand.type(name)
    hand.tap("km away")
    assert hand.page == "today" and name in hand.words()
    assert hand.value("SELECT place FROM weather_choice") == town
    hand.tap("Places")
    hand.hold(name)
    hand.tap("Remove")
    assert hand.value(f"SELECT spot FROM weather_place WHERE id = {town}") is None
    assert hand.value("SELECT place FROM weather_choice") == 1
    hand.tap("Undo")
    assert hand.value(f"SELECT spot FROM weather_place WHERE id = {town}") is not None


def test_home_stays_and_an_unknown_town_is_not_found(hand: Reaching) -> None:
    _, home = place(hand, "home")
    hand.tap("Places")
    hand.hold(home)
    hand.tap("Remove")
    assert "Home stays in the list" in hand.words()
    hand.tap("Search")
    hand.type("Zzzz")
    assert "No town of that name" in hand.words()


def test_units_change_every_number(hand: Reaching) -> None:
    ((low, high),) = hand.rows("SELECT low, high FROM weather_day WHERE place = 1 AND day = today()")
    assert f"High {int(str(high))}° · Low {int(str(low))}°" in hand.words()
    hand.tap("Settings", "Temperature", "°F")
    assert hand.value("SELECT value FROM weather_settings WHERE name = 'degrees'") == "°F"
    hand.phone.open_page("weather", "today", {})
    warm, cold = round(int(str(high)) * 1.8 + 32), round(int(str(low)) * 1.8 + 32)
    assert f"High {warm}° · Low {cold}°" in hand.words()


def test_a_day_is_looked_at_and_told_about(hand: Reaching) -> None:
    hand.tap("Tomorrow")
    assert hand.page == "day"
    hand.tap("Tell me the evening before")
    assert hand.value("SELECT count(*) FROM weather_watch") == 1
    hand.tap("Do not tell me")
    assert hand.value("SELECT count(*) FROM weather_watch") == 0
    hand.tap("Tell me the evening before")
    hand.back()
    hand.wait(9 * 3600)
    assert hand.rows("SELECT title FROM phone_notification WHERE app = 'weather'") == (
        ("Tomorrow in Brackenford",),
    )
    assert hand.value("SELECT count(*) FROM weather_watch") == 0


def test_a_warning_is_read_and_shared(hand: Reaching) -> None:
    hand.tap("Show warnings")
    unseen = int(str(hand.value("SELECT count(*) FROM weather_warning WHERE NOT seen")))
    hand.tap("Heavy rain")
    assert int(str(hand.value("SELECT count(*) FROM weather_warning WHERE NOT seen"))) == unseen - 1
    hand.tap("Share", "Notes")
    assert "Small rivers may rise" in str(hand.value("SELECT body FROM notes_note ORDER BY id DESC LIMIT 1"))


def test_places_are_put_in_another_order(hand: Reaching) -> None:
    hand.tap("Places")
    order = "SELECT id FROM weather_place WHERE spot IS NOT NULL ORDER BY spot"
    before = [row[0] for row in hand.rows(order)]
    info = hand.phone.info
    spots = [to_point(*one.bounds.center, info.width, info.height) for one in handles(hand)]
    hand.phone.act(Drag(spots[3], spots[1]))
    after = [row[0] for row in hand.rows(order)]
    assert after == [before[0], before[3], before[1], before[2], *before[4:]]


@pytest.mark.parametrize("seed", [0, 5])
def test_hours_and_days_agree(seed: int) -> None:
    phone = WorldPhone(build_image(image(0).apps, seed), LookSpec("360x800"))
    ((days, towns),) = phone.state(
        "SELECT count(*), count(DISTINCT place) FROM weather_day WHERE day >= today()"
    )
    assert int(str(days)) >= 10 * int(str(towns))
    wrong = phone.state(
        "SELECT count(*) FROM weather_day AS d WHERE NOT EXISTS (SELECT 1 FROM weather_hour AS h WHERE "
        "h.place = d.place AND h.day = d.day AND h.degrees_text = d.high || '°')"
    )
    assert wrong == ((0,),)
    assert phone.state("SELECT count(*) FROM weather_forecast WHERE home AND day = today()") == ((1,),)
