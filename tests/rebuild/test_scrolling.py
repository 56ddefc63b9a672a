"""Pages with places that were scrolled: put together to one sheet, and scrolled freely in the rebuilt app."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.actions import Point, Scroll
from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files, write_app
from phonebuddy.rebuild.score.driver import Driver
from phonebuddy.rebuild.score.protocols import LEARNT
from phonebuddy.rebuild.score.report import report
from phonebuddy.rebuild.score.score import running, score_apps
from phonebuddy.rebuild.scrolling import ends_of, lower
from phonebuddy.traces.read import read_traces
from phonebuddy.traces.trace import Trace
from phonebuddy.world.spec.load import check_apps
from tests.traces import samples
from tests.traces.samples import H, W, event, state, touch, view

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
FIRST, LAST, ROW = 100, 700, 150
Views = list[dict[str, object]]


def people(moved: int, header: str = "People") -> Views:
    """A list of people, scrolled so far; rows at the edges are cut, as recorders cut them."""
    views = [
        view(0, -1, (0, 0, W, H), "android.widget.FrameLayout"),
        view(1, 0, (0, 40, W, 100), "android.widget.TextView", text=header),
        view(2, 0, (0, FIRST, W, LAST), "android.widget.ListView", scrollable=True),
    ]
    for number, name in enumerate(NAMES):
        top, bottom = FIRST + ROW * number - moved, FIRST + ROW * (number + 1) - moved
        top, bottom = max(top, FIRST), min(bottom, LAST)
        if top < bottom:
            at = len(views)
            views += [
                view(at, 2, (0, top, W, bottom), "android.widget.LinearLayout", clickable=True),
                view(at + 1, at, (0, top, 300, bottom), "android.widget.TextView", text=name),
            ]
    return views


def recording(folder: Path, *moved: int) -> list[Trace]:
    """The list is scrolled down step by step, then a row is opened."""
    app = samples.APP
    about = [view(0, -1, (0, 0, W, H)), view(1, 0, (0, 40, W, 100), text="About")]
    states = {
        "home": state("home", samples.HOME, "com.example.launcher/.Home"),
        **{f"at{far}": state(f"at{far}", people(far)) for far in moved},
        "about": state("about", about, f"{app}/.About"),
    }
    scroller = people(0)[2]
    events = [event("intent", "home", f"at{moved[0]}", intent=f"am start {app}/.Main")]
    for one, two in zip(moved, moved[1:], strict=False):
        events.append(event("scroll", f"at{one}", f"at{two}", view=scroller, direction="DOWN"))
    events.append(touch(f"at{moved[-1]}", "about", people(moved[-1])[3]))
    files = {f"states/state_{n}.json": data for n, data in enumerate(states.values(), 1)}
    files |= {f"events/event_{n:02d}.json": data for n, data in enumerate(events, 1)}
    return read_traces(samples.write(folder, files), "droidbot")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> AppModel:
    return build_model(recording(tmp_path_factory.mktemp("people"), 0, 300, 600, 750))


def names(driver: Driver) -> list[str]:
    return [item.label for item in driver.read() if item.label in NAMES]


def swipe(driver: Driver, start: int, end: int) -> None:
    driver.act(Scroll(Point(500, start), Point(500, end), duration_ms=2000))


def test_all_that_was_scrolled_to_stands_on_one_sheet(model: AppModel) -> None:
    (sheet,) = model.pages[model.start].sheets
    page = model.pages[model.start]
    tops = {page.slots[slot].first.label: ends_of(at)[0] for slot, at in sheet.places.items()}
    ordered = [tops[name] for name in NAMES]
    assert ordered == sorted(ordered)
    steps = [two - one for one, two in zip(ordered, ordered[1:], strict=False)]
    assert max(steps) - min(steps) <= 2, "rows are as far apart as they were"


def test_the_first_screen_is_as_recorded_and_the_rest_is_reached(model: AppModel) -> None:
    with running(model) as driver:
        driver.start()
        assert names(driver) == list(NAMES[:4])
        seen = set(names(driver))
        for _ in range(8):
            swipe(driver, 700, 450)
            seen |= set(names(driver))
        assert seen == set(NAMES)
        assert names(driver)[-1] == NAMES[-1], "and no further"
        for _ in range(8):
            swipe(driver, 450, 700)
        assert names(driver) == list(NAMES[:4])


def test_how_far_it_goes_depends_on_the_finger(model: AppModel) -> None:
    with running(model) as driver:
        driver.start()
        swipe(driver, 500, 440)
        short = names(driver)
        driver.start()
        driver.act(Scroll(Point(500, 700), Point(500, 300), duration_ms=80))  # a fling
        assert short[0] == NAMES[0] and names(driver)[0] > short[0]


def test_it_is_an_ordinary_app_that_replays_what_was_learnt(tmp_path: Path) -> None:
    traces = recording(tmp_path / "in", 0, 300, 600, 750)
    write_app(app_files(build_model(traces)), tmp_path / "people")
    problems, _ = check_apps([tmp_path / "people"])
    assert problems == []
    assert report(score_apps([traces], LEARNT))["next_page"] == 1.0


def test_a_jump_that_shares_nothing_stays_a_recorded_swipe(tmp_path: Path) -> None:
    model = build_model(recording(tmp_path, 0, 750))
    assert [page.sheets for page in model.pages if page.sheets] == []
    with running(model) as driver:
        driver.start()
        swipe(driver, 700, 300)
        assert names(driver)[-1] == NAMES[-1]


@given(st.lists(st.integers(0, 1000), min_size=4, max_size=4), st.integers(-3000, 3000))
def test_a_place_is_moved_there_and_back(at: list[int], by: int) -> None:
    place = " ".join(map(str, at))
    assert lower(lower(place, by), -by) == place
