"""The page in a real browser: what a person does arrives, what happens is seen."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from PIL import Image

from phonebuddy.actions import Point, to_pixels, to_point
from phonebuddy.errors import SetupError
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.web.measure import PLACE, READY, measure_taps, summary
from phonebuddy.web.server import Live
from phonebuddy.web.shelf import Phone
from phonebuddy.world.measure.chromium import Browser, find_browser, running_browser
from tests.web.helpers import LOOK, live_phone

try:
    find_browser()
except SetupError as error:
    pytest.skip(str(error), allow_module_level=True)

WIDTH, HEIGHT = 1500, 950
STATUS = "document.getElementById('where').textContent"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as running:
        yield running


class Page(NamedTuple):
    """A page in the browser and the phone behind it."""

    browser: Browser
    live: Live

    @property
    def phone(self) -> Phone:
        return self.live.shelf.first

    @property
    def screen(self) -> Screen:
        return self.phone.world.observe()

    def find(self, name: str) -> Element:
        for element in self.screen.elements:
            if name in (element.text, element.description, element.hint):
                return element
        raise AssertionError(f"no '{name}' on the screen")

    def place_of(self, x: float, y: float) -> tuple[float, float]:
        """Where a pixel of the phone is on the page."""
        left, top, width, height = self.browser.evaluate(PLACE)
        return left + (x + 0.5) / self.screen.width * width, top + (y + 0.5) / self.screen.height * height

    def tap(self, name: str, count: int = 1) -> None:
        self.browser.click(*self.place_of(*self.find(name).bounds.center), count)

    def press(self, selector: str) -> None:
        self.browser.evaluate(f"document.querySelector({selector!r}).click()")

    def wait(self, steps: int) -> None:
        self.browser.wait_for(f"{STATUS}.endsWith('step {steps}')")

    def wait_for(self, expression: str) -> Any:
        return self.browser.wait_for(expression)

    def mouse(self, kind: str, x: float, y: float, **more: object) -> None:
        self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", **more)

    def last(self) -> dict[str, object]:
        return self.phone.done[-1].json


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    with ExitStack() as stack:
        live = stack.enter_context(live_phone(tmp_path))
        browser.open_page(WIDTH, HEIGHT, url=live.door.url)
        browser.wait_for(READY)
        browser.wait_for(f"{STATUS}.endsWith('step 0')")
        yield Page(browser, live)
        browser.call("Page.close")


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds on the phone's side: the page may show it later, or show it all along."""
    deadline = time.monotonic() + 5
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def open_desk(page: Page) -> None:
    page.press("#apps button")
    page.wait(1)
    assert page.screen.package == "com.example.desk"


def test_a_click_lands_where_it_was_meant(page: Page) -> None:
    """On 40 pixels all over the screen: the action's point is the one nearest to the pixel clicked."""
    width, height = page.screen.width, page.screen.height
    spots = [(x, y) for x in (3, 111, 269, 401, 536) for y in range(90, height - 40, 140)]
    for number, (x, y) in enumerate(spots, 1):
        page.browser.click(*page.place_of(x, y))
        page.wait(number)
        points = page.last()["arguments"]["points"]  # type: ignore[index]
        landed = to_pixels(Point(*points[0]), width, height)
        meant = to_pixels(to_point(x, y, width, height), width, height)
        assert abs(landed[0] - meant[0]) <= 1 and abs(landed[1] - meant[1]) <= 1, (x, y)


def test_a_click_reaches_the_intended_element(page: Page) -> None:
    open_desk(page)
    page.tap("Add")
    page.wait(2)
    assert page.screen.activity == "edit"


def test_the_page_shows_the_screen(page: Page) -> None:
    open_desk(page)
    left, top, width, height = page.browser.evaluate(PLACE)
    shot = Image.open(io.BytesIO(page.browser.screenshot())).convert("RGB")
    seen = np.asarray(
        shot.crop((round(left), round(top), round(left + width), round(top + height))), np.int16
    )
    screen = (
        Image.fromarray(page.screen.pixels()).convert("RGB").resize(seen.shape[1::-1], Image.Resampling.BOX)
    )
    middle = slice(60, -60)
    difference = np.abs(seen - np.asarray(screen, np.int16))[middle, middle]
    assert difference.mean() < 6


