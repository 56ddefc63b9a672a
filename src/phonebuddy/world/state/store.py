"""Store: the live database of one phone. Reads are cached until a table changes; every change is recorded.

The session's changeset is the exact difference to the image, so reset is its inverse and a snapshot is its
bytes. Invariant: image + changeset() is the whole state; nothing else about the data is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import sha256
from itertools import chain, count, islice

import apsw
import msgspec

from phonebuddy.errors import AppError, SnapshotError
from phonebuddy.world.state import database_file, functions
from phonebuddy.world.state.changes import Change, list_changes
from phonebuddy.world.state.connection import STEP_LIMIT, StepBudget, open_image
from phonebuddy.world.state.kept import Kept
from phonebuddy.world.state.rewriting import Shape, rewrite
from phonebuddy.world.state.statement import Statement

Value = functions.Value
Row = tuple[Value, ...]
Rows = tuple[Row, ...]
Bindings = Row | Mapping[str, Value]
"""Values by place, or by name."""

Version = None | int | bytes
"""What a table holds: None as in the image, a number after a write, a digest after a changeset."""
Asked = tuple[object, ...]
"""A statement, its values, the moment where that matters, and the versions of all tables it touches."""

LOGS = frozenset({"phone_event", "phone_input", "phone_app"})
"""Tables that note what was done, a row at a time, and that are seldom looked at: their writes wait."""
PARTS = {"phone_setting": functions.LANGUAGE}
"""What of a table has a version of its own."""
MOST_LOGGED = 1_000
"""Lines that wait."""
OWN = "phone_"
"""Tables that only the phone's own statements write, each a row or two, so that none stops half way."""
CACHED_QUERIES = 8_000
MAX_ROWS = 10_000
"""Rows an app's query may have: more than any list on a phone."""
_FAILURES = (apsw.Error, ValueError, OverflowError)
"""What a statement can end in: SQLite's own errors, text that is not UTF-8, numbers that do not fit."""


_TRIGGERED = "SELECT DISTINCT tbl_name FROM sqlite_schema WHERE type = 'trigger'"
_ACTING = """
SELECT DISTINCT keys."table" FROM sqlite_schema AS one, pragma_foreign_key_list(one.name) AS keys
WHERE one.type = 'table' AND (keys.on_delete <> 'NO ACTION' OR keys.on_update <> 'NO ACTION')
"""
_next_version = count(1).__next__
_equal: Kept[Rows, Rows] = Kept(2 * CACHED_QUERIES)
"""Rows of whichever phone and person: much of what phones show is the same on all."""


class Known:
    """What statements led to, on whichever phone of an image they ran: the same state gives the same.

    Invariant: two tables with the same version hold the same rows.
    """

    __slots__ = ("acting", "mark", "rows", "shapes", "spares", "triggered", "writes")

    def __init__(self) -> None:
        self.mark = object()
        """Stands for it in the keys of what outlives it: the boxes of the built-in apps would else hold on to
        every phone that was ever looked at, databases and all."""
        self.triggered: frozenset[str] | None = None
        """Tables with triggers; None until the first phone looked."""
        self.acting: frozenset[str] = frozenset()
        """Tables whose rows take others along by foreign keys: ON DELETE CASCADE and the like."""
        self.rows: Kept[Asked, Rows] = Kept(CACHED_QUERIES)
        self.shapes: dict[str, Shape] = {}
        """Of the tables that changesets were about."""
        self.spares: list[object] = []
        """Memories of phones that were closed, for phones to come."""
        self.writes: Kept[Asked, int] = Kept(CACHED_QUERIES)
        """The version that a write gave the tables it changed."""

    def clear(self) -> None:
        self.rows.clear()
        self.writes.clear()


class _Cached(msgspec.Struct, gc=False):
    rows: Rows
    stamp: int
    moment: int
    """When they were read; 0 where the time does not matter."""


