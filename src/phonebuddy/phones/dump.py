"""Dumps in: the XML of a phone's uiautomator as elements.

It comes over a wire and is not trusted. Invariant: any text gives elements within the limits, in drawing
order with parents first, or a DumpError; never another exception, never more than the caps.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from phonebuddy.screen import Bounds, Element, Flag
from phonebuddy.traces.limits import MAX_DEPTH, MAX_NODES, MAX_TEXT
from phonebuddy.traces.roles import role_of

MAX_CHARS = 8 << 20
_BOUNDS = re.compile(r"\[(-?\d{1,6}),(-?\d{1,6})\]\[(-?\d{1,6}),(-?\d{1,6})\]")
_SURROGATES = re.compile(r"&#(5[56]\d{3});&#(5[67]\d{3});")
_REFERENCE = re.compile(r"&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));")
_FLAGS = {
    "clickable": Flag.CLICKABLE,
    "long-clickable": Flag.LONG_CLICKABLE,
    "checkable": Flag.CHECKABLE,
    "checked": Flag.CHECKED,
    "focused": Flag.FOCUSED,
    "scrollable": Flag.SCROLLABLE,
    "selected": Flag.SELECTED,
    "enabled": Flag.ENABLED,
    "password": Flag.PASSWORD,
}


class DumpError(ValueError):
    """Text that is no dump we can read."""


def read_dump(text: str) -> list[Element]:
    """The elements of a dump that have a size; what hangs below one that has none moves up."""
    start, end = text.find("<?xml"), text.rfind("</hierarchy>")
    if start < 0 or end < 0:
        if start >= 0 and "<hierarchy" in text[start:]:
            return []
        raise DumpError(f"no hierarchy in {text[:120]!r}")
    if end - start > MAX_CHARS:
        raise DumpError(f"{end - start:,} characters; at most {MAX_CHARS:,}")
    try:
        root = fromstring(_repair(text[start : end + len("</hierarchy>")]), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise DumpError(f"not XML: {error}") from None
    return _walk(root)


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


def _walk(root: Node) -> list[Element]:
    """Depth first without recursion: a deep tree must not exhaust the stack."""
    found: list[Element] = []
    waiting: list[tuple[Node, str, str | None, int]] = [(root, "", None, 0)]
    num_nodes = 0
    while waiting:
        node, path, parent, depth = waiting.pop()
        num_nodes += 1
        if num_nodes > MAX_NODES or depth > MAX_DEPTH:
            raise DumpError(f"over {MAX_NODES} elements or {MAX_DEPTH} levels")
        element = _element(node, path, parent)
        if element is not None:
            found.append(element)
            parent = path
        children = list(enumerate(node))
        waiting += [(child, f"{path}/{i}", parent, depth + 1) for i, child in reversed(children)]
    return found


def _element(node: Node, path: str, parent: str | None) -> Element | None:
    bounds = _BOUNDS.fullmatch(node.get("bounds", ""))
    if bounds is None:
        return None
    left, top, right, bottom = (int(side) for side in bounds.groups())
    if left >= right or top >= bottom:
        return None
    name = node.get("class", "")
    flags = sum(int(flag) for key, flag in _FLAGS.items() if node.get(key) == "true")
    if name.rpartition(".")[2].endswith(("EditText", "AutoCompleteTextView")):
        flags |= int(Flag.EDITABLE)
    return Element(
        id=path,
        role=role_of(name, flags, len(node) > 0),
        bounds=Bounds(left, top, right, bottom),
        text=node.get("text", "")[:MAX_TEXT],
        description=node.get("content-desc", "")[:MAX_TEXT],
        hint=node.get("hint", "")[:MAX_TEXT],
        resource_id=node.get("resource-id", "")[:MAX_TEXT],
        package=node.get("package", "")[:MAX_TEXT],
        flags=flags,
        parent=parent,
    )
