"""Located YAML: a file becomes a small tree in which every value knows its file and line.

Not a general YAML reader: no anchors, tags or merges, and size, depth and node limits, so that a hostile
file is refused quickly. Invariant: reading never recurses and never raises anything but AppError.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

from phonebuddy.errors import AppError

MAX_BYTES = 2_000_000
MAX_DEPTH = 64
MAX_NODES = 50_000


class Place(NamedTuple):
    """Where a value stands: shown before every message about it."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Node:
    """One YAML value: `text` for a scalar, `items` for a list, `entries` for a map, in file order."""

    __slots__ = ("entries", "items", "place", "quoted", "text")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.text: str | None = None
        self.quoted = False
        self.items: list[Node] | None = None
        self.entries: list[Entry] | None = None

    @property
    def kind(self) -> str:
        if self.text is not None:
            return "text"
        return "list" if self.items is not None else "map"

    def get(self, key: str) -> Node | None:
        for entry in self.entries or ():
            if entry.key == key:
                return entry.value
        return None

    def pairs(self) -> Iterator[tuple[str, Node]]:
        for entry in self.entries or ():
            yield entry.key, entry.value


class Entry(NamedTuple):
    key: str
    value: Node
    place: Place


def scalar(text: str, place: Place, quoted: bool = True) -> Node:
    node = Node(place)
    node.text = text
    node.quoted = quoted
    return node


def read_yaml(path: Path, shown: str) -> Node:
    """The root node of a YAML file; `shown` is the name used in messages."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise AppError(
                f"{shown}:1: the file has {size} bytes; at most {MAX_BYTES} are accepted. Split it."
            )
        data = path.read_bytes()
    except OSError as error:
        raise AppError(f"{shown}:1: cannot be read: {error.strerror}") from None
    return parse_yaml(data, shown)


def parse_yaml(data: bytes | str, shown: str) -> Node:
    builder = _Builder(shown)
    try:
        for event in yaml.parse(data, Loader=yaml.CSafeLoader):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise AppError(f"{shown}:{line}: not valid YAML: {error.problem}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise AppError(f"{shown}:1: not valid YAML: {str(error).splitlines()[0]}") from None
    if builder.root is None:
        raise AppError(f"{shown}:1: the file is empty; an app starts with 'app: name'")
    return builder.root


class _Builder:
    """Turns the parser's events into nodes with an explicit stack."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.root: Node | None = None
        self.count = 0
        self.stack: list[Node] = []
        self.keys: list[tuple[str, Place] | None] = []
        self.given: list[set[str]] = []
        """The keys each open map has so far: asking its entries would take long in a long map."""

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            self._open(event)
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            self.stack.pop()
            self.keys.pop()
            self.given.pop()
        elif isinstance(event, yaml.AliasEvent):
            raise AppError(f"{self._place(event)}: anchors and aliases are not accepted; use a template")

    def _place(self, event: yaml.Event) -> Place:
        assert event.start_mark is not None, "the parser marks every event"
        return Place(self.shown, event.start_mark.line + 1)

    def _refuse_marks(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.anchor:
            raise AppError(f"{self._place(event)}: anchors and aliases are not accepted; use a template")
        if event.tag:
            raise AppError(f"{self._place(event)}: tags such as {event.tag[:40]} are not accepted")

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self._refuse_marks(event)
        if self.stack and self.stack[-1].entries is not None and self.keys[-1] is None:
            self.keys[-1] = (event.value, self._place(event))
            return
        node = Node(self._place(event))
        node.text = event.value
        node.quoted = bool(event.style)
        self._add(node)

    def _open(self, event: yaml.SequenceStartEvent | yaml.MappingStartEvent) -> None:
        self._refuse_marks(event)
        node = Node(self._place(event))
        if isinstance(event, yaml.SequenceStartEvent):
            node.items = []
        else:
            node.entries = []
        self._add(node)
        self.stack.append(node)
        self.keys.append(None)
        self.given.append(set())
        if len(self.stack) > MAX_DEPTH:
            raise AppError(
                f"{node.place}: nested deeper than {MAX_DEPTH} levels; move the inner part to a template"
            )

    def _add(self, node: Node) -> None:
        self.count += 1
        if self.count > MAX_NODES:
            raise AppError(f"{node.place}: more than {MAX_NODES} values in one file. Split it.")
        if not self.stack:
            if self.root is not None:
                raise AppError(f"{node.place}: a second document; one file holds one document")
            self.root = node
            return
        top = self.stack[-1]
        if top.items is not None:
            top.items.append(node)
            return
        key = self.keys[-1]
        if key is None:
            raise AppError(f"{node.place}: a list or map used as a key; keys are plain names")
        assert top.entries is not None
        if key[0] in self.given[-1]:
            raise AppError(f"{key[1]}: '{key[0]}' is given twice in the same map")
        self.given[-1].add(key[0])
        top.entries.append(Entry(key[0], node, key[1]))
        self.keys[-1] = None
