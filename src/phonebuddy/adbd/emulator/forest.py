"""The screen as the accessibility forwarder sends it: one window with a tree of nodes.

Invariant: nodes, their order, bounds and texts are those of the dump of the same moment.
"""

from __future__ import annotations

from typing import Any

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.emulator.messages import APPLICATION, FOREST
from phonebuddy.adbd.emulator.wire import encode
from phonebuddy.adbd.u2.tree import UiNode, read_tree

_FLAGS = {
    "is_checkable": "checkable",
    "is_checked": "checked",
    "is_clickable": "clickable",
    "is_enabled": "enabled",
    "is_focusable": "focusable",
    "is_focused": "focused",
    "is_long_clickable": "long-clickable",
    "is_password": "password",
    "is_scrollable": "scrollable",
    "is_selected": "selected",
}


_FIELD = "android.widget.EditText"


def _children(node: UiNode) -> list[UiNode]:
    """As Android nests views: a text field holds none, so what lies in one (a button that clears it) follows.

    AndroidWorld looks at leaves and would not see the field otherwise.
    """
    if _is_field(node):
        return []
    found = []
    for child in node.children:
        found += [child, *child.children] if _is_field(child) else [child]
    return found


def _is_field(node: UiNode) -> bool:
    return node.attributes.get("class") == _FIELD


def _rect(bounds: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(("left", "top", "right", "bottom"), bounds, strict=True))


def _node(node: UiNode, number: int, children: list[int], depth: int) -> dict[str, Any]:
    get = node.attributes.get
    found: dict[str, Any] = {name: node.is_on(flag) for name, flag in _FLAGS.items()}
    found |= {
        "unique_id": number, "bounds_in_screen": _rect(node.bounds), "class_name": get("class", ""),
        "content_description": get("content-desc", ""), "hint_text": get("hint", ""), "text": get("text", ""),
        "package_name": get("package", ""), "view_id_resource_name": get("resource-id", ""), "window_id": 1,
        "is_editable": _is_field(node), "is_visible_to_user": True,
        "child_ids": children,
        "depth": depth, "drawing_order": number,
    }  # fmt: skip
    return found


def build_forest(device: Device) -> bytes:
    """The forest of the screen now, encoded."""
    root = read_tree(device)
    screen = device.phone.observe()
    bounds = (0, 0, screen.width, screen.height)
    numbers = {id(node): number for number, node in enumerate(root.walk(), 1)}
    depths = {id(root): 0}
    nodes = []
    for node in root.walk():
        depth = depths[id(node)]
        for child in _children(node):
            depths[id(child)] = depth + 1
        children = [numbers[id(child)] for child in _children(node)]
        found = _node(node, numbers[id(node)], children, depth)
        if node is root:
            found |= {"class_name": "android.widget.FrameLayout", "package_name": device.focus()[0]}
            found |= {"bounds_in_screen": _rect(bounds), "is_enabled": True}
        nodes.append(found)
    window = {
        "bounds_in_screen": _rect(bounds), "id": 1, "layer": 1, "title": device.focus()[0],
        "window_type": APPLICATION,
        "is_active": True, "is_focused": True, "tree": {"nodes": nodes},
    }  # fmt: skip
    return encode(FOREST, {"windows": [window]})
