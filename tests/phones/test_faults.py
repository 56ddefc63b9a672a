"""Twelve kinds of trouble at twenty-five points each: no crash, no hang, none scored, each with its cause.

Every episode writes a note. Trouble of the wire and of pictures begins at a command, trouble of the phone
before a step; points lie where it can be noticed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random

import pytest

from phonebuddy import actions as a
from phonebuddy.adbd import Device, Served, server, trouble
from phonebuddy.adbd.battery import pretend
from phonebuddy.adbd.fleet import PATIENCE, REST
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.attempt import Attempt, attempt
from phonebuddy.phones.own_server import connect
from phonebuddy.phones.side_effects import Guard, Permit
from phonebuddy.phones.wire import Patience
from phonebuddy.screen import Screen
from tests.phones.served import NOTES, TASK, WRITE, script

POINTS = 25
OPEN = Guard(Permit(), Permit())
LIMIT_S = 60.0
"""What no episode may take: its calls have deadlines far below."""
ALWAYS = 500
"""Commands; more than any episode sends."""
NUM_COMMANDS = 60
"""Those of a clean episode before its last look at the screen; a test below counts them."""
FOR_EVER_S = 3600.0

CAUSES = {
    "disconnect": {"offline", "gone", "dropped"},
    "hang": {"hang"},
    "slow": {"slow"},
    "black frame": {"black_frame"},
    "stale frame": {"stale_frame"},
    "wrong size": {"wrong_size"},
    "no tree": {"no_tree"},
    "app crash": {"app_crash"},
    "reboot": {"reboot"},
    "battery": {"battery"},
    "keyboard gone": {"keyboard_gone"},
    "pop-up": {"pop_up"},
}
"""Kind of trouble -> what it may be called. A lost connection shows in three ways, by the moment."""
ON_THE_WIRE = {
    "disconnect": "offline",
    "hang": "slow",
    "slow": "slow",
    "black frame": "black_frame",
    "wrong size": "wrong_size",
    "no tree": "null_root",
    "reboot": "reboot",
}
"""What adbd calls it."""
ONCE = ("disconnect", "slow", "reboot")
WAITING = {
    "hang": (Patience(call_s=2.0, dump_s=2.0, slow=1.0), FOR_EVER_S),
    "slow": (Patience(call_s=20.0, dump_s=20.0, slow=0.05), 1.3),
}
"""How long calls may take, and how long the phone lets them wait."""


def freeze(device: Device) -> None:
    """Pictures stay as they are now."""
    frame = device.frame()
    device.frame = lambda: frame  # type: ignore[method-assign]


def crash(device: Device) -> None:
    """The app is gone, and the log says why."""
    device.phone.act(a.CloseApp(NOTES))
    device.changed()
    for line in ("FATAL EXCEPTION: main", f"Process: {NOTES}, PID: 4711", "java.lang.NullPointerException"):
        device.record.add("AndroidRuntime", line, level="E", buffer="crash")


def drain(device: Device) -> None:
    assert pretend(device, ["set", "level", "3"]) and pretend(device, ["unplug"])


def lose_keyboards(device: Device) -> None:
    device.keyboards[:] = device.keyboards[:1]
    device.keyboard = device.keyboards[0]


def ask(device: Device) -> None:
    """An app asks for a permission."""
    device.phone.interrupt("permission")
    device.changed()


IN_THE_PHONE: dict[str, tuple[Callable[[Device], None], int]] = {
    "stale frame": (freeze, 6),
    "app crash": (crash, 5),
    "battery": (drain, 7),
    "keyboard gone": (lose_keyboards, 5),
    "pop-up": (ask, 5),
}
"""What happens, and before which step at the latest: after it nothing shows it, or `back` answers it."""


def interrupted(device: Device, kind: str, point: int) -> Callable[[Screen, Sequence[a.Action]], a.Action]:
    """The agent that writes the note; before one of its steps the trouble comes."""
    happen, last = IN_THE_PHONE[kind]
    first = 1 if kind in ("app crash", "stale frame") else 0
    step = first + point % (last - first)
    decide = script(*WRITE)

    def agent(screen: Screen, done: Sequence[a.Action]) -> a.Action:
        action = decide(screen, done)
        if len(done) == step:
            happen(device)
        return action

    return agent


def try_once(line: tuple[int, Served], kind: str, point: int, monkeypatch: pytest.MonkeyPatch) -> Attempt:
    port, served = line
    device = served.device
    patience, wait_s = WAITING.get(kind, (PATIENCE, 0.0))
    monkeypatch.setattr(trouble, "SLOW_S", wait_s)
    monkeypatch.setattr(server, "OFFLINE_S", 0.3)
    phone = AdbPhone(served.serial, port, patience, REST)
    if kind in IN_THE_PHONE:
        return attempt(phone, TASK, interrupted(device, kind, point), OPEN)
    phone.info, phone.observe()
    after = Random(f"{kind}/{point}").randrange(1, NUM_COMMANDS)
    for number in range(1 if kind in ONCE else ALWAYS):
        device.faults.plan(ON_THE_WIRE[kind], after + number)
    return attempt(phone, TASK, script(*WRITE), OPEN)


def check(line: tuple[int, Served], kind: str, point: int, monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.monotonic()
    done = try_once(line, kind, point, monkeypatch)
    assert time.monotonic() - began < LIMIT_S
    assert done.outcome == "fault" and done.judgement is None, (
        f"{kind} at {point}: {done.outcome} {done.detail}"
    )
    assert done.cause in CAUSES[kind], f"{kind} at {point}: {done.cause} {done.detail}"


def mend(line: tuple[int, Served]) -> None:
    """The phone as new, and connected."""
    port, served = line
    served.device.faults.planned.clear()
    served.device.__dict__.pop("frame", None)
    connect(port, served.serial)


@pytest.mark.parametrize("kind", CAUSES)
def test_trouble_is_a_fault_with_its_cause(
    line: tuple[int, Served], served: Served, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        check(line, kind, 2, monkeypatch)
    finally:
        mend(line)


@pytest.mark.slow
@pytest.mark.parametrize("kind", CAUSES)
@pytest.mark.parametrize("point", range(POINTS))
def test_trouble_at_every_point(
    line: tuple[int, Served], served: Served, kind: str, point: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        check(line, kind, point, monkeypatch)
    finally:
        mend(line)


def test_without_trouble_the_note_is_written(line: tuple[int, Served], served: Served) -> None:
    phone = AdbPhone(served.serial, line[0], PATIENCE, REST)
    phone.info, phone.observe()
    before = served.device.faults.count
    done = attempt(phone, TASK, script(*WRITE), OPEN)
    # The last look takes four, the judgement three.
    assert served.device.faults.count - before >= NUM_COMMANDS + 7
    assert done.judgement is not None and done.judgement.verdict == "pass", done.detail
