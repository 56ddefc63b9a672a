"""The battery: falls and rises with the clock, and nothing else moves it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.actions import Wait
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.state.battery import EMPTY, FULL, battery_held, battery_lasts, battery_level
from tests.apps.hand import image

moments = st.integers(0, 10**13)
levels = st.floats(EMPTY, FULL)


@given(levels, moments, moments, st.booleans())
def test_it_stays_between_one_percent_and_full(held: float, since: int, now: int, charging: bool) -> None:
    assert EMPTY <= battery_level(now, held, since, charging) <= FULL


@given(levels, moments, st.integers(0, 10**9), st.integers(0, 10**9), st.booleans())
def test_it_only_goes_one_way(held: float, since: int, one: int, two: int, charging: bool) -> None:
    sooner, later = sorted((one, two))
    before, after = (battery_level(since + at, held, since, charging) for at in (sooner, later))
    assert after >= before if charging else after <= before


@given(levels, moments, st.integers(0, 10**8), st.integers(0, 10**8), st.booleans())
def test_looking_on_the_way_changes_nothing(
    held: float, since: int, one: int, two: int, charging: bool
) -> None:
    """What it holds after two spells is what it holds after both together."""
    on_the_way = battery_held(since + one, held, since, charging)
    there = battery_held(since + one + two, on_the_way, since + one, charging)
    assert abs(there - battery_held(since + one + two, held, since, charging)) < 1e-6


def test_how_long_it_lasts() -> None:
    assert battery_lasts(80, 0, 0) == 79_200 and battery_lasts(80, 0, 1) > battery_lasts(80, 0, 0)
    assert battery_lasts(FULL, 1, 0) == 0


def test_a_phone_left_alone_changes_no_table() -> None:
    phone = WorldPhone(image())
    for _ in range(4):
        phone.act(Wait(600_000))
    tables = {change.table for change in phone.changes(100)}
    assert "phone_setting" not in tables
    assert phone.state("SELECT level FROM phone_battery") == ((78,),)


def test_the_time_zone_does_not_charge_it() -> None:
    phone = WorldPhone(image())
    phone._runtime.put_setting("time_zone", 840)
    assert phone.state("SELECT level FROM phone_battery") == ((80,),)
    assert phone._runtime.battery() == 80