class Store:
    """One phone's data: `rows` to read, `execute` to write, `changeset`, `reset` and `restore`."""

    def __init__(
        self,
        data: bytes,
        time_ms: Callable[[], int],
        spoken: tuple[functions.Function, ...] = (),
        known: Known | None = None,
    ) -> None:
        self._connection = open_image(data)
        self._time_ms = time_ms
        functions.register(self._connection, functions.PURE, deterministic=True)
        # Deterministic to SQLite means: the same throughout one statement.
        functions.register(self._connection, functions.clock_functions(time_ms), deterministic=True)
        functions.register(self._connection, spoken, deterministic=True)
        self._budget = StepBudget(self._connection)
        self._cache: dict[tuple[object, ...], _Cached] = {}
        self.known = Known() if known is None else known
        """Shared by the phones of one image."""
        self._count = 0
        self._changed: dict[str, int] = {}
        self._logged: list[tuple[Statement, Row]] = []
        """Writes to logs that are not in their tables yet: few are ever read."""
        self._versions: dict[str, Version] = {}
        """Of the tables that are not as in the image."""
        self._session = self._record()
        if self.known.triggered is None:
            self.known.triggered = self._named(_TRIGGERED)
            self.known.acting = self._named(_ACTING)
        self._schema = self._schema_version()
        self.misses = 0
        self.failures: list[str] = []
        """The last queries that failed while a page was drawn; for tests."""

    @property
    def time_ms(self) -> int:
        """The moment on the virtual clock."""
        return self._time_ms()

    def close(self) -> None:
        self._session.close()
        self._connection.close(True)

    def _record(self) -> apsw.Session:
        session = apsw.Session(self._connection, "main")
        # Tables stand in a changeset as they were first written to; when logs are depends on what is cached.
        for table in sorted(LOGS):
            session.attach(table)
        session.attach()
        return session

    def rows(self, statement: Statement, values: Row) -> Rows:
        """The rows of a query; the same tuple object for as long as they are the same."""
        key = (statement.sql, values, *map(type, values))
        moment = self._time_ms() // statement.clock if statement.clock else 0
        known = self._cache.get(key)
        if known is not None and known.moment == moment and self._fresh(statement, known):
            return known.rows
        asked = (key, moment, *map(self._versions.get, statement.reads))
        rows = self.known.rows.get(asked)
        if rows is None:
            self.misses += 1
            rows = _one_of(self._query(statement, values))
            self.known.rows.put(asked, rows)
        if len(self._cache) >= CACHED_QUERIES:
            self._cache.clear()
        self._cache[key] = _Cached(rows, self._count, moment)
        return rows

    def changed(self, table: str) -> int:
        """A number that is another one whenever the table may hold something else."""
        return self._changed.get(table, 0)

    def rows_to_show(self, statement: Statement, values: Row) -> Rows:
        """The rows a page draws: none where the query fails, because a screen can always be drawn."""
        try:
            return self.rows(statement, values)
        except AppError as error:
            self.failures = [*self.failures[-9:], str(error)]
            return ()

    def _fresh(self, statement: Statement, known: _Cached) -> bool:
        stamp = known.stamp
        if stamp != self._count:
            changed = self._changed
            for table in statement.reads:
                if changed.get(table, 0) > stamp:
                    return False
            known.stamp = self._count
        return True

    def _query(self, statement: Statement, values: Row) -> Rows:
        self._budget.start()
        if self._logged and not LOGS.isdisjoint(statement.reads):
            self._write_logs(statement.reads)
        try:
            rows = tuple(islice(self._connection.execute(statement.sql, values), MAX_ROWS + 1))
        except _FAILURES as error:
            raise AppError(f"SQL failed while the app ran: {_why(error)} in: {statement.sql}") from None
        if len(rows) > MAX_ROWS:
            raise AppError(f"SQL failed while the app ran: more than {MAX_ROWS} rows in: {statement.sql}")
        return rows

    def execute(self, statement: Statement, values: Row) -> None:
        """Run one write, whole or not at all; a broken constraint raises AppError and changes nothing."""
        self._budget.start()
        if self._logged and not LOGS.isdisjoint(statement.reads):
            self._write_logs(statement.reads)
        connection = self._connection
        before = connection.total_changes()
        try:
            if statement.writes[0].startswith(OWN):
                connection.execute(statement.sql, values)
            else:
                # OR FAIL, and RAISE(FAIL) in a trigger, would keep what was done so far.
                with connection:
                    connection.execute(statement.sql, values)
        except _FAILURES as error:
            raise AppError(f"SQL failed while the app ran: {_why(error)} in: {statement.sql}") from None
        if connection.total_changes() != before:
            self._wrote(statement.writes, self._version(statement, values))

    def append(self, statement: Statement, values: Row) -> None:
        """Add a line to one of LOGS. It reaches its table when somebody looks there, or never."""
        self._wait(statement, values, _next_version())

    def defer(self, statement: Statement, values: Row) -> None:
        """Change a row of one of LOGS that is surely there; as late as that."""
        self._wait(statement, values, self._version(statement, values))

    def _wait(self, statement: Statement, values: Row, version: int) -> None:
        self._logged.append((statement, values))
        self._wrote(statement.writes, version)
        if len(self._logged) >= MOST_LOGGED:
            self._write_logs()

    def _write_logs(self, tables: Collection[str] = LOGS) -> None:
        """Put what waits for these tables into them; each write is to one of them."""
        logged, self._logged = self._logged, []
        if logged:
            self._budget.start()
        for statement, values in logged:
            if statement.writes[0] in tables:
                self._connection.execute(statement.sql, values)
            else:
                self._logged.append((statement, values))

    def _version(self, statement: Statement, values: Row) -> int:
        """What a write just done makes of its tables: the same as when it last ran on the same."""
        moment = self._time_ms() // statement.clock if statement.clock else 0
        versions = self._versions
        before = (*map(versions.get, statement.reads), *map(versions.get, statement.writes))
        asked = (statement.sql, values, *map(type, values), moment, *before)
        version = self.known.writes.get(asked)
        if version is None:
            version = _next_version()
            self.known.writes.put(asked, version)
        return version

    def _wrote(self, tables: Iterable[str], version: Version) -> None:
        """These tables hold something else from now on."""
        self._count += 1
        for table in tables:
            self._changed[table] = self._count
            if version is None:
                self._versions.pop(table, None)
            else:
                self._versions[table] = version

    def _replaced(self, tables: Iterable[str], version: Version) -> None:
        """Anything in these tables may be something else from now on."""
        self._wrote(tables, version)
        self._wrote([PARTS[table] for table in tables if table in PARTS], version)

    def change(self, sql: str, values: Bindings) -> None:
        """Run one write over the tables of any app, whole or not at all: how a task sets its start."""
        self._budget.start()
        before = self._touched()  # which writes the logs
        try:
            with self._connection:
                self._connection.execute(sql, values)
        except (*_FAILURES, KeyError) as error:
            raise AppError(f"SQL that does not run: {_why(error)} in: {sql}") from None
        # What it wrote is among what differs from the image now, or did before.
        self._replaced(before | self._touched(), _next_version())

    def _touched(self) -> dict[str, None]:
        """The tables that are not as in the image."""
        return dict.fromkeys(change.name for change in apsw.Changeset.iter(self.changeset()))

    def query(self, sql: str, values: Bindings = ()) -> Rows:
        """Any read-only SQL over the tables of all apps: for verifiers, inspectors and tests."""
        self._budget.start()
        self._write_logs()
        cursor = self._connection.cursor()
        cursor.exec_trace = _only_reads
        try:
            return tuple(cursor.execute(sql, values))
        except apsw.ExecTraceAbort:
            raise AppError(f"SQL that does not only read: {sql}") from None
        except (*_FAILURES, KeyError) as error:
            raise AppError(f"SQL that does not run: {_why(error)} in: {sql}") from None

    def changeset(self) -> bytes:
        """Everything that differs from the image, net; empty when nothing does."""
        self._write_logs()
        return self._session.changeset()

    def changed_rows(self) -> list[str]:
        """How many rows of which table differ from the image, and how: `notes_note: 1 insert`."""
        counts: dict[tuple[str, str], int] = {}
        for change in apsw.Changeset.iter(self.changeset()):
            key = (change.name, change.op.lower())
            counts[key] = counts.get(key, 0) + 1
        return [f"{table}: {count} {kind}" for (table, kind), count in sorted(counts.items())]

    def changes(self, most: int) -> list[Change]:
        """What differs from the image, row by row, `most` rows of each table."""
        return list_changes(self._connection, self.changeset(), most)

    def forget(self) -> None:
        """Drop cached rows (they come back equal); for measuring without caches."""
        self._cache.clear()
        self.known.clear()
        _equal.clear()

    def reset(self) -> None:
        """Back to the image; writes that wait were never in it."""
        self._logged.clear()
        self._undo(self.changeset())
        self._wrote(list(self._versions), None)

    def start_over(self) -> bool:
        """Back to the image as a new store would be; false where its tables themselves were changed."""
        self.reset()
        self.failures = []
        self.misses = 0
        return self._schema_version() == self._schema

    def _schema_version(self) -> int:
        ((version,),) = self._connection.execute("PRAGMA schema_version")
        return int(version)

    def _undo(self, changes: bytes) -> None:
        if changes:
            self._session.close()
            self._apply(apsw.Changeset.invert(changes), None, in_any_order=True)
            self._session = self._record()

    def restore(self, changeset: bytes) -> None:
        """Back to the image, then forward to `changeset`; or stay, where it does not fit."""
        before = self.changeset()
        self._undo(before)
        try:
            if changeset:
                self._apply(changeset, sha256(changeset).digest())
        except SnapshotError:
            if before:
                self._apply(before, _next_version())
            raise

    def become(self, other: Store) -> None:
        """Hold what another store of the same image holds, from a fresh start."""
        changes = other.changeset()
        if changes:
            self._apply(changes, None)
            self._versions = other._versions.copy()

    def _apply(self, changeset: bytes, version: Version, in_any_order: bool = False) -> None:
        """Make exactly these changes: what triggers and cascades once added is among them already.

        The order in which tables are first written to is that of the next changeset.
        """
        self._budget.start()
        try:
            tables = dict.fromkeys(change.name for change in apsw.Changeset.iter(changeset))
            alive = self._acts(self.known.acting, tables) or self._acts(self.known.triggered, tables)
            if alive or not rewrite(self._connection, changeset, self.known.shapes, in_any_order):
                self._apply_whole(changeset, tables)
            self._replaced(tables, version)
        except _FAILURES as error:
            raise SnapshotError(f"the changeset does not fit this image: {_why(error)}") from None

    def _apply_whole(self, changeset: bytes, tables: Iterable[str]) -> None:
        """SQLite's own way, in any order and with rules checked at the end; statements are planned again."""
        try:
            self._run_triggers(False, tables)
            with self._connection:
                # The flag makes SQLite read its whole schema again: 1.5 ms with eleven apps, 0.1 ms without.
                acts = self._acts(self.known.acting, tables)
                flags = apsw.SQLITE_CHANGESETAPPLY_FKNOACTION if acts else 0
                apsw.Changeset.apply(changeset, self._connection, conflict=_refuse_conflict, flags=flags)
        finally:
            self._run_triggers(True, tables)

    @staticmethod
    def _acts(known: frozenset[str] | None, tables: Iterable[str]) -> bool:
        return not (known or frozenset()).isdisjoint(map(str.lower, tables))

    def _named(self, sql: str) -> frozenset[str]:
        return frozenset(str(name).lower() for (name,) in self._connection.execute(sql))

    def _run_triggers(self, enabled: bool, tables: Iterable[str]) -> None:
        # Switching makes SQLite prepare every statement again, so tables without triggers are spared.
        if self._acts(self.known.triggered, tables):
            self._connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, int(enabled))

    def tables(self, app: str) -> dict[str, str]:
        """The tables of an app: plain name to name in the phone."""
        rows = self._connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ? ORDER BY rowid",
            (f"{app}_*",),
        )
        return {name.removeprefix(f"{app}_"): name for (name,) in rows}

    def write_file(self, tables: Mapping[str, str]) -> bytes:
        """Tables as a database file of their own."""
        self._write_logs()
        return database_file.write_file(self._connection, tables)

    def read_file(self, tables: Mapping[str, str], data: bytes) -> None:
        """Replace the rows of tables by those of a file; recorded like any other change."""
        self._write_logs()
        database_file.read_file(self._connection, tables, data)
        self._replaced(tables.values(), _next_version())


