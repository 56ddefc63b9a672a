"""Dumps in: the XML of a phone's uiautomator as elements.

The XML itself is read by traces/uitrees.py, within its limits; what Android's writer gets wrong is repaired
first. It comes over a wire and is not trusted. Invariant: any text gives elements within the limits, in
drawing order with parents first, or a DumpError; never another exception.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from phonebuddy.errors import TraceError
from phonebuddy.screen import Bounds, Element, Flag
from phonebuddy.traces.limits import MAX_TEXT
from phonebuddy.traces.raw import Node
from phonebuddy.traces.roles import role_of
from phonebuddy.traces.uitrees import read_xml

MAX_CHARS = 8 << 20
KEPT = 64
"""Dumps whose elements are kept: phones that are tried at one task show the same again and again."""
_SURROGATES = re.compile(r"&#(5[56]\d{3});&#(5[67]\d{3});")
_REFERENCE = re.compile(r"&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));")


class DumpError(ValueError):
    """Text that is no dump we can read."""


def read_dump(text: str) -> list[Element]:
    """The elements of a dump, whatever the phone wrote around it."""
    return [*_read(text)]


@lru_cache(maxsize=KEPT)
def _read(text: str) -> tuple[Element, ...]:
    start, end = text.find("<?xml"), text.rfind("</hierarchy>")
    if start < 0 or end < 0:
        if start >= 0 and "<hierarchy" in text[start:]:
            return ()
        raise DumpError(f"no hierarchy in {text[:120]!r}")
    if end - start > MAX_CHARS:
        raise DumpError(f"{end - start:,} characters; at most {MAX_CHARS:,}")
    xml = _repair(text[start : end + len("</hierarchy>")])
    try:
        return tuple(_elements(_unframed(read_xml(xml.encode("utf-8", "replace"), "the phone's dump"))))
    except TraceError as error:
        raise DumpError(str(error)) from None


def _repair(text: str) -> str:
    """Android writes an emoji as two halves, and controls as references; XML knows neither."""
    text = re.sub(r"^<\?xml.*?\?>", "", text)
    text = _SURROGATES.sub(_join, text)
    return _REFERENCE.sub(lambda found: found[0] if _is_allowed(_code(found)) else "", text)


def _join(found: re.Match[str]) -> str:
    high, low = int(found[1]), int(found[2])
    if 0xD800 <= high < 0xDC00 <= low < 0xE000:
        return f"&#{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)};"
    return ""


def _code(found: re.Match[str]) -> int:
    return int(found[1], 16) if found[1] else int(found[2])


def _is_allowed(code: int) -> bool:
    return (
        code in (9, 10, 13) or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code < 0x110000
    )


def _unframed(nodes: list[Node]) -> list[Node]:
    """Without the containers that only frame all the rest, as every window has them."""
    while len(nodes) > 1 and _is_frame(nodes[0]) and all(node.parent for node in nodes[1:]):
        frame = nodes[0].id
        nodes = [node._replace(parent=None) if node.parent == frame else node for node in nodes[1:]]
    return nodes


def _is_frame(node: Node) -> bool:
    says = node.text or node.description or node.hint or node.resource_id
    return not says and node.flags == Flag.ENABLED and role_of(node.cls, node.flags, True) == "group"


def _elements(nodes: list[Node]) -> list[Element]:
    """Elements that have a size; what hangs below one that has none moves up.

    An id is the way to the element from the root, so that an element's id begins with its parent's.
    """
    parents = {node.parent for node in nodes}
    places: dict[str | None, str | None] = {None: None}
    counts: Counter[str | None] = Counter()
    found: list[Element] = []
    for node in nodes:
        parent = places.get(node.parent)
        bounds = Bounds(*node.bounds) if node.bounds else Bounds(0, 0, 0, 0)
        if bounds.left >= bounds.right or bounds.top >= bounds.bottom:
            places[node.id] = parent
            continue
        own = f"{counts[parent]}" if parent is None else f"{parent}/{counts[parent]}"
        counts[parent] += 1
        places[node.id] = own
        found.append(_element(node, own, bounds, parent, node.id in parents))
    return found


def _element(node: Node, own: str, bounds: Bounds, parent: str | None, has_children: bool) -> Element:
    flags = node.flags
    if node.cls.rpartition(".")[2].endswith(("EditText", "AutoCompleteTextView")):
        flags |= int(Flag.EDITABLE)
    return Element(
        id=own,
        role=role_of(node.cls, flags, has_children),
        bounds=bounds,
        text=node.text[:MAX_TEXT],
        description=node.description[:MAX_TEXT],
        hint=node.hint[:MAX_TEXT],
        resource_id=node.resource_id[:MAX_TEXT],
        package=node.package[:MAX_TEXT],
        flags=flags,
        parent=parent,
    )
