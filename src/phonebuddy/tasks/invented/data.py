"""Data: the words of a kind of invented app, from its YAML file, as plain values.

Invariant: a file that is no YAML is an AppError with its line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from phonebuddy.world.spec.kinds import plain_value
from phonebuddy.world.spec.nodes import Node, read_yaml


def read_data(path: Path) -> dict[str, Any]:
    """A file that is a map."""
    found: dict[str, Any] = _plain(read_yaml(path, path.name))
    return found


def _plain(node: Node) -> Any:
    if node.items is not None:
        return [_plain(item) for item in node.items]
    if node.entries is not None:
        return {key: _plain(value) for key, value in node.pairs()}
    return node.text if node.quoted else plain_value(node.text or "")
