"""Step 9: recorded steps as moves (moves.py), and which pages lie under the one in front (stack.py)."""

from __future__ import annotations

from msgspec.structs import replace

from phonebuddy.actions import ButtonPress, Click, Drag, LongPress, Point, Scroll, Type
from phonebuddy.rebuild.build import find_pages
from phonebuddy.rebuild.items import Area, read_tree
from phonebuddy.rebuild.model import BACK as BACK_MOVE
from phonebuddy.rebuild.model import OPEN, RETURN, STAY, Going, Move, Page
from phonebuddy.rebuild.moves import find_moves, gesture_of, on_top
from phonebuddy.rebuild.screens import nested, see_all
from phonebuddy.rebuild.stack import follow
from phonebuddy.screen import Bounds, Element, Flag
from phonebuddy.traces.trace import Layer, Trace
from tests.rebuild.recorded import BACK, trace

ONE, TWO, THREE = (["p:One", "b:On", "p:a"], ["p:Two", "b:Onward", "p:b"], ["p:Three", "b:Away", "p:c"])


def moves_of(*traces: Trace) -> tuple[list[Move], list[Page]]:
    pages, spots = find_pages(list(see_all(traces, True).values()), True, True)
    return find_moves(traces, pages, spots), pages


def test_gestures_are_told_apart() -> None:
    a, b = Point(500, 800), Point(500, 200)
    actions = (
        Click(a),
        LongPress(a),
        Type("x"),
        ButtonPress("back"),
        ButtonPress("home"),
        Scroll(a, b),
        Drag(b, a),
    )
    assert [gesture_of(action) for action in actions] == [
        ("tap", ""), ("long", ""), ("type", ""), ("back", ""), ("other", "button_presshome"),
        ("scroll", "up"), ("scroll", "down"),
    ]  # fmt: skip


def test_a_move_knows_what_was_touched_and_whether_it_follows() -> None:
    one, two = trace("a", ONE, "On", TWO, BACK, ONE), trace("b", TWO, "Onward", THREE)
    moves, pages = moves_of(one, two)
    assert [move.gesture for move in moves] == ["tap", BACK_MOVE, "tap"]
    assert [move.fresh for move in moves] == [True, False, True]
    touched = [pages[m.before.page].slots[m.slot].first.label if m.slot is not None else None for m in moves]
    assert touched == ["On", None, "Onward"]


def test_pages_are_opened_stayed_on_and_returned_to() -> None:
    moves, pages = moves_of(trace("a", ONE, "On", TWO, "Onward", THREE, "Away", THREE, BACK, ONE))
    found = follow(moves, pages)
    assert [going for going, _ in found] == [
        Going(OPEN, 1),
        Going(OPEN, 2),
        Going(STAY, 2),
        Going(RETURN, 0, 2),
    ]
    assert [stack for _, stack in found] == [(0,), (0, 1), (0, 1, 2), (0, 1, 2)]


def test_a_new_recording_begins_with_its_own_page() -> None:
    moves, pages = moves_of(trace("a", ONE, "On", TWO), trace("b", THREE, "Away", ONE))
    assert [stack for _, stack in follow(moves, pages)] == [(0,), (2,)]


def test_a_touch_in_a_list_of_elements_meets_what_lies_on_top() -> None:
    def box(id: str, *bounds: int) -> Element:
        return Element(id, "view", Bounds(*bounds), flags=int(Flag.CLICKABLE))

    flat = [box("page", 0, 0, 100, 100), box("cell", 40, 40, 60, 60), box("corner", 0, 0, 10, 10)]
    items = read_tree(nested(flat), Area(100, 0, 100))
    assert [on_top(items, name) for name in ("page", "cell", "corner", "gone")] == [
        "cell",
        "cell",
        "corner",
        "gone",
    ]


def test_typing_where_nothing_can_be_typed_is_a_touch() -> None:
    moves, _ = moves_of(trace("a", ONE, ("On", "words"), TWO))
    assert [(move.gesture, move.text) for move in moves] == [("tap", "")]


def test_back_puts_the_keyboard_away_and_not_the_page() -> None:
    def with_keyboard(one: Trace) -> Trace:
        shots = {
            key: replace(shot, layer=Layer.KEYBOARD) if key == one.steps[1].before else shot
            for key, shot in one.shots.items()
        }
        return replace(one, shots=shots)

    stays = with_keyboard(trace("a", ONE, "On", TWO, BACK, [*TWO, "b:More"], BACK, ONE))
    moves, pages = moves_of(stays)
    assert [move.gesture for move in moves] == ["tap", "other", BACK_MOVE]
    assert [going.way for going, _ in follow(moves, pages)] == [OPEN, STAY, RETURN]
    moves, _ = moves_of(with_keyboard(trace("a", ONE, "On", TWO, BACK, ONE)))
    assert moves[1].gesture == BACK_MOVE, "it went back all the same"
