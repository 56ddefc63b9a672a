"""Permission dialogs, the share sheet and the app chooser."""

from __future__ import annotations

import pytest

from phonebuddy import actions as a
from phonebuddy.screen import Flag
from tests.world.helpers import differences, moment, pixel_hash
from tests.world.system.talk import Talk

ASK = "Ask for contacts"
QUESTION = "Allow Talk to access your contacts?"


@pytest.mark.parametrize(
    ("answer", "heard", "kept"),
    [("While using the app", "granted", 1), ("Only this time", "granted", 2), ("Don't allow", "denied", 0)],
)
def test_each_answer_leads_on_and_is_remembered(answer: str, heard: str, kept: int) -> None:
    talk = Talk()
    talk.tap(ASK)
    assert talk.has(QUESTION)
    talk.tap(answer)
    assert talk.heard() == [heard] and not talk.has(QUESTION)
    assert talk.rows("SELECT app, name, granted FROM phone_permission") == [("talk", "contacts", kept)]
    talk.tap(ASK)
    assert talk.heard() == [heard, heard] and not talk.has(QUESTION)


def test_only_this_time_ends_with_the_app() -> None:
    talk = Talk()
    talk.tap(ASK)
    talk.tap("Only this time")
    talk.press("home")
    talk.phone.act(a.OpenApp("talk"))
    talk.tap(ASK)
    assert not talk.has(QUESTION)
    talk.phone.act(a.CloseApp("talk"))
    talk.phone.act(a.OpenApp("talk"))
    talk.tap(ASK)
    assert talk.has(QUESTION)


def test_the_question_waits_for_an_answer_and_back_means_no() -> None:
    talk = Talk()
    talk.tap(ASK)
    talk.phone.act(a.Click(a.Point(500, 60)))
    talk.pull()
    assert talk.has(QUESTION)
    talk.press("back")
    assert not talk.has(QUESTION) and talk.heard() == ["denied"]


def test_leaving_the_app_takes_the_question_along() -> None:
    for leave in (a.ButtonPress("home"), a.OpenApp("book"), a.CloseApp("talk")):
        talk = Talk()
        talk.tap(ASK)
        talk.phone.act(leave)
        assert not talk.has(QUESTION) and talk.heard() == []
        assert talk.rows("SELECT * FROM phone_permission") == []


def test_the_question_takes_the_keyboard_away() -> None:
    talk = Talk()
    talk.tap("Line")
    assert talk.has("Shift")
    talk.tap(ASK)
    talk.phone.act(a.Type("x"))
    assert not talk.has("Shift") and talk.heard() == []


def test_a_snapshot_taken_while_asking_goes_on() -> None:
    talk = Talk()
    talk.tap(ASK)
    before, pixels, kept = moment(talk.phone), pixel_hash(talk.phone), talk.phone.snapshot()
    talk.press("home")
    talk.phone.restore(kept)
    assert not differences(before, moment(talk.phone)) and pixel_hash(talk.phone) == pixels
    talk.tap("While using the app")
    assert talk.heard() == ["granted"]


def test_the_share_sheet_copies_and_hands_over() -> None:
    talk = Talk()
    talk.tap("Share")
    assert talk.has("Some words") and talk.has("A title")
    talk.tap("Copy")
    assert talk.rows("SELECT text FROM phone_copied") == [("Some words",)]
    talk.tap("Share")
    talk.tap("Talk")
    assert talk.heard() == ["shared Some words"]
    for leave in (lambda: talk.press("back"), lambda: talk.phone.act(a.Click(a.Point(500, 100)))):
        talk.tap("Share")
        leave()
        assert not talk.has("Some words") and talk.phone.view() == ("talk", "main", "")


def test_the_chooser_marks_one_and_opens_it_once() -> None:
    talk = Talk()
    talk.tap("View")
    assert talk.has("Open with") and talk.find("Book").has(Flag.SELECTED)
    talk.tap("Maps")
    assert talk.find("Maps").has(Flag.SELECTED) and not talk.find("Book").has(Flag.SELECTED)
    kept = talk.phone.snapshot()
    talk.tap("Just once")
    assert talk.phone.view() == ("maps", "spot", "") and talk.has("Map of Pier 5")
    talk.phone.restore(kept)
    talk.tap("Maps")
    assert talk.phone.view() == ("maps", "spot", "")
    talk.phone.restore(kept)
    talk.tap("Book")
    talk.tap("Book")
    assert talk.has("Book of Pier 5")
    talk.phone.restore(kept)
    talk.press("back")
    assert not talk.has("Open with") and talk.phone.view() == ("talk", "main", "")