def _one_of(rows: Rows) -> Rows:
    """The rows we have that are the same, or these: boxes are kept by which rows they show."""
    found = _equal.get(rows)
    if found is not None and _same(found, rows):
        return found
    _equal.put(rows, rows)
    return rows


def _same(one: Rows, two: Rows) -> bool:
    """Equal and of the same types: 1 and 1.0 are equal, but SQL divides them differently."""
    return one == two and list(map(type, chain(*one))) == list(map(type, chain(*two)))


def _only_reads(cursor: apsw.Cursor, sql: str, _values: object) -> bool:
    """Whether a statement may run: PRAGMA, BEGIN and the like are not among SQLite's writes."""
    return cursor.is_readonly and sql.split(None, 1)[0].upper() in ("SELECT", "WITH", "VALUES", "EXPLAIN")


def _why(error: Exception) -> str:
    """What a statement ended in. A write that SQLite undid itself leaves `with connection` nothing to undo,
    which then fails as well, and hides why."""
    first = error.__context__ if isinstance(error.__context__, apsw.Error) else error
    return f"interrupted after {STEP_LIMIT} steps" if isinstance(first, apsw.InterruptError) else str(first)


def _refuse_conflict(_reason: int, _change: apsw.TableChange) -> int:
    return apsw.SQLITE_CHANGESET_ABORT
