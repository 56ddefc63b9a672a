"""What is in front: the app, or what of the system lies over it, by the names Android has for them.

Invariant: worked out from the phone at that moment; nothing is kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from phonebuddy.adbd.device import Device

ASKING = (
    "com.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
)
CHOOSER = "android/com.android.internal.app.ChooserActivity"
CALL = "com.android.dialer/com.android.incallui.InCallActivity"
_ACTIVITIES = {
    "interruption permission": ASKING, "share": CHOOSER, "interruption call": CALL,
    "interruption in_call": CALL,
}  # fmt: skip
"""What lies over an app as an activity of another."""
_WINDOWS = {
    "lock": "NotificationShade", "notifications": "NotificationShade", "quick": "NotificationShade",
    "interruption low_battery": "LowBatteryWarning", "interruption update": "SystemUpdate",
    "interruption updating": "SystemUpdate",
}  # fmt: skip
"""What lies over an app as a window without an activity."""


class Front(NamedTuple):
    component: str
    """Of the activity that is resumed, as `package/class` in full."""
    window: str
    """Of the window that has the focus: the activity's, or one of the system's own."""


def front_of(device: Device) -> Front:
    over = device.phone.over()
    component = ASKING if over.startswith("asking ") else _ACTIVITIES.get(over, "/".join(device.focus()))
    return Front(component, _WINDOWS.get(over, component))
