"""Accessibility forests: the protocol buffers in which android_env keeps the windows of a screen.

Invariant: any bytes give nodes within the limits or TraceError. Windows come in drawing order.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.errors import TraceError
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.limits import MAX_NODES
from phonebuddy.traces.raw import Corners, Node
from phonebuddy.traces.tfrecord import Field, fields, message, signed, varints
from phonebuddy.traces.values import corners_of, text_of

_FLAGS = {
    12: Is.CHECKABLE,
    13: Is.CHECKED,
    14: Is.CLICKABLE,
    15: Is.EDITABLE,
    16: Is.ENABLED,
    18: Is.FOCUSED,
    19: Is.LONG_CLICKABLE,
    20: Is.PASSWORD,
    21: Is.SCROLLABLE,
    22: Is.SELECTED,
}
"""Field number of a node -> the flag it sets."""


class _Window(NamedTuple):
    layer: int
    nodes: list[bytes]


def read_forest(data: bytes) -> list[Node]:
    """The nodes of all windows of a screen."""
    windows = [_window(message(value)) for number, value in fields(data) if number == 1]
    if sum(len(window.nodes) for window in windows) > MAX_NODES:
        raise TraceError(f"a screen with more than {MAX_NODES:,} nodes.")
    windows.sort(key=lambda window: window.layer)
    return [node for index, window in enumerate(windows) for node in _nodes(window.nodes, f"w{index}.")]


def _window(data: bytes) -> _Window:
    layer, nodes = 0, list[bytes]()
    for number, value in fields(data):
        if number == 4:
            layer = signed(value)
        elif number == 11:
            nodes.extend(message(node) for inner, node in fields(message(value)) if inner == 1)
    return _Window(layer, nodes)


def _nodes(items: list[bytes], prefix: str) -> list[Node]:
    found: list[Node] = []
    parents: dict[str, str] = {}
    for item in items:
        node, children = _node(item, prefix)
        found.append(node)
        parents.update((f"{prefix}{child}", node.id) for child in children[:MAX_NODES])
    return [node._replace(parent=parents.get(node.id)) for node in found]


def _node(data: bytes, prefix: str) -> tuple[Node, list[int]]:
    values: dict[int, Field] = {}
    children: list[int] = []
    flags = 0
    for number, value in fields(data):
        if number == 25:
            children.extend(varints(value))
        elif number in _FLAGS:
            flags |= int(_FLAGS[number]) if value else 0
        else:
            values[number] = value
    id = signed(values.get(1, 0))
    node = Node(
        f"{prefix}{id}", None, _text(values, 3), _corners(values.get(2)), _text(values, 7), _text(values, 4),
        _text(values, 5), _text(values, 10), _text(values, 6), flags, bool(values.get(23)),
    )  # fmt: skip
    return node, children


def _text(values: dict[int, Field], number: int) -> str:
    return text_of(message(values.get(number, b"")).decode("utf-8", "replace"))


def _corners(value: Field | None) -> Corners | None:
    """Sides that are zero are not on the wire."""
    sides = {number: signed(side) for number, side in fields(message(value or b""))}
    return corners_of([sides.get(number, 0) for number in (1, 2, 3, 4)])
