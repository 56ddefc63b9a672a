"""Hypothesis strategies for the shared vocabulary, used by several test files."""

from __future__ import annotations

import msgspec
from hypothesis import strategies as st

from phonebuddy import actions as a
from phonebuddy.screen import Bounds, Element, Flag

text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
tricky = st.sampled_from(
    [
        "</tool_call>",
        "<tool_call>{",
        "<think>",
        "</think>",
        "<function=x>",
        "<arg_key>",
        '"',
        "'",
        "\\",
        "<3",
        "“",
        "{}",
    ]
)
any_text = st.lists(text | tricky, max_size=4).map("".join)
axis = st.integers(0, 1000)
point = st.builds(a.Point, axis, axis)
press_ms = st.none() | st.integers(0, 60_000)
package = st.from_regex(r"[a-z]{1,8}(\.[a-z_0-9]{1,8}){0,3}", fullmatch=True) | st.sampled_from(
    ["Files", "微信"]
)

any_action: st.SearchStrategy[a.Action] = st.one_of(
    st.builds(a.Click, point),
    st.builds(a.DoubleClick, point, press_ms),
    st.builds(a.LongPress, point, press_ms),
    st.builds(a.Type, any_text),
    st.builds(a.Scroll, point, point, press_ms),
    st.builds(a.Drag, point, point, press_ms),
    st.builds(a.ButtonPress, st.sampled_from(["back", "home", "menu", "enter"])),
    st.builds(a.OpenApp, package),
    st.builds(a.CloseApp, package),
    st.builds(a.Wait, st.integers(0, 600_000)),
    st.builds(a.Output, any_text),
    st.builds(a.Finish, any_text),
    st.builds(a.CallUser, any_text),
)

bounds = st.builds(Bounds, *[st.integers(-50, 450)] * 4)
any_str = st.text(max_size=20)
roles = st.sampled_from(["text", "button", "field", "list", "strange", "image"])


@st.composite
def elements(draw: st.DrawFn, max_size: int = 25) -> list[Element]:
    """A screen's list: each element hangs below an earlier one, below nothing, or below something unknown."""
    result: list[Element] = []
    for i in range(draw(st.integers(0, max_size))):
        parent = draw(st.sampled_from([None, "unknown", *(element.id for element in result)]))
        names = ("text", "description", "hint", "resource_id", "package")
        strings = {name: draw(any_str) for name in names}
        flags = draw(st.integers(0, int(Flag.PASSWORD) * 2 - 1))
        place = Element(id=f"e{i}", role=draw(roles), bounds=draw(bounds), flags=flags, parent=parent)
        result.append(msgspec.structs.replace(place, **strings))
    return result
