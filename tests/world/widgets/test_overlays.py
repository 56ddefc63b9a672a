"""What lies over a page: menus, sheets and pickers open, choose, close, and are the same after a snapshot."""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

import numpy as np
import pytest

from phonebuddy.actions import Action, ButtonPress, Click, Point, Scroll, Wait, to_point
from phonebuddy.screen import Flag
from phonebuddy.world.look import PROFILES, LookSpec
from tests.world.widgets.tiny import SEEN, TAPPED, Tiny

BODY = f"""
- button: Menu
  on_tap:
    - menu:
        - menu_item: Keep
          icon: pencil
          on_tap: {TAPPED}
        - menu_item: Ask
          on_tap: [{{dialog: Really?}}]
- button: Sheet
  on_tap:
    - sheet: Rows
      body:
        - list: SELECT id, name FROM tiny_row
          each: {{list_item: "{{name}}"}}
        - field: b
          label: Name
- button: Date
  on_tap: [{{date_picker: a, on_pick: {SEEN}}}]
- button: Time
  on_tap: [{{time_picker: a, title: When, on_pick: {SEEN}}}]
- button: Set
  on_tap: [{{set: {{a: 1782777600}}}}]
- button: Set time
  on_tap: [{{set: {{a: 1439}}}}]
- button: Clear
  on_tap: [{{set: {{a: 0}}}}]
- button: Break
  on_tap: [{{set: {{a: -1e30}}}}]
"""
LOOKS = (LookSpec(), LookSpec(dark=True, profile="720x1600", font_scale=1.3), LookSpec("360x800"))
BACK = ButtonPress("back")
JUNE_17 = 1_781_654_400


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path, BODY, rows=30)


def press(tiny: Tiny, *names: str) -> None:
    """Tap one thing after another; the topmost of that name each time."""
    for name in names:
        found = [element for element in tiny.elements() if name in (element.text, element.description)]
        assert found, f"no {name} among {[element.text for element in tiny.elements()]}"
        tiny.tap(found[-1])


def is_open(tiny: Tiny) -> bool:
    return any(element.id.startswith("overlay") for element in tiny.elements())


# -- menus and sheets --------------------------------------------------------------------------------------


def test_a_menu_closes_before_its_item_acts(tiny: Tiny) -> None:
    press(tiny, "Menu", "Keep")
    assert not is_open(tiny)
    assert tiny.seen() == ["tapped"]
    press(tiny, "Menu", "Ask")
    assert [element.id for element in tiny.elements("dialog")] == ["overlay0"]
    assert not tiny.elements("menu")


@pytest.mark.parametrize("look", LOOKS)
def test_a_menu_opens_at_the_finger_and_stays_on_the_screen(tmp_path: Path, look: LookSpec) -> None:
    row = "- row: [{text: '', grow: 1}, {button: Menu, on_tap: [{menu: [{menu_item: Keep}]}]}]\n"
    tiny = Tiny(tmp_path, row, look)
    finger = tiny.find("Menu").bounds.center
    press(tiny, "Menu")
    menu = tiny.elements("menu")[0].bounds
    density = PROFILES[look.profile].density
    assert menu.right <= tiny.phone.info.width
    assert abs(menu.top - finger[1]) <= 3
    assert round(112 * density) <= menu.right - menu.left <= round(280 * density)


@pytest.mark.parametrize("opens", ["Menu", "Sheet", "Date", "Time"])
def test_back_and_a_tap_beside_close_and_change_nothing(tiny: Tiny, opens: str) -> None:
    before = tiny.variables()
    for closing in (BACK, Click(Point(500, 30)), Click(Point(5, 60))):
        press(tiny, opens)
        assert is_open(tiny)
        tiny.phone.act(closing)
        assert not is_open(tiny)
    assert tiny.seen() == []
    assert tiny.variables() == before


def test_a_sheet_scrolls_by_itself_and_starts_at_its_top(tiny: Tiny) -> None:
    press(tiny, "Sheet")
    sheet = tiny.elements("sheet")[0].bounds
    assert sheet.top >= 0.19 * tiny.phone.info.height
    assert any(element.has(Flag.SCROLLABLE) for element in tiny.elements("scroll"))
    for _ in range(4):
        tiny.phone.act(Scroll(Point(500, 900), Point(500, 400)))
    assert tiny.find("Row 30")
    assert all(element.text != "Row 1" for element in tiny.elements())
    tiny.phone.act(BACK)
    press(tiny, "Sheet")
    assert tiny.find("Row 1")


