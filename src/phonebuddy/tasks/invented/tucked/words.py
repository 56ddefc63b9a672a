"""Words: sentences that ask for what is tucked away: one thing or two, with or without a word about saving.

Data of frames.yaml and of levels/frames.yaml. Invariant: a sentence says every part, each once, in one
manner: an order, a note or a wish.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.levels.words import DO, MANNERS, NOTE, WISH, Part, named
from phonebuddy.tasks.invented.levels.words import frames as level_frames
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, filled
from phonebuddy.tasks.invented.wording import capital

FRAMES = Path(__file__).parent / "frames.yaml"
OWN = 0.65
"""How often people do not say what it is called at all, where there is such a way."""
LABELLED = 0.5
"""How often those who say what it is called say the words that stand there."""
LABEL = "label"
PLAIN = {"switch_on": "on", "switch_off": "off"}
PATH = 0.125
"""How often they say where it stands."""
PATHS = ("settings", "preferences", "options")
NUM_SAYS = 24
Wrap = tuple[str, Data]
"""A key of frames.yaml and what is filled in beside the request."""


def frames() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = read_data(FRAMES, as_written=True)
    return found


def asked(parts: Sequence[Part], chance: random.Random, *wraps: Wrap) -> str:
    """One sentence for all of these, in each of the wraps."""
    manner = chance.choice(MANNERS)
    ways = [_said(part, manner, chance) for part in parts]
    whole = ways[0]
    if len(ways) > 1:
        slots = dict(zip("ab", ways, strict=True))
        frame = chance.choice(level_frames()["two"][manner])
        whole = filled(frame, **slots, **{key.upper(): capital(way) for key, way in slots.items()})
    for key, words in wraps:
        whole = filled(chance.choice(frames()[key][manner]), x=whole, **words)
    return whole if manner == DO else f"{SAID_ALONE}{whole}"


def says(parts: Sequence[Part], chance: random.Random, *wraps: Wrap) -> tuple[str, ...]:
    """Many sentences for these, few of which say where it stands."""
    found = []
    for _ in range(NUM_SAYS):
        path: list[Wrap] = [("path", {"p": chance.choice(PATHS)})] if chance.random() < PATH else []
        found.append(asked(parts, chance, *wraps, *path))
    return tuple(dict.fromkeys(found))


def _said(part: Part, manner: str, chance: random.Random) -> str:
    own = [way.lstrip(SAID_ALONE) for way in part.own if way.startswith(SAID_ALONE) == (manner == WISH)]
    if own and manner != NOTE and chance.random() < OWN:
        return filled(chance.choice(own), **part.words)
    label = part.words.get(LABEL, "")
    if label and (not part.names or chance.random() < LABELLED):
        way = f"plain_{PLAIN.get(part.way, 'set')}"
        return filled(chance.choice(frames()[way][manner]), n=label, v=part.words.get("v", ""))
    name = named(part.names, manner, chance)
    ways = frames().get(part.way) or level_frames()[part.way]
    return filled(chance.choice(ways[manner]), s=f"the {name}", n=name, **part.words)
