"""The store: what is read is what is there, a failed write changes nothing, changes are undone exactly."""

from __future__ import annotations

import pytest

from phonebuddy.errors import AppError, SnapshotError
from phonebuddy.world.services import tables
from phonebuddy.world.services.settings import SETTINGS, Settings
from phonebuddy.world.state import functions
from phonebuddy.world.state.connection import STEP_LIMIT, open_memory
from phonebuddy.world.state.schema import add_schema
from phonebuddy.world.state.statement import Access, Analyst, Statement
from phonebuddy.world.state.store import CACHED_QUERIES, Row, Rows, Store
from tests.soon import soon

SCHEMA = """
CREATE TABLE a_box (id INTEGER PRIMARY KEY, name TEXT UNIQUE, size);
CREATE TABLE a_thing (
  id INTEGER PRIMARY KEY, box INTEGER REFERENCES a_box (id) ON DELETE CASCADE, n INTEGER CHECK (n > 0)
);
CREATE TABLE a_loose (id INTEGER PRIMARY KEY, box INTEGER REFERENCES a_box (id) ON DELETE SET NULL);
CREATE TABLE a_log (id INTEGER PRIMARY KEY, text TEXT);
CREATE TABLE a_key (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE a_pair (x INTEGER, y INTEGER, sum INTEGER AS (x + y) STORED, PRIMARY KEY (x, y)) WITHOUT ROWID;
CREATE TRIGGER a_logged AFTER INSERT ON a_thing BEGIN
  INSERT INTO a_log (text) VALUES ('thing ' || new.id);
END;
CREATE TRIGGER a_counted AFTER UPDATE OF n ON a_thing BEGIN
  UPDATE a_box SET size = size + 1 WHERE id = new.box;
END;
CREATE TRIGGER a_refuse BEFORE INSERT ON a_key WHEN new.key = 'bad' BEGIN SELECT RAISE(FAIL, 'no'); END;
CREATE TRIGGER a_undo BEFORE INSERT ON a_key WHEN new.key = 'worse' BEGIN SELECT RAISE(ROLLBACK, 'no'); END;
"""
ROWS = """
INSERT INTO a_box VALUES (1, 'one', 0), (2, 'two', 0), (3, 'three', 1.0);
INSERT INTO a_thing VALUES (1, 1, 5), (2, 1, 6), (3, 2, 7);
INSERT INTO a_loose VALUES (1, 1), (2, 3);
INSERT INTO a_key VALUES ('k', 1);
INSERT INTO phone_app VALUES ('a', '', '', '', '', '', '', 0);
"""
RUNAWAY = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"


class World:
    """A store over the schema above, and statements judged by the analyst as an app's would be."""

    def __init__(self) -> None:
        connection = open_memory()
        functions.register(connection, functions.PURE, deterministic=True)
        functions.register(connection, functions.clock_functions(lambda: 0), deterministic=False)
        connection.execute(tables.SCHEMA)
        add_schema(connection, "a", SCHEMA)
        self.analyst = Analyst(connection)
        connection.execute(ROWS)
        self.data = connection.serialize("main")
        self.time_ms = 1_000_000
        self.store = Store(self.data, lambda: self.time_ms)

    def statement(self, sql: str) -> Statement:
        return self.analyst.analyse(sql, Access("a", frozenset()))

    def read(self, sql: str, *values: str | int | float | bytes | None) -> Rows:
        return self.store.rows(self.statement(sql), values)

    def write(self, sql: str, *values: str | int | float | bytes | None) -> None:
        self.store.execute(self.statement(sql), values)

    def dump(self, store: Store | None = None) -> dict[str, str]:
        store = store or self.store
        names = store.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        return {str(name): repr(store.query(f"SELECT * FROM {name!s}")) for (name,) in names}


@pytest.fixture
def world() -> World:
    return World()


