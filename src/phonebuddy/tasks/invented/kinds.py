"""The kinds of invented apps, by the names their tables begin with.

Invariant: each maker gives the same sketch for the same name and chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from phonebuddy.tasks.invented.agenda.app import sketch_agenda
from phonebuddy.tasks.invented.attic.app import sketch_attic
from phonebuddy.tasks.invented.booking.app import sketch_booking
from phonebuddy.tasks.invented.chat.app import sketch_chat
from phonebuddy.tasks.invented.control.app import sketch_control
from phonebuddy.tasks.invented.counts.app import sketch_counts
from phonebuddy.tasks.invented.desk.app import sketch_cards, sketch_desk
from phonebuddy.tasks.invented.library.app import sketch_library
from phonebuddy.tasks.invented.money.app import sketch_money
from phonebuddy.tasks.invented.records.app import sketch_records
from phonebuddy.tasks.invented.shop.app import sketch_shop
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.studio.app import sketch_studio
from phonebuddy.tasks.invented.ticks.app import sketch_ticks

Maker = Callable[[str, random.Random], Sketch]
MAKERS: dict[str, Maker] = {
    "agenda": sketch_agenda,
    "attic": sketch_attic,
    "booking": sketch_booking,
    "chat": sketch_chat,
    "control": sketch_control,
    "counts": sketch_counts,
    "desk": sketch_desk,
    "library": sketch_library,
    "money": sketch_money,
    "records": sketch_records,
    "shop": sketch_shop,
    "studio": sketch_studio,
    "ticks": sketch_ticks,
}
WEIGHTS = {"agenda": 1.2, "attic": 1.3, "counts": 1.3, "desk": 13.6 / 3, "studio": 1.4, "ticks": 1.4}
"""How much more often than the others a kind is drawn: every fourth app is a desk."""


def drawn_kind(chance: random.Random, is_office: bool) -> tuple[str, Maker]:
    """A kind of app by its name, and who makes it up; an office has desks, and cards about them."""
    if is_office:
        return "desk", sketch_cards
    kinds = sorted(MAKERS)
    (kind,) = chance.choices(kinds, [WEIGHTS.get(kind, 1.0) for kind in kinds])
    return kind, MAKERS[kind]
