"""Caches that must notice: what a box depends on is more than its own values."""

from __future__ import annotations

import gc
from pathlib import Path
from random import Random
from typing import Any

import pytest

from phonebuddy import actions as a
from phonebuddy.world import scaffold
from phonebuddy.world.box import Box, Placed, Rows
from phonebuddy.world.image import build_image
from phonebuddy.world.look import Look
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.app import Page
from phonebuddy.world.spec.load import load_apps
from phonebuddy.world.state.store import Store
from tests.world.helpers import (
    SMALL,
    differences,
    find,
    moment,
    new_phone,
    pixel_hash,
    small_phone,
    tap,
    texts,
    walk,
)

PAGES = {
    "a header that shows the page": """
        main:
          vars: {a: ""}
          body:
            - {field: a, label: Field}
            - list: SELECT 1 AS id, 'row' AS row
              section: row
              header: {text: "header {a}"}
              each: {text: "{row}"}
        """,
    "a row that shows the page": """
        main:
          vars: {a: ""}
          body:
            - {field: a, label: Field}
            - list: SELECT 1 AS id, 'row' AS row
              each: {text: "{row} {a}"}
        """,
    "something in the middle of the room": """
        main:
          vars: {a: ""}
          body:
            - {field: a, label: Field}
            - {empty: Nothing, icon: star}
        """,
    "something in the middle, deep inside": """
        main:
          vars: {a: ""}
          body:
            - {field: a, label: Field}
            - column:
                - row: [{empty: Nothing, grow: 1}]
        """,
    "an empty list": """
        main:
          vars: {a: ""}
          body:
            - {field: a, label: Field}
            - list: SELECT 1 AS id, 'row' AS row WHERE :a = 'x'
              each: {text: "{row}"}
              empty: Nothing
        """,
    "when": """
        main:
          vars: {a: ""}
          body:
            - {field: a, label: Field}
            - column:
                - {text: shown, when: a}
                - {text: hidden, unless: a}
        """,
    "a bar that is sometimes there": """
        main:
          vars: {a: ""}
          data: SELECT :a <> '' AS typed
          top: {top_bar: "{a}", when: typed}
          body:
            - {field: a, label: Field}
          floating: {fab: plus, label: "{a}", unless: typed}
        """,
    "the time": """
        main:
          vars: {a: ""}
          data: SELECT now() AS second
          body:
            - {field: a, label: Field}
            - {text: "{second}"}
            - list: SELECT 1 AS id, now() AS row
              each: {text: "{row}"}
        """,
}


@pytest.mark.parametrize("kind", PAGES)
def test_typing_and_the_keyboard_show_with_and_without_caches(tmp_path: Path, kind: str) -> None:
    warm = small_phone(tmp_path / "small", PAGES[kind])
    cold = warm.fork()
    field = find(warm, "Field").bounds.center
    steps: list[a.Action] = [
        a.Click(a.to_point(*field, 360, 800)), a.Type("x"), a.ButtonPress("back"), a.Type("y"),
        a.Click(a.to_point(*field, 360, 800)), a.Type("y"), a.ButtonPress("back"), a.Wait(1000),
    ]  # fmt: skip
    for step in steps:
        warm.act(step)
        expected, pixels = moment(warm), pixel_hash(warm)
        cold.forget()
        cold.act(step)
        cold.forget()
        assert not (found := differences(expected, moment(cold))), f"{step}: {found}"
        assert pixel_hash(cold) == pixels, step


def test_a_page_seen_before_is_laid_out_again_only_for_other_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = """
    main:
      body:
        - {button: Other, on_tap: [{open: other}]}
        - {button: Make, on_tap: [{sql: "INSERT INTO small_row VALUES (NULL, 'new')"}]}
        - list: SELECT id, value FROM small_row
          each: {text: "{value} {id}"}
    other:
      body: [{text: elsewhere}]
    """
    schema = "CREATE TABLE small_row (id INTEGER PRIMARY KEY, value);"
    phone = small_phone(tmp_path / "small", page, schema)
    phone.observe()
    laid_out: list[str] = []
    lay_out = scaffold._laid_out

    def note(runtime: Runtime, look: Look, page: Page, *rest: Any) -> Box:
        laid_out.append(page.name)
        return lay_out(runtime, look, page, *rest)

    monkeypatch.setattr(scaffold, "_laid_out", note)
    for step in ("Other", "back", "Other", "back", "Make"):
        phone.act(a.ButtonPress("back")) if step == "back" else tap(phone, step)
        assert ("elsewhere" in texts(phone)) == (step == "Other")
    assert laid_out == ["other", "main"] and "new 1" in texts(phone)