CHANGES = {
    "insert": ["INSERT INTO a_box (name) VALUES ('four')"],
    "update": ["UPDATE a_box SET name = name || '!'"],
    "delete": ["DELETE FROM a_log", "DELETE FROM a_key"],
    "trigger adds a row": ["INSERT INTO a_thing (box, n) VALUES (2, 1)"],
    "trigger changes a row": ["UPDATE a_thing SET n = 9", "UPDATE a_thing SET n = 8 WHERE id = 1"],
    "cascade": ["DELETE FROM a_box WHERE id = 1"],
    "set null": ["DELETE FROM a_box WHERE id = 3"],
    "cascade and back": ["DELETE FROM a_box WHERE id = 1", "INSERT INTO a_box VALUES (1, 'one', 0)"],
    "without rowid": [
        "INSERT INTO a_key VALUES ('z', x'00ff'), ('a', 1.5)",
        "DELETE FROM a_key WHERE key = 'k'",
    ],
    "generated column": [
        "INSERT INTO a_pair (x, y) VALUES (1, 2), (2, 1)",
        "UPDATE a_pair SET y = 5 WHERE x = 1",
    ],
    "unique values swapped": [
        "UPDATE a_box SET name = 'x' WHERE id = 1",
        "UPDATE a_box SET name = 'one' WHERE id = 2",
        "UPDATE a_box SET name = 'two' WHERE id = 1",
    ],
    "keys moved": ["UPDATE a_log SET id = id + 100", "UPDATE a_key SET key = 'other'"],
    "types": ["UPDATE a_box SET size = 1 WHERE id = 3", "UPDATE a_box SET size = '1' WHERE id = 2"],
    "nothing, in the end": ["INSERT INTO a_log VALUES (5, 'x')", "DELETE FROM a_log WHERE id = 5"],
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_changeset_and_its_inverse_are_exact(world: World, kind: str) -> None:
    before = world.dump()
    for sql in CHANGES[kind]:
        world.write(sql)
    after, changes = world.dump(), world.store.changeset()
    other = Store(world.data, lambda: 0)
    other.restore(changes)
    assert world.dump(other) == after
    other.restore(other.changeset())
    assert world.dump(other) == after
    world.store.reset()
    assert world.dump() == before
    assert world.store.changeset() == b""


def test_triggers_and_cascades_run_again_after_a_restore(world: World) -> None:
    world.write("INSERT INTO a_thing (box, n) VALUES (2, 1)")
    world.store.restore(world.store.changeset())
    world.write("INSERT INTO a_thing (box, n) VALUES (2, 1)")
    assert world.read("SELECT count(*) FROM a_log") == ((5,),)
    world.write("DELETE FROM a_box WHERE id = 2")
    assert world.read("SELECT count(*) FROM a_thing WHERE box = 2") == ((0,),)


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO a_box (name) VALUES ('new'), ('one')",
        "INSERT OR FAIL INTO a_box (name) VALUES ('new'), ('one')",
        "INSERT OR ROLLBACK INTO a_box (name) VALUES ('new'), ('one')",
        "UPDATE OR FAIL a_thing SET n = n - 6",
        "INSERT INTO a_key VALUES ('good', 1), ('bad', 2)",
        "INSERT INTO a_key VALUES ('good', 1), ('worse', 2)",
        "INSERT INTO a_thing (box, n) VALUES (99, 1)",
        f"INSERT INTO a_log (text) SELECT x FROM ({RUNAWAY.replace('SELECT count(*)', 'SELECT x')})",
    ],
)
def test_a_write_that_fails_changes_nothing(world: World, sql: str) -> None:
    cached = [world.read(f"SELECT * FROM {table}") for table in ("a_box", "a_thing", "a_key", "a_log")]
    before = world.dump()
    with pytest.raises(AppError):
        world.write(sql)
    assert world.dump() == before
    assert world.store.changeset() == b""
    again = [world.read(f"SELECT * FROM {table}") for table in ("a_box", "a_thing", "a_key", "a_log")]
    assert again == cached
    world.write("INSERT INTO a_log (text) VALUES ('it goes on')")


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        (f"INSERT INTO a_log (text) {RUNAWAY}", f"interrupted after {STEP_LIMIT} steps"),
        ("INSERT OR ROLLBACK INTO a_box (name) VALUES ('one')", "UNIQUE constraint failed"),
        ("INSERT INTO a_key VALUES ('worse', 2)", "no in:"),
    ],
)
def test_a_write_that_sqlite_undid_itself_says_why(world: World, sql: str, why: str) -> None:
    with pytest.raises(AppError, match=why):
        world.write(sql)
    with pytest.raises(AppError, match=why):
        world.store.change(sql, ())


