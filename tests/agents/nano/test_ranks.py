"""Ranks: the highest and lowest of like things, by unit, money, day and time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.agents.nano.ranks import RANKS, ranks_of


def _ranks(*texts: tuple[str, ...]) -> list[set[str]]:
    return [{RANKS[place] for place in one} for one in ranks_of(["row"] * len(texts), texts)]


def test_numbers_are_compared_within_their_unit() -> None:
    assert _ranks(
        ("$42.25", "Name change", "30 min · 4 km"), ("$179.00", "Identity card", "60 min · 1 km"),
        ("$1,858.90", "Two rooms", "45 min · 2 km"),
    ) == [{"cheapest", "fewest", "most besides"}, {"most", "fewest besides"}, {"dearest"}]  # fmt: skip


def test_a_number_alone_is_one_number() -> None:
    assert _ranks(("Novels · 768",), ("Poetry · 193",)) == [{"most"}, {"fewest"}]


@pytest.mark.parametrize(
    ("early", "late"),
    [
        ("Sat, 9 May", "Fri, 15 May"),
        ("Sun, 31 May 2026", "Mon, 1 June 2026"),
        ("31 December 2026", "1 January 2027"),
        ("9:30", "10:05"),
        ("15 May, 09:30", "15 May, 18:00"),
        ("2026年5月28日 星期四", "2026年6月7日 星期日"),
    ],
)
def test_days_and_times(early: str, late: str) -> None:
    assert _ranks(("Dentist", late), ("Plumber", early)) == [{"latest"}, {"earliest"}]


@pytest.mark.parametrize(
    "texts",
    [
        [("$5.00",)],
        [("$5.00", "Tea"), ("$5.00", "Milk")],
        [("Tea",), ("Milk",)],
        [("SO-10870",), ("SO-10871",)],
        [("+1 555 0183 145",), ("Nobody",)],
    ],
)
def test_nothing_to_compare(texts: list[tuple[str, ...]]) -> None:
    assert _ranks(*texts) == [set() for _ in texts]


def test_only_like_things_are_compared() -> None:
    assert ranks_of(["row", "button", "row"], [("$5",), ("$1",), ("$9",)]) == [(1,), (), (0,)]


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=30)), max_size=8))
def test_any_text_will_do(texts: list[tuple[str, str]]) -> None:
    assert all(set(one) <= set(range(len(RANKS))) for one in ranks_of([1] * len(texts), texts))
