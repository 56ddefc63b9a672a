"""Clients with heavy or foreign environments: DroidRun, mobile-mcp, appium-adb. Each does a whole task.

`make test-clients` brings them into .clients and runs this; elsewhere it is skipped.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from phonebuddy.adbd import Served, serve_phones
from phonebuddy.world.phone import WorldPhone
from tests.adbd.bike import HUB, Hands, Point, by_dump, unlock_a_bike
from tests.adbd.helpers import ADB, Adb, make_phone

HERE = Path(__file__).parent
CLIENTS = Path(os.environ.get("PHONEBUDDY_CLIENTS", HERE.parent.parent / ".clients"))
PYTHON = CLIENTS / "venv" / "bin" / "python"
PACKAGES = CLIENTS / "node_modules"

pytestmark = [
    pytest.mark.clients,
    pytest.mark.skipif(ADB is None, reason="no adb program: apt-get install adb"),
]


def need(path: Path, name: str) -> Path:
    if not path.exists():
        pytest.skip(f"no {name} in {CLIENTS}: make test-clients")
    return path


class Talker:
    """A client in a process of its own that answers each line with a line."""

    def __init__(self, words: list[str], adb: Adb, folder: Path, settings: dict[str, str]) -> None:
        tools = folder / "platform-tools"
        tools.mkdir()
        assert ADB is not None
        (tools / "adb").symlink_to(ADB)
        homes = {"ANDROID_HOME": str(folder), "ANDROID_SDK_ROOT": str(folder)}
        environment = adb.environment() | homes | settings
        self._errors = folder / "errors"
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(
                words,
                env=environment,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
            )

    def ask(self, *given: Any) -> Any:
        self.send(list(given))
        return self.answer()

    def send(self, message: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self._errors.read_text()[-3000:]
        return json.loads(line)

    def end(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.terminate()
        self._process.wait(30)
        self._process.stdout.close()


@pytest.fixture
def phone() -> WorldPhone:
    return make_phone()


@pytest.fixture
def served(phone: WorldPhone, adb: Adb) -> Iterator[Served]:
    with serve_phones([phone]) as (one,):
        adb.run("connect", one.serial)
        yield one
        adb.run("disconnect", one.serial)


@contextmanager
def talking(
    words: list[str], adb: Adb, folder: Path, settings: dict[str, str] | None = None
) -> Iterator[Talker]:
    talker = Talker(words, adb, folder, settings or {})
    try:
        yield talker
    finally:
        talker.end()


def test_droidrun(adb: Adb, served: Served, phone: WorldPhone, tmp_path: Path) -> None:
    python = need(PYTHON, "DroidRun")
    with talking([str(python), str(HERE / "drive_droidrun.py"), served.serial], adb, tmp_path) as client:
        size, packages = client.ask("look")
        assert size > 10_000 and HUB in packages

        def find(label: str) -> Point:
            x, y = client.ask("find", label)
            return x, y

        unlock_a_bike(
            phone,
            Hands(
                lambda package: client.ask("start", package),
                find,
                lambda x, y: client.ask("tap", x, y),
                lambda text: client.ask("type", text),
            ),
        )


def test_appium_adb(adb: Adb, served: Served, phone: WorldPhone, tmp_path: Path) -> None:
    folder = need(PACKAGES / "appium-adb", "appium-adb")
    words = [which("node") or "node", str(HERE / "drive_appium.mjs"), str(folder), str(adb.port)]
    with talking([*words, served.serial], adb, tmp_path) as client:
        unlock_a_bike(
            phone,
            Hands(
                lambda package: client.ask("start", package),
                by_dump(lambda: str(client.ask("dump"))),
                lambda x, y: client.ask("tap", x, y),
                lambda text: client.ask("type", text),
            ),
        )
        seen = client.ask("look")
    assert (seen["level"], seen["size"], seen["focus"]) == (33, "1080x2400", "com.phoneworld.hub.bikes")
    assert seen["installed"] and seen["file"] and not seen["locked"] and served.serial in seen["devices"]


class Mcp:
    """mobile-mcp over its stdio."""

    def __init__(self, talker: Talker, serial: str) -> None:
        self._talker = talker
        self._serial = serial
        self._number = 0
        hello = {"name": "test", "version": "1"}
        self._rpc("initialize", {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": hello})
        talker.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _rpc(self, method: str, params: dict[str, Any]) -> Any:
        self._number += 1
        self._talker.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        while (answer := self._talker.answer()).get("id") != self._number:
            pass
        return answer["result"]

    def tool(self, name: str, **arguments: Any) -> str:
        result = self._rpc(
            "tools/call", {"name": f"mobile_{name}", "arguments": {"device": self._serial} | arguments}
        )
        assert not result.get("isError"), result
        return str(result["content"][0].get("text", ""))

    def find(self, label: str) -> Point:
        said = self.tool("list_elements_on_screen", format="json")
        elements = json.loads(said[said.index("[") :])
        found = [one for one in elements if label in one.values()]
        assert found, (label, said)
        place = found[-1]["coordinates"]
        return place["x"] + place["width"] // 2, place["y"] + place["height"] // 2


def by_mcp(adb: Adb, served: Served, phone: WorldPhone, folder: Path, legacy: str) -> None:
    program = need(PACKAGES / "@mobilenext" / "mobile-mcp" / "lib" / "index.js", "mobile-mcp")
    settings = {"MOBILEMCP_LEGACY_ROBOT": legacy, "MOBILEMCP_DISABLE_TELEMETRY": "1"}
    with talking([which("node") or "node", str(program)], adb, folder, settings) as talker:
        mcp = Mcp(talker, served.serial)
        assert served.serial in mcp.tool("list_available_devices")
        assert re.search(r"1080x2400", mcp.tool("get_screen_size"))
        unlock_a_bike(
            phone,
            Hands(
                lambda package: mcp.tool("launch_app", packageName=package),
                mcp.find,
                lambda x, y: mcp.tool("click_on_screen_at_coordinates", x=x, y=y),
                lambda text: mcp.tool("type_keys", text=text, submit=False),
            ),
        )


@pytest.fixture
def no_daemon(adb: Adb) -> Iterator[None]:
    """mobile-mcp's own program, mobilecli, leaves a daemon behind."""
    yield
    for program in (PACKAGES / "@mobilenext").glob("mobilecli-*/mobilecli-*"):
        stop = [str(program), "daemon", "stop"]
        subprocess.run(stop, env=adb.environment(), capture_output=True, timeout=60, check=False)


@pytest.mark.usefixtures("no_daemon")
def test_mobile_mcp(adb: Adb, served: Served, phone: WorldPhone, tmp_path: Path) -> None:
    """As it is by default, through mobilecli."""
    by_mcp(adb, served, phone, tmp_path, "0")


@pytest.mark.usefixtures("no_daemon")
def test_mobile_mcp_by_its_adb_robot(adb: Adb, served: Served, phone: WorldPhone, tmp_path: Path) -> None:
    by_mcp(adb, served, phone, tmp_path, "1")
