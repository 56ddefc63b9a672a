"""Step 12: what a touch changes: toggle, text, round, counter, depends on a choice."""

from __future__ import annotations

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.expressions import (
    Count,
    Lookup,
    Opposite,
    Other,
    Turn,
    Wrapped,
)
from phonebuddy.rebuild.model import STAY
from phonebuddy.rebuild.score.score import running
from phonebuddy.rebuild.values import SAYS, Cell
from tests.rebuild.learnt import page_with, ways
from tests.rebuild.recorded import trace


def test_a_tick_box_that_flipped_is_a_toggle(model: AppModel) -> None:
    page = page_with(model, "Warn me early")
    (way,) = ways(model, page, "Warn me early")
    assert way.route.way == STAY
    assert Opposite() in [effect.expression for effect in way.effects]


def test_what_was_typed_comes_back_on_the_page_below(model: AppModel) -> None:
    form, main = page_with(model, "Cancel"), page_with(model, "Pantry")
    (way,) = ways(model, form, "OK")
    texts = [effect.expression for effect in way.effects if effect.page == main.number]
    field = Cell(next(slot.number for slot in form.slots if slot.kind == "field"), SAYS)
    assert Wrapped("Last: ", Other(form.number, field), "") in texts


def test_a_button_that_goes_round() -> None:
    screens = [["p:Player", "b:Stop", f"b:{words}"] for words in ("Repeat all", "Repeat one", "Repeat off")]
    a, b, c = screens
    model = build_model([trace("a", a, "Repeat all", b, "Repeat one", c, "Repeat off", a)])
    found = [way for behaviour in model.behaviours.values() for way in behaviour.ways]
    assert any(isinstance(effect.expression, Turn) for way in found for effect in way.effects)


def test_a_number_that_goes_up_is_a_counter() -> None:
    screens = [["p:Basket", "b:Take one", f"p:You have {count} of 9", "b:Leave"] for count in range(4)]
    a, b, c, d = screens
    model = build_model([trace("a", a, "Take one", b, "Take one", c, "Take one", d)])
    (way,) = ways(model, page_with(model, "Basket"), "Take one")
    assert [effect.expression for effect in way.effects] == [Count("You have ", 1, " of 9")]
    with running(model) as driver:
        driver.start()
        for _ in range(7):
            driver.tap(next(item for item in driver.read() if item.label == "Take one"))
        assert "You have 7 of 9" in [item.label for item in driver.read()]


def test_what_shows_can_depend_on_what_was_chosen() -> None:
    home = ["p:Home", "b:New", "b:Help", "b:Out"]

    def form(kind: str) -> list[str]:
        return [
            "p:New",
            f"{'x' if kind == 'List' else 'c'}:List",
            f"{'x' if kind == 'Text' else 'c'}:Text",
            "b:No",
            "b:OK",
        ]

    def made(kind: str) -> list[str]:
        return [*home, f"p:This is a {kind.lower()}"]

    text = ["OK", made("Text")]
    model = build_model([
        trace("a", home, "New", form("Text"), *text),
        trace("b", home, "New", form("Text"), "List", form("List"), "OK", made("List")),
        trace("c", home, "New", form("Text"), *text),
    ])  # fmt: skip
    found = ways(model, page_with(model, "OK"), "OK")
    assert any(isinstance(effect.expression, Lookup) for way in found for effect in way.effects)
