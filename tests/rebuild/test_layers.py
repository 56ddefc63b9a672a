"""Step 5: menus, choices and dialogs."""

from __future__ import annotations

from phonebuddy.rebuild.behaviour import AppModel
from tests.rebuild.learnt import page_with


def test_menus_choices_and_dialogs_are_layers(model: AppModel) -> None:
    layers = {page_with(model, words).name for words in ("Help", "Imperial", "Cancel")}
    assert layers <= {page.name for page in model.pages if page.layer}
    assert not page_with(model, "Pantry").layer
    assert not page_with(model, "Warn me early").layer
