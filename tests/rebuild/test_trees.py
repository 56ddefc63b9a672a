"""Recordings with bounds: scenes on the engine, places kept, the phone's own buttons, texts that stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.actions import Click, OpenApp, Scroll, to_point
from phonebuddy.actions import Point as At
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files
from phonebuddy.rebuild.items import BUTTON, TEXT
from phonebuddy.rebuild.score.driver import Data
from phonebuddy.rebuild.score.protocols import LEARNT
from phonebuddy.rebuild.score.report import report
from phonebuddy.rebuild.score.score import running, score_apps
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.trace import Trace
from phonebuddy.world.box import Box, Hit, Placed, Touch, hit_boxes
from phonebuddy.world.image import build_image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import load_apps
from tests.traces import samples
from tests.traces.samples import H, W


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> list[Trace]:
    return read_traces(samples.write(tmp_path_factory.mktemp("bot"), samples.droidbot()), "droidbot")


def test_a_crawl_replays_whole(traces: list[Trace]) -> None:
    tally = report(score_apps([traces], LEARNT))
    assert tally["next_page"] == 1.0


def test_things_stand_where_they_were_recorded(traces: list[Trace]) -> None:
    model = build_model(traces)
    with running(model) as driver:
        driver.start()
        shown = {item.path: item.at for item in driver.read() if item.kind != "field"}
    page = model.pages[model.start]
    for item in page.members[0].items:
        if item.kind != "field" and sum(other.path == item.path for other in page.members[0].items) == 1:
            near = zip(shown[item.path].split(), item.at.split(), strict=True)
            assert all(abs(int(one) - int(two)) <= 3 for one, two in near)


def test_pages_no_touch_leads_to_have_a_door(traces: list[Trace]) -> None:
    files = app_files(build_model(traces))
    pages = {name for name in files if name.startswith("pages/")}
    assert all(
        f"open: {name[6:-5]}" in "".join(files.values()) or name[6:-5] in files["app.yaml"] for name in pages
    )


def test_the_app_comes_back_where_it_was_left(traces: list[Trace]) -> None:
    model = build_model(traces)
    with running(model) as driver:
        driver.start()
        driver.put([page.name for page in model.pages if page.layer][:1], Data({}))
        page = driver.page()
        assert page != model.pages[model.start].name
        driver.tap_bar(At(500, 990))
        assert driver.is_out
        driver.open_app(())
        assert driver.page() == page


SCENE = """\
app: tiny
title: Tiny
package: com.example.tiny
icon: star
start: main
schema: CREATE TABLE tiny_seen (id INTEGER PRIMARY KEY, value);
pages:
  main:
    vars: {a: "", top: "0 500 1000 600"}
    scrolls: false
    body:
      - scene:
          - {node: odd, at: what is this, selected: true}
          - node: Hello
            at: 100 100 900 200
            role: text
            id: greeting
          - node: ""
            at: "{top}"
            role: list
            scrolls: true
            on_swipe_up: [{sql: "INSERT INTO tiny_seen (value) VALUES ('up')"}]
            children:
              - node: Row
                at: 0 520 500 560
                role: text
                checkable: true
                checked: true
                on_tap: [{open: next}]
          - node: ""
            at: 0 700 1000 760
            role: ""
            children: [{field: a, hint: Name}]
  next:
    body: [{button: On, on_tap: [{open: last}]}]
  last:
    body: [{button: Home, on_tap: [{back_to: main}]}, {button: Aside, on_tap: [{back_to: other}]}]
  other:
    body: [{text: Other}]
