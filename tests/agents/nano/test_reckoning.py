"""Reckoning: values are read as people write them, and what comes of them is written like the first."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.agents.nano.reckoning import DAY, OPERATIONS, amount_of, part_of, reckon, span_of, time_of
from tests.episodes.made import texts


@pytest.mark.parametrize(
    ("operation", "pieces", "result"),
    [
        ("sum", ("$57.02", "$3.10", "1,000"), "$1,060.12"),
        ("sum", ("-$41.30", "−$300.00"), "$341.30"),
        ("sum", ("900", "950"), "1850"),
        ("sum", ("12.5 km", "3 km", "1 km", "2 km"), "18.5 km"),
        ("difference", ("¥2.75", "¥5"), "¥2.25"),
        ("product", ("$4.50", "three"), "$13.50"),
        ("product", ("19.90", "2"), "39.80"),
        ("share", ("$92.60", "half"), "$46.30"),
        ("share", ("¥1,284.50", "半"), "¥642.25"),
        ("share", ("90", "4"), "22.50"),
        ("share", ("90", "three"), "30"),
        ("before", ("14:30", "an hour"), "13:30"),
        ("before", ("00:10", "20 minutes"), "23:50"),
        ("before", ("9:05 AM", "1 h 30 min"), "7:35 AM"),
        ("after", ("11:50 am", "half an hour"), "12:20 pm"),
        ("after", ("9:40", "two hours and 15 minutes"), "11:55"),
        ("after", ("14:30", "半小时"), "15:00"),
        ("between", ("14:30", "17:00"), "150"),
        ("between", ("23:30", "0:15"), "45"),
    ],
)
def test_what_comes_of_values(operation: str, pieces: tuple[str, ...], result: str) -> None:
    assert reckon(operation, pieces) == result


@pytest.mark.parametrize(
    ("operation", "pieces"),
    [
        ("sum", ("Meera", "$5")),
        ("sum", ("$5",)),
        ("sum", ("9" * 40, "1")),
        ("product", ("999999999999", "999999999999")),
        ("share", ("$5", "nobody")),
        ("share", ("$5", "0")),
        ("before", ("tomorrow", "an hour")),
        ("before", ("14:30", "a while")),
        ("after", ("29:75", "an hour")),
        ("between", ("14:30", "later")),
    ],
)
def test_what_is_no_value_stays_what_it_is(operation: str, pieces: tuple[str, ...]) -> None:
    assert reckon(operation, pieces) == " ".join(pieces)


def test_what_is_read() -> None:
    amount = amount_of("1,250.50 km")
    assert amount is not None
    assert (amount.number, amount.behind, amount.decimals, amount.is_grouped) == (
        Decimal("1250.50"), " km", 2, True
    )  # fmt: skip
    assert [part_of(text) for text in ("half", "a", "third", "4", "2.5", "car")] == [
        2,
        None,
        3,
        4,
        None,
        None,
    ]
    assert [span_of(text) for text in ("90 min", "1.5 h", "25 hours", "", "hour")] == [
        90,
        90,
        None,
        None,
        None,
    ]


@given(st.sampled_from(OPERATIONS), st.lists(texts.filter(bool), min_size=1, max_size=4))
def test_something_comes_of_any_texts(operation: str, pieces: list[str]) -> None:
    assert reckon(operation, pieces)


@given(st.integers(0, DAY - 1), st.integers(1, DAY - 1))
def test_so_long_before_and_after_is_where_it_was(minutes: int, span: int) -> None:
    time = f"{minutes // 60:02}:{minutes % 60:02}"
    before = reckon("before", (time, f"{span} min"))
    assert reckon("after", (before, f"{span} min")) == time
    assert reckon("between", (before, time)) == str(span)
    found = time_of(before)
    assert found is not None and found.minutes == (minutes - span) % DAY


@given(st.lists(st.decimals(0, 10**6, places=2), min_size=2, max_size=4))
def test_sums_do_not_depend_on_the_order(numbers: list[Decimal]) -> None:
    pieces = [f"${number}" for number in numbers]
    assert (
        reckon("sum", pieces)
        == reckon("sum", pieces[::-1])
        == f"${sum(numbers):,.2f}".replace(",", "" if sum(numbers) < 1000 else ",")
    )
