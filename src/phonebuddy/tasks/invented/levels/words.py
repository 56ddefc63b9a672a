"""Words: sentences that ask for one level or setting, or for several at once.

Data of knobs.yaml and frames.yaml. Invariant: a sentence says every part, each once, in one manner: an order,
a note or a wish.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, filled
from phonebuddy.tasks.invented.wording import capital

PATH = Path(__file__).parent / "knobs.yaml"
FRAMES = PATH.with_name("frames.yaml")
DO, NOTE, WISH = "do", "note", "wish"
MANNERS = (DO, DO, NOTE, WISH)
"""An order, a few words, a sentence; orders are most common."""
OWN = 0.45
"""How often people do not say what it is called at all, where there is such a way."""
STAYS = 0.25
"""How often people say what is to be left alone."""
SHORT = 3
"""Words of a name in a note, where there is one so short."""


class Part(NamedTuple):
    """Something that is wanted of a knob, as people put it."""

    way: str
    """The key of its ways in frames.yaml: `level_top`."""
    names: tuple[str, ...]
    own: tuple[str, ...] = ()
    """Ways that do not name it."""
    words: Data = {}
    """For {up}, {down} and {v}."""


def knobs() -> Data:
    return read_data(PATH, as_written=True)


def frames() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = read_data(FRAMES, as_written=True)
    return found


def asked(parts: Sequence[Part], others: Sequence[tuple[str, ...]], chance: random.Random) -> str:
    """One sentence for all of these; `others` are names of what stands beside them and stays."""
    manner = chance.choice(MANNERS)
    ways = [_said(part, manner, chance) for part in parts]
    whole = ways[0]
    if len(ways) > 1:
        frame = chance.choice(frames()["two" if len(ways) == 2 else "three"][manner])
        slots = dict(zip("abc", ways, strict=False))
        whole = filled(frame, **slots, **{key.upper(): capital(way) for key, way in slots.items()})
    if others and chance.random() < STAYS:
        name = named(chance.choice(others), manner, chance)
        whole = filled(chance.choice(frames()["stays"][manner]), x=whole, s=f"the {name}", n=name)
    return whole if manner == DO else f"{SAID_ALONE}{whole}"


def _said(part: Part, manner: str, chance: random.Random) -> str:
    own = [way.lstrip(SAID_ALONE) for way in part.own if way.startswith(SAID_ALONE) == (manner == WISH)]
    if own and manner != NOTE and chance.random() < OWN:
        return filled(chance.choice(own), **part.words)
    name = named(part.names, manner, chance)
    return filled(chance.choice(frames()[part.way][manner]), s=f"the {name}", n=name, **part.words)


def named(names: Sequence[str], manner: str, chance: random.Random) -> str:
    """One of some names, a short one in a note where there is one."""
    short = [name for name in names if len(name.split()) <= SHORT]
    return chance.choice(short if short and manner == NOTE else names)
