"""The bank, the minis that are paid for, and what they hand over to: one image for the tests of all."""

from __future__ import annotations

from phonebuddy.world.image import Image
from phonebuddy.world.phone import WorldPhone
from tests.apps.steps import image_of, value

NAMES = (
    "bank", "bills", "trains", "meals", "hub", "shop",
    "contacts", "dialer", "mail", "messages", "files", "calendar", "notes",
)  # fmt: skip


def image(seed: int = 0) -> Image:
    """These apps and no others, loaded without a problem."""
    return image_of(seed, *NAMES)


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