def test_a_changeset_that_does_not_fit_leaves_what_was_there(world: World) -> None:
    world.write("INSERT INTO a_box VALUES (7, 'seven', 7)")
    foreign = world.store.changeset()
    world.store.reset()
    world.write("INSERT INTO a_log (text) VALUES ('mine')")
    before = world.dump()
    other = Store(world.data, lambda: 0)
    other.execute(world.statement("INSERT INTO a_box VALUES (7, 'sieben', 7)"), ())
    half = foreign[: len(foreign) - 3]
    for broken in (half, b"\x00", b"T" * 50):
        with pytest.raises(SnapshotError):
            world.store.restore(broken)
        assert world.dump() == before


# -- the row cache ---------------------------------------------------------------------------------------


def test_rows_stay_the_same_object_until_their_tables_change(world: World) -> None:
    first = world.read("SELECT name FROM a_box WHERE id = :id", 1)
    world.write("INSERT INTO a_log (text) VALUES ('elsewhere')")
    assert world.read("SELECT name FROM a_box WHERE id = :id", 1) is first
    world.write("UPDATE a_box SET size = 3 WHERE id = 2")
    assert world.read("SELECT name FROM a_box WHERE id = :id", 1) is first
    world.write("UPDATE a_box SET name = 'uno' WHERE id = 1")
    assert world.read("SELECT name FROM a_box WHERE id = :id", 1) == (("uno",),)


@pytest.mark.parametrize(
    ("query", "change"),
    [
        ("SELECT count(*) FROM a_thing", "DELETE FROM a_box WHERE id = 1"),
        ("SELECT EXISTS (SELECT 1 FROM a_log WHERE id = 4) AS any", "INSERT INTO a_thing (n) VALUES (1)"),
        ("SELECT size FROM a_box ORDER BY id", "UPDATE a_thing SET n = 1"),
        ("SELECT box FROM a_loose ORDER BY id", "DELETE FROM a_box"),
        ("WITH t AS (SELECT n FROM a_thing) SELECT sum(n) FROM t", "UPDATE a_thing SET n = 1"),
        ("SELECT name FROM a_box WHERE id IN (SELECT box FROM a_thing)", "DELETE FROM a_thing WHERE id = 3"),
    ],
)
def test_cached_rows_notice_triggers_cascades_and_counts(world: World, query: str, change: str) -> None:
    before = world.read(query)
    world.write(change)
    after = world.read(query)
    assert after != before
    world.store.forget()
    assert world.read(query) == after


def test_1_and_1_0_are_not_the_same(world: World) -> None:
    half = "SELECT :x / 2 AS half"
    assert [world.read(half, 7), world.read(half, 7.0), world.read(half, 7)] == [((3,),), ((3.5,),), ((3,),)]
    assert repr(world.read("SELECT size FROM a_box WHERE id = 3")) == "((1.0,),)"
    world.write("UPDATE a_box SET size = 1 WHERE id = 3")
    assert repr(world.read("SELECT size FROM a_box WHERE id = 3")) == "((1,),)"


def test_rows_that_ask_for_the_time_are_read_again_when_it_moves(world: World) -> None:
    asked = [world.read("SELECT now() AS t, now_ms() AS m"), world.read("SELECT today() AS t")]
    world.time_ms += 1
    assert world.read("SELECT now() AS t, now_ms() AS m") != asked[0]
    world.time_ms += 86_400_000
    assert world.read("SELECT today() AS t") != asked[1]


def test_the_cache_is_bounded(world: World) -> None:
    for number in range(CACHED_QUERIES + 10):
        world.read("SELECT :x AS x", number)
    assert len(world.store._cache) <= CACHED_QUERIES


