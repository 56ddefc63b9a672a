"""Phrasing: from ways to say a deed to whole sentences in several styles, with the app's name and without.

Data of phrasing.yaml. Invariant: every sentence names the same things, and where nothing else tells the app,
its title stands there.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.grammar import an
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, filled

PATH = Path(__file__).parent / "phrasing.yaml"
UNNAMED = 0.35
"""How often an app goes unnamed whose word the sentence says."""
STYLES = ("terse", "plain", "polite", "chatty")
EACH = 2
"""Sentences of each style."""
CLOSED = 0.5
"""How often what is carried is said where it is needed, and not before."""


@lru_cache(maxsize=1)
def frames() -> Data:
    return read_data(PATH)


def phrases(says: Sequence[str], title: str, tells: str, chance: random.Random) -> list[Data]:
    """Some sentences, each with its style; without a title they name their apps themselves."""
    found: list[Data] = []
    for style in sorted(STYLES * EACH, key=STYLES.index):
        way = chance.choice(tuple(says))
        kind = "states" if way.startswith(SAID_ALONE) else "questions" if way.endswith("?") else "asks"
        clause = way.removeprefix(SAID_ALONE)
        is_told = bool(tells) and tells.lower() in clause.lower()
        is_bare = not title or (is_told and chance.random() < UNNAMED)
        frame = chance.choice((frames()["bare"] if is_bare else frames())[kind][style])
        found.append({style: _whole(frame, clause, title, chance)})
    return found


def _whole(frame: str, clause: str, title: str, chance: random.Random) -> str:
    besides = {"lead": chance.choice(frames()["leads"]), "tail": chance.choice(frames()["tails"])}
    capital = clause[:1].upper() + clause[1:]
    return an(filled(frame, c=clause, C=capital, app=title, **besides).strip())


def carrying(thing: str, source: str, way: str, target: str, chance: random.Random) -> str:
    """`put the price of the lamp in Fleamark into the note of Ada in Circle`, or one after the other; an app
    without a title goes unnamed."""
    there = filled(chance.choice(frames()["standing"]), thing=thing, app=source) if source else thing
    into = filled(chance.choice(frames()["put"]), way=way, app=target) if target else way
    if chance.random() < CLOSED:
        return filled(into, v=there)
    look = filled(chance.choice(frames()["looks"]), thing=there)
    that: str = chance.choice(frames()["that"])
    return look + str(chance.choice(frames()["joins"])) + filled(into, v=that)


def then(chance: random.Random) -> str:
    """Between one task and the next."""
    return str(chance.choice(frames()["then"]))
