"""The battery as Android's battery service tells it, and as `dumpsys battery set` pretends it is.

Invariant: what is said here is what the phone's status bar shows; `reset` gives the phone's own battery back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from phonebuddy.adbd.device import Device
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.state.battery import FULL, battery_level

_HELD = ("battery", "battery_at", "charging")
_PLUGS = ("ac", "usb", "wireless", "dock")


class Battery(NamedTuple):
    level: int
    is_charging: bool

    @property
    def status(self) -> int:
        """BatteryManager's number: charging 2, discharging 3, full 5."""
        if not self.is_charging:
            return 3
        return 5 if self.level == FULL else 2


def battery_of(device: Device) -> Battery:
    held, since, charging = (_number(device, name) for name in _HELD)
    return Battery(battery_level(device.now_ms, held, since, charging), bool(charging))


def _number(device: Device, name: str) -> float:
    value = device.settings.world(name)
    return float(value) if isinstance(value, int | float) else 0.0


def pretend(device: Device, words: list[str]) -> bool:
    """`set level 50`, `set ac 0`, `unplug`, `reset`: whether it was one of these."""
    match words:
        case ["unplug"]:
            _put(device, {"charging": 0})
        case ["reset"]:
            kept, device.battery = device.battery, None
            _write(device, kept or {})
        case ["set", "level", number] if number.isdigit():
            _put(device, {"battery": min(int(number), FULL), "battery_at": device.now_ms})
        case ["set", plug, number] if plug in _PLUGS and number.isdigit():
            _put(device, {"charging": int(number != "0")})
        case ["set", "status", number] if number.isdigit():
            _put(device, {"charging": int(number in ("2", "5"))})
        case _:
            return False
    return True


def _put(device: Device, values: Mapping[str, float]) -> None:
    if device.battery is None:
        device.battery = {name: _number(device, name) for name in _HELD}
    _write(device, values)


def _write(device: Device, values: Mapping[str, float]) -> None:
    def put(runtime: Runtime) -> None:
        # Charging first: it writes down what the battery held, which what follows may say otherwise.
        for name in sorted(values, key=lambda name: name != "charging"):
            runtime.put_setting(name, int(values[name]))

    if values:
        device.operate(put)
