"""Saying: from ways to ask for something to whole Chinese sentences, with the app's name and without.

Invariant: where neither a thing nor a noun of it tells the app, or its title is a brand, the title is said.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, filled
from phonebuddy.tasks.invented.zh.words import words
from phonebuddy.world.state.speech import CHINESE

QUESTION = "?"
"""Behind a way that is a question."""
TEXT = "{text}"
"""Somebody's own words, behind which a sentence says nothing more."""
NUM_SENTENCES, NAMED = 8, 0.5
_OPENING = ("关于", "要说", "看看", "先")
"""A question that begins so begins a part of the sentence too."""
_MARKS = "，：。（？"


def phrases(ways: Sequence[str], title: str, has_to_name: bool, chance: random.Random) -> list[Data]:
    """Some sentences."""
    found: dict[str, None] = {}
    for way in chance.choices(ways, k=3 * NUM_SENTENCES):
        is_named = has_to_name or chance.random() < NAMED
        found[_whole(way, title if is_named else "", chance)] = None
    return [{CHINESE: one} for one in list(found)[:NUM_SENTENCES]]


def whole_phrases(sentences: Sequence[str], chance: random.Random) -> list[Data]:
    """Of sentences that name their apps themselves."""
    different = list(dict.fromkeys(sentences))
    return [{CHINESE: one} for one in chance.sample(different, min(len(different), NUM_SENTENCES))]


def _whole(way: str, title: str, chance: random.Random) -> str:
    kind = "alone" if way.startswith(SAID_ALONE) else "question" if way.endswith(QUESTION) else "order"
    clause = way.strip(SAID_ALONE + QUESTION)
    frames = [one for one in words()["frames"]["named" if title else "bare"][kind] if fits(one, clause, kind)]
    return filled(chance.choice(frames), c=clause, app=called(title, chance))


def called(title: str, chance: random.Random) -> str:
    """An app as people call it."""
    return filled(chance.choice(words()["app"]), app=title)


def fits(frame: str, clause: str, kind: str) -> bool:
    """Whether a clause can stand in a frame: `帮我` goes before `把`, not before `帮忙`."""
    before, _, after = frame.partition("{c}")
    if clause.endswith(TEXT) and after.strip("。"):
        return False
    if not before or before[-1] in _MARKS or kind == "alone":
        return True
    return clause.startswith(tuple(words()["bound"])) if kind == "order" else not clause.startswith(_OPENING)
