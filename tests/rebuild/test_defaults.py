"""Step 13: what nobody tried (defaults.py, beside.py)."""

from __future__ import annotations

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.defaults import BESIDE
from phonebuddy.rebuild.graph import MISSING
from phonebuddy.rebuild.model import OPEN, RETURN, STAY
from tests.rebuild.learnt import page_with, ways
from tests.rebuild.recorded import BACK, trace


def test_a_row_that_nobody_touched_does_what_its_neighbour_does(model: AppModel) -> None:
    main = page_with(model, "Pantry")
    (way,) = ways(model, main, "Rice")
    assert way.route.way == OPEN
    assert way.route.assumed == "as the row beside it"


HOURS = [f"b:{hour}" for hour in range(1, 13)]
PICK = ["p:Which hour?", *HOURS, "b:Never mind"]
MINUTES = ["p:Which minute?", *(f"b:{minute:02d}" for minute in range(0, 60, 5)), "b:Go back there"]


def test_one_of_many_numbers_does_what_the_tried_ones_do() -> None:
    home = ["p:Home", "b:Set it", "b:Help me", "b:Rest"]
    model = build_model([trace("a", home, "Set it", PICK, "3", MINUTES, BACK, PICK, "5", MINUTES)])
    page, next_page = page_with(model, "Which hour?"), page_with(model, "Which minute?")
    for hour in ("1", "12"):
        (way,) = ways(model, page, hour)
        assert (way.route.way, way.route.page) == ("open", next_page.number)
        assert way.route.assumed == "as the numbers beside it"
    (way,) = ways(model, next_page, "35")
    assert (way.route.way, way.route.assumed) == (STAY, "one of many numbers")


def test_a_part_of_a_row_does_what_it_does_in_the_others() -> None:
    home = ["p:Tunes", *(f"b:{w}{n}" for n in ("Reed", "Moss", "Fern") for w in ("", "More for "))]
    menu = ["b:Play it", "b:Like it"]
    model = build_model(
        [trace("a", home, "More for Reed", menu, BACK, home, "Reed", ["p:Reed plays", "b:Halt"])]
    )
    (way,) = ways(model, page_with(model, "Tunes"), "More for Fern")
    assert (way.route.page, way.route.assumed) == (page_with(model, "Play it").number, BESIDE)


def test_a_button_does_what_all_around_it_do() -> None:
    days = ["p:Which days?", "b:Mon", "b:Tue", "b:Wed", "b:Thu", "p:end"]
    model = build_model([trace("a", days, "Mon", days, "Wed", days)])
    (way,) = ways(model, page_with(model, "Which days?"), "Thu")
    assert (way.route.way, way.route.assumed) == (STAY, "as all the buttons beside it")


def test_a_menu_closes_as_its_other_choices_did() -> None:
    home = ["p:Nap", "b:How long", "p:10 minutes", "p:zzz"]
    menu = ["b:5 minutes", "b:10 minutes", "b:15 minutes"]
    model = build_model([trace("a", home, "How long", menu, "5 minutes", home)])
    (way,) = ways(model, page_with(model, "15 minutes"), "15 minutes")
    assert way.route.way == RETURN and way.route.assumed


def test_words_that_lead_here_from_elsewhere_stay_here() -> None:
    one = ["p:Bells ring", "b:Bells", "b:Maps", "p:a", "p:b"]
    two = ["p:Maps show", "b:Bells", "b:Maps", "p:c", "p:d"]
    model = build_model([trace("a", one, "Maps", two, "Bells", one)])
    (way,) = ways(model, page_with(model, "Maps show"), "Maps")
    assert (way.route.way, way.route.assumed) == (STAY, "the same words elsewhere lead here")


def test_a_button_that_nobody_touched_is_missing(model: AppModel) -> None:
    (way,) = ways(model, page_with(model, "Warn me early"), "About us")
    assert way.route.way == MISSING
