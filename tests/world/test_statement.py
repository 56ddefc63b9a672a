"""The analyst: what an app's SQL may touch is settled before it runs, and said in words."""

from __future__ import annotations

import pytest

from phonebuddy.errors import AppError
from phonebuddy.world.services.tables import OFFERS, SCHEMA
from phonebuddy.world.state import functions
from phonebuddy.world.state.connection import open_memory
from phonebuddy.world.state.schema import add_offer, add_schema
from phonebuddy.world.state.sqltext import common_tables, identifiers, skip_comments
from phonebuddy.world.state.statement import MAX_SQL, Access, Analyst, Statement

MINE = """
CREATE TABLE mine_item (id INTEGER PRIMARY KEY, title TEXT, folder INTEGER);
CREATE TABLE mine_log (id INTEGER PRIMARY KEY, text TEXT);
CREATE VIEW mine_peek AS SELECT id, secret FROM yours_person;
CREATE TRIGGER mine_logged AFTER DELETE ON mine_item BEGIN
  INSERT INTO mine_log (text) VALUES (old.title);
END;
"""
YOURS = """
CREATE TABLE yours_person (id INTEGER PRIMARY KEY, name TEXT, secret TEXT);
CREATE TABLE yours_hidden (id INTEGER PRIMARY KEY);
CREATE VIEW yours_named AS SELECT id, name FROM yours_person WHERE name <> '';
"""
OFFERED = OFFERS | {"yours_open", "yours_all"}


@pytest.fixture(scope="module")
def analyst() -> Analyst:
    connection = open_memory()
    functions.register(connection, functions.PURE, deterministic=True)
    functions.register(connection, functions.clock_functions(lambda: 0), deterministic=False)
    connection.execute(SCHEMA)
    add_schema(connection, "mine", MINE)
    add_schema(connection, "yours", YOURS)
    add_offer(connection, "yours", "open", "SELECT id, name FROM yours_named")
    add_offer(connection, "yours", "all", "SELECT id, name FROM yours_person")
    return Analyst(connection)


def judged(analyst: Analyst, sql: str, app: str = "mine") -> Statement:
    return analyst.analyse(sql, Access(app, OFFERED))


@pytest.mark.parametrize(
    ("sql", "names", "columns", "reads", "writes"),
    [
        ("SELECT id, title AS t FROM mine_item", (), ("id", "t"), ("mine_item",), ()),
        (
            "SELECT count(*) AS n FROM mine_item WHERE title = :t OR :t = ''",
            ("t",),
            ("n",),
            ("mine_item",),
            (),
        ),
        ("VALUES (1)", (), ("column1",), (), ()),
        ("DELETE FROM mine_item WHERE id = :id", ("id",), (), ("mine_item",), ("mine_item", "mine_log")),
        ("INSERT INTO mine_log (text) VALUES (:a || :b)", ("a", "b"), (), (), ("mine_log",)),
        ("REPLACE INTO mine_log VALUES (1, '')", (), (), (), ("mine_log",)),
        (
            "WITH x AS (SELECT 1 AS n) UPDATE mine_item SET id = (SELECT n FROM x)",
            (),
            (),
            (),
            ("mine_item",),
        ),
        ("SELECT value FROM json_each(:list)", ("list",), ("value",), ("json_each",), ()),
        ("SELECT text FROM phone_copied", (), ("text",), ("phone_clipboard", "phone_copied"), ()),
        ("SELECT name FROM yours_all", (), ("name",), ("yours_all", "yours_person"), ()),
        ("SELECT title -- all of them\nFROM mine_item", (), ("title",), ("mine_item",), ()),
    ],
)
def test_what_a_statement_touches(
    analyst: Analyst,
    sql: str,
    names: tuple[str, ...],
    columns: tuple[str, ...],
    reads: tuple[str, ...],
    writes: tuple[str, ...],
) -> None:
    found = judged(analyst, sql)
    assert (found.names, found.columns, found.writes) == (names, columns, writes)
    assert set(found.reads) == set(reads)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT name FROM yours_open",
        "SELECT count(*) AS n FROM yours_open",
        "SELECT count(*) AS n FROM yours_all",
        "SELECT EXISTS (SELECT 1 FROM yours_all) AS any",
        "SELECT m.title, y.name FROM mine_item m JOIN yours_open y ON y.id = m.folder",
        "WITH mine AS (SELECT name FROM yours_open) SELECT name FROM mine",
    ],
)
def test_what_others_offer_can_be_read(analyst: Analyst, sql: str) -> None:
    assert "yours_person" in judged(analyst, sql).reads


