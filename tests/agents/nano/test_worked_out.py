"""Worked out: a number that stands nowhere is taken apart into the values it was reckoned from, or not at
all."""

from __future__ import annotations

import pytest

from phonebuddy.actions import Finish, Type
from phonebuddy.agents.nano.choices import FIRST_OPERATION, FIRST_TOLD
from phonebuddy.agents.nano.demos import follow, show
from phonebuddy.agents.nano.reckoning import OPERATIONS
from phonebuddy.agents.nano.view import View, view_of
from phonebuddy.agents.nano.worked_out import work_out
from phonebuddy.agents.policy import Turn
from phonebuddy.episode import Seen
from phonebuddy.screen import Bounds, Element, Flag

BILLS = ("Gas $93.20", "Water $41.75", "Rent $980.00", "Gym $29.90")


def view(instruction: str, *rows: str) -> View:
    """A page with a field that has the keyboard, and some rows."""
    field = Element(
        "field", "text_field", Bounds(0, 100, 1080, 200), flags=Flag.EDITABLE | Flag.FOCUSED | Flag.CLICKABLE
    )
    shown = [
        Element(f"row{place}", "text", Bounds(0, 200 + 80 * place, 1080, 270 + 80 * place), text=row)
        for place, row in enumerate(rows)
    ]
    return view_of(Turn(instruction, Seen((field, *shown), "app", "page", 1080, 2400, 0), (), ("Bills",)))


@pytest.mark.parametrize(
    ("instruction", "rows", "said", "operation", "values"),
    [
        ("What do Gas and Water come to?", BILLS, "$134.95", "sum", ["$93.20", "$41.75"]),
        ("How far apart are Water and Rent?", BILLS, "$938.25", "difference", ["$41.75", "$980.00"]),
        ("Add up Rent, Gym and Gas.", BILLS, "$1,103.10", "sum", ["$980.00", "$29.90", "$93.20"]),
        ("What is half of Water and Gas?", BILLS, "$46.60", "share", ["$93.20", "half"]),
        ("What do three of Gym cost?", BILLS, "$89.70", "product", ["$29.90", "three"]),
        (
            "How long is Visit Hassan?",
            ("Visit Hassan", "14:30", "17:00"),
            "150",
            "between",
            ["14:30", "17:00"],
        ),
        ("Ring an hour before Yoga.", ("Yoga", "18:15"), "17:15", "before", ["18:15", "an hour"]),
        (
            "When is it an hour after Yoga?",
            ("Yoga 10:00", "Tea 12:00"),
            "11:00",
            "after",
            ["10:00", "an hour"],
        ),
        ("20 minutes after Yoga ends", ("Yoga", "7:50 PM"), "8:10 PM", "after", ["7:50 PM", "20 minutes"]),
    ],
)
def test_how_a_number_came_about(
    instruction: str, rows: tuple[str, ...], said: str, operation: str, values: list[str]
) -> None:
    way = work_out(view(instruction, *rows), said)
    assert way is not None
    assert (way.operation, [value.text for value in way.values]) == (operation, values)


def test_a_demonstration_leads_to_the_same_number() -> None:
    page = view("What do Gas and Water come to?", *BILLS)
    for action, text in (
        (Finish("Together it was $134.95."), "$134.95"),
        (Type("134.95"), "134.95"),
        (Type("$134.95"), "$134.95"),
    ):
        shown = show(page, action)
        assert not shown.problem and FIRST_OPERATION <= shown.answers[1] < FIRST_TOLD
        again, asks = follow(page, shown.answers)
        assert again == type(action)(text) and asks == shown.asks


def test_what_stands_there_is_copied() -> None:
    answers = show(view("What is Gas?", *BILLS), Finish("$93.20")).answers
    assert answers[1] >= FIRST_TOLD


def test_two_ways_as_likely_are_none() -> None:
    alike = ("Left $20.00", "Right $40.75")
    assert work_out(view("Tell me.", *alike, "$50.00 $10.75"), "$60.75") is None


@pytest.mark.parametrize("said", ["9", "33", "$7.77", "25:00", "nothing", ""])
def test_what_comes_of_nothing_is_not_worked_out(said: str) -> None:
    assert work_out(view("What do Gas and Water come to?", *BILLS, "4 5", "12", "21"), said) is None


def test_numbers_that_fit_by_chance_are_left_alone() -> None:
    # 15 and 18, 16 and 17, 21 and 12 all come to 33.
    page = view("Is it windier in A or in B on 15 May?", "A 18 km/h", "B 16 km/h", "A 17", "B 21", "A 12")
    assert show(page, Finish("33 km/h")).problem == "says a number that is nowhere"


def test_operations_have_names_of_their_own() -> None:
    assert len(set(OPERATIONS)) == len(OPERATIONS) == FIRST_TOLD - FIRST_OPERATION
