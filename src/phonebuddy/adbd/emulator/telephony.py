"""What reaches the phone from its network: texts and calls.

Invariant: they come in as the apps themselves plan such things, so that lists, notifications and goals see
them.
"""

from __future__ import annotations

from phonebuddy.adbd.device import Device
from phonebuddy.world.runtime import Runtime

MAX_TEXT = 2_000


def receive_text(device: Device, number: str, text: str) -> bool:
    """A text arrives; False where no app takes texts."""
    app = device.phone.image.apps.apps.get("messages")
    if app is None or "arrive" not in app.events:
        return False

    def arrive(runtime: Runtime) -> None:
        runtime.run_event("messages", "arrive", {"number": number[:40], "text": text[:MAX_TEXT]})

    device.operate(arrive)
    return True


def ring(device: Device) -> None:
    """Somebody calls."""
    device.phone.interrupt("call")
    device.changed()


def hang_up(device: Device) -> None:
    """The caller gives up, or the call ends."""

    def end(runtime: Runtime) -> None:
        one = runtime.interruptions.current()
        if one is not None and one.kind in ("call", "in_call"):
            runtime.ui.interruptions.remove(one)

    device.operate(end)
