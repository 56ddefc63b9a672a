"""Entering: a way from the first page of an invented app to a page that was added to it.

Invariant: nothing that is there moves; an app whose bar is full and that has no menu gets no way in.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.sketch import Data, Gold

MOST_ICONS = 2
"""In the bar of the first page, beside which there is room for one more."""


def entered(start: Data, title: str, icon: str, page: str) -> tuple[Data, Gold] | None:
    """The first page with a way in, in its menu or its bar, and how gold goes there."""
    actions: list[Data] = start["top"].get("actions", [])
    tap = [{"open": page}]
    for at, action in enumerate(actions):
        found = listed(action)
        if found is not None:
            opened, key, item = found
            line = {item: title, "icon": icon, "on_tap": tap, **({"value": page} if key == "items" else {})}
            more = {**action, "on_tap": [{**opened, key: [*opened[key], line]}]}
            bar = {**start["top"], "actions": [*actions[:at], more, *actions[at + 1 :]]}
            return {**start, "top": bar}, [{"tap": action["label"]}, {"tap": title}]
    if len(actions) > MOST_ICONS:
        return None
    button = {"icon_button": icon, "label": title, "on_tap": tap}
    return {**start, "top": {**start["top"], "actions": [*actions, button]}}, [{"tap": title}]


def listed(action: Data) -> tuple[Data, str, str] | None:
    """What a button opens, where that is a menu or a drawer: its key, and the widget of a line."""
    match action.get("on_tap"):
        case [{"menu": list()} as opened]:
            is_overflow = action.get("icon_button") == "dots-vertical"
            return (opened, "menu", "menu_item") if is_overflow else None
        case [{"drawer": _, "items": list()} as opened]:
            return opened, "items", "nav_item"
        case _:
            return None
