"""Values beside labels are found by rule, on any page."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.errors import TaskError
from phonebuddy.screen import Bounds, Element
from phonebuddy.tasks.drills.labels import PATH, is_label, labels, pairs
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.speech import Speech, speech_for

STATIC = frozenset({"Due", "Issued", "Total", "Subtotal", "Add a note", "Paid"})


@pytest.fixture(scope="module")
def speech() -> Speech:
    return speech_for(phone_of(1).image.apps, "en")


def text(said: str, box: str, left: int, top: int, right: int, height: int = 24) -> Element:
    return Element(
        id=f"page/body/{box}/{said}", role="text", text=said, bounds=Bounds(left, top, right, top + height),
        parent=f"page/body/{box}",
    )  # fmt: skip


def test_of_two_values_of_the_same_sort_each_has_its_own_label(speech: Speech) -> None:
    days = [
        text("Sunday, 17 May", "item1", 70, 100, 300, 28), text("Due", "item1", 70, 128, 110),
        text("5 May 2026", "item2", 70, 200, 300, 28), text("Issued", "item2", 70, 228, 130),
    ]  # fmt: skip
    assert pairs(days, STATIC, speech) == [("Due", "Sunday, 17 May"), ("Issued", "5 May 2026")]
    sums = [
        text("Subtotal", "a", 20, 300, 100), text("$12.00", "a", 440, 300, 519),
        text("Total", "b", 20, 340, 80), text("$14.50", "b", 440, 340, 519),
    ]  # fmt: skip
    assert pairs(sums, STATIC, speech) == [("Subtotal", "$12.00"), ("Total", "$14.50")]


def test_what_could_belong_to_two_belongs_to_none(speech: Speech) -> None:
    twice = [
        text("Paid", "a", 20, 100, 60),
        text("$1.00", "a", 20, 124, 60, 28),
        text("Paid", "b", 20, 200, 60),
    ]
    assert pairs(twice, STATIC, speech) == []
    heading = [text("Total", "a", 20, 100, 60, 50), text("$1.00", "a", 20, 150, 60)]
    assert pairs(heading, STATIC, speech) == [], "a label is no larger than its value"


@pytest.mark.parametrize("said", ["Add a note", "No events", "Tap to copy", "3 left", "It is what it was"])
def test_a_hint_is_no_label(said: str, speech: Speech) -> None:
    assert not is_label(said, speech)


def test_a_value_is_asked_for_by_its_label_and_by_words_near_it(speech: Speech) -> None:
    asks = labels().question("Due", speech, is_led=True).asks["en"]
    assert "what does it say under Due for {it}?" in asks and "what is the deadline of {it}?" in asks
    asks = labels().question("Coach", speech, is_led=False).asks["en"]
    assert "what is the coach?" in asks, "a label without words near it is its own"


def test_mistakes_are_told(tmp_path: Path) -> None:
    bad = tmp_path / "labels.yaml"
    bad.write_text(PATH.read_text().replace("  money:", "  mony:"))
    with pytest.raises(TaskError, match="no pattern 'mony'.*money"):
        labels.__wrapped__(bad)
    bad.write_text("unlike: no")
    with pytest.raises(TaskError, match="'thing' is missing"):
        labels.__wrapped__(bad)
