"""Reading: templates from plain data, as the reader of template files would read them from their YAML.

Writing YAML and parsing it took longer than all else about templates. Invariant: the templates are those of
the file that the same data would be written to, line numbers included as long as no text has several lines.
"""

from __future__ import annotations

from typing import Any

from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.reading import templates_in
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.spec.nodes import Entry, Node, Place


def read_templates(data: Data, file: str, apps: AppSet) -> dict[str, TaskTemplate]:
    """The templates by id; TaskError lists what is wrong with them."""
    return templates_in(_Writer(f"{file}.yaml").node(data), file, apps)


class _Writer:
    """Makes nodes, and knows on which line each would stand: one line for every key or item with a text."""

    def __init__(self, shown: str) -> None:
        self._shown = shown
        self._line = 1

    def node(self, value: Any) -> Node:
        node = Node(Place(self._shown, self._line))
        if isinstance(value, dict):
            node.entries = [self._entry(key, one) for key, one in value.items()]
        elif isinstance(value, list | tuple):
            node.items = [self.node(one) for one in value]
        else:
            node.text, node.quoted = _text(value), isinstance(value, str)
        if not node.entries and not node.items:
            self._line += 1
        return node

    def _entry(self, key: str, value: Any) -> Entry:
        place = Place(self._shown, self._line)
        # What is more than a text stands below its key.
        if isinstance(value, dict | list | tuple) and value:
            self._line += 1
        return Entry(key, self.node(value), place)


def _text(value: str | int | float | bool | None) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
