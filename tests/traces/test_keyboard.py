"""Keyboards that are listed as part of a page: known by their shape, and what looks like one and is none."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from phonebuddy.screen import Flag as Is
from phonebuddy.traces.keyboard import find_keyboard
from phonebuddy.traces.raw import Node

W, H = 400, 800
TAP, FIELD = int(Is.ENABLED | Is.CLICKABLE), int(Is.ENABLED | Is.CLICKABLE | Is.EDITABLE)
PAD = ["123-", "456_", "789<", ",0.>"]
LETTERS = ["qwertyuiop", "asdfghjkl", "^zxcvbnm<", "#,_.>"]
LONG = {"-": "Dash", "_": "Space", "<": "Delete", ">": "Next", "^": "Shift", "#": "Symbols"}


def board(
    rows: list[str], bottom: int = 760, wide: int = W, text: bool = False, tall: int = 50
) -> list[Node]:
    """Keys in rows over a width, the last row ending at `bottom`."""
    nodes = []
    for number, row in enumerate(rows):
        top = bottom - tall * (len(rows) - number)
        for place, key in enumerate(row):
            box = (place * wide // len(row), top, (place + 1) * wide // len(row), top + tall)
            says = LONG.get(key, key)
            node = Node(f"k{number}.{place}", None, "", box, says if text else "", "" if text else says)
            nodes.append(node._replace(flags=TAP))
    return nodes


def field(top: int = 100) -> Node:
    return Node("field", None, "", (0, top, W, top + 40), "11", flags=FIELD)


def ids(nodes: list[Node]) -> set[str]:
    return {node.id for node in nodes}


def test_letters_and_number_pads() -> None:
    for rows in (LETTERS, PAD):
        keys = board(rows)
        assert find_keyboard([field(), *keys], W, H) == ids(keys)


def test_the_strip_above_the_keys_belongs_to_them() -> None:
    keys = board(LETTERS)
    top = min(key.bounds[1] for key in keys if key.bounds)
    strip = [
        Node(f"s{i}", None, "", (i * 100, top - 50, i * 100 + 100, top - 10), "", "Stickers", flags=TAP)
        for i in range(4)
    ]
    send = Node("send", None, "", (350, top - 100, 400, top - 60), "", "Send", flags=TAP)
    assert find_keyboard([field(), send, *strip, *keys], W, H) == ids([*strip, *keys])
    assert find_keyboard([field(), *strip[1:], *keys], W, H) == ids(keys), "some buttons of the page"


def test_what_is_no_keyboard() -> None:
    pad = board(PAD)
    assert not find_keyboard(pad, W, H), "nothing to write into: a lock"
    assert not find_keyboard([field(), *board(PAD, text=True)], W, H), "keys with text: a calculator"
    assert not find_keyboard([field(), *board(PAD, bottom=500)], W, H), "not at the bottom"
    assert not find_keyboard([field(), *board(PAD, wide=300)], W, H), "not over the whole width"
    assert not find_keyboard([field(780), *pad], W, H), "a field below it"
    days = [str(day) for day in (*range(1, 32), 1, 2, 3, 4)]
    places = [(i % 7 * 57, 500 + i // 7 * 50, i % 7 * 57 + 57, 550 + i // 7 * 50) for i in range(35)]
    month = [Node(f"d{i}", None, "", places[i], day, flags=TAP) for i, day in enumerate(days)]
    assert not find_keyboard([field(), *month], W, H), "days of a month"
    index = [
        Node(f"i{i}", None, "", (380, 20 + 29 * i, 400, 49 + 29 * i), letter, flags=TAP)
        for i, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    ]
    assert not find_keyboard([field(), *index], W, H), "letters in a column: an index"


@settings(max_examples=100, deadline=None)
@given(st.integers(2, 20), st.integers(300, 1200), st.sampled_from([LETTERS, PAD]))
def test_its_size_does_not_matter(scale: int, page: int, rows: list[str]) -> None:
    """A keyboard is found on any screen, at any size of its keys, and nothing above it is taken away."""
    height = page + len(rows) * 10 * scale
    keys = board(rows, bottom=height, tall=10 * scale)
    above = [Node("words", None, "", (0, 0, W, 30), "Milk"), field(40)]
    assert find_keyboard([*above, *keys], W, height) == ids(keys)