# -- what cannot be run ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sql", [RUNAWAY, RUNAWAY.replace("count(*)", "x, zeroblob(1000) AS b")])
def test_a_runaway_query_ends(world: World, sql: str) -> None:
    statement = world.statement(sql)
    with soon(), pytest.raises(AppError, match="interrupt|rows"):
        world.store.rows(statement, ())
    assert world.read("SELECT 1 AS one") == ((1,),)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT CAST(x'ff' AS TEXT) AS broken",
        "SELECT char(0xD800) AS half",
        "SELECT abs(-9223372036854775807 - 1) AS overflow",
        "SELECT json_extract('{', '$.a') AS broken",
        "SELECT zeroblob(100000000) AS much",
    ],
)
def test_a_query_that_fails_says_so_and_draws_as_no_rows(world: World, sql: str) -> None:
    with pytest.raises(AppError, match="SQL failed while the app ran"):
        world.read(sql)
    assert world.store.rows_to_show(world.statement(sql), ()) == ()
    assert len(world.store.failures) == 1


@pytest.mark.parametrize(
    "values",
    [("span", 9e999), ("countdown", -9e999), ("stopwatch", 9e999), ("day_start", -(2**63)), ("day", 9e999)],
)
def test_formats_of_numbers_no_clock_reaches(world: World, values: tuple[str, Row]) -> None:
    name, value = values
    assert world.store.rows(world.statement(f"SELECT {name}(:x) AS x"), (value,)) == ((None,),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM a_box",
        "INSERT INTO a_log (text) VALUES ('x') RETURNING id",
        "WITH t AS (SELECT 1) DELETE FROM a_box",
        "SELECT 1; DELETE FROM a_box",
        "PRAGMA query_only = 0; DELETE FROM a_box",
        "PRAGMA foreign_keys = OFF",
        "PRAGMA writable_schema = ON",
        "BEGIN",
        "CREATE TABLE t (id INTEGER PRIMARY KEY)",
        "CREATE TEMP TABLE t (id INTEGER PRIMARY KEY)",
        "DROP TABLE a_box",
        "ATTACH ':memory:' AS other",
        "VACUUM",
        "VACUUM INTO '/tmp/stolen.db'",
        "SELECT load_extension('x')",
        "this is not SQL",
        "SELECT * FROM nothing",
        "SELECT ?",
    ],
)
def test_query_cannot_write(world: World, sql: str) -> None:
    world.write("INSERT INTO a_log (text) VALUES ('before')")
    before, changes = world.dump(), world.store.changeset()
    with pytest.raises(AppError):
        world.store.query(sql)
    assert world.dump() == before
    assert world.store.changeset() == changes
    world.write("INSERT INTO a_log (text) VALUES ('after')")


def test_query_does_not_reuse_a_write_that_was_prepared_before(world: World) -> None:
    sql = "DELETE FROM a_log"
    world.write(sql)
    with pytest.raises(AppError):
        world.store.query(sql)


def test_rows_that_come_again_are_the_same_object(world: World) -> None:
    before = world.read("SELECT name FROM a_box")
    world.write("UPDATE a_box SET name = 'other' WHERE id = 1")
    assert world.read("SELECT name FROM a_box") != before
    world.write("UPDATE a_box SET name = 'one' WHERE id = 1")
    assert world.read("SELECT name FROM a_box") is before


LOG = tables.write("INSERT INTO phone_event (at_ms, app, kind, detail) VALUES (?, ?, ?, ?)", "phone_event")
LINES = "SELECT at_ms, app, kind, detail FROM phone_event ORDER BY seq"


