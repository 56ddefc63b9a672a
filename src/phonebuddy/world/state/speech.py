"""Dates and lengths of time as people say them, in the languages a phone speaks.

Invariant: a language that is not known is spoken to in English.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache

ENGLISH, CHINESE = "en", "zh"
DAY_S = 86_400

_WEEKDAYS = "一二三四五六日"
_ENGLISH_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ENGLISH = {
    "day": "%a, %d %b",
    "long_day": "%A, %d %B %Y",
    "full_date": "%d %B %Y",
    "month": "%B %Y",
    "weekday": "%A, %d %B",
    "picked": "%a, %d %b %Y",
}
_NEAR = {0: "Today", -1: "Yesterday", 1: "Tomorrow"}
_NEAR_CHINESE = {0: "今天", -1: "昨天", 1: "明天"}


@lru_cache(maxsize=1 << 12)
def date_text(kind: str, moment: date, language: str) -> str:
    """A date; kind is day, weekday, long_day, full_date or month."""
    if language != CHINESE:
        return moment.strftime(_ENGLISH[kind]).replace(" 0", " ").removeprefix("0")
    month, day, weekday = f"{moment.month}月", f"{moment.day}日", _WEEKDAYS[moment.weekday()]
    texts = {
        "day": f"{month}{day} 周{weekday}",
        "long_day": f"{moment.year}年{month}{day} 星期{weekday}",
        "full_date": f"{moment.year}年{month}{day}",
        "month": f"{moment.year}年{month}",
        "weekday": f"{month}{day} 星期{weekday}",
        "picked": f"{moment.year}年{month}{day} 周{weekday}",
    }
    return texts[kind]


def weekdays(language: str) -> tuple[tuple[str, str], ...]:
    """The letter and the name of each weekday, Monday first."""
    if language == CHINESE:
        return tuple((letter, f"星期{letter}") for letter in _WEEKDAYS)
    return tuple((name[0], name) for name in _ENGLISH_WEEKDAYS)


def near_day(days: int, language: str) -> str | None:
    """`Today`, `Yesterday` or `Tomorrow`; None for days further away."""
    return (_NEAR_CHINESE if language == CHINESE else _NEAR).get(days)


def filled(text: str, *values: object) -> str:
    """A text with each `#` replaced by the next value."""
    if len(values) == 1:
        return text.replace("#", str(values[0]), 1)  # a query says it for every row
    first, *rest = text.split("#", len(values))
    return first + "".join([f"{value}{part}" for value, part in zip(values, rest, strict=False)])


def span_text(seconds: int, language: str) -> str:
    """A length of time: `2 h 5 min`, `45 s`."""
    days, rest = divmod(max(0, seconds), DAY_S)
    hours, rest = divmod(rest, 3600)
    minutes, secs = divmod(rest, 60)
    chinese = language == CHINESE
    units = ("天", "小时", "分钟", "秒") if chinese else (" d", " h", " min", " s")
    shown = [f"{number}{unit}" for number, unit in zip((days, hours, minutes), units, strict=False) if number]
    return ("" if chinese else " ").join(shown[:2]) if shown else f"{secs}{units[3]}"
