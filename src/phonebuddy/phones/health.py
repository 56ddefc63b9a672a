"""The health ladder: what a phone must be able to do, rung by rung, and the command that fixes each gap.

Invariant: a rung that does not hold ends the climb (the ones above it could only mislead), and looking
changes nothing on the phone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from phonebuddy.errors import Fault
from phonebuddy.phones import begin, keyboard
from phonebuddy.phones.eyes import Eyes, Rest, screen_size
from phonebuddy.phones.faults import CAUSES, fault
from phonebuddy.phones.glance import glance
from phonebuddy.phones.wire import Wire

START_BATTERY = 20
"""Percent below which no episode starts, unless the phone is charging."""
MIN_FREE_MB = 500
MIN_API = 26
"""Android 8: the first whose shell says exit codes and whose input knows every gesture used here."""


class Rung(NamedTuple):
    """One thing looked at."""

    name: str
    is_ok: bool
    found: str
    fix: str
    """A command, or what to do; empty when nothing is wrong."""
    cause: str
    """Of the fault it would be; empty when nothing is wrong."""


class Health(NamedTuple):
    """How far a phone got."""

    serial: str
    rungs: tuple[Rung, ...]
    gaps: tuple[Rung, ...]
    """What is missing without keeping the phone from working."""

    @property
    def is_ok(self) -> bool:
        return all(rung.is_ok for rung in self.rungs)

    def must(self) -> None:
        """Raise the fault that keeps the phone from working."""
        for rung in self.rungs:
            if not rung.is_ok:
                raise fault(rung.cause, f"{rung.name}: {rung.found}", self.serial)


def examine(wire: Wire, eyes: Eyes | None = None) -> Health:
    """Climb the ladder; a driver that looks in its own way lends its eyes."""
    eyes = eyes or Eyes(wire, Rest(), by_u2=False)
    rungs: list[Rung] = []
    for name, check in _LADDER.items():
        try:
            rungs.append(Rung(name, True, check(wire, eyes), "", ""))
        except Fault as error:
            fix = CAUSES[error.cause].fix.format(serial=wire.serial)
            rungs.append(Rung(name, False, str(error).partition(" Next: ")[0], fix, error.cause))
            return Health(wire.serial, tuple(rungs), ())
    return Health(wire.serial, tuple(rungs), tuple(_gaps(wire)))


def _attached(wire: Wire, eyes: Eyes) -> str:
    state = wire.state()
    if state == "device":
        return "attached"
    cause = state if state in CAUSES else ("unauthorized" if "author" in state else "gone")
    if state == "no permissions":
        raise fault(
            "unauthorized", "this user may not use the USB device: install android-udev-rules", wire.serial
        )
    raise fault(cause, f"adb says: {state}", wire.serial)


def _booted(wire: Wire, eyes: Eyes) -> str:
    if wire.shell("getprop", "sys.boot_completed") != "1":
        raise fault("reboot", "still starting", wire.serial)
    version, api = (
        wire.shell("getprop", "ro.build.version.release"),
        wire.shell("getprop", "ro.build.version.sdk"),
    )
    if api.isdigit() and int(api) < MIN_API:
        raise fault("not_ready", f"Android {version} is too old; 8 or later is needed", wire.serial)
    return f"Android {version}"


def _awake(wire: Wire, eyes: Eyes) -> str:
    now = glance(wire)
    if not now.is_awake:
        raise fault("screen_off", "asleep", wire.serial)
    if now.is_locked:
        raise fault("locked", "the lock screen is up", wire.serial)
    return f"{now.package or now.window or 'something'} in front"


def _picture(wire: Wire, eyes: Eyes) -> str:
    picture = eyes.look().picture
    size = screen_size(wire)
    if sorted(size) != sorted((picture.width, picture.height)):
        raise fault(
            "wrong_size", f"{picture.width}x{picture.height} instead of {size[0]}x{size[1]}", wire.serial
        )
    if picture.is_black:
        raise fault("black_frame", "nothing to see", wire.serial)
    return f"{picture.width}x{picture.height}"


def _tree(wire: Wire, eyes: Eyes) -> str:
    elements = eyes.look().elements
    if not elements:
        raise fault("no_tree", "no elements", wire.serial)
    return f"{len(elements)} elements"


def _storage(wire: Wire, eyes: Eyes) -> str:
    said = wire.shell("df", "-k", "/data")
    rows = re.findall(r"^\S+\s+\d+\s+\d+\s+(\d+)\s+\d+%\s+/data", said, re.MULTILINE)
    if not rows:
        return "not said"
    free_mb = int(rows[-1]) // 1024
    if free_mb < MIN_FREE_MB:
        raise fault("disk", f"{free_mb} MB free", wire.serial)
    return f"{free_mb:,} MB free"


def _battery(wire: Wire, eyes: Eyes) -> str:
    now = glance(wire)
    if 0 <= now.battery < START_BATTERY and not now.is_powered:
        raise fault("battery", f"{now.battery} percent, not charging", wire.serial)
    return "not said" if now.battery < 0 else f"{now.battery} percent{', charging' if now.is_powered else ''}"


def _keyboard(wire: Wire, eyes: Eyes) -> str:
    ours = keyboard.installed(wire)
    if not ours:
        raise fault("keyboard_gone", "no keyboard that takes text", wire.serial)
    return ours[0].id


_LADDER: dict[str, Callable[[Wire, Eyes], str]] = {
    "attached": _attached,
    "booted": _booted,
    "awake and unlocked": _awake,
    "picture": _picture,
    "elements": _tree,
    "storage": _storage,
    "battery": _battery,
    "keyboard for any text": _keyboard,
}


def _gaps(wire: Wire) -> list[Rung]:
    """What would be better otherwise."""
    found = []
    if begin.has_leftovers(wire):
        fix = f"phonebuddy phones doctor {wire.serial} --put-back"
        found.append(Rung("left by an earlier run", False, "keyboard or settings not put back", fix, ""))
    if wire.shell("whoami") != "root":
        fix = f"adb -s {wire.serial} root (emulators and engineering builds only)"
        found.append(Rung("root", False, "app data cannot be saved, restored or verified", fix, ""))
    return found
