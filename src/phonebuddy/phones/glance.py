"""A glance: what a phone says about itself besides its screen, in one call.

What is in front, whether it is awake, locked, rotated, charged, and which boot this is. Invariant: reading is
total; what a phone does not say is left at its harmless default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from phonebuddy.phones.faults import fault
from phonebuddy.phones.wire import Wire

_WINDOW = "mCurrentFocus|mFocusedApp|mCurrentRotation|[Ll]ockscreen=|[Kk]eyguardShowing="
_ASKED = (
    f"dumpsys window | grep -E '{_WINDOW}'; echo ==power; dumpsys power | grep -E 'akefulness='; "
    "echo ==battery; dumpsys battery | grep -E 'level|powered|status'; echo ==boot; "
    "cat /proc/sys/kernel/random/boot_id; getprop ro.runtime.firstboot; echo ==booted; "
    "getprop sys.boot_completed; echo ==crashes; logcat -b crash -d -v epoch -t 100 2>/dev/null | "
    "grep -E 'FATAL EXCEPTION|Process: '; echo ==date; date +%s"
)
LINE = f'printf "%s\\n" "$({_ASKED})"'
"""Said at once: a piece from each command would be a round trip each."""
_FOCUS = re.compile(r"mCurrentFocus=Window\{[^ ]+ u\d+ ([^}]*)\}")
_APP = re.compile(r"mFocusedApp=.*? u\d+ ([\w.]+)/([\w.$]+)")
_ROTATION = re.compile(r"mCurrentRotation=(?:ROTATION_)?(\d+)")
_LOCKED = re.compile(r"(?:Showing|Dreaming)Lockscreen=true|[Kk]eyguardShowing=true")
_CRASH = re.compile(r"^\s*(\d{1,15})\.\d+.*FATAL EXCEPTION", re.MULTILINE)
_PROCESS = re.compile(r"Process: ([\w.]+)")
PERMISSION_PACKAGES = frozenset(
    {
        "com.android.permissioncontroller",
        "com.google.android.permissioncontroller",
        "com.android.packageinstaller",
        "com.google.android.packageinstaller",
    }
)


class Glance(NamedTuple):
    """What was said."""

    package: str
    """Of the app in front; empty when a window of the system has the focus."""
    activity: str
    window: str
    """The name of the window that has the focus: an activity, or one of the system's own."""
    is_awake: bool
    is_locked: bool
    rotation: int
    """Quarter turns."""
    battery: int
    """Percent; -1 when the phone does not say."""
    is_powered: bool
    boot: str
    """The same until the phone, or only its Android, starts anew."""
    is_booted: bool
    time_s: int
    crashes: tuple[tuple[int, str], ...] = ()
    """When, by the phone's clock, and which app: the newest of the crash log."""

    @property
    def crashed(self) -> str:
        """The app whose crash the system announces."""
        return self.window.partition("Application Error: ")[2].strip()

    @property
    def hung(self) -> str:
        """The app that the system says does not respond."""
        return self.window.partition("Application Not Responding: ")[2].strip()

    @property
    def asks(self) -> bool:
        """The system asks for a permission."""
        return self.package in PERMISSION_PACKAGES


def glance(wire: Wire) -> Glance:
    """Ask the phone."""
    said = wire.run(LINE).out.decode("utf-8", "replace")
    if "==date" not in said:
        raise fault("garbled", f"the phone does not say how it is: {said[-100:]!r}", wire.serial)
    return read_glance(said)


def read_glance(text: str) -> Glance:
    parts = {"window": ""}
    name = "window"
    for line in text.splitlines():
        if line.startswith("=="):
            name = line[2:].strip()
        parts[name] = parts.get(name, "") + line + "\n"
    window = parts["window"]
    title, package, activity = _front(window)
    rotation = _ROTATION.search(window)
    degrees = int(rotation[1]) if rotation else 0
    power, battery = parts.get("power", ""), parts.get("battery", "")
    level = re.search(r"level: (\d+)", battery)
    clock = re.search(r"^(\d+)$", parts.get("date", ""), re.MULTILINE)
    return Glance(
        package=package,
        activity=activity,
        window=title,
        is_awake="Asleep" not in power and "Dozing" not in power,
        is_locked=_LOCKED.search(window) is not None,
        rotation=degrees // 90 if degrees >= 90 else degrees,
        battery=int(level[1]) if level else -1,
        is_powered=re.search(r"powered: true", battery) is not None,
        boot=" ".join(parts.get("boot", "").split()[1:]),
        is_booted=parts.get("booted", "").split()[1:] == ["1"],
        time_s=int(clock[1]) if clock else 0,
        crashes=tuple(_crashes(parts.get("crashes", ""))),
    )


def _front(window: str) -> tuple[str, str, str]:
    """The window with the focus, and its package and activity; the focused app's where none has it."""
    focus, app = _FOCUS.search(window), _APP.search(window)
    title = focus[1] if focus else ""
    package, found, activity = title.partition("/")
    if found:
        return title, package, activity
    return (title, "", title) if title or app is None else (title, app[1], app[2])


def _crashes(log: str) -> Iterator[tuple[int, str]]:
    for crash in _CRASH.finditer(log):
        process = _PROCESS.search(log, crash.end())
        if process is not None:
            yield int(crash[1]), process[1]
