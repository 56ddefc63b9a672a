"""The kinds of invented apps, by the names their tables begin with.

Invariant: each maker gives the same sketch for the same name and chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from phonebuddy.tasks.invented.booking.app import sketch_booking
from phonebuddy.tasks.invented.chat.app import sketch_chat
from phonebuddy.tasks.invented.control.app import sketch_control
from phonebuddy.tasks.invented.desk.app import sketch_desk
from phonebuddy.tasks.invented.library.app import sketch_library
from phonebuddy.tasks.invented.money.app import sketch_money
from phonebuddy.tasks.invented.records.app import sketch_records
from phonebuddy.tasks.invented.shop.app import sketch_shop
from phonebuddy.tasks.invented.sketch import Sketch

MAKERS: dict[str, Callable[[str, random.Random], Sketch]] = {
    "booking": sketch_booking,
    "chat": sketch_chat,
    "control": sketch_control,
    "desk": sketch_desk,
    "library": sketch_library,
    "money": sketch_money,
    "records": sketch_records,
    "shop": sketch_shop,
}
WEIGHTS = {"desk": 7 / 3}
"""How much more often than the others a kind is drawn: every fourth app is a desk."""


def drawn_kind(chance: random.Random) -> str:
    kinds = sorted(MAKERS)
    return chance.choices(kinds, [WEIGHTS.get(kind, 1.0) for kind in kinds])[0]
