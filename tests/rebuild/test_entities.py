"""Step 11: lists without places as tables."""

from __future__ import annotations

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.entities import find_entities


def test_rows_become_one_entity(model: AppModel) -> None:
    (entity,) = find_entities(model)
    assert [model.slot(entity.page, number).first.head for number in entity.rows] == ["Milk", "Rice"]
