"""Android's settings tables over the settings of the phone.

What the phone has is mapped; what it has not is kept beside it, so that a client reads back what it wrote.
Invariant: a mapped setting has one value, whoever changed it last, the client or the person at the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from phonebuddy.adbd.names import STOCK_KEYBOARD
from phonebuddy.errors import AppError
from phonebuddy.world.phone import WorldPhone

Value = None | int | float | str | bytes
NAMESPACES = ("system", "secure", "global")
MAX_KEPT = 2_000


class Mapped(NamedTuple):
    """How one setting of Android follows one of the phone: its name there, and the way forth and back."""

    name: str
    to_android: Callable[[Value], str]
    to_world: Callable[[str], Value]


def _plain(value: Value) -> str:
    return str(int(value)) if isinstance(value, float) and value == int(value) else str(value)


def _whole(text: str) -> Value:
    try:
        return int(float(text))
    except ValueError:
        return text


def _same(name: str) -> Mapped:
    return Mapped(name, _plain, _whole)


def _pairs(name: str, pairs: Mapping[Value, str]) -> Mapped:
    back = {text: value for value, text in pairs.items()}
    return Mapped(name, lambda value: pairs.get(value, str(value)), lambda text: back.get(text, text))


MAPPED = {
    ("global", "wifi_on"): _same("wifi"),
    ("global", "bluetooth_on"): _same("bluetooth"),
    ("global", "airplane_mode_on"): _same("airplane"),
    ("global", "mobile_data"): _same("mobile_data"),
    ("global", "low_power"): _same("battery_saver"),
    ("global", "zen_mode"): Mapped("do_not_disturb", _plain, lambda text: 0 if text == "0" else 1),
    ("system", "screen_brightness"): _same("brightness"),
    ("system", "accelerometer_rotation"): _same("auto_rotate"),
    ("system", "user_rotation"): _pairs("rotation", {0: "0", 90: "1"}),
    ("system", "volume_music"): _same("volume"),
    ("system", "volume_ring"): _same("ring_volume"),
    ("system", "volume_alarm"): _same("alarm_volume"),
    ("system", "screen_off_timeout"): Mapped(
        "screen_timeout", lambda value: str(int(value or 0) * 1000), lambda text: int(text) // 1000
    ),
    ("system", "font_scale"): Mapped("font_scale", lambda value: str(value or 1.0), lambda text: float(text)),
    ("system", "system_locales"): Mapped(
        "language", lambda value: "zh-CN" if value == "zh" else "en-US", lambda text: text[:2]
    ),
    ("secure", "location_mode"): Mapped(
        "location", lambda value: "3" if value == 1 else "0", lambda text: int(text != "0")
    ),
    ("secure", "ui_night_mode"): Mapped(
        "dark", lambda value: "2" if value == 1 else "1", lambda text: int(text == "2")
    ),
    ("secure", "navigation_mode"): _pairs("navigation", {"": "2", "gestures": "2", "buttons": "0"}),
}
FIRST = {
    "system": {
        "time_12_24": "24", "haptic_feedback_enabled": "1", "screen_brightness_mode": "0",
        "show_touches": "0", "pointer_location": "0", "sound_effects_enabled": "1", "dtmf_tone": "1",
    },
    "secure": {
        "android_id": "3f1c2a9e5b7d4860", "accessibility_enabled": "0", "bluetooth_name": "PhoneWorld",
        "default_input_method": STOCK_KEYBOARD, "enabled_accessibility_services": "",
        "install_non_market_apps": "1", "lock_screen_show_notifications": "1",
        "show_ime_with_hard_keyboard": "1",
        "user_setup_complete": "1", "sms_default_application": "",
    },
    "global": {
        "adb_enabled": "1", "airplane_mode_radios": "cell,bluetooth,wifi,nfc,wimax", "auto_time": "1",
        "auto_time_zone": "1", "development_settings_enabled": "1", "device_name": "PhoneWorld",
        "device_provisioned": "1", "heads_up_notifications_enabled": "1", "mobile_data_always_on": "1",
        "stay_on_while_plugged_in": "0", "policy_control": "", "window_animation_scale": "1.0",
        "transition_animation_scale": "1.0", "animator_duration_scale": "1.0",
    },
}  # fmt: skip


class AndroidSettings:
    """The three tables of one phone."""

    def __init__(self, phone: WorldPhone) -> None:
        self._phone = phone
        self._kept = {name: dict(values) for name, values in FIRST.items()}

    def move(self, phone: WorldPhone) -> None:
        """Another world takes the place of the phone's."""
        self._phone = phone

    def world(self, name: str) -> Value:
        """A setting of the phone itself."""
        rows = self._phone.state("SELECT value FROM phone_setting WHERE name = ?", (name,))
        return rows[0][0] if rows else None

    def get(self, namespace: str, key: str) -> str | None:
        mapped = MAPPED.get((namespace, key))
        if mapped is None:
            return self._kept[namespace].get(key)
        return mapped.to_android(self.world(mapped.name))

    def put(self, namespace: str, key: str, value: str) -> None:
        mapped = MAPPED.get((namespace, key))
        if mapped is None:
            if sum(map(len, self._kept.values())) < MAX_KEPT:
                self._kept[namespace][key] = value
            return
        try:
            wanted = mapped.to_world(value)
            self._phone.operate(lambda runtime: runtime.put_setting(mapped.name, wanted))
        except (AppError, ValueError):
            return  # a phone keeps quiet about a value that means nothing to it

    def delete(self, namespace: str, key: str) -> int:
        """How many rows went."""
        return int(self._kept[namespace].pop(key, None) is not None)

    def all(self, namespace: str) -> dict[str, str]:
        found = dict(self._kept[namespace])
        for place, key in MAPPED:
            if place == namespace:
                found[key] = self.get(place, key) or ""
        return dict(sorted(found.items()))
