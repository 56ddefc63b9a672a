"""Trust: whether what a phone shows may be acted upon.

Invariant: raises a Fault with the first cause found or says nothing; it never changes the phone.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.phones.eyes import Look, is_secure
from phonebuddy.phones.faults import fault
from phonebuddy.phones.glance import Glance
from phonebuddy.phones.wire import Wire

LOW_BATTERY = 5
"""Percent at which an episode in progress ends; it starts above health.START_BATTERY."""


class Expected(NamedTuple):
    """What must not change during an episode."""

    boot: str
    size: tuple[int, int]
    """When upright."""
    pop_ups: bool
    """The system may ask."""
    apps: tuple[str, ...]
    """Those of the task."""
    began_s: int
    """When the episode did, by the phone's clock."""
    locks: bool
    """The lock screen belongs to it: whoever brought the start about lets agents lock the phone."""


def check_glance(wire: Wire, now: Glance, expected: Expected) -> None:
    """Whether the phone is still the one the episode began on, awake and with nothing over its app."""
    if not now.is_booted or (expected.boot and now.boot != expected.boot):
        raise fault("reboot", "another boot than at the start", wire.serial)
    # An app may fall over and start again without a message, so the log counts too.
    fallen = [app for time_s, app in now.crashes if app in expected.apps and time_s >= expected.began_s]
    if now.crashed or fallen:
        raise fault("app_crash", now.crashed or fallen[-1], wire.serial)
    if now.hung:
        raise fault("app_hang", now.hung, wire.serial)
    if 0 <= now.battery <= LOW_BATTERY and not now.is_powered:
        raise fault("battery", f"{now.battery} percent, not charging", wire.serial)
    if not now.is_awake:
        raise fault("screen_off", "asleep", wire.serial)
    if now.is_locked and not expected.locks:
        raise fault("locked", "the lock screen is up", wire.serial)
    if now.asks and not expected.pop_ups:
        raise fault("pop_up", now.window, wire.serial)


def check_picture(wire: Wire, look: Look, expected: Expected) -> None:
    """Whether the picture is of this screen, and shows something."""
    size = (look.picture.width, look.picture.height)
    if sorted(size) != sorted(expected.size):
        raise fault("wrong_size", f"{size[0]}x{size[1]} instead of {expected.size}", wire.serial)
    if look.picture.is_black:
        if is_secure(wire):
            raise fault("secure_screen", look.glance.window, wire.serial)
        raise fault("black_frame", look.glance.window, wire.serial)


def is_stale(look: Look, before: Look | None) -> bool:
    """The very same picture although other words stand on the screen."""
    return before is not None and look.picture.png() == before.picture.png() and look.words != before.words
