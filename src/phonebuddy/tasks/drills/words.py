"""Words: what drills know about the labels of buttons and the things that rows are.

Data of words.yaml. Invariant: patterns and keys are English; whoever asks gives all that a label may mean.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError
from phonebuddy.tasks.drills.values import texts_of
from phonebuddy.world.spec.nodes import Node, read_yaml

PATH = Path(__file__).parent / "words.yaml"
PATTERNS = ("avoid", "commit", "making", "connect", "rare", "onward")
_VERB = re.compile(r"(?:new|add|create|make|write|edit|an?|the)\s+", re.IGNORECASE)


Meant = tuple[str, ...]
"""A label and what it may be in English."""


def fits(pattern: re.Pattern[str], meant: Meant) -> bool:
    return any(pattern.match(label) for label in meant)


class Noun(NamedTuple):
    en: str
    zh: str

    def in_language(self, language: str) -> str:
        return self.zh if language == "zh" else self.en


class Words(NamedTuple):
    avoid: re.Pattern[str]
    commit: re.Pattern[str]
    making: re.Pattern[str]
    connect: re.Pattern[str]
    rare: re.Pattern[str]
    onward: re.Pattern[str]
    nouns: dict[str, Noun]
    """What a row is, by `app/page`."""
    makes: dict[str, Noun]
    fields: dict[str, Noun]
    """What people call a field, by its label."""

    def made_by(self, meant: Meant) -> Noun | None:
        """What a button makes: `New note` a note, `Compose` a mail."""
        return next((noun for label in meant if (noun := self._made_by(label)) is not None), None)

    def _made_by(self, label: str) -> Noun | None:
        if label.lower() in self.makes:
            return self.makes[label.lower()]
        rest = _VERB.sub("", label, count=2).lower()
        known = next((noun for noun in self.nouns.values() if noun.en == rest), None)
        is_one = _VERB.match(label) is not None and rest and rest != label.lower()
        return known or (Noun(rest, "") if is_one else None)


@lru_cache(maxsize=1)
def words(path: Path = PATH) -> Words:
    root = read_yaml(path, path.name)
    parts = {key: node for key, node in root.pairs()}
    for key in Words._fields:
        if key not in parts:
            raise TaskError(f"{path.name}: '{key}' is missing")
    avoid, commit, making, connect, rare, onward = (
        re.compile("|".join(texts_of(parts[key])), re.IGNORECASE) for key in PATTERNS
    )
    nouns, makes, fields = (_nouns(parts[key]) for key in ("nouns", "makes", "fields"))
    return Words(avoid, commit, making, connect, rare, onward, nouns, makes, fields)


def _nouns(node: Node) -> dict[str, Noun]:
    found = {}
    for key, value in node.pairs():
        english, comma, chinese = (value.text or "").partition(",")
        if not comma:
            raise TaskError(f"{value.place}: '{key}' takes an English noun, a comma and a Chinese one")
        found[key] = Noun(english.strip(), chinese.strip())
    return found
