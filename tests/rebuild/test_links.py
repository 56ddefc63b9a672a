"""Choices that answer for a place elsewhere."""

from __future__ import annotations

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.expressions import (
    Tapped,
)
from phonebuddy.rebuild.model import RETURN
from tests.rebuild.learnt import page_with, ways


def test_a_choice_answers_for_the_setting_that_opened_it(model: AppModel) -> None:
    settings, units = page_with(model, "Warn me early"), page_with(model, "Imperial")
    (link,) = model.links
    assert (link.page, link.choices) == (settings.number, units.number)
    (way,) = ways(model, units, "Old")
    assert way.route.way == RETURN
    assert way.route.assumed
    assert (settings.number, link.cell, Tapped(-1)) in [effect[:3] for effect in way.effects]
