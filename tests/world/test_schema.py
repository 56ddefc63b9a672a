"""The schema: only tables that a changeset records completely, and only ties to an app's own tables."""

from __future__ import annotations

import apsw
import pytest

from phonebuddy.world.services.tables import SCHEMA
from phonebuddy.world.state import functions
from phonebuddy.world.state.connection import open_memory
from phonebuddy.world.state.schema import SchemaProblem, add_offer, add_schema, split_statements
from tests.soon import soon

GOOD = """
-- what there is
CREATE TABLE my_item (id INTEGER PRIMARY KEY, title TEXT DEFAULT ';', day INTEGER);
/* more; of it */ CREATE TABLE my_key (a TEXT, b TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS my_strict (id INTEGER PRIMARY KEY, x ANY) STRICT;
CREATE UNIQUE INDEX my_item_title ON my_item (title);
CREATE VIEW my_days AS SELECT id, clock_time(day) AS at, now() AS now FROM my_item;
CREATE TRIGGER my_made AFTER INSERT ON my_item BEGIN
  UPDATE my_item SET day = 1 WHERE id = new.id; -- a ; here
  DELETE FROM my_key;
END;
-- the end
"""


def connect() -> apsw.Connection:
    connection = open_memory()
    functions.register(connection, functions.PURE, deterministic=True)
    functions.register(connection, functions.clock_functions(lambda: 0), deterministic=False)
    connection.execute(SCHEMA)
    connection.execute("CREATE TABLE other_item (id INTEGER PRIMARY KEY, x)")
    return connection


def add(schema: str) -> list[str]:
    connection = connect()
    add_schema(connection, "my", schema)
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE name GLOB 'my_*' ORDER BY name")
    return [name for (name,) in rows]


def test_a_good_schema() -> None:
    assert add(GOOD) == ["my_days", "my_item", "my_item_title", "my_key", "my_made", "my_strict"]
    assert add("") == [] and add("-- nothing\n") == [] and add(" ;; ") == []


def test_statements_keep_their_lines() -> None:
    lines = GOOD.splitlines()
    for line, statement in split_statements(GOOD):
        assert statement.splitlines()[0] in lines[line]


KEY = "(id INTEGER PRIMARY KEY)"
BROKEN = {
    "DROP TABLE other_item": "only creates",
    "INSERT INTO phone_clipboard VALUES (2, '')": "only creates",
    "CREATE VIRTUAL TABLE my_x USING fts5(a)": "only creates",
    f"CREATE TEMP TABLE my_x {KEY}": "only creates",
    "ATTACH ':memory:' AS x": "only creates",
    "PRAGMA foreign_keys = OFF": "only creates",
    "CREATE TABLE my_x (": "does not run",
    f"CREATE TABLE item {KEY}": "must be named my_something",
    f"CREATE TABLE my {KEY}": "must be named my_something",
    f"CREATE TABLE other_x {KEY}": "must be named my_something",
    f"CREATE TABLE main.other_x {KEY}": "must be named my_something",
    f"CREATE TABLE phone_x {KEY}": "must be named my_something",
    "CREATE TABLE my_x (a TEXT)": "no PRIMARY KEY",
    "CREATE TABLE my_x AS SELECT 1 AS id": "no PRIMARY KEY",
    "CREATE TABLE my_x (id INTEGER PRIMARY KEY AUTOINCREMENT)": "AUTOINCREMENT",
    "CREATE TABLE my_x (id TEXT PRIMARY KEY)": "WITHOUT ROWID",
    "CREATE TABLE my_x (id INT PRIMARY KEY)": "WITHOUT ROWID",
    "CREATE TABLE my_x (id INTEGER PRIMARY KEY DESC)": "WITHOUT ROWID",
    "CREATE TABLE my_x (a INTEGER, b INTEGER, PRIMARY KEY (a, b))": "WITHOUT ROWID",
    "CREATE TABLE my_x (id TEXT PRIMARY KEY) -- WITHOUT ROWID": "WITHOUT ROWID",
    f"CREATE TABLE my_x {KEY}; CREATE TABLE my_x {KEY}": "already exists",
    "CREATE TABLE my_x (id INTEGER PRIMARY KEY, t TEXT DEFAULT CURRENT_TIMESTAMP)": "real time",
    "CREATE TABLE my_x (id INTEGER PRIMARY KEY, t TEXT DEFAULT (datetime('now')))": "real time",
    "CREATE TABLE my_x (id INTEGER PRIMARY KEY, t DEFAULT (random()))": "random",
    "CREATE TABLE my_x (id INTEGER PRIMARY KEY, t AS (now()))": "non-deterministic",
    "CREATE TABLE my_x (id INTEGER PRIMARY KEY, o REFERENCES other_item (id))": "tied to 'other_",
    "CREATE INDEX my_i ON other_item (x)": "tied to 'other_",
    "CREATE TRIGGER my_t AFTER INSERT ON other_item BEGIN DELETE FROM my_x; END": "tied to 'other_",
    "CREATE TRIGGER my_t AFTER INSERT ON phone_input BEGIN SELECT 1; END": "tied to 'phone_input'",
    f"CREATE TABLE my_x (id INTEGER PRIMARY KEY, t DEFAULT '{';' * 2_000_000}')": "characters",
    f"CREATE TABLE my_x (id INTEGER PRIMARY KEY, t DEFAULT '{';' * 19_000}": "does not run",
}


@pytest.mark.parametrize("sql", BROKEN, ids=lambda sql: sql[:70])
def test_what_is_refused_and_why(sql: str) -> None:
    with soon():
        with pytest.raises(SchemaProblem, match=BROKEN[sql]) as caught:
            add(f"-- one line\nCREATE TABLE my_first {KEY};\n\n{sql};\n")
        assert caught.value.line == 3


def test_what_is_refused_does_not_stay() -> None:
    connection = connect()
    for sql in BROKEN:
        with pytest.raises(SchemaProblem):
            add_schema(connection, "my", f"{sql};")
    names = connection.execute("SELECT name FROM sqlite_schema WHERE name GLOB 'my_*' AND name <> 'my_x'")
    assert list(names) == []


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("DELETE FROM my_item", "one SELECT"),
        ("SELECT 1; SELECT 2", "one SELECT"),
        ("SELECT (", "does not run"),
        ("SELECT date('now') AS d", "real time"),
        ("", "one SELECT"),
    ],
)
def test_offers_are_one_select(query: str, words: str) -> None:
    with pytest.raises(SchemaProblem, match=words):
        add_offer(connect(), "my", "open", query)
