"""Words: sentences for what takes several looks.

Data of frames.yaml. Invariant: no sentence tells the outcome: which of the things it is, or whether the thing
is there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.sketch import Read, Sketch, filled
from phonebuddy.tasks.invented.wh.words import are_people, names_in
from phonebuddy.tasks.invented.wording import capital

PATH = Path(__file__).parent / "frames.yaml"
NOUN = 0.4
"""How often some things are called what they are: `the cards Visa and Amex`."""
_SLOT = re.compile(r"\{(\w+)\}")
_KIND = re.compile(r"the ([\w -]+?)(?: called)? \{r_name\}")
_AGAIN = re.compile(r"\b(?:it|its)\b")
_OF_IT = re.compile(r"the ([\w -]+) of it (is .+)")
_ITS, _IT, _IS = re.compile(r"its (.+)"), re.compile(r"it (.+)"), re.compile(r"(.+?) is (?!not\b)(.+)")


def frames() -> dict[str, list[str]]:
    found: dict[str, list[str]] = read_data(PATH)
    return found


def has_it(sketch: Sketch) -> bool:
    """Whether people call its things `it`."""
    return sketch.names_tell and not are_people(sketch.reads)


def listed(parts: Sequence[str], joint: str) -> str:
    return f"{', '.join(parts[:-1])} {joint} {parts[-1]}"


def kinds_of(reads: Sequence[Read]) -> list[str]:
    """What things of these are: `card`."""
    return [match[1] for name in names_in(reads) if (match := _KIND.fullmatch(name))]


class Names:
    """Some things by their names."""

    def __init__(self, slots: Sequence[str], reads: Sequence[Read], chance: random.Random) -> None:
        self._names, self._chance = [f"{{{slot}}}" for slot in slots], chance
        self._kinds = kinds_of(reads)

    def parts(self) -> dict[str, str]:
        every, either = listed(self._names, "and"), listed(self._names, "or")
        if self._kinds and self._chance.random() < NOUN:
            every = f"the {plural(self._chance.choice(self._kinds))} {every}"
        return {"all": every, "All": capital(every), "any": either}


def relative(clause: str) -> str:
    """What is said of `it`, behind `the one`: `whose price is $3`, `that begins at 8`, `where I owe $3`."""
    for pattern, word in ((_ITS, "whose"), (_OF_IT, "whose"), (_IT, "that")):
        found = pattern.fullmatch(clause)
        if found and not _AGAIN.search(found[1]):
            return " ".join((word, *found.groups()))
    return f"where {clause}"


def said_of(clause: str) -> dict[str, str]:
    """All that frames take of what is said of `it`."""
    behind = relative(clause)
    word, _, rest = behind.partition(" ")
    besides = {"whose": {"whose": behind}, "that": {"does": rest}}.get(word, {})
    return {"rel": behind, "if": clause, **besides}


def denied(clause: str) -> str:
    """`its price is not over $30`; empty where it takes another verb."""
    found = _IS.fullmatch(clause)
    return f"{found[1]} is not {found[2]}" if found else ""


def framed(key: str, parts: dict[str, str], chance: random.Random) -> str:
    """One of the frames for which there are all parts."""
    able = [frame for frame, slots in _slotted(key) if slots <= parts.keys()]
    return filled(chance.choice(able), **parts)


@cache
def _slotted(key: str) -> list[tuple[str, set[str]]]:
    return [(frame, set(_SLOT.findall(frame))) for frame in frames()[key]]
