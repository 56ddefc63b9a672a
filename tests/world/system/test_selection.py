"""Selecting, cutting, copying and pasting in fields, by finger."""

from __future__ import annotations

import pytest

from phonebuddy import actions as a
from phonebuddy.screen import Element
from phonebuddy.world.look import LookSpec
from tests.world.helpers import differences, moment, pixel_hash
from tests.world.system.talk import Talk

TOOLS = ("Cut", "Copy", "Paste", "Select all")


def offered(talk: Talk) -> list[str]:
    return [one.text for one in talk.elements() if one.id.startswith("selection/") and one.text in TOOLS]


def field(talk: Talk, label: str) -> Element:
    return next(one for one in talk.elements() if one.role == "field" and one.description == label)


def hold(talk: Talk, label: str, share: float = 0.5, double: bool = False) -> None:
    """Press a field at a share of its width for long, or tap it twice."""
    bounds, screen = field(talk, label).bounds, talk.phone.observe()
    x = round(bounds.left + (bounds.right - bounds.left) * share)
    point = a.to_point(x, bounds.center[1], screen.width, screen.height)
    talk.phone.act(a.DoubleClick(point) if double else a.LongPress(point))


@pytest.mark.parametrize("double", [False, True])
def test_a_long_press_or_double_tap_selects_the_word(double: bool) -> None:
    talk = Talk()
    hold(talk, "Line", 0.07, double)
    assert offered(talk) == ["Cut", "Copy", "Select all"]
    assert talk.phone._runtime.editing.selected() == "two"
    assert talk.has("Shift"), "the keyboard is there"


def test_what_is_selected_is_drawn() -> None:
    talk = Talk(LookSpec("720x1600"))
    hold(talk, "Line", 0.07)
    one = talk.phone.observe().pixels().copy()
    talk.tap("Select all")
    bounds = field(talk, "Line").bounds
    two = talk.phone.observe().pixels()
    inside = (slice(bounds.top, bounds.bottom), slice(bounds.left, bounds.right))
    assert (one[inside] != two[inside]).any()


def test_cut_copy_and_paste_move_text_from_field_to_field() -> None:
    talk = Talk()
    hold(talk, "Line", 0.07)
    talk.tap("Cut")
    assert field(talk, "Line").text == " words here" and offered(talk) == []
    assert talk.rows("SELECT text FROM phone_copied") == [("two",)]
    assert talk.heard() == ["typed  words here"], "the field's effects ran"
    hold(talk, "Empty")
    assert offered(talk) == ["Paste"]
    talk.tap("Paste")
    assert field(talk, "Empty").text == "two"
    hold(talk, "Empty", 0.07)
    talk.tap("Copy")
    talk.tap("Line")
    hold(talk, "Line", 0.9)
    assert offered(talk) == ["Cut", "Copy", "Paste", "Select all"]
    talk.tap("Paste")
    assert field(talk, "Line").text == " words two"


def test_copying_changes_nothing() -> None:
    talk = Talk()
    hold(talk, "Line", 0.07)
    talk.tap("Copy")
    assert field(talk, "Line").text == "two words here" and talk.heard() == [] and offered(talk) == []


def test_typing_and_deleting_take_the_place_of_the_selection() -> None:
    talk = Talk()
    hold(talk, "Line", 0.07)
    talk.phone.act(a.Type("three"))
    assert field(talk, "Line").text == "three words here" and offered(talk) == []
    talk.phone.act(a.Type("!"))
    assert field(talk, "Line").text == "three! words here"
    hold(talk, "Line", 0.07)
    talk.tap("Select all")
    assert offered(talk) == ["Cut", "Copy"]
    talk.tap("Delete")
    assert field(talk, "Line").text == ""
    talk.tap("q")
    assert field(talk, "Line").text == "q"


def test_dragging_an_end_selects_more_or_less() -> None:
    talk = Talk()
    hold(talk, "Line", 0.07)
    editing, bounds, screen = talk.phone._runtime.editing, field(talk, "Line").bounds, talk.phone.observe()
    places = [round(bounds.left + (bounds.right - bounds.left) * share) for share in (0.1, 0.9, 0.15)]
    points = [a.to_point(x, bounds.center[1] + 8, screen.width, screen.height) for x in places]
    talk.phone.act(a.Drag(points[0], points[1]))
    assert editing.selected() == "two words here" and offered(talk) == ["Cut", "Copy"]
    talk.phone.act(a.Drag(points[0], points[2]))
    assert editing.selected() not in ("", "two words here") and editing.selected().endswith("here")


def test_a_tap_elsewhere_or_back_clears_the_selection() -> None:
    talk = Talk()
    hold(talk, "Line", 0.07)
    talk.press("back")
    assert offered(talk) == [] and talk.has("Shift"), "only the selection goes"
    hold(talk, "Line", 0.07)
    talk.tap("Empty")
    assert offered(talk) == []
    hold(talk, "Line", 0.07)
    talk.tap("Post")
    assert offered(talk) == []


def test_a_password_can_be_replaced_and_never_copied() -> None:
    talk = Talk()
    hold(talk, "Line", 0.07)
    talk.tap("Copy")
    hold(talk, "Secret", 0.07)
    assert offered(talk) == ["Paste"]
    talk.tap("Paste")
    assert talk.phone._runtime.front().vars["secret"] == "two"


def test_lines_are_pasted_as_lines_only_where_there_are_lines() -> None:
    talk = Talk()
    hold(talk, "Lines", 0.07)
    talk.tap("Select all")
    talk.tap("Copy")
    assert talk.rows("SELECT text FROM phone_copied") == [("one two\nthree",)]
    hold(talk, "Empty")
    talk.tap("Paste")
    assert field(talk, "Empty").text == "one two three"
    hold(talk, "Lines", 0.9)
    talk.tap("Paste")
    assert "one two\nthree" in field(talk, "Lines").text


def test_nothing_to_offer_shows_no_toolbar() -> None:
    talk = Talk()
    hold(talk, "Empty")
    assert offered(talk) == [] and talk.has("Shift")


def test_snapshots_hold_with_text_selected() -> None:
    talk = Talk()
    hold(talk, "Line", 0.07)
    before, pixels, kept = moment(talk.phone), pixel_hash(talk.phone), talk.phone.snapshot()
    talk.tap("Cut")
    talk.phone.restore(kept)
    assert not differences(before, moment(talk.phone)) and pixel_hash(talk.phone) == pixels
    talk.phone.act(a.Type("x"))
    assert field(talk, "Line").text == "x words here"


def test_what_is_typed_and_cut_is_logged() -> None:
    talk = Talk()
    hold(talk, "Line", 0.07)
    talk.phone.act(a.Type("x"))
    talk.tap("Delete")
    assert talk.rows("SELECT field, text FROM phone_input ORDER BY seq") == [("a", "x"), ("a", "\b")]
