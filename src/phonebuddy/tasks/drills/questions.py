"""Questions: what can be asked about a page, and how: data of questions.yaml.

Invariant: a question has words in both languages, and its pattern is one that can be searched for.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError, nearest
from phonebuddy.tasks.drills.values import texts_of
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.state.speech import CHINESE, ENGLISH

PATH = Path(__file__).parent / "questions.yaml"
NEAR, ROW, PAGE, COUNT = "near", "row", "page", "count"
PLACES = (NEAR, ROW, PAGE, COUNT)
KEYS = (*PLACES, "thing", ENGLISH, CHINESE, "compare")
Said = dict[str, tuple[str, ...]]
"""Ways to say something, by language."""


class Question(NamedTuple):
    where: str
    """One of `PLACES`."""
    label: str
    """What the value stands near; empty elsewhere."""
    pattern: re.Pattern[str]
    """What the value looks like."""
    thing: dict[str, str]
    """What it is, by language; `{it}` is what it is a value of."""
    asks: Said
    kind: str = ""
    """The name of its pattern, where two rows can be compared by it."""

    @property
    def needs_it(self) -> bool:
        return any(slot in self.thing.get(ENGLISH, "") for slot in ("{it}", "{t}"))


class Questions(NamedTuple):
    patterns: dict[str, re.Pattern[str]]
    comparing: dict[str, dict[str, Said]]
    """Ways to ask which of two is `less` or `more`, by the name of a pattern."""
    pages: dict[str, tuple[Question, ...]]
    """By `app/page`."""


@lru_cache(maxsize=1)
def questions(path: Path = PATH) -> Questions:
    parts = dict(read_yaml(path, path.name).pairs())
    for key in Questions._fields:
        if key not in parts:
            raise TaskError(f"{path.name}: '{key}' is missing")
    patterns = {name: re.compile(node.text or "") for name, node in parts["patterns"].pairs()}
    comparing = {
        name: {sign: _said(ways) for sign, ways in node.pairs()} for name, node in parts["comparing"].pairs()
    }
    pages: dict[str, tuple[Question, ...]] = {}
    for names, node in parts["pages"].pairs():
        found = tuple(_question(item, patterns, comparing) for item in node.items or ())
        for page in names.split("|"):
            pages[page] = (*pages.get(page, ()), *found)
    return Questions(patterns, comparing, pages)


def asked_apps() -> frozenset[str]:
    """Apps that there are questions about, other than how many."""
    pages = questions().pages.items()
    return frozenset(page.partition("/")[0] for page, asked in pages if any(one.thing for one in asked))


def glanced_apps() -> frozenset[str]:
    """Apps that tell something in the rows of a list, or on a page that is there once."""
    pages = questions().pages.items()
    told = (page for page, asked in pages if any(_is_in_sight(one) for one in asked))
    return frozenset(page.partition("/")[0] for page in told)


def _is_in_sight(question: Question) -> bool:
    return question.where == ROW or bool(question.thing) and not question.needs_it


def detailed_apps() -> frozenset[str]:
    """Apps whose rows have pages of their own that there are questions about."""
    pages = questions().pages.items()
    told = (page for page, asked in pages if any(one.where in (NEAR, PAGE) and one.needs_it for one in asked))
    return frozenset(page.partition("/")[0] for page in told)


def _said(node: Node) -> Said:
    ways = {key: texts_of(part) for key, part in node.pairs() if key in (ENGLISH, CHINESE)}
    if len(ways) != 2:
        raise TaskError(f"{node.place}: a question needs ways to ask it in both languages, en and zh")
    return ways


def _question(
    node: Node, patterns: dict[str, re.Pattern[str]], comparing: dict[str, dict[str, Said]]
) -> Question:
    given = dict(node.pairs())
    for key in given:
        if key not in KEYS:
            raise TaskError(f"{node.place}: a question has no '{key}'{nearest(key, KEYS)}")
    where = next((place for place in PLACES if place in given), "")
    if not where:
        raise TaskError(f"{node.place}: a question needs one of: {', '.join(PLACES)}")
    anything = re.compile(".+")
    if where == COUNT:
        return Question(where, "", anything, {}, _said(given[COUNT]))
    english, bar, chinese = (given["thing"].text or "").partition("|") if "thing" in given else ("", "", "")
    if not bar:
        raise TaskError(f"{node.place}: 'thing' takes what it is in English, a bar | and the same in Chinese")
    thing = {ENGLISH: english.strip(), CHINESE: chinese.strip()}
    said = given[where].text or ""
    if where == NEAR:
        return Question(where, said, anything, thing, _said(node))
    name = "time" if said == "starts" else said
    is_compared = "compare" in given and given["compare"].text == "true"
    if is_compared and name not in comparing:
        raise TaskError(f"{node.place}: nothing to compare '{said}' by; there are: {', '.join(comparing)}")
    pattern = patterns[said] if said in patterns else re.compile(said)
    return Question(where, "", pattern, thing, _said(node), name if is_compared else "")
