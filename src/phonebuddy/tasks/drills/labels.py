"""Labels: what can be asked by rule about any page: values beside a label, and what rows of a list show.

Data of labels.yaml. Invariant: a label stands on the page once, and it and its value are each other's
nearest, so that the question has one answer.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError, nearest
from phonebuddy.screen import Element
from phonebuddy.tasks.drills.questions import NEAR, ROW, Question, Said, questions
from phonebuddy.tasks.drills.values import halves, texts_of
from phonebuddy.tasks.speech import Speech
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.state.speech import CHINESE, ENGLISH

PATH = Path(__file__).parent / "labels.yaml"
KEYS = ("unlike", "thing", "alone", "of", "by_itself", "alike", "rows")
LONGEST, MOST_WORDS = 22, 3
"""Letters and words of a label; more is a sentence."""
OUTSIDE = ("page/top", "page/bottom", "capsule")
"""Where no values stand."""
_SAME_LINE = 0.6
_NEAR, _RAGGED = 70, 8
_NAME = re.compile(r"[^\W\d][^\d.,:!?()·。，：！？]*")
_ANYTHING = re.compile(".+")


class Labels(NamedTuple):
    """All of labels.yaml."""

    unlike: re.Pattern[str]
    thing: dict[str, str]
    alone: dict[str, str]
    of: Said
    by_itself: Said
    alike: dict[str, Said]
    """Other words for a label, by its English, small."""
    rows: tuple[Question, ...]

    def question(self, label: str, speech: Speech, is_led: bool) -> Question:
        """About what stands beside this label, by the label itself or by words that are near it."""
        language, meant = speech.language, [one.lower() for one in speech.meant(label)]
        own = label if language == CHINESE else label[:1].lower() + label[1:]
        words = next((self.alike[one][language] for one in meant if one in self.alike), (own,))
        thing, asks = (self.thing, self.of) if is_led else (self.alone, self.by_itself)
        ways = dict.fromkeys(_put(way, label, word) for way in asks[language] for word in words)
        called = {key: _put(text, label, words[0]) for key, text in thing.items()}
        return Question(NEAR, label, _ANYTHING, called, {language: tuple(ways)})


def _put(text: str, label: str, word: str) -> str:
    return text.replace("{l}", word).replace("{L}", label)


@lru_cache(maxsize=1)
def labels(path: Path = PATH) -> Labels:
    parts = dict(read_yaml(path, path.name).pairs())
    for key in KEYS:
        if key not in parts:
            raise TaskError(f"{path.name}: '{key}' is missing")
    thing, alone = (_halves(parts[key]) for key in ("thing", "alone"))
    of, by_itself = (_said(parts[key]) for key in ("of", "by_itself"))
    alike = {key.lower(): _alike(node) for key, node in parts["alike"].pairs()}
    rows = tuple(_row(name, node) for name, node in parts["rows"].pairs())
    unlike = re.compile(parts["unlike"].text or "", re.IGNORECASE)
    return Labels(unlike, thing, alone, of, by_itself, alike, rows)


def is_label(text: str, speech: Speech) -> bool:
    """Whether a text of an app's own can be what a value is called."""
    if not _NAME.fullmatch(text) or len(text) > LONGEST or len(text.split()) > MOST_WORDS:
        return False
    return not any(labels().unlike.match(one) for one in speech.meant(text))


def pairs(texts: list[Element], static: frozenset[str], speech: Speech) -> list[tuple[str, str]]:
    """Labels and the values beside them, each the other's nearest."""
    body = [one for one in texts if not one.id.startswith(OUTSIDE) and "/stepper/" not in one.id]
    own = [one for one in body if one.text in static]
    values = [one for one in body if one.text not in static]
    count = Counter(one.text for one in own)
    found = []
    for name in own:
        if count[name.text] > 1 or not is_label(name.text, speech):
            continue
        value = _nearest([(far, one) for one in values if (far := gap(name, one)) is not None])
        if value is None:
            continue
        back = _nearest([(far, one) for one in own if (far := gap(one, value)) is not None])
        if back is name and name.text not in value.text and _belongs(name, value, body):
            found.append((name.text, value.text))
    return found


def _belongs(name: Element, value: Element, body: list[Element]) -> bool:
    """Whether it is written as a label: no larger than its value, which ends the line that they share."""
    if name.bounds.bottom - name.bounds.top > value.bounds.bottom - value.bounds.top:
        return False
    is_beside = name.bounds.bottom > value.bounds.top and value.bounds.bottom > name.bounds.top
    return not is_beside or value.bounds.right >= max(one.bounds.right for one in body) - _RAGGED


def gap(name: Element, value: Element) -> int | None:
    """How far a name is from a value: on its line to the left, or just above or below in the same box."""
    a, b = name.bounds, value.bounds
    overlap = min(a.bottom, b.bottom) - max(a.top, b.top)
    if overlap > _SAME_LINE * min(a.bottom - a.top, b.bottom - b.top):
        return abs(b.left - a.right) // 4 if a.right <= b.left + 8 else None
    above = max(b.top - a.bottom, a.top - b.bottom)
    same_box = name.parent == value.parent and name.parent is not None
    return above if same_box and -4 <= above < _NEAR and abs(a.left - b.left) < 40 else None


def _nearest(found: list[tuple[int, Element]]) -> Element | None:
    """The nearest; none where two are as near."""
    found.sort(key=lambda one: one[0])
    if not found or len(found) > 1 and found[0][0] == found[1][0]:
        return None
    return found[0][1]


def _row(name: str, node: Node) -> Question:
    given, patterns = dict(node.pairs()), questions().patterns
    if "like" not in given and name not in patterns:
        raise TaskError(f"{node.place}: no pattern '{name}'{nearest(name, patterns)}; or give `like`")
    pattern = re.compile(given["like"].text or "") if "like" in given else patterns[name]
    return Question(ROW, "", pattern, _halves(given["thing"]), _said(node))


def _said(node: Node) -> Said:
    ways = {key: texts_of(part) for key, part in node.pairs() if key in (ENGLISH, CHINESE)}
    if len(ways) != 2:
        raise TaskError(f"{node.place}: a question needs ways to ask it in both languages, en and zh")
    return ways


def _halves(node: Node) -> dict[str, str]:
    return halves(node, "|", f"'{node.text}' takes English, a bar | and Chinese")


def _alike(node: Node) -> Said:
    both = halves(node, ",", f"'{node.text}' takes English words, a comma and Chinese ones")
    return {language: tuple(one.strip() for one in said.split("|")) for language, said in both.items()}
