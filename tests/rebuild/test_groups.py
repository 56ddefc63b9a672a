"""Choice groups (groups.py): boxes of which one is on, by what was seen or by their shape."""

from __future__ import annotations

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.expressions import Constant, Opposite
from tests.rebuild.learnt import page_with, ways
from tests.rebuild.recorded import trace


def choices(on: str) -> list[str]:
    return [
        "p:Order by",
        *(f"{'x' if name == on else 'c'}:{name}" for name in ("Name", "Size", "Date")),
        "b:Fine",
    ]


def test_one_goes_on_and_another_off() -> None:
    model = build_model([trace("a", choices("Name"), "Size", choices("Size"))])
    page = page_with(model, "Order by")
    (group,) = model.groups[page.number]
    assert {page.slots[number].first.label for number in group.slots} == {"Name", "Size"}
    (way,) = ways(model, page, "Size")
    assert Constant("Size") in [effect.expression for effect in way.effects]


def test_boxes_of_a_layer_with_one_on_are_a_choice(model: AppModel) -> None:
    page = page_with(model, "Imperial")
    (group,) = model.groups[page.number]
    assert len(group.slots) == 3


def test_boxes_that_are_switched_alone_are_no_choice() -> None:
    off, on = ["p:Extras", "c:Nuts", "x:Figs", "b:Fine"], ["p:Extras", "x:Nuts", "x:Figs", "b:Fine"]
    model = build_model([trace("a", off, "Nuts", on)])
    assert model.groups == {}
    (way,) = ways(model, page_with(model, "Extras"), "Figs")
    assert Opposite() in [effect.expression for effect in way.effects]
