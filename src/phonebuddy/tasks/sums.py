"""What gold scripts can do in their head: turn what a screen says into numbers and back.

Invariant: pure functions of one text or number; None for what has no meaning.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from phonebuddy.world.state.functions import PURE, Function, Value


def _cents(text: Value) -> Value:
    found = re.search(r"(-?)[$€£¥]?\s*(\d[\d,]*)(?:\.(\d{1,2}))?", str(text))
    if found is None:
        return None
    whole = int(found[2].replace(",", "")) * 100 + int((found[3] or "0").ljust(2, "0"))
    return -whole if found[1] else whole


def _minutes(text: Value) -> Value:
    found = re.search(r"(\d{1,2}):(\d{2})", str(text))
    return None if found is None else int(found[1]) * 60 + int(found[2])


def _number(text: Value) -> Value:
    found = re.search(r"-?\d[\d,]*(?:\.\d+)?", str(text))
    if found is None:
        return None
    value = found[0].replace(",", "")
    return float(value) if "." in value else int(value)


def moment(text: Value) -> int | None:
    """The day in a text such as `3 May 1990` or `1990年5月3日`, as its midnight in seconds."""
    chinese = re.search(r"(\d{4})年(\d{1,2})月(\d{1,2})日", str(text))
    english = re.search(r"(\d{1,2}) ([A-Z][a-z]+) (\d{4})", str(text))
    try:
        if chinese is not None:
            day = datetime(int(chinese[1]), int(chinese[2]), int(chinese[3]), tzinfo=UTC)
        elif english is not None:
            day = datetime.strptime(f"{english[0]} +0000", "%d %B %Y %z")
        else:
            return None
    except ValueError:
        return None
    return int(day.timestamp())


SUMS = (
    *PURE,
    Function("cents", 1, _cents, "`$1,234.50` to 123450"),
    Function("minutes", 1, _minutes, "`07:30` to 450"),
    Function("number", 1, _number, "the first number in a text"),
    Function("moment", 1, moment, "`3 May 1990` to the seconds of its midnight"),
)
"""Functions for `work_out`, beside those that apps have."""
