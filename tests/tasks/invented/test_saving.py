"""Saving: the button of a form stands in the top bar or below."""

from __future__ import annotations

from phonebuddy.tasks.invented.saving import put_button
from phonebuddy.tasks.invented.sketch import Data

SAVE: Data = {"button": "Save", "on_tap": []}


def test_it_stands_after_what_is_in_the_top_bar() -> None:
    bare: Data = {"top_bar": "Edit"}
    full: Data = {"top_bar": "Edit", "actions": [{"icon_button": "delete-outline"}]}
    body: list[Data] = []
    put_button(SAVE, "top", bare, body)
    put_button(SAVE, "top", full, body)
    assert bare["actions"] == [SAVE] and full["actions"] == [{"icon_button": "delete-outline"}, SAVE]
    assert body == []


def test_it_stands_below_all_fields() -> None:
    top: Data = {"top_bar": "Edit"}
    body: list[Data] = [{"field": "name"}]
    put_button(SAVE, "bottom", top, body)
    assert top == {"top_bar": "Edit"} and body == [{"field": "name"}, {**SAVE, "wide": True}]
