"""Values of unknown type, as the fields of a recording are: each taken as what it should be, or not at all.

Invariant: no function here fails, whatever it is given.
"""

from __future__ import annotations

import math
import re
from typing import Any

from phonebuddy.traces.limits import MAX_SIDE, MAX_TEXT

_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_FAR = 10 * MAX_SIDE


def text_of(value: object) -> str:
    """A text that can be shown and stored; "" for anything else."""
    if not isinstance(value, str) or not value:
        return ""
    return _NOT_TEXT.sub("", value[:MAX_TEXT])


def int_of(value: object) -> int | None:
    """A whole number within reach of any screen; numbers written as text count."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        try:
            value = float(value[:40])
        except ValueError:
            return None
    # Also false for what is not a number at all, and for whole numbers beyond any float.
    if isinstance(value, int | float) and -_FAR <= value <= _FAR:
        return round(value)
    return None


def float_of(value: object) -> float | None:
    """A finite number."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            return None
        return number if math.isfinite(number) else None
    return None


def pair_of(value: object) -> tuple[float, float] | None:
    """Two finite numbers."""
    numbers = [float_of(number) for number in list_of(value)]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return numbers[0], numbers[1]


def dict_of(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def rows_of(value: object) -> list[dict[str, Any]]:
    """The objects of a list of objects; anything else in it is left out."""
    return [row for row in list_of(value) if isinstance(row, dict)]


def true_of(value: object) -> bool:
    return value is True or (isinstance(value, str) and value.lower() == "true")


def corners_of(value: object) -> tuple[int, int, int, int] | None:
    """`[[l, t], [r, b]]` or `[l, t, r, b]`."""
    numbers = list_of(value)
    if len(numbers) == 2:
        numbers = [*list_of(numbers[0]), *list_of(numbers[1])]
    found = [int_of(number) for number in numbers]
    if len(found) != 4 or None in found:
        return None
    return tuple(found)  # type: ignore[return-value]
