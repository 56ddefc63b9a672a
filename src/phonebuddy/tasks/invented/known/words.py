"""Words: how one value to three are asked for: by nouns, by clauses with question words, by questions.

Data of frames.yaml. Invariant: every value is named once, in the order in which it is wanted, and frames do
not tell how many there are.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.known.facts import Facts
from phonebuddy.tasks.invented.phrasing import tell
from phonebuddy.tasks.invented.several import listed, shared_words
from phonebuddy.tasks.invented.sketch import Data, Read, Sketch, filled
from phonebuddy.tasks.invented.wh.words import are_people, shortened
from phonebuddy.tasks.invented.wording import QUESTIONS, UNNAMED, Words, capital, is_noun

PATH = Path(__file__).parent / "frames.yaml"
_BEGUN = tuple(word for word in QUESTIONS if word != "whether ")
NOUNS, CLAUSES, ASKED = "nouns", "clauses", "questions"
SHARED = 0.7
"""How often a thing is named once for all of its facts, where nouns allow it."""
_ASKING = re.compile(
    r"(?:(?:at|on|by|until|from|up to|in|with|for|to) )?"
    r"(?:what|when|where|how|which|who|whom|whose)\b[^:;,]*\?"
)
"""A question that begins as such: not `if I go in for it, how long ...`."""
_SLOT = re.compile(r"\{(r_\w+)\}(?!')")
_STIFF = re.compile(r"\b(?:the|my|a|new|event|appointment) it\b|\{")


def frames() -> Data:
    return read_data(PATH)


class FactWords:
    """Ways to name the facts of one task."""

    def __init__(self, facts: Facts, chance: random.Random) -> None:
        self._facts, self._chance, self._words = facts, chance, Words(chance)
        self._sketch, reads = facts.spoken[0][0], [read for _, read in facts.spoken]
        self._has_it = facts.is_one_thing and self._sketch.names_tell and not are_people(reads)

    @property
    def count(self) -> int:
        return len(self._facts.reads)

    @property
    def ways(self) -> list[str]:
        """How they can be asked for; question words first."""
        reads = [read for _, read in self._facts.spoken]
        by_clause = [CLAUSES] if all(_clauses(read) for read in reads) else []
        by_question = [ASKED] if all(_questions(read) for read in reads) else []
        return [*by_clause, *by_question]

    def nouns(self) -> list[str]:
        """Each fact by itself; the app of one thing stands behind the last."""
        if not self._facts.is_one_thing:
            return [self._named(sketch, read, self._noun(read)) for sketch, read in self._facts.spoken]
        found = [self._noun(read) for _, read in self._facts.spoken]
        return [*found[:-1], self._named(*self._facts.spoken[-1], found[-1])]

    def listed(self) -> str:
        """All of them as nouns, in one list."""
        spoken = self._facts.spoken
        reads = [read for _, read in spoken]
        shared = shared_words(reads) if self._facts.is_one_thing and len(reads) > 1 else []
        if shared and self._chance.random() < SHARED:
            facts, frame = self._chance.choice(shared)
            return self._named(spoken[0][0], reads[0], frame.replace("{}", listed(facts), 1))
        nouns = self.nouns()
        return listed(nouns) if len(nouns) > 1 else nouns[0]

    def clauses(self) -> str:
        """`when it begins and where it is`."""
        spoken, said = self._facts.spoken, []
        for at, (sketch, read) in enumerate(spoken):
            way = self._after(_clauses(read), at > 0)
            is_last = at == len(spoken) - 1
            said.append(self._named(sketch, read, way) if is_last or not self._facts.is_one_thing else way)
        return self._joined("told", said)

    def questions(self) -> str:
        spoken, said = self._facts.spoken, []
        for at, (sketch, read) in enumerate(spoken):
            way = self._after(_questions(read), at > 0).removesuffix("?")
            said.append(way if self._facts.is_one_thing else self._named(sketch, read, way))
        whole = self._joined("asked", said)
        sketch, read = spoken[0]
        if not self._facts.is_one_thing or self._is_told(sketch, read, whole):
            return whole
        return filled(self._chance.choice(frames()["where"]), q=whole, app=self._words.app(sketch))

    def _joined(self, key: str, said: Sequence[str]) -> str:
        parts = dict(zip("abc", said, strict=False))
        frame = self._chance.choice(frames()[key][str(len(said))])
        return filled(frame, **parts, **{name.upper(): capital(way) for name, way in parts.items()})

    def _after(self, ways: Sequence[str], is_later: bool) -> str:
        """With `it` for a thing that was named before."""
        if is_later and self._facts.is_one_thing:
            short = [one for way in ways if (one := self._short(way))]
            if short:
                return self._chance.choice(short)
        return self._chance.choice(ways)

    def _short(self, way: str) -> str:
        if self._sketch.deeds:
            return shortened(way) if self._has_it else ""
        found = _SLOT.search(way)
        short = _SLOT.sub("it", way) if found and found[1] in frames()["its"] else ""
        return "" if _STIFF.search(short) else short

    def _noun(self, read: Read) -> str:
        nouns = [one for one in read.things if is_noun(one)]
        return self._chance.choice([one for one in nouns if "," not in one] or nouns)

    def _named(self, sketch: Sketch, read: Read, way: str) -> str:
        """With the app, where the words do not tell it."""
        return self._words.thing(sketch, read._replace(things=(way,)), bool)

    def _is_told(self, sketch: Sketch, read: Read, whole: str) -> bool:
        return (read.tells or tell(sketch.tells, whole)) and self._chance.random() < UNNAMED


def _clauses(read: Read) -> list[str]:
    return [one for one in read.things if one.startswith(_BEGUN) and "," not in one]


def _questions(read: Read) -> list[str]:
    return [one for one in read.asks if _ASKING.fullmatch(one)]
