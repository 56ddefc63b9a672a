"""Touches of clients: on the pixel they were sent to, short or long, once or twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.actions import Click, DoubleClick, LongPress, OpenApp, Point, Type, Wait, to_pixels, to_point
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.u2.methods import Methods
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.world.finger import Finger
from phonebuddy.world.phone import WorldPhone
from tests.adbd.helpers import make_device, make_phone, say

WORDS = "two words"


def field_of(screen: Screen) -> Element:
    return next(one for one in screen.elements if one.flags & Flag.FOCUSED)


def search(phone: WorldPhone) -> Point:
    """Type into the search of notes; where its field is."""
    phone.act(OpenApp("notes"))
    screen = phone.observe()
    bounds = next(one for one in screen.elements if one.hint == "Search notes").bounds
    middle = (bounds.left + bounds.right) // 2, (bounds.top + bounds.bottom) // 2
    phone.act(Click(to_point(*middle, screen.width, screen.height)))
    phone.act(Type(WORDS))
    bounds = field_of(phone.observe()).bounds
    return to_point(bounds.left + 60, (bounds.top + bounds.bottom) // 2, screen.width, screen.height)


def same(one: WorldPhone, two: WorldPhone) -> bool:
    return one.snapshot().ui == two.snapshot().ui


@pytest.fixture
def typed() -> tuple[Device, WorldPhone, str]:
    """A device with words in a field, a phone just like it, and the place of the field in pixels."""
    phone = make_phone()
    at = search(phone)
    x, y = to_pixels(at, 1080, 2400)
    device = Device(phone, "TEST")
    return device, phone.fork(), f"{x} {y}"


@pytest.fixture(scope="module")
def numb() -> Device:
    """A device whose fingers are noted and not felt."""
    return make_device()


@given(x=st.integers(0, 1079), y=st.integers(0, 2399))
def test_a_tap_lands_on_its_pixel(numb: Device, x: int, y: int) -> None:
    felt: list[Finger] = []
    numb.phone.touch = felt.append  # type: ignore[method-assign,assignment]
    say(numb, f"input tap {x} {y}")
    say(numb, f"input swipe {x} {y} 5 1200 200")
    assert felt[0] == Finger("tap", (x, y), (x, y))
    assert felt[1].start == (x, y)


def test_the_corners_of_a_button_belong_to_it() -> None:
    """At 1080 x 2400 a thousandth of the height is 2.4 pixels: rounding would miss some corners."""
    phone = make_phone()
    icon = next(one for one in phone.observe().elements if one.description == "Clock")
    bounds = icon.bounds
    for x, y in ((bounds.left, bounds.top), (bounds.right - 1, bounds.bottom - 1)):
        device = Device(phone.fork(), "TEST")
        say(device, f"input tap {x} {y}")
        assert device.phone.observe().package == "com.phoneworld.clock", (x, y)


def test_two_taps_in_one_line_are_a_double_tap(typed: tuple[Device, WorldPhone, str]) -> None:
    device, twin, at = typed
    x, y = map(int, at.split())
    say(device, f"input tap {at} && input tap {at}")
    twin.act(DoubleClick(to_point(x, y, 1080, 2400)))
    assert same(device.phone, twin)


def test_two_taps_of_two_commands_are_two_where_the_clock_stands(
    typed: tuple[Device, WorldPhone, str],
) -> None:
    device, twin, at = typed
    x, y = map(int, at.split())
    say(device, f"input tap {at}")
    say(device, f"input tap {at}")
    for _ in range(2):
        twin.touch(Finger("tap", (x, y), (x, y)))
    assert same(device.phone, twin)


def test_something_between_two_taps_keeps_them_apart(typed: tuple[Device, WorldPhone, str]) -> None:
    device, twin, at = typed
    x, y = map(int, at.split())
    say(device, f"input tap {at}; input keyevent 123; input tap {at}")
    twin.act(DoubleClick(to_point(x, y, 1080, 2400)))
    assert not same(device.phone, twin)


def by_motion(device: Device, at: str) -> None:
    say(device, f"input motionevent DOWN {at}; sleep 1; input motionevent UP {at}")


def by_swipe(device: Device, at: str) -> None:
    say(device, f"sleep 1; input swipe {at} {at} 1000")


@pytest.mark.parametrize("press", [by_motion, by_swipe])
def test_a_finger_that_stays_presses_long(
    typed: tuple[Device, WorldPhone, str], press: Callable[[Device, str], None]
) -> None:
    device, twin, at = typed
    x, y = map(int, at.split())
    press(device, at)
    twin.act(Wait(1000))
    twin.act(LongPress(to_point(x, y, 1080, 2400)))
    assert same(device.phone, twin)


def test_a_double_click_of_uiautomator2(typed: tuple[Device, WorldPhone, str]) -> None:
    device, twin, at = typed
    x, y = map(int, at.split())

    async def twice() -> None:
        methods = Methods(device)
        for action in (0, 1, 0, 1):
            await methods.call("injectInputEvent", [action, x, y, 0])

    asyncio.run(twice())
    twin.act(DoubleClick(to_point(x, y, 1080, 2400)))
    assert same(device.phone, twin)
