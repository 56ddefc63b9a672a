"""Fingers and keys: from pixels and key codes to gestures and actions of the phone.

Invariant: a finger lands on the pixel it was sent to; only what is a gesture, an action or a key of a phone
happens here; every client's input comes this way.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from phonebuddy.actions import ButtonPress, Type
from phonebuddy.adbd.device import Device
from phonebuddy.adbd.keycodes import CODES, LETTERS
from phonebuddy.world.finger import Finger, Pixel
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.snapshot import Snapshot
from phonebuddy.world.uistate import PageState

LONG_PRESS_MS = 400
SLOP_PX = 16
DOUBLE_TAP_S = 0.3
"""Two taps at one place within this time are one double tap, as Android's ViewConfiguration has it."""
MAX_SWIPE_MS = 60_000
DEFAULT_SWIPE_MS = 300
MAX_TYPED = 10_000
_UNTYPABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
SHIFT_KEYS, CONTROL_KEYS = (59, 60), (113, 114)


class Tapped(NamedTuple):
    """The last tap, for a second one that makes it a double tap."""

    at: Pixel
    before: Snapshot
    """The phone just before it."""
    after: object
    """The screen it led to: anything else that is done in between leads to another."""
    origin: object
    moment: float


def tap(device: Device, x: float, y: float, origin: object = None) -> None:
    """A tap; `origin` is whatever sends several in a row, such as one line of shell."""
    at = _on_screen(device, x, y)
    last, device.tapped = device.tapped, None
    if last is not None and _is_second(device, last, at, origin):
        device.phone.restore(last.before)
        device.touch(Finger("double_tap", last.at, last.at))
        return
    before, moment = device.phone.snapshot(), time.monotonic()
    device.touch(Finger("tap", at, at))
    device.tapped = Tapped(at, before, device.phone.observe(), origin, moment)


def _is_second(device: Device, last: Tapped, at: Pixel, origin: object) -> bool:
    """Whether a tap belongs to the one before. Where the clock stands still, real time decides nothing."""
    near = abs(at[0] - last.at[0]) <= SLOP_PX and abs(at[1] - last.at[1]) <= SLOP_PX
    if not near or device.phone.observe() is not last.after:
        return False
    if origin is not None and origin is last.origin:
        return True
    return not device.still and time.monotonic() - last.moment < DOUBLE_TAP_S


def _on_screen(device: Device, x: float, y: float) -> Pixel:
    screen = device.screen()
    return max(0, min(int(x), screen.width - 1)), max(0, min(int(y), screen.height - 1))


def swipe(
    device: Device, x1: float, y1: float, x2: float, y2: float, duration_ms: int, origin: object = None
) -> None:
    """A finger from one place to another; one that stays where it is presses, long or short."""
    start, end = _on_screen(device, x1, y1), _on_screen(device, x2, y2)
    duration = max(1, min(duration_ms, MAX_SWIPE_MS))
    if abs(x2 - x1) > SLOP_PX or abs(y2 - y1) > SLOP_PX:
        device.touch(Finger("scroll", start, end, duration))
    elif duration >= LONG_PRESS_MS:
        device.touch(Finger("long_press", start, start, duration))
    else:
        tap(device, x1, y1, origin)


def drag(device: Device, x1: float, y1: float, x2: float, y2: float, duration_ms: int) -> None:
    start, end = _on_screen(device, x1, y1), _on_screen(device, x2, y2)
    device.touch(Finger("drag", start, end, max(1, min(duration_ms, MAX_SWIPE_MS))))


class Down(NamedTuple):
    """A finger that a client put down by itself."""

    at: tuple[float, float]
    time_ms: int
    """By the phone's clock."""
    moment: float


def put_down(device: Device, x: float, y: float) -> None:
    device.finger = Down((x, y), device.now_ms, time.monotonic())


def lift(device: Device, x: float, y: float, origin: object = None) -> None:
    """The finger that was put down leaves the screen: how long it stayed makes it a tap or a press."""
    down, device.finger = device.finger, None
    if down is None:
        return
    held_ms = device.now_ms - down.time_ms
    if not device.still:
        held_ms = max(held_ms, int((time.monotonic() - down.moment) * 1000))
    swipe(device, *down.at, x, y, held_ms or DEFAULT_SWIPE_MS, origin)


def type_text(device: Device, text: str) -> None:
    """Type what a keyboard could; anything else is left out."""
    clean = _UNTYPABLE.sub("", text)[:MAX_TYPED]
    if clean:
        device.act(Type(clean))


# -- keys --------------------------------------------------------------------------------------------------


def key_code(name: str) -> int | None:
    """A key by number, `KEYCODE_HOME` or `HOME`."""
    if name.isdigit():
        return int(name) if int(name) < 1000 else None
    return CODES.get(name.upper().removeprefix("KEYCODE_"))


