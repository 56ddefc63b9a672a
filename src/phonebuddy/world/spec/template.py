"""Templates: text with `{name}` in it, filled from the names in scope. There is nothing else to learn.

Numbers are written the same whether SQLite gave 1 or 1.0, so equal values always give equal text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

Value = None | int | float | str | bytes
Scope = Mapping[str, Value]

_NAME = re.compile(r"\{([^{}]*)\}")
_VALID = re.compile(r"[a-z_][a-z0-9_]*\Z")


class Template(NamedTuple):
    """The pieces of a text: literals at even places, names at odd ones."""

    pieces: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return self.pieces[1::2]

    @property
    def sole(self) -> str | None:
        """The name, when the whole text is one `{name}`."""
        return self.pieces[1] if len(self.pieces) == 3 and not self.pieces[0] and not self.pieces[2] else None


def parse_template(text: str) -> Template | str:
    """The template, or what is wrong with it."""
    pieces = _NAME.split(text)
    for literal in pieces[0::2]:
        if "{" in literal or "}" in literal:
            return f"a brace without its partner in '{text}'; names are written {{name}}"
    for name in pieces[1::2]:
        if not _VALID.match(name):
            return f"'{{{name}}}' is not a name; names are small letters, digits and _"
    return Template(tuple(pieces))


def show(value: Value) -> str:
    """A value as text."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, float) and abs(value) < 1e15 and value == int(value):
        return str(int(value))
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


_FALSE: frozenset[Value] = frozenset({None, 0, "", "0", "false"})


def truth(value: Value) -> bool:
    """Whether a value counts as true: not null, not 0, not empty."""
    return value not in _FALSE


def filler(template: Template) -> Callable[[Scope], str]:
    """A function from scope to text, as direct as the template allows."""
    sole = template.sole
    if sole is not None:
        return lambda scope: show(scope[sole])
    pieces, names = template.pieces, template.names
    if not names:
        return lambda _scope: pieces[0]
    text = "%s".join([piece.replace("%", "%%") for piece in pieces[0::2]])
    return lambda scope: text % tuple([show(scope[name]) for name in names])
