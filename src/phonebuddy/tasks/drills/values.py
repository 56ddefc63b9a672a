"""Values: what a drill types into a field, drawn by what the field is called.

Invariant: the same chance gives the same value; every list that a value names exists (checked when read).
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError, nearest
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.state.speech import CHINESE, ENGLISH

PATH = Path(__file__).parent / "values.yaml"
_SLOT = re.compile(r"\{(\w+)\}")


class Values(NamedTuple):
    fields: tuple[tuple[re.Pattern[str], str], ...]
    """What a label looks like, and the list its values are in."""
    lists: dict[str, dict[str, tuple[str, ...]]]
    """By language and name."""

    def kind_of(self, label: str) -> str:
        return next(kind for pattern, kind in self.fields if pattern.search(label.lower()))

    def draw(self, kind: str, language: str, chance: random.Random) -> str:
        lists = self.lists[language]
        text = chance.choice(lists[kind])
        while (slot := _SLOT.search(text)) is not None:
            text = text[: slot.start()] + chance.choice(lists[slot[1]]) + text[slot.end() :]
        text = "".join(str(chance.randrange(1, 10)) if letter == "#" else letter for letter in text)
        return text.lower() if kind == "mail" else text[:1].upper() + text[1:]


@lru_cache(maxsize=1)
def values(path: Path = PATH) -> Values:
    root = read_yaml(path, path.name)
    lists = {
        language: {name: texts_of(items) for name, items in node.pairs()}
        for language, node in root.pairs()
        if language != "fields"
    }
    fields = root.get("fields")
    found = [(key, node) for key, node in (fields.pairs() if fields is not None else ())]
    for language, known in lists.items():
        for key, node in found:
            _check(node, node.text or "", known, f"field '{key}' in {language}")
        for name, items in known.items():
            for text in items:
                for slot in _SLOT.findall(text):
                    _check(root, slot, known, f"'{name}' in {language}")
    patterns = tuple((re.compile(key), node.text or "") for key, node in found)
    return Values(patterns, lists)


def texts_of(node: Node) -> tuple[str, ...]:
    """A list of texts, or one text."""
    return tuple(item.text or "" for item in node.items) if node.items is not None else (node.text or "",)


def halves(node: Node, mark: str, takes: str) -> dict[str, str]:
    """The English and the Chinese half of a text; `takes` says how it is written."""
    english, found, chinese = (node.text or "").partition(mark)
    if not found:
        raise TaskError(f"{node.place}: {takes}")
    return {ENGLISH: english.strip(), CHINESE: chinese.strip()}


def _check(node: Node, name: str, known: dict[str, tuple[str, ...]], what: str) -> None:
    if name not in known:
        raise TaskError(f"{node.place}: {what}: no list '{name}'{nearest(name, known)}")
