"""From recorded nodes to a Shot: only what can be seen, in drawing order, with our roles.

Dropped: invisible nodes, nodes off the screen or without an area, the phone's own bars, the keyboard.
Invariant: in the result parents come before children, ids are unique and bounds lie inside the screen.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from phonebuddy.errors import TraceError
from phonebuddy.screen import Bounds, Element, Frame, Screen
from phonebuddy.traces.keyboard import find_keyboard
from phonebuddy.traces.layers import find_layer
from phonebuddy.traces.limits import MAX_DEPTH, MAX_NODES, MAX_SIDE
from phonebuddy.traces.pictures import FilePicture, NoPicture
from phonebuddy.traces.raw import Corners, Node, RawShot
from phonebuddy.traces.roles import role_of
from phonebuddy.traces.trace import Shot

SYSTEM_PACKAGE = "com.android.systemui"
_BARS = {"android:id/statusBarBackground", "android:id/navigationBarBackground"}
_TOP_BAR, _BOTTOM_BAR = 0.04, 0.94
"""Above and below these shares of the height are the phone's own bars."""


class Made(NamedTuple):
    """A shot, and what is needed to resolve touches on it."""

    shot: Shot
    bars: list[Bounds]
    """Where the phone's own bars and its keyboard are."""


def make_shot(raw: RawShot) -> Made:
    """Normalise one screen."""
    if len(raw.nodes) > MAX_NODES:
        raise TraceError(f"screen {raw.key}: {len(raw.nodes):,} nodes; at most {MAX_NODES:,} are read.")
    width, height = _size(raw)
    parts = _sort_out(raw.nodes, width, height)
    kept, classes = _elements(parts.app)
    package = _package(raw, kept)
    picture = FilePicture(raw.picture) if raw.picture is not None else None
    frame: Frame = raw.frame or picture or NoPicture()
    screen = Screen(kept, package, raw.activity, width, height, raw.time_s, frame)
    layer = raw.layer or find_layer(screen, bool(parts.keyboard))
    bars = [node.bounds for node in [*parts.bars, *parts.keyboard] if node.bounds]
    return Made(Shot(raw.key, screen, classes, raw.picture, layer), [Bounds(*corners) for corners in bars])


class _Parts(NamedTuple):
    app: list[Node]
    bars: list[Node]
    keyboard: list[Node]


def _sort_out(nodes: list[Node], width: int, height: int) -> _Parts:
    parts = _Parts([], [], [])
    is_named = any(node.package for node in nodes)
    for node in _in_drawing_order(nodes):
        bounds = _clip(node.bounds, width, height)
        if node.resource_id in _BARS:
            # Recorders call the bars invisible, since the app draws nothing there: they still take touches.
            parts.bars.append(node._replace(bounds=bounds))
            continue
        node = node._replace(bounds=bounds if node.visible else None)
        if "inputmethod" in node.package or node.cls.endswith("SoftInputWindow"):
            parts.keyboard.append(node)
        elif (node.package == SYSTEM_PACKAGE or not is_named) and _in_a_bar(bounds, height):
            parts.bars.append(node)
        else:
            parts.app.append(node)
    return _without_keys(parts, width, height)


def _in_a_bar(corners: Corners | None, height: int) -> bool:
    """What the system shows elsewhere, such as its shade or a question, belongs to the screen."""
    return corners is None or corners[3] <= _TOP_BAR * height or corners[1] >= _BOTTOM_BAR * height


def _without_keys(parts: _Parts, width: int, height: int) -> _Parts:
    """Flat element lists name no packages: there a keyboard is known by its keys."""
    if parts.keyboard or any(node.package for node in parts.app):
        return parts
    keys = find_keyboard(parts.app, width, height)
    app = [node for node in parts.app if node.id not in keys]
    return parts._replace(app=app, keyboard=[node for node in parts.app if node.id in keys])


def _in_drawing_order(nodes: list[Node]) -> list[Node]:
    """Parents first, each subtree together; nodes that are their own ancestors are left out."""
    known = {node.id for node in nodes}
    children: dict[str | None, list[Node]] = {}
    for node in nodes:
        parent = node.parent if node.parent in known else None
        children.setdefault(parent, []).append(node)
    ordered: list[Node] = []
    waiting = [(node, 1) for node in reversed(children.pop(None, []))]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise TraceError(f"a tree deeper than {MAX_DEPTH} levels is not read.")
        ordered.append(node)
        waiting.extend((child, depth + 1) for child in reversed(children.pop(node.id, [])))
    return ordered


def _elements(nodes: list[Node]) -> tuple[list[Element], tuple[str, ...]]:
    """The nodes that can be seen, as elements; children of dropped nodes move up."""
    shown: dict[str, str | None] = {}
    parents = {shown_id for node in nodes if node.bounds for shown_id in [node.parent] if shown_id}
    elements: list[Element] = []
    classes: list[str] = []
    for node in nodes:
        parent = shown.get(node.parent) if node.parent is not None else None
        if node.bounds is None:
            shown[node.id] = parent
            continue
        id = node.id if node.id not in shown else f"{node.id}#{len(elements)}"
        shown[id] = id
        role = node.role or role_of(node.cls, node.flags, node.id in parents)
        elements.append(
            Element(
                id,
                role,
                Bounds(*node.bounds),
                node.text,
                node.description,
                node.hint,
                node.resource_id,
                node.package,
                node.flags,
                parent,
            )  # fmt: skip
        )
        classes.append(node.cls)
    return elements, tuple(classes) if any(classes) else ()


def _clip(corners: Corners | None, width: int, height: int) -> Corners | None:
    """The part that is on the screen, if there is any."""
    if corners is None:
        return None
    left, top, right, bottom = corners
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    return (left, top, right, bottom) if left < right and top < bottom else None


def _size(raw: RawShot) -> tuple[int, int]:
    """Width and height as the screen was held: a tree that only fits turned was recorded turned."""
    right, bottom = extent(raw.nodes)
    width, height = raw.size or (right, bottom)
    if (right > width and right <= height) or (bottom > height and bottom <= width):
        width, height = height, width
    return min(max(width, 1), MAX_SIDE), min(max(height, 1), MAX_SIDE)


def extent(nodes: list[Node]) -> tuple[int, int]:
    """How far what is visible reaches to the right and down."""
    corners = [node.bounds for node in nodes if node.visible and node.bounds]
    corners = [c for c in corners if c[0] < c[2] and c[1] < c[3]]
    return max((c[2] for c in corners), default=0), max((c[3] for c in corners), default=0)


def _package(raw: RawShot, elements: list[Element]) -> str:
    """Whose screen it is: the tree decides, since the recorder's idea of the foreground may lag behind."""
    counts = Counter(element.package for element in elements if element.package)
    if not counts or raw.package in counts:
        return raw.package
    return counts.most_common(1)[0][0]