"""


@pytest.fixture
def phone(tmp_path: Path) -> WorldPhone:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "app.yaml").write_text(SCENE, "utf-8")
    phone = WorldPhone(build_image(load_apps([folder])))
    phone.act(OpenApp("tiny"))
    return phone


def tap(phone: WorldPhone, text: str) -> None:
    screen = phone.observe()
    element = next(e for e in screen.elements if text in (e.text, e.hint))
    phone.act(Click(to_point(*element.bounds.center, screen.width, screen.height)))


def test_nodes_stand_where_they_say(phone: WorldPhone) -> None:
    screen = phone.observe()
    hello = next(element for element in screen.elements if element.text == "Hello")
    assert hello.resource_id.endswith("id/greeting")
    assert abs(hello.bounds.left / screen.width - 0.1) < 0.01
    row = next(element for element in screen.elements if element.text == "Row")
    assert row.parent is not None
    assert screen.pixels().shape == (screen.height, screen.width, 4)


def test_a_swipe_on_a_node_runs_its_effects(phone: WorldPhone) -> None:
    phone.act(Scroll(At(800, 560), At(800, 300)))
    assert list(phone.state("SELECT value FROM tiny_seen")) == [("up",)]


def test_back_to_closes_all_above_and_else_replaces(phone: WorldPhone) -> None:
    for text in ("Row", "On", "Home"):
        tap(phone, text)
    assert phone.view() == ("tiny", "main", "")
    for text in ("Row", "On", "Aside"):
        tap(phone, text)
    assert phone.view() == ("tiny", "other", "")


def _box(taps: bool = False, parts: tuple[Placed, ...] = (), floats: bool = True) -> Box:
    touch = Touch(tap=lambda runtime, x, y: None) if taps else None
    return Box(100, 100, parts=parts, touch=touch, floats=floats)


def test_a_node_that_takes_no_touch_lets_it_through() -> None:
    below, over = _box(taps=True), _box()
    button = Box(10, 10, touch=Touch(tap=lambda runtime, x, y: None), floats=True)
    bar = _box(parts=(Placed(button, 0, 0, "button"),))
    for upper, wanted in ((over, below), (bar, button)):
        root = _box(parts=(Placed(below, 0, 0, "below"), Placed(upper, 0, 0, "over")))
        hits: list[Hit] = []
        hit_boxes(root, 5, 5, hits)
        assert hits[-1][0] is wanted
    hits = []
    hit_boxes(_box(parts=(Placed(below, 0, 0, "b"), Placed(bar, 0, 0, "o"))), 50, 50, hits)
    assert hits[-1][0] is below
    hits = []
    hit_boxes(_box(parts=(Placed(_box(), 0, 0, "b"), Placed(over, 0, 0, "o"))), 50, 50, hits)
    assert hits[-1][0] is over
    hits = []
    solid = _box(floats=False)
    hit_boxes(_box(parts=(Placed(below, 0, 0, "b"), Placed(solid, 0, 0, "o"))), 50, 50, hits)
    assert hits[-1][0] is solid


def test_what_is_mostly_a_text_stays_one(tmp_path: Path) -> None:
    """A text that could be touched on one screen of three, and that nobody touched, takes no touches."""

    def screen(count: int) -> list[dict[str, object]]:
        return [
            samples.view(0, -1, (0, 0, W, H)),
            samples.view(1, 0, (0, 100, W, 200), text="More", clickable=True),
            samples.view(2, 0, (0, 200, W, 300), text="Tea", clickable=count == 1),
            samples.view(3, 0, (0, 300, W, 400), text=f"{count} cups"),
        ]

    states = {f"s{count}": samples.state(f"s{count}", screen(count)) for count in range(3)}
    events = [samples.touch(f"s{count}", f"s{count + 1}", screen(count)[1]) for count in range(2)]
    files = {f"states/state_{n}.json": data for n, data in enumerate(states.values(), 1)}
    files |= {f"events/event_{n:02d}.json": data for n, data in enumerate(events, 1)}
    model = build_model(read_traces(samples.write(tmp_path, files), "droidbot"))
    with running(model) as driver:
        driver.start()
        kinds = {item.label: item.kind for item in driver.read()}
    assert kinds["More"] == BUTTON and kinds["Tea"] == TEXT