def test_a_page_from_a_snapshot_is_not_taken_for_another(tmp_path: Path) -> None:
    page = """
    main:
      body:
        - {button: Forth, on_tap: [{open: way, with: {start: Rome, end: Oslo}}]}
        - {button: Back again, on_tap: [{open: way, with: {start: Oslo, end: Rome}}]}
    way:
      params: [start, end]
      body: [{text: "from {start} to {end}"}]
    """
    phone = small_phone(tmp_path / "small", page)
    tap(phone, "Forth")
    phone.restore(phone.snapshot())  # where names stand in order of the alphabet
    assert "from Rome to Oslo" in texts(phone)
    phone.act(a.ButtonPress("back"))
    tap(phone, "Back again")
    assert "from Oslo to Rome" in texts(phone)


def test_1_and_1_0_are_not_the_same(tmp_path: Path) -> None:
    page = """
    main:
      vars: {out: ""}
      body:
        - list: SELECT id, value FROM small_row
          each: {button: "Half {value}", on_tap: [{let: "SELECT :value / 2 AS half"}, {set: {out: "{half}"}}]}
        - {text: "out {out}"}
        - {button: Make, on_tap: [{sql: "INSERT INTO small_row VALUES (1, 7)"}]}
        - {button: Real, on_tap: [{sql: UPDATE small_row SET value = 7.0}]}
    """
    schema = "CREATE TABLE small_row (id INTEGER PRIMARY KEY, value);"
    phone = small_phone(tmp_path / "small", page, schema)
    tap(phone, "Make")
    tap(phone, "Half 7")
    assert "out 3" in texts(phone)
    tap(phone, "Real")
    tap(phone, "Half 7")
    assert "out 3.5" in texts(phone)


def test_rows_out_of_sight_are_not_made_when_another_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = """
    main:
      body:
        - {button: Change, on_tap: [{sql: UPDATE small_row SET value = 'new' WHERE id = 1}]}
        - list: SELECT id, value FROM small_row
          each: {list_item: "{value} {id}"}
    """
    schema = "CREATE TABLE small_row (id INTEGER PRIMARY KEY, value);"
    phone = small_phone(tmp_path / "small", page, schema)
    rows = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
    phone.change(f"{rows} INSERT INTO small_row SELECT i, 'old' FROM n")
    made: list[int] = []
    make = Rows._row

    def note(rows: Rows, index: int) -> Placed:
        made.append(index)
        return make(rows, index)

    monkeypatch.setattr(Rows, "_row", note)
    tap(phone, "Change")
    assert "new 1" in texts(phone) and "old 2" in texts(phone)
    assert 2 <= len(set(made)) < 30


def test_a_closed_phone_is_not_kept() -> None:
    def stores() -> int:
        gc.collect()
        return sum(type(thing) is Store for thing in gc.get_objects())

    new_phone("built_in").close()
    before = stores()
    for seed in range(5):
        phone = new_phone("built_in")
        walk(phone, Random(seed), 40)
        phone.observe().pixels()
        phone.close()
        del phone
    assert stores() <= before


def test_equal_words_in_two_apps_belong_to_each(tmp_path: Path) -> None:
    page = """
    main:
      body:
        - button: More
          on_tap: [{sheet: The same title, body: [{text: inside}]}]
    """
    folders = []
    for name in ("one", "two"):
        small_phone(tmp_path / name, page)
        text = (tmp_path / name / "app.yaml").read_text("utf-8")
        (tmp_path / name / "app.yaml").write_text(text.replace("small", name), "utf-8")
        folders.append(tmp_path / name)
    phone = WorldPhone(build_image(load_apps(folders)), SMALL)
    for name in ("one", "two"):
        phone.act(a.OpenApp(name))
        tap(phone, "More")
        assert find(phone, "The same title").package == f"com.example.{name}"


def test_neighbours_have_names_of_their_own(tmp_path: Path) -> None:
    page = """
    main:
      top:
        top_bar: Title
        actions: [{icon_button: plus, label: Plus, id: title}]
      body:
        - {text: a}
        - {text: b}
        - {text: c, id: text2}
        - {text: d, id: text2}
        - list: SELECT 1 AS id, 'x' AS word UNION ALL SELECT 1, 'y' UNION ALL SELECT '1.1', 'z'
          each: {text: "{word}"}
        - button: Ask
          on_tap:
            - dialog: Sure?
              text: Really
              body: [{text: inside, id: confirm}, {text: inside}, {button: ok, id: title}]
    """
    phone = small_phone(tmp_path / "small", page)
    assert {"a", "b", "c", "d", "x", "y", "z"} <= set(texts(phone))
    _names_differ(phone)
    tap(phone, "Ask")
    assert {"Really", "inside", "ok"} <= set(texts(phone))
    _names_differ(phone)


def _names_differ(phone: WorldPhone) -> None:
    names = [element.id for element in phone.observe().elements]
    assert len(names) == len(set(names)), sorted(name for name in names if names.count(name) > 1)
