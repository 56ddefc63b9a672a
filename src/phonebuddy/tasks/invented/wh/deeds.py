"""Deeds: all that an invented app is asked for in this form, from its sketch alone, whatever its kind.

Invariant: nothing here changes the app; what is asked is made of what its kind offers.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.sketch import Deed, Sketch
from phonebuddy.tasks.invented.wh.absent import absent
from phonebuddy.tasks.invented.wh.together import together
from phonebuddy.tasks.invented.wh.untold import untold


def wh_deeds(sketch: Sketch, chance: random.Random) -> list[Deed]:
    return [*together(sketch, chance), *untold(sketch, chance), *absent(sketch, chance)]
