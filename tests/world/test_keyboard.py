"""The keyboard: a tap on a key is the same as typing, and what is typed into stays in sight."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy import actions as a
from phonebuddy.screen import Flag
from phonebuddy.world.phone import WorldPhone
from tests.world.helpers import find, middle, new_phone, small_phone, tap, texts

FIELDS = """
main:
  vars: {line: "", many: "", number: "", secret: "", changes: 0, sent: ""}
  body:
    - {text: "changes {changes}, sent {sent}"}
    - field: line
      label: Line
      on_change:
        - let: SELECT :changes + 1 AS more
        - set: {changes: "{more}"}
      on_submit: [{set: {sent: "{value}"}}]
    - {button: Give a number, on_tap: [{focus: number}]}
    - {button: Give a line, on_tap: [{focus: line}]}
    - {field: many, label: Many, kind: multiline}
    - {field: number, label: Number, kind: number}
    - {field: secret, label: Secret, kind: password}
"""


@pytest.fixture
def phone(tmp_path: Path) -> WorldPhone:
    return small_phone(tmp_path / "small", FIELDS)


def value(phone: WorldPhone, name: str) -> object:
    return phone._ui.stacks["small"][-1].vars[name]


def press(phone: WorldPhone, *keys: str) -> None:
    for key in keys:
        screen = phone.observe()
        found = [one for one in screen.elements if one.role == "key" and key in (one.text, one.description)]
        assert found, f"there is no key {key!r}"
        phone.act(a.Click(middle(screen, found[0])))


def keys(phone: WorldPhone) -> list[str]:
    return [one.text for one in phone.observe().elements if one.role == "key" and one.text]


@pytest.mark.parametrize(
    "touched, field, has_letters",
    [("Number", "Number", False), ("Give a number", "Number", False), ("Give a line", "Line", True)],
)
def test_a_field_opens_its_own_keyboard_however_it_took_the_focus(
    phone: WorldPhone, touched: str, field: str, has_letters: bool
) -> None:
    tap(phone, "Secret")
    assert "q" in keys(phone)
    phone.act(a.ButtonPress("back"))
    tap(phone, touched)
    assert find(phone, field).has(Flag.FOCUSED)
    assert ("q" in keys(phone)) == has_letters and "7" in keys(phone)


def test_it_comes_with_a_field_and_goes_with_back(phone: WorldPhone) -> None:
    assert not keys(phone)
    tap(phone, "Line")
    assert find(phone, "Line").has(Flag.FOCUSED) and keys(phone)
    phone.act(a.ButtonPress("back"))
    assert not keys(phone) and phone.view() == ("small", "main", "")
    tap(phone, "Line")
    phone.act(a.ButtonPress("home"))
    phone.act(a.OpenApp("small"))
    assert not keys(phone)


def test_every_key_types_its_character(phone: WorldPhone) -> None:
    tap(phone, "Many")
    expected = ""
    for mode in ("", "?123"):
        if mode:
            press(phone, mode)
        for key in keys(phone):
            press(phone, key)
            expected += key
    assert value(phone, "many") == expected
    assert set("abcxyz019,.@#()") <= set(expected)


def test_shift_holds_for_one_letter(phone: WorldPhone) -> None:
    tap(phone, "Many")
    press(phone, "Shift", "A", "b", "Shift", "Shift", "c")
    assert value(phone, "many") == "Abc"


def test_symbols_and_back(phone: WorldPhone) -> None:
    tap(phone, "Many")
    press(phone, "?123", "@", "Abc", "a", "Space", "b")
    assert value(phone, "many") == "@a b"


def test_delete(phone: WorldPhone) -> None:
    tap(phone, "Many")
    phone.act(a.Type("ab漢"))
    press(phone, "Delete", "Delete")
    assert value(phone, "many") == "a"
    press(phone, "Delete", "Delete", "Delete")
    assert value(phone, "many") == ""


def test_enter_does_what_the_field_says(phone: WorldPhone) -> None:
    tap(phone, "Line")
    press(phone, "a", "Enter")
    assert value(phone, "sent") == "a" and not keys(phone)
    tap(phone, "Many")
    press(phone, "a", "Enter", "b")
    assert value(phone, "many") == "a\nb" and keys(phone)
    phone.act(a.ButtonPress("enter"))
    assert value(phone, "many") == "a\nb\n"


def test_typing_and_tapping_are_the_same(tmp_path: Path) -> None:
    typed, tapped = (small_phone(tmp_path / "small", FIELDS) for _ in range(2))
    for one in (typed, tapped):
        tap(one, "Line")
    typed.act(a.Type("hi\n"))
    press(tapped, "h", "i", "Enter")
    assert typed._ui.stacks["small"][-1].vars["line"] == tapped._ui.stacks["small"][-1].vars["line"] == "hi"
    assert value(typed, "sent") == value(tapped, "sent") == "hi"


def test_changes_are_told_about(phone: WorldPhone) -> None:
    tap(phone, "Line")
    phone.act(a.Type("abc"))
    press(phone, "d")
    assert value(phone, "changes") == 2


def test_numbers_have_their_own_keys(phone: WorldPhone) -> None:
    tap(phone, "Number")
    assert sorted(keys(phone)) == sorted("0123456789,.+-")
    press(phone, "4", "2", ".", "5")
    assert value(phone, "number") == "42.5"


def test_a_password_is_not_shown(phone: WorldPhone) -> None:
    tap(phone, "Secret")
    phone.act(a.Type("hunter2"))
    assert value(phone, "secret") == "hunter2"
    assert "hunter2" not in texts(phone)
    assert find(phone, "Secret").has(Flag.PASSWORD)


def test_the_caret_goes_where_it_is_put(phone: WorldPhone) -> None:
    tap(phone, "Line")
    phone.act(a.Type("wxyz"))
    field = find(phone, "Line")
    start = a.to_point(field.bounds.left + 15, field.bounds.center[1], 360, 800)
    phone.act(a.Click(start))
    phone.act(a.Type("-"))
    assert value(phone, "line") == "-wxyz"


def test_typing_without_a_field_goes_nowhere(phone: WorldPhone) -> None:
    before = dict(phone._ui.stacks["small"][-1].vars)
    phone.act(a.Type("lost\nand gone"))
    assert phone._ui.stacks["small"][-1].vars == before
    phone.act(a.ButtonPress("home"))
    phone.act(a.Type("lost"))
    assert phone.state("SELECT count(*) FROM phone_input") == ((0,),)


def test_what_is_typed_is_logged_in_order(phone: WorldPhone) -> None:
    tap(phone, "Line")
    phone.act(a.Type("ab"))
    press(phone, "Delete", "c")
    rows = phone.state("SELECT app, page, field, text FROM phone_input ORDER BY seq")
    assert rows == tuple(("small", "main", "line", text) for text in ("ab", "\b", "c"))


def test_what_is_typed_into_stays_in_sight(tmp_path: Path) -> None:
    fields = "".join(f"    - {{field: v{n}, label: Field {n}}}\n" for n in range(12))
    names = ", ".join(f'v{n}: ""' for n in range(12))
    phone = small_phone(tmp_path / "small", f"main:\n  vars: {{{names}}}\n  body:\n{fields}")
    phone.act(a.Scroll(a.Point(500, 900), a.Point(500, 100)))
    tap(phone, "Field 10")
    field = find(phone, "Field 10")
    board = next(one for one in phone.observe().elements if one.role == "keyboard")
    assert field.has(Flag.FOCUSED)
    assert field.bounds.bottom <= board.bounds.top
    phone.act(a.Type("here"))
    assert find(phone, "Field 10").text == "here"


def test_the_keyboard_takes_touches_before_the_page() -> None:
    phone = new_phone()
    phone.act(a.OpenApp("desk"))
    tap(phone, "Search")
    page = phone.view()
    for element in [one for one in phone.observe().elements if one.role == "key"][:30]:
        phone.act(a.Click(middle(phone.observe(), element)))
        assert phone.view() == page


def test_a_field_can_be_scrolled_away_and_comes_back_on_typing(tmp_path: Path) -> None:
    fields = "".join(f"    - {{field: v{n}, label: Field {n}}}\n" for n in range(12))
    names = ", ".join(f'v{n}: ""' for n in range(12))
    body = f"{fields}    - {{button: Keep all, on_tap: [{{toast: kept}}]}}\n"
    phone = small_phone(tmp_path / "small", f"main:\n  vars: {{{names}}}\n  body:\n{body}")
    tap(phone, "Field 1")
    for _ in range(4):
        phone.act(a.Scroll(a.Point(500, 500), a.Point(500, 100)))
    phone.act(a.Wait(1_000))
    assert "Field 1" not in texts(phone) and "Keep all" in texts(phone), "only writing brings it back"
    phone.act(a.Type("x"))
    assert find(phone, "Field 1").text == "x" and "Keep all" not in texts(phone)
