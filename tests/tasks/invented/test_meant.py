"""Meant: what people say who do not name a fact, beside the facts that there are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from phonebuddy.tasks.invented.chat.parts import FACTS
from phonebuddy.tasks.invented.control import app as control
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.meant import PATH, Meant, meant
from phonebuddy.tasks.invented.money.data import extras
from phonebuddy.tasks.invented.sketch import Data
from tests.tasks.invented.domains import DATA


def _said(data: Data) -> Iterator[str]:
    """All names of facts and settings within a domain."""
    for value in data.values():
        if isinstance(value, dict):
            yield from ([value["said"]] if isinstance(value.get("said"), str) else [])
            yield from _said(value)


def _extras() -> Iterator[str]:
    """What is switched on with a booking goes by its label."""
    for data in DATA["booking"].values():
        yield from (label.lower() for label in data.get("extra", {}).get("labels", ()))


BESIDES = {
    "booking": {"price", "duration", "phone number", *_extras()},
    "chat": {"reference", *(said for _, _, words, *_ in FACTS.values() for said in words)},
    "money": set[str](),
    "control": set(_said(control.domains()[control.PREFERENCES])),
}
"""Facts that no domain names: every app of the kind has them."""


@pytest.mark.parametrize("kind", sorted(BESIDES))
def test_facts_that_are_meant_are_facts_that_there_are(kind: str) -> None:
    more = extras() if kind == "money" else {}
    known = {said for data in (*DATA[kind].values(), *more.values()) for said in _said(data)} | BESIDES[kind]
    for said in read_data(PATH)[kind]:
        assert said in known, f"{kind}: no app has the fact {said!r}"
        found = meant(kind, said)
        assert any(found) and all(len(set(ways)) == len(ways) for ways in found)
        assert all(way.endswith("?") for way in found.asks) and not any("?" in way for way in found.things)
        assert kind == "control" or all("{it}" in way for way in (*found.asks, *found.things)), said
        assert kind == "booking" or all("{it}" in way and "{v}" in way for way in found.sets), said


@pytest.mark.parametrize("kind", ["booking", "library", "money", "shop"])
def test_a_question_asks_for_one_of_the_facts_that_stand_together(kind: str) -> None:
    for domain, data in DATA[kind].items():
        asks = [way for said in set(_said(data)) for way in meant(kind, said).asks]
        assert len(set(asks)) == len(asks), (domain, sorted(way for way in asks if asks.count(way) > 1))


def test_a_fact_that_nobody_has_words_for_goes_by_its_name() -> None:
    assert meant("chat", "shoe size") == Meant()
