"""The widgets of everyday pages: they stay in their width, say what they are, and do what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.screen import Flag
from phonebuddy.world.look import LookSpec
from tests.world.widgets.tiny import SEEN, TAPPED, Tiny

NAV = f"""
- bottom_nav: "{{b}}"
  items:
    - nav_item: Home
      icon: home
      value: x
      on_tap: [{{set: {{b: x}}}}]
    - nav_item: Inbox
      icon: inbox-outline
      value: inbox
      badge: "3"
      on_tap: [{{set: {{b: inbox}}}}]
    - nav_item: Quiet
      icon: bell
      value: quiet
      badge: "0"
      on_tap: {TAPPED}
"""
CARD_WITH_LIST = """
- card:
    - list: SELECT id, name FROM tiny_row
      each: {list_item: "{name}"}
  style: elevated
  pad: 0
"""
GRID = f"""
- grid: SELECT id, name FROM tiny_row
  columns: 3
  empty: Nothing here
  each:
    card: [{{text: "{{name}}"}}]
    on_tap: {TAPPED}
"""
ALL = f"""
- icon: star
- avatar: Ada Lovelace
- {{image: sea, seed: Bay, height: 40}}
- {{chip: A chip with rather many words on it that cannot all be shown at once, on_tap: {TAPPED}}}
- {{card: [text: In a card], style: outlined, on_tap: {TAPPED}, description: Open}}
- {{header: A part of the page with a long name, action: See all of it, on_action: {TAPPED}}}
- divider:
- space: 8
- search_bar: a
- {{checkbox: true, label: A label of so many words that it takes more than a line, on_change: {SEEN}}}
- {{radio: b, value: x, label: One}}
- {{slider: 30, label: Loudness}}
- {{tabs: b, options: {{x: First of them, y: Second of them, z: Third of them}}}}
- badge: "12"
- progress: 0.4
- {{progress: -1, shape: circle}}
"""
LOOKS = {
    "light": LookSpec(),
    "large": LookSpec(dark=True, font_scale=1.3),
    "huge": LookSpec(profile="720x1600", font_scale=2.0),
    "small": LookSpec(profile="360x800"),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("body", [ALL, NAV, GRID, CARD_WITH_LIST], ids=["all", "nav", "grid", "card"])
def test_everything_stays_in_its_width_and_can_be_tapped(tmp_path: Path, body: str, look: LookSpec) -> None:
    tiny = Tiny(tmp_path, body, look)
    screen = tiny.phone.observe()
    parents = {element.id: element for element in screen.elements}
    target = int(47 * screen.width / 411)
    for element in screen.elements:
        left, top, right, bottom = element.bounds
        assert 0 <= left < right <= screen.width
        if element.parent is not None:
            outer = parents[element.parent].bounds
            assert outer.left <= left
            assert right <= outer.right
        if element.has(Flag.CLICKABLE) and element.role != "card":
            assert element.text or element.description or element.hint, element
            assert min(right - left, bottom - top) >= target, element
    pixels = screen.pixels()
    tiny.phone.forget()
    assert (tiny.phone.observe().pixels() == pixels).all()


def test_pictures_say_what_they_show(tmp_path: Path) -> None:
    tiny = Tiny(
        tmp_path, "- avatar: Ada\n- {image: food, seed: Soup, width: 100, height: 50}\n- icon: star\n"
    )
    shown = [one.description for one in tiny.elements("image") if one.package != "com.android.systemui"]
    assert shown == ["Ada", "Soup"]
    left, top, right, bottom = tiny.find("Soup").bounds
    assert (right - left, bottom - top) == (262, 131)
    assert not tiny.elements("icon")[0].has(Flag.CLICKABLE)


def test_chip(tmp_path: Path) -> None:
    body = '- {chip: Filter, selected: "{b}", on_tap: [{set: {b: ""}}]}\n- chip: Tag\n- icon: star\n'
    tiny = Tiny(tmp_path, body)
    assert tiny.find("Filter").has(Flag.SELECTED)
    assert tiny.find("Filter").has(Flag.CLICKABLE)
    assert not tiny.find("Tag").has(Flag.CLICKABLE)
    tiny.tap(tiny.find("Filter"))
    assert not tiny.find("Filter").has(Flag.SELECTED)


def test_card_and_what_is_in_it(tmp_path: Path) -> None:
    body = (
        f"- {{card: [text: Above, {{button: Inside, on_tap: {TAPPED}}}], on_tap: [{{set: {{a: card}}}}]}}\n"
    )
    tiny = Tiny(tmp_path, body)
    tiny.tap(tiny.find("Inside"))
    assert tiny.seen() == ["tapped"]
    assert "a=card" not in tiny.variables()
    tiny.tap(tiny.find("Above"))
    assert "a=card" in tiny.variables()
    assert tiny.elements("card")[0].has(Flag.CLICKABLE)


def test_rows_in_a_card_leave_its_corners_alone(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, CARD_WITH_LIST)
    card, rows = tiny.elements("card")[0].bounds, tiny.elements("list")[0].bounds
    assert rows.top - card.top >= 31 <= card.bottom - rows.bottom
    assert (rows.left, rows.right) == (card.left, card.right)


def test_header_action(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, f"- {{header: Recent, action: See all, on_action: {TAPPED}}}\n")
    tiny.tap(tiny.find("Recent"))
    assert tiny.seen() == []
    tiny.tap(tiny.find("See all"))
    assert tiny.seen() == ["tapped"]


def test_grid_places_rows_in_columns(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, GRID, rows=8)
    cells = [element.bounds for element in tiny.elements("card")]
    assert len(cells) == 8
    assert len({cell.right - cell.left for cell in cells}) == 1
    assert len({cell.left for cell in cells}) == 3
    assert [cell.top for cell in cells] == sorted(cell.top for cell in cells)
    tiny.tap(tiny.find("Row 8"))
    assert tiny.seen() == ["tapped"]


def test_long_grid_draws_only_what_shows(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, GRID, rows=300)
    shown = [element.text for element in tiny.elements("text") if element.text.startswith("Row")]
    assert shown[:4] == ["Row 1", "Row 2", "Row 3", "Row 4"]
    assert len(shown) < 150


def test_empty_grid_says_so(tmp_path: Path) -> None:
    assert Tiny(tmp_path, GRID, rows=0).find("Nothing here")


def test_space_and_divider_only_take_room(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, "- text: One\n- space: 20\n- divider:\n- text: Two\n")
    # 20 dp and 1 dp at 2.625 pixels per dp.
    assert tiny.find("Two").bounds.top - tiny.find("One").bounds.bottom == 52 + 3


@pytest.mark.parametrize(("value", "next_value"), [("true", 0), ("false", 1)])
def test_checkbox(tmp_path: Path, value: str, next_value: int) -> None:
    tiny = Tiny(tmp_path, f"- {{checkbox: {value}, label: Agree, on_change: {SEEN}}}\n")
    box = tiny.find("Agree")
    assert box.has(Flag.CHECKABLE)
    assert box.has(Flag.CHECKED) == (value == "true")
    tiny.tap_at(box.bounds.right - 4, box.bounds.center[1])
    assert tiny.seen() == [next_value]


def test_radios_of_one_variable(tmp_path: Path) -> None:
    body = "".join(
        f"- {{radio: n, value: {number}, label: Take {number}, on_change: {SEEN}}}\n" for number in (1, 2)
    )
    tiny = Tiny(tmp_path, body)
    assert [radio.has(Flag.CHECKED) for radio in tiny.elements("radio")] == [False, True]
    tiny.tap(tiny.find("Take 1"))
    assert [radio.has(Flag.CHECKED) for radio in tiny.elements("radio")] == [True, False]
    assert tiny.seen() == [1]


def test_slider_taps_and_drags_to_its_steps(tmp_path: Path) -> None:
    body = f'- {{slider: "{{n}}", min: 0, max: 10, step: 0.5, label: Loudness, on_change: {SEEN}}}\n'
    tiny = Tiny(tmp_path, body)
    slider = tiny.find("Loudness")
    assert (slider.role, slider.text) == ("slider", "2")
    left, _, right, _ = slider.bounds
    middle = slider.bounds.center[1]
    tiny.tap(slider)
    tiny.tap_at(right - 1, middle)
    tiny.drag((left + 200, middle), (left + (right - left) // 4, middle))
    tiny.drag((left + 200, middle), (left + 1, middle + 150))
    assert tiny.seen() == [5, 10, 2.5, 0]
    tiny.drag((left + 200, middle), (left + 100, middle + 300))
    assert tiny.seen() == [5, 10, 2.5, 0], "up and down is for scrolling the page"


def test_tabs_set_the_variable(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, f"- {{tabs: b, options: {{x: First, y: Second}}, on_change: {SEEN}}}\n")
    assert [tab.has(Flag.SELECTED) for tab in tiny.elements("tab")] == [True, False]
    tiny.tap(tiny.find("Second"))
    assert [tab.has(Flag.SELECTED) for tab in tiny.elements("tab")] == [False, True]
    assert "b=y" in tiny.variables()
    assert tiny.seen() == ["y"]


def test_tabs_keep_a_number_a_number(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, f"- {{tabs: n, options: {{1: One, 2: Two}}, on_change: {SEEN}}}\n")
    tiny.tap(tiny.find("One"))
    assert tiny.seen() == [1]


def test_bottom_nav(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, NAV)
    assert [tab.has(Flag.SELECTED) for tab in tiny.elements("tab")] == [True, False, False]
    assert [tab.description for tab in tiny.elements("tab")] == ["", "Inbox, 3 new", ""]
    assert all(tab.has(Flag.CLICKABLE) for tab in tiny.elements("tab"))
    assert all(tab.resource_id.endswith("nav_item") for tab in tiny.elements("tab"))
    tiny.tap(tiny.find("Inbox"))
    assert [tab.has(Flag.SELECTED) for tab in tiny.elements("tab")] == [False, True, False]
    tiny.tap(tiny.find("Quiet"))
    assert tiny.seen() == ["tapped"]


def test_nav_item_alone(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, f"- {{nav_item: Home, icon: home, on_tap: {TAPPED}}}\n")
    tiny.tap(tiny.find("Home"))
    assert tiny.seen() == ["tapped"]


def test_search_bar_is_a_field_that_can_be_emptied(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, f"- {{search_bar: a, hint: Find, on_change: {SEEN}, on_submit: {SEEN}}}\n")
    field = tiny.elements("field")[0]
    assert field.hint == "Find"
    assert field.has(Flag.EDITABLE)
    assert field.has(Flag.CLICKABLE)
    tiny.tap(field)
    assert tiny.elements("field")[0].has(Flag.FOCUSED)
    tiny.type("milk")
    assert tiny.elements("field")[0].text == "milk"
    tiny.tap(tiny.find("Clear"))
    assert "a= " in tiny.variables()
    assert tiny.elements("field")[0].has(Flag.FOCUSED)
    tiny.type("tea\n")
    assert tiny.seen() == ["milk", "", "tea", "tea"]
    assert not tiny.elements("field")[0].has(Flag.FOCUSED)


def test_search_bar_puts_the_caret_under_the_finger(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, "- search_bar: b\n")
    field = tiny.elements("field")[0].bounds
    tiny.tap_at(field.left + 60, field.center[1])
    tiny.type("1")
    tiny.tap_at(field.center[0], field.center[1])
    tiny.type("2")
    assert "b=1x2" in tiny.variables()


def test_badge_and_progress_say_how_much(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, '- badge: "7"\n- progress: 0.4\n- progress: 1.7\n- {progress: -1, shape: circle}\n')
    assert tiny.find("7").role == "text"
    assert [bar.text for bar in tiny.elements("progress")] == ["40%", "100%", ""]
    assert tiny.find("In progress").role == "progress"
