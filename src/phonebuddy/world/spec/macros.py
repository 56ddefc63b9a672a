"""Templates: a named piece of YAML with parameters, put in wherever `use: name` stands.

Expansion happens on nodes, before anything is compiled, so a template may hold widgets, effects, SQL or a
whole page. Invariant: expansion ends: a template that uses itself, or grows without bound, is a problem.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from phonebuddy.errors import AppError
from phonebuddy.world.spec.nodes import MAX_DEPTH, MAX_NODES, Entry, Node, scalar
from phonebuddy.world.spec.problems import Problems

MAX_TEXT = 100_000
_PARAMETER = re.compile(r"\$(?:\{([a-z_][a-z0-9_]*)\}|([a-z_][a-z0-9_]*))")
"""`$name`, or `${name}` where letters follow."""


class Macro(NamedTuple):
    name: str
    params: Mapping[str, Node | None]
    """Parameter to its default; None where it must be given."""
    body: Node


def read_macros(node: Node | None, problems: Problems) -> dict[str, Macro]:
    """The `templates:` section of an app."""
    macros: dict[str, Macro] = {}
    for name, value in node.pairs() if node is not None else ():
        body = value.get("body")
        if body is None:
            problems.add(value, f"template '{name}' needs 'body': a widget, an effect, or a list of them")
            continue
        for key, _ in value.pairs():
            if key not in ("params", "body"):
                problems.unknown(value, "key of a template", key, ("params", "body"))
        params = value.get("params")
        given: dict[str, Node | None] = {}
        if params is not None and params.items is not None:
            given = {item.text or "": None for item in params.items}
        elif params is not None and params.entries is not None:
            given = {
                key: (None if default.text == "" and not default.quoted else default)
                for key, default in params.pairs()
            }
        elif params is not None:
            problems.add(params, f"'params' of template '{name}' takes a list of names, or a map to defaults")
        macros[name] = Macro(name, given, body)
    return macros


class Expander:
    """Expands every `use` below a node; counts nodes so that nothing explodes."""

    def __init__(self, macros: Mapping[str, Macro], problems: Problems) -> None:
        self._macros = macros
        self._problems = problems
        self._count = 0

    def expand(self, node: Node, active: tuple[str, ...] = (), depth: int = 0) -> Node:
        """A copy of the node with all templates put in."""
        self._count += 1
        if self._count > MAX_NODES or depth > 2 * MAX_DEPTH:
            raise AppError(f"{node.place}: templates grow beyond {MAX_NODES} values")
        if node.entries is not None and node.entries and node.entries[0].key == "use":
            return self._use(node, active, depth)
        copy = Node(node.place)
        copy.text, copy.quoted = node.text, node.quoted
        if node.items is not None:
            copy.items = []
            for item in node.items:
                inner = self.expand(item, active, depth + 1)
                spliced = _is_use(item) and inner.items is not None
                copy.items.extend(inner.items or () if spliced else (inner,))
        if node.entries is not None:
            copy.entries = [
                Entry(entry.key, self.expand(entry.value, active, depth + 1), entry.place)
                for entry in node.entries
            ]
        return copy

    def _use(self, node: Node, active: tuple[str, ...], depth: int) -> Node:
        assert node.entries is not None
        name = node.entries[0].value.text or ""
        macro = self._macros.get(name)
        if macro is None:
            self._problems.unknown(node, "template", name, self._macros)
            return scalar("", node.place)
        if name in active:
            raise AppError(f"{node.place}: template '{name}' uses itself: {' -> '.join((*active, name))}")
        given = {entry.key: entry.value for entry in node.entries[1:]}
        for key in given:
            if key not in macro.params:
                self._problems.unknown(node, f"parameter of template '{name}'", key, macro.params)
        values: dict[str, Node] = {}
        for param, default in macro.params.items():
            value = given.get(param, default)
            if value is None:
                self._problems.add(node, f"template '{name}' needs '{param}'")
                value = scalar("", node.place)
            # What is handed in is put together first: a template may be given one of its own kind.
            values[param] = self.expand(value, active, depth + 1)
        filled = self.fill(macro.body, values, depth)
        return self.expand(filled, (*active, name), depth + 1)

    def fill(self, node: Node, values: Mapping[str, Node], depth: int = 0) -> Node:
        """A copy of the node with each $parameter replaced.

        A list given where one item stands adds all its items, and a map given as a key without a value adds
        all its keys; an empty parameter leaves out the item or key that is nothing but it.
        """
        self._count += 1
        if self._count > MAX_NODES or depth > 2 * MAX_DEPTH:
            raise AppError(f"{node.place}: templates grow beyond {MAX_NODES} values")
        if node.text is not None:
            return _fill_text(node, values)
        copy = Node(node.place)
        if node.items is not None:
            copy.items = []
            for item in node.items:
                inner = self.fill(item, values, depth + 1)
                if item.text is not None and inner.items is not None:
                    copy.items.extend(inner.items)
                elif not _left_out(item, inner):
                    copy.items.append(inner)
        if node.entries is not None:
            copy.entries = self._fill_map(node.entries, values, depth)
        return copy

    def _fill_map(self, entries: list[Entry], values: Mapping[str, Node], depth: int) -> list[Entry]:
        filled: list[Entry] = []
        written = {entry.key for entry in entries}
        for entry in entries:
            whole = _value_of(entry.key, values) if entry.value.text == "" else None
            if whole is not None and whole.text is None:
                filled.extend(one for one in whole.entries or () if one.key not in written)
                continue
            inner = self.fill(entry.value, values, depth + 1)
            if not _left_out(entry.value, inner):
                filled.append(Entry(_plain(entry.key, values), inner, entry.place))
        return filled


def _is_use(node: Node) -> bool:
    return bool(node.entries) and node.entries is not None and node.entries[0].key == "use"


def _left_out(before: Node, after: Node) -> bool:
    """Whether a parameter stood here and was given nothing."""
    return before.text not in (None, "") and after.text == "" and not after.quoted


def _fill_text(node: Node, values: Mapping[str, Node]) -> Node:
    assert node.text is not None
    whole = _value_of(node.text, values)
    if whole is not None:
        return whole
    text = _plain(node.text, values)
    if len(text) > MAX_TEXT:
        raise AppError(f"{node.place}: templates make a text of more than {MAX_TEXT} characters")
    return scalar(text, node.place, node.quoted)


def _value_of(text: str, values: Mapping[str, Node]) -> Node | None:
    """What stands for a text that is nothing but one parameter."""
    whole = _PARAMETER.fullmatch(text)
    return values.get(whole.group(1) or whole.group(2)) if whole is not None else None


def _plain(text: str, values: Mapping[str, Node]) -> str:
    def one(match: re.Match[str]) -> str:
        value = values.get(match.group(1) or match.group(2))
        return match.group(0) if value is None or value.text is None else value.text

    return _PARAMETER.sub(one, text)
