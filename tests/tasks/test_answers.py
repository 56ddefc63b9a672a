"""An answer holds a value however it is written, and never because one number contains another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.tasks.answers import says, says_impossible


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("The number is +1 555 0130 464.", "+1 555 0130 464"),
        ("call 555-0130-464", "+1 555 0130 464"),
        ("It starts at 7:30 pm", "19:30"),
        ("at 7:05 in the morning", "07:05"),
        ("it costs 12.5 dollars", "$12.50"),
        ("$1,234.50 in all", "1234.50"),
        ("Anna PEÑA", "Anna Pena"),
        ("他叫王伟。", "王伟"),
        ("三点: 5个", "5"),
        ("价格是128元", "¥128.00"),
        ("一共￥1,280，已付清", "¥1,280.00"),
        ("There are 5.", "5"),
        ("It says: See you at the station!", "See you at the station!"),
    ],
)
def test_said(answer: str, wanted: str) -> None:
    assert says(answer, wanted)


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("15", "5"),
        ("共15元", "¥5.00"),
        ("价格是128.5元", "¥128.00"),
        ("5.5", "5"),
        ("$19.907", "$19.90"),
        ("+1 555 0130 4647", "+1 555 0130 464"),
        ("at 7:30", "19:30"),
        ("Annabel", "Anna"),
        ("See you?7", "See you?"),
        ("anything", ""),
        ("anything", "  "),
        ("", "5"),
    ],
)
def test_not_said(answer: str, wanted: str) -> None:
    assert not says(answer, wanted)


@pytest.mark.parametrize("wanted", ["1", "555", "142", "0142", "334", "42", "$334.00"])
@pytest.mark.parametrize(
    "answer",
    [
        "Call +1 555 0142 334.",
        "tel:+1-555-0142-334",
        "call 555-0142-334 or 555 0042",
        "555-0142",
        "(555) 142-0334",
        "1-800-555-1234, 800-142-3340",
        "电话+1 555 0142 334。",
    ],
)
def test_an_amount_is_not_in_a_telephone_number(answer: str, wanted: str) -> None:
    assert not says(answer, wanted)
    assert says(f"{answer}, {wanted}", wanted) and says(f"{wanted}: {answer}", wanted)


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("Call 555-0142 50", "50"),
        ("Call 555-0142 500", "500"),
        ("+1 555 0142 334 owes $42.00", "42"),
        ("1,200 for 555 0142", "1200"),
        ("100 200 300", "200"),
        ("between 1200-1500", "1500"),
        ("+100 -200", "-200"),
        ("on 2026-11-16", "16"),
        ("on 2026-11-16", "2026-11-16"),
        ("555 0142 opens 07:30", "7:30"),
        ("in 2026 1200 people", "1200"),
        ("Room 0142", "0142"),
    ],
)
def test_what_stands_beside_a_telephone_number_or_looks_like_one_is_said(answer: str, wanted: str) -> None:
    assert says(answer, wanted)


@given(st.integers(0, 10**7), st.sampled_from(["It is {}.", "{}", "About {} of them", "a {} b"]))
def test_a_number_in_a_sentence_is_said_and_its_neighbours_are_not(number: int, sentence: str) -> None:
    answer = sentence.format(number)
    assert says(answer, str(number))
    assert not says(answer, str(number + 1))
    assert not says(answer, f"{number}1")


@given(st.text(max_size=60), st.text(max_size=12))
def test_any_two_texts_can_be_compared(answer: str, wanted: str) -> None:
    assert says(answer, wanted) in (True, False)
    assert says_impossible(answer) in (True, False)


@pytest.mark.parametrize(
    "answer",
    ["There is no contact called X.", "I can't do that", "Sorry, it is not available", "没有这个联系人"],
)
def test_a_refusal(answer: str) -> None:
    assert says_impossible(answer)


@pytest.mark.parametrize("answer", ["Done.", "The number is 555.", "", "I noted it", "好的，完成了"])
def test_no_refusal(answer: str) -> None:
    assert not says_impossible(answer)
