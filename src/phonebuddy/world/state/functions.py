"""SQL functions the phone adds to SQLite: the virtual clock, and the formats apps show.

"SQL is the only expression language": whatever a page shows is computed in a query, so formats are functions
here. Every function is pure but for the clock's, and those are listed in CLOCK so that cached rows know it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

import apsw

Value = None | int | float | str | bytes

CLOCK = {"now_ms": 1, "now": 1_000, "today": 86_400_000}
"""Functions whose result changes as the virtual clock moves, and after how many milliseconds."""

REFUSED = {
    "random": "use draw(n) in content; pages have no chance in them",
    "randomblob": "use draw(n) in content; pages have no chance in them",
    "last_insert_rowid": "it does not survive a snapshot; use max(id)",
    "changes": "it does not survive a snapshot; use count(*)",
    "total_changes": "it does not survive a snapshot; use count(*)",
    "sqlite_version": "it differs between machines",
    "sqlite_source_id": "it differs between machines",
    "load_extension": "extensions are never loaded",
    "readfile": "files are never read",
    "writefile": "files are never written",
}
"""SQLite functions an app may not call, with what to do instead."""

DAY_S = 86_400


class Function(NamedTuple):
    """One SQL function: its Python body, its number of arguments, one line for the docs."""

    name: str
    arguments: int
    call: Callable[..., Value]
    about: str


def _whole(value: Value) -> int | None:
    """A whole number, where there is one: SQL also knows infinity, and numbers that no clock reaches."""
    return int(value) if isinstance(value, (int, float)) and abs(value) < 1e15 else None


def _moment(seconds: Value) -> datetime | None:
    if not isinstance(seconds, (int, float)) or not -6e10 < seconds < 2.5e11:
        return None
    return datetime.fromtimestamp(int(seconds), UTC)


def _format(pattern: str) -> Callable[[Value], Value]:
    def run(seconds: Value) -> Value:
        moment = _moment(seconds)
        return None if moment is None else moment.strftime(pattern).replace(" 0", " ").removeprefix("0")

    return run


def _clock_time(seconds: Value) -> Value:
    moment = _moment(seconds)
    return None if moment is None else f"{moment.hour:02d}:{moment.minute:02d}"


def _day_start(seconds: Value) -> Value:
    whole = _whole(seconds)
    return None if whole is None else whole - whole % DAY_S


def _span(seconds: Value) -> Value:
    """A length of time in words: `2 h 5 min`, `45 s`."""
    whole = _whole(seconds)
    if whole is None:
        return None
    days, rest = divmod(max(0, whole), DAY_S)
    hours, rest = divmod(rest, 3600)
    minutes, secs = divmod(rest, 60)
    parts = [(days, "d"), (hours, "h"), (minutes, "min")]
    shown = [f"{number} {unit}" for number, unit in parts if number]
    return " ".join(shown[:2]) if shown else f"{secs} s"


def _countdown(seconds: Value) -> Value:
    """A running time: `01:02:03`, or `02:03` under an hour."""
    whole = _whole(seconds)
    return None if whole is None else _running(max(0, whole))


def _running(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    minutes, secs = divmod(rest, 60)
    return f"{hours:02d}:{minutes:02d}:{secs:02d}" if hours else f"{minutes:02d}:{secs:02d}"


def _stopwatch(milliseconds: Value) -> Value:
    """A stopwatch face: `02:03.45`."""
    whole = _whole(milliseconds)
    if whole is None:
        return None
    whole = max(0, whole)
    return f"{_running(whole // 1000)}.{whole % 1000 // 10:02d}"


def _initial(text: Value) -> Value:
    """The letter a name is filed under: upper case, `#` for anything that is not a letter."""
    first = str(text or "").strip()[:1].upper()
    return first if first.isalpha() else "#"


@lru_cache(maxsize=1 << 13)
def _folded(text: Value) -> Value:
    """Text as a search compares it: `Peña` and `PENA` are the same; SQLite's lower() only knows ASCII."""
    letters = unicodedata.normalize("NFKD", "" if text is None else str(text)).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _relative_day(seconds: Value, now_s: Value) -> Value:
    """`Today`, `Yesterday`, `Tomorrow`, or the day."""
    day, today = _day_start(seconds), _day_start(now_s)
    if not isinstance(day, int) or not isinstance(today, int):
        return None
    names = {0: "Today", -1: "Yesterday", 1: "Tomorrow"}
    return names.get((day - today) // DAY_S) or _format("%a, %d %b")(seconds)


PURE = (
    Function("clock_time", 1, _clock_time, "seconds to `14:05`"),
    Function("day", 1, _format("%a, %d %b"), "seconds to `Mon, 3 Mar`"),
    Function("long_day", 1, _format("%A, %d %B %Y"), "seconds to `Monday, 3 March 2025`"),
    Function("full_date", 1, _format("%d %B %Y"), "seconds to `3 March 2025`"),
    Function("month", 1, _format("%B %Y"), "seconds to `March 2025`"),
    Function(
        "relative_day", 2, _relative_day, "seconds and now to `Today`, `Yesterday`, `Tomorrow` or the day"
    ),
    Function("day_start", 1, _day_start, "seconds to midnight of that day"),
    Function("span", 1, _span, "seconds to `2 h 5 min`"),
    Function("countdown", 1, _countdown, "seconds to `02:03` or `01:02:03`"),
    Function("stopwatch", 1, _stopwatch, "milliseconds to `02:03.45`"),
    Function("folded", 1, _folded, "text as a search compares it: small letters, no accents"),
    Function("initial", 1, _initial, "a name to the letter it is filed under"),
)


def clock_functions(time_ms: Callable[[], int]) -> tuple[Function, ...]:
    return (
        Function("now", 0, lambda: time_ms() // 1000, "the phone's clock, seconds since 1970"),
        Function("now_ms", 0, time_ms, "the phone's clock, milliseconds since 1970"),
        Function(
            "today", 0, lambda: _day_start(time_ms() // 1000), "midnight of the phone's day, in seconds"
        ),
    )


def register(connection: apsw.Connection, functions: tuple[Function, ...], deterministic: bool) -> None:
    for function in functions:
        # Innocuous: an app's views and triggers may call them, although the schema is not trusted.
        connection.create_scalar_function(
            function.name,
            function.call,
            function.arguments,
            deterministic=deterministic,
            flags=apsw.SQLITE_INNOCUOUS,
        )
