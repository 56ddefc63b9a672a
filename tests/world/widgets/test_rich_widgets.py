"""The widgets of richer pages: they stay in their width, say what they are, and do what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.actions import LongPress, to_point
from phonebuddy.errors import AppError
from phonebuddy.screen import Flag
from phonebuddy.world.look import LookSpec
from tests.world.widgets.tiny import SEEN, TAPPED, Tiny

WORDS = "Some words that go on for so long that they need a second line and then perhaps even a third one"
MAY_16 = 1_778_889_600
"""A Saturday of the month the phone's clock starts in."""
CHAT = f"""
- {{chat_bubble: {WORDS}, mine: true, time: "09:15", status: read, on_long_press: {TAPPED}}}
- {{chat_bubble: Hi, name: Ada Lovelace, time: "09:16"}}
- {{chat_bubble: "", picture: sea, seed: Bay}}
"""
KIT = f"""
- {{banner: {WORDS}, icon: wifi-off, action: Try again, on_action: {TAPPED}, dismiss: Later}}
- {{stepper: "{{n}}", min: 1, max: 3, label: Guests, on_change: [{{set: {{n: "{{value}}"}}}}]}}
- {{rating: 3.5, count: "12"}}
- {{rating: "{{n}}", on_change: {SEEN}}}
- {{segmented: b, options: {{x: First of them, y: Second of them, z: Third}}, on_change: {SEEN}}}
"""
MONTH = f"""
- month: b
  shown: a
  rows: SELECT {MAY_16} + (id % 2) * 86400 AS day, 'green' AS color FROM tiny_row
  on_pick: {SEEN}
"""
TABLE = """
- table: SELECT name, id, 'A lot of words in one cell' AS note, 'More of them here' AS more FROM tiny_row
  columns: {name: Name, id: Number, note: Note, more: More}
  align: {more: center}
"""
MAP = f"""
- map: SELECT id, name, id * 250 AS x, 500 AS y, 'food' AS kind FROM tiny_row
  height: 300
  me: true
  on_pick: {SEEN}
"""
WEB = f"""
- web_page: >
    SELECT 'heading' AS kind, 'Bread' AS text, '' AS target UNION ALL SELECT 'paragraph', '{WORDS}', ''
    UNION ALL SELECT 'link', 'More about it', '/more' UNION ALL SELECT 'image', 'Loaf', 'food'
    UNION ALL SELECT 'list', 'Flour' || char(10) || 'Water', ''
  on_link: {SEEN}
"""
PLAYER = f"""
- media_player: {WORDS}
  subtitle: The Paper Boats
  picture: album
  position: 65
  length: 225
  playing: "{{n}}"
  on_toggle: {TAPPED}
  on_seek: {SEEN}
  on_next: {TAPPED}
"""
MOVE = """
- list: SELECT id, name FROM tiny_row ORDER BY id
  on_move: [{sql: "INSERT INTO tiny_seen (value) VALUES (:from_id || '>' || :to_id)"}]
  each: {list_item: "{name}", avatar: "{name}", selected: "{n}"}
"""
LOOKS = {
    "light": LookSpec(),
    "large": LookSpec(dark=True, font_scale=1.3),
    "huge": LookSpec(profile="720x1600", font_scale=2.0),
    "small": LookSpec(profile="360x800", shape="square"),
    "tablet": LookSpec(profile="1600x2560"),
}
BODIES = {
    "chat": CHAT, "kit": KIT, "month": MONTH, "table": TABLE, "map": MAP, "web": WEB, "player": PLAYER,
    "move": MOVE,
}  # fmt: skip


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_everything_stays_in_its_width_and_can_be_tapped(tmp_path: Path, body: str, look: LookSpec) -> None:
    tiny = Tiny(tmp_path, body, look)
    screen = tiny.phone.observe()
    # Square cells of seven columns or five stars may be a pixel short of a finger.
    target = tiny.phone._look.dp(48) - 2
    ids = [element.id for element in screen.elements]
    assert len(set(ids)) == len(ids)
    for element in screen.elements:
        left, top, right, bottom = element.bounds
        assert 0 <= left < right <= screen.width, element
        if element.has(Flag.CLICKABLE):
            assert element.text or element.description, element
            assert bottom - top >= target or bottom >= screen.height * 0.9, element
            assert right - left >= target, element
    pixels = screen.pixels()
    tiny.phone.forget()
    assert (tiny.phone.observe().pixels() == pixels).all()


def test_a_bubble_stands_on_the_side_of_who_wrote_it(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, CHAT)
    width = tiny.phone.info.width
    mine, theirs = tiny.find(WORDS), tiny.find("Hi")
    assert mine.bounds.right > width * 0.9 and mine.bounds.left > width * 0.2 - 1
    assert theirs.bounds.left < width * 0.1
    assert tiny.find("Read").role == "image"
    assert tiny.find("Ada Lovelace").bounds.bottom <= theirs.bounds.top
    assert tiny.find("Bay").role == "image"


def test_a_bubble_can_be_pressed_long(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, CHAT)
    info = tiny.phone.info
    tiny.phone.act(LongPress(to_point(*tiny.find(WORDS).bounds.center, info.width, info.height)))
    assert tiny.seen() == ["tapped"]


