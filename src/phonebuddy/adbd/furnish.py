"""What is on a phone's disk when it starts: folders, links, and the files of /proc and /system that tools
read.

Invariant: only names and made-up contents; nothing of the host.
"""

from __future__ import annotations

import stat as modes
import uuid
from typing import TYPE_CHECKING

from phonebuddy.adbd.files.node import SHELL, SYSTEM
from phonebuddy.adbd.names import HELPERS
from phonebuddy.adbd.names import SYSTEM as SYSTEM_PACKAGES
from phonebuddy.adbd.properties import FIXED

if TYPE_CHECKING:
    from phonebuddy.adbd.device import Device

FOLDER = modes.S_IFDIR
PRIVATE = modes.S_IFDIR | 0o771
_LINKS = {
    "/sdcard": "/storage/self/primary",
    "/mnt/sdcard": "/storage/self/primary",
    "/etc": "/system/etc",
    "/bin": "/system/bin",
    "/d": "/sys/kernel/debug",
    "/data/user/0": "/data/data",
}
_FOLDERS = {
    "/data": (0o771, SYSTEM), "/data/local": (0o751, 0), "/data/local/tmp": (0o771, SHELL),
    "/data/app": (0o771, SYSTEM), "/data/data": (0o771, SYSTEM), "/data/media": (0o770, 1023),
    "/data/misc": (0o771, SYSTEM), "/data/system": (0o775, SYSTEM), "/data/anr": (0o775, SYSTEM),
    "/data/user": (0o711, SYSTEM), "/cache": (0o770, SYSTEM), "/mnt": (0o755, 0), "/storage": (0o755, 0),
    "/storage/self": (0o755, 0), "/storage/emulated": (0o755, 0), "/system": (0o755, 0),
    "/system/bin": (0o751, 0), "/system/etc": (0o755, 0), "/system/app": (0o755, 0),
    "/system/framework": (0o755, 0), "/vendor": (0o755, 0), "/vendor/bin": (0o751, 0), "/product": (0o755, 0),
    "/apex": (0o755, 0), "/proc": (0o555, 0), "/sys": (0o555, 0), "/dev": (0o755, 0), "/acct": (0o755, 0),
    "/data/data/android_world": (0o777, 0),
}  # fmt: skip


def furnish(device: Device) -> None:
    """Fill the tree of a phone that starts."""
    files = device.files
    for path, (mode, owner) in _FOLDERS.items():
        files.put(path, FOLDER | mode, owner)
    for path, target in _LINKS.items():
        files.put(path, modes.S_IFLNK | 0o777, 0, target)
    for name in ("null", "zero", "urandom", "random", "tty"):
        files.put(f"/dev/{name}", modes.S_IFCHR | 0o666, 0, b"")
    for root in files.storage.roots:
        if files.storage.owns(root) and not root.startswith("/storage/emulated"):
            files.put(root, FOLDER | 0o770, 1023)
    files.put("/storage/emulated/0", FOLDER | 0o770, 1023)
    furnish_packages(device)
    text = "".join(f"{name}={value}\n" for name, value in FIXED.items() if name.startswith("ro."))
    files.put("/system/build.prop", modes.S_IFREG | 0o600, 0, text.encode())
    files.put(
        "/system/etc/hosts",
        modes.S_IFREG | 0o644,
        0,
        b"127.0.0.1       localhost\n::1             ip6-localhost\n",
    )
    for name in ("sh", "toybox", "app_process", "screencap", "uiautomator", "input", "am", "pm", "ls", "cat"):
        files.put(f"/system/bin/{name}", modes.S_IFREG | 0o755, 2000, b"")
    _proc(device)


def furnish_packages(device: Device) -> None:
    """The folders of every package that has none yet."""
    names = device.names
    packages = {package for app in names.apps() for package in (app.own, app.real) if package}
    for package in sorted(packages | set(HELPERS) | set(SYSTEM_PACKAGES)):
        if device.files.is_folder(f"/data/data/{package}"):
            continue
        uid = names.uid(package)
        device.files.put(f"/data/data/{package}", FOLDER | 0o700, uid)
        for folder in ("cache", "code_cache", "databases", "files", "shared_prefs"):
            device.files.put(f"/data/data/{package}/{folder}", PRIVATE, uid)
        device.files.put(
            f"/data/app/{package}/base.apk", modes.S_IFREG | 0o644, SYSTEM, b"PK\x05\x06" + bytes(18)
        )


def _proc(device: Device) -> None:
    def uptime() -> bytes:
        seconds = max(1, device.now_ms - device.started_ms) / 1000
        return f"{seconds:.2f} {seconds * 3.2:.2f}\n".encode()

    def boot_id() -> bytes:
        """Another for each phone and each start of it, the same in every run."""
        return f"{uuid.uuid5(uuid.NAMESPACE_OID, f'phoneworld {device.serial} {device.boot}')}\n".encode()

    made = {
        "/proc/uptime": uptime,
        "/proc/loadavg": lambda: b"0.42 0.35 0.30 1/812 7100\n",
        "/proc/version": lambda: b"Linux version 5.15.78-phoneworld (build@phoneworld) #1 SMP PREEMPT\n",
        "/proc/meminfo": lambda: (
            b"MemTotal:        4027908 kB\nMemFree:         1206544 kB\nMemAvailable:    2508120 kB\n"
            b"Buffers:           12044 kB\nCached:          1290376 kB\nSwapTotal:             0 kB\n"
        ),
        "/proc/cpuinfo": lambda: b"".join(
            b"processor\t: %d\nvendor_id\t: PhoneWorld\nmodel name\t: PhoneWorld virtual CPU\n\n" % number
            for number in range(4)
        ),
        "/proc/mounts": lambda: (
            b"/dev/root / ext4 ro,seclabel 0 0\n/dev/fuse /storage/emulated fuse rw,noatime 0 0\n"
        ),
        "/proc/sys/kernel/random/boot_id": boot_id,
    }
    device.files.dynamic.update(made)
    device.files.put("/proc/sys/kernel/random", FOLDER | 0o555, 0)
