"""Small readers over located YAML: a map with known keys, a list, a text with names, noting what is wrong.

Invariant: every complaint carries the line of the value it is about, and reading goes on after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from phonebuddy.errors import TaskError
from phonebuddy.tasks.sql import Desk, Sql
from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.spec.template import parse_template

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
NO_SQL = Sql("SELECT 1", (), (), ())


class Nodes:
    """Reads nodes of one file and collects what is wrong with them."""

    def __init__(self, problems: Problems, desk: Desk) -> None:
        self.problems = problems
        self.desk = desk

    def is_map(self, node: Node, what: str, keys: Iterable[str]) -> bool:
        if node.entries is None:
            self.problems.add(node, f"{what} is a map, not a {node.kind}")
        for entry in node.entries or ():
            if entry.key not in keys:
                self.problems.unknown(entry.place, f"key of {what}", entry.key, keys)
        return node.entries is not None

    def items(self, node: Node | None, what: str) -> list[Node]:
        """The items of a list; a single value counts as a list of one."""
        if node is None:
            return []
        if node.text is not None and not node.text:
            return []
        return node.items if node.items is not None else [node]

    def pairs(self, node: Node | None, what: str) -> list[tuple[str, Node]]:
        if node is None:
            return []
        if node.entries is None:
            self.problems.add(node, f"{what} is a map of names, not a {node.kind}")
        for entry in node.entries or ():
            if not NAME.match(entry.key):
                message = f"'{entry.key}' is not a name; names are small letters, digits and _"
                self.problems.add(entry.place, message)
        return list(node.pairs())

    def single(self, node: Node, what: str) -> tuple[str, Node] | None:
        """The only pair of a map, such as `terse: ...`."""
        if node.entries is None or len(node.entries) != 1:
            self.problems.add(node, f"{what} is one word and its value, such as 'word: value'")
            return None
        entry = node.entries[0]
        return entry.key, entry.value

    def plain(self, node: Node | None, what: str) -> str:
        if node is None:
            return ""
        if node.text is None:
            self.problems.add(node, f"{what} takes text, not a {node.kind}")
        return node.text or ""

    def text(self, node: Node, what: str, names: Iterable[str]) -> Text:
        """A text with {names} in it, all of them known."""
        template = parse_template(self.plain(node, what))
        if isinstance(template, str):
            self.problems.add(node, template)
            return Text(("",))
        self.check_names(node, template.names, names)
        return template

    def check_names(self, node: Node, given: Iterable[str], names: Iterable[str]) -> None:
        known = set(names)
        for name in given:
            if name not in known:
                self.problems.unknown(node, "name", name, known)

    def query(self, node: Node, what: str, names: Iterable[str]) -> Sql:
        return self._sql(node, what, names, self.desk.query)

    def write(self, node: Node, what: str, names: Iterable[str]) -> Sql:
        return self._sql(node, what, names, self.desk.write)

    def _sql(self, node: Node, what: str, names: Iterable[str], read: Callable[[str], Sql]) -> Sql:
        given = self.plain(node, what)
        try:
            sql = read(given)
        except TaskError as error:
            self.problems.add(node, f"{what}: {error}")
            return NO_SQL
        self.check_names(node, sql.names, names)
        return sql

    def choice(self, node: Node, what: str, given: str, accepted: tuple[str, ...]) -> str:
        if given not in accepted:
            self.problems.unknown(node, what, given, accepted)
            return accepted[0]
        return given
