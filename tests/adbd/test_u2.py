"""uiautomator2's server: selectors find what they mean, every method of the client answers, nonsense is an
error."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from phonebuddy.actions import OpenApp
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.u2.methods import Methods, RpcProblem
from phonebuddy.adbd.u2.server import U2Server
from phonebuddy.adbd.u2.tree import find_all, read_tree


def call(device: Device, name: str, *params: Any) -> Any:
    return asyncio.run(Methods(device).call(name, list(params)))


@pytest.fixture
def notes(device: Device) -> Device:
    device.phone.act(OpenApp("notes"))
    return device


def test_every_method_of_the_client_is_there(shared_device: Device) -> None:
    u2 = pytest.importorskip("uiautomator2", reason="no uiautomator2: pip install 'phonebuddy[dev]'")
    names: set[str] = set()
    for path in Path(u2.__file__).parent.rglob("*.py"):
        names |= set(re.findall(r"\bjsonrpc\.([A-Za-z]+)\(", path.read_text("utf-8")))
    methods = Methods(shared_device)
    assert len(names) > 30
    assert sorted(name for name in names if methods.find(name) is None) == ["getParent"], (
        "the client never calls it"
    )


@pytest.mark.parametrize(
    ("selector", "count"),
    [
        ({"text": "Notes"}, 1),
        ({"textContains": "note"}, None),
        ({"textMatches": "N.t.s"}, 1),
        ({"textStartsWith": "Not"}, None),
        ({"className": "android.widget.TextView", "text": "Notes"}, 1),
        ({"resourceIdMatches": ".*:id/.*", "clickable": True}, None),
        ({"packageName": "com.phoneworld.notes", "instance": 0}, 1),
        ({"text": "nowhere"}, 0),
        ({"textMatches": "(a+)+$"}, 0),
        ({"instance": 100000}, 0),
    ],
)
def test_selectors(notes: Device, selector: dict[str, Any], count: int | None) -> None:
    found = call(notes, "count", selector)
    assert found == count if count is not None else found > 0


def test_children_and_siblings(notes: Device) -> None:
    tree = read_tree(notes)
    rows = find_all(tree, {"className": "androidx.recyclerview.widget.RecyclerView"})
    assert rows
    inner = {"text": "", "childOrSibling": [], "childOrSiblingSelector": []}
    children = {
        "className": rows[0].attributes["class"],
        "childOrSibling": ["child"],
        "childOrSiblingSelector": [inner],
    }
    found = find_all(tree, children)
    assert found and all(any(node is below for row in rows for below in row.walk()) for node in found)


def test_an_object_that_is_not_there(notes: Device) -> None:
    for name in ("objInfo", "getText", "click", "dragTo", "scrollForward", "childByText"):
        params: list[Any] = [{"text": "nowhere"}]
        params += [5, 5] if name == "dragTo" else [{"text": "x"}, "y"] if name == "childByText" else []
        with pytest.raises(RpcProblem, match="UiObjectNotFoundException"):
            call(notes, name, *params)


def test_waiting_takes_the_phones_time_and_no_other(notes: Device) -> None:
    before = notes.now_ms
    assert call(notes, "waitForExists", {"text": "nowhere"}, 30_000) is False
    assert notes.now_ms - before >= 30_000
    assert call(notes, "waitForExists", {"text": "Notes"}, 30_000) is True
    assert call(notes, "waitUntilGone", {"text": "nowhere"}, 1000) is True


def test_typing_into_a_field(notes: Device) -> None:
    notes.phone.operate(
        lambda runtime: runtime.intents.send("send_message", {"to": "555", "text": ""}, "messages")
    )
    field = {"className": "android.widget.EditText"}
    assert call(notes, "setText", field, "你好 👨‍👩‍👧") is True
    assert call(notes, "getText", field) == "你好 👨‍👩‍👧"
    assert call(notes, "clearTextField", field) is True
    assert call(notes, "getText", field) == ""


def test_scrolling_to_the_end_and_back(device: Device) -> None:
    device.phone.act(OpenApp("messages"))
    scrollable = {"scrollable": True}
    first = device.xml()
    assert call(device, "scrollForward", scrollable, True, 55) is True
    assert call(device, "scrollToEnd", scrollable, True, 50, 55) is True
    assert call(device, "scrollForward", scrollable, True, 55) is False
    assert call(device, "scrollToBeginning", scrollable, True, 50, 55) is True
    assert device.xml() == first


def test_clipboard_toast_orientation_screen(notes: Device) -> None:
    call(notes, "setClipboard", None, "kept")
    assert call(notes, "getClipboard") == "kept"
    call(notes, "makeToast", "hello", 2000)
    assert call(notes, "getLastToast") == "hello"
    call(notes, "setOrientation", "left")
    assert call(notes, "deviceInfo")["displayWidth"] == 2400
    call(notes, "setOrientation", "natural")
    call(notes, "sleep")
    assert call(notes, "isScreenOn") is False
    call(notes, "wakeUp")
    assert call(notes, "deviceInfo")["screenOn"] is True
    assert call(notes, "takeScreenshot", 1, 80).startswith("/9j/")


@pytest.mark.parametrize(
    "body",
    [b"", b"nope", b"[]", b"{}", b'{"method": 5}', b'{"method": "click", "params": ["x"]}',
    b'{"method": "__init__"}',
     b'{"method": "click", "params": {"a": 1}}', b'{"method": "objInfo", "params": [[1]]}', b"\xff" * 20,
     b'{"method": "setClipboard", "params": [1, "\\ud800"]}', b"[" * 5000],
)  # fmt: skip
def test_nonsense_is_an_error_and_nothing_else(shared_device: Device, body: bytes) -> None:
    status, data, kind = asyncio.run(U2Server(shared_device)._answer("POST", "/jsonrpc/0", body))
    assert status == 200 and "error" in json.loads(data)


@pytest.mark.parametrize(
    ("path", "starts"),
    [("/ping", b"pong"), ("/screenshot/0", b"\xff\xd8"), ("/info", b"{"), ("/dump/hierarchy", b"{")],
)
def test_the_other_endpoints(shared_device: Device, path: str, starts: bytes) -> None:
    status, data, _ = asyncio.run(U2Server(shared_device)._answer("GET", path, b""))
    assert status == 200 and data.startswith(starts)
    assert asyncio.run(U2Server(shared_device)._answer("GET", "/nope", b""))[0] == 404
