"""Sayings: the ways to put things that stand in sayings.yaml, and a voice that draws from them.

Invariant: both languages have the same keys, so that whatever can be said in one can be said in the other.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError
from phonebuddy.tasks.drills.trail import Move
from phonebuddy.tasks.drills.values import texts_of
from phonebuddy.tasks.drills.words import Meant, fits, words
from phonebuddy.tasks.speech import Speech
from phonebuddy.world.spec.nodes import read_yaml
from phonebuddy.world.state.speech import CHINESE, ENGLISH

PATH = Path(__file__).parent / "sayings.yaml"
MAPS = ("verbs", "found", "withs", "changes")
LINKED = (" from", " with", " to", " of")
"""Ends of nouns that a title follows at once."""
WITH_NOUN = 0.85
"""How often a thing is named with its noun."""
_SLOT = re.compile(r"\{(\w+)\}")


class Sayings(NamedTuple):
    lists: dict[str, tuple[str, ...]]
    verbs: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]
    """Ways to say what a button does, by its English label."""
    found: dict[str, tuple[str, ...]]
    """Words for what was found."""
    withs: dict[str, tuple[str, ...]]
    """A field of a form, by its kind."""
    changes: dict[str, tuple[str, ...]]
    """One field of something that is there, by its kind."""


@lru_cache(maxsize=1)
def sayings(path: Path = PATH) -> dict[str, Sayings]:
    root = read_yaml(path, path.name)
    found = {}
    for language, node in root.pairs():
        maps = {key: dict(part.pairs()) for key, part in node.pairs() if key in MAPS}
        lists = {key: texts_of(part) for key, part in node.pairs() if key not in maps}
        verbs = tuple((re.compile(key, re.IGNORECASE), texts_of(part)) for key, part in maps["verbs"].items())
        kinds = ({key: texts_of(part) for key, part in maps[name].items()} for name in MAPS[1:])
        found[language] = Sayings(lists, verbs, *kinds)
    if set(found) != {ENGLISH, CHINESE}:
        raise TaskError(f"{path.name}: both languages are needed, en and zh")
    english, chinese = found[ENGLISH], found[CHINESE]
    for one, two in ((english.lists, chinese.lists), *zip(english[2:], chinese[2:], strict=True)):
        if lone := sorted(one.keys() ^ two.keys()):
            raise TaskError(
                f"{path.name}: both languages need the same keys; only one has: {', '.join(lone)}"
            )
    return found


def verbs_of(label: str, language: str) -> tuple[str, ...]:
    """Ways to say what a button does that is called so in English."""
    return next(ways for pattern, ways in sayings()[language].verbs if pattern.match(label))


class Voice:
    """Draws from the sayings of a phone's language."""

    def __init__(self, speech: Speech, chance: random.Random) -> None:
        self._chance = chance
        self._speech = speech
        self._language = speech.language
        self._says = sayings()[speech.language]
        self._is_sentence = False
        """Whether what is said stands for itself."""

    def _pick(self, key: str) -> str:
        return self._chance.choice(self._says.lists[key])

    def _fill(self, key: str, **given: str) -> str:
        return self._put(self._pick(key), given)

    def _put(self, pattern: str, given: dict[str, str]) -> str:
        self._is_sentence |= pattern.startswith("!")
        return _SLOT.sub(lambda slot: given[slot[1]], pattern.removeprefix("!"))

    def _meant(self, label: str) -> Meant:
        return self._speech.meant(label)

    def _is_named(self, move: Move) -> bool:
        return not fits(words().connect, self._meant(move.label))

    def _shown(self, label: str) -> str:
        """A label in the middle of a sentence."""
        if self._language == CHINESE or len(label) > 1 and label[1].isupper():
            return label
        return label[:1].lower() + label[1:] if self._chance.random() < 0.5 else label

    def _it(self, title: str, place: str) -> str:
        noun = words().nouns.get(place)
        name = noun.in_language(self._language) if noun is not None else ""
        return self._called(name, title)

    def _called(self, noun: str, title: str) -> str:
        """A thing by its title, mostly with its noun: `the event Choir`, `the mail from Ana`."""
        if not noun or self._chance.random() >= WITH_NOUN:
            return self._fill("bare", t=title)
        if noun.endswith(LINKED):
            return f"the {noun} {title}"
        return self._fill("mine" if noun in words().owned else "named", n=noun, t=title)
