"""Moves, layers, stacks, routes, groups, effects, links, defaults: what is learnt from recordings."""

from __future__ import annotations

from collections import Counter

import pytest

from phonebuddy.errors import TraceError
from phonebuddy.rebuild.behaviour import AppModel, Way
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.entities import find_entities
from phonebuddy.rebuild.expressions import (
    Constant,
    Count,
    Given,
    Lookup,
    Matches,
    Opposite,
    Other,
    Tapped,
    Turn,
    Wrapped,
    count_between,
)
from phonebuddy.rebuild.graph import BACK_TO, MISSING
from phonebuddy.rebuild.model import OPEN, RETURN, STAY, TAP, Edge, Page
from phonebuddy.rebuild.priorities import rank_pages
from phonebuddy.rebuild.score.score import running
from phonebuddy.rebuild.values import ON, SAYS, Cell, Value
from tests.rebuild.recorded import ALL, BACK, MAIN, MILK, OATS, RUN, SALT, WARN, trace


def page_with(model: AppModel, words: str) -> Page:
    return next(page for page in model.pages if any(slot.first.head == words for slot in page.slots))


def ways(model: AppModel, page: Page, words: str) -> tuple[Way, ...]:
    slot = next(slot for slot in page.slots if slot.first.head == words)
    return model.behaviours[Edge(page.number, TAP, slot.number)].ways


@pytest.fixture(scope="module")
def model() -> AppModel:
    return build_model(ALL)


def test_menus_choices_and_dialogs_are_layers(model: AppModel) -> None:
    layers = {page_with(model, words).name for words in ("Help", "Imperial", "Cancel")}
    assert layers <= {page.name for page in model.pages if page.layer}
    assert not page_with(model, "Pantry").layer
    assert not page_with(model, "Warn me early").layer


def test_the_app_starts_where_recordings_start(model: AppModel) -> None:
    assert model.pages[model.start] is page_with(model, "Pantry")


def test_a_menu_is_gone_once_something_was_chosen(model: AppModel) -> None:
    (way,) = ways(model, page_with(model, "Help"), "Settings")
    assert (way.route.way, way.route.page) == ("replace", page_with(model, "Warn me early").number)


def test_closing_is_learnt_as_closing(model: AppModel) -> None:
    (way,) = ways(model, page_with(model, "Cancel"), "Cancel")
    assert (way.route.way, way.route.assumed) == (RETURN, "")


def test_a_tick_box_that_flipped_is_a_toggle(model: AppModel) -> None:
    page = page_with(model, "Warn me early")
    (way,) = ways(model, page, "Warn me early")
    assert way.route.way == STAY
    assert Opposite() in [effect.expression for effect in way.effects]


def test_a_choice_answers_for_the_setting_that_opened_it(model: AppModel) -> None:
    settings, units = page_with(model, "Warn me early"), page_with(model, "Imperial")
    (link,) = model.links
    assert (link.page, link.choices) == (settings.number, units.number)
    (way,) = ways(model, units, "Old")
    assert way.route.way == RETURN
    assert way.route.assumed
    assert (settings.number, link.cell, Tapped(-1)) in [effect[:3] for effect in way.effects]


def test_what_was_typed_comes_back_on_the_page_below(model: AppModel) -> None:
    form, main = page_with(model, "Cancel"), page_with(model, "Pantry")
    (way,) = ways(model, form, "OK")
    texts = [effect.expression for effect in way.effects if effect.page == main.number]
    field = Cell(next(slot.number for slot in form.slots if slot.kind == "field"), SAYS)
    assert Wrapped("Last: ", Other(form.number, field), "") in texts


def test_a_row_that_nobody_touched_does_what_its_neighbour_does(model: AppModel) -> None:
    main = page_with(model, "Pantry")
    (way,) = ways(model, main, "Rice")
    assert way.route.way == OPEN
    assert way.route.assumed == "as the row beside it"


def test_a_button_that_nobody_touched_is_missing(model: AppModel) -> None:
    (way,) = ways(model, page_with(model, "Warn me early"), "About us")
    assert way.route.way == MISSING


