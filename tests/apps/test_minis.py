"""Minis inside their host: the frame, the way back, the wallet that pays, and the two minis themselves.

Everything is found by its words on the screen, and checked both there and in the tables.
"""

from __future__ import annotations

from functools import cache

import pytest

from phonebuddy.actions import CloseApp, Wait
from phonebuddy.screen import Element, Flag
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import PROFILES, LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot
from phonebuddy.world.spec.load import BUILT_IN, check_apps, load_apps
from tests.apps.steps import STUB_BANK, do, element, texts, value

FOLDERS = [*(BUILT_IN / name for name in ("hub", "coffee", "bikes", "notes")), STUB_BANK]
HUB, COFFEE, BIKES = "com.phoneworld.hub", "com.phoneworld.hub.coffee", "com.phoneworld.hub.bikes"


@cache
def image() -> Image:
    return build_image(load_apps(FOLDERS))


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("360x800"))
    do(phone, "open: hub")
    return phone


def at(phone: WorldPhone) -> tuple[str, str]:
    screen = phone.observe()
    return screen.package, screen.activity


def later(phone: WorldPhone, seconds: int) -> None:
    """Let time pass; one action waits ten minutes at most."""
    for _ in range(seconds // 600):
        phone.act(Wait(600_000))
    phone.act(Wait(seconds % 600 * 1000))


# -- the frame --------------------------------------------------------------------------------------------


def test_the_apps_have_no_problems() -> None:
    problems, apps = check_apps(FOLDERS)
    assert problems == []
    assert apps is not None


def test_a_mini_without_its_host_is_a_problem() -> None:
    problems, _ = check_apps([BUILT_IN / "coffee", BUILT_IN / "notes"])
    assert any("unknown host 'hub'" in str(problem) for problem in problems)


@pytest.mark.parametrize("profile", ["360x800", "1080x2400", "1600x2560"])
@pytest.mark.parametrize("mini", ["Beanline", "Spokeway"])
def test_the_capsule_lies_on_every_page_and_over_nothing(profile: str, mini: str) -> None:
    phone = WorldPhone(image(), LookSpec(profile))
    do(phone, "open: hub", f"tap: {mini}")
    pages = [(), (f"tap: {'My orders' if mini == 'Beanline' else 'My rides'}",)]
    for steps in pages:
        do(phone, *steps)
        more, close = element(phone, "More"), element(phone, "Close")
        assert more.package == close.package == HUB
        for half in (more, close):
            assert half.has(Flag.CLICKABLE)
            assert half.bounds.right - half.bounds.left >= PROFILES[profile].density * 47.5
            for other in phone.observe().elements:
                if other.has(Flag.CLICKABLE) and other.id not in (more.id, close.id):
                    assert not _overlap(half, other), f"{other} lies under the capsule"


def _overlap(one: Element, other: Element) -> bool:
    a, b = one.bounds, other.bounds
    return a.left < b.right and b.left < a.right and a.top < b.bottom and b.top < a.bottom


def test_close_goes_to_the_host_and_the_mini_stays_as_it_was(phone: WorldPhone) -> None:
    do(phone, "tap: Beanline", "tap: Latte", "tap: Large", "tap: Close")
    assert at(phone) == (HUB, "minis")
    do(phone, "tap: Beanline")
    assert at(phone) == (COFFEE, "drink")
    assert element(phone, "Large").has(Flag.SELECTED)


def test_backing_out_goes_to_the_host_and_then_home(phone: WorldPhone) -> None:
    do(phone, "tap: Beanline", "tap: Latte", "press: back", "press: back")
    assert at(phone) == (HUB, "minis")
    do(phone, "press: back")
    assert at(phone)[1] == "home"


def test_a_mini_that_is_opened_by_name_has_its_host_behind_it() -> None:
    phone = WorldPhone(image(), LookSpec("360x800"))
    do(phone, "open: coffee")
    assert at(phone) == (COFFEE, "menu")
    do(phone, "tap: Close")
    assert at(phone) == (HUB, "minis")


def test_the_host_stands_for_its_mini_among_the_recent_apps(phone: WorldPhone) -> None:
    do(phone, "tap: Spokeway", "open: notes", "press: menu")
    assert "Spokeway" not in texts(phone)
    do(phone, "press: menu", "press: home", "open: hub")
    assert at(phone) == (BIKES, "map")


def test_closing_the_host_closes_what_is_in_it(phone: WorldPhone) -> None:
    do(phone, "tap: Beanline", "tap: Latte")
    phone.act(CloseApp("hub"))
    assert at(phone)[1] == "home"
    do(phone, "open: coffee")
    assert at(phone) == (COFFEE, "menu")


def test_minis_are_searched_starred_and_listed_by_use(phone: WorldPhone) -> None:
    assert "Recently used" not in texts(phone)
    do(phone, "tap: Spokeway", "tap: Close", "tap: Beanline", "tap: More", "tap: Favourite", "tap: Close")
    assert "Recently used" in texts(phone)
    assert phone.state("SELECT app FROM hub_favourite") == (("coffee",),)
    icons = [one for one in phone.observe().elements if one.description in ("Beanline", "Spokeway")]
    assert [one.description for one in icons] == ["Beanline", "Beanline", "Spokeway"]
    do(phone, "tap: Search mini-apps", "type: bike")
    assert "Spokeway" in texts(phone) and "Beanline" not in texts(phone)
    do(phone, "press: back", "press: back", "tap: Remove Beanline from favourites")
    assert phone.state("SELECT app FROM hub_favourite") == ()


def test_the_menu_tells_about_the_mini_and_shares_it(phone: WorldPhone) -> None:
    do(phone, "tap: Beanline", "tap: More", "tap: About")
    assert any("A mini-app in Hub" in text for text in texts(phone))
    do(phone, "tap: OK", "tap: More", "press: back")
    assert at(phone) == (COFFEE, "menu")
    do(phone, "tap: More", "tap: Share", "tap: Notes")
    assert any("Beanline, a mini-app in Hub" in text for text in texts(phone))


def test_a_snapshot_inside_a_mini_goes_on_the_same(phone: WorldPhone) -> None:
    do(phone, "tap: Beanline", "tap: Latte", "tap: Add", "tap: Basket", "tap: Pay with Hub")
    kept = phone.snapshot().to_bytes()
    do(phone, "tap: Pay")
    after = (at(phone), texts(phone), phone.changeset())
    other = WorldPhone(image(), LookSpec("360x800"))
    other.restore(Snapshot.from_bytes(kept))
    assert at(other) == (HUB, "pay")
    do(other, "tap: Pay")
    assert (at(other), texts(other), other.changeset()) == after


# -- paying -----------------------------------------------------------------------------------------------


def test_leaving_the_payment_pays_nothing_and_returns_to_who_asked(phone: WorldPhone) -> None:
    do(phone, "tap: Wallet", "tap: Minis", "tap: Beanline", "tap: Latte", "tap: Add", "tap: Basket")
    before = value(phone, "SELECT balance FROM hub_wallet")
    for leave in ("tap: Cancel", "press: back", "tap: Close"):
        do(phone, "tap: Pay with Hub")
        assert at(phone) == (HUB, "pay")
        do(phone, leave)
        assert at(phone) == (COFFEE, "basket")
    assert value(phone, "SELECT balance FROM hub_wallet") == before
    do(phone, "tap: Close")
    assert at(phone) == (HUB, "minis")


def test_going_home_while_paying_comes_back_to_the_payment(phone: WorldPhone) -> None:
    do(phone, "tap: Beanline", "tap: Latte", "tap: Add", "tap: Basket", "tap: Pay with Hub", "press: home")
    for name in ("hub", "coffee"):
        do(phone, f"open: {name}")
        assert at(phone) == (HUB, "pay")
    do(phone, "tap: Pay")
    assert at(phone) == (COFFEE, "order")


def test_a_wallet_with_too_little_can_be_filled_on_the_way(phone: WorldPhone) -> None:
    do(phone, "tap: Beanline", "tap: Latte", *["tap: More: How many"] * 8)
    do(phone, "tap: Add", "tap: Basket", "tap: Pay with Hub")
    assert not element(phone, "Pay").has(Flag.ENABLED)
    do(phone, "tap: Pay")
    assert at(phone) == (HUB, "pay")
    do(phone, "tap: Top up", "tap: $25.00", "tap: Pay")
    assert at(phone) == (COFFEE, "order")
    assert value(phone, "SELECT kind FROM hub_payment ORDER BY id DESC LIMIT 1 OFFSET 1") == "topup"
    assert value(phone, "SELECT cents FROM bank_taken") == 2500


def test_the_wallet_lists_what_was_paid(phone: WorldPhone) -> None:
    do(phone, "tap: Wallet", "tap: Received")
    assert "Beanline" not in texts(phone)
    do(phone, "tap: All", "tap: Beanline")
    assert at(phone) == (HUB, "payment")
    do(phone, "press: back", "tap: Me", "tap: Edit profile", "tap: About me", "type: , again", "tap: Save")
    assert "Out on the bike, again" in texts(phone)


# -- coffee and bikes -------------------------------------------------------------------------------------


def test_a_coffee_is_ordered_paid_and_ready_later(phone: WorldPhone) -> None:
    before = int(str(value(phone, "SELECT balance FROM hub_wallet")))
    do(phone, "tap: Beanline", "tap: Flat white", "tap: Large", "tap: Oat", "tap: Extra shot", "tap: Add")
    do(phone, "tap: Basket", "tap: Beanline Market", "tap: Beanline Station", "tap: Pay with Hub", "tap: Pay")
    assert at(phone) == (COFFEE, "order")
    assert phone.state("SELECT bar, items, cents, status FROM coffee_order ORDER BY id DESC LIMIT 1") == (
        ("Beanline Station", "Flat white", 600, "brewing"),
    )
    assert value(phone, "SELECT balance FROM hub_wallet") == before - 600
    assert value(phone, "SELECT count(*) FROM coffee_item") == 0
    do(phone, "press: home")
    later(phone, 500)
    assert value(phone, "SELECT title FROM phone_notification WHERE app = 'coffee'") == "Your coffee is ready"
    do(phone, "tap: Your coffee is ready")
    assert at(phone) == (COFFEE, "order")
    do(phone, "tap: I have it")
    assert value(phone, "SELECT status FROM coffee_order ORDER BY id DESC LIMIT 1") == "collected"


def test_what_is_taken_out_of_the_basket_can_be_put_back(phone: WorldPhone) -> None:
    do(phone, "tap: Beanline", "tap: Espresso", "tap: Add", "tap: Basket", "tap: Remove Espresso")
    assert "Your basket is empty" in texts(phone)
    do(phone, "tap: Undo")
    assert value(phone, "SELECT cups FROM coffee_basket") == 1


def test_a_bike_is_found_on_the_map_ridden_and_paid(phone: WorldPhone) -> None:
    do(phone, "tap: Spokeway", "tap: Bike 305", "tap: Unlock")
    assert at(phone) == (BIKES, "ride")
    assert value(phone, "SELECT state FROM bikes_bike WHERE id = 305") == "ridden"
    do(phone, "press: back")
    assert "You are riding bike 305" in texts(phone)
    later(phone, 590)
    do(phone, "tap: Show", "tap: Lock and end ride", "tap: Pay")
    assert at(phone) == (BIKES, "receipt")
    assert phone.state("SELECT bike, cents FROM bikes_ride ORDER BY id DESC LIMIT 1") == ((305, 250),)
    assert value(phone, "SELECT state FROM bikes_bike WHERE id = 305") == "free"
    assert value(phone, "SELECT cents FROM hub_payment ORDER BY id DESC LIMIT 1") == -250


def test_a_bike_is_found_by_its_number_and_a_broken_one_is_gone(phone: WorldPhone) -> None:
    do(phone, "tap: Spokeway", "tap: Enter number", "type: 999", "tap: Find bike")
    assert "There is no free bike with this number" in texts(phone)
    do(phone, "tap: Delete", "tap: Delete", "tap: Delete", "type: 203", "press: back", "tap: Find bike")
    assert "Bike 203" in texts(phone)
    do(phone, "tap: Report a problem", "tap: Report")
    assert not element(phone, "Unlock").has(Flag.ENABLED)
    do(phone, "press: back")
    assert "Bike 203" not in texts(phone)


def test_the_nearest_bike_is_known_only_with_permission(phone: WorldPhone) -> None:
    do(phone, "tap: Spokeway", "tap: Find nearest", "tap: Don't allow")
    assert "Allow location to see which bike is near" in texts(phone)
    nearest = value(phone, "SELECT 'Bike ' || id FROM bikes_free ORDER BY metres, id LIMIT 1")
    phone.reset()
    do(phone, "open: bikes", "tap: Find nearest", "tap: While using the app")
    first = next(text for text in texts(phone) if text.startswith("Bike "))
    assert first == nearest
