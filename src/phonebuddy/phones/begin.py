"""The start of an episode on a real phone, brought about and proven.

What is changed for our sake (rotation, animations, banners, the keyboard) is first written down on the phone
itself, so that it can be put back by whoever comes next, also after this program died. Invariant: begin()
ends with the phone in the start, or with a Fault that says what is missing.
"""

from __future__ import annotations

import json
import time

from phonebuddy.errors import Fault
from phonebuddy.phones import app_data, keyboard
from phonebuddy.phones.contract import Start
from phonebuddy.phones.faults import fault
from phonebuddy.phones.glance import Glance, glance
from phonebuddy.phones.hands import Hands
from phonebuddy.phones.wire import Wire

KEPT = "phonebuddy_kept"
"""The setting of the phone that holds what to put back."""
KNOBS = {
    ("system", "accelerometer_rotation"): "0",
    ("system", "user_rotation"): "0",
    ("global", "window_animation_scale"): "0",
    ("global", "transition_animation_scale"): "0",
    ("global", "animator_duration_scale"): "0",
    ("global", "heads_up_notifications_enabled"): "0",
    ("global", "zen_mode"): "1",
    ("global", "stay_on_while_plugged_in"): "7",
}
"""How a phone is set while it works: upright, without animations and banners, awake on its cable."""
START_S = 10.0
"""For an app to come to the front."""
_PAUSE_S = 0.2


def begin(wire: Wire, hands: Hands, start: Start) -> None:
    """Bring a start about."""
    wake(wire)
    turn_knobs(wire)
    keyboard.take(wire)
    packages = [_package(wire, hands, app) for app in start.apps]
    for package in packages:
        app_data.treat(wire, package, start)
    wire.must("input", "keyevent", "KEYCODE_HOME")
    wanted = ""
    if start.open:
        wanted = _package(wire, hands, start.open)
        hands.open_app(wanted)
    _prove(wire, wanted, start)


def wake(wire: Wire) -> None:
    """Switch the screen on and the lock screen away, where no PIN keeps it."""
    wire.must("input", "keyevent", "KEYCODE_WAKEUP")
    wire.run("wm dismiss-keyguard")


def _package(wire: Wire, hands: Hands, app: str) -> str:
    if package := hands.launchers.find(app):
        return package
    # One without an icon, such as a provider, by its exact name.
    if "package:" in wire.shell("pm", "path", app):
        return app
    raise fault("not_ready", f"no app '{app}' on the phone", wire.serial)


def _prove(wire: Wire, wanted: str, start: Start) -> None:
    """The right app in front, awake, unlocked, upright, nothing over it."""
    until = time.monotonic() + START_S
    while missing := _missing(glance(wire), wanted, start):
        if time.monotonic() > until:
            raise fault("locked" if missing == "unlocked" else "not_ready", f"not {missing}", wire.serial)
        time.sleep(_PAUSE_S)


def _missing(now: Glance, wanted: str, start: Start) -> str:
    """The first thing that is not as it should be; empty when all is."""
    if not now.is_booted:
        return "booted"
    if not now.is_awake:
        return "awake"
    if now.is_locked:
        return "unlocked"
    if now.asks and not start.pop_ups:
        return "free of the system's questions"
    if wanted and now.package != wanted:
        return f"showing {wanted} but {now.package or now.window}"
    if not wanted and now.package in start.apps:
        return "at home"
    return "upright" if now.rotation else ""


def turn_knobs(wire: Wire) -> None:
    """Set the knobs; what they were is written down first, and once."""
    if not _kept(wire):
        before = [[space, key, wire.shell("settings", "get", space, key)] for space, key in KNOBS]
        wire.must("settings", "put", "global", KEPT, json.dumps(before, separators=(",", ":")))
    for (space, key), value in KNOBS.items():
        wire.must("settings", "put", space, key, value)


def put_back(wire: Wire) -> None:
    """The knobs as they were."""
    for space, key, value in _kept(wire):
        if value == "null":
            wire.must("settings", "delete", space, key)
        else:
            wire.must("settings", "put", space, key, value)
    wire.must("settings", "delete", "global", KEPT)


def _kept(wire: Wire) -> list[tuple[str, str, str]]:
    """What is written down on the phone; nothing that we would not have written."""
    try:
        rows = json.loads(wire.shell("settings", "get", "global", KEPT))
    except ValueError:
        return []
    known = [row for row in rows or () if len(row) == 3 and (row[0], row[1]) in KNOBS]
    return [(str(space), str(key), str(value)) for space, key, value in known]


def has_leftovers(wire: Wire) -> bool:
    """Whether an earlier run ended without putting things back."""
    try:
        kept = wire.shell("settings", "get", "global", keyboard.KEPT)
    except Fault:
        return False
    return bool(_kept(wire)) or kept not in ("", "null")
