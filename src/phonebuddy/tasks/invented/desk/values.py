"""Values: what the facts of a desk app hold, as fields of its table.

Invariant: no value is a name of the app's things or part of one, so that words on a page mean one thing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.desk.words import TEXT as ANY_TEXT
from phonebuddy.tasks.invented.desk.words import TYPED, Fact
from phonebuddy.tasks.invented.fields import CHOICE, DATE, MONEY, NUMBER, TEXT, TIME, Field

PATH = Path(__file__).parent / "pools.yaml"
NUM_TYPED = 28
"""Values that are made up for a fact that is typed."""
NUM_CHOICES, LONGEST_CHOICE, CHOSEN = 6, 18, 0.4
"""A text with short values is now and then chosen, not typed."""
DAYS, HOURS, MINUTES, PERCENT, NUMBERS, SUMS = (-25, 70), (7, 21), (10, 180), (5, 95), (1, 40), (5, 400)
"""Where the lexicon does not say between what the values lie."""
CHOICE_STYLES = ("menu", "sheet", "radio")


def pools() -> dict[str, Any]:
    return read_data(PATH, as_written=True)


def field_of(fact: Fact, label: str, names: Sequence[str], chance: random.Random) -> Field:
    """The column of a fact, with what it may hold."""
    column = f"f_{fact.name}"
    if fact.kind in TYPED:
        return _typed(fact, column, label, names, chance)
    low, high, unit = _bounds(fact)
    kind = {"day": DATE, "time": TIME, "money": MONEY}.get(fact.kind, NUMBER)
    if fact.clear and kind == NUMBER:
        low = max(low, 1)  # none is kept as nought
    return Field(column, kind, label, label.lower(), (), low, high, unit)


def _typed(fact: Fact, column: str, label: str, names: Sequence[str], chance: random.Random) -> Field:
    made = list(fact.values) if fact.kind == ANY_TEXT else _made(MAKERS[fact.kind], chance)
    values = tuple(one for one in made if not any(one in name or name in one for name in names))
    is_short = max(map(len, values)) <= LONGEST_CHOICE
    if fact.kind == ANY_TEXT and not fact.clear and is_short and chance.random() < CHOSEN:
        few = tuple(chance.sample(values, min(NUM_CHOICES, len(values))))
        return Field(column, CHOICE, label, label.lower(), few, style=chance.choice(CHOICE_STYLES))
    return Field(column, TEXT, label, label.lower(), values)


def _bounds(fact: Fact) -> tuple[int, int, str]:
    usual = {"day": DAYS, "time": HOURS, "duration": MINUTES, "percent": PERCENT, "money": SUMS}
    low, high = usual.get(fact.kind, NUMBERS)
    unit = {"duration": "min", "percent": "%"}.get(fact.kind, "")
    if len(fact.values) > 1:
        low, high = int(fact.values[0]), int(fact.values[1])
    return low, high, fact.values[2] if len(fact.values) > 2 else unit


def _made(make: Callable[[random.Random], str], chance: random.Random) -> list[str]:
    return list(dict.fromkeys(make(chance) for _ in range(NUM_TYPED)))


def _person(chance: random.Random) -> str:
    return f"{chance.choice(pools()['given'])} {chance.choice(pools()['family'])}"


def _code(chance: random.Random) -> str:
    shape: str = chance.choice(pools()["shapes"])
    made = {"#": lambda: str(chance.randint(1, 9)), "L": lambda: str(chance.choice(pools()["letters"]))}
    return "".join(made[one]() if one in made else one for one in shape)


def _phone(chance: random.Random) -> str:
    return f"+1 555 {chance.randint(100, 999)} {chance.randint(1000, 9999)}"


def _mail(chance: random.Random) -> str:
    given, family = _person(chance).lower().split(" ", 1)
    return f"{given}.{family}@{chance.choice(pools()['hosts'])}"


def _street(chance: random.Random) -> str:
    return f"{chance.randint(1, 180)} {chance.choice(pools()['streets'])}"


def _town(chance: random.Random) -> str:
    return str(chance.choice(pools()["towns"]))


MAKERS: dict[str, Callable[[random.Random], str]] = {
    "person": _person,
    "code": _code,
    "phone": _phone,
    "mail": _mail,
    "street": _street,
    "town": _town,
}
