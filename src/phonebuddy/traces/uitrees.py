"""UI trees of single screens: uiautomator XML, and nested JSON with the same attributes.

Invariant: total within the limits: any bytes give nodes or TraceError, and no entity, reference or outside
file is ever looked at.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from phonebuddy.errors import TraceError
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.limits import MAX_DEPTH, MAX_NODES
from phonebuddy.traces.raw import Corners, Node
from phonebuddy.traces.roles import role_of
from phonebuddy.traces.values import corners_of, dict_of, int_of, list_of, text_of, true_of

_BOUNDS = re.compile(r"\[(-?\d{1,6}),(-?\d{1,6})\]\[(-?\d{1,6}),(-?\d{1,6})\]")
_FLAGS = {
    "clickable": Is.CLICKABLE,
    "long-clickable": Is.LONG_CLICKABLE,
    "checkable": Is.CHECKABLE,
    "checked": Is.CHECKED,
    "editable": Is.EDITABLE,
    "focused": Is.FOCUSED,
    "scrollable": Is.SCROLLABLE,
    "selected": Is.SELECTED,
    "enabled": Is.ENABLED,
    "password": Is.PASSWORD,
}
_SPELLED = tuple((name, name.replace("-", "_"), int(flag)) for name, flag in _FLAGS.items())
_PART = 65_536


def read_xml(data: bytes, name: object) -> list[Node]:
    """The nodes of a uiautomator dump."""
    tree = _Tree(name)
    parser = DefusedXMLParser(target=tree, forbid_dtd=True)
    try:
        for start in range(0, max(len(data), 1), _PART):
            parser.feed(data[start : start + _PART])
        parser.close()
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise TraceError(f"{name}: not a UI tree that can be read: {_brief(error)}.") from None
    return tree.nodes


def _brief(error: Exception) -> str:
    return (str(error) or type(error).__name__)[:200]


class _Tree:
    """What the XML parser tells its findings to; stops it as soon as a limit is passed."""

    def __init__(self, name: object) -> None:
        self.nodes: list[Node] = []
        self._open: list[str | None] = []
        self._name = name

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise TraceError(f"{self._name}: a tree deeper than {MAX_DEPTH} levels is not read.")
        if len(self.nodes) >= MAX_NODES:
            raise TraceError(f"{self._name}: more than {MAX_NODES:,} nodes.")
        parent = next((id for id in reversed(self._open) if id is not None), None)
        if "bounds" not in attributes:
            self._open.append(None)
            return
        id = str(len(self.nodes))
        self.nodes.append(node_of(attributes, id, parent))
        self._open.append(id)

    def end(self, tag: str) -> None:
        self._open.pop()

    def data(self, data: str) -> None:
        pass

    def close(self) -> None:
        pass


def read_tree(value: object, name: object) -> list[Node]:
    """The nodes of nested JSON: objects with `bounds`, `class`, `text` ... and `children`."""
    nodes: list[Node] = []
    waiting: list[tuple[object, str | None, int]] = [(value, None, 1)]
    while waiting:
        item, parent, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise TraceError(f"{name}: a tree deeper than {MAX_DEPTH} levels is not read.")
        if isinstance(item, list):
            waiting.extend((child, parent, depth + 1) for child in reversed(item))
            continue
        view = dict_of(item)
        if not view:
            continue
        if len(nodes) >= MAX_NODES:
            raise TraceError(f"{name}: more than {MAX_NODES:,} nodes.")
        id = str(len(nodes))
        nodes.append(node_of(view, id, parent))
        waiting.extend((child, id, depth + 1) for child in reversed(list_of(view.get("children"))))
    return nodes


def node_of(view: dict[str, Any], id: str, parent: str | None) -> Node:
    """One view from its attributes, in the spelling of uiautomator or RICO."""

    def value(*names: str) -> object:
        for name in names:
            found = view.get(name)
            if found is not None and found != "":
                return found
        return None

    flags = 0
    for name, other, flag in _SPELLED:
        if true_of(value(name, other)):
            flags |= flag
    if value("enabled") is None:
        flags |= int(Is.ENABLED)
    cls = text_of(value("class", "className", "class_name"))
    if cls.endswith("EditText") or role_of(cls, flags, False) == "field":
        # uiautomator has no attribute for it.
        flags |= int(Is.EDITABLE)
    shown = value("visible-to-user", "visible_to_user", "visible")
    text, hint = text_of(value("text")), text_of(value("hint", "text-hint", "hint_text"))
    if flags & int(Is.EDITABLE) and text == hint:
        # Android tells the hint of an empty field as its text.
        text = ""
    return Node(
        id, parent, cls, _corners(value("bounds")), text,
        _description(value("content-desc", "content_description", "contentDescription")), hint,
        text_of(value("resource-id", "resource_id", "resourceId")), text_of(value("package")), flags,
        shown is None or true_of(shown),
    )  # fmt: skip


def _description(value: object) -> str:
    """RICO writes a list with one description in it."""
    parts = list_of(value)
    return text_of(parts[0]) if parts else text_of(value)


def _corners(value: object) -> Corners | None:
    if isinstance(value, str):
        found = _BOUNDS.match(value)
        return corners_of([int(number) for number in found.groups()]) if found else None
    if isinstance(value, dict):
        sides = [int_of(value.get(side)) for side in ("left", "top", "right", "bottom")]
        return corners_of(sides)
    return corners_of(value)
