"""Changes as rows: what was inserted, updated and deleted, with the values before and after."""

from __future__ import annotations

import apsw

from phonebuddy.world.state.changes import Change, list_changes


def record(*statements: str) -> tuple[apsw.Connection, bytes]:
    connection = apsw.Connection(":memory:")
    connection.execute(
        "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, size);"
        "CREATE TABLE pair (one TEXT, two TEXT, much REAL, PRIMARY KEY (two, one)) WITHOUT ROWID;"
        "INSERT INTO item VALUES (1, 'a', 10), (2, 'b', NULL);"
        "INSERT INTO pair VALUES ('x', 'y', 1.5)"
    )
    session = apsw.Session(connection, "main")
    session.attach()
    for statement in statements:
        connection.execute(statement)
    changeset = session.changeset()
    session.close()
    return connection, changeset


def test_each_kind_of_change_is_told_with_its_values() -> None:
    connection, changeset = record(
        "INSERT INTO item VALUES (3, 'c', x'00ff')",
        "UPDATE item SET size = 11 WHERE id = 1",
        "DELETE FROM pair",
    )
    found = sorted(list_changes(connection, changeset, 10), key=lambda change: str(change.key))
    assert found == [
        Change("item", "update", {"id": 1}, {"size": 10}, {"size": 11}),
        Change("item", "insert", {"id": 3}, {}, {"id": 3, "name": "c", "size": b"\0\xff"}),
        Change("pair", "delete", {"one": "x", "two": "y"}, {"one": "x", "two": "y", "much": 1.5}, {}),
    ]


def test_values_that_became_or_were_null_are_told() -> None:
    connection, changeset = record("UPDATE item SET size = CASE id WHEN 1 THEN NULL ELSE 5 END")
    found = sorted(list_changes(connection, changeset, 10), key=lambda change: str(change.key))
    assert [(change.before, change.after) for change in found] == [
        ({"size": 10}, {"size": None}),
        ({"size": None}, {"size": 5}),
    ]


def test_what_was_changed_back_is_no_change() -> None:
    connection, changeset = record("UPDATE item SET name = 'z'", "UPDATE item SET name = char(96 + id)")
    assert list_changes(connection, changeset, 10) == []


def test_a_long_table_does_not_hide_the_others() -> None:
    rows = ", ".join(f"({number}, '', 0)" for number in range(100, 200))
    connection, changeset = record(f"INSERT INTO item VALUES {rows}", "UPDATE pair SET much = 2")
    found = list_changes(connection, changeset, 5)
    assert [change.table for change in found].count("item") == 5
    assert found[-1] == Change("pair", "update", {"one": "x", "two": "y"}, {"much": 1.5}, {"much": 2.0})
