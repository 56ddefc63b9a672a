"""App and Page: an app as the phone runs it, read, checked and compiled. Data only; no app has code."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.plan import Bound, Plan, Slot
from phonebuddy.world.spec.template import Value
from phonebuddy.world.state.statement import Statement

CARET_PREFIX = "@caret:"


def caret_name(variable: str) -> str:
    """The hidden name that tells a field where its caret is; -1 while it is not being typed into."""
    return f"{CARET_PREFIX}{variable}"


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
    """The hidden caret names of its variables, none of them focused."""

    def query(self, scope: Mapping[str, Value]) -> Bound | None:
        bound: Bound | None = self.data.get(scope) if self.data is not None else None
        return bound


class Manifest(NamedTuple):
    """The head of an app: everything but its pages."""

    name: str
    title: str
    package: str
    domain: str
    icon: str
    color: str
    start: str
    schema: str
    folder: Path
    node: Node
    host: str
    """The app a mini lives in; empty for others."""


class App(NamedTuple):
    manifest: Manifest
    pages: Mapping[str, Page]
    plans: Mapping[str, Plan]
    """Every plan by path, so that what is on the screen can be found again from a snapshot."""
    accepts: Mapping[str, Slot]
    """What others can send it: intent to the effects that take it."""
    events: Mapping[str, Slot]
    """What it may schedule: event to the effects that run then."""
    statements: tuple[Statement, ...]

    @property
    def name(self) -> str:
        return self.manifest.name

    @property
    def package(self) -> str:
        return self.manifest.package