def test_typing_arrives_in_the_field(page: Page) -> None:
    open_desk(page)
    page.tap("Search")
    page.wait(2)
    page.browser.call("Input.insertText", text="milk é漢")
    page.wait_for(f"{STATUS}.endsWith('step 3')")
    assert any(e.text == "milk é漢" for e in page.screen.elements if e.has(Flag.EDITABLE))
    for _ in range(2):
        page.browser.call(
            "Input.dispatchKeyEvent",
            type="keyDown",
            key="Backspace",
            code="Backspace",
            windowsVirtualKeyCode=8,
        )
    page.wait(5)
    assert any(e.text == "milk " for e in page.screen.elements if e.has(Flag.EDITABLE))
    page.browser.call(
        "Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13
    )
    page.wait(6)
    assert page.last() == {"name": "button_press", "arguments": {"type": "enter"}}
    page.browser.call(
        "Input.dispatchKeyEvent", type="keyDown", key="Escape", code="Escape", windowsVirtualKeyCode=27
    )
    page.wait(7)
    assert page.last() == {"name": "button_press", "arguments": {"type": "back"}}


def test_gestures_become_actions(page: Page) -> None:
    open_desk(page)
    row = page.place_of(*next(e for e in page.screen.elements if e.role == "item").bounds.center)
    page.browser.click(*row, 2)
    page.wait_for("document.getElementById('actions').textContent.includes('double_click')")
    assert [one.json["name"] for one in page.phone.done] == ["open_app", "double_click"]
    page.mouse("mousePressed", *row, clickCount=1)
    page.wait_for("document.getElementById('finger').className === 'held'")
    page.mouse("mouseReleased", *row, clickCount=1)
    page.wait(3)
    assert page.last()["name"] == "long_press"
    page.press("#back")
    page.wait(4)
    start, end = page.place_of(270, 900), page.place_of(270, 500)
    page.mouse("mousePressed", *start, clickCount=1)
    page.mouse("mouseMoved", *end, buttons=1)
    page.mouse("mouseReleased", *end, clickCount=1)
    page.wait(5)
    assert page.last()["name"] == "scroll"


def test_the_wheel_scrolls_as_far_as_it_turns(page: Page) -> None:
    open_desk(page)
    before = {e.id: e.bounds.top for e in page.screen.elements if e.role == "item"}
    page.browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=page.place_of(270, 700)[0],
                      y=page.place_of(270, 700)[1], deltaX=0, deltaY=60)  # fmt: skip
    page.wait(2)
    after = {e.id: e.bounds.top for e in page.screen.elements if e.role == "item"}
    moved = [before[name] - after[name] for name in before if name in after and after[name] > 300]
    scale = page.screen.width / page.browser.evaluate(PLACE)[2]
    assert moved and all(abs(far - 60 * scale) <= 8 for far in moved), (moved, 60 * scale)


def test_a_fork_goes_its_own_way(page: Page) -> None:
    open_desk(page)
    page.press("#fork")
    page.wait_for("document.querySelectorAll('#phones span').length === 2")
    page.wait_for("document.querySelectorAll('#phones span')[1].firstChild.className === 'on'")
    first, fork = page.live.shelf.phones.values()
    page.tap("Add")
    page.wait(1)
    assert (first.world.observe().activity, fork.world.observe().activity) == ("items", "edit")
    page.press("#phones span button")
    page.wait_for(f"{STATUS}.includes('items')")
    page.press("#phones span:last-child button:last-child")
    page.wait_for("document.querySelectorAll('#phones span').length === 1")


def test_a_snapshot_comes_back(page: Page) -> None:
    open_desk(page)
    before = page.screen.png()
    page.press("#take")
    page.wait_for("document.querySelectorAll('#snapshots li').length === 1")
    page.tap("Add")
    page.wait(2)
    page.press("#snapshots li button")
    page.wait_for(f"{STATUS}.includes('items')")
    assert page.screen.png() == before


def test_the_overlay_shows_boxes_where_elements_are(page: Page) -> None:
    open_desk(page)
    page.press("#tabs [data-tab=elements]")
    page.press("#overlay")
    page.wait_for(f"document.querySelectorAll('#boxes .box').length === {len(page.screen.elements)}")
    add = page.find("Add")
    index = list(page.screen.elements).index(add)
    box = page.browser.evaluate(
        f"(() => {{ const r = document.querySelectorAll('#boxes .box')[{index}].getBoundingClientRect();"
        " return [r.x, r.y, r.right, r.bottom] })()"
    )
    left, top, width, height = page.browser.evaluate(PLACE)
    wide, high = width / page.screen.width, height / page.screen.height
    expected = [left + add.bounds.left * wide, top + add.bounds.top * high,
                left + add.bounds.right * wide, top + add.bounds.bottom * high]  # fmt: skip
    assert box == pytest.approx(expected, abs=1)
    page.mouse("mouseMoved", *page.place_of(*add.bounds.center))
    page.wait_for("document.getElementById('element').textContent.includes('description: Add')")
    page.tap("Add")
    page.wait(2)
    page.wait_for(f"document.querySelectorAll('#boxes .box').length === {len(page.screen.elements)}")


