"""Broadcasts that somebody on the phone receives: both keyboards, the clipboard tool, the forwarder, demo
mode.

Invariant: a broadcast nobody receives completes with result 0, as on a phone.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable

from phonebuddy.actions import ButtonPress
from phonebuddy.adbd import touching
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.intent import Intent
from phonebuddy.adbd.names import ADB_KEYBOARD, U2_KEYBOARD
from phonebuddy.world.runtime import Runtime

Answer = tuple[int, str | None]
NOBODY: Answer = (0, None)
OK, CANCELLED = -1, 0


def receive(device: Device, intent: Intent) -> Answer:
    """Result code and data of a broadcast."""
    receiver = RECEIVERS.get(intent.action)
    device.record.add("ActivityManager", f"Broadcast of {intent.action}", level="D", buffer="system")
    for listener in device.listeners:
        listener(intent)
    return NOBODY if receiver is None else receiver(device, intent)


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(text, validate=False).decode("utf-8", "ignore")
    except (binascii.Error, ValueError):
        return ""


# -- ADBKeyboard -------------------------------------------------------------------------------------------


def _adb_keyboard(do: Callable[[Device, Intent], None]) -> Callable[[Device, Intent], Answer]:
    """Works only while ADBKeyboard is the keyboard, and says nothing either way."""

    def answer(device: Device, intent: Intent) -> Answer:
        if device.keyboard == ADB_KEYBOARD:
            do(device, intent)
        return NOBODY

    return answer


def _message(device: Device, intent: Intent) -> None:
    touching.type_text(device, intent.extras.get("msg", ""))


def _encoded_message(device: Device, intent: Intent) -> None:
    touching.type_text(device, _decoded(intent.extras.get("msg", "")))


def _characters(device: Device, intent: Intent) -> None:
    codes = intent.extras.get("chars", "").split(",")
    touching.type_text(
        device, "".join(chr(int(code)) for code in codes if code.strip().isdigit() and int(code) < 0x110000)
    )


def _code(device: Device, intent: Intent) -> None:
    code = touching.key_code(intent.extras.get("code", ""))
    if code is not None:
        touching.press(device, code)


def _editor(device: Device, intent: Intent) -> None:
    """Search, send, go, done: what the enter key of the field does."""
    device.act(ButtonPress("enter"))


def _clear(device: Device, intent: Intent) -> None:
    touching.clear_field(device)


# -- uiautomator2's keyboard -------------------------------------------------------------------------------


def _u2_keyboard(do: Callable[[Device, Intent], None]) -> Callable[[Device, Intent], Answer]:
    def answer(device: Device, intent: Intent) -> Answer:
        if device.keyboard != U2_KEYBOARD:
            return NOBODY
        do(device, intent)
        return OK, "success"

    return answer


def _u2_text(device: Device, intent: Intent) -> None:
    touching.type_text(device, _decoded(intent.extras.get("text", "")))


def _set_text(device: Device, intent: Intent) -> None:
    touching.clear_field(device)
    _u2_text(device, intent)


def _hide(device: Device, intent: Intent) -> None:
    """The focus stays where it is, as on a phone: clients press enter after this."""


# -- the clipboard -----------------------------------------------------------------------------------------


def put_clipboard(device: Device, text: str) -> None:
    def copy(runtime: Runtime) -> None:
        runtime.copy(text)

    device.operate(copy)


def get_clipboard(device: Device) -> str:
    rows = device.query("SELECT text FROM phone_clipboard")
    return str(rows[0][0]) if rows else ""


def _clipper_set(device: Device, intent: Intent) -> Answer:
    if "text" not in intent.extras:
        return 0, 'No text is provided. Use -e text "text to be pasted"'
    put_clipboard(device, intent.extras["text"])
    return OK, "Text is copied into clipboard."


def _clipper_get(device: Device, intent: Intent) -> Answer:
    return OK, get_clipboard(device)


def _u2_get_clipboard(device: Device, intent: Intent) -> Answer:
    if device.keyboard != U2_KEYBOARD:
        return NOBODY
    return OK, base64.b64encode(get_clipboard(device).encode()).decode()


RECEIVERS: dict[str, Callable[[Device, Intent], Answer]] = {
    "ADB_INPUT_TEXT": _adb_keyboard(_message),
    "ADB_INPUT_B64": _adb_keyboard(_encoded_message),
    "ADB_INPUT_CHARS": _adb_keyboard(_characters),
    "ADB_INPUT_CODE": _adb_keyboard(_code),
    "ADB_EDITOR_CODE": _adb_keyboard(_editor),
    "ADB_CLEAR_TEXT": _adb_keyboard(_clear),
    "ADB_KEYBOARD_INPUT_TEXT": _u2_keyboard(_u2_text),
    "ADB_KEYBOARD_SET_TEXT": _u2_keyboard(_set_text),
    "ADB_KEYBOARD_CLEAR_TEXT": _u2_keyboard(_clear),
    "ADB_KEYBOARD_SMART_ENTER": _u2_keyboard(_editor),
    "ADB_KEYBOARD_EDITOR_CODE": _u2_keyboard(_editor),
    "ADB_KEYBOARD_INPUT_KEYCODE": _u2_keyboard(_code),
    "ADB_KEYBOARD_HIDE": _u2_keyboard(_hide),
    "ADB_KEYBOARD_GET_CLIPBOARD": _u2_get_clipboard,
    "clipper.set": _clipper_set,
    "clipper.get": _clipper_get,
}
