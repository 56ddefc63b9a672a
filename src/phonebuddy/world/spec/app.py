"""App and Page: an app as the phone runs it, read, checked and compiled. Data only; no app has code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.plan import Bound, MadeBoxes, Plan, Slot
from phonebuddy.world.spec.template import Value
from phonebuddy.world.state.kept import Kept
from phonebuddy.world.state.statement import Statement

if TYPE_CHECKING:
    from phonebuddy.world.box import Box

CACHED_PAGES = 400
"""States of one page whose boxes are kept, or twice as many while they are asked for."""
CARET_PREFIX = "@caret:"
MARK_PREFIX = "@mark:"


def caret_name(variable: str) -> str:
    """The hidden name that tells a field where its caret is; -1 while it is not being typed into."""
    return f"{CARET_PREFIX}{variable}"


def mark_name(variable: str) -> str:
    """The hidden name that tells a field where its selection began; -1 while nothing is selected."""
    return f"{MARK_PREFIX}{variable}"


class Page(NamedTuple):
    """One page: what it is given, what it remembers, what it asks, what it shows."""

    name: str
    params: tuple[str, ...]
    vars: Mapping[str, Value]
    data: Slot | None
    data_columns: tuple[str, ...]
    top: Plan | None
    body: tuple[Plan, ...]
    bottom: Plan | None
    floating: Plan | None
    on_open: Slot | None
    on_back: Slot | None
    scrolls: bool
    carets: Mapping[str, Value]
    """The hidden names of its variables' carets and marks, none of them focused."""
    boxes: Kept[tuple[object, ...], Box]
    """The page put together, by its parts and where they stand."""
    made: MadeBoxes
    """The same boxes by what the page was given and remembers, with the rows it asked for."""

    def query(self, scope: Mapping[str, Value]) -> Bound | None:
        bound: Bound | None = self.data.get(scope) if self.data is not None else None
        return bound

    def forget(self) -> None:
        self.boxes.clear()
        self.made.clear()


class Head(msgspec.Struct, frozen=True):
    """What the phone must know of an app before it is opened."""

    name: str
    title: str
    package: str
    domain: str
    icon: str
    color: str
    start: str
    host: str
    """The app a mini lives in; empty for others."""
    content: str
    """The file with its rows; empty when it has none."""
    content_line: int
    """Where in app.yaml that file is named, for messages about it."""
    accepts: tuple[str, ...]
    """What others can send it."""
    words: dict[str, dict[str, str]]
    """Its texts in other languages: English to language to the same in that language."""
    right: str
    """What it may do that other apps may not; empty for most."""

    def said(self, text: str, language: str) -> str:
        """One of its texts, as the phone says it."""
        return self.words.get(text, {}).get(language, text)

    def title_in(self, language: str) -> str:
        return self.said(self.title, language)


class Manifest(NamedTuple):
    """The head of an app as it was read, with the YAML it stands in."""

    head: Head
    schema: tuple[Node, ...]
    """Texts of SQL: those of its modules, then its own."""
    folder: Path
    node: Node

    @property
    def name(self) -> str:
        return self.head.name


class Compiled(NamedTuple):
    """The inside of an app, ready to run."""

    pages: Mapping[str, Page]
    plans: Mapping[str, Plan]
    """Every plan by path, so that what is on the screen can be found again from a snapshot."""
    accepts: Mapping[str, Slot]
    """What others can send it: intent to the effects that take it."""
    events: Mapping[str, Slot]
    """What it may schedule: event to the effects that run then."""
    statements: tuple[Statement, ...]


class App:
    """An app on a phone. Its inside is compiled when it is first needed: most apps are never opened."""

    def __init__(self, head: Head, folder: Path, make: Callable[[], Compiled]) -> None:
        self.manifest = head
        self.folder = folder
        self._make = make
        self._compiled: Compiled | None = None

    @property
    def name(self) -> str:
        return self.manifest.name

    @property
    def package(self) -> str:
        return self.manifest.package

    @property
    def is_open(self) -> bool:
        """Whether its inside was needed so far."""
        return self._compiled is not None

    def compile(self) -> Compiled:
        """Its inside, compiled the first time."""
        if self._compiled is None:
            self._compiled = self._make()
        return self._compiled

    @property
    def pages(self) -> Mapping[str, Page]:
        return self.compile().pages

    @property
    def plans(self) -> Mapping[str, Plan]:
        return self.compile().plans

    @property
    def accepts(self) -> Mapping[str, Slot]:
        return self.compile().accepts

    @property
    def events(self) -> Mapping[str, Slot]:
        return self.compile().events
