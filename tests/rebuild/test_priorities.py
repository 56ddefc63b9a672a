"""Step 9: which pages matter most."""

from __future__ import annotations

from collections import Counter

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.priorities import rank_pages
from tests.rebuild.learnt import page_with


def test_pages_that_are_visited_more_come_first(model: AppModel) -> None:
    ranks = rank_pages(model.pages, model.visits)
    ordered = sorted(model.pages, key=lambda page: -model.visits[page.number])
    assert ranks[page_with(model, "Pantry").number] == "P0"
    assert [ranks[page.number] for page in ordered] == sorted(ranks.values())
    assert rank_pages(model.pages, Counter()) == {page.number: "P2" for page in model.pages}
