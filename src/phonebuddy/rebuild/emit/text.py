"""YAML as a person would write it, with a comment where something is assumed.

Invariant: what is written reads back as the same data; texts that could be taken for something else are
quoted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

Data = str | int | float | bool | None | Sequence["Data"] | Mapping[str, "Data"]

COMMENT = "#"
"""The key of a map under which a comment for it stands."""
WIDTH = 110
_PLAIN = re.compile(r"[A-Za-z_(][A-Za-z0-9_ .,;/()'+=<>-]*\Z")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"}


def write_yaml(data: Data, head: str = "") -> str:
    """The text of a file."""
    lines = [f"# {line}" for line in head.splitlines()]
    return "\n".join([*lines, *_lines(data, 0)]) + "\n"


def scalar(value: Data) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    assert isinstance(value, str)
    plain = _PLAIN.match(value) and value.lower() not in _WORDS and value == value.strip()
    if plain and ": " not in value and " #" not in value and not value.endswith(":"):
        return value
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\x7f").replace("\ufeff", "\\ufeff")


def _lines(data: Data, depth: int) -> Iterator[str]:
    pad = "  " * depth
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key != COMMENT:
                yield from _entry(f"{pad}{_key(key)}:", value, depth)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for item in data:
            yield from _item(pad, item, depth)


def _entry(head: str, value: Data, depth: int) -> Iterator[str]:
    if isinstance(value, str) and "\n" in value and _is_block(value):
        yield f"{head} |"
        yield from (f"{'  ' * (depth + 1)}{line}" for line in value.rstrip("\n").split("\n"))
    elif isinstance(value, (str, int, float, bool)) or value is None:
        yield f"{head} {scalar(value)}".rstrip()
    elif not value:
        yield f"{head} {'{}' if isinstance(value, Mapping) else '[]'}"
    else:
        short = _short(value)
        if short is not None and len(head) + 1 + len(short) <= WIDTH:
            yield f"{head} {short}"
        else:
            yield head
            yield from _lines(value, depth + 1)


def _item(pad: str, item: Data, depth: int) -> Iterator[str]:
    if isinstance(item, (Mapping, list, tuple)) and item:
        comment = item.get(COMMENT) if isinstance(item, Mapping) else None
        short = _short(item)
        if short is not None and len(pad) + 2 + len(short) <= WIDTH:
            yield f"{pad}- {short}" + (f"  # {comment}" if comment else "")
            return
        lines = list(_lines(item, depth + 1))
        yield f"{pad}- {lines[0].lstrip()}" + (f"  # {comment}" if comment else "")
        yield from lines[1:]
    else:
        yield f"{pad}- {_short(item) if isinstance(item, (Mapping, list, tuple)) else scalar(item)}"


def _short(value: Data) -> str | None:
    """A value on one line, if nothing in it needs more."""
    if isinstance(value, Mapping):
        if COMMENT in value and any(isinstance(v, (list, tuple, dict)) for v in value.values()):
            return None
        parts = [(key, _short(one)) for key, one in value.items() if key != COMMENT]
        if any(part is None for _, part in parts):
            return None
        return "{" + ", ".join(f"{_key(key)}: {part}" for key, part in parts) + "}"
    if isinstance(value, (list, tuple)):
        items = [_short(one) for one in value]
        if any(isinstance(one, Mapping) and COMMENT in one for one in value):
            return None
        return None if any(one is None for one in items) else "[" + ", ".join(str(one) for one in items) + "]"
    if isinstance(value, str):
        text = scalar(value)
        if not text.startswith('"') and any(mark in text for mark in ",[]{}"):
            text = json.dumps(value, ensure_ascii=False)
        return text
    return scalar(value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[a-z_][a-z0-9_]*", key) and key not in _WORDS else json.dumps(key)


def _is_block(value: str) -> bool:
    """Whether a text can stand as a block: SQL and the like, not words to show."""
    return value.startswith(("CREATE ", "SELECT ", "UPDATE "))
