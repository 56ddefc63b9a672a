"""How long it takes from a tap in the browser to the new picture on its page.

A real Chromium taps like a person on the real page; the page itself notes the times. Invariant: only taps
that changed the picture count.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from statistics import quantiles

from phonebuddy.actions import Point, to_point
from phonebuddy.errors import Fault
from phonebuddy.screen import Flag, Screen
from phonebuddy.web.play import Launch
from phonebuddy.web.server import Live, serving
from phonebuddy.world.measure.chromium import Browser, running_browser
from phonebuddy.world.tuning import prepare_process

WIDTH, HEIGHT = 1440, 1000
PAUSE_S = 0.4
"""A person looks before tapping again; two taps sooner would be a double tap."""
READY = "document.body?.dataset.ready === 'yes'"
ANSWERED = "performance.getEntriesByType('measure').length"
TIMES = "performance.getEntriesByName('tap').map((entry) => entry.duration)"
PLACE = (
    "(() => { const place = document.getElementById('screen').getBoundingClientRect();"
    " return [place.x, place.y, place.width, place.height] })()"
)


def measure_taps(live: Live, browser: Browser, taps: int, advance: Callable[[int], None]) -> list[float]:
    """Milliseconds from the end of each tap to the frame that showed its result."""
    browser.open_page(WIDTH, HEIGHT, url=live.door.url)
    browser.wait_for(READY)
    live.prepared.wait(60)
    place: list[float] = browser.evaluate(PLACE)
    world, chance = live.shelf.first.world, random.Random(live.shelf.first.seed)
    counted = 0
    for number in range(4 * taps):
        # The page has answered, so the server rests and the screen is the one it showed.
        action = _next(world.observe(), chance)
        if action is None:
            browser.evaluate("document.getElementById('back').click()")
        else:
            browser.click(place[0] + action.x / 1000 * place[2], place[1] + action.y / 1000 * place[3])
        browser.wait_for(f"{ANSWERED} > {number}")
        before, counted = counted, min(taps, int(browser.evaluate(f"{TIMES}.length")))
        advance(counted - before)
        if counted == taps:
            break
        time.sleep(PAUSE_S)
    times: list[float] = browser.evaluate(TIMES)[:taps]
    if len(times) < 2:
        raise Fault("the taps changed nothing on the screen")
    return times


def _next(screen: Screen, chance: random.Random) -> Point | None:
    """Where to tap: mostly on something that can be tapped; None goes back."""
    able = [element for element in screen.elements if element.has(Flag.CLICKABLE)]
    if not able or chance.random() < 0.15:
        return None
    return to_point(*chance.choice(able).bounds.center, screen.width, screen.height)


def measure_launch(start: Launch, taps: int, advance: Callable[[int], None]) -> dict[str, object]:
    """Serve the phone, tap on it in a browser of our own, and end both."""
    prepare_process()
    with running_browser() as browser, serving(*start) as live:
        times = measure_taps(live, browser, taps, advance)
        look = live.shelf.first.world.look
    conditions = {
        "screen": look.profile,
        "page": f"{WIDTH}x{HEIGHT}, headless Chromium on this machine",
        "from_to": "from the release of the tap to the painted frame, taps that changed the picture",
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
    }
    return summary(times) | {"conditions": conditions}


def summary(times: list[float]) -> dict[str, object]:
    cuts = quantiles(times, n=20, method="inclusive")
    return {
        "taps": len(times),
        "median_ms": round(cuts[9], 1),
        "p95_ms": round(cuts[18], 1),
        "longest_ms": round(max(times), 1),
    }
