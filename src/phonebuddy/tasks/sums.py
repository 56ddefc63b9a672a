"""What gold scripts can do in their head: turn what a screen says into numbers and back.

Invariant: pure functions of one text or number; None for what has no meaning.
"""

from __future__ import annotations

import re

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


SUMS = (
    *PURE,
    Function("cents", 1, _cents, "`$1,234.50` to 123450"),
    Function("minutes", 1, _minutes, "`07:30` to 450"),
    Function("number", 1, _number, "the first number in a text"),
)
"""Functions for `work_out`, beside those that apps have."""
