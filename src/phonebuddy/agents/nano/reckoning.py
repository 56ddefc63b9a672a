"""Reckoning: what comes of values that were pointed at: their sum, a time so long before another, and so on.

A value is read from a text as it stands on a screen or in a request; what comes of values is written like the
first one. Invariant: something comes of any texts: where they are no values that go together, the texts
themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import reduce
from operator import mul
from typing import NamedTuple

from phonebuddy.agents.nano.pieces import plain

OPERATIONS = ("sum", "difference", "product", "share", "before", "after", "between")
DAY = 24 * 60
LARGEST = Decimal(10) ** 12
"""Nobody counts further on a phone, and no number of a hostile screen takes long."""
_AMOUNT = re.compile(r"(?P<before>\D*?)(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<behind>\D*)")
_TIME = re.compile(r"(\d{1,2}):(\d\d)\s*(?:([ap])\.?m\.?)?", re.IGNORECASE)
_PART = re.compile(
    r"(?P<count>\d+(?:\.\d+)?|[a-z]+(?: an?)?|[一二两三四五六七八九十半])\s*(?:个)?"
    r"(?P<unit>hours?|hrs?|h|minutes?|mins?|min|m|小时|钟头|分钟|分)\b"
)
_JOINTS = re.compile(r"\A\s*(?:,|and|&)?\s*")
_TWO_AND_MORE = (
    ("two", "二", "两"), ("three", "三"), ("four", "四"), ("five", "五"), ("six", "六"), ("seven", "七"),
    ("eight", "八"), ("nine", "九"), ("ten", "十"), ("eleven",), ("twelve",),
)  # fmt: skip
_COUNTED: Mapping[str, Decimal] = {
    **{word: Decimal(1) for word in ("a", "an", "one", "一")},
    **{word: Decimal("0.5") for word in ("half", "half a", "half an", "半")},
    **{word: Decimal(count) for count, words in enumerate(_TWO_AND_MORE, 2) for word in words},
    **{"fifteen": Decimal(15), "twenty": Decimal(20), "thirty": Decimal(30), "forty": Decimal(40)},
}
_SHARES: Mapping[str, int] = {"half": 2, "半": 2, "third": 3, "quarter": 4}
"""Into how many parts something is divided of which one is this."""


class Amount(NamedTuple):
    """A number and how it is written."""

    number: Decimal
    before: str = ""
    behind: str = ""
    decimals: int = 0
    is_grouped: bool = False

    def written(self, number: Decimal, decimals: int) -> str:
        """Another number, written like this one."""
        rounded = number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        digits = f"{rounded:,f}" if self.is_grouped or rounded >= 1000 and self.before else f"{rounded:f}"
        return f"{self.before}{digits}{self.behind}"


class Time(NamedTuple):
    """Minutes since midnight and how they are written."""

    minutes: int
    half: str = ""
    """`AM` or `PM` as it stood there, with what stood before it; nothing for 24 hours."""
    is_wide: bool = True
    """Whether the hour has two digits even below ten."""

    def written(self, minutes: int) -> str:
        hour, minute = divmod(minutes % DAY, 60)
        if not self.half:
            return f"{hour:02}:{minute:02}" if self.is_wide else f"{hour}:{minute:02}"
        letter = "p" if hour >= 12 else "a"
        half = re.sub(
            "[apAP]", lambda old: letter.upper() if old[0].isupper() else letter, self.half, count=1
        )
        return f"{(hour - 1) % 12 + 1}:{minute:02}{half}"


def amount_of(text: str) -> Amount | None:
    """`$1,250.50`, `12 km`, `three`."""
    counted = _COUNTED.get(plain(text))
    if counted is not None:
        return Amount(counted)
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        return None
    number = Decimal(match["number"].replace(",", ""))
    if number > LARGEST:
        return None
    # Whether something came in or went out is not part of how much it was.
    before = match["before"].lstrip("+-−– ")
    decimals = len(match["number"].partition(".")[2])
    return Amount(number, before, match["behind"], decimals, "," in match["number"])


def time_of(text: str) -> Time | None:
    match = _TIME.fullmatch(text.strip())
    if match is None or int(match[1]) >= 24 or int(match[2]) >= 60:
        return None
    half = text.strip()[match.end(2) :]
    hour = int(match[1]) % 12 + 12 * (match[3].lower() == "p") if match[3] else int(match[1])
    return Time(hour * 60 + int(match[2]), half, len(match[1]) == 2)


def span_of(text: str) -> int | None:
    """Minutes of `an hour`, `1 h 30 min`, `twenty minutes`."""
    left, found = plain(text), Decimal(0)
    while left:
        match = _PART.match(left)
        count = _count(match["count"]) if match else None
        if match is None or count is None:
            return None
        found += count * (60 if match["unit"][0] in "h小钟" else 1)
        left = _JOINTS.sub("", left[match.end() :], count=1)
    return int(found) if 0 < found < DAY and found == int(found) else None


def part_of(text: str) -> int | None:
    """Into how many parts: `half` is one of two."""
    said = plain(text)
    if said in _SHARES:
        return _SHARES[said]
    amount = amount_of(text)
    return int(amount.number) if amount and amount.number == int(amount.number) > 1 else None


def _count(text: str) -> Decimal | None:
    return Decimal(text) if text[0].isdigit() else _COUNTED.get(text)


# -- operations --------------------------------------------------------------------------------------------


def reckon(operation: str, pieces: Sequence[str]) -> str:
    """What comes of some texts."""
    found = _DONE_BY[operation](pieces) if len(pieces) > 1 else None
    return " ".join(pieces) if found is None else found


def _of_amounts(work: Callable[[Sequence[Decimal]], Decimal], pieces: Sequence[str]) -> str | None:
    amounts = [amount for amount in map(amount_of, pieces) if amount]
    if len(amounts) < len(pieces):
        return None
    result = work([one.number for one in amounts])
    return amounts[0].written(result, max(one.decimals for one in amounts)) if result <= LARGEST else None


def _sum(pieces: Sequence[str]) -> str | None:
    return _of_amounts(lambda numbers: sum(numbers, Decimal(0)), pieces)


def _difference(pieces: Sequence[str]) -> str | None:
    return _of_amounts(lambda numbers: abs(numbers[0] - numbers[1]), pieces[:2])


def _product(pieces: Sequence[str]) -> str | None:
    return _of_amounts(lambda numbers: reduce(mul, numbers), pieces)


def _share(pieces: Sequence[str]) -> str | None:
    whole, parts = amount_of(pieces[0]), part_of(pieces[1])
    if whole is None or parts is None:
        return None
    share = whole.number / parts
    exact = whole.decimals or (0 if share == int(share) else 2)
    return whole.written(share, exact)


def _moved(way: int, pieces: Sequence[str]) -> str | None:
    time, span = time_of(pieces[0]), span_of(pieces[1])
    return None if time is None or span is None else time.written(time.minutes + way * span)


def _between(pieces: Sequence[str]) -> str | None:
    start, end = time_of(pieces[0]), time_of(pieces[1])
    return None if start is None or end is None else str((end.minutes - start.minutes) % DAY)


_DONE_BY: Mapping[str, Callable[[Sequence[str]], str | None]] = {
    "sum": _sum,
    "difference": _difference,
    "product": _product,
    "share": _share,
    "before": lambda pieces: _moved(-1, pieces),
    "after": lambda pieces: _moved(1, pieces),
    "between": _between,
}
