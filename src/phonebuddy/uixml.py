"""Screens as uiautomator dumps, the XML that Android's own tools write and every phone client reads.

What this is not: a reader of such dumps; those come over a wire and belong to the phones.
Invariant: the result is well-formed XML 1.0 that uiautomator2 reads: no forbidden characters, bounds inside
the screen (its reader drops minus signs), depth bounded (libxml2 refuses more than 256 levels).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from phonebuddy.screen import Bounds, Element, Flag, Screen

MAX_DEPTH = 200
HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"

ROLE_CLASSES = {
    "text": "android.widget.TextView",
    "button": "android.widget.Button",
    "chip": "android.widget.Button",
    "field": "android.widget.EditText",
    "search": "android.widget.EditText",
    "switch": "android.widget.Switch",
    "checkbox": "android.widget.CheckBox",
    "radio": "android.widget.RadioButton",
    "icon": "android.widget.ImageView",
    "image": "android.widget.ImageView",
    "icon_button": "android.widget.ImageButton",
    "fab": "android.widget.ImageButton",
    "key": "android.widget.Button",
    "slider": "android.widget.SeekBar",
    "rating": "android.widget.RatingBar",
    "progress": "android.widget.ProgressBar",
    "list": "androidx.recyclerview.widget.RecyclerView",
    "grid": "androidx.recyclerview.widget.RecyclerView",
    "scroll": "android.widget.ScrollView",
    "tabs": "android.widget.HorizontalScrollView",
    "tab": "androidx.appcompat.app.ActionBar$Tab",
    "item": "android.view.ViewGroup",
    "row": "android.widget.LinearLayout",
    "column": "android.widget.LinearLayout",
    "card": "android.widget.FrameLayout",
    "group": "android.view.ViewGroup",
    "dialog": "android.widget.FrameLayout",
    "sheet": "android.widget.FrameLayout",
    "menu": "android.widget.ListView",
    "page": "android.widget.FrameLayout",
    "top_bar": "android.view.ViewGroup",
    "bottom_bar": "android.widget.FrameLayout",
    "keyboard": "android.widget.FrameLayout",
    "web": "android.webkit.WebView",
}
"""Role -> the Android class that clients expect to see for it."""
LEAF_CLASS, CONTAINER_CLASS = "android.view.View", "android.view.ViewGroup"

_FOCUSABLE = (
    Flag.CLICKABLE | Flag.LONG_CLICKABLE | Flag.CHECKABLE | Flag.EDITABLE | Flag.SCROLLABLE | Flag.FOCUSED
)
_SPECIAL = re.compile('[\x00-\x1f"&<>\ud800-\udfff\ufffe\uffff]')
_REPLACED = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\n": "&#10;",
    "\r": "&#13;",
    "\t": "&#9;",
}


def class_of(role: str, has_children: bool) -> str:
    """The class an element is written with."""
    return ROLE_CLASSES.get(role, CONTAINER_CLASS if has_children else LEAF_CLASS)


def to_xml(screen: Screen) -> str:
    """The dump of a screen: what is on it, nested by parent, in drawing order."""
    nodes = _nest(screen)
    if not nodes.children:
        # uiautomator2 knows an empty dump by this exact spelling.
        return f'{HEADER}<hierarchy rotation="0" />'
    return f'{HEADER}<hierarchy rotation="0">{"".join(_write(nodes))}</hierarchy>'


def framed(xml: str, package: str, width: int, height: int) -> str:
    """A dump with one root that fills the screen, as the window in front gives it: some clients read no
    other."""
    if xml.endswith("/>"):
        return xml
    flags = _flags(int(Flag.ENABLED))
    root = (
        f'<node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="{package}"'
        f' content-desc=""{flags} visible-to-user="true" bounds="[0,0][{width},{height}]">'
    )
    plain = '<hierarchy rotation="0">'
    turned = f'<hierarchy rotation="{int(width > height)}">'
    return f"{xml.replace(plain, turned + root, 1).removesuffix('</hierarchy>')}</node></hierarchy>"


class _Node:
    """An element in its place; mutable only while the tree is being built."""

    __slots__ = ("bounds", "children", "depth", "element", "parent")

    def __init__(self, element: Element | None, bounds: Bounds, parent: _Node | None) -> None:
        self.element = element
        self.bounds = bounds
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent else 0
        self.children: list[_Node] = []


def _nest(screen: Screen) -> _Node:
    """The tree of what can be seen; what hangs below something unseen or too deep moves up."""
    root = _Node(None, Bounds(0, 0, screen.width, screen.height), None)
    places: dict[str | None, _Node] = {None: root}
    for element in screen.elements:
        parent = places.get(element.parent, root)
        left, top, right, bottom = element.bounds
        if left < 0 or top < 0 or right > screen.width or bottom > screen.height:
            left, top = max(left, 0), max(top, 0)
            right, bottom = min(right, screen.width), min(bottom, screen.height)
        if left >= right or top >= bottom:
            places[element.id] = parent
            continue
        if parent.depth >= MAX_DEPTH and parent.parent:
            parent = parent.parent
        node = places[element.id] = _Node(element, Bounds(left, top, right, bottom), parent)
        parent.children.append(node)
    return root


def _write(root: _Node) -> Iterator[str]:
    """Opening and closing tags in order; a loop, since recursion would end at Python's limit."""
    waiting: list[tuple[int, _Node] | str] = [*reversed(list(enumerate(root.children)))]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        index, node = item
        start = _attributes(index, node)
        if node.children:
            yield f"{start}>"
            waiting.append("</node>")
            waiting += reversed(list(enumerate(node.children)))
        else:
            yield f"{start} />"


def _attributes(index: int, node: _Node) -> str:
    element = node.element
    assert element is not None, "only the root stands for no element, and it is not written"
    left, top, right, bottom = node.bounds
    hint = f' hint="{_escape(element.hint)}"' if element.hint else ""
    return (
        f'<node index="{index}" text="{_escape(element.text)}" resource-id="{_escape(element.resource_id)}"'
        f' class="{class_of(element.role, bool(node.children))}" package="{_escape(element.package)}"'
        f' content-desc="{_escape(element.description)}"{_flags(element.flags)}'
        f' visible-to-user="true" bounds="[{left},{top}][{right},{bottom}]"{hint}'
    )


@cache
def _flags(flags: int) -> str:
    """All flag attributes at once; there are few combinations, each made once."""
    shown = (
        ("checkable", Flag.CHECKABLE),
        ("checked", Flag.CHECKED),
        ("clickable", Flag.CLICKABLE),
        ("enabled", Flag.ENABLED),
        ("focusable", _FOCUSABLE),
        ("focused", Flag.FOCUSED),
        ("scrollable", Flag.SCROLLABLE),
        ("long-clickable", Flag.LONG_CLICKABLE),
        ("password", Flag.PASSWORD),
        ("selected", Flag.SELECTED),
    )
    return "".join(f' {name}="{"true" if flags & flag else "false"}"' for name, flag in shown)


def _escape(text: str) -> str:
    """Text for an attribute; characters that XML 1.0 cannot hold at all are left out."""
    if not _SPECIAL.search(text):
        return text
    return _SPECIAL.sub(lambda found: _REPLACED.get(found.group(), ""), text)
