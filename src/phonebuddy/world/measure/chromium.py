"""Chromium without a window, driven over a pipe by its DevTools protocol; nothing else is needed.

For measuring and for tests. Invariant: the browser is always ended, and reaches nothing outside this machine.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from phonebuddy.errors import Fault, SetupError

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic", "--hide-scrollbars",
    "--remote-debugging-pipe",
)  # fmt: skip
PATIENCE_S = 60.0
"""How long one answer may take."""


def find_browser() -> str:
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    raise SetupError("no Chromium found; install it (apt-get install chromium) or leave out what needs it")


class Browser:
    """One page at a time, over two pipes."""

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
        until = time.monotonic() + PATIENCE_S
        while True:
            answer = json.loads(self._message(until))
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise Fault(f"the browser refused {method}: {answer['error'].get('message')}")
                result: dict[str, Any] = answer["result"]
                return result

    def _message(self, until: float) -> bytes:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], max(0.0, until - time.monotonic()))
            piece = os.read(self._in, 1 << 20) if ready else b""
            if not piece:
                raise Fault("the browser " + ("closed its pipe" if ready else "does not answer"))
            self._rest += piece
        message, _, self._rest = self._rest.partition(b"\0")
        return message

    def open_page(
        self, width: int, height: int, scale: float = 1.0, url: str = "about:blank", mobile: bool = False
    ) -> None:
        """A new page of this size; calls go to it from now on."""
        self._session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=scale, mobile=mobile,
        )  # fmt: skip
        if url != "about:blank":
            self.call("Page.navigate", url=url)

    def evaluate(self, expression: str) -> Any:
        """What an expression of the page's script gives, as plain data."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise Fault(f"the page's script failed: {answer['exceptionDetails'].get('exception')}")
        return answer["result"].get("value")

    def wait_for(self, expression: str, patience_s: float = 10.0) -> Any:
        """Its value once it is true of the page."""
        until = time.monotonic() + patience_s
        while time.monotonic() < until:
            value = self.evaluate(expression)
            if value:
                return value
            time.sleep(0.02)
        raise Fault(f"waited {patience_s:.0f} s for: {expression}")

    def click(self, x: float, y: float, count: int = 1) -> None:
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=number)

    def screenshot(self) -> bytes:
        """The page as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def cpu_s(self) -> float:
        """CPU time of the browser's processes so far."""
        return sum(_cpu_s(pid) for pid in _family(self._process.pid))


@contextmanager
def running_browser() -> Iterator[Browser]:
    path = find_browser()
    down_read, down_write = os.pipe()
    up_read, up_write = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:

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
