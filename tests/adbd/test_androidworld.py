"""AndroidWorld's own environment class, where it is installed, and what it needs of a phone.

The commands of its tasks are in `test_emulator`.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("grpc", reason="no grpcio: pip install 'phonebuddy[device]'")

from phonebuddy.adbd.device import Device
from phonebuddy.adbd.emulator import messages as pb
from phonebuddy.adbd.emulator.console import GREETING, Console
from phonebuddy.adbd.emulator.forest import build_forest
from phonebuddy.adbd.emulator.shelf import Shelf
from phonebuddy.adbd.emulator.wire import decode
from tests.adbd.helpers import make_device, needs_adb, run_shell, say
from tests.adbd.test_emulator import drive_task


@pytest.fixture
def standing_in() -> Device:
    return make_device(stand_in=True)


def test_a_text_field_is_a_leaf_of_the_forest(standing_in: Device) -> None:
    """AndroidWorld's elements are leaves: with text in it, a search field has a button that clears it."""
    say(
        standing_in, "am start -a android.intent.action.VIEW -d content://contacts/people/; input tap 540 178"
    )
    say(standing_in, "input text zz")
    [window] = decode(pb.FOREST, build_forest(standing_in))["windows"]
    nodes = window["tree"]["nodes"]
    [field] = [node for node in nodes if node["is_editable"]]
    assert field["text"] == "zz" and not field["child_ids"]
    [clear] = [node for node in nodes if node["content_description"] == "Clear"]
    [parent] = [node for node in nodes if clear["unique_id"] in node["child_ids"]]
    assert field["unique_id"] in parent["child_ids"] and clear["depth"] == field["depth"]


def test_the_key_that_ends_a_call(standing_in: Device) -> None:
    Console(standing_in, Shelf(standing_in)).answer("gsm call 5551234")
    say(standing_in, "am start -n com.android.settings/.Settings")
    assert "mCallState=1" in say(standing_in, "dumpsys telephony.registry")
    out = say(standing_in, "input keyevent KEYCODE_ENDCALL; dumpsys telephony.registry")
    assert "mCallState=0" in out
    before = standing_in.xml()
    assert say(standing_in, "input keyevent KEYCODE_ENDCALL") == "" and standing_in.xml() == before


@pytest.mark.parametrize(
    ("address", "package"),
    [
        ("content://media/external/images/media/", "com.simplemobiletools.gallery.pro"),
        ("content://media/external/video/media/", "com.simplemobiletools.gallery.pro"),
        ("content://media/external/file/", "com.google.android.documentsui"),
        ("mailto:", "com.phoneworld.mail"),
        ("mailto:ada@example.com?subject=Hello%20there", "com.phoneworld.mail"),
    ],
)
def test_what_an_address_opens(standing_in: Device, address: str, package: str) -> None:
    """AndroidWorld's `open_app` with `gallery` and `email`."""
    say(standing_in, f"am start -a android.intent.action.VIEW -d '{address}'")
    assert f" {package}/" in say(standing_in, "dumpsys window | grep mCurrentFocus")
    if "?" in address:
        texts = {element.text for element in standing_in.phone.observe().elements}
        assert {"ada@example.com", "Hello there"} <= texts


def test_long_answers_are_whole(standing_in: Device) -> None:
    assert GREETING.endswith("to authenticate\r\nOK\r\n")
    _, out, err = run_shell(standing_in, "content")
    assert (out + err).endswith("[--user <USER_ID>] --bind <BINDING> ...\n")


@pytest.mark.slow
@pytest.mark.clients
@needs_adb
def test_its_environment(tmp_path: Path) -> None:
    """AsyncAndroidEnv, its accessibility trees and its JSON actions, with no emulator: a whole task."""
    if find_spec("android_world") is None or find_spec("android_env") is None:
        pytest.skip("no android_world: docs/adb.md says how to get it")
    drive_task("drive_androidworld.py", tmp_path, 400)
