"""Installing: our app folders are checked and added, known packages are taken, everything else is refused."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.adbd.apk import NONE, read_package
from phonebuddy.adbd.commands.install import judge
from phonebuddy.adbd.device import Device
from tests.adbd.helpers import run_shell, say

TODO = """app: todo
title: To do
package: com.example.todo
icon: check-circle-outline
color: teal
start: items
schema: |
  CREATE TABLE todo_item (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
pages:
  items:
    top: {top_bar: To do}
    body:
      - text: Nothing yet
"""


def zipped(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


@pytest.mark.slow
def test_an_app_folder_is_installed_used_and_taken_out(device: Device) -> None:
    say(device, "svc wifi disable; echo kept > /data/local/tmp/f")
    device.phone.change("DELETE FROM contacts_person WHERE id > 2")
    assert judge(device, zipped({"todo/app.yaml": TODO})) == "Success"
    assert "package:com.example.todo" in say(device, "pm list packages")
    say(device, "am start -n com.example.todo/.MainActivity")
    assert any(element.text == "Nothing yet" for element in device.phone.observe().elements)
    assert device.query("SELECT count(*) FROM contacts_person") == [(2,)]
    assert say(device, "settings get global wifi_on; cat /data/local/tmp/f") == "0\nkept\n"
    assert say(device, "pm uninstall com.example.todo") == "Success\n"
    assert "com.example.todo" not in say(device, "pm list packages")


@pytest.mark.parametrize(
    ("files", "says"),
    [
        pytest.param(
            {"app.yaml": TODO.replace("top_bar", "top_baz")},
            "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED",
            marks=pytest.mark.slow,
        ),
        ({"app.yaml": TODO, "../evil.yaml": "x"}, "YAML files only"),
        ({"app.yaml": TODO, "run.py": "x"}, "YAML files only"),
        ({"app.yaml": "[]"}, "INSTALL_PARSE_FAILED_NOT_APK"),
        ({"other.txt": "x"}, "INSTALL_PARSE_FAILED_NOT_APK"),
    ],
)
def test_what_is_no_app_is_refused(device: Device, files: dict[str, str], says: str) -> None:
    before = device.phone
    text = judge(device, zipped(files))
    assert text.startswith("Failure [") and says in text and text.endswith("]")
    assert device.phone is before


def test_a_known_apk_is_taken_and_an_unknown_one_refused(device: Device) -> None:
    u2 = pytest.importorskip("uiautomator2", reason="no uiautomator2, whose APK is the sample")
    data = (Path(u2.__file__).parent / "assets" / "app-uiautomator.apk").read_bytes()
    assert read_package(data) == ("com.github.uiautomator", False)
    assert judge(device, data) == "Success"
    device.names.is_known = lambda package: False  # type: ignore[method-assign]
    assert judge(device, data).startswith("Failure [INSTALL_FAILED_NO_MATCHING_ABIS")


@given(st.binary(max_size=300))
def test_any_bytes_are_read(data: bytes) -> None:
    assert read_package(data) == NONE


def test_installing_in_steps(device: Device) -> None:
    out = say(device, "pm install-create -S 5")
    number = out.partition("[")[2].partition("]")[0]
    assert (
        run_shell(device, f"pm install-write -S 5 {number} base.apk -", b"bytes")[1]
        == "Success: streamed 5 bytes\n"
    )
    status, out, _ = run_shell(device, f"pm install-commit {number}")
    assert status == 1 and out.startswith("Failure [INSTALL_PARSE_FAILED_NOT_APK")
    assert run_shell(device, "pm install /sdcard/nope.apk")[0] == 255