def test_a_field_in_a_sheet_stays_above_the_keyboard(tiny: Tiny) -> None:
    press(tiny, "Sheet")
    for _ in range(4):
        tiny.phone.act(Scroll(Point(500, 900), Point(500, 400)))
    press(tiny, "Name")
    tiny.type("yz")
    keyboard = min(element.bounds.top for element in tiny.elements("key"))
    field = next(element for element in tiny.elements("field") if element.has(Flag.FOCUSED))
    assert field.text == "xyz"
    assert field.bounds.bottom <= keyboard


# -- dates -------------------------------------------------------------------------------------------------


def test_a_date_in_the_next_month(tiny: Tiny) -> None:
    press(tiny, "Date")
    assert tiny.find("Tuesday, 12 May 2026").has(Flag.SELECTED)
    press(tiny, "Next month", "Wednesday, 17 June 2026")
    day = tiny.find("Wednesday, 17 June 2026")
    assert (day.text, day.has(Flag.SELECTED)) == ("17", True)
    assert tiny.find("Wed, 17 Jun 2026")
    press(tiny, "OK")
    assert tiny.seen() == [JUNE_17]
    assert f"a={JUNE_17} " in tiny.variables()
    press(tiny, "Date")
    assert tiny.find("June 2026")


def test_days_stand_under_their_weekday(tiny: Tiny) -> None:
    press(tiny, "Date")
    for _ in range(4):
        days = [element for element in tiny.elements("button") if ", " in element.description]
        for day in days:
            heading = tiny.find(day.description.partition(",")[0])
            assert heading.bounds.left == day.bounds.left, day.description
        assert [day.text for day in days] == [str(number) for number in range(1, len(days) + 1)]
        press(tiny, "Previous month")


def test_cancel_keeps_the_day(tiny: Tiny) -> None:
    press(tiny, "Set", "Date", "Previous month", "Friday, 1 May 2026", "Cancel")
    assert tiny.seen() == []
    assert "a=1782777600 " in tiny.variables()


def test_any_year_is_a_few_steps_away(tiny: Tiny) -> None:
    press(tiny, "Date", "Choose the year")
    tiny.phone.act(Scroll(Point(500, 400), Point(500, 600)))
    press(tiny, "2009", "Saturday, 2 May 2009", "OK")
    assert tiny.seen() == [1_241_222_400]


def test_months_end_where_the_years_end(tiny: Tiny) -> None:
    press(tiny, "Date", "Choose the year")
    for _ in range(12):
        tiny.phone.act(Scroll(Point(500, 400), Point(500, 700)))
    press(tiny, "1900", *["Previous month"] * 6)
    assert tiny.find("January 1900")
    assert not tiny.find("Previous month").has(Flag.ENABLED)


def test_nonsense_in_the_variable_starts_at_today_and_midnight(tiny: Tiny) -> None:
    for prepare in ((), ("Break",), ("Clear",)):
        press(tiny, *prepare, "Date")
        assert tiny.find("Tuesday, 12 May 2026").has(Flag.SELECTED)
        press(tiny, "Cancel", "Time")
        assert [tiny.find(name).text for name in ("Hour", "Minute")] == ["00", "00"]
        press(tiny, "Cancel")


# -- times -------------------------------------------------------------------------------------------------


def test_a_time_by_its_labels(tiny: Tiny) -> None:
    press(tiny, "Time", "14 hours")
    assert tiny.find("Minute").has(Flag.SELECTED)
    press(tiny, "35 minutes", "OK")
    assert tiny.seen() == [14 * 60 + 35]
    assert "a=875 " in tiny.variables()


@pytest.mark.parametrize("look", LOOKS)
def test_every_label_means_itself(tmp_path: Path, look: LookSpec) -> None:
    tiny = Tiny(tmp_path, BODY, look)
    press(tiny, "Time")
    for hour in range(24):
        press(tiny, f"{hour} hour" if hour == 1 else f"{hour} hours")
        assert tiny.find("Hour").text == f"{hour:02d}"
        press(tiny, "Hour")
    press(tiny, "Minute")
    for minute in range(0, 60, 5):
        press(tiny, f"{minute} minutes")
        assert tiny.find("Minute").text == f"{minute:02d}"


