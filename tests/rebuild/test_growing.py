"""Lists with places that rows are added to: what nobody recorded is added too, again and again."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.actions import Point, Scroll
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files, write_app
from phonebuddy.rebuild.items import FIELD
from phonebuddy.rebuild.score.driver import Driver
from phonebuddy.rebuild.score.protocols import LEARNT
from phonebuddy.rebuild.score.report import report
from phonebuddy.rebuild.score.score import running, score_apps
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.trace import Trace
from phonebuddy.world.spec.load import check_apps
from tests.traces import samples
from tests.traces.samples import H, W, event, state, touch, view

Views = list[dict[str, object]]
ADD = view(2, 0, (300, 40, W, 100), "android.widget.Button", text="Add", clickable=True)
NAME = view(1, 0, (0, 100, W, 180), "android.widget.EditText", text="Name", editable=True, clickable=True)
DONE = view(2, 0, (300, 200, W, 260), "android.widget.Button", text="Done", clickable=True)


def shelf(*names: str) -> Views:
    views = [
        view(0, -1, (0, 0, W, H), "android.widget.FrameLayout"),
        view(1, 0, (0, 40, 300, 100), "android.widget.TextView", text="Shelf"),
        ADD,
        view(3, 0, (0, 100, W, 500), "android.widget.ListView", scrollable=True),
    ]
    for number, name in enumerate(names):
        at, top = len(views), 100 + 100 * number
        views += [
            view(at, 3, (0, top, W, top + 100), "android.widget.LinearLayout", clickable=True),
            view(at + 1, at, (0, top, 300, top + 100), "android.widget.TextView", text=name),
        ]
    return views


def form(name: dict[str, object]) -> Views:
    return [view(0, -1, (0, 0, W, H), "android.widget.FrameLayout"), name, DONE]


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> list[Trace]:
    app = samples.APP
    states = {
        "home": state("home", samples.HOME, "com.example.launcher/.Home"),
        "first": state("first", shelf("Milk", "Rice")),
        "form": state("form", form(NAME), f"{app}/.Form"),
        "named": state("named", form({**NAME, "text": "Salt"}), f"{app}/.Form"),
        "later": state("later", shelf("Milk", "Rice", "Salt")),
    }
    events = [
        event("intent", "home", "first", intent=f"am start {app}/.Main"),
        touch("first", "form", ADD),
        event("set_text", "form", "named", view=NAME, text="Salt", x=None, y=None),
        touch("named", "later", DONE),
    ]
    files = {f"states/state_{n}.json": data for n, data in enumerate(states.values(), 1)}
    files |= {f"events/event_{n}.json": data for n, data in enumerate(events, 1)}
    return read_traces(samples.write(tmp_path_factory.mktemp("shelf"), files), "droidbot")


def texts(driver: Driver) -> list[str]:
    """What the list says, from the top."""
    items = [item for item in driver.read() if item.kind == "text" and item.label != "Shelf"]
    return [item.label for item in sorted(items, key=lambda item: int(item.at.split()[1]))]


def add(driver: Driver, words: str) -> None:
    driver.tap(next(item for item in driver.read() if item.label == "Add"))
    driver.type(next(item for item in driver.read() if item.kind == FIELD), words)
    driver.tap(next(item for item in driver.read() if item.label == "Done"))


def test_rows_are_added_again_and_again(traces: list[Trace]) -> None:
    with running(build_model(traces)) as driver:
        driver.start()
        assert texts(driver) == ["Milk", "Rice"]
        add(driver, "Flour")
        assert texts(driver) == ["Milk", "Rice", "Flour"]
        add(driver, "Sugar")
        assert texts(driver) == ["Milk", "Rice", "Flour", "Sugar"]
        add(driver, "Yeast")  # below the end of the list
        assert texts(driver) == ["Milk", "Rice", "Flour", "Sugar"]
        driver.act(Scroll(Point(500, 550), Point(500, 200), duration_ms=2000))
        assert texts(driver)[-1] == "Yeast"


def test_what_was_learnt_is_replayed_and_the_app_is_sound(traces: list[Trace], tmp_path: Path) -> None:
    write_app(app_files(build_model(traces)), tmp_path / "shelf")
    problems, _ = check_apps([tmp_path / "shelf"])
    assert problems == []
    found = report(score_apps([traces], LEARNT))
    assert (found["next_page"], found["unseen_text"]) == (1.0, 1.0)
