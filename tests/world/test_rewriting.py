"""Rewriting: every change is made to the row it names, or none is; what was prepared stays so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw
import pytest

from phonebuddy.world.state.connection import open_memory
from phonebuddy.world.state.rewriting import Shape, rewrite
from tests.world.test_store import World

SCHEMA = """
CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT UNIQUE, size);
CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parent (id));
CREATE TABLE "odd name" ("a key" TEXT, "b key" INTEGER, value, PRIMARY KEY ("a key", "b key")) WITHOUT ROWID;
CREATE TABLE chain (id INTEGER PRIMARY KEY, next INTEGER REFERENCES chain (id) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE ring (id INTEGER PRIMARY KEY, next INTEGER REFERENCES ring (id));
CREATE TABLE computed (id INTEGER PRIMARY KEY, twice AS (2 * id), value);
INSERT INTO parent VALUES (1, 'one', 1), (2, 'two', 2.0), (3, 'three', NULL), (4, 'four', x'00ff');
INSERT INTO child VALUES (1, 1), (2, 2);
INSERT INTO "odd name" VALUES ('k', 1, 'v');
INSERT INTO ring VALUES (1, 1);
INSERT INTO computed VALUES (1, 5);
"""
TABLES = ("parent", "child", '"odd name"', "chain", "ring", "computed")


@pytest.fixture
def connection() -> Iterator[apsw.Connection]:
    opened = open_memory()
    opened.execute(SCHEMA)
    yield opened
    opened.close()


def dump(connection: apsw.Connection) -> str:
    return repr([list(connection.execute(f"SELECT * FROM {table}")) for table in TABLES])


@contextmanager
def recording(connection: apsw.Connection) -> Iterator[apsw.Session]:
    session = apsw.Session(connection, "main")
    session.attach()
    yield session
    session.close()


def changed(connection: apsw.Connection, sql: str) -> bytes:
    """Do it, and tell what it changed."""
    with recording(connection) as session:
        connection.execute(sql)
        return session.changeset()


DOABLE = {
    "insert": "INSERT INTO parent VALUES (9, 'nine', 1), (10, NULL, 1.5)",
    "update": "UPDATE parent SET size = CASE id WHEN 1 THEN 1.0 WHEN 2 THEN 2 WHEN 3 THEN x'' ELSE '' END",
    "delete": "DELETE FROM parent WHERE id > 2",
    "parent and child": "INSERT INTO parent VALUES (9, 'nine', 1); INSERT INTO child VALUES (9, 9), (8, 9)",
    "child and parent": "DELETE FROM child WHERE id = 2; DELETE FROM parent WHERE id = 2",
    "another parent": "INSERT INTO parent VALUES (9, 'nine', 1); UPDATE child SET parent = 9",
    "odd names": """UPDATE "odd name" SET value = 2; INSERT INTO "odd name" VALUES ('"', -1, NULL)""",
    "at the end": "BEGIN; INSERT INTO chain VALUES (1, 2); INSERT INTO chain VALUES (2, 1); COMMIT",
}


@pytest.mark.parametrize("kind", DOABLE)
def test_there_and_back(connection: apsw.Connection, kind: str) -> None:
    before, shapes = dump(connection), dict[str, Shape]()
    changeset = changed(connection, DOABLE[kind])
    after = dump(connection)
    assert after != before
    assert rewrite(connection, apsw.Changeset.invert(changeset), shapes, True)
    assert dump(connection) == before
    with recording(connection) as session:
        assert rewrite(connection, changeset, shapes, False)
        assert session.changeset() == changeset
    assert dump(connection) == after


UNFIT = {
    "a row that is there": ("DELETE FROM parent WHERE id = 4", "INSERT INTO parent VALUES (4, 'x', 0)"),
    "a row that is gone": ("INSERT INTO parent VALUES (9, 'nine', 1)", "DELETE FROM parent WHERE id = 9"),
    "another value": ("UPDATE parent SET size = 7 WHERE id = 1", "UPDATE parent SET size = 8 WHERE id = 1"),
    "a row that was changed": ("INSERT INTO parent VALUES (9, 'n', 1)", "UPDATE parent SET size = 8"),
    "a name that is taken": ("DELETE FROM parent WHERE id = 4", "INSERT INTO parent VALUES (5, 'four', 0)"),
    "a table that is gone": ("DELETE FROM ring", "DROP TABLE ring; CREATE TABLE ring (x)"),
}


@pytest.mark.parametrize("kind", UNFIT)
def test_what_does_not_fit_changes_nothing(connection: apsw.Connection, kind: str) -> None:
    change, meanwhile = UNFIT[kind]
    # A change before it that fits must go too.
    changeset = changed(connection, f"UPDATE child SET parent = 1; {change}")
    connection.execute(meanwhile)
    before = dump(connection)
    assert not rewrite(connection, apsw.Changeset.invert(changeset), {}, True)
    assert dump(connection) == before


ONLY_WHOLE = {
    "rows that need each other": "BEGIN; PRAGMA defer_foreign_keys = 1; "
    "INSERT INTO ring VALUES (2, 3); INSERT INTO ring VALUES (3, 2); COMMIT",
    "names that change places": "UPDATE parent SET name = id; UPDATE parent SET name = "
    "CASE id WHEN 1 THEN 'two' WHEN 2 THEN 'one' WHEN 3 THEN 'three' ELSE 'four' END",
    "computed columns": "UPDATE computed SET value = 6",
}


@pytest.mark.parametrize("kind", ONLY_WHOLE)
def test_what_has_no_order_is_left_to_sqlite(connection: apsw.Connection, kind: str) -> None:
    changeset = changed(connection, ONLY_WHOLE[kind])
    before = dump(connection)
    assert changeset
    assert not rewrite(connection, apsw.Changeset.invert(changeset), {}, True)
    assert dump(connection) == before


def test_a_reset_leaves_what_was_prepared_as_it_is() -> None:
    world, ran = World(), list[str]()
    world.write("INSERT INTO a_key VALUES ('new', 2)")  # a table with a trigger
    _listen(world, ran)
    world.store.reset()
    assert any("defer_foreign_keys" in sql for sql in ran)
    ran.clear()
    world.write("INSERT INTO a_log VALUES (9, 'x')")
    world.store.reset()
    assert any(sql.startswith("DELETE") for sql in ran)
    assert not any("defer_foreign_keys" in sql for sql in ran), "SQLite plans every statement again"


def _listen(world: World, ran: list[str]) -> None:
    def note(event: dict[str, object]) -> None:
        ran.append(str(event["sql"]))

    world.store._connection.trace_v2(apsw.SQLITE_TRACE_STMT, note)
