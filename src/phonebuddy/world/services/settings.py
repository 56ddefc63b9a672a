"""Settings: what the owner of the phone can set, what each accepts, and what it starts with.

Invariant: a setting always has an accepted value; whoever reads one need not check.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from phonebuddy.errors import AppError, nearest
from phonebuddy.world.services.tables import read, write
from phonebuddy.world.state.functions import LANGUAGE
from phonebuddy.world.state.store import Rows, Store

Value = None | int | float | str | bytes

START_MS = 1_778_578_200_000
"""When every world begins: Tuesday, 12 May 2026, 09:30 UTC."""

_TABLE = "phone_setting"
_ALL = read("SELECT name, value FROM phone_setting", _TABLE)
_PUT = write("INSERT OR REPLACE INTO phone_setting VALUES (?, ?)", _TABLE)
_PUT_LANGUAGE = write(_PUT.sql, _TABLE, LANGUAGE)


class Setting(NamedTuple):
    """One setting: its first value, and the values or the range it accepts."""

    first: int | float | str
    accepted: tuple[int | float | str, ...] = (0, 1)
    low: float | None = None
    high: float | None = None
    pattern: str = ""
    """What a text must look like, when any such text will do."""
    about: str = ""

    def accepts(self, value: Value) -> bool:
        if self.low is not None and self.high is not None:
            return isinstance(value, (int, float)) and self.low <= value <= self.high
        if self.pattern:
            return isinstance(value, str) and re.fullmatch(self.pattern, value) is not None
        return value in self.accepted


SETTINGS = {
    "wifi": Setting(1, about="Wi-Fi is on"),
    "bluetooth": Setting(0, about="Bluetooth is on"),
    "airplane": Setting(0, about="aeroplane mode is on: no Wi-Fi, no Bluetooth, no mobile data"),
    "mobile_data": Setting(1, about="mobile data is on"),
    "location": Setting(1, about="apps with permission may know where the phone is"),
    "torch": Setting(0, about="the torch is lit"),
    "do_not_disturb": Setting(0, about="notifications come without a banner"),
    "battery_saver": Setting(0, about="battery saver is on"),
    "charging": Setting(0, about="the charger is plugged in"),
    "battery": Setting(80, low=1, high=100, about="percent in the battery at the moment battery_at"),
    "battery_at": Setting(START_MS, low=1e12, high=1e15, about="when it held that, in milliseconds of UTC"),
    "auto_rotate": Setting(1, about="the screen turns with the phone"),
    "brightness": Setting(160, low=1, high=255, about="of the screen, 1 to 255"),
    "volume": Setting(8, low=0, high=15, about="of media, 0 to 15"),
    "ring_volume": Setting(10, low=0, high=15, about="of calls and notifications, 0 to 15"),
    "alarm_volume": Setting(12, low=0, high=15, about="of alarms, 0 to 15"),
    "dark": Setting(-1, (-1, 0, 1), about="dark theme: 0 off, 1 on, -1 as the phone was made"),
    "font_scale": Setting(0.0, (0.0, 0.85, 1.0, 1.15, 1.3, 1.5), about="text size; 0 as the phone was made"),
    "navigation": Setting("", ("", "gestures", "buttons"), about="how to go back and home"),
    "rotation": Setting(0, (0, 90), about="0 upright, 90 on its side"),
    "language": Setting("en", ("en", "zh"), about="of the system and of apps that know it"),
    "time_zone": Setting(0, low=-720, high=840, about="minutes ahead of UTC"),
    "screen_timeout": Setting(60, (15, 30, 60, 120, 300, 600), about="seconds until the screen sleeps"),
    "lock": Setting(
        "swipe", ("none", "swipe", "pin"), about="what opens the lock screen; none: there is none"
    ),
    "pin": Setting("1234", pattern="[0-9]{4,8}", about="the PIN of the lock screen, 4 to 8 digits"),
}


class Settings:
    """Reads and changes settings of one phone."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows: Rows = ()
        self._seen = -1
        self._all: Mapping[str, Value] = {name: setting.first for name, setting in SETTINGS.items()}

    def all(self) -> Mapping[str, Value]:
        """Every setting with its value; the same object until one changes."""
        stamp = self._store.changed(_TABLE)
        if stamp == self._seen:
            return self._all
        self._seen = stamp
        rows = self._store.rows(_ALL, ())
        if rows is not self._rows:
            changed = {str(name): value for name, value in rows}
            self._all = {name: changed.get(name, setting.first) for name, setting in SETTINGS.items()}
            self._rows = rows
        return self._all

    def get(self, name: str) -> Value:
        return self.all()[name]

    def is_on(self, name: str) -> bool:
        return self.get(name) == 1

    def put(self, name: str, value: Value) -> None:
        setting = SETTINGS.get(name)
        if setting is None:
            raise AppError(f"unknown setting '{name}'{nearest(name, SETTINGS)}")
        if isinstance(value, str) and not isinstance(setting.first, str):
            value = _number(value)
        if not setting.accepts(value):
            raise AppError(f"setting '{name}' does not take {value!r}: {setting.about}")
        self._store.execute(_PUT_LANGUAGE if name == "language" else _PUT, (name, value))
        if name == "airplane" and value == 1:
            for other in ("wifi", "bluetooth"):
                self._store.execute(_PUT, (other, 0))


def _number(text: str) -> Value:
    """What a page's variable holds as text, as the number it means; text that means none stays."""
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text
