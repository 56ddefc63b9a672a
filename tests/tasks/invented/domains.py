"""Every domain of every kind of invented app, and apps of a certain one: chance would leave some out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from phonebuddy.tasks.invented.agenda import data as agenda
from phonebuddy.tasks.invented.attic import words as attic
from phonebuddy.tasks.invented.booking import data as booking
from phonebuddy.tasks.invented.chat import app as chat
from phonebuddy.tasks.invented.control import app as control
from phonebuddy.tasks.invented.counts import data as counts
from phonebuddy.tasks.invented.desk import words as desk
from phonebuddy.tasks.invented.kinds import MAKERS
from phonebuddy.tasks.invented.library import plan as library
from phonebuddy.tasks.invented.money import data as money
from phonebuddy.tasks.invented.records import plan as records
from phonebuddy.tasks.invented.shop import plan as shop
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.studio import words as studio
from phonebuddy.tasks.invented.ticks import words as ticks

T = TypeVar("T")
DATA: dict[str, dict[str, Any]] = {
    "agenda": agenda.domains(),
    "attic": attic.domains(),
    "booking": booking.domains(),
    "chat": {name: data for name, data in chat.domains().items() if name != chat.COMMON},
    "control": {name: data for name, data in control.domains().items() if name != control.PREFERENCES},
    "counts": counts.domains(),
    "desk": dict(desk.lexicon().things),
    "library": library.domains(),
    "money": money.domains(),
    "records": {name: data for name, data in records.domains().items() if name != "settings"},
    "shop": shop.shops(),
    "studio": studio.domains(),
    "ticks": ticks.domains(),
}
EVERY = [(kind, domain) for kind in sorted(DATA) for domain in sorted(DATA[kind])]


class _Insisting(random.Random):
    """Chance that takes a certain domain where one is drawn."""

    def __init__(self, seed: str, kind: str, domain: str) -> None:
        super().__init__(seed)
        self._among, self._domain = sorted(DATA[kind]), domain
        self.was_asked = False

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        drawn = super().choice(seq)
        if self.was_asked or list(seq) != self._among:
            return drawn
        self.was_asked = True
        return seq[self._among.index(self._domain)]


def sketch_of(kind: str, domain: str, seed: int, name: str) -> Sketch:
    chance = _Insisting(f"{kind}/{domain}/{seed}", kind, domain)
    sketch = MAKERS[kind](name, chance)
    assert chance.was_asked, f"{kind} draws its domain in another way now"
    return sketch
