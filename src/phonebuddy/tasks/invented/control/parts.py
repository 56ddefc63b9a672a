"""Parts: what control apps are put together from, and pieces that many of their pages have.

Invariant: a part knows nothing of the app around it: its gold starts on its own first page.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, Write

REMOVE = ("Delete", "Remove", "Erase", "Discard")
SAVE = ("Save", "Done", "Create", "Confirm", "Finish", "Apply", "Add it")
CANCELS = ("Cancel", "Keep", "Not now", "No")


class Part(NamedTuple):
    page: str
    """Its first page."""
    title: str
    icon: str
    tables: tuple[str, ...]
    content: Data
    pages: Data
    deeds: list[Deed]
    reads: list[Read] = []
    writes: list[Write] = []
    modules: Data = {}
    """By the names of their pages."""


def table(name: str, columns: list[str]) -> str:
    return f"CREATE TABLE {name} (\n  id INTEGER PRIMARY KEY,\n  " + ",\n  ".join(columns) + "\n);\n"


def adding(label: str, page: str, given: Data, where: str) -> tuple[Data, list[Data], list[Data]]:
    """What leads to a form: the page's floating button, actions of its bar, widgets at its end."""
    tap = [{"open": page, "with": given}]
    if where == "fab":
        return {"floating": {"fab": "plus", "label": label, "on_tap": tap}}, [], []
    if where == "top":
        return {}, [{"icon_button": "plus", "label": label, "on_tap": tap}], []
    if where == "row":
        return {}, [], [{"list_item": label, "icon": "plus", "on_tap": tap}]
    return {}, [], [{"column": [{"button": label, "style": "tonal", "wide": True, "on_tap": tap}], "pad": 16}]


def placed(actions: list[tuple[str, str, list[Data]]], where: str) -> tuple[list[Data], list[Data]]:
    """Things to do with one thing, as (label, icon, effects): in the bar of its page, and in its body."""
    if where == "bar":
        return [{"icon_button": icon, "label": label, "on_tap": tap} for label, icon, tap in actions], []
    if where == "menu":
        items = [{"menu_item": label, "icon": icon, "on_tap": tap} for label, icon, tap in actions]
        return [{"icon_button": "dots-vertical", "label": "More options", "on_tap": [{"menu": items}]}], []
    if where == "rows":
        return [], [{"list_item": label, "icon": icon, "on_tap": tap} for label, icon, tap in actions]
    buttons = [{"button": label, "style": "outlined", "on_tap": tap} for label, icon, tap in actions]
    return [], [{"column": buttons, "pad": 16, "gap": 8}]


def chosen(where: str, label: str) -> Gold:
    return [{"tap": "More options"}, {"tap": label}] if where == "menu" else [{"tap": label}]


def seen(name: str) -> Gold:
    """Something drawn, found on the page and kept as `got`."""
    return [{"scroll_to": f"{{{name}}}", "nth": 1}, {"work_out": "got", "as": f"SELECT :{name} || ''"}]


def sure(asks: bool, question: str, word: str, then: list[Data]) -> list[Data]:
    return [{"dialog": question, "confirm": word, "danger": True, "on_confirm": then}] if asks else then
