"""A bare phone-sized page in Chromium, driven by tap and PNG: the floor of any phone made of a browser.

The page is as small as a page can be; a real one costs more.
"""

from __future__ import annotations

import time
from statistics import median

from phonebuddy.world.measure.chromium import Browser, running_browser

WIDTH, HEIGHT, SCALE = 411, 914, 2.625
ROWS = "".join(f"<div class=r onclick=\"this.classList.toggle('on')\">Row {n}</div>" for n in range(20))
PAGE = (
    "<!doctype html><meta name=viewport content='width=device-width'>"
    "<style>body{margin:0;font:16px sans-serif}.on{background:#e8def8}"
    ".r{height:64px;line-height:64px;padding:0 16px;border-bottom:1px solid #ddd}</style>" + ROWS
)


def _show(browser: Browser) -> None:
    browser.open_page(WIDTH, HEIGHT, SCALE, mobile=True)
    frame = browser.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
    browser.call("Page.setDocumentContent", frameId=frame, html=PAGE)


def _step(browser: Browser, number: int) -> None:
    """Tap a row, take the PNG."""
    browser.click(WIDTH // 2, 32 + 64 * (number % 12))
    browser.screenshot()


def measure_browser(steps: int = 60) -> dict[str, float]:
    """Steps a second of the bare page, by CPU time of all its processes and by wall time."""
    with running_browser() as browser:
        _show(browser)
        for number in range(10):
            _step(browser, number)
        walls: list[float] = []
        cpu = browser.cpu_s()
        for number in range(steps):
            start = time.perf_counter()
            _step(browser, number)
            walls.append(time.perf_counter() - start)
        spent = browser.cpu_s() - cpu
    return {
        "browser_png_per_s": round(steps / spent, 2),
        "browser_png_per_s_wall": round(1 / median(walls), 2),
    }
