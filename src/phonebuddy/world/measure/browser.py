"""A bare phone-sized page in Chromium, driven by tap and PNG: the floor of any phone made of a browser.

Speaks the DevTools protocol over a pipe, so nothing else is needed. The page is as small as a page can be;
a real one costs more. Invariant: the browser is always ended, and reaches nothing outside this machine.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from phonebuddy.errors import Fault, SetupError

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
WIDTH, HEIGHT, SCALE = 411, 914, 2.625
ROWS = "".join(f"<div class=r onclick=\"this.classList.toggle('on')\">Row {n}</div>" for n in range(20))
PAGE = (
    "<!doctype html><meta name=viewport content='width=device-width'>"
    "<style>body{margin:0;font:16px sans-serif}.on{background:#e8def8}"
    ".r{height:64px;line-height:64px;padding:0 16px;border-bottom:1px solid #ddd}</style>" + ROWS
)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic", "--hide-scrollbars",
    "--remote-debugging-pipe",
)  # fmt: skip


def find_browser() -> str:
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    raise SetupError("no Chromium found; install it (apt-get install chromium) or leave out --versus-browser")


class Browser:
    """One page, over two pipes."""

    def __init__(self, process: subprocess.Popen[bytes], to_browser: int, from_browser: int) -> None:
        self._process = process
        self._out = to_browser
        self._in = from_browser
        self._rest = b""
        self._number = 0
        self._session: str | None = None

    def call(self, method: str, **params: object) -> dict[str, Any]:
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = json.loads(self._message())
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise Fault(f"the browser refused {method}: {answer['error'].get('message')}")
                result: dict[str, Any] = answer["result"]
                return result

    def _message(self) -> bytes:
        while b"\0" not in self._rest:
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise Fault("the browser closed its pipe")
            self._rest += piece
        message, _, self._rest = self._rest.partition(b"\0")
        return message

    def open_page(self) -> None:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=WIDTH, height=HEIGHT, deviceScaleFactor=SCALE, mobile=True,
        )  # fmt: skip
        frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.call("Page.setDocumentContent", frameId=frame, html=PAGE)

    def step(self, number: int) -> int:
        """Tap a row, take the PNG; its size in bytes."""
        x, y = WIDTH // 2, 32 + 64 * (number % 12)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        return len(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def cpu_s(self) -> float:
        """CPU time of the browser's processes so far."""
        return sum(_cpu_s(pid) for pid in _family(self._process.pid))


@contextmanager
def running_browser() -> Iterator[Browser]:
    path = find_browser()
    down_read, down_write = os.pipe()
    up_read, up_write = os.pipe()
    with tempfile.TemporaryDirectory() as folder:

        def wire() -> None:
            # Out of the way first: the pipes may themselves be numbers 3 and 4.
            down, up = fcntl.fcntl(down_read, fcntl.F_DUPFD, 10), fcntl.fcntl(up_write, fcntl.F_DUPFD, 10)
            os.dup2(down, 3)
            os.dup2(up, 4)

        process = subprocess.Popen(
            [path, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
            preexec_fn=wire, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            os.close(down_read)
            os.close(up_write)
            yield Browser(process, down_write, up_read)
        finally:
            process.kill()
            process.wait()
            os.close(down_write)
            os.close(up_read)


def _family(pid: int) -> list[int]:
    """A process and all its descendants."""
    found = [pid]
    for one in found:
        try:
            with open(f"/proc/{one}/task/{one}/children", encoding="ascii") as children:
                found.extend(int(child) for child in children.read().split())
        except OSError:
            continue
    return found


def _cpu_s(pid: int) -> float:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            fields = stat.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_browser(steps: int = 60) -> dict[str, float]:
    """Steps a second of the bare page, by CPU time of all its processes and by wall time."""
    with running_browser() as browser:
        browser.open_page()
        for number in range(10):
            browser.step(number)
        walls: list[float] = []
        cpu = browser.cpu_s()
        for number in range(steps):
            start = time.perf_counter()
            browser.step(number)
            walls.append(time.perf_counter() - start)
        spent = browser.cpu_s() - cpu
    return {
        "browser_png_per_s": round(steps / spent, 2),
        "browser_png_per_s_wall": round(1 / median(walls), 2),
    }
