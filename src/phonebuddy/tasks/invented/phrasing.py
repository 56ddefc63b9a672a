"""Phrasing: from ways to say a deed to whole sentences in several styles, with the app's name and without.

Data of phrasing.yaml. Invariant: every sentence names the same things, and where nothing else tells the app,
its title stands there. A thing's own name tells it too, if its title says what it is for.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.grammar import an, plural, stutters
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, filled

PATH = Path(__file__).parent / "phrasing.yaml"
UNNAMED = 0.6
"""How often an app goes unnamed of which the sentence says a word that tells it."""
GUESSED = 0.35
"""How often it goes unnamed where only the name of something in it tells it: a massage, and so the spa."""
HINTED = 0.2
"""How often another app is called by such a word, `the plant app`, and not by its title."""
ORDERS = "!!"
"""A saying that begins so is several sentences, of which one at least asks for something."""
_OPENING = frozenset({
    "if", "in", "for", "with", "should", "when", "as", "the", "my", "i", "once", "where", "of", "at", "on",
    "under", "from", "depending", "whatever", "whichever", "new", "one", "enough", "thumbs", "please",
})  # fmt: skip
"""What begins with one of these is a sentence of its own too: nobody says `could you if`."""
_THING = re.compile(r"\{(?:r_)?name\}")
STYLES = ("terse", "plain", "polite", "chatty")
EACH = 2
"""Sentences of each style."""
SHORTEST = {"terse": 4, "plain": 2}
"""Which part of the ways a style takes, the shortest ones: a quarter, a half. Others take all."""
_LEFT_OUT = re.compile(r"(?<!\S)(?:the|my|please) (?=[a-z{])")
"""What people leave out of notes."""


def frames() -> Data:
    return read_data(PATH)


@lru_cache(maxsize=1_000)
def _telling(words: tuple[str, ...]) -> re.Pattern[str]:
    forms = sorted({form for word in words for form in (word, plural(word))}, key=len, reverse=True)
    return re.compile(rf"(?<!\{{)\b(?:{'|'.join(map(re.escape, forms))})\b", re.IGNORECASE)


def tell(words: tuple[str, ...], clause: str) -> bool:
    """Whether one of these words, or its plural, stands there."""
    return bool(words) and _telling(words).search(clause) is not None


def phrases(
    says: Sequence[str], title: str, tells: tuple[str, ...], chance: random.Random, names_tell: bool = False
) -> list[Data]:
    """Some sentences, each with its style; without a title they name their apps themselves."""
    found: list[Data] = []
    for style in sorted(STYLES * EACH, key=STYLES.index):
        drawn = chance.randrange(len(says))
        able = _short(says, style)
        way = _smooth(able, drawn % len(able), str)
        kind, clause = _kind(way), way.lstrip(SAID_ALONE)
        if style == "terse" and drawn // len(able) % 2 and '"' not in clause:
            clause = _LEFT_OUT.sub("", clause)
        is_guessed = names_tell and bool(tells) and _THING.search(clause) is not None
        often = UNNAMED if tell(tells, clause) else GUESSED if is_guessed else 0
        which = "bare" if not title or chance.random() < often else _named(tells, chance)
        able = frames()[which][kind][style]
        at = chance.randrange(len(able))
        besides = {"lead": chance.choice(frames()["leads"]), "tail": chance.choice(frames()["tails"])}
        besides |= {"app": title, "hint": tells[0] if tells else ""}
        found.append({style: _smooth(able, at, partial(_whole, clause, besides))})
    return found


def _short(says: Sequence[str], style: str) -> Sequence[str]:
    """Those that a style draws from: two at least, where there are two."""
    part = SHORTEST.get(style)
    return sorted(says, key=len)[: max(2, len(says) // part)] if part else says


def _smooth(choices: Sequence[str], at: int, make: Callable[[str], str]) -> str:
    """What is made of the one that was drawn, or of the next in which no word stands twice."""
    turn = (make(choices[(at + more) % len(choices)]) for more in range(len(choices)))
    return next((one for one in turn if not stutters(one)), make(choices[at]))


def _kind(way: str) -> str:
    if way.startswith(ORDERS):
        return "orders"
    if way.startswith(SAID_ALONE):
        return "states"
    if way.endswith("?"):
        return "questions"
    return "states" if way.startswith("{") or way.split(" ", 1)[0].lower() in _OPENING else "asks"


def is_clause(way: str) -> bool:
    """Whether people say `please` to it."""
    return _kind(way) == "asks"


def _named(tells: tuple[str, ...], chance: random.Random) -> str:
    return "hinted" if tells and chance.random() < HINTED else "named"


def _whole(clause: str, besides: dict[str, str], frame: str) -> str:
    whole = filled(frame, c=clause, C=clause[:1].upper() + clause[1:], **besides).strip()
    # A sentence of its own may be a question, which ends with no stop of the frame.
    return an(re.sub(r"\?[.,]", "?", whole))
