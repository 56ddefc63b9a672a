"""The bank, the minis that are paid for, and what they hand over to: one image for the tests of all."""

from __future__ import annotations

from functools import cache

from phonebuddy.world.image import Image, build_image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import BUILT_IN, load_apps
from tests.apps.steps import value

FOLDERS = [
    BUILT_IN / name
    for name in (
        "bank", "bills", "trains", "meals", "hub", "shop",
        "contacts", "dialer", "mail", "messages", "files", "calendar", "notes",
    )
]  # fmt: skip


@cache
def image(seed: int = 0) -> Image:
    return build_image(load_apps(FOLDERS), seed)


def number(phone: WorldPhone, sql: str) -> int:
    """The one number a query gives."""
    found = value(phone, sql)
    assert isinstance(found, int)
    return found


def row(phone: WorldPhone, sql: str) -> tuple[str, ...]:
    """The one row a query gives, as words."""
    (found,) = phone.state(sql)
    return tuple(map(str, found))


def fill_wallet(phone: WorldPhone) -> None:
    """Enough in Hub for whatever a test buys."""
    phone.change(
        "INSERT INTO hub_payment (at, party, cents, kind) VALUES (1778500000, 'Bank', 1000000, 'topup')"
    )
