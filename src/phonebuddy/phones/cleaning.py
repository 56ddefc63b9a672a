"""Cleaning between episodes, with a proof.

A baseline is what a phone was when it joined: its packages, its shared files, the settings an agent could
have changed, notifications, accounts. Cleaning puts that back; the proof is the same look again. Invariant: a
phone is clean only if nothing in the proof differs from the baseline; what cannot be read cannot be clean.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from phonebuddy.phones import app_data, begin, keyboard
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.contract import Start
from phonebuddy.phones.faults import fault
from phonebuddy.phones.wire import Wire

WATCHED = {
    "system": (
        "accelerometer_rotation", "dim_screen", "dtmf_tone", "font_scale", "haptic_feedback_enabled",
        "peak_refresh_rate", "screen_brightness", "screen_brightness_mode", "screen_off_timeout",
        "show_touches", "pointer_location", "sound_effects_enabled", "time_12_24", "user_rotation",
        "vibrate_when_ringing", "volume_alarm", "volume_music", "volume_ring",
    ),
    "secure": (
        "accessibility_enabled", "bluetooth_name", "default_input_method", "display_density_forced",
        "doze_enabled", "enabled_accessibility_services", "enabled_input_methods",
        "enabled_notification_listeners", "install_non_market_apps", "location_mode",
        "lock_screen_show_notifications", "long_press_timeout", "night_display_activated",
        "screensaver_enabled", "show_ime_with_hard_keyboard", "tts_default_rate", "ui_night_mode",
    ),
    "global": (
        "airplane_mode_on", "animator_duration_scale", "auto_time", "auto_time_zone", "bluetooth_on",
        "device_name", "development_settings_enabled", "heads_up_notifications_enabled", "http_proxy",
        "low_power", "mobile_data", "package_verifier_enable", "private_dns_mode", "private_dns_specifier",
        "stay_on_while_plugged_in", "transition_animation_scale", "usb_mass_storage_enabled", "wifi_on",
        "window_animation_scale", "zen_mode",
    ),
}  # fmt: skip
"""Settings an agent could have changed. Not all settings: phones change many of them by themselves."""
_NOTIFICATION = r"NotificationRecord\([^)\n]*?pkg=(\S+)"
_CLEAR = re.compile(r"clear all|clear_all|dismiss_text|全部清除|清除全部|清空", re.IGNORECASE)
STORAGE = "/sdcard"
MAX_FILES = 50_000


class Baseline(msgspec.Struct, frozen=True):
    """What a phone is when nobody has used it."""

    packages: frozenset[str]
    files: frozenset[str]
    settings: dict[str, str]
    """`space/key` -> value; `null` where it is not set."""
    notifications: frozenset[str]
    """Apps, not of the system, that have one."""
    accounts: frozenset[str]
    running: frozenset[str]
    """Apps, not of the system, that are running."""


class Residue(NamedTuple):
    """One thing that differs from the baseline."""

    kind: str
    what: str
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.kind} {self.what}: {self.was or 'nothing'} -> {self.now or 'nothing'}"


def take_baseline(wire: Wire) -> Baseline:
    """Look at everything the proof is about."""
    packages = _lines(wire, "pm list packages", r"^package:(\S+)")
    others = _lines(wire, "pm list packages -3", r"^package:(\S+)")
    files = _lines(wire, f"find {STORAGE}/ -type f 2>/dev/null", r"^(/.+)$")
    if len(files) > MAX_FILES:
        raise fault("disk", f"{len(files)} files on the shared storage", wire.serial)
    running = _lines(wire, "ps -A -o NAME", r"^\s*(\S+)\s*$")
    return Baseline(
        packages=packages,
        files=files,
        settings=_settings(wire),
        # Those of the system come and go by themselves.
        notifications=others & _lines(wire, "dumpsys notification --noredact", _NOTIFICATION),
        accounts=_lines(wire, "dumpsys account", r"Account \{(name=[^}]*)\}"),
        running=others & running,
    )


def _lines(wire: Wire, line: str, pattern: str) -> frozenset[str]:
    said = wire.run(line, wire.patience.dump_s).out.decode("utf-8", "replace")
    return frozenset(re.findall(pattern, said.replace("\r", ""), re.MULTILINE))


def _settings(wire: Wire) -> dict[str, str]:
    found: dict[str, str] = {}
    for space, keys in WATCHED.items():
        said = wire.run(f"settings list {space}").out.decode("utf-8", "replace")
        values = dict(line.split("=", 1) for line in said.splitlines() if "=" in line)
        found |= {f"{space}/{key}": values.get(key, "null") for key in keys}
    return found


def clean(phone: AdbPhone, baseline: Baseline, start: Start) -> None:
    """Put the phone back, prove it, and raise a Fault that lists what is left otherwise."""
    wire = phone.wire
    keyboard.give_back(wire)
    begin.put_back(wire)
    for app in start.apps:
        app_data.treat(wire, app, start)
    for residue in differences(baseline, take_baseline(wire)):
        _remove(phone, residue)
    wire.must("input", "keyevent", "KEYCODE_HOME")
    left = differences(baseline, take_baseline(wire))
    if left:
        raise fault("dirty", "; ".join(str(one) for one in left[:5]), wire.serial)


def _remove(phone: AdbPhone, residue: Residue) -> None:
    """What can be undone; the proof finds what could not."""
    wire = phone.wire
    match residue.kind:
        case "package" if residue.now:
            wire.run(f"pm uninstall {residue.what}", wire.patience.dump_s)
        case "file" if residue.now:
            wire.shell("rm", "-f", residue.what)
        case "setting":
            space, _, key = residue.what.partition("/")
            if residue.was == "null":
                wire.shell("settings", "delete", space, key)
            else:
                wire.shell("settings", "put", space, key, residue.was)
        case "notification":
            _clear_notifications(phone)
        case "running":
            wire.shell("am", "force-stop", residue.what)


def _clear_notifications(phone: AdbPhone) -> None:
    """By hand, as there is no command for it: open the shade, tap what clears all, close it."""
    wire = phone.wire
    wire.run("cmd statusbar expand-notifications")
    try:
        for element in phone.eyes.elements():
            if _CLEAR.search(f"{element.text} {element.description} {element.resource_id}"):
                x, y = element.bounds.center
                wire.must("input", "tap", str(x), str(y))
                break
    finally:
        wire.run("cmd statusbar collapse")


def differences(baseline: Baseline, now: Baseline) -> list[Residue]:
    """What differs, in a fixed order."""
    found = []
    for kind, was, is_now in (
        ("package", baseline.packages, now.packages),
        ("file", baseline.files, now.files),
        ("notification", baseline.notifications, now.notifications),
        ("account", baseline.accounts, now.accounts),
    ):
        found += [Residue(kind, what, "", "there") for what in sorted(is_now - was)]
        # Notifications that went away were read or expired: nobody's residue.
        found += [Residue(kind, what, "there", "") for what in sorted(was - is_now) if kind != "notification"]
    found += [Residue("running", what, "", "there") for what in sorted(now.running - baseline.running)]
    for name, value in baseline.settings.items():
        if now.settings.get(name, "null") != value:
            found.append(Residue("setting", name, value, now.settings.get(name, "null")))
    return found
