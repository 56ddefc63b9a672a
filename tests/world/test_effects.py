"""Effects: whatever a list of them does, in whatever order, the phone goes on and can be left."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy import actions as a
from phonebuddy.world import box
from phonebuddy.world.editing import MAX_TEXT
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.runtime import MAX_EFFECTS, MAX_STACK
from tests.soon import soon
from tests.world.helpers import SMALL, dump, find, new_phone, small_phone, tap, texts

TABLE = "CREATE TABLE small_row (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"


def test_a_broken_constraint_changes_nothing_and_says_why(tmp_path: Path) -> None:
    phone = small_phone(
        tmp_path / "small",
        """
        main:
          body:
            - button: Add
              on_tap:
                - sql: INSERT INTO small_row (text) VALUES ('x')
                - snackbar: Added
        """,
        TABLE,
    )
    tap(phone, "Add")
    assert "Added" in texts(phone)
    before = dump(phone)["small_row"]
    tap(phone, "Add")
    assert dump(phone)["small_row"] == before
    assert "UNIQUE constraint failed: small_row.text" in texts(phone)
    assert "Added" not in texts(phone)


@pytest.mark.parametrize("width", [1, 2, 20])
def test_pages_that_open_each_other_endlessly_stop(tmp_path: Path, width: int) -> None:
    opens = ", ".join(["{open: other}"] * width)
    phone = small_phone(
        tmp_path / "small",
        f"""
        main:
          body:
            - button: Go
              on_tap: [{opens}]
        other:
          on_open: [{opens}]
          body: [{{text: other}}]
        """,
    )
    with soon():
        tap(phone, "Go")
    assert any("effects" in text for text in texts(phone)), texts(phone)
    assert len(phone._ui.stacks["small"]) <= MAX_STACK
    assert phone.state("SELECT count(*) FROM phone_event")[0][0] <= MAX_EFFECTS + 10  # type: ignore[operator]
    phone.act(a.ButtonPress("home"))
    tap(phone, "Small")


ORDERS = ["back", "close", "open: page", "replace: page", "share: text", "dismiss", "copy: text"]


@pytest.mark.parametrize("first", ORDERS)
@pytest.mark.parametrize("second", ORDERS)
def test_effects_in_any_order(tmp_path: Path, first: str, second: str) -> None:
    def effect(word: str) -> str:
        return "{" + (word if ":" in word else f"{word}: ") + "}"

    phone = small_phone(
        tmp_path / "small",
        f"""
        main:
          body:
            - button: Go
              on_tap: [{effect(first)}, {effect(second)}, {{snackbar: Done}}]
            - button: Page
              on_tap: [{{open: page}}]
        page:
          body:
            - text: On the page
            - button: Go
              on_tap: [{effect(second)}, {effect(first)}, {{dialog: Really?}}]
        """,
    )
    start = phone.snapshot()
    for path in (["Go"], ["Page", "Go"], ["Page", "Go", "Go"]):
        phone.restore(start)
        for word in path:
            if word in texts(phone):
                tap(phone, word)
            phone.restore(phone.snapshot())
        if "Copy" in texts(phone):
            tap(phone, "Copy")
        phone.observe().pixels()
        for _ in range(8):
            phone.act(a.ButtonPress("back"))
        assert phone.view() is None


def test_a_page_opened_after_leaving_brings_the_app_back(tmp_path: Path) -> None:
    phone = small_phone(
        tmp_path / "small",
        """
        main:
          body:
            - button: Away
              on_tap: [{back: }, {open: page}]
        page:
          body: [{text: On the page}]
        """,
    )
    tap(phone, "Away")
    assert phone.view() == ("small", "page", "")
    phone.act(a.ButtonPress("back"))
    assert phone.view() is None


def _share(phone: WorldPhone) -> None:
    phone.act(a.OpenApp("desk"))
    tap(phone, "More")
    tap(phone, "Share all")
    assert "Copy" in texts(phone)


def test_closing_an_app_closes_its_share_sheet() -> None:
    phone = new_phone()
    _share(phone)
    phone.act(a.CloseApp("desk"))
    assert phone.view() is None and "Copy" not in texts(phone)


def test_sharing_copies_or_reaches_the_other_app() -> None:
    phone = new_phone()
    _share(phone)
    tap(phone, "Copy")
    assert phone.state("SELECT text FROM phone_copied") == (("32 items",),)
    _share(phone)
    tap(phone, "Post")
    assert phone.state("SELECT text FROM post_letter") == (("Desk 32 items",),)
    assert phone.view() == ("post", "letters", "")


def test_a_snackbar_stays_with_its_app() -> None:
    phone = new_phone()
    _share(phone)
    tap(phone, "Post")
    assert "Look" in texts(phone)
    phone.act(a.OpenApp("desk"))
    assert "Look" not in texts(phone)
    phone.act(a.OpenApp("post"))
    tap(phone, "Look")
    assert phone.view() == ("post", "letter", "")


def test_an_action_of_a_snackbar_may_outlive_its_page(tmp_path: Path) -> None:
    phone = small_phone(
        tmp_path / "small",
        """
        main:
          vars: {a: 1}
          body:
            - button: Next
              on_tap:
                - open: page
                - snackbar: Moved on
                  action: Undo
                  on_action: [{set: {a: 2}}, {focus: a}]
            - field: a
        page:
          vars: {b: 1}
          body: [{field: b}]
        """,
    )
    tap(phone, "Next")
    tap(phone, "Undo")
    assert phone._ui.stacks["small"][-1].vars == {"b": 1}
    phone.restore(phone.snapshot())


def test_an_app_that_is_not_there() -> None:
    phone = new_phone()
    for action in (a.OpenApp("no.such.app"), a.CloseApp("no.such.app")):
        phone.act(action)
        assert phone.view() is None
    events = phone.state("SELECT kind, detail FROM phone_event")
    assert events == (("no_app", "no.such.app"), ("no_app", "no.such.app"))


@pytest.mark.parametrize("name", ["desk", "Desk", "DESK", "com.example.desk", "Com.Example.Desk"])
def test_an_app_goes_by_package_name_and_title(name: str) -> None:
    phone = new_phone()
    phone.act(a.OpenApp(name))
    assert phone.view() == ("desk", "items", "")


LONG = {
    "words": "word " * 4_000,
    "one word": "x" * 20_000,
    "new lines": "\n" * 20_000,
    "short lines": "a\n" * 10_000,
    "Chinese": "漢" * 20_000,
}


@pytest.mark.parametrize("kind", LONG)
def test_typing_100_kilobytes(kind: str) -> None:
    # The largest screen has the largest bitmaps; where those do not matter, the smallest is quicker.
    phone = new_phone("desk", LookSpec() if "lines" in kind else SMALL)
    phone.act(a.OpenApp("post"))
    tap(phone, "Write")
    with soon():
        for _ in range(5):
            phone.act(a.Type(LONG[kind]))
        phone.observe().pixels()
    assert phone._ui.stacks["post"][-1].vars["text"] == LONG[kind]
    assert len(LONG[kind]) == MAX_TEXT
    phone.restore(phone.snapshot())
    phone.act(a.ButtonPress("back"))
    phone.act(a.Scroll(a.Point(500, 800), a.Point(500, 100)))
    phone.observe().pixels()


def test_what_is_too_high_for_one_bitmap_looks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = new_phone()
    phone.act(a.OpenApp("post"))
    tap(phone, "Write")
    phone.act(a.Type("\n".join(f"line {number}" for number in range(400))))
    phone.act(a.ButtonPress("back"))
    for _ in range(4):
        phone.act(a.Scroll(a.Point(500, 300), a.Point(500, 700), 2000))
        banded = phone.observe().pixels().copy()
        with monkeypatch.context() as patch:
            patch.setattr(box, "BAND", 1_000_000)
            phone.forget()
            # Skia rounds the sides of a very high outline differently here and there.
            assert (phone.observe().pixels() != banded).any(axis=2).sum() < 20


def test_many_new_lines_in_a_line() -> None:
    """The first one is the enter key, which leads to a field that takes the others."""
    phone = new_phone()
    phone.act(a.OpenApp("desk"))
    tap(phone, "Add")
    tap(phone, "Title")
    with soon():
        phone.act(a.Type("title\n" + "\n" * 15_000))
    page = phone._ui.stacks["desk"][-1]
    assert page.vars["title"] == "title"
    assert page.vars["note"] == "\n" * 15_000


def test_a_search_longer_than_sqlite_takes_shows_nothing() -> None:
    """LIKE has a limit of its own; a person may type more."""
    phone = new_phone()
    phone.act(a.OpenApp("desk"))
    tap(phone, "Search")
    phone.act(a.Type("漢" * 20_000))
    assert "Nothing here" in texts(phone)
    assert "too complex" in phone._store.failures[0]


def test_a_number_typed_into_stays_what_it_shows(tmp_path: Path) -> None:
    phone = small_phone(
        tmp_path / "small",
        """
        main:
          vars: {a: 2.0}
          body:
            - field: a
              label: Number
        """,
    )
    assert find(phone, "Number").text == "2"
    tap(phone, "Number")
    phone.act(a.Type("5"))
    assert find(phone, "Number").text in ("25", "52")