def test_rows_become_one_entity(model: AppModel) -> None:
    (entity,) = find_entities(model)
    assert [model.slot(entity.page, number).first.head for number in entity.rows] == ["Milk", "Rice"]


def test_a_page_shown_once_is_skipped_afterwards() -> None:
    ask, far = ["p:May we?", "b:Yes", "b:No"], ["p:Far away", "b:Near"]
    home = ["p:Home", "b:Go", "b:Stay here", "b:Rest"]
    model = build_model([
        trace("a", home, "Go", ask, "Yes", far, BACK, home, "Go", far, BACK, home, "Go", far),
        trace("b", home, "Go", ask, "Yes", far),
    ])  # fmt: skip
    first, later = ways(model, page_with(model, "Stay here"), "Go")
    assert first.route.guard is not None
    assert model.pages[first.route.guard.unvisited] is page_with(model, "Yes")
    assert later.route.way in (OPEN, BACK_TO)


def test_a_chosen_tab_decides_where_a_touch_leads() -> None:
    one = ["p:One", "b:Two", "b:Up", "b:Down", "b:Open"]
    two = ["b:One", "p:Two", "b:Up", "b:Down", "b:Open"]
    left, right = ["p:Left side", "b:x"], ["p:Right side", "b:y"]
    model = build_model([
        trace("a", one, "Open", left, BACK, one, "Two", two, "Open", right, BACK, two),
        trace("b", two, "One", one, "Open", left),
    ])  # fmt: skip
    found = ways(model, page_with(model, "Up"), "Open")
    assert [way.route.guard is not None for way in found] == [True, False]
    assert len({way.route.page for way in found}) == 2


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


def test_counts_are_found_between_two_texts() -> None:
    assert count_between("2 left", "1 left") == Count("", -1, " left")
    assert count_between("2 of 3", "3 of 4") is None
    assert count_between("two", "three") is None


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


def test_expressions_give_what_they_say() -> None:
    state: dict[int, dict[Cell, Value]] = {0: {Cell(0, SAYS): "Rice cake", Cell(1, ON): True}}
    given = Given(state, 0, Cell(1, ON), "RICE", ("a", "b"))
    assert Opposite().of(given) is False
    assert (Tapped(1).of(given), Tapped(-1).of(given), Tapped(5).of(given)) == ("b", "a\nb", None)
    assert Other(0, Cell(0, SAYS)).of(given) == "Rice cake"
    assert Wrapped("<", Tapped(0), ">").of(given) == "<a>"
    assert Matches().of(given._replace(cell=Cell(0, "shown"))) is True
    assert Lookup(0, Cell(0, SAYS), (("Rice cake", "yes"),)).of(given) == "yes"
    assert Constant("x").of(given) == "x"


def test_a_conflict_is_counted_not_hidden() -> None:
    other = ["p:Elsewhere", "b:x"]
    model = build_model([
        trace("a", MAIN, "Milk|2 litres", MILK),
        trace("b", MAIN, "Milk|2 litres", MILK),
        trace("c", MAIN, "Milk|2 litres", other),
    ])  # fmt: skip
    (way,) = ways(model, page_with(model, "Pantry"), "Milk")
    assert (way.route.support, way.route.conflicts) == (2, 1)


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(TraceError, match="no steps"):
        build_model([])


def test_the_order_of_tasks_does_not_change_what_is_learnt() -> None:
    one, two = build_model([RUN, SALT, OATS, WARN]), build_model([RUN, WARN, OATS, SALT])
    assert {page.name for page in one.pages} == {page.name for page in two.pages}


def test_pages_that_are_visited_more_come_first(model: AppModel) -> None:
    ranks = rank_pages(model.pages, model.visits)
    ordered = sorted(model.pages, key=lambda page: -model.visits[page.number])
    assert ranks[page_with(model, "Pantry").number] == "P0"
    assert [ranks[page.number] for page in ordered] == sorted(ranks.values())
    assert rank_pages(model.pages, Counter()) == {page.number: "P2" for page in model.pages}
