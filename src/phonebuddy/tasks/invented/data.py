"""Data: the words of a kind of invented app, from its YAML file, as plain values.

Invariant: a file that is no YAML is an AppError with its line; each is read once, and what all who ask for it
are given is the same, so nobody changes it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from phonebuddy.world.spec.kinds import plain_value
from phonebuddy.world.spec.nodes import Node, read_yaml


@cache
def read_data(path: Path, as_written: bool = False) -> dict[str, Any]:
    """A file that is a map; `as_written`: `Off` is a word in it, `7.50` a version and `2026` a text."""
    found: dict[str, Any] = _plain(read_yaml(path, path.name), as_written)
    return found


def _plain(node: Node, as_written: bool) -> Any:
    if node.items is not None:
        return [_plain(item, as_written) for item in node.items]
    if node.entries is not None:
        return {key: _plain(value, as_written) for key, value in node.pairs()}
    return node.text if as_written or node.quoted else plain_value(node.text or "")
