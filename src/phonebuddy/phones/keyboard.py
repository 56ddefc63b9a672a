"""Typing: any text into the focused field, through a keyboard that takes it from here.

`input text` knows only what is on an English keyboard. The two keyboards below take text in base64, so
nothing in it meets a shell. Which keyboard the phone had is written down on the phone itself before it is
changed, so that whoever comes next can put it back, also after this program died. Invariant: text arrives
whole or the fault says that it may have arrived.
"""

from __future__ import annotations

import base64
import re
import time
from typing import NamedTuple

from phonebuddy.phones.faults import fault
from phonebuddy.phones.wire import Wire

KEPT = "phonebuddy_keyboard"
"""The setting of the phone that holds the keyboard to go back to."""
SWITCH_S = 3.0
"""For the phone to change its keyboard."""
_STATUS = (
    "settings get secure default_input_method; echo ==; ime list -s -a; echo ==; "
    "dumpsys input_method | grep -o -E 'mCurMethodId=[^ ]*' | head -n 1"
)
_PIECE = 2_000
"""Characters in one broadcast; a command line must stay below Android's limit of 128 kB."""


class Keyboard(NamedTuple):
    """A keyboard that takes text by broadcast."""

    id: str
    action: str
    extra: str


KEYBOARDS = (
    Keyboard("com.android.adbkeyboard/.AdbIME", "ADB_INPUT_B64", "msg"),
    Keyboard("com.github.uiautomator/.AdbKeyboard", "ADB_KEYBOARD_INPUT_TEXT", "text"),
)


def current(wire: Wire) -> str:
    """The keyboard in use; empty when there is none."""
    said = wire.shell("settings", "get", "secure", "default_input_method")
    return "" if said == "null" else said


def installed(wire: Wire) -> list[Keyboard]:
    """Those of ours that the phone has."""
    there = wire.shell("ime", "list", "-s", "-a").split()
    return [keyboard for keyboard in KEYBOARDS if keyboard.id in there]


def take(wire: Wire) -> Keyboard:
    """Make one of ours the phone's keyboard and remember the one before."""
    said = wire.run(_STATUS).out.decode("utf-8", "replace")
    before, there, bound = (part.split() for part in [*said.split("==\n"), "", ""][:3])
    ours = [keyboard for keyboard in KEYBOARDS if keyboard.id in there]
    for keyboard in ours:
        # One that is set and not bound takes no text, and ADBKeyboard does not say so.
        if before == [keyboard.id] and (not bound or bound == [f"mCurMethodId={keyboard.id}"]):
            return keyboard
    if not ours:
        raise fault("keyboard_gone", "neither ADBKeyboard nor uiautomator2's is installed", wire.serial)
    if before and before != ["null"] and before != [ours[0].id]:
        wire.must("settings", "put", "global", KEPT, before[0])
    wire.must("ime", "enable", ours[0].id)
    wire.must("ime", "set", ours[0].id)
    until = time.monotonic() + SWITCH_S
    while current(wire) != ours[0].id:
        if time.monotonic() > until:
            raise fault("keyboard_gone", f"the phone does not switch to {ours[0].id}", wire.serial)
        time.sleep(0.1)
    return ours[0]


def give_back(wire: Wire) -> None:
    """The keyboard that was there before."""
    before = wire.shell("settings", "get", "global", KEPT)
    if before in ("", "null"):
        return
    wire.must("ime", "set", before)
    wire.must("settings", "delete", "global", KEPT)


def type_text(wire: Wire, text: str) -> None:
    """Type after what is in the focused field."""
    if not text:
        return
    keyboard = take(wire)
    for i in range(0, len(text), _PIECE):
        _broadcast(wire, keyboard, text[i : i + _PIECE])


def _broadcast(wire: Wire, keyboard: Keyboard, text: str) -> None:
    packed = base64.b64encode(text.encode("utf-8")).decode("ascii")
    said = wire.must("am", "broadcast", "-a", keyboard.action, "--es", keyboard.extra, packed)
    result = re.search(r"Broadcast completed: result=(-?\d+)", said)
    # ADBKeyboard answers 0 whether or not it listens; the other answers -1 once the text is in.
    if result is None or (keyboard is KEYBOARDS[1] and result[1] != "-1"):
        raise fault("keyboard_gone", f"the broadcast ended with {said[-120:]!r}", wire.serial, sent=True)
