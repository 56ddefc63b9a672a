"""Tasks in which only another app says what is meant: one thing, two or three, a new value, or whom to tell.

Invariant: the same phone and chance give the same tasks; a form that a phone has nothing for is left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.pointing.done import DeedMaker
from phonebuddy.tasks.invented.pointing.people import told_task
from phonebuddy.tasks.invented.sketch import Data

FORMS = {"thing": 3, "list": 3, "value": 3, "person": 2}
"""Such tasks on one phone."""
TRIES = 12


def pointing(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """Some such tasks; `others` are not invented."""
    deeds = DeedMaker(places, others, chance)
    makers: dict[str, Callable[[], Data | None]] = {
        "thing": deeds.thing,
        "list": deeds.several,
        "value": deeds.value,
        "person": lambda: told_task(places, others, chance),
    }
    found: dict[str, Data] = {}
    for form, count in FORMS.items():
        for number in range(count):
            tries = (makers[form]() for _ in range(TRIES))
            made = next((one for one in tries if one is not None), None)
            if made is not None:
                found[f"point_{form}{number}"] = made
    return found
