"""The variables a shell starts with. Invariant: made up here; nothing of the host's environment."""

from __future__ import annotations

_FIRST = {
    "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/vendor/bin",
    "HOME": "/", "SHELL": "/system/bin/sh", "HOSTNAME": "phoneworld", "TMPDIR": "/data/local/tmp",
    "ANDROID_DATA": "/data", "ANDROID_ROOT": "/system", "IFS": " \t\n", "EXTERNAL_STORAGE": "/sdcard",
    "ANDROID_STORAGE": "/storage", "TERM": "dumb",
}  # fmt: skip


def first_variables(uid: int) -> dict[str, str]:
    user = "root" if uid == 0 else "shell"
    return _FIRST | {"USER": user, "LOGNAME": user}