@pytest.mark.parametrize("look", ["query", "changeset", "rows", "snapshot", "change", "file"])
def test_a_line_of_a_log_is_there_for_whoever_looks(world: World, look: str) -> None:
    for number in range(3):
        world.store.append(LOG, (number, "a", "page", "home"))
    expected = tuple((number, "a", "page", "home") for number in range(3))
    store = world.store
    match look:
        case "query":
            assert store.query(LINES) == expected
        case "changeset":
            assert world.store.changed_rows() == ["phone_event: 3 insert"]
        case "rows":
            statement = Statement(LINES, (), (), ("phone_event",), (), 0)
            assert store.rows(statement, ()) == expected
        case "snapshot":
            other = Store(world.data, lambda: 0)
            other.become(store)
            assert other.query(LINES) == expected
        case "change":
            store.change("UPDATE phone_event SET kind = 'seen'", ())
            assert {kind for _, _, kind, _ in store.query(LINES)} == {"seen"}
        case _:
            assert b"home" in store.write_file({"event": "phone_event"})


def test_lines_of_a_log_go_with_a_reset(world: World) -> None:
    before = world.dump()
    world.store.append(LOG, (1, "a", "page", "home"))
    world.store.reset()
    assert world.store.changeset() == b""
    assert world.dump() == before


USED = tables.write("UPDATE phone_app SET used_ms = ? WHERE name = ?", "phone_app")
USES = tables.read("SELECT name, used_ms FROM phone_app", "phone_app")


def test_a_write_that_waited_and_was_dropped_is_never_taken_for_done(world: World) -> None:
    """Stores share what they read by version: a dropped write must not leave its version behind."""
    other = Store(world.data, lambda: 0, known=world.store.known)
    world.store.defer(USED, (5, "a"))
    world.store.reset()
    assert world.store.rows(USES, ()) == (("a", 0),)
    for store in (other, world.store):
        store.defer(USED, (5, "a"))
        assert store.rows(USES, ()) == store.query(USES.sql) == (("a", 5),)


def test_lines_of_other_logs_go_on_waiting(world: World) -> None:
    world.store.append(LOG, (1, "a", "page", "home"))
    world.store.defer(USED, (5, "a"))
    world.store.append(LOG, (2, "a", "page", "away"))
    assert world.store.rows(USES, ()) == (("a", 5),)
    assert [statement for statement, _ in world.store._logged] == [LOG, LOG]
    assert [at for at, *_ in world.store.query(LINES)] == [1, 2]


def test_a_changeset_does_not_tell_when_logs_were_looked_at(world: World) -> None:
    """Whether a look at a log reaches its table depends on what is cached; replays compare the bytes."""
    changesets: list[bytes] = []
    for _ in range(2):
        world.store.append(LOG, (1, "a", "page", "home"))
        world.store.defer(USED, (5, "a"))
        world.store.rows(USES, ())  # found in the cache the second time
        world.write("UPDATE a_box SET size = 7 WHERE id = 1")
        changesets.append(world.store.changeset())
        world.store.reset()
    assert changesets[0] == changesets[1]


def test_a_write_sees_what_waits(world: World) -> None:
    world.store.defer(USED, (7, "a"))
    copy = "INSERT INTO a_key SELECT name, used_ms FROM phone_app"
    world.store.execute(Statement(copy, (), (), ("phone_app",), ("a_key",), 0), ())
    assert world.read("SELECT value FROM a_key WHERE key = 'a'") == ((7,),)


def test_words_are_read_again_when_the_language_changes_and_only_then(world: World) -> None:
    settings = Settings(world.store)
    settings.put("wifi", 1)
    world.read("SELECT said('a', 'Hello')")
    before = world.store.misses
    settings.put("wifi", 0)
    world.read("SELECT said('a', 'Hello')")
    assert world.store.misses == before
    settings.put("language", "zh")
    world.read("SELECT said('a', 'Hello')")
    assert world.store.misses == before + 1
    world.store.reset()
    assert settings.get("language") == "en"


def test_settings_follow_every_way_they_can_change(world: World) -> None:
    settings = Settings(world.store)
    settings.put("volume", 3)
    saved = world.store.changeset()
    world.store.change("UPDATE phone_setting SET value = 4 WHERE name = 'volume'", ())
    assert settings.get("volume") == 4
    world.store.restore(saved)
    assert settings.get("volume") == 3
    world.store.reset()
    assert settings.get("volume") == SETTINGS["volume"].first
