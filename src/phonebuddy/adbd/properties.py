"""System properties, as `getprop` shows them.

Invariant: what describes the phone is worked out from it; what was set is kept until the next start, and
names beginning with `ro.` cannot be set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phonebuddy.adbd.device import Device

MODEL, MAKER, DEVICE, PRODUCT = "PhoneWorld", "PhoneBuddy", "phoneworld", "sdk_gphone_x86_64"
RELEASE, SDK = "13", "33"
BUILD = "TPW1.260512.001"
FINGERPRINT = f"{MAKER}/{PRODUCT}/{DEVICE}:{RELEASE}/{BUILD}/1:userdebug/test-keys"
MAX_SET = 500

FIXED = {
    "dev.bootcomplete": "1",
    "init.svc.adbd": "running",
    "init.svc.bootanim": "stopped",
    "init.svc.zygote": "running",
    "persist.sys.usb.config": "adb",
    "ro.adb.secure": "0",
    "ro.boot.hardware": "phoneworld",
    "ro.boot.qemu": "0",
    "ro.build.characteristics": "default",
    "ro.build.date.utc": "1778578200",
    "ro.build.display.id": f"{PRODUCT}-userdebug {RELEASE} {BUILD} test-keys",
    "ro.build.fingerprint": FINGERPRINT,
    "ro.build.id": BUILD,
    "ro.build.tags": "test-keys",
    "ro.build.type": "userdebug",
    "ro.build.version.codename": "REL",
    "ro.build.version.incremental": "1",
    "ro.build.version.release": RELEASE,
    "ro.build.version.sdk": SDK,
    "ro.build.version.security_patch": "2026-05-01",
    "ro.crypto.state": "encrypted",
    "ro.debuggable": "1",
    "ro.hardware": "phoneworld",
    "ro.product.board": DEVICE,
    "ro.product.brand": MAKER,
    "ro.product.cpu.abi": "x86_64",
    "ro.product.cpu.abilist": "x86_64,arm64-v8a",
    "ro.product.device": DEVICE,
    "ro.product.first_api_level": SDK,
    "ro.product.locale": "en-US",
    "ro.product.manufacturer": MAKER,
    "ro.product.model": MODEL,
    "ro.product.name": PRODUCT,
    "ro.secure": "1",
    "ro.zygote": "zygote64",
    "service.bootanim.exit": "1",
    "sys.boot_completed": "1",
    "sys.usb.state": "adb",
    "gsm.operator.alpha": "PhoneWorld",
    "gsm.sim.state": "LOADED",
    "gsm.network.type": "LTE",
}


class Properties:
    """The properties of one phone."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._set: dict[str, str] = {}

    def all(self) -> dict[str, str]:
        device = self._device
        minutes = int(str(device.settings.world("time_zone") or 0))
        language = "zh-CN" if device.settings.world("language") == "zh" else "en-US"
        live = {
            "ro.serialno": device.serial,
            "ro.boot.serialno": device.serial,
            "ro.sf.lcd_density": str(device.density),
            "persist.sys.timezone": zone_name(minutes),
            "persist.sys.locale": language,
            "ro.runtime.firstboot": str(device.booted_ms),
        }
        return dict(sorted((FIXED | live | self._set).items()))

    def get(self, name: str) -> str:
        return self.all().get(name, "")

    def set(self, name: str, value: str) -> bool:
        """False where it cannot be set."""
        if (name.startswith("ro.") and name in self.all()) or len(self._set) >= MAX_SET or len(value) > 1000:
            return False
        self._set[name] = value
        return True


def zone_name(minutes: int) -> str:
    """The name of a time zone so far ahead of UTC; Etc/GMT has its signs the other way round."""
    if minutes == 0:
        return "UTC"
    if minutes % 60 == 0:
        return f"Etc/GMT{-minutes // 60:+d}"
    return f"GMT{'+' if minutes > 0 else '-'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"
