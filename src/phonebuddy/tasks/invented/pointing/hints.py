"""Hints: texts in apps of every phone that name what a task is about, each beside one that names another.

Data of places.yaml. Invariant: the sentence says by which friend, note, task or event the text is found, and
never what it names; the text beside it is of the same kind and names something else.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data, Gold

PATH = Path(__file__).parent / "places.yaml"
ASKED = "asked"
"""The place that is a question of the very person who is meant."""


def hint_places() -> Data:
    return read_data(PATH)


class Meant(NamedTuple):
    """SQL for what a text names, by its marks."""

    this: dict[str, str]
    that: dict[str, str]
    """For the text beside it."""


class Hint:
    """A place where it stands, for one form of task: thing, list or person."""

    def __init__(self, key: str, form: str, place: Place, chance: random.Random) -> None:
        self.key, self.place = key, place
        self._data, self.words = hint_places()[key], hint_places()[key][form]
        self._titles = [chance.sample(pair, 2) for pair in self._data.get("titles", ())]

    def draw(self, meant: Meant) -> Data:
        """Where it stands and both texts; what is meant has been drawn before."""
        texts = ", ".join(f"({quoted(text)})" for text in self.words["texts"])
        both = f"{_filled(meant.this)} AS p_text, {_filled(meant.that)} AS q_text"
        found: Data = dict(self._data["draw"]) | {"p_texts": f"SELECT {both} FROM (VALUES {texts})"}
        if self._titles:
            cases = " ".join(f"WHEN {quoted(one)} THEN {quoted(other)}" for one, other in self._titles)
            found["q_titles"] = f"SELECT CASE :p_title {cases} END AS q_title"
        return found

    @property
    def new(self) -> Data:
        return {"p_title": [one for one, _ in self._titles]} if self._titles else {}

    def among(self, sql: str) -> str:
        """Of the people that can be told something, those who can be meant here."""
        return f"SELECT * FROM ({sql}) WHERE {self._data['whom']}" if "whom" in self._data else sql

    @property
    def start(self) -> Data:
        return {"sql": list(self._data["start"])}

    @property
    def gold(self) -> Gold:
        return list(self._data["gold"])

    @property
    def goal(self) -> Data:
        """Somebody has looked."""
        app = self._data["app"]
        return {"present": f"SELECT 1 FROM phone_event WHERE app = '{app}' AND kind = 'page'"}


def drawn_hint(form: str, others: Sequence[Place], chance: random.Random) -> Hint:
    """One of the places of this form; `others` are the apps that are not invented."""
    able = {key: data for key, data in hint_places().items() if form in data}
    (key,) = chance.choices(list(able), [data["often"] for data in able.values()])
    place = next(place for place in others if place.sketch.name == able[key]["app"])
    return Hint(key, form, place, chance)


def _filled(marks: dict[str, str]) -> str:
    """SQL for a text with its marks filled; ~ begins a line."""
    found = "replace(column1, '~', char(10))"
    for mark, value in marks.items():
        found = f"replace({found}, '<{mark}>', {value})"
    return found
