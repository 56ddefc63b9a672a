"""Words: sentences that ask for several values of one thing, and those that leave a value out.

Data of frames.yaml. Invariant: a sentence names its thing once at least, and every value that it asks for.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data, Read, filled
from phonebuddy.tasks.invented.wording import capital, is_plain

PATH = Path(__file__).parent / "frames.yaml"
SLOTS = ("{r_name}", "{r_number}")
"""What things go by."""
STATED = 0.3
"""How often it is no question: `tell me who wrote it and what it costs`."""
_SMALL = (
    "of|for|in|on|to|at|with|from|about|by|is|was|does|did|do|has|have|are|will|would|can|should|and|or|as"
)
_MOMENT = "the|my|our|time|hour|day|date|moment|clock"
"""What begins a clause before a thing, and is no noun for it: `the time my lesson {r_name} begins`."""
_TABLE = re.compile(r"\bFROM (\w+)")
_NOUN = rf"(?!(?:{_SMALL}|{_MOMENT})(?![\w-]))[\w-]+"
_THE = rf"\b(?:the|my|our) (?:{_NOUN} ){{1,3}}"
_CALLED = re.compile(
    rf"{_THE}(?:called )?\{{r_name\}}(?! (?:has|is|was|needs|takes|goes|gets)\b)|\{{r_name\}}"
    rf"|(?:{_THE}|\border )?\{{r_number\}}"
)
"""A thing as questions call it: `the letter {r_name}`; not in `the price {r_name} has`."""
_STIFF = re.compile(
    rf"^it[,:]|\"it\"|: it\b|\b(?:the|my|our|one|an?|called|as|out|up|off) it\b"
    rf"|{_THE}(?:of (?:{_NOUN} ){{1,3}})?it\b|\bit's|\{{"
)
"""Where `it` cannot stand for the name, or another name is left."""
_WORD = r"(?!of (?:the|my|our)\b|I\b)[\w-]+"
_OF_IT = re.compile(
    rf"\bthe ((?!(?:one|first|rest|my|morning|evening)\b)(?:{_WORD} ){{0,4}}?"
    r"(?!(?:because|out|of)\b)[\w-]+) of it\b(?!')"
)
"""`the price of it`, and of `the time of the last check of it` only `the last check of it`."""


def frames() -> dict[str, list[str]]:
    found: dict[str, list[str]] = read_data(PATH)
    return found


def asked_together(reads: Sequence[Read], thing: str, has_it: bool, chance: random.Random) -> str:
    """One sentence for two values or three of a thing.

    `thing` is what it is called, where that is not its name; `has_it`: whether it is `it` from then on.
    """
    number, is_told = {2: "two", 3: "three"}[len(reads)], chance.random() < STATED
    frame = chance.choice(frames()[f"{number}_{'told' if is_told else 'asked'}"])
    ways: list[str] = []
    for read in reads:
        able = [way for way in read.things if is_plain(way)] or read.things if is_told else read.asks
        once_more = [said for way in able if (said := shortened(way))]
        way = chance.choice(once_more if ways and has_it and once_more else able).removesuffix("?")
        ways.append(calling(way, thing) if thing else way)
    parts = dict(zip("abc", ways, strict=False))
    return filled(frame, **parts, **{key.upper(): capital(way) for key, way in parts.items()})


def calling(way: str, thing: str) -> str:
    """With other words for its thing: `the newest letter`."""
    return _CALLED.sub(thing, way)


@lru_cache(maxsize=1 << 12)
def shortened(way: str) -> str:
    """Of a thing that was named before, `its price`; empty where that would be stiff."""
    short = _OF_IT.sub(r"its \1", _CALLED.sub("it", way))
    return "" if _STIFF.search(short) else short


def names_in(reads: Sequence[Read]) -> list[str]:
    """What things are called in the words for several of their values: `{r_name}`, `the letter {r_name}`."""
    found = Counter(name for read in reads for name in {match[0] for match in _called(read)})
    names = [name for name, number in sorted(found.items()) if number > 1 and "{r_name}" in name]
    return names or ["{r_name}"]


def _called(read: Read) -> list[re.Match[str]]:
    return [match for way in read.things for match in _CALLED.finditer(way)]


def are_people(reads: Sequence[Read]) -> bool:
    """Whether nobody would call a thing of these `it`."""
    ways = " ".join(way for read in reads for way in read.asks)
    return any(f" {noun} {slot}" in ways for noun in frames()["people"] for slot in SLOTS)


def table_of(sql: str) -> str:
    """What a query draws from first."""
    found = _TABLE.search(sql)
    return found[1] if found else ""


def looked(app: str) -> list[Data]:
    """Whoever asks has looked."""
    return [{"present": f"SELECT 1 FROM phone_event WHERE app = '{app}' AND kind = 'page'"}]
