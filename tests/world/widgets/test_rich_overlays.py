"""The drawer, pulling to refresh, and choosing many rows: what reaches beyond one widget."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.actions import ButtonPress, Click, LongPress, OpenApp, to_point
from phonebuddy.screen import Element, Flag
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import load_apps
from tests.world.widgets.tiny import TAPPED, Tiny

DRAWER = f"""
- button: Menu
  on_tap:
    - drawer: Post
      subtitle: ada@example.com
      current: inbox
      items:
        - {{nav_item: Inbox, icon: inbox-outline, value: inbox, badge: "12"}}
        - {{nav_item: Sent, icon: send-outline, value: sent, on_tap: {TAPPED}}}
        - divider:
        - {{menu_item: Settings, icon: cog-outline, on_tap: [{{set: {{a: settings}}}}]}}
- refresh: {TAPPED}
- list: SELECT id, name FROM tiny_row
  each: {{list_item: "{{name}}"}}
"""
MANY = """\
app: many
title: Many
package: com.example.many
icon: star
start: main
schema: |
  CREATE TABLE many_row (id INTEGER PRIMARY KEY, name TEXT NOT NULL, chosen INTEGER NOT NULL DEFAULT 0);
content: content.yaml
pages:
  main:
    data: SELECT sum(chosen) AS num_chosen, sum(chosen) = 0 AS none_chosen FROM many_row
    on_back:
      - {sql: UPDATE many_row SET chosen = 0, when: num_chosen}
      - {back: , when: none_chosen}
    top:
      top_bar: Rows
      selected: "{num_chosen}"
      on_clear: [{sql: UPDATE many_row SET chosen = 0}]
      selection_actions:
        - {icon_button: delete-outline, label: Delete, on_tap: [{sql: DELETE FROM many_row WHERE chosen}]}
    body:
      - list: SELECT r.*, (SELECT sum(chosen) FROM many_row) AS choosing FROM many_row r
        each:
          list_item: "{name}"
          avatar: "{name}"
          selected: "{chosen}"
          on_tap: [{sql: UPDATE many_row SET chosen = NOT chosen WHERE id = :id, when: choosing}]
          on_long_press: [{sql: UPDATE many_row SET chosen = 1 WHERE id = :id}]
"""


class Many:
    """A phone with the app of many rows in front."""

    def __init__(self, folder: Path) -> None:
        (folder / "app.yaml").write_text(MANY, "utf-8")
        (folder / "content.yaml").write_text("many_row: [{name: One}, {name: Two}, {name: Three}]\n", "utf-8")
        self.phone = WorldPhone(build_image(load_apps([folder])))
        self.phone.act(OpenApp("many"))

    def find(self, words: str) -> Element:
        return next(e for e in self.phone.observe().elements if words in (e.text, e.description))

    def tap(self, words: str, long: bool = False) -> None:
        info = self.phone.info
        point = to_point(*self.find(words).bounds.center, info.width, info.height)
        self.phone.act(LongPress(point) if long else Click(point))


def test_a_drawer_opens_from_the_left_and_closes_when_something_is_chosen(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, DRAWER)
    tiny.tap(tiny.find("Menu"))
    drawer = tiny.elements("drawer")[0]
    assert drawer.bounds.left == 0 and drawer.bounds.top == 0
    assert drawer.bounds.bottom == tiny.phone.info.height
    assert tiny.find("Inbox, 12 new").has(Flag.SELECTED)
    assert not tiny.find("Sent").has(Flag.SELECTED)
    tiny.tap(tiny.find("Sent"))
    assert tiny.seen() == ["tapped"] and not tiny.elements("drawer")
    tiny.tap(tiny.find("Menu"))
    tiny.tap(tiny.find("Settings"))
    assert "a=settings" in tiny.variables() and not tiny.elements("drawer")


@pytest.mark.parametrize("way", ["beside", "swipe"])
def test_a_drawer_has_ways_out(tmp_path: Path, way: str) -> None:
    tiny = Tiny(tmp_path, DRAWER)
    tiny.tap(tiny.find("Menu"))
    if way == "beside":
        tiny.tap_at(tiny.phone.info.width - 20, 1200)
    else:
        tiny.drag((600, 1500), (100, 1500))
    assert not tiny.elements("drawer")


def test_a_drawer_with_many_places_scrolls(tmp_path: Path) -> None:
    items = "".join(
        f"\n        - {{nav_item: Place {number}, icon: star, value: p{number}}}" for number in range(30)
    )
    tiny = Tiny(tmp_path, f"\n- button: Menu\n  on_tap:\n    - drawer: Post\n      items:{items}\n")
    tiny.tap(tiny.find("Menu"))
    assert not [e for e in tiny.elements() if e.text == "Place 29"]
    tiny.drag((400, 2000), (400, 400))
    tiny.drag((400, 2000), (400, 400))
    assert tiny.find("Place 29")


def test_pulling_down_at_the_top_refreshes(tmp_path: Path) -> None:
    tiny = Tiny(tmp_path, DRAWER, LookSpec(), rows=60)
    tiny.drag((500, 1800), (500, 1000))
    tiny.drag((500, 1000), (500, 1900))
    assert tiny.seen() == [], "a page that is not at its top scrolls"
    tiny.drag((500, 1000), (500, 1900))
    assert tiny.seen() == ["tapped"]
    tiny.drag((500, 1900), (500, 1000))
    assert tiny.seen() == ["tapped"]


def test_rows_are_chosen_counted_and_cleared(tmp_path: Path) -> None:
    many = Many(tmp_path)
    many.tap("One")
    assert many.find("Rows")
    many.tap("One", long=True)
    many.tap("Three")
    assert many.find("2 selected")
    many.tap("Clear selection")
    assert many.find("Rows")
    many.tap("Two", long=True)
    many.tap("Delete")
    assert many.phone.state("SELECT name FROM many_row") == (("One",), ("Three",))


def test_back_ends_choosing_before_it_leaves(tmp_path: Path) -> None:
    many = Many(tmp_path)
    many.tap("Two", long=True)
    assert many.find("1 selected")
    many.phone.act(ButtonPress("back"))
    assert many.find("Rows")
