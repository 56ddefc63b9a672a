"""Dumps in: what we write is read back, what strangers write cannot hurt."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.phones.dump import MAX_CHARS, DumpError, read_dump
from phonebuddy.screen import Flag
from phonebuddy.uixml import HEADER, framed, to_xml
from tests.soon import soon
from tests.world.helpers import new_phone, walk

NODE = '<node index="0" text="{}" class="android.widget.EditText" enabled="true" bounds="[0,0][9,9]" />'


def dump(*nodes: str) -> str:
    return f'{HEADER}<hierarchy rotation="0">{"".join(nodes)}</hierarchy>'


def test_a_screen_of_the_world_comes_back_as_it_was() -> None:
    phone = new_phone()
    rng = Random(3)
    for _ in range(25):
        walk(phone, rng, 1)
        screen = phone.observe()
        read = read_dump(to_xml(screen))
        seen = [one for one in screen.elements if _shown(one.bounds, screen.width, screen.height)]
        assert [(one.text, one.description, one.hint) for one in read] == [
            (_plain(one.text), _plain(one.description), _plain(one.hint)) for one in seen
        ]
        for flag in (Flag.CLICKABLE, Flag.CHECKED, Flag.FOCUSED, Flag.PASSWORD, Flag.SCROLLABLE):
            assert [one.has(flag) for one in read] == [one.has(flag) for one in seen]


def _shown(bounds: tuple[int, int, int, int], width: int, height: int) -> bool:
    left, top, right, bottom = bounds
    return max(left, 0) < min(right, width) and max(top, 0) < min(bottom, height)


def _plain(text: str) -> str:
    return "".join(c for c in text if c >= " " or c in "\t\n\r")


def test_what_was_read_before_is_nobody_elses() -> None:
    text = dump(NODE.format("mine"))
    first = read_dump(text)
    first.clear()
    assert [element.text for element in read_dump(text)] == ["mine"]


def test_the_hint_of_an_empty_field_is_no_text_of_its() -> None:
    """Android tells it as both; a field that says something else keeps it."""
    hinted = NODE.replace(" />", ' hint="Name" />')
    empty, filled = read_dump(dump(hinted.format("Name"), hinted.format("Ada")))
    assert (empty.text, empty.hint) == ("", "Name") and (filled.text, filled.hint) == ("Ada", "Name")
    (label,) = read_dump(dump(hinted.format("Name").replace("EditText", "TextView")))
    assert label.text == "Name"


def test_parents_come_before_children_and_exist() -> None:
    read = read_dump(to_xml(new_phone().observe()))
    seen: set[str] = set()
    for one in read:
        assert one.parent is None or one.parent in seen
        seen.add(one.id)


def test_emoji_in_two_halves_as_android_writes_them() -> None:
    (one,) = read_dump(dump(NODE.format("&#55357;&#56832; ok &#0;&#55357;x")))
    assert one.text == "😀 ok x"


def test_a_field_is_known_by_its_class() -> None:
    (one,) = read_dump(dump(NODE.format("x")))
    assert one.has(Flag.EDITABLE) and one.role == "field"


def test_what_stands_around_the_xml_does_not_matter() -> None:
    text = f"WARNING: linker\n{dump(NODE.format('x'))}\nUI hierchary dumped to: /dev/tty\n"
    assert [one.text for one in read_dump(text)] == ["x"]


def test_an_empty_hierarchy_is_no_elements() -> None:
    assert read_dump(f'{HEADER}<hierarchy rotation="0" />') == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ERROR: null root node returned by UiTestAutomationBridge.",
        dump("<node"),
        HEADER + '<!DOCTYPE x [<!ENTITY a "b">]><hierarchy>&a;</hierarchy>',
        dump("<node>" * 1000 + "</node>" * 1000),
        dump(NODE.format("x") * 20_001),
        dump("x" * (MAX_CHARS + 1)),
    ],
)
def test_what_is_no_dump_is_refused(text: str) -> None:
    with soon(), pytest.raises(DumpError):
        read_dump(text)


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_any_text_gives_elements_or_a_dump_error(text: str) -> None:
    for given_text in (text, dump(text), dump(NODE.format(text))):
        with suppress(DumpError):
            read_dump(given_text)


def test_a_framed_dump_is_the_same_screen() -> None:
    screen = new_phone().observe()
    plain = to_xml(screen)
    assert read_dump(framed(plain, "com.x", screen.width, screen.height)) == read_dump(plain)


FRAME = '<node text="{}" class="android.widget.FrameLayout" enabled="true" bounds="[0,0][9,9]">{}</node>'


@pytest.mark.parametrize(
    ("nodes", "ids"),
    [
        (FRAME.format("", FRAME.format("", NODE.format("x") + NODE.format("y"))), ["0", "1"]),
        (FRAME.format("says so", NODE.format("x")), ["0", "0/0"]),
        (FRAME.format("", NODE.format("x")) + NODE.format("y"), ["0", "0/0", "1"]),
        (FRAME.format("", ""), ["0"]),
        (FRAME.format("", FRAME.format("", "")), ["0"]),
    ],
)
def test_only_what_frames_everything_is_left_out(nodes: str, ids: list[str]) -> None:
    assert [one.id for one in read_dump(dump(nodes))] == ids
