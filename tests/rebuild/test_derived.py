"""Words from elsewhere (derived.py), what is known at a moment (beliefs.py), who said it (sources.py)."""

from __future__ import annotations

from phonebuddy.rebuild.beliefs import beliefs, seeds
from phonebuddy.rebuild.build import build_model, find_pages
from phonebuddy.rebuild.expressions import Other
from phonebuddy.rebuild.moves import find_moves
from phonebuddy.rebuild.screens import see_all
from phonebuddy.rebuild.sources import Sources
from phonebuddy.rebuild.values import SAYS, Cell
from tests.rebuild.learnt import page_with
from tests.rebuild.recorded import BACK, MAIN, MILK, trace


def about(name: str) -> list[str]:
    return [f"p:{name}", "b:Use one", "b:Buy more", "p:Kept in the pantry", "p:Best before May"]


def test_a_page_about_the_touched_row_takes_its_words_from_it() -> None:
    model = build_model([trace("a", MAIN, "Milk|2 litres", MILK)])
    page = page_with(model, "Use one")
    derived = {page.slots[cell.slot].first.label for cell in page.derived}
    assert derived == {"Milk", "2 litres"}


def test_words_that_were_once_seen_without_it_are_not_derived() -> None:
    model = build_model([trace("a", MAIN, "Milk|2 litres", MILK), trace("b", MAIN, "Rice|1 bag", MILK)])
    assert page_with(model, "Use one").derived == set()


def test_a_belief_is_the_last_sighting_and_never_a_later_one() -> None:
    milk, rice = about("Milk"), about("Rice")
    run = trace("a", MAIN, "Milk|2 litres", milk, BACK, MAIN, "Rice|1 bag", rice, BACK, MAIN)
    pages, spots = find_pages(list(see_all([run], True).values()), True, True)
    moves = find_moves([run], pages, spots)
    page = spots["/".join(milk)].page
    assert spots["/".join(rice)].page == page, "one page about two things"
    cell = Cell(0, SAYS)
    said = [state[page][cell] for state in beliefs(moves, pages)]
    assert said == ["Milk", "Milk", "Milk", "Rice"]
    assert seeds(pages)[page][cell] == "Milk"


def test_sources_are_those_that_said_it_fields_first() -> None:
    form = [["p:New", f"i:{words}", f"p:{words}", "b:OK", "b:Cancel", "p:end"] for words in ("Name", "Salt")]
    run = trace("a", form[0], ("Name", "Salt"), form[1], "OK", MAIN)
    model = build_model([run])
    page = page_with(model, "New")
    state = {page.number: page.values[page.member("/".join(form[1]))]}
    found = Sources(model.pages).holding([(state, "Salt")], page.number)
    field = next(slot.number for slot in page.slots if slot.kind == "field")
    assert found[0] == Other(page.number, Cell(field, SAYS))
    assert Sources(model.pages).holding([(state, "Pepper")], page.number) == []