def test_looks_and_seeds(page: Page) -> None:
    page.browser.evaluate(
        "(() => { const form = document.getElementById('look'); form.elements.profile.value = '360x800';"
        " form.elements.dark.checked = true; form.dispatchEvent(new Event('change')) })()"
    )
    page.wait_for("document.getElementById('look').elements.profile.value === '360x800'")
    until(lambda: page.phone.world.look.dark and page.screen.width == 360)
    page.wait_for("document.querySelector('#glass').clientWidth < 400")
    page.browser.evaluate("document.getElementById('seed').value = 9")
    page.press("#reset")
    until(lambda: page.phone.seed == 9)
    page.press("#shuffle")
    page.wait_for("document.getElementById('look-seed').value === '2'")


def test_data_and_changes(page: Page) -> None:
    open_desk(page)
    page.press("#tabs [data-tab=data]")
    page.wait_for("document.querySelectorAll('#data .change').length > 0")
    page.wait_for("[...document.getElementById('tables').options].some((o) => o.value === 'desk_item')")
    page.browser.evaluate(
        "(() => { const t = document.getElementById('tables'); t.value = 'desk_item'; t.onchange() })()"
    )
    page.wait_for("document.querySelectorAll('#data tbody tr').length > 3")


def test_a_recording_from_the_page(page: Page, tmp_path: Path) -> None:
    page.press("#record")
    page.wait_for("document.getElementById('record').textContent === 'Stop'")
    open_desk(page)
    page.press("#record")
    page.wait_for("document.getElementById('record').textContent === 'Record'")
    (folder,) = tmp_path.iterdir()
    assert len(list(folder.glob("0*/screen.png"))) == 2


def test_text_of_the_phone_is_never_markup(page: Page) -> None:
    """Typed text shows up in actions, changes and elements; none of it becomes part of the page."""
    bad = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    open_desk(page)
    page.tap("Search")
    page.wait(2)
    page.browser.call("Input.insertText", text=bad)
    page.wait(3)
    page.press("#tabs [data-tab=elements]")
    page.wait_for("document.getElementById('elements').textContent.includes('onerror')")
    page.press("#tabs [data-tab=data]")
    page.wait_for("document.getElementById('data').textContent.includes('onerror')")
    assert page.browser.evaluate("document.querySelectorAll('img[onerror], main script').length") == 0


def test_the_page_cannot_load_from_elsewhere(page: Page) -> None:
    blocked = page.browser.evaluate(
        "new Promise((done) => {"
        " addEventListener('securitypolicyviolation', (event) => done(event.blockedURI));"
        " new Image().src = 'http://evil.example/x.png' })"
    )
    assert blocked == "http://evil.example/x.png"


def test_another_page_cannot_reach_the_phone(page: Page) -> None:
    """A stranger's page, in the browser that holds our cookie, tries fetch, frame and socket."""
    port = page.live.door.port
    page.browser.open_page(400, 300, url="data:text/html,<p>stranger</p>")
    answer = page.browser.evaluate(
        f"fetch('http://127.0.0.1:{port}/', {{credentials: 'include'}})"
        ".then((answer) => answer.status, () => 'refused')"
    )
    assert answer == "refused"
    answer = page.browser.evaluate(
        f"new Promise((done) => {{ const s = new WebSocket('ws://127.0.0.1:{port}/live');"
        " s.onopen = () => done('open'); s.onerror = () => done('refused') })"
    )
    assert answer == "refused"
    assert page.phone.steps == 0


@pytest.mark.slow
def test_a_tap_shows_soon(browser: Browser) -> None:
    with live_phone(look=LOOK) as live:
        numbers = summary(measure_taps(live, browser, 20, lambda count: None))
    assert numbers["taps"] == 20
    assert isinstance(numbers["median_ms"], float) and numbers["median_ms"] < 300
