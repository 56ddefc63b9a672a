"""Ground: the app that something is tucked away in, what is called how there, and what is put on its pages.

Invariant: no label that is given out is called like something the app says, and of those of one group none
is part of another.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from phonebuddy.tasks.invented.control.knobs import Row
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data, Deed, Sketch

PARTS = Path(__file__).parent / "parts.yaml"
PREFS = PARTS.with_name("prefs.yaml")
PREFIX = "tuck_"
"""How the names of all its deeds begin."""
TABLE, COPIES = "kept", "copies"
MENU, SETTINGS = "menu", "settings"
"""Groups of labels: what stands in the bar and menu of the first page, and what stands further in."""
SETTING_TABLES = ("_settings", "_prefs", "_levels")
"""How tables end whose rows are words of the app."""
_SILENT = frozenset({
    "icon", "icon_button", "fab", "open", "replace", "back_to", "color", "style", "field", "kind", "id",
    "when", "unless", "schema", "with", "vars", "params", "let", "focus", "section", "align", "leave",
})  # fmt: skip
"""Keys whose values nobody sees."""
_SQL = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b")
_QUOTED = re.compile(r"'([^']*)'")


def parts() -> Data:
    return read_data(PARTS, as_written=True)


def preferences() -> Data:
    return read_data(PREFS, as_written=True)


class Item(NamedTuple):
    """A line of a menu or a page, with all that it needs there."""

    label: str
    widgets: list[Data]
    """As it stands on a page."""
    section: str = ""
    """The part of the settings that it belongs to."""
    tap: list[Data] = []
    """What it does as an entry of a menu."""
    icon: str = "cog-outline"
    columns: tuple[str, ...] = ()
    """What its page has to read."""
    vars: tuple[str, ...] = ()
    pages: Data = {}
    kept: Data = {}
    """Columns of the app's row, with what is in them."""
    schema: str = ""
    """Tables of its own."""


class Part(NamedTuple):
    """Something tucked away, and what is asked of it; gold begins where its line stands."""

    item: Item
    deeds: list[Deed]


class Ground:
    """One app, with its chance."""

    def __init__(self, sketch: Sketch, chance: random.Random) -> None:
        self.name, self.title, self.chance = sketch.name, sketch.title, chance
        self.row = Row(f"{sketch.name}_{TABLE}", "id = 1")
        self.said = "\n".join(_said(sketch)).lower()
        self._kept = json.dumps(sketch.content).lower()
        self._taps = set(_taps(sketch))
        self._taken: dict[str, list[str]] = {MENU: [], SETTINGS: []}

    @property
    def table(self) -> str:
        return self.row.table

    def is_new(self, near: Iterable[str]) -> bool:
        """Whether the app has nothing of the kind yet, nor was anything of the kind added."""
        taken = "\n".join(label for labels in self._taken.values() for label in labels)
        return not any(word in self.said or word in taken for word in near)

    def says(self, labels: Iterable[str]) -> bool:
        """Whether something in the app is called exactly so."""
        lines = set(self.said.split("\n"))
        return any(one.lower() in lines for one in labels)

    def label(self, labels: Iterable[str], group: str = SETTINGS) -> str:
        """One of these, which is taken from then on; nothing where all are taken."""
        free = [one for one in labels if self._is_free(one.lower(), group)]
        if not free:
            return ""
        chosen = self.chance.choice(free)
        self.take(chosen, group)
        return chosen

    def take(self, label: str, group: str = SETTINGS) -> None:
        self._taken[group].append(label.lower())

    def _is_free(self, label: str, group: str) -> bool:
        every = {one for labels in self._taken.values() for one in labels}
        if (
            label in self.said
            or label in every
            or any(label in one or one in label for one in self._taken[group])
        ):
            return False
        # What stands on the first page could be taken for something kept there, or for what gold taps there.
        return group != MENU or not (label in self._kept or any(one in label for one in self._taps))


def _said(sketch: Sketch) -> Iterator[str]:
    """All that the app says, without what is kept in it; rows of settings are words of the app too."""
    yield from _texts(sketch.app)
    for table, rows in sketch.content.items():
        if table.endswith(SETTING_TABLES):
            yield from _texts(rows)


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield from _QUOTED.findall(data) if _SQL.match(data) else (data,)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key in ("options", "columns"):
                yield from _texts(list(value) if isinstance(value, dict) else value)
            if key not in _SILENT or isinstance(value, dict | list):
                yield from _texts(value)
    elif isinstance(data, list | tuple):
        for one in data:
            yield from _texts(one)


def _taps(sketch: Sketch) -> Iterator[str]:
    """Words that gold touches in the app, which nothing new on the first page may hold."""
    golds = [one.gold for one in sketch.deeds] + [one.gold for one in sketch.reads]
    golds += [one.gold for one in sketch.writes]
    golds += [one.works.gold for one in sketch.trials] + [one.deed.gold for one in sketch.handed]
    for gold in golds:
        for step in gold:
            words = step.get("tap")
            if isinstance(words, str) and "{" not in words:
                yield words.lower()
