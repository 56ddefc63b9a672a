"""Words: what drills know about the labels of buttons and the things that rows are.

Data of words.yaml. Invariant: patterns and keys are English; whoever asks gives all that a label may mean.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError
from phonebuddy.tasks.drills.values import halves, texts_of
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.state.speech import CHINESE, ENGLISH

PATH = Path(__file__).parent / "words.yaml"
PATTERNS = ("avoid", "commit", "making", "connect", "rare", "onward", "taking")


Meant = tuple[str, ...]
"""A label and what it may be in English."""


@lru_cache(maxsize=50_000)
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
    taking: re.Pattern[str]
    nouns: dict[str, Noun]
    """What a row is, by `app/page`."""
    fields: dict[str, Noun]
    """What people call a field, by its label."""
    options: dict[str, Noun]
    """What is chosen on a page, `app/page`, where it is called by what was chosen before."""
    sought: dict[str, str]
    """What can be searched for on a page, `app/page`, as SQL: each name once."""
    holding: frozenset[str]
    """Pages, `app/page`, whose rows hold other rows: folders, restaurants."""
    owned: frozenset[str]
    """Nouns of what is somebody's own."""


@lru_cache(maxsize=1)
def words(path: Path = PATH) -> Words:
    root = read_yaml(path, path.name)
    parts = {key: node for key, node in root.pairs()}
    for key in Words._fields:
        if key not in parts:
            raise TaskError(f"{path.name}: '{key}' is missing")
    avoid, commit, making, connect, rare, onward, taking = (
        re.compile("|".join(texts_of(parts[key])), re.IGNORECASE) for key in PATTERNS
    )
    nouns, fields, options = (_nouns(parts[key]) for key in ("nouns", "fields", "options"))
    sought = {page: node.text or "" for page, node in parts["sought"].pairs()}
    holding, owned = (frozenset(texts_of(parts[key])) for key in ("holding", "owned"))
    return Words(
        avoid, commit, making, connect, rare, onward, taking, nouns, fields, options, sought, holding, owned
    )


def _nouns(node: Node) -> dict[str, Noun]:
    found = {}
    for key, value in node.pairs():
        both = halves(value, ",", f"'{key}' takes an English noun, a comma and a Chinese one")
        found[key] = Noun(both[ENGLISH], both[CHINESE])
    return found
