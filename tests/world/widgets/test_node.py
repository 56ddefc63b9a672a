"""Nodes: rectangles at fixed places; a window shows what stands above and below it when it is scrolled."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.screen import Flag
from tests.world.widgets.tiny import TAPPED, Tiny


def window(first: int = 0, rows: int = 20, on: str = "true", left: int = 0, name: str = "Row") -> str:
    """A node from the top to six tenths of the scene with rows a tenth high, the first of them at `first`."""
    inside = "".join(
        f'        - {{node: "{name} {number}", at: "{left} {first + 100 * number} {left + 500} '
        f'{first + 100 * number + 90}", role: text, on_tap: {TAPPED}}}\n'
        for number in range(rows)
    )
    return (
        f"    - node: ''\n      at: {left} 0 {left + 500} 600\n      role: list\n"
        f"      scrolls: true\n      window: {on}\n      children:\n{inside}"
    )


def scene(*windows: str) -> str:
    return "- scene:\n" + "".join(windows)


def shown(tiny: Tiny, name: str = "Row") -> list[str]:
    return [element.text for element in tiny.elements("text") if element.text.startswith(name)]


def scroll(tiny: Tiny, far: int, x: int = 100, times: int = 12) -> None:
    """Move the finger up (a positive number) or down, again and again."""
    for _ in range(times):
        tiny.drag((x, 600 + far // 2), (x, 600 - far // 2))


def test_a_window_scrolls_though_no_row_of_a_query_is_in_it(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, scene(window()))
    first = shown(tiny)
    assert first[0] == "Row 0" and "Row 12" not in first
    scroll(tiny, 700)
    assert shown(tiny)[-1] == "Row 19", "and no further"
    scroll(tiny, -700)
    assert shown(tiny) == first


def test_it_begins_where_the_places_say(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, scene(window(first=-300)))
    assert shown(tiny)[0] == "Row 3", "three rows stand above it"
    scroll(tiny, -700)
    assert shown(tiny)[0] == "Row 0"


def test_what_is_in_it_is_cut_to_it_and_touched_only_there(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, scene(window()))
    scroll(tiny, 300, times=2)
    frame = next(element.bounds for element in tiny.elements("list"))
    rows = [element for element in tiny.elements("text") if element.text.startswith("Row")]
    assert all(frame.top <= row.bounds.top and row.bounds.bottom <= frame.bottom for row in rows)
    tiny.tap_at(100, frame.bottom + 40)
    assert tiny.seen() == [], "what is hidden below the window takes no touch"
    tiny.tap(rows[-2])
    assert tiny.seen() == ["tapped"]


def test_two_windows_do_not_move_each_other(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, scene(window(), window(left=500, name="Other")))
    right = tiny.phone.info.width * 3 // 4
    scroll(tiny, 700, x=right)
    assert shown(tiny)[0] == "Row 0" and shown(tiny, "Other")[-1] == "Other 19"


@pytest.mark.parametrize("body", [window(on="false"), window(rows=5)])
def test_nothing_moves_without_a_window_or_where_all_is_in_sight(tmp_path: Path, body: str) -> None:
    tiny = Tiny(tmp_path, scene(body))
    before = shown(tiny)
    assert tiny.elements("list")[0].has(Flag.SCROLLABLE), "as recorded, even if nothing moves"
    scroll(tiny, 700)
    assert shown(tiny) == before
