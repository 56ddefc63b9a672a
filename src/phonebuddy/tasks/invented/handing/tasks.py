"""Tasks: what invented apps hand over to others, in words: the thing, its app, and where it goes.

Data of frames.yaml. Invariant: a sentence says which thing is meant and, where several could do it, which app
finishes it; the app that has the thing is named unless a word tells it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.handing.plan import things
from phonebuddy.tasks.invented.phrasing import tell
from phonebuddy.tasks.invented.sketch import Data, Handed, Sketch, filled
from phonebuddy.tasks.invented.wording import capital

FRAMES = Path(__file__).parent / "frames.yaml"
NUM_SAYS = 16
UNNAMED = 0.5
"""How often an app goes unnamed that a word for the thing tells."""
WHO, FROM = "{who}", " from "
HINTED = 0.25
"""How often an app is called by such a word, `the plant app`."""


def frames() -> dict[str, list[str]]:
    found: dict[str, list[str]] = read_data(FRAMES, as_written=True)
    return found


def handings(places: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """What the apps of a phone that hand things over are asked for."""
    found: dict[str, Data] = {}
    for place in places:
        for one in place.sketch.handed:
            found |= _template(place, one, chance)
    return found


def _template(place: Place, handed: Handed, chance: random.Random) -> dict[str, Data]:
    says = dict.fromkeys(said(place.sketch, handed, chance) for _ in range(NUM_SAYS))
    other = place.asked_for([handed.deed._replace(says=tuple(says))])
    # The sentences name the app themselves.
    other.sketch = other.sketch._replace(title="", tells=())
    more = [handed.app] if handed.app and handed.app not in place.apps else []
    other.apps = [*place.apps, *more]
    return {name: made | {"tags": ["object"]} for name, made in templates_of(other, chance).items()}


def said(sketch: Sketch, handed: Handed, chance: random.Random) -> str:
    """One sentence."""
    words = things()
    purses = words["purses"].get(handed.form)
    purse = chance.choice(purses) if purses else ""
    it = _thing(sketch, handed, purse, chance)
    able = frames()["pay" if purses else handed.form]
    if WHO in it:
        able = [one for one in able if WHO not in one]  # nobody says it twice
    answer = chance.choice(words["answers"][handed.answer]) if handed.answer else ""
    return filled(chance.choice(able), it=it, It=capital(it), purse=purse, Purse=capital(purse)) + answer


def _thing(sketch: Sketch, handed: Handed, purse: str, chance: random.Random) -> str:
    """Words for the thing, with its app unless they tell it."""
    way = chance.choice(handed.deed.says)
    if tell(sketch.tells, way) and chance.random() < UNNAMED:
        return way
    # Money comes from a purse, and the thing then from nowhere.
    able = [one for one in things()["named"]["within"] if not purse or FROM not in one]
    return filled(chance.choice(able), x=way, app=_app(sketch, chance))


def _app(sketch: Sketch, chance: random.Random) -> str:
    return f"the {sketch.tells[0]} app" if sketch.tells and chance.random() < HINTED else sketch.title