def press(device: Device, code: int, held: tuple[int, ...] = ()) -> None:
    """Press a key, others being held."""
    if code in _POWER:
        _POWER[code](device)
    elif not device.is_awake:
        return
    elif any(key in CONTROL_KEYS for key in held):
        _shortcut(device, code)
    elif code in _BUTTONS:
        device.act(ButtonPress(_BUTTONS[code]))
    elif code in _OTHER:
        device.operate(_OTHER[code])
    elif code in LETTERS:
        plain, shifted = LETTERS[code]
        type_text(device, shifted if any(key in SHIFT_KEYS for key in held) else plain)
    if code == 82:
        _unlock(device)


def _sleep(device: Device) -> None:
    if device.is_awake:
        device.operate(lambda runtime: runtime.keyguard.lock())
        device.is_awake = False
        device.record.event("screen_toggled", "0")


def _wake(device: Device) -> None:
    if not device.is_awake:
        device.is_awake = True
        device.changed()
        device.record.event("screen_toggled", "1")


def _toggle(device: Device) -> None:
    (_sleep if device.is_awake else _wake)(device)


def _unlock(device: Device) -> None:
    """The menu key opens a lock that needs no secret."""
    if device.settings.world("lock") != "pin":
        device.operate(lambda runtime: runtime.keyguard.lift() if runtime.ui.over == "lock" else None)


dismiss_keyguard = _unlock
_POWER = {26: _toggle, 223: _sleep, 224: _wake}
_BUTTONS = {3: "home", 4: "back", 66: "enter", 160: "enter", 187: "menu", 23: "enter", 111: "back"}


def _shortcut(device: Device, code: int) -> None:
    """Ctrl with A, C, X or V."""

    def do(runtime: Runtime) -> None:
        if code == 29:
            runtime.editing.select_all()
        elif code == 31:
            runtime.editing.copy()
        elif code == 52:
            runtime.editing.cut()
        elif code == 50:
            runtime.editing.paste(one_line=False)

    device.operate(do)


def _delete_back(runtime: Runtime) -> None:
    if runtime.ui.over == "lock":
        runtime.keyguard.delete_back()
    else:
        runtime.delete_back()


def _caret(move: Callable[[PageState, int], int]) -> Callable[[Runtime], None]:
    """A key that moves the caret."""

    def do(runtime: Runtime) -> None:
        page = runtime.ui.page()
        if page is not None and page.focus is not None:
            runtime.editing.unselect()
            length = len(runtime.editing.text())
            page.caret = max(0, min(move(page, length), length))

    return do


def _delete_forward(runtime: Runtime) -> None:
    page = runtime.ui.page()
    if page is None or page.focus is None:
        return
    if runtime.editing.selection() is None:
        if page.caret >= len(runtime.editing.text()):
            return
        page.caret += 1
    runtime.editing.delete_back()


def _shade(runtime: Runtime) -> None:
    runtime.ui.shade = "" if runtime.ui.shade else "notifications"


def _volume(change: int) -> Callable[[Runtime], None]:
    def do(runtime: Runtime) -> None:
        now = int(runtime.settings.get("volume") or 0)
        runtime.put_setting("volume", max(0, min(15, now + change)))

    return do


def _end_call(runtime: Runtime) -> None:
    """Declines or ends a call as its button on the screen does; without a call the key does nothing."""
    one = runtime.interruptions.current()
    if one is None or one.kind not in ("call", "in_call"):
        return
    buttons = runtime.interruptions.kind(one).buttons
    runtime.interruptions.press(next(index for index, button in enumerate(buttons) if not button.then))


_OTHER: dict[int, Callable[[Runtime], None]] = {
    6: _end_call,
    67: _delete_back,
    112: _delete_forward,
    21: _caret(lambda page, length: page.caret - 1),
    22: _caret(lambda page, length: page.caret + 1),
    122: _caret(lambda page, length: 0),
    123: _caret(lambda page, length: length),
    83: _shade,
    24: _volume(1),
    25: _volume(-1),
    164: lambda runtime: runtime.put_setting("volume", 0),
    277: lambda runtime: runtime.editing.cut(),
    278: lambda runtime: runtime.editing.copy(),
    279: lambda runtime: runtime.editing.paste(one_line=False),
}


# -- the focused field -------------------------------------------------------------------------------------


def clear_field(device: Device) -> None:
    """Empty the field that is being typed into."""

    def do(runtime: Runtime) -> None:
        if runtime.ui.is_searching:
            runtime.launcher.put_search("")
            return
        runtime.editing.select_all()
        runtime.editing.delete_back()

    device.operate(do)
