"""Words: how a condition is said, and what follows from it either way.

Data of frames.yaml. Invariant: a sentence says the condition and both outcomes, and nothing in it tells which
of them is right; a thing is named where it comes first and is `it` from then on.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.deciding.limits import LIMIT
from phonebuddy.tasks.invented.grammar import an
from phonebuddy.tasks.invented.phrasing import EACH, STYLES, tell
from phonebuddy.tasks.invented.phrasing import frames as phrasing
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, Read, Sketch, filled
from phonebuddy.tasks.invented.wording import UNNAMED, Words, capital, is_noun

PATH = Path(__file__).parent / "frames.yaml"
CLAUSE = 0.6
"""How often a condition is a clause, `it begins on Sunday`, where its words allow it."""
_NOUNS = ("the ", "my ", "our ", "its ", "{")
_INVERTED = re.compile(r"(.*\}\"?|it) (is|was) (.+)")


def frames() -> Data:
    return read_data(PATH)


@lru_cache(maxsize=1)
def _clauses() -> dict[str, list[tuple[re.Pattern[str], str]]]:
    every: dict[str, list[list[str]]] = frames()["clauses"]
    return {kind: [(re.compile(one), said) for one, said in pairs] for kind, pairs in every.items()}


class Said(NamedTuple):
    """A condition in words."""

    clause: str
    question: str

    @property
    def parts(self) -> dict[str, str]:
        clause, question = self
        return {"if": clause, "If": capital(clause), "q": question, "Q": capital(question)}


def said(read: Read, things: Sequence[str], measure: str, chance: random.Random) -> Said | None:
    """A condition about a value in one of these words for it; None where none of them makes one."""
    return _Condition(read, measure, chance).said(things, None)


def said_in(sketch: Sketch, read: Read, measure: str, chance: random.Random) -> Said | None:
    """The same with its app, where the words do not tell it."""
    return _Condition(read, measure, chance).said(read.things, sketch)


def is_stated(read: Read) -> bool:
    """Whether its words make conditions."""
    return any(_is_able(thing) or _stated(thing, read.kind) for thing in read.things)


def said_there(sketch: Sketch, thing: str, chance: random.Random) -> Said:
    """That something is there."""
    frame = str(chance.choice(frames()["there"]))
    return _asked(filled(frame, thing=thing, app=Words(chance).app(sketch)))


def said_here(thing: str, chance: random.Random) -> Said:
    """The same where the app is known."""
    return _asked(filled(str(chance.choice(frames()["here"])), thing=thing))


class _Condition:
    def __init__(self, read: Read, measure: str, chance: random.Random) -> None:
        self._read, self._measure, self._chance = read, measure, chance
        self._words = Words(chance)

    def said(self, things: Sequence[str], sketch: Sketch | None) -> Said | None:
        clauses = [clause for thing in things if (clause := _stated(thing, self._read.kind))]
        nouns = [thing for thing in things if _is_able(thing)]
        if clauses and (not nouns or self._chance.random() < CLAUSE):
            clause = filled(self._chance.choice(clauses), than=self._than("verbs"))
            return _asked(self._placed(clause, "stated_in", "if", sketch))
        if not nouns:
            return None
        thing = self._placed(self._chance.choice(nouns), "standing", "thing", sketch)
        than = self._than("than")
        return Said(f"{thing} is {than}", f"is {thing} {than}")

    def _than(self, key: str) -> str:
        than = self._chance.choice(frames()[key][self._measure][self._read.kind])
        return filled(than, limit=f"{{{LIMIT}}}")

    def _placed(self, words: str, key: str, slot: str, sketch: Sketch | None) -> str:
        """With the app, unless it is known or told."""
        if sketch is None:
            return words
        is_told = self._read.tells or tell(sketch.tells, words)
        if is_told and self._chance.random() < UNNAMED:
            return words
        frame = self._words.one_of(key) if key == "standing" else str(self._chance.choice(frames()[key]))
        return filled(frame, **{slot: words, "app": self._words.app(sketch)})


def _is_able(thing: str) -> bool:
    return is_noun(thing) and thing.startswith(_NOUNS) and "," not in thing


def _stated(thing: str, kind: str) -> str:
    for pattern, clause in _clauses().get(kind, ()):
        if match := pattern.fullmatch(thing):
            return match.expand(clause)
    return ""


def _asked(clause: str) -> Said:
    """`it is there`: `is it there?`; other clauses are asked as they are."""
    match = _INVERTED.fullmatch(clause)
    return Said(clause, f"{match[2]} {match[1]} {match[3]}" if match else clause)


def whole(way: str, style: str, chance: random.Random) -> str:
    """A sentence in this style; texts that end it have no more than a full stop behind them."""
    kind = "alone" if way.startswith(SAID_ALONE) else "clause"
    clause = way.removeprefix(SAID_ALONE)
    besides = {key: str(chance.choice(phrasing()[f"{key}s"])) for key in ("lead", "tail")}
    frame = str(chance.choice(frames()[kind][style]))
    return an(filled(frame, s=clause, S=capital(clause), **besides).strip())


def wholes(ways: Sequence[str], chance: random.Random) -> list[Data]:
    """Some of these as sentences, each with its style."""
    styles = sorted(STYLES * EACH, key=STYLES.index)
    return [{style: whole(chance.choice(ways), style, chance)} for style in styles]
