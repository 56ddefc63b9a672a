"""Large letters and large screens: what must grow grows, what must not spread does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.actions import Type
from phonebuddy.screen import Element
from phonebuddy.world.look import LookSpec, make_look
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.widgets.base import fitting, text_width
from phonebuddy.world.widgets.calendar_grid import month_sheet
from phonebuddy.world.widgets.picker import put
from tests.apps.hand import image
from tests.world.widgets.tiny import Tiny

LARGE = LookSpec("360x800", font_scale=1.5)
TABLET = LookSpec("1600x2560")


def called(phone: WorldPhone, words: str) -> Element:
    return next(one for one in phone.observe().elements if words in (one.text, one.description))


@pytest.mark.parametrize("scale", [0.85, 1.0, 1.3, 1.5])
def test_a_bar_with_two_lines_holds_both(scale: float) -> None:
    phone = WorldPhone(image(), LookSpec("360x800", font_scale=scale))
    phone.open_page("shop", "cart", {})
    title, below = called(phone, "Cart"), next(
        one for one in phone.observe().elements if one.text.endswith("items")
    )  # fmt: skip
    status = make_look(phone.look).dp(24)
    assert title.bounds.top >= status and title.bounds.bottom <= below.bounds.top + 1
    assert below.bounds.bottom <= min(
        one.bounds.top
        for one in phone.observe().elements
        if one.bounds.top > below.bounds.top + 2 and one.role == "image"
    )


def test_a_row_gives_its_lines_what_the_end_does_not_need(tmp_path: Path) -> None:
    body = """
- list_item: A title
  text: A text that needs more than half of the row
  trailing: {row: [{icon: check}, {text: "09:30"}], spread: end}
"""
    tiny = Tiny(tmp_path, body, LARGE)
    text, end = called(tiny.phone, "A text that needs more than half of the row"), called(tiny.phone, "09:30")
    assert end.bounds.right > text.bounds.right > tiny.phone.observe().width * 0.7


def test_a_field_with_a_limit_grows_to_it_and_follows_the_caret(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, "- field: a\n  kind: multiline\n  most: 3\n  label: Words\n")
    phone = tiny.phone

    def height() -> int:
        field = next(one for one in phone.observe().elements if one.role == "field")
        return field.bounds.bottom - field.bounds.top

    tiny.tap(tiny.elements("field")[0])
    heights = []
    for number in range(6):
        phone.act(Type(f"line {number}" if number == 0 else f"\nline {number}"))
        heights.append(height())
    assert heights[0] <= heights[1] < heights[2] and heights[2:] == [heights[2]] * 4
    assert next(one for one in phone.observe().elements if one.role == "field").text.endswith("line 5")


def test_sheets_and_notices_do_not_spread_over_a_tablet(tmp_path: Path) -> None:
    body = """
- button: Sheet
  on_tap: [{sheet: Choose, body: [{text: One}]}]
- button: Notice
  on_tap: [{snackbar: Done}]
"""
    tiny = Tiny(tmp_path, body, TABLET)
    width = tiny.phone.observe().width
    tiny.tap(tiny.find("Notice"))
    notice = next(one for one in tiny.phone.observe().elements if one.role == "snackbar")
    assert notice.bounds.right - notice.bounds.left <= width * 0.8
    tiny.tap(tiny.find("Sheet"))
    sheet = next(one for one in tiny.phone.observe().elements if one.role == "sheet")
    assert sheet.bounds.right - sheet.bounds.left <= width * 0.85
    assert abs(sheet.bounds.left - (width - sheet.bounds.right)) <= 1


def test_notes_have_more_columns_on_a_tablet() -> None:
    def columns(look: LookSpec) -> int:
        phone = WorldPhone(image(), look)
        phone.open_page("notes", "notes", {})
        return len({one.bounds.left for one in phone.observe().elements if one.role == "card"})

    assert columns(LookSpec("540x1200")) == 2 and columns(TABLET) == 3


@pytest.mark.parametrize("words", ["Pay", "Pay with the card of the house"])
def test_a_wide_button_is_no_wider_on_a_tablet_than_on_a_phone(tmp_path: Path, words: str) -> None:
    tiny = Tiny(tmp_path, f"- {{button: {words}, wide: true, on_tap: [{{set: {{a: seen}}}}]}}\n", TABLET)
    left, _, right, _ = called(tiny.phone, words).bounds
    assert right - left == make_look(TABLET).dp(440)
    assert abs(left - (make_look(TABLET).width - right)) <= 1


def test_words_are_made_smaller_before_they_are_cut() -> None:
    look, words = make_look(LARGE), "Pay from bank"
    names = ("label", "label_medium", "label_small")
    widths = [text_width(words, look.text(name)) for name in names]
    assert widths == sorted(widths, reverse=True)
    for name, width in zip(names, widths, strict=True):
        assert fitting(look, words, width, *names) == look.text(name)
    assert fitting(look, words, 1, *names) == look.text("label_small")


def test_what_stands_at_the_end_of_a_row_stands_beside_each_other(tmp_path: Path) -> None:
    body = """
- list_item: A title that is far too long for the row that it stands in
  overline: Above
  meta: Yesterday, 12:30
  trailing: {icon_button: star, label: Star, on_tap: [{set: {a: seen}}]}
"""
    tiny = Tiny(tmp_path, body, LARGE)
    above, meta, star = (called(tiny.phone, words).bounds for words in ("Above", "Yesterday, 12:30", "Star"))
    assert above.right <= meta.left and meta.right <= star.left


@pytest.mark.parametrize(("year", "month", "weeks"), [(2027, 2, 4), (2026, 5, 5), (2026, 8, 6)])
def test_a_month_takes_as_many_rows_as_it_has_weeks(year: int, month: int, weeks: int) -> None:
    row = 50
    sheet = month_sheet(
        make_look(LARGE), 350, row, 12 * year + month - 1, (0, 0), {}, lambda day: put(day=day)
    )
    assert sheet.height == (weeks + 1) * row
    assert max(part.y + part.box.height for part in sheet.parts) == sheet.height