def test_between_the_labels_the_nearest_minute_is_meant(tiny: Tiny) -> None:
    press(tiny, "Set time", "Time", "Minute")
    top, bottom = tiny.find("0 minutes").bounds.center, tiny.find("30 minutes").bounds.center
    middle, radius = (top[1] + bottom[1]) / 2, (bottom[1] - top[1]) / 2
    for minute in (1, 7, 18, 44, 59):
        angle = 2 * pi * minute / 60
        tiny.tap_at(round(top[0] + radius * sin(angle)), round(middle - radius * cos(angle)))
        assert tiny.find("Minute").text == f"{minute:02d}"
    tiny.drag(top, tiny.find("15 minutes").bounds.center)
    press(tiny, "OK")
    assert tiny.seen() == [23 * 60 + 15]


# -- laws --------------------------------------------------------------------------------------------------

WALKS = {
    "menu": ("Menu", "Keep"),
    "sheet": ("Sheet", "Name"),
    "date": ("Date", "Next month", "Friday, 5 June 2026", "Choose the year", "2027", "OK"),
    "time": ("Time", "13 hours", "50 minutes", "Hour", "7 hours", "OK"),
}


def actions_of(tiny: Tiny, names: tuple[str, ...]) -> list[Action]:
    """The taps of a walk, as actions that can be repeated elsewhere."""
    info = tiny.phone.info
    taken: list[Action] = []
    for name in names:
        found = [element for element in tiny.elements() if name in (element.text, element.description)]
        if not found:
            taken.append(Scroll(Point(500, 900), Point(500, 100)))
            tiny.phone.act(taken[-1])
            continue
        taken.append(Click(to_point(*found[-1].bounds.center, info.width, info.height)))
        tiny.phone.act(taken[-1])
    return taken


@pytest.mark.parametrize("walk", WALKS)
def test_a_snapshot_in_the_middle_continues_identically(tiny: Tiny, walk: str) -> None:
    start = tiny.phone.snapshot()
    steps = actions_of(tiny, WALKS[walk])
    last = tiny.phone.observe().pixels()
    tiny.phone.restore(start)
    for step in steps:
        other = tiny.phone.fork()
        assert list(other.observe().elements) == list(tiny.phone.observe().elements)
        assert other.observe().png() == tiny.phone.observe().png()
        tiny.phone.restore(other.snapshot())
        tiny.phone.act(step)
        other.close()
    assert np.array_equal(tiny.phone.observe().pixels(), last)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("walk", WALKS)
def test_pixels_are_equal_with_and_without_caches(tmp_path: Path, walk: str, look: LookSpec) -> None:
    tiny = Tiny(tmp_path, BODY, look, rows=30)
    for name in WALKS[walk]:
        actions_of(tiny, (name,))
        shown = tiny.phone.observe()
        elements, pixels = list(shown.elements), shown.pixels()
        tiny.phone.forget()
        assert list(tiny.phone.observe().elements) == elements
        assert np.array_equal(tiny.phone.observe().pixels(), pixels)


@pytest.mark.parametrize("walk", [("Sheet",), ("Date",), ("Date", "Choose the year"), ("Time",), ("Menu",)])
def test_a_frame_without_change_draws_nothing_again(tiny: Tiny, walk: tuple[str, ...]) -> None:
    press(tiny, *walk)
    before = tiny.phone.observe().frame
    tiny.phone.act(Wait(1))
    after = tiny.phone.observe().frame
    assert after.display == before.display  # type: ignore[attr-defined]


@pytest.mark.parametrize("opens", ["Sheet", "Date", "Time"])
def test_round_corners_show_the_page_below(tiny: Tiny, opens: str) -> None:
    press(tiny, opens)
    box = next(element for element in tiny.elements() if element.id == "overlay0").bounds
    pixels = tiny.phone.observe().pixels()
    surface = pixels[box.top + 10, (box.left + box.right) // 2]
    for x in (box.left + 1, box.right - 2):
        assert not np.array_equal(pixels[box.top + 1, x], surface)
        assert np.array_equal(pixels[box.top + 80, x], surface)