REFUSED = [
    ("", "starts with"),
    ("  ", "starts with"),
    ("EXPLAIN SELECT 1", "starts with 'EXPLAIN'"),
    ("ATTACH '/tmp/x.db' AS x", "starts with 'ATTACH'"),
    ("DETACH main", "starts with 'DETACH'"),
    ("PRAGMA table_info(mine_item)", "starts with 'PRAGMA'"),
    ("VACUUM", "starts with 'VACUUM'"),
    ("BEGIN", "starts with 'BEGIN'"),
    ("CREATE TABLE mine_x (id INTEGER PRIMARY KEY)", "starts with 'CREATE'"),
    ("DROP TABLE mine_item", "starts with 'DROP'"),
    ("SELECT 1; SELECT 2", "more than one statement"),
    ("SELECT 1; DROP TABLE mine_item", "more than one statement"),
    ("SELEC 1", "starts with 'SELEC'"),
    ("SELECT FROM WHERE", "does not prepare"),
    ("SELECT * FROM mine_itme", "did you mean 'mine_item'"),
    ("SELECT titel FROM mine_item", "did you mean 'title'"),
    ("SELECT clok_time(1)", "did you mean 'clock_time'"),
    ('SELECT "titel" FROM mine_item', "did you mean 'title'"),
    ("SELECT ?", "bound by name"),
    ("SELECT name FROM yours_person", "a table of 'yours'; it offers yours_all, yours_open"),
    ("SELECT name FROM Yours_Person", "a table of 'yours'"),
    ("SELECT count(*) FROM yours_person", "a table of 'yours'"),
    ("SELECT count(*) FROM yours_person, yours_all", "a table of 'yours'"),
    ("SELECT 1 FROM yours_hidden", "a table of 'yours'"),
    ("SELECT (SELECT max(secret) FROM yours_person) AS s", "a table of 'yours'"),
    ("SELECT secret FROM yours_all", "no such column"),
    ("SELECT name FROM yours_named", "a view of 'yours'"),
    ("SELECT count(*) FROM YOURS_NAMED", "a view of 'yours'"),
    ("SELECT secret FROM mine_peek", "a table of 'yours'"),
    ("WITH yours_open AS (SELECT secret FROM yours_person) SELECT * FROM yours_open", "hides the table"),
    (
        "WITH Phone_Copied(s) AS NOT MATERIALIZED (SELECT secret FROM yours_person) SELECT 1",
        "hides",
    ),
    ('WITH "phone_copied"/**/AS/**/(SELECT secret FROM yours_person) SELECT * FROM phone_copied', "hides"),
    ("SELECT name FROM sqlite_master", "sqlite"),
    ("SELECT sql FROM sqlite_schema", "sqlite"),
    ("SELECT * FROM pragma_table_info('yours_person')", "may not run"),
    ("SELECT * FROM pragma_freelist_count", "may not run"),
    ("SELECT * FROM dbstat", "may not run"),
    ("INSERT INTO yours_person (name) VALUES ('x')", "writes 'yours_person'"),
    ("UPDATE yours_person SET name = ''", "writes 'yours_person'"),
    ("DELETE FROM phone_input", "writes 'phone_input'"),
    ("DELETE FROM sqlite_master", "may not|modified|writes"),
    ("INSERT INTO mine_log (text) SELECT secret FROM yours_person", "reads 'yours_person'"),
    ("INSERT INTO mine_log (text) VALUES (1) RETURNING id", "writes and returns rows"),
    ("SELECT random()", "no chance"),
    ("SELECT RANDOM()", "no chance"),
    ("SELECT hex(randomblob(4))", "no chance"),
    ("SELECT load_extension('evil')", "extensions|not authorized|no such function"),
    ("SELECT last_insert_rowid()", "max\\(id\\)"),
    ("SELECT changes()", "snapshot"),
    ("SELECT total_changes()", "snapshot"),
    ("SELECT sqlite_version()", "machines"),
    ("SELECT date('now')", "real time"),
    ("SELECT datetime( 'NOW' )", "real time"),
    ("SELECT CURRENT_TIMESTAMP", "real time"),
    ("SELECT current_date", "real time"),
    ("SELECT datetime()", "real time"),
    ("SELECT unixepoch ( )", "real time"),
    ("SELECT datetime(0, 'unixepoch', 'localtime')", "time zone"),
    ("SELECT datetime(0, 'unixepoch', 'UTC')", "time zone"),
    (f"SELECT '{'x' * MAX_SQL}'", f"at most {MAX_SQL}"),
    ("SELECT " + "1 + (" * 500 + "1" + ")" * 500, "does not prepare"),
    ("SELECT 'unfinished", "does not prepare"),
]