def test_a_stepper_stops_at_its_ends(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, KIT)
    tiny.tap(tiny.find("More: Guests"))
    assert tiny.variables().endswith("n=3")
    assert not tiny.find("More: Guests").has(Flag.ENABLED)
    tiny.tap(tiny.find("More: Guests"))
    assert tiny.variables().endswith("n=3")
    tiny.tap(tiny.find("Less: Guests"))
    tiny.tap(tiny.find("Less: Guests"))
    assert tiny.variables().endswith("n=1")
    assert not tiny.find("Less: Guests").has(Flag.ENABLED)


def test_stars_are_given_or_only_shown(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, KIT)
    assert tiny.find("3.5 of 5 stars").role == "rating"
    assert tiny.find("2 stars").has(Flag.SELECTED)
    tiny.tap(tiny.find("4 stars"))
    tiny.tap(tiny.find("1 star"))
    assert tiny.seen() == [4, 1]


def test_a_segment_sets_its_variable(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, KIT)
    assert tiny.find("First of them").has(Flag.SELECTED)
    tiny.tap(tiny.find("Third"))
    assert "b=z" in tiny.variables() and tiny.seen() == ["z"]


def test_a_banner_has_its_answers(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, KIT)
    tiny.tap(tiny.find("Try again"))
    assert tiny.seen() == ["tapped"]
    assert tiny.find("Later").bounds.right <= tiny.find("Try again").bounds.left


def test_days_with_events_say_so_and_can_be_picked(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, MONTH)
    assert tiny.find("May 2026")
    tiny.tap(tiny.find("Saturday, 16 May 2026, 1 event"))
    assert tiny.seen() == [MAY_16]
    assert tiny.find("Saturday, 16 May 2026, 1 event").has(Flag.SELECTED)
    assert tiny.find("Sunday, 17 May 2026, 2 events")


def test_months_turn_by_arrows_and_by_swiping(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, MONTH)
    tiny.tap(tiny.find("Next month"))
    assert tiny.find("June 2026")
    tiny.tap(tiny.find("Previous month"))
    x, y = tiny.find("Saturday, 16 May 2026, 1 event").bounds.center
    tiny.drag((x - 100, y), (x - 700, y))
    assert tiny.find("June 2026")
    x, y = tiny.find("Tuesday, 16 June 2026").bounds.center
    tiny.drag((x, y), (x + 600, y))
    tiny.drag((x, y), (x + 600, y))
    assert tiny.find("April 2026")
    tiny.tap(tiny.find("Wednesday, 1 April 2026"))
    assert tiny.find("April 2026")


def test_a_wide_table_moves_sideways(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, TABLE)
    before = tiny.find("Note").bounds.left
    x, y = tiny.find("Row 2").bounds.center
    tiny.drag((x + 500, y), (x + 200, y))
    assert tiny.find("Note").bounds.left < before
    # Numbers end where their title ends.
    tiny = Tiny(tmp_path, TABLE, LookSpec(profile="1600x2560"))
    assert tiny.find("Number").bounds.right == tiny.find("2").bounds.right


def test_pins_are_places_to_tap(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, MAP)
    tiny.tap(tiny.find("Row 3"))
    tiny.tap(tiny.find("Row 1"))
    assert tiny.seen() == [3, 1]


def test_links_lead_to_their_target(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, WEB)
    link = tiny.find("More about it")
    assert link.role == "link"
    tiny.tap(link)
    assert tiny.seen() == ["/more"]
    assert [tiny.find(words).role for words in ("Bread", "Water", "Loaf")] == ["text", "text", "image"]


def test_the_player_plays_and_seeks(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, PLAYER)
    tiny.tap(tiny.find("Pause"))
    tiny.tap(tiny.find("Next"))
    assert not [element for element in tiny.elements() if element.description == "Previous"]
    slider = tiny.find("Position: 1:05 of 3:45")
    left, top, right, bottom = slider.bounds
    tiny.tap_at(right - 1, (top + bottom) // 2)
    assert tiny.seen() == ["tapped", "tapped", 225]


def test_a_handle_moves_a_row(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, MOVE)
    first, last = tiny.find("Move Row 1").bounds.center, tiny.find("Move Row 3").bounds.center
    tiny.drag(first, last)
    tiny.drag(last, (first[0], 130))
    tiny.drag(first, (first[0], first[1] + 10))
    assert tiny.seen() == ["1>3", "3>1"]


def test_rows_that_are_chosen_say_so(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, MOVE)
    rows = [element for element in tiny.elements("item") if element.has(Flag.SELECTED)]
    assert len(rows) == 3


def test_mistakes_are_found_before_anything_runs(tmp_path: Path) -> None:
    for body, message in (
        ("- {month: n, shown: a, rows: SELECT id FROM tiny_row}", "missing: day"),
        ("- {map: 'SELECT id, name FROM tiny_row'}", "missing: x, y"),
        ("- {table: SELECT name FROM tiny_row, columns: {nam: Name}}", "unknown column 'nam'"),
        ("- {table: SELECT name FROM tiny_row, columns: {name: N}, align: {name: left}}", "left"),
        ("- {list: SELECT name FROM tiny_row, each: {text: x}, on_move: []}", "a column called id"),
    ):
        with pytest.raises(AppError, match=message):
            Tiny(tmp_path, f"\n{body}\n")
