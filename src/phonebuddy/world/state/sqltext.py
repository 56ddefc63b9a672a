"""Reading SQL text just far enough: comments, words, and the names a statement gives to its own tables.

SQLite judges everything else. Invariant: one pass over the text, whatever is in it.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"""(?P<skip>--[^\n]*|/\*.*?(?:\*/|\Z)|\s+)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|\w+|.""",
    re.DOTALL,
)


def skip_comments(sql: str) -> int:
    """How many characters of space and comment stand before the first word."""
    at = 0
    while (match := _TOKEN.match(sql, at)) is not None and match.group("skip"):
        at = match.end()
    return at


def common_tables(sql: str) -> frozenset[str]:
    """Names that stand before `AS (`, small: those of WITH are among them."""
    tokens = [match.group() for match in _TOKEN.finditer(sql) if not match.group("skip")]
    closing = _closing(tokens)
    found: set[str] = set()
    for index, token in enumerate(tokens[:-2]):
        after = closing.get(index + 1, index) + 1
        words = [word.upper() for word in tokens[after : after + 4]]
        inside = [word for word in words[1:] if word not in ("NOT", "MATERIALIZED")]
        if token != ")" and words[:1] == ["AS"] and inside[:1] == ["("]:
            found.add(token.strip('"`[]').lower())
    return frozenset(found)


def identifiers(sql: str) -> frozenset[str]:
    """Every word of a statement outside strings and comments, without its quotes, small."""
    tokens = (match.group() for match in _TOKEN.finditer(sql) if not match.group("skip"))
    return frozenset(token.strip('"`[]').lower() for token in tokens if token[0] != "'")


def _closing(tokens: list[str]) -> dict[int, int]:
    """Where each opening bracket closes."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for index, token in enumerate(tokens):
        if token == "(":
            waiting.append(index)
        elif token == ")" and waiting:
            found[waiting.pop()] = index
    return found
