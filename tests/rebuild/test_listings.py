"""Lists with places as tables: a row for each row seen, drawn where it stood, doing what it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.actions import OpenApp, Point, Scroll
from phonebuddy.rebuild.assist import assist
from phonebuddy.rebuild.behaviour import PROPOSED, AppModel
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files, write_app
from phonebuddy.rebuild.emit.sql import Tables
from phonebuddy.rebuild.explain.page import explain
from phonebuddy.rebuild.items import Item
from phonebuddy.rebuild.score.driver import Driver
from phonebuddy.rebuild.score.protocols import LEARNT
from phonebuddy.rebuild.score.report import report
from phonebuddy.rebuild.score.score import running, score_apps
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.trace import Trace
from phonebuddy.world.image import build_image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import check_apps, load_apps
from tests.rebuild.test_assist import told
from tests.traces import samples
from tests.traces.samples import H, W, event, state, touch, view

ROWS = (("Ann", "09:30"), ("Bob", "10:15"), ("Cid", "11:00"))
LATER = (("Cid", "11:00"), ("Dan", "12:00"), ("Eve", "12:45"))
Views = list[dict[str, object]]


def inbox(rows: tuple[tuple[str, str], ...]) -> Views:
    views = [
        view(0, -1, (0, 0, W, H), "android.widget.FrameLayout"),
        view(1, 0, (0, 40, W, 100), "android.widget.TextView", text="Inbox"),
        view(2, 0, (0, 100, W, 700), "android.widget.ListView", scrollable=True),
    ]
    for number, (name, time) in enumerate(rows):
        at, top = len(views), 100 + 100 * number
        views += [
            view(at, 2, (0, top, W, top + 100), "android.widget.LinearLayout", clickable=True),
            view(at + 1, at, (0, top, 300, top + 100), "android.widget.TextView", text=name),
            view(at + 2, at, (300, top, W, top + 100), "android.widget.TextView", text=time),
        ]
    return views


def letter(name: str) -> Views:
    return [
        view(0, -1, (0, 0, W, H), "android.widget.FrameLayout"),
        view(1, 0, (0, 40, W, 100), "android.widget.TextView", text=name),
        view(2, 0, (0, 600, W, 700), "android.widget.Button", text="Reply", clickable=True),
    ]


def recording(folder: Path, first: Views, other: str = "") -> list[Trace]:
    """The list is scrolled down and up, then two rows are opened; `other` is where the second row leads."""
    app = samples.APP
    rows = [one for one in first if one["clickable"]]
    states = {
        "home": state("home", samples.HOME, "com.example.launcher/.Home"),
        "inbox": state("inbox", first),
        "later": state("later", inbox(LATER)),
        "ann": state("ann", letter("Ann"), f"{app}/.Letter"),
        "bob": state("bob", letter("Bob"), f"{app}/.Letter"),
        "else": state("else", [letter("x")[0], view(1, 0, (0, 0, W, 90), text="Drafts")], f"{app}/.Else"),
    }
    second = other or "bob"
    events = [
        event("intent", "home", "inbox", intent=f"am start {app}/.Main"),
        event("scroll", "inbox", "later", view=first[2], direction="DOWN"),
        event("scroll", "later", "inbox", view=first[2], direction="UP"),
        touch("inbox", "ann", rows[0]), event("key", "ann", "inbox", name="BACK"),
        touch("inbox", second, rows[1]), event("key", second, "inbox", name="BACK"),
    ]  # fmt: skip
    files = {f"states/state_{n}.json": data for n, data in enumerate(states.values(), 1)}
    files |= {f"events/event_{n}.json": data for n, data in enumerate(events, 1)}
    return read_traces(samples.write(folder, files), "droidbot")


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> list[Trace]:
    return recording(tmp_path_factory.mktemp("mail"), inbox(ROWS))


@pytest.fixture
def model(traces: list[Trace]) -> AppModel:
    return build_model(traces)


def shown(driver: Driver) -> list[Item]:
    return [item for item in driver.read() if item.label]


def test_a_list_is_a_table_with_all_rows_ever_seen(model: AppModel) -> None:
    (table,) = Tables(model).listed.tables
    name, time = table.words()
    rows = Tables(model).rows()[table.name]
    seen = {(row[name], row[time]): row["shown"] for row in rows}
    assert seen == {**dict.fromkeys(ROWS, 1), **dict.fromkeys(set(LATER) - set(ROWS), 0)}
    assert model.kept == []


def test_rows_stand_and_scroll_as_recorded(model: AppModel, traces: list[Trace]) -> None:
    page = model.pages[model.start]
    with running(model) as driver:
        driver.start()
        recorded = [item for item in page.members[0].items if item.label]
        for item, wanted in zip(shown(driver), recorded, strict=True):
            assert (item.label, item.path) == (wanted.label, wanted.path)
            near = zip(item.at.split(), wanted.at.split(), strict=True)
            assert all(abs(int(one) - int(two)) <= 3 for one, two in near)
        for up, rows in ((True, LATER), (False, ROWS)):
            driver.act(Scroll(Point(500, 600 if up else 300), Point(500, 300 if up else 600)))
            assert [item.label for item in shown(driver)][1:] == [word for row in rows for word in row]
    assert report(score_apps([traces], LEARNT))["next_page"] == 1.0


def test_a_row_does_what_it_did(model: AppModel) -> None:
    for name in ("Ann", "Bob", "Cid"):  # nobody opened the last one: it is as the row beside it
        with running(model) as driver:
            driver.start()
            items = driver.read()
            row = next(item for item in items if item.label == name)
            driver.tap(items[row.parent])
            assert [item.label for item in shown(driver)] == [name, "Reply"]


def test_what_is_written_passes_the_checks_and_is_the_same_again(
    model: AppModel, traces: list[Trace], tmp_path: Path
) -> None:
    write_app(app_files(model), tmp_path / "mail")
    assert check_apps([tmp_path / "mail"])[0] == []
    assert app_files(model) == app_files(build_model(traces))


def test_a_list_whose_rows_are_not_alike_stays_and_says_why(tmp_path: Path) -> None:
    model = build_model(recording(tmp_path, inbox(ROWS), other="else"))
    assert model.listings == []
    assert [one.why for one in model.kept] == ["its rows lead to different pages"]
    with running(model) as driver:
        assert "its rows lead to different pages" in explain(model, [], driver)
        driver.start()
        assert [item.label for item in shown(driver)][1:] == [word for row in ROWS for word in row]


def test_rows_that_were_proposed_stand_below_the_recorded_ones(model: AppModel, tmp_path: Path) -> None:
    (table,) = Tables(model).listed.tables
    (name, time), before = table.words(), Tables(model).rows()[table.name]
    good = [{name: word, time: "13:00"} for word in ("Flo", "Gus", "Hal", "Ida")]
    bad: list[object] = [
        {name: "Jo", time: "soon"},
        {name: "ann", time: "09:30"},
        {"at": "0 0 1 1"},
        "Kim",
        {},
    ]
    found = assist(model, told(rows={table.short: [*bad, *good], "none": [{}]}), tmp_path)
    assert [one.why for one in found] == [
        f"{time}: not a time, as all recorded ones are", "there is such a row already",
        f"no column 'at'; the columns are {name}, {time}", "not a row", "not a row",
        "", "", "", "no room for it in the list", "no such list",
    ]  # fmt: skip
    rows = Tables(model).rows()[table.name]
    assert rows[: len(before)] == before
    assert [row["assumed"] for row in rows[len(before) :]] == [PROPOSED] * 3
    write_app(app_files(model), tmp_path / "mail")
    assert check_apps([tmp_path / "mail"])[0] == []
    with running(model) as driver:
        driver.start()
        items = {item.label: item for item in shown(driver)}
        tops = [int(items[word].at.split()[1]) for word in ("Ann", "Bob", "Cid", "Flo", "Gus", "Hal")]
        assert {two - one for one, two in zip(tops, tops[1:], strict=False)} <= {124, 125, 126}


SPREAD = """\
app: tiny
title: Tiny
package: com.example.tiny
icon: star
start: main
schema: CREATE TABLE tiny_spot (id INTEGER PRIMARY KEY, word TEXT, place TEXT);
content: rows.yaml
pages:
  main:
    scrolls: false
    body:
      - scene:
          - node: ""
            at: 0 100 1000 900
            role: list
            children: [{list: "SELECT id, word, place FROM tiny_spot", each: {node: "{word}", at: "{place}"}}]
"""


def test_nodes_of_a_list_stand_where_each_says(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "app.yaml").write_text(SPREAD, "utf-8")
    rows = "tiny_spot: [{word: left, place: 0 100 500 200}, {word: right, place: 500 300 1000 400}]"
    (folder / "rows.yaml").write_text(rows, "utf-8")
    phone = WorldPhone(build_image(load_apps([folder])))
    phone.act(OpenApp("tiny"))
    screen = phone.observe()
    found = {element.text: element.bounds for element in screen.elements if element.text in ("left", "right")}
    assert found["left"].left == 0
    assert abs(found["right"].left - screen.width / 2) <= 1
    assert found["left"].bottom < found["right"].top