@pytest.mark.parametrize(("sql", "words"), REFUSED, ids=lambda value: value[:40])
def test_what_is_refused_and_why(analyst: Analyst, sql: str, words: str) -> None:
    with pytest.raises(AppError, match=words):
        judged(analyst, sql)
    assert judged(analyst, "SELECT title FROM mine_item").columns == ("title",)


SCHEMAS = {
    "CREATE VIEW mine_v AS SELECT titel FROM mine_item": "view 'mine_v'.*no such column",
    "CREATE VIEW mine_v AS SELECT * FROM mine_nothing": "view 'mine_v'.*no such table",
    "CREATE VIEW mine_v AS SELECT name FROM yours_person": "view 'mine_v'.*a table of 'yours'",
    "CREATE VIEW mine_v AS WITH phone_copied AS (SELECT name FROM yours_person) SELECT 1 AS one": "hides",
    "CREATE VIEW mine_v AS SELECT random() AS r": "not authorized|no chance",
}


@pytest.mark.parametrize("sql", SCHEMAS)
def test_views_are_judged_too(sql: str) -> None:
    connection = open_memory()
    connection.execute(SCHEMA)
    add_schema(connection, "yours", YOURS)
    with pytest.raises(AppError, match=SCHEMAS[sql]):
        add_schema(connection, "mine", f"CREATE TABLE mine_item (id INTEGER PRIMARY KEY);{sql};")
        Analyst(connection).check_schema(Access("mine", OFFERS))


def test_the_owner_itself_may(analyst: Analyst) -> None:
    for sql in (
        "SELECT secret FROM yours_person",
        "SELECT name FROM yours_named",
        "DELETE FROM yours_hidden",
    ):
        judged(analyst, sql, "yours")


def test_time_is_noticed_wherever_it_is_asked_for(analyst: Analyst) -> None:
    assert judged(analyst, "SELECT title FROM mine_item").clock == 0
    finest = [judged(analyst, f"SELECT {call} AS t").clock for call in ("now_ms()", "now()", "today()")]
    assert finest == sorted(finest) and finest[0] > 0
    assert judged(analyst, "SELECT today() + now_ms() AS t").clock == finest[0]


def test_values_with_any_name_are_listed_once(analyst: Analyst) -> None:
    assert judged(analyst, "SELECT :a, @b, $c, :a").names == ("a", "b", "c")


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("WITH a AS (SELECT 1), b(x) AS (SELECT 2) SELECT * FROM a, b", {"a", "b"}),
        ("WITH RECURSIVE [A] AS MATERIALIZED (SELECT 1) SELECT 1", {"a"}),
        ("SELECT 'WITH a AS (SELECT 1)' -- b AS (", set()),
        ("SELECT x AS y FROM t AS u", set()),
        ("SELECT * FROM (WITH q AS (SELECT 1) SELECT * FROM q)", {"q"}),
        ("((((((", set()),
        ("a(a(a(a(", set()),
    ],
)
def test_names_given_by_a_statement(sql: str, names: set[str]) -> None:
    assert common_tables(sql) == names


def test_reading_text_takes_one_pass() -> None:
    for text in ("(" * MAX_SQL, "a(" * (MAX_SQL // 2), "'" * MAX_SQL, "/*" * (MAX_SQL // 2), "\n" * MAX_SQL):
        common_tables(text)
        identifiers(text)
        skip_comments(text)
