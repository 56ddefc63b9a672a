"""Refusing: drills that end with a refusal or a question: what is named is not there, or something is untold.

Data of refusals.yaml. Invariant: what is missing is on no screen that somebody who looks for it sees, and
nothing has changed.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError, nearest
from phonebuddy.screen import Flag
from phonebuddy.tasks.drills.sight import offers, step
from phonebuddy.tasks.drills.trail import Lost
from phonebuddy.tasks.drills.values import halves, texts_of, values
from phonebuddy.tasks.drills.walk import MISSING, UNTOLD, Walk
from phonebuddy.tasks.drills.words import fits
from phonebuddy.tasks.speech import Speech
from phonebuddy.tasks.template import ASK, IMPOSSIBLE, Step
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.state.speech import CHINESE, ENGLISH

PATH = Path(__file__).parent / "refusals.yaml"
KEYS = {
    MISSING: ("by", "name", "noun", ENGLISH, CHINESE, "said"),
    UNTOLD: ("on", ENGLISH, CHINESE, "ask"),
}
MOST_MOVES = 3


class Kind(NamedTuple):
    """One entry of refusals.yaml; see there."""

    by: re.Pattern[str] | None
    on: re.Pattern[str] | None
    name: str
    nouns: dict[str, tuple[str, ...]]
    ways: dict[str, tuple[str, ...]]
    end: dict[str, str]
    """What is said in the end, by language."""


class Refusal(NamedTuple):
    """How a drill that cannot be done is said, and how it ends."""

    end: str
    """`impossible` or `ask`."""
    ways: tuple[str, ...]
    noun: str
    title: str
    place: str
    """`app/page` of the row it is about; empty where there is none."""
    said: str

    @property
    def line(self) -> Step:
        return step("answer" if self.end == IMPOSSIBLE else "ask", self.said)


def refuse(walk: Walk, phone: WorldPhone, speech: Speech, chance: random.Random, app: str) -> Refusal:
    """Go where somebody would look, and find that it cannot be done; Lost where that is not so."""
    if walk.aim == MISSING:
        return _missing(walk, phone, speech, chance, refusals()[MISSING][app])
    kind = refusals()[UNTOLD][app]
    assert kind.on is not None, "the reader sees to it"
    for _ in range(MOST_MOVES):
        walk.go(1)
        last = walk.moves[-1]
        if last.kind == "row" and kind.on.fullmatch(last.place):
            ways = kind.ways[speech.language]
            return Refusal(ASK, ways, "", last.label, last.place, kind.end[speech.language])
    raise Lost("no such row")


def _missing(walk: Walk, phone: WorldPhone, speech: Speech, chance: random.Random, kind: Kind) -> Refusal:
    title = values().draw(kind.name, speech.language, chance)
    if kind.by is not None:
        able = [one for one in offers(phone.observe()) if fits(kind.by, speech.meant(one.label))]
        if not able:
            raise Lost("no way to search")
        walk.tap(able[0])
    field = walk.search_field()
    if field is not None:
        walk.search_for(field, title)
    elif kind.by is not None:
        raise Lost("nothing to search with")
    shown = (one.text for one in phone.observe().elements if not one.has(Flag.EDITABLE))
    if any(title in text for text in shown):
        raise Lost("it is there")
    noun = chance.choice(kind.nouns[speech.language])
    said = kind.end[speech.language].replace("{t}", title)
    return Refusal(IMPOSSIBLE, kind.ways[speech.language], noun, title, "", said)


@lru_cache(maxsize=1)
def refusals(path: Path = PATH) -> dict[str, dict[str, Kind]]:
    """What can be refused, by aim and app."""
    parts = dict(read_yaml(path, path.name).pairs())
    for aim in KEYS:
        if aim not in parts:
            raise TaskError(f"{path.name}: '{aim}' is missing")
    return {aim: {app: _kind(aim, app, node) for app, node in parts[aim].pairs()} for aim in KEYS}


def _kind(aim: str, app: str, node: Node) -> Kind:
    given = dict(node.pairs())
    for key in given:
        if key not in KEYS[aim]:
            raise TaskError(f"{node.place}: '{app}' has no '{key}'{nearest(key, KEYS[aim])}")
    if lacking := [key for key in KEYS[aim] if key not in given and key != "by"]:
        raise TaskError(f"{node.place}: '{app}' needs: {', '.join(lacking)}")
    patterns = {key: re.compile(given[key].text or "", re.IGNORECASE) for key in ("by", "on") if key in given}
    ways = {language: texts_of(given[language]) for language in (ENGLISH, CHINESE)}
    nouns = _both(given["noun"], ",") if "noun" in given else {}
    end = _both(given["said" if aim == MISSING else "ask"], " | ")
    name = (given["name"].text or "") if "name" in given else ""
    words = {language: tuple(said.split("|")) for language, said in nouns.items()}
    return Kind(patterns.get("by"), patterns.get("on"), name, words, ways, end)


def _both(node: Node, mark: str) -> dict[str, str]:
    return halves(node, mark, f"'{node.text}' takes English, then '{mark.strip()}', then Chinese")
