"""Database files: an app's tables go out and come back the same; what does not fit changes nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import apsw
import pytest

from phonebuddy.errors import AppError
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.state.database_file import MAX_BYTES
from tests.world.helpers import dump, new_phone, small_phone, tap, walk

SCHEMA = """\
CREATE TABLE small_log (id INTEGER PRIMARY KEY, text TEXT);
CREATE TABLE small_child (id INTEGER PRIMARY KEY, parent REFERENCES small_parent (id) ON DELETE CASCADE);
CREATE TABLE small_parent (id INTEGER PRIMARY KEY, up REFERENCES small_parent (id), twice AS (id * 2));
CREATE TABLE small_key (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TRIGGER small_made AFTER INSERT ON small_child BEGIN INSERT INTO small_log (text) VALUES ('made'); END;
"""
PAGE = """
main:
  body:
    - button: Fill
      on_tap:
        - sql: INSERT INTO small_parent (id) VALUES (2)
        - sql: INSERT INTO small_parent (id, up) VALUES (1, 2)
        - sql: INSERT INTO small_child (parent) VALUES (1), (2)
        - sql: INSERT INTO small_key VALUES ('z', 1.0), ('a', x'00ff'), ('m', NULL)
"""


@pytest.fixture
def phone(tmp_path: Path) -> WorldPhone:
    phone = small_phone(tmp_path / "small", PAGE, SCHEMA)
    tap(phone, "Fill")
    return phone


def opened(data: bytes) -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    connection.deserialize("main", data)
    return connection


def test_the_file_has_plain_names_and_all_rows(phone: WorldPhone) -> None:
    file = opened(phone.database("small"))
    tables = [name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    assert sorted(tables) == ["child", "key", "log", "parent"]
    assert list(file.execute("SELECT * FROM parent")) == [(1, 2, 2), (2, None, 4)]
    assert list(file.execute("SELECT \"table\" FROM pragma_foreign_key_list('child')")) == [("parent",)]
    assert file.execute("PRAGMA foreign_key_check").get is None


def test_out_and_back_changes_nothing(phone: WorldPhone) -> None:
    before, changes = dump(phone), phone.changeset()
    phone.put_database("small", phone.database("small"))
    assert dump(phone) == before
    phone.restore(phone.snapshot())
    assert dump(phone) == before and bool(changes)


@pytest.mark.parametrize("image", ["desk", "built_in"])
def test_every_app_can_be_handed_out_and_taken_back(image: str) -> None:
    phone = new_phone(image)
    walk(phone, Random(1), 200)
    for name in phone.image.apps.apps:
        before = dump(phone)
        data = phone.database(name)
        phone.put_database(name, data)
        changed = [table for table, rows in dump(phone).items() if rows != before[table]]
        assert not changed, f"{name}: {changed}"
        assert phone.database(name) == data


def test_what_was_put_in_is_seen_recorded_and_undone(phone: WorldPhone) -> None:
    fresh = phone.fork()
    fresh.reset()
    first = dump(fresh)
    file = opened(phone.database("small"))
    file.execute("DELETE FROM child; INSERT INTO child VALUES (7, 2)")
    fresh.put_database("small", file.serialize("main"))
    assert fresh.state("SELECT id, parent FROM small_child") == ((7, 2),)
    other = fresh.fork()
    assert dump(other) == dump(fresh)
    fresh.reset()
    assert dump(fresh) == first


BROKEN = {
    "a table missing": "DROP TABLE log",
    "a column missing": "ALTER TABLE log DROP COLUMN text",
    "a column more": "ALTER TABLE log ADD COLUMN more",
    "a row without its parent": "INSERT INTO child VALUES (9, 99)",
    "a view in place of a table": "DROP TABLE log; CREATE VIEW log AS WITH RECURSIVE "
    "c(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM c) SELECT id, 'x' AS text FROM c",
    "text that is none": "UPDATE log SET text = CAST(x'ff' AS TEXT)",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_file_that_does_not_fit_changes_nothing(phone: WorldPhone, kind: str) -> None:
    file = opened(phone.database("small"))
    file.execute(BROKEN[kind])
    before = dump(phone)
    with pytest.raises(AppError):
        phone.put_database("small", file.serialize("main"))
    assert dump(phone) == before
    tap(phone, "Fill")


@pytest.mark.parametrize("data", [b"", b"SQLite format 3\0", b"x" * 4096, bytes(MAX_BYTES + 1)], ids=len)
def test_what_is_no_database(phone: WorldPhone, data: bytes) -> None:
    before = dump(phone)
    with pytest.raises(AppError):
        phone.put_database("small", data)
    assert dump(phone) == before


def test_damaged_files(phone: WorldPhone) -> None:
    data, before, rng = phone.database("small"), dump(phone), Random(1)
    for _ in range(60):
        damaged = bytearray(data)
        for _ in range(20):
            damaged[rng.randrange(len(data))] = rng.randrange(256)
        try:
            phone.put_database("small", bytes(damaged))
        except AppError:
            assert dump(phone) == before
        phone.put_database("small", data)
