"""Steps 9 and 10: where a touch leads, and what decides it."""

from __future__ import annotations

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.graph import BACK_TO
from phonebuddy.rebuild.model import OPEN, RETURN
from tests.rebuild.learnt import page_with, ways
from tests.rebuild.recorded import BACK, MAIN, MILK, trace


def test_a_menu_is_gone_once_something_was_chosen(model: AppModel) -> None:
    (way,) = ways(model, page_with(model, "Help"), "Settings")
    assert (way.route.way, way.route.page) == ("replace", page_with(model, "Warn me early").number)


def test_closing_is_learnt_as_closing(model: AppModel) -> None:
    (way,) = ways(model, page_with(model, "Cancel"), "Cancel")
    assert (way.route.way, way.route.assumed) == (RETURN, "")


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


def test_a_conflict_is_counted_not_hidden() -> None:
    other = ["p:Elsewhere", "b:x"]
    model = build_model([
        trace("a", MAIN, "Milk|2 litres", MILK),
        trace("b", MAIN, "Milk|2 litres", MILK),
        trace("c", MAIN, "Milk|2 litres", other),
    ])  # fmt: skip
    (way,) = ways(model, page_with(model, "Pantry"), "Milk")
    assert (way.route.support, way.route.conflicts) == (2, 1)
