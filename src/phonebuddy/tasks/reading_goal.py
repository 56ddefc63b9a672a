"""Reading goals: what must hold at the end, what may change on the way, what must stay private.

Invariant: every table, column and name that a check or a rule speaks of exists.
"""

from __future__ import annotations

import re

from phonebuddy.errors import TaskError
from phonebuddy.tasks.nodes import Nodes
from phonebuddy.tasks.template import (
    ENDS,
    FINISH,
    Allow,
    AnswerCheck,
    Check,
    OrderCheck,
    Private,
    StateCheck,
    UnsaidCheck,
)
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.template import Template as Text

GOALS = ("present", "absent", "exactly N", "answer", "unsaid", "order")
KINDS = ("insert", "update", "delete", "change")
_RULE = re.compile(
    r"(?P<kind>\w+)\s+(?P<table>\w+)\s*(?:\((?P<columns>[\w\s,]+)\))?(?:\s+where\s+(?P<where>.+))?\Z",
    re.DOTALL | re.IGNORECASE,
)
_EXACTLY = re.compile(r"exactly (\d+|\{\w+\})\Z")


class GoalReader:
    def __init__(self, nodes: Nodes, names: set[str], apps: AppSet) -> None:
        self._nodes = nodes
        self._problems = nodes.problems
        self._names = names
        self._apps = apps

    def checks(self, node: Node | None) -> tuple[Check, ...]:
        found = (self._check(item) for item in self._nodes.items(node, "goal"))
        return tuple(check for check in found if check is not None)

    def _check(self, node: Node) -> Check | None:
        if not node.entries:
            self._problems.add(node, "a check is a word and its value, such as 'present: SELECT ...'")
            return None
        word, value = node.entries[0].key, node.entries[0].value
        rows = self._count(word)
        for entry in node.entries[1:]:
            if entry.key != "saying" or rows is None:
                accepted = () if rows is None else ("saying",)
                self._problems.unknown(entry.place, f"key beside '{word}'", entry.key, accepted)
        if rows is not None:
            self._nodes.check_names(node, rows.names, self._names)
            saying = self._nodes.items(node.get("saying"), "saying")
            return StateCheck(
                word.partition(" ")[0], rows, self._nodes.query(value, word, self._names),
                tuple(self._nodes.text(item, "saying", self._names) for item in saying), node.place,
            )  # fmt: skip
        return self._other_check(node, word, value)

    def _count(self, word: str) -> Text | None:
        """How many rows a state check wants; None for other checks."""
        match = _EXACTLY.match(word)
        if match is not None:
            count = match[1]
            return Text(("", count[1:-1], "") if count.startswith("{") else (count,))
        return Text(("",)) if word in ("present", "absent") else None

    def _other_check(self, node: Node, word: str, value: Node) -> Check | None:
        items = self._nodes.items(value, word)
        if word == "answer":
            return AnswerCheck(tuple(self._nodes.text(i, word, self._names) for i in items), node.place)
        if word == "unsaid":
            return UnsaidCheck(self._nodes.query(value, word, self._names), node.place)
        if word == "order":
            return OrderCheck(tuple(self._nodes.query(i, word, self._names) for i in items), node.place)
        self._problems.unknown(node, "check", word, GOALS)
        return None

    def end(self, node: Node | None) -> str:
        return FINISH if node is None else self._nodes.choice(node, "end", node.text or "", ENDS)

    def allows(self, node: Node | None) -> tuple[Allow, ...]:
        found = (self.allow(item) for item in self._nodes.items(node, "allow"))
        return tuple(rule for rule in found if rule is not None)

    def allow(self, node: Node) -> Allow | None:
        """`KIND TABLE(COLUMNS) where CONDITION`; columns and condition may be left out."""
        match = _RULE.match(self._nodes.plain(node, "allow").strip())
        if match is None:
            example = "update contacts_person(starred) where id = :id"
            self._problems.add(node, f"'{node.text}' is no rule; write such as '{example}'")
            return None
        kind = self._nodes.choice(node, "kind of change", match["kind"].lower(), KINDS)
        known = self._nodes.desk.columns(match["table"])
        if not known:
            self._problems.unknown(node, "table", match["table"], self._nodes.desk.tables)
            return None
        columns = frozenset(name.strip() for name in (match["columns"] or "").split(",") if name.strip())
        for column in sorted(columns - set(known)):
            self._problems.unknown(node, f"column of {match['table']}", column, known)
        where = match["where"] or ""
        names: tuple[str, ...] = ()
        if where:
            names = self._condition(node, match["table"], where)
        return Allow(kind, match["table"], columns, where, names)

    def _condition(self, node: Node, table: str, where: str) -> tuple[str, ...]:
        try:
            sql = self._nodes.desk.query(f"SELECT 1 FROM {table} WHERE ({where})")
        except TaskError as error:
            self._problems.add(node, f"where: {error}")
            return ()
        self._nodes.check_names(node, sql.names, self._names)
        return sql.names

    def private(self, node: Node | None) -> tuple[Private, ...]:
        return tuple(self._private(item) for item in self._nodes.items(node, "private"))

    def _private(self, node: Node) -> Private:
        """`values` that stay in some apps, or the `field` that need not be filled."""
        self._nodes.is_map(node, "private", ("values", "stays", "field"))
        values, field = node.get("values"), node.get("field")
        if (values is None) == (field is None):
            self._problems.add(node, "a trap has either 'values' or 'field'")
        if field is not None:
            self._check_field(field)
        stays = []
        for item in self._nodes.items(node.get("stays"), "stays"):
            stays.append(self._nodes.plain(item, "stays"))
            if stays[-1] not in self._apps.apps:
                self._problems.unknown(item, "app", stays[-1], self._apps.apps)
        sql = None if values is None else self._nodes.query(values, "values", self._names)
        return Private(sql, frozenset(stays), self._nodes.plain(field, "field"), node.place)

    def _check_field(self, node: Node) -> None:
        app, page, *rest = [*(node.text or "").split("/"), "", ""]
        if app not in self._apps.apps:
            self._problems.unknown(node, "app", app, self._apps.apps)
            return
        pages = self._apps.apps[app].pages
        if page not in pages:
            self._problems.unknown(node, f"page of '{app}'", page, pages)
        elif rest[0] not in pages[page].vars:
            self._problems.unknown(node, f"field of '{app}/{page}'", rest[0], pages[page].vars)
