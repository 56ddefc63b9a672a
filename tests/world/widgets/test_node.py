"""Nodes: rectangles at fixed places; a window shows what stands above and below it when it is scrolled."""

from __future__ import annotations

from pathlib import Path

from phonebuddy.actions import Drag, to_point
from tests.world.widgets.tiny import Tiny

ROWS = "".join(
    f"        - {{node: Row {number}, at: 0 {100 * number} 1000 {100 * number + 90}, role: text}}\n"
    for number in range(20)
)


def scene(window: str) -> str:
    return (
        "- scene:\n    - node: ''\n      at: 0 0 1000 600\n      role: list\n"
        f"      scrolls: true\n      window: {window}\n      children:\n{ROWS}"
    )


def shown(tiny: Tiny) -> list[str]:
    return [element.text for element in tiny.elements("text") if element.text.startswith("Row")]


def drag(tiny: Tiny, y1: int, y2: int) -> None:
    screen = tiny.phone.observe()
    start, end = (to_point(screen.width // 2, y, screen.width, screen.height) for y in (y1, y2))
    tiny.phone.act(Drag(start, end))


def test_a_window_scrolls_though_no_row_of_a_query_is_in_it(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, scene("true"))
    first = shown(tiny)
    assert first[0] == "Row 0" and "Row 12" not in first
    for _ in range(12):
        drag(tiny, 1000, 300)
    assert shown(tiny)[-1] == "Row 19", "and no further"
    for _ in range(12):
        drag(tiny, 300, 1000)
    assert shown(tiny) == first


def test_without_a_window_nothing_moves(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, scene("false"))
    before = shown(tiny)
    drag(tiny, 1000, 300)
    assert shown(tiny) == before
