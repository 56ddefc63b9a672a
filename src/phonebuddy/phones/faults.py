"""Causes: everything that can break at a real phone, what it means and what helps.

Invariant: every Fault of this package has a cause listed here, so that rates can be counted and a person told
what to do.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.errors import Fault


class Cause(NamedTuple):
    """What a cause means, what to do, and whether the device itself is to be set aside for it."""

    meaning: str
    fix: str
    of_device: bool = True


CAUSES = {
    "adb_server": Cause("no adb server answers on this machine", "adb start-server", of_device=False),
    "gone": Cause("the phone is not attached", "plug the cable in, or: adb connect HOST:PORT"),
    "offline": Cause("the phone is attached and does not answer", "adb -s {serial} reconnect"),
    "unauthorized": Cause(
        "the phone does not trust this computer",
        "unlock it, allow USB debugging, then: adb reconnect offline",
    ),
    "dropped": Cause("the connection closed in the middle of an answer", "change the cable or the USB port"),
    "hang": Cause("no answer before the deadline", "adb -s {serial} reboot"),
    "slow": Cause("the answer came so late that it no longer shows the present", "adb -s {serial} reboot"),
    "reboot": Cause("the phone started anew", "wait for it, then: phonebuddy phones doctor {serial}"),
    "garbled": Cause("the answer cannot be read", "phonebuddy phones selftest {serial}"),
    "refused": Cause("the phone refused a command", "phonebuddy phones doctor {serial}"),
    "black_frame": Cause("the picture is black although the screen is on", "adb -s {serial} reboot"),
    "secure_screen": Cause("the app forbids pictures of this screen", "leave this app out", of_device=False),
    "stale_frame": Cause("the picture stays while the elements change", "adb -s {serial} reboot"),
    "wrong_size": Cause(
        "the picture has another size than the screen", "adb -s {serial} shell wm size reset"
    ),
    "no_tree": Cause("the elements of the screen cannot be had", "adb -s {serial} shell pkill uiautomator"),
    "screen_off": Cause("the screen is off", "adb -s {serial} shell input keyevent KEYCODE_WAKEUP"),
    "locked": Cause("the phone is locked", "unlock it and set the lock to none: Settings, Security"),
    "app_crash": Cause(
        "an app of the task crashed", "look: adb -s {serial} logcat -b crash -d", of_device=False
    ),
    "app_hang": Cause(
        "an app of the task does not respond", "close its message on the phone", of_device=False
    ),
    "pop_up": Cause(
        "the system asks something that the start had ruled out",
        "answer it on the phone, or let the task's start say pop_ups",
        of_device=False,
    ),
    "battery": Cause("the battery is low", "charge the phone"),
    "disk": Cause("the phone's storage is full", "adb -s {serial} shell df /data, then delete something"),
    "keyboard_gone": Cause(
        "no keyboard takes text from here",
        "adb -s {serial} install ADBKeyboard.apk (github.com/senzhk/ADBKeyBoard)",
    ),
    "not_ready": Cause(
        "the start of the task could not be brought about", "phonebuddy phones doctor {serial}"
    ),
    "dirty": Cause("cleaning left something behind", "phonebuddy phones doctor {serial}"),
    "lease_lost": Cause("another process took the phone after the lease ran out", "", of_device=False),
    "no_phone": Cause("no phone is free and healthy", "phonebuddy phones pool", of_device=False),
    "program": Cause("something broke in this program, not in the phone", "report it", of_device=False),
}
"""By name. `{serial}` in a fix stands for the phone's."""


def fault(cause: str, detail: str, serial: str = "", sent: bool = False) -> Fault:
    """A Fault whose text says where, what, and what to do next."""
    known = CAUSES[cause]
    where = f"{serial}: " if serial else ""
    fix = known.fix.format(serial=serial or "SERIAL")
    return Fault(f"{where}{known.meaning} ({detail}).{f' Next: {fix}' if fix else ''}", cause, sent)
