"""The tree that uiautomator2's selectors look in: the nodes of a dump, and which of them a selector means.

Invariant: nodes are those of the dump clients get, in the same order, so a selector and an XPath agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from xml.etree import ElementTree

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.shell.call import CommandFailed
from phonebuddy.adbd.shell.pattern import compiled

_FLAGS = {
    "checkable": "checkable", "checked": "checked", "clickable": "clickable",
    "longClickable": "long-clickable",
    "scrollable": "scrollable", "enabled": "enabled", "focusable": "focusable", "focused": "focused",
    "selected": "selected",
}  # fmt: skip
_TEXTS = {
    "text": "text",
    "className": "class",
    "description": "content-desc",
    "packageName": "package",
    "resourceId": "resource-id",
}
_BOUNDS = re.compile(r"\[(\d+),(\d+)\]\[(\d+),(\d+)\]")
Selector = Mapping[str, object]


class UiNode:
    """One node, its parent and its children."""

    __slots__ = ("attributes", "bounds", "children", "parent")

    def __init__(self, element: ElementTree.Element, parent: UiNode | None) -> None:
        self.attributes = element.attrib
        found = _BOUNDS.fullmatch(element.get("bounds", ""))
        self.bounds = tuple(map(int, found.groups())) if found else (0, 0, 0, 0)
        self.parent = parent
        self.children = [UiNode(child, self) for child in element]

    @property
    def center(self) -> tuple[int, int]:
        left, top, right, bottom = self.bounds
        return (left + right) // 2, (top + bottom) // 2

    def walk(self) -> Iterator[UiNode]:
        """This node and all below it, in the order of the dump."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def is_on(self, flag: str) -> bool:
        return self.attributes.get(flag) == "true"

    def info(self) -> dict[str, object]:
        left, top, right, bottom = self.bounds
        box = {"bottom": bottom, "left": left, "right": right, "top": top}
        get = self.attributes.get
        return {
            "bounds": box, "visibleBounds": dict(box), "childCount": len(self.children),
            "className": get("class", ""),
            "contentDescription": get("content-desc", ""), "packageName": get("package", ""),
            "resourceName": get("resource-id", "") or None, "text": get("text", ""),
            **{name: self.is_on(attribute) for name, attribute in _FLAGS.items()},
        }  # fmt: skip


def read_tree(device: Device) -> UiNode:
    """The tree on the screen now; the text is our own, so it needs no guard."""
    return UiNode(ElementTree.fromstring(device.xml()), None)


def _regex(pattern: str) -> Callable[[str], bool]:
    """Java's full match; a pattern that could run for ever matches nothing."""
    try:
        fit = compiled(f"^({pattern})$", True, False, False)
    except CommandFailed:
        return lambda text: False
    return lambda text: fit.search(text) is not None


def _tests(selector: Selector) -> list[Callable[[UiNode], bool]]:
    tests: list[Callable[[UiNode], bool]] = []

    def text_test(attribute: str, fits: Callable[[str], bool]) -> None:
        tests.append(lambda node: fits(node.attributes.get(attribute, "")))

    for name, wanted in selector.items():
        if name in _FLAGS:
            attribute, on = _FLAGS[name], bool(wanted)
            tests.append(lambda node, attribute=attribute, on=on: node.is_on(attribute) == on)  # type: ignore[misc]
        elif name == "index":
            tests.append(lambda node, wanted=wanted: node.attributes.get("index") == str(wanted))  # type: ignore[misc]
        elif not _text_tests(name, str(wanted), text_test):
            raise ValueError(f"no such selector: {name}")
    return tests


def _text_tests(name: str, wanted: str, add: Callable[[str, Callable[[str], bool]], None]) -> bool:
    """Add what a selector of texts asks for; False where it is none."""
    for known, attribute in _TEXTS.items():
        if name == known:
            add(attribute, lambda text: text == wanted)
        elif name == f"{known}Contains":
            add(attribute, lambda text: wanted.lower() in text.lower())
        elif name == f"{known}StartsWith":
            add(attribute, lambda text: text.lower().startswith(wanted.lower()))
        elif name == f"{known}Matches":
            add(attribute, _regex(wanted))
        else:
            continue
        return True
    return False


def find_all(root: UiNode, selector: Selector) -> list[UiNode]:
    """Every node a selector means, in the order of the dump; `instance` takes one of them."""
    own = {
        name: value
        for name, value in selector.items()
        if name not in ("mask", "childOrSibling", "childOrSiblingSelector", "instance")
    }
    tests = _tests(own)
    found = [node for node in root.walk() if node.parent is not None and all(test(node) for test in tests)]
    kinds, inner = selector.get("childOrSibling") or [], selector.get("childOrSiblingSelector") or []
    if "instance" in selector:
        found = found[_index(selector["instance"])]
    if isinstance(kinds, list) and isinstance(inner, list):
        for kind, part in zip(kinds, inner, strict=False):
            if isinstance(part, Mapping):
                found = _below(found, str(kind), part)
    return found


def _index(value: object) -> slice:
    number = int(value) if isinstance(value, int | float) else 0
    return slice(number, number + 1)


def _below(nodes: list[UiNode], kind: str, selector: Selector) -> list[UiNode]:
    found: list[UiNode] = []
    for node in nodes:
        place = node if kind == "child" else node.parent
        if place is None:
            continue
        inside = [other for other in find_all(place, selector) if other is not place and other is not node]
        found += [other for other in inside if not any(other is known for known in found)]
    return found
