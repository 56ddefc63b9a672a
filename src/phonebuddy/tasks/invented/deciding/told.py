"""Told: one of two texts is to be written in another app, as a condition has it.

Invariant: the text counts sign by sign, and both texts stand in the sentence.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.deciding.conditions import Condition
from phonebuddy.tasks.invented.deciding.words import Said, frames, wholes
from phonebuddy.tasks.invented.halves import GOT, Target, changed, journey
from phonebuddy.tasks.invented.sketch import Data, filled
from phonebuddy.tasks.invented.texts import exact, place_of, ways_of
from phonebuddy.tasks.invented.wording import Words, capital

YES, NO = "c_yes", "c_no"
TAKING = ("messages", "notes", "answers", "comments", "statuses")
"""Places where people write a word or two."""
NUM_SAYS = 8
NUM_PAIRS = 10
"""Pairs of texts that one task is drawn from."""
SHORT = 0.6
"""How often both texts are one word."""
QUOTED = 0.4
"""How often texts stand in quotes where they need not."""
BOLD = 0.25
"""How often a word in the middle of a deed stands there without quotes."""


def taking_texts(places: Sequence[Place]) -> list[Target]:
    every = [Target(place, one) for place in places for one in place.sketch.writes]
    return [one for one in every if one.takes_words and place_of(one.write) in TAKING and _ways(one)]


def _ways(target: Target) -> tuple[str, ...]:
    return ways_of(target.write).whole


def told_task(condition: Condition, target: Target, holds: bool, chance: random.Random) -> Data | None:
    kind = "words" if chance.random() < SHORT else "phrases"
    says = [way for _ in range(NUM_SAYS) if (way := _Sentence(condition, target, kind, chance).way())]
    if not says:
        return None
    place, write = target
    pairs, text = _pairs(kind, chance), YES if holds else NO
    looks = [*condition.place.sketch.looks, *place.sketch.looks]
    typed = changed(write.gold, lambda one: one.replace(GOT, f"{{{text}}}"))
    made: Data = {
        "apps": list(dict.fromkeys([*condition.place.apps, *place.apps])),
        "say": wholes(says, chance),
        "draw": condition.draw | {"texts": _other_text(pairs)} | write.draw,
        "goal": [exact(check, text) for check in write.goal],
        "allow": [*write.allow, *dict.fromkeys(looks)],
        "gold": journey([(condition.place, condition.gold), (place, typed)]),
        "rubric": "The text that is right as the condition has it stands there; nothing else was changed.",
        "tags": ["condition"],
    }
    made["new"] = condition.new | {YES: list(pairs)} | write.new
    return made | ({"facts": write.facts} if write.facts else {})


def _pairs(kind: str, chance: random.Random) -> dict[str, str]:
    """Texts, each with the one that is right where it is not; either of two may be the first."""
    every: list[list[str]] = frames()["pairs"][kind]
    return dict(chance.sample(pair, 2) for pair in chance.sample(every, NUM_PAIRS))


def _other_text(pairs: dict[str, str]) -> str:
    cases = " ".join(f"WHEN '{one}' THEN '{other}'" for one, other in pairs.items())
    return f"SELECT CASE :{YES} {cases} END AS {NO}"


class _Sentence:
    """One way to say one task."""

    def __init__(self, condition: Condition, target: Target, kind: str, chance: random.Random) -> None:
        self._target, self._chance = target, chance
        self._said: Said | None = condition.say()
        self._is_quoted = chance.random() < QUOTED
        self._is_short, self._is_bold = kind == "words", chance.random() < BOLD

    def way(self) -> str | None:
        if self._said is None:
            return None
        bare = ways_of(self._target.write).bare
        frame = self._chance.choice([
            one for one in frames()["texts"] if bare or not ("{to}" in one or "{To}" in one)
        ])  # fmt: skip
        way = self._chance.choice(_ways(self._target))
        deed = self._deed((way,))
        parts = self._both(frame, deed, way)
        parts |= {"it": filled(deed, v="that"), "this": filled(deed, v="this")}
        if bare:
            parts["to"] = self._deed(bare)
        # Behind `tell Ada in the chat app` nobody would know where the text begins.
        is_quoted = self._is_quoted or ("to}" in frame.lower() and not parts["to"].endswith("}"))
        yes, no = (self._text(one, is_quoted) for one in (YES, NO))
        parts |= {capital(key): capital(one) for key, one in parts.items()}
        return filled(frame, **parts, **self._said.parts, yes=yes, no=no)

    def _both(self, frame: str, deed: str, way: str) -> dict[str, str]:
        """The app is named once."""
        is_first = frame.find("{a}") < frame.find("{b}") or "{b}" not in frame
        a, b = (deed, way) if is_first else (way, deed)
        return {"a": self._written(a, YES), "b": self._written(b, NO)}

    def _deed(self, says: tuple[str, ...]) -> str:
        """With its app, where the words do not tell it."""
        write = self._target.write._replace(says=says)
        return Words(self._chance).deed(self._target.place.sketch, write, "put_briefly")("{v}")

    def _written(self, deed: str, name: str) -> str:
        """In quotes where nobody would know where the text ends."""
        is_clear = deed.endswith("{v}") or (self._is_short and self._is_bold)
        return filled(deed, v=self._text(name, self._is_quoted or not is_clear))

    def _text(self, name: str, is_quoted: bool) -> str:
        return f'"{{{name}}}"' if is_quoted else f"{{{name}}}"
