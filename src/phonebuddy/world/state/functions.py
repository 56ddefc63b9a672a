"""SQL functions the phone adds to SQLite: the virtual clock, and the formats apps show.

"SQL is the only expression language": whatever a page shows is computed in a query, so formats are functions
here. Every function is pure but for the clock's (CLOCK) and those in the phone's language (SPOKEN), which are
listed so that cached rows know when they are out of date.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

import apsw

from phonebuddy.world.state.battery import battery_lasts, battery_level
from phonebuddy.world.state.filing import filing_key, folded, initial
from phonebuddy.world.state.speech import CHINESE, DAY_S, ENGLISH, date_text, filled, near_day, span_text

Value = None | int | float | str | bytes
Speech = Callable[[str, str], str]
"""An app and an English text of it to the same in the phone's language."""

CLOCK = {"now_ms": 1, "now": 1_000, "this_minute": 60_000, "today": 86_400_000}
"""Functions whose result changes as the virtual clock moves, and after how many milliseconds."""

ANY = -1
"""A function that takes two arguments or more."""

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


class Function(NamedTuple):
    """One SQL function: its Python body, its number of arguments, one line for the docs."""

    name: str
    arguments: int
    call: Callable[..., Value]
    about: str


def _counted(call: Callable[..., int]) -> Callable[..., Value]:
    """A function over numbers; nothing where one of them is none."""

    def run(*values: Value) -> Value:
        numbers = [value for value in values if isinstance(value, (int, float)) and abs(value) < 1e15]
        return call(*numbers) if len(numbers) == len(values) else None

    return run


def _whole(value: Value) -> int | None:
    """A whole number, where there is one: SQL also knows infinity, and numbers that no clock reaches."""
    return int(value) if isinstance(value, (int, float)) and abs(value) < 1e15 else None


def _second(seconds: Value) -> int | None:
    """A second that a calendar reaches."""
    if not isinstance(seconds, (int, float)) or not -6e10 < seconds < 2.5e11:
        return None
    return int(seconds)


@lru_cache(maxsize=1 << 12)
def _clock_time(seconds: Value) -> Value:
    second = _second(seconds)
    if second is None:
        return None
    return f"{second // 3600 % 24:02d}:{second // 60 % 60:02d}"


def _day_start(seconds: Value) -> Value:
    whole = _whole(seconds)
    return None if whole is None else whole - whole % DAY_S


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


@lru_cache(maxsize=1 << 13)
def _money(cents: Value, language: str) -> Value:
    """An amount as a price tag shows it: `$1,234.50`, in Chinese `¥1,234.50`."""
    whole = _whole(cents)
    if whole is None:
        return None
    sign = "¥" if language == CHINESE else "$"
    return f"{'-' if whole < 0 else ''}{sign}{abs(whole) // 100:,}.{abs(whole) % 100:02d}"


@lru_cache(maxsize=1 << 13)
def _dated(kind: str, day: int, language: str) -> str:
    """A date in words; `day` counts from 1970."""
    return date_text(kind, datetime.fromtimestamp(day * DAY_S, UTC), language)


@lru_cache(maxsize=1 << 12)
def _span(seconds: int, language: str) -> str:
    return span_text(seconds, language)


def spoken_functions(
    language: Callable[[], str] = lambda: ENGLISH, speech: Speech = lambda _app, text: text
) -> tuple[Function, ...]:
    """Functions whose result is in the phone's language."""

    def dated(kind: str) -> Callable[[Value], Value]:
        def run(seconds: Value) -> Value:
            second = _second(seconds)
            return None if second is None else _dated(kind, second // DAY_S, language())

        return run

    day = dated("day")

    def relative_day(seconds: Value, now_s: Value) -> Value:
        one, two = _day_start(seconds), _day_start(now_s)
        if not isinstance(one, int) or not isinstance(two, int):
            return None
        return near_day((one - two) // DAY_S, language()) or day(seconds)

    def span(seconds: Value) -> Value:
        whole = _whole(seconds)
        return None if whole is None else _span(whole, language())

    def said(app: Value, text: Value, *values: Value) -> Value:
        if not isinstance(text, str):
            return text
        words = speech(str(app), text)
        return filled(words, *["" if value is None else value for value in values]) if values else words

    def money(cents: Value) -> Value:
        return _money(cents, language())

    spoken = "an app and its text to that text in the phone's language, each `#` in it by the next value"
    near = "seconds and now to `Today`, `Yesterday`, `Tomorrow` or the day"
    return (
        Function("day", 1, day, "seconds to `Mon, 3 Mar`"),
        Function("long_day", 1, dated("long_day"), "seconds to `Monday, 3 March 2025`"),
        Function("full_date", 1, dated("full_date"), "seconds to `3 March 2025`"),
        Function("month", 1, dated("month"), "seconds to `March 2025`"),
        Function("relative_day", 2, relative_day, near),
        Function("span", 1, span, "seconds to `2 h 5 min`"),
        Function("money", 1, money, "cents to `$1,234.50`, in Chinese to `¥1,234.50`"),
        Function("said", ANY, said, spoken),
    )


SPOKEN = frozenset(function.name for function in spoken_functions())
"""Statements that call these count as reading LANGUAGE, so that cached rows follow the language."""
LANGUAGE = "phone_setting.language"
"""A part of the settings that counts as a table of its own: the rest of them changes far more often."""

PURE = (
    *spoken_functions(),
    Function("clock_time", 1, _clock_time, "seconds to `14:05`"),
    Function("day_start", 1, _day_start, "seconds to midnight of that day"),
    Function("countdown", 1, _countdown, "seconds to `02:03` or `01:02:03`"),
    Function("stopwatch", 1, _stopwatch, "milliseconds to `02:03.45`"),
    Function(
        "battery_level",
        4,
        _counted(battery_level),
        "milliseconds, and what the battery held since when, charged or not, to the percent in it",
    ),
    Function(
        "battery_lasts",
        3,
        _counted(battery_lasts),
        "percent, whether it is charged and the saver on, to the seconds until it is full or empty",
    ),
    Function("folded", 1, folded, "text as a search compares it: small letters, no accents"),
    Function(
        "initial",
        1,
        initial,
        "a name to the letter it is filed under, A to Z or #; a Chinese one to that of its reading",
    ),
    Function("filed", 1, filing_key, "a name to what names are sorted by: letters first, then #"),
)


def clock_functions(time_ms: Callable[[], int]) -> tuple[Function, ...]:
    return (
        Function("now", 0, lambda: time_ms() // 1000, "the phone's clock, seconds since 1970"),
        Function(
            "this_minute",
            0,
            lambda: time_ms() // 60_000 * 60,
            "when the phone's minute began, in seconds: what a page shows is then read again once a minute",
        ),
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
