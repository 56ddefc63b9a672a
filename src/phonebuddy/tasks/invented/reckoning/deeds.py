"""Deeds: what comes of values of an app is asked for, and told.

Invariant: nothing here changes the app; the answer holds one number, the result.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.reckoning.amounts import FORMS
from phonebuddy.tasks.invented.reckoning.cases import GOT, SAID, Case, Options
from phonebuddy.tasks.invented.reckoning.words import ReckoningWords
from phonebuddy.tasks.invented.sketch import Deed

NUM_DEEDS = 3
"""For one app."""
NUM_SAYS = 8
BARE = 0.5
"""How often the answer is the result alone."""


def reckoning_deeds(options: Options, chance: random.Random) -> list[Deed]:
    forms = [form for form in FORMS if form in options]
    drawn = chance.sample(forms, min(len(forms), NUM_DEEDS))
    return [_deed(chance.choice(options[form]).drawn(chance), chance) for form in drawn]


def _deed(case: Case, chance: random.Random) -> Deed:
    words = ReckoningWords(case, chance)
    says = tuple(dict.fromkeys(words.asked() for _ in range(NUM_SAYS)))
    gold = [*case.gold, {"answer": answer(words, chance)}]
    return Deed(f"reckon_{case.form}", says, gold, [{"answer": f"{{{SAID}}}"}], {}, case.draw)


def answer(words: ReckoningWords, chance: random.Random) -> str:
    """The result alone, or in a sentence."""
    frame = "{r}" if chance.random() < BARE else words.told()
    return frame.replace("{r}", f"{{{GOT}}}")
