"""State checks on a real phone: what it can be asked after an episode, where it allows that.

Settings and providers answer to everybody, files and databases to root or for debuggable apps. Invariant: a
check says whether it holds, or that it cannot be made; never a guess.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from phonebuddy.errors import Fault
from phonebuddy.phones import app_data
from phonebuddy.phones.faults import fault
from phonebuddy.phones.wire import Wire, quote

_URI = re.compile(r"content://[A-Za-z0-9_.\-/%]{1,300}")
_PATH = re.compile(r"/(?:sdcard|storage)/[^\0\n]{1,500}")


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question to the phone; `kind` says what `at` means."""

    kind: Literal["setting", "provider", "database", "file", "package"]
    at: str
    """`space/key`, `content://...`, `package/databases/file.db`, a path on shared storage, a package."""
    sql: str = ""
    """For a database: a SELECT whose first value is compared."""
    equals: str | None = None
    holds: str = ""
    """Text that must be in the answer."""
    absent: bool = False
    """It must not be there at all."""


class Finding(NamedTuple):
    """What a check gave: True, False, or None when it could not be made."""

    holds: bool | None
    says: str


def verify(wire: Wire, checks: tuple[Check, ...]) -> list[Finding]:
    """Every check. A fault of the phone is raised; what the phone does not allow is a finding."""
    return [_verify(wire, check) for check in checks]


def _verify(wire: Wire, check: Check) -> Finding:
    try:
        answer = _ask(wire, check)
    except Fault as error:
        if error.cause != "refused":
            raise
        return Finding(None, f"{check.kind} {check.at}: {error}")
    if answer is None:
        return Finding(check.absent, f"{check.kind} {check.at}: not there")
    holds = not check.absent
    if check.equals is not None:
        holds = holds and answer.strip() == check.equals
    if check.holds:
        holds = holds and check.holds in answer
    return Finding(holds, f"{check.kind} {check.at}: {answer.strip()[:200]!r}")


def _ask(wire: Wire, check: Check) -> str | None:
    """The answer, or None when there is nothing to answer about."""
    match check.kind:
        case "setting":
            space, _, key = check.at.partition("/")
            said = wire.must("settings", "get", space, key)
            return None if said == "null" else said
        case "provider":
            return _provider(wire, check.at)
        case "database":
            return _database(wire, check)
        case "package":
            found = wire.shell("pm", "list", "packages", check.at).splitlines()
            return check.at if f"package:{check.at}" in found else None
    if not _PATH.fullmatch(check.at) or ".." in check.at:
        return None
    answer = wire.run(quote(("cat", check.at)))
    return answer.out.decode("utf-8", "replace") if answer.code == 0 else None


def _provider(wire: Wire, uri: str) -> str | None:
    if not _URI.fullmatch(uri):
        return None
    said = wire.must("content", "query", "--uri", uri)
    return None if "No result found" in said else said


def _database(wire: Wire, check: Check) -> str | None:
    """The first value of a query, on a copy of the app's file and what was not yet written into it."""
    package, _, path = check.at.partition("/")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        copy.write_bytes(app_data.read_file(wire, package, path))
        try:
            copy.with_name("copy.db-wal").write_bytes(app_data.read_file(wire, package, f"{path}-wal"))
        except Fault as error:
            if error.cause != "refused":
                raise
        try:
            with closing(sqlite3.connect(copy)) as database:
                database.execute("PRAGMA query_only = 1")
                row = database.execute(check.sql).fetchone()
        except sqlite3.Error as error:
            raise fault("refused", f"the query does not fit the file: {error}", wire.serial) from error
    return None if row is None or row[0] is None else str(row[0])
