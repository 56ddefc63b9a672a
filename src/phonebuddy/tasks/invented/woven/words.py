"""Words: the themes of lists with woven lines: their facts, how a line says them and how people ask for them.

Data of themes.yaml and frames.yaml. Invariant: every way to ask for a fact or to name it has the thing, {it},
at least once.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

PATH = Path(__file__).parent / "themes.yaml"
FRAMES = PATH.with_name("frames.yaml")
TIME, DAY, PHONE, TEXT = "time", "day", "phone", "text"
KINDS = ("money", TIME, DAY, "number", PHONE, TEXT)
FIGURE = "#"
"""A figure in a value."""
VALUE = "{v}"


class Fact(NamedTuple):
    """Something that a line says of a thing."""

    name: str
    kind: str
    asks: tuple[str, ...]
    things: tuple[str, ...]
    parts: tuple[str, ...]
    """The facts it is made of: itself alone, or the two that make a whole."""
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = (VALUE,)
    needs_word: bool = False
    by: tuple[str, ...] = ()

    @property
    def column(self) -> str:
        return f"f_{self.name}"

    @property
    def has_figures(self) -> bool:
        """Whether it is told from its neighbour by how it looks."""
        return self.kind != TEXT or all(FIGURE in one for one in self.values)


class Theme(NamedTuple):
    icon: str
    titles: tuple[str, ...]
    nouns: tuple[str, ...]
    names: tuple[str, ...]
    facts: dict[str, Fact]
    pairs: tuple[tuple[str, str], ...]
    """From and to."""
    tied: tuple[tuple[str, str], ...]
    wholes: dict[str, Fact]


def frames() -> Data:
    return read_data(FRAMES, as_written=True)


@lru_cache(maxsize=1)
def themes() -> dict[str, Theme]:
    return {name: _theme(data) for name, data in read_data(PATH, as_written=True).items()}


def _theme(data: Data) -> Theme:
    titles, nouns, names = (tuple(data[key]) for key in ("titles", "nouns", "names"))
    facts = {name: _fact(name, one) for name, one in data["facts"].items()}
    pairs, tied = (tuple((one, two) for one, two in data.get(key, ())) for key in ("pairs", "tied"))
    wholes = {name: _fact(name, one) for name, one in data.get("wholes", {}).items()}
    return Theme(data["icon"], titles, nouns, names, facts, pairs, tied, wholes)


def _fact(name: str, data: Data) -> Fact:
    asks, things, values, by = (tuple(data.get(key, ())) for key in ("asks", "things", "values", "by"))
    low, high = (int(data.get(key, 0)) for key in ("low", "high"))
    words, parts = tuple(data.get("words", (VALUE,))), tuple(data.get("facts", (name,)))
    needs_word = VALUE not in words or data.get("bare") == "no"
    return Fact(name, data["kind"], asks, things, parts, values, low, high, words, needs_word, by)
