"""Dumps of screens: what the clients' own readers make of them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from adbutils.shell import ShellExtension
from hypothesis import given
from uiautomator2.xpath import PageSource, XPath

from phonebuddy.screen import Bounds, Element, Flag, Pixels, Screen
from phonebuddy.uixml import HEADER, MAX_DEPTH, framed, to_xml
from tests.soon import soon
from tests.strategies import elements

WIDTH, HEIGHT = 400, 400
ANDROID_ORDER = ["index", "text", "resource-id", "class", "package", "content-desc", "checkable", "checked"]
ANDROID_ORDER += ["clickable", "enabled", "focusable", "focused", "scrollable", "long-clickable", "password"]
ANDROID_ORDER += ["selected", "visible-to-user", "bounds"]


class NoFrame:
    """A frame for screens that nobody draws."""

    def pixels(self) -> Pixels:
        raise NotImplementedError

    def png(self) -> bytes:
        raise NotImplementedError

    def jpeg(self, quality: int = 90) -> bytes:
        raise NotImplementedError


def screen(*items: Element) -> Screen:
    return Screen(items, "com.x", ".Main", WIDTH, HEIGHT, 0, NoFrame())


def element(id: str, parent: str | None = None, **more: Any) -> Element:
    return Element(**{"id": id, "role": "text", "bounds": Bounds(0, 0, 10, 10), "parent": parent, **more})


def nodes(xml: str) -> list[ET.Element]:
    return list(ET.fromstring(xml).iter("node"))


def only(xml: str) -> dict[str, str]:
    (node,) = nodes(xml)
    return node.attrib


class FakeDevice(ShellExtension):  # type: ignore[misc, unused-ignore]
    """As much of an adbutils device as its own dump reader asks for."""

    def __init__(self, xml: str) -> None:
        self.xml = xml.encode()

    def shell(self, *args: Any, **kwargs: Any) -> str:
        return "UI hierchary dumped to: /data/local/tmp/uidump.xml\nsuccess"

    @property
    def sync(self) -> FakeDevice:
        return self

    def iter_content(self, path: str) -> Iterator[bytes]:
        yield from (self.xml[i : i + 64] for i in range(0, len(self.xml), 64))


def test_a_node_as_android_writes_it() -> None:
    item = Element(
        id="1",
        role="button",
        bounds=Bounds(1, 2, 30, 40),
        text="Save",
        description="Save it",
        resource_id="com.x:id/save",
        package="com.x",
        flags=Flag.ENABLED | Flag.CLICKABLE,
    )
    assert to_xml(screen(item)) == (
        HEADER + '<hierarchy rotation="0"><node index="0" text="Save" resource-id="com.x:id/save"'
        ' class="android.widget.Button" package="com.x" content-desc="Save it" checkable="false"'
        ' checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false"'
        ' long-clickable="false" password="false" selected="false" visible-to-user="true"'
        ' bounds="[1,2][30,40]" /></hierarchy>'
    )
    assert list(only(to_xml(screen(item)))) == ANDROID_ORDER


@pytest.mark.parametrize("flag", list(Flag))
def test_each_flag_is_told(flag: Flag) -> None:
    name = (flag.name or "").lower().replace("_", "-")
    if flag is Flag.EDITABLE:
        name = "focusable"
    assert only(to_xml(screen(element("1", flags=int(flag)))))[name] == "true"
    assert only(to_xml(screen(element("1", flags=0))))[name] == "false"


def test_a_hint_is_told_where_there_is_one() -> None:
    assert only(to_xml(screen(element("1", hint="Your name"))))["hint"] == "Your name"
    assert "hint" not in only(to_xml(screen(element("1"))))


@pytest.mark.parametrize(
    ("role", "kind"),
    [
        ("field", "android.widget.EditText"),
        ("list", "androidx.recyclerview.widget.RecyclerView"),
        ("no_such_role", "android.view.View"),
    ],
)
def test_roles_become_android_classes(role: str, kind: str) -> None:
    assert only(to_xml(screen(element("1", role=role))))["class"] == kind


def test_an_unknown_role_with_children_is_a_group() -> None:
    assert (
        nodes(to_xml(screen(element("1", role="x"), element("2", "1"))))[0].get("class")
        == "android.view.ViewGroup"
    )


def test_children_nest_in_drawing_order() -> None:
    xml = to_xml(
        screen(element("a"), element("b"), element("a1", "a"), element("b1", "b"), element("a2", "a"))
    )
    (a, b) = ET.fromstring(xml)
    assert [len(a), len(b)] == [2, 1]
    assert [child.get("index") for child in a] == ["0", "1"]


def test_what_is_off_the_screen_is_left_out_and_what_sticks_out_is_cut() -> None:
    xml = to_xml(
        screen(
            element("gone", bounds=Bounds(0, 400, 10, 500)),
            element("kept", "gone", text="kept", bounds=Bounds(-5, -5, 500, 20)),
            element("flat", bounds=Bounds(5, 5, 5, 9)),
        )
    )
    assert only(xml)["bounds"] == "[0,0][400,20]"


def test_an_empty_screen_is_spelt_as_uiautomator2_expects() -> None:
    assert to_xml(screen()).endswith('<hierarchy rotation="0" />')


TEXTS = [
    'say "hi" & <b>go</b>',
    "it's",
    "two\nlines\r\n\tthree",
    "😀👩‍🚀 微信 é",
    "]]> &amp; <!--",
    " spaces  kept ",
]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_survive(text: str) -> None:
    xml = to_xml(screen(element("1", text=text, description=text, hint=text)))
    attributes = only(xml)
    assert [attributes[name] for name in ("text", "content-desc", "hint")] == [text] * 3


# Its xpath shorthand cannot spell quotes and line breaks, and it drops zero-width characters.
@pytest.mark.parametrize("text", ["Save & close", "微信 é 😀", "a > b", " spaces  kept "])
def test_uiautomator2_finds_elements_by_text(text: str) -> None:
    source = PageSource.parse(to_xml(screen(element("1", text=text, bounds=Bounds(10, 20, 30, 60)))))
    (found,) = XPath(text).all(source)
    assert found.text == text
    assert found.center() == (20, 40)


def test_uiautomator2_reads_flags_and_classes() -> None:
    source = PageSource.parse(
        to_xml(screen(element("1", role="switch", flags=int(Flag.CHECKED), resource_id="x:id/s")))
    )
    (found,) = source.find_elements("//android.widget.Switch")
    assert found.info["checked"] is True
    assert found.info["resourceName"] == "x:id/s"
    assert found.info["visibleToUser"] is True


@pytest.mark.parametrize("text", TEXTS)
def test_adbutils_reads_the_dump(text: str) -> None:
    xml = to_xml(screen(element("1", text=text)))
    assert FakeDevice(xml).dump_hierarchy() == xml


def test_characters_that_xml_cannot_hold_are_left_out() -> None:
    xml = to_xml(screen(element("1", text="a\0b\x1b[31mc\ud800d\ufffee\uffff", resource_id='x"\x07')))
    assert (only(xml)["text"], only(xml)["resource-id"]) == ("ab[31mcde", 'x"')
    xml.encode("utf-8")


def seen(items: Sequence[Element]) -> list[Element]:
    return [item for item in items if _on_screen(item.bounds)]


def _on_screen(place: Bounds) -> bool:
    left, top, right, bottom = place
    return max(left, 0) < min(right, WIDTH) and max(top, 0) < min(bottom, HEIGHT)


@given(elements())
def test_any_screen_can_be_read_by_the_clients(items: list[Element]) -> None:
    xml = to_xml(screen(*items))
    assert FakeDevice(xml).dump_hierarchy() == xml
    found = PageSource.parse(xml).find_elements("//*[@bounds]")
    assert len(found) == len(nodes(xml)) == len(seen(items))
    for node in found:
        left, top, right, bottom = node.bounds
        assert 0 <= left < right <= WIDTH
        assert 0 <= top < bottom <= HEIGHT
    texts = sorted(re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", e.text) for e in seen(items))
    assert sorted(node.get("text") or "" for node in nodes(xml)) == texts


@given(elements())
def test_ancestors_stay_ancestors(items: list[Element]) -> None:
    named = [
        Element(**{f: getattr(e, f) for f in e.__struct_fields__} | {"resource_id": e.id}) for e in items
    ]
    by_id = {e.id: e for e in named}
    kept = {e.id for e in seen(named)}
    root = ET.fromstring(to_xml(screen(*named)))
    parents = {child.get("resource-id"): node.get("resource-id") for node in root.iter() for child in node}
    for e in seen(named):
        above = e.parent
        while above is not None and above in by_id and above not in kept:
            above = by_id[above].parent
        assert parents[e.id] == (above if above in kept else None)


def test_a_very_deep_screen_is_flattened() -> None:
    chain = [element("0")] + [element(str(i), str(i - 1)) for i in range(1, 20_000)]
    with soon():
        xml = to_xml(screen(*chain))
    assert len(PageSource.parse(xml).find_elements("//*[@bounds]")) == 20_000
    assert xml.count("</node>") == MAX_DEPTH - 1


@given(elements())
def test_a_frame_is_the_one_root_of_all(items: list[Element]) -> None:
    plain = to_xml(screen(*items))
    whole = framed(plain, "com.x", WIDTH, HEIGHT)
    roots = list(ET.fromstring(whole))
    if "<node" not in plain:
        assert whole == plain
        return
    (root,) = roots
    assert root.get("bounds") == f"[0,0][{WIDTH},{HEIGHT}]" and root.get("package") == "com.x"
    below = [ET.tostring(node) for node in root]
    assert below == [ET.tostring(node) for node in ET.fromstring(plain)]


def test_a_frame_says_how_the_phone_is_held() -> None:
    plain = to_xml(screen(element("0")))
    assert '<hierarchy rotation="1">' in framed(plain, "com.x", 2 * WIDTH, HEIGHT)
    assert '<hierarchy rotation="0">' in framed(plain, "com.x", WIDTH, 2 * HEIGHT)
