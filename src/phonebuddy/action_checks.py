"""What the arguments of an action may be: one check per field name, used by every action.

Invariant: a check returns nothing or raises ActionError with what was given and what is accepted; it never
fails in any other way, whatever the value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from phonebuddy.errors import ActionError, nearest

AXIS = 1000
"""Points run from 0 to this on both axes, whatever the size of the screen."""
MAX_TEXT = 20_000
MAX_PACKAGE = 200
MAX_PRESS_MS = 60_000
MAX_WAIT_MS = 600_000
BUTTONS = ("back", "home", "menu", "enter")


def _check_point(field: str, value: object) -> None:
    if not isinstance(value, tuple) or len(value) != 2:
        raise ActionError(f"{field} must be a point [x, y], got {brief(value)}.")
    for axis in value:
        if type(axis) is not int or not 0 <= axis <= AXIS:
            raise ActionError(f"{field} must hold two whole numbers from 0 to {AXIS}, got {brief(axis)}.")


def _check_text(field: str, value: object) -> None:
    if not isinstance(value, str):
        raise ActionError(f"{field} must be text, got {brief(value)}.")
    if len(value) > MAX_TEXT:
        raise ActionError(f"{field} has {len(value)} characters; at most {MAX_TEXT} are accepted.")
    # Halves of surrogate pairs cannot be stored or drawn, and a zero byte ends strings in C.
    if not value.isascii() and re.search("[\ud800-\udfff]", value) or "\0" in value:
        raise ActionError(f"{field} holds characters that are not text, got {brief(value)}.")


def _check_package(field: str, value: object) -> None:
    _check_text(field, value)
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > MAX_PACKAGE:
        raise ActionError(f"{field} must name an app on one line, got {brief(value)}.")


def _check_button(field: str, value: object) -> None:
    if value not in BUTTONS:
        raise ActionError(unknown(field, value, BUTTONS))


def _check_press_ms(field: str, value: object) -> None:
    if value is not None:
        _check_ms(field, value, MAX_PRESS_MS)


def _check_wait_ms(field: str, value: object) -> None:
    _check_ms(field, value, MAX_WAIT_MS)


def _check_ms(field: str, value: object, most: int) -> None:
    if type(value) is not int or not 0 <= value <= most:
        raise ActionError(f"{field} must be whole milliseconds from 0 to {most}, got {brief(value)}.")


def unknown(what: str, given: object, accepted: Iterable[str]) -> str:
    """The message for a name that does not exist: the nearest one, and all accepted ones."""
    names = list(accepted)
    hint = nearest(given[:MAX_PACKAGE], names) if isinstance(given, str) else ""
    return f"unknown {what} {brief(given)}{hint}; accepted: {', '.join(names) or 'none'}."


def brief(value: object) -> str:
    """A short form for messages; containers by name only, since showing a deeply nested one could fail."""
    if isinstance(value, str | int | float) or value is None:
        shown = repr(value[:60] if isinstance(value, str) else value)
        return shown if len(shown) <= 80 else shown[:77] + "..."
    return f"a {type(value).__name__}"


CHECKS: Mapping[str, Callable[[str, object], None]] = {
    "point": _check_point,
    "start": _check_point,
    "end": _check_point,
    "text": _check_text,
    "package": _check_package,
    "button": _check_button,
    "interval_ms": _check_press_ms,
    "duration_ms": _check_press_ms,
    "time_ms": _check_wait_ms,
}
