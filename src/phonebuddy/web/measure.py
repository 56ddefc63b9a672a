"""How long it takes from a tap in the browser to the new picture on its page.

A real Chromium taps like a person on the real page; the page itself notes the times. Invariant: only taps that
changed the picture count, and where to tap is read from a phone of our own that is led the same way.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import quantiles

from phonebuddy.actions import Action, ButtonPress, Click, to_point
from phonebuddy.errors import Fault
from phonebuddy.screen import Flag, Screen
from phonebuddy.web.server import Live
from phonebuddy.world.measure.chromium import Browser
from phonebuddy.world.phone import WorldPhone

WIDTH, HEIGHT = 1440, 1000
READY = "document.body.dataset.ready === 'yes'"
ANSWERED = "performance.getEntriesByType('measure').length"
TIMES = "performance.getEntriesByName('tap').map((entry) => entry.duration)"
PLACE = "(() => { const r = document.getElementById('screen').getBoundingClientRect(); return [r.x, r.y, r.width, r.height] })()"


def measure_taps(live: Live, browser: Browser, taps: int, advance: Callable[[int], None]) -> list[float]:
    """Milliseconds from the end of each tap to the frame that showed its result."""
    browser.open_page(WIDTH, HEIGHT, url=live.door.url)
    browser.wait_for(READY)
    place = browser.evaluate(PLACE)
    twin = WorldPhone(live.shelf.first.world.image, live.shelf.first.world.look)
    chance = random.Random(live.shelf.first.seed)
    counted = 0
    for number in range(4 * taps):
        action = _next(twin.observe(), chance)
        if isinstance(action, Click):
            _tap(browser, place, twin.observe(), action)
            browser.wait_for(f"{ANSWERED} > {number}")
        else:
            browser.evaluate("document.getElementById('back').click()")
            browser.wait_for(f"{ANSWERED} > {number}")
        twin.act(action)
        before, counted = counted, min(taps, int(browser.evaluate(f"{TIMES}.length")))
        advance(counted - before)
        if counted == taps:
            break
        # A person looks before tapping again; the machine settles.
        time.sleep(0.05)
    times: list[float] = browser.evaluate(TIMES)[:taps]
    if len(times) < 2:
        raise Fault("the taps changed nothing on the screen")
    return times


def _next(screen: Screen, chance: random.Random) -> Action:
    """Mostly a tap on something that can be tapped, sometimes back."""
    able = [element for element in screen.elements if element.has(Flag.CLICKABLE)]
    if not able or chance.random() < 0.15:
        return ButtonPress("back")
    return Click(to_point(*chance.choice(able).bounds.center, screen.width, screen.height))


def _tap(browser: Browser, place: list[float], screen: Screen, action: Click) -> None:
    left, top, width, height = place
    browser.click(left + action.point.x / 1000 * width, top + action.point.y / 1000 * height)


def summary(times: list[float]) -> dict[str, object]:
    cuts = quantiles(times, n=20, method="inclusive")
    return {
        "taps": len(times),
        "median_ms": round(cuts[9], 1),
        "p95_ms": round(cuts[18], 1),
        "longest_ms": round(max(times), 1),
    }
