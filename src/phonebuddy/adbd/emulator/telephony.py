"""What reaches the phone from its network: texts and calls.

Invariant: they come in as the apps themselves plan such things, so that lists, notifications and goals see
them.
"""

from __future__ import annotations

import re

from phonebuddy.adbd.device import Device
from phonebuddy.world.runtime import Runtime

MAX_TEXT, MAX_NUMBER = 2_000, 40


def receive_text(device: Device, number: str, text: str) -> bool:
    """A text arrives; False where no app takes texts."""
    app = device.phone.image.apps.apps.get("messages")
    if app is None or "arrive" not in app.events:
        return False

    def arrive(runtime: Runtime) -> None:
        runtime.run_event("messages", "arrive", {"number": number[:MAX_NUMBER], "text": text[:MAX_TEXT]})

    device.operate(arrive)
    return True


def ring(device: Device, number: str) -> None:
    """Somebody calls; the phone shows who it is when the number is one of the contacts."""
    known: list[tuple[object, ...]] = []
    if "contacts" in device.phone.image.apps.apps:
        digits = re.sub("[^0-9]", "", number)[-10:]
        known = device.query("SELECT name FROM contacts_people WHERE phone_digits = ? ORDER BY id", (digits,))
    name = str(known[0][0]) if known else ""
    device.operate(lambda runtime: runtime.interruptions.ring(name, number[:MAX_NUMBER]))


def hang_up(device: Device) -> None:
    """The caller gives up, or the call ends."""
    device.operate(lambda runtime: runtime.interruptions.hang_up())
