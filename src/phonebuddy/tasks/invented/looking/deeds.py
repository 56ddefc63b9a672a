"""Deeds: what takes several looks in an app, from its sketch alone, whatever its kind.

Invariant: nothing here changes the app; what is asked is made of what its kind offers.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.looking.facts import facts_deed
from phonebuddy.tasks.invented.looking.sought import sought_deed, there_deed
from phonebuddy.tasks.invented.looking.which import which_deed, which_done
from phonebuddy.tasks.invented.sketch import Deed, Sketch

NUM_LOOKING = 4
"""Tasks for one app, each of another form."""
FORMS = (*(which_deed, which_done) * 3, *(facts_deed, sought_deed, there_deed) * 2)
"""What comes sooner stands here more often."""


def looking_deeds(sketch: Sketch, chance: random.Random) -> list[Deed]:
    found: list[Deed] = []
    for form in dict.fromkeys(chance.sample(FORMS, len(FORMS))):
        deed = form(sketch, chance) if len(found) < NUM_LOOKING else None
        if deed is not None:
            found.append(deed)
    return found
