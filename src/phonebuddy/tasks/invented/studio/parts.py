"""Studio parts: widgets that several pages have: one of a few values, a last question.

Invariant: gold for a part is written beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data, Gold


def choice_columns(values: Sequence[str], now: str, prefix: str) -> str:
    """SQL for which of the values is chosen, for `choice`."""
    return ", ".join(f"{now} = {quoted(one)} AS {prefix}_{at}" for at, one in enumerate(values))


def choice(
    style: str, label: str, values: Sequence[str], shown: str, prefix: str, do: Callable[[str], list[Data]]
) -> Data:
    """One of a few values, as chips or behind a menu; `shown` is the name of the one that is chosen."""
    if style == "menu":
        items = [{"menu_item": titled(one), "on_tap": do(one)} for one in values]
        return {"list_item": label, "text": f"{{{shown}}}", "on_tap": [{"menu": items}]}
    chips = [
        {"chip": titled(one), "selected": f"{{{prefix}_{at}}}", "on_tap": do(one)}
        for at, one in enumerate(values)
    ]
    return {"column": [{"text": label, "style": "body_small"}, {"row": chips, "gap": 8}], "gap": 8, "pad": 16}


def choosing(style: str, label: str, value: str) -> Gold:
    """Gold that takes a value of `choice`."""
    return [*([{"tap": label}] if style == "menu" else []), {"tap": titled(value)}]


def titled(text: str) -> str:
    return text[:1].upper() + text[1:]


def asked(label: str, sure: str, done: list[Data]) -> list[Data]:
    """The same, once it was confirmed."""
    return [{"dialog": f"{label}?", "text": "You decide.", "confirm": sure, "on_confirm": done}]
