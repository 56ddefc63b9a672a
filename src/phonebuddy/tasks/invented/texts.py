"""Texts: a text of people's own is to be written somewhere: a question to somebody, a remark, a name.

Data of texts.yaml. Invariant: the text counts sign by sign, so a question mark that belongs to the sentence
and not to the text is wrong in it; only a full stop at its end and large letters do not matter.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.grammar import an
from phonebuddy.tasks.invented.halves import GOT, Target, changed
from phonebuddy.tasks.invented.phrasing import EACH, STYLES
from phonebuddy.tasks.invented.phrasing import frames as phrasing
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Write, filled
from phonebuddy.tasks.invented.wording import Words, capital

PATH = Path(__file__).parent / "texts.yaml"
TEXT = "t_text"
"""The name of the text; what ends with it has its last sign from it."""
NUM_TEXTS = 18
"""Such tasks on one phone."""
BUILT_IN = 0.25
"""How many of them are about an app that is not invented."""
NUM_CHOICES = 14
"""Texts that one task is drawn from."""
ENDINGS = {"asked": 5, "said": 3, "that": 2}
"""How texts end (with a sign, with none, in a clause behind `that`), and how often each is made."""
SHORT = ("names", "statuses")
"""Places that take words, but no amounts or times."""
BARE = 0.6
"""How often nothing stands for the text before a colon, where the words allow it: `tell Ada: ...`."""
_SLOT = f"{{{TEXT}}}"
_ASKABLE = re.compile(r"tell (.+\}) \{v\}$")
_BEFORE_THAT = re.compile(r"((?:tell|text|message|mail) .+\}|.*\bknow|.*\bmention) \{v\}$")
_MOVED = re.compile(r"(write|note|comment|jot down|remember) \{v\} (?!down\b)(.+)$")
"""`write {v} under the post`, which is `write under the post that ...`."""


def frames() -> Data:
    return read_data(PATH)


@lru_cache(maxsize=1)
def _known_places() -> list[tuple[str, re.Pattern[str]]]:
    return [(name, re.compile(pattern, re.MULTILINE)) for name, pattern in frames()["places"]]


def place_of(write: Write) -> str:
    """What kind of text people write there; nothing where they write none."""
    words = "\n".join(write.says)
    name = next((name for name, pattern in _known_places() if pattern.search(words)), "")
    return name if name in SHORT or set(ANYTHING) <= set(write.kinds) else ""


def text_tasks(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """Tasks about texts; `others` are apps that are not invented."""
    own, besides = _targets(places), _targets(others)
    found: dict[str, Data] = {}
    for number in range(NUM_TEXTS):
        pool = besides if not own or chance.random() < BUILT_IN else own
        found[f"text{number}"] = _Maker(chance.choice(chance.choice(pool)), chance).task()
    return found


def _targets(places: Sequence[Place]) -> list[list[Target]]:
    """App by app, so that one with many places to write in does not come more often."""
    every = [[Target(place, write) for write in place.sketch.writes] for place in places]
    fitting = [[one for one in targets if _takes_texts(one)] for targets in every]
    return [targets for targets in fitting if targets]


def _takes_texts(target: Target) -> bool:
    return target.takes_words and place_of(target.write) != "" and ways_of(target.write).whole != ()


class _Ways(NamedTuple):
    """What may be said of a deed."""

    whole: tuple[str, ...]
    """With `{v}`, which stands for the text or a word for it."""
    bare: tuple[str, ...]
    """Before a colon: `tell Ada`."""
    asked: tuple[str, ...]
    """The same for questions: `ask Ada`."""
    that: tuple[str, ...]
    """Before `that`."""


def ways_of(write: Write) -> _Ways:
    whole = tuple(way for way in write.says if not way.endswith(": {v}"))
    bare = [way.removesuffix(": {v}") for way in write.says if way.endswith(": {v}")]
    bare += [way.removesuffix(" {v}") for way in whole if way.endswith("} {v}")]
    asked = tuple(f"ask {one[1]}" for way in whole if (one := _ASKABLE.match(way)))
    that = [one[1] for way in whole if (one := _BEFORE_THAT.match(way))]
    that += [f"{one[1]} {one[2]}" for way in whole if (one := _MOVED.match(way))]
    return _Ways(whole, tuple(bare), asked, tuple(that))


class _Maker:
    """Makes one task about one place."""

    def __init__(self, target: Target, chance: random.Random) -> None:
        self._target, self._chance = target, chance
        self._words, self._ways = Words(chance), ways_of(target.write)
        self._pool: dict[str, list[str]] = frames()["texts"][place_of(target.write)]

    def task(self) -> Data:
        endings = [one for one in ENDINGS if one != "that" or (self._ways.that and self._pool["that"])]
        (ending,) = self._chance.choices(endings, [ENDINGS[one] for one in endings])
        texts = self._chance.sample(self._pool[ending], min(NUM_CHOICES, len(self._pool[ending])))
        if ending == "asked":
            texts = self._alike(texts)
        says = [{style: self._sentence(ending, style, texts)} for style in STYLES for _ in range(EACH)]
        return self._whole(texts, says)

    def _alike(self, texts: list[str]) -> list[str]:
        """Questions alone, where somebody is asked; else all that end in a sign."""
        questions = [text for text in self._pool["asked"] if text.endswith("?")]
        if not self._ways.asked or self._chance.random() < 1 / 3:
            return texts
        return self._chance.sample(questions, min(NUM_CHOICES, len(questions)))

    def _sentence(self, ending: str, style: str, texts: list[str]) -> str:
        frame = self._chance.choice(frames()["frames"][ending][style])
        parts = {"into": self._into(texts), "this": self._this(), "it": self._deed("that")}
        parts["quoted"] = self._deed(f'"{_SLOT}"')
        if ending == "that":
            parts["that"] = f"{self._named(self._ways.that)} that {_SLOT}"
        parts |= {capital(key): capital(text) for key, text in parts.items()}
        besides = {key: self._chance.choice(phrasing()[f"{key}s"]) for key in ("lead", "tail")}
        return an(filled(filled(frame, **besides, **parts), t=_SLOT).strip())

    def _into(self, texts: list[str]) -> str:
        """The deed before a colon: `tell Ada`, `put this into the note`, `ask Ada`."""
        if self._ways.asked and all(text.endswith("?") for text in texts) and self._chance.random() < BARE:
            return self._named(self._ways.asked)
        if self._ways.bare and self._chance.random() < BARE:
            return self._named(self._ways.bare)
        return self._this()

    def _this(self) -> str:
        """With a word for the text to come."""
        name = place_of(self._target.write)
        return self._deed("this" if name in SHORT else str(self._chance.choice(frames()["this"])))

    def _deed(self, value: str) -> str:
        write = self._target.write._replace(says=self._ways.whole)
        return self._words.deed(self._target.place.sketch, write)(value)

    def _named(self, says: tuple[str, ...]) -> str:
        """One of these, with its app where the words do not tell it."""
        write = self._target.write._replace(says=says)
        return self._words.deed(self._target.place.sketch, write, "put_briefly")("")

    def _whole(self, texts: list[str], says: list[Data]) -> Data:
        place, write = self._target
        made: Data = {
            "apps": list(place.apps),
            "say": says,
            "new": {TEXT: texts} | write.new,
            "goal": [exact(check, TEXT) for check in write.goal],
            "allow": [*write.allow, *place.sketch.looks],
            "gold": [*place.way, *changed(write.gold, lambda text: text.replace(GOT, _SLOT))],
            "rubric": "The text stands there as it was given; nothing else was changed.",
        }
        return made | {key: part for key, part in (("draw", write.draw), ("facts", write.facts)) if part}


def exact(check: Data, name: str) -> Data:
    """The same rows, with the text of this name and nothing else in them."""
    (rows, sql), *saying = check.items()
    if not saying:
        return check
    same = f"lower(trim(t)) IN (lower(:{name}), lower(:{name}) || '.')"
    return {rows: f"WITH one(t) AS ({sql}) SELECT 1 FROM one WHERE {same}"}
