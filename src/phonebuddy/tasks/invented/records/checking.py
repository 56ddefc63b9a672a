"""Checks the domains of domains.yaml: what is missing, what two things are called alike, where.

Invariant: every complaint has its line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from phonebuddy.tasks.invented.fields import CHOICE, KINDS, TEXT
from phonebuddy.tasks.invented.records.plan import FEWEST, SPARE
from phonebuddy.tasks.invented.ways import text_of, texts_of
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

NUM_NAMES = FEWEST + SPARE + 6
NEEDED = ("titles", "icon", "nouns", "names", "fields")
KEYS = (*NEEDED, "tells", "picture", "mark", "act", "sub", "says")
PARTS = {
    "mark": ("labels", "said", "page"),
    "act": ("labels", "says", "shown"),
    "sub": ("noun", "title", "labels", "field", "values", "new", "says"),
}
FIELD_NEEDED = ("kind", "labels", "said")
FIELD_KEYS = (
    *FIELD_NEEDED, "values", "low", "high", "unit", "takes", "reads", "asks", "sets", "told", "most", "least",
    "counts", "on", "off", "things",
)  # fmt: skip
TAKEN = (
    "id",
    "name",
    "marked",
    "acted",
    "chosen",
    "query",
    "only",
    "by",
    "value",
    "wrong",
    "typed",
    "picked",
    "step",
)
"""Names that pages of every such app use for something else."""
FEWEST_VALUES = {CHOICE: 2, TEXT: 4}


def check_records(path: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    for name, domain in read_yaml(path, path.name).pairs():
        if name != "settings":
            _check_domain(name, domain, problems)
    problems.raise_if_any()


def _check_domain(name: str, domain: Node, problems: Problems) -> None:
    _check_keys(domain, f"domain '{name}'", KEYS, NEEDED, problems)
    names = texts_of(domain.get("names"))
    if len(names) < NUM_NAMES:
        problems.add(domain, f"domain '{name}' has {len(names)} names; at least {NUM_NAMES} are needed")
    taken: dict[str, str] = {}
    for text in names:
        _take(text, "a name", domain, taken, problems)
    for key, needed in PARTS.items():
        part = domain.get(key)
        if part is not None:
            _check_keys(part, key, needed, needed, problems)
            for text in texts_of(part.get("labels")):
                _take(text, key, part, taken, problems)
    for key, field in (domain.get("fields") or domain).pairs():
        _check_field(key, field, taken, problems)


def _check_field(key: str, field: Node, taken: dict[str, str], problems: Problems) -> None:
    _check_keys(field, f"field '{key}'", FIELD_KEYS, FIELD_NEEDED, problems)
    if key in TAKEN or not _is_column(key):
        problems.add(field, f"a field cannot be called '{key}', which pages or SQL use; choose another word")
    kind = text_of(field.get("kind"))
    if kind not in KINDS:
        problems.unknown(field, "kind of field", kind, KINDS)
    values = texts_of(field.get("values"))
    if len(values) < FEWEST_VALUES.get(kind, 0):
        problems.add(
            field, f"field '{key}' has {len(values)} values; at least {FEWEST_VALUES[kind]} are needed"
        )
    for text in texts_of(field.get("labels")):
        _take(text, f"a label of '{key}'", field, taken, problems)
    for text in values if kind == CHOICE else ():
        _take(text, f"a value of '{key}'", field, taken, problems)


def _check_keys(
    node: Node, what: str, known: tuple[str, ...], needed: tuple[str, ...], problems: Problems
) -> None:
    given = [key for key, _ in node.pairs()]
    for key in given:
        if key not in known:
            problems.unknown(node, f"key of {what}", key, known)
    for key in needed:
        if key not in given:
            problems.add(node, f"{what} has no '{key}'; add it")


def _take(text: str, what: str, node: Node, taken: dict[str, str], problems: Problems) -> None:
    """Two things on one page must not be called alike, or nobody knows which is meant."""
    if text in taken:
        problems.add(node, f"'{text}' is {what} and {taken[text]}; call one of them something else")
    taken[text] = what


def _is_column(key: str) -> bool:
    try:
        sqlite3.connect(":memory:").execute(f"CREATE TABLE thing ({key} TEXT)")
    except sqlite3.Error:
        return False
    return True
