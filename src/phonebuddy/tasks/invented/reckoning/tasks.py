"""Tasks: all that a phone is asked to reckon: told, or written somewhere.

Invariant: nothing is made of a value that is not on a page of the phone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.reckoning.carried import offers, reckoned
from phonebuddy.tasks.invented.reckoning.deeds import reckoning_deeds
from phonebuddy.tasks.invented.sketch import Data


def reckoning(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """`others` are apps that are not invented."""
    own, built_in = offers(places), offers(others)
    found: dict[str, Data] = {}
    for offer in own:
        found |= templates_of(offer.place.asked_for(reckoning_deeds(offer.options, chance)), chance)
    return found | reckoned(own, built_in, [*places, *others], chance)
