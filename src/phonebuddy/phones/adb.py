"""AdbPhone: an Android phone over ADB behind the Phone contract.

Invariant: a screen that cannot be trusted (black, stale, of another size, locked, of another boot) is a Fault
and never handed out; an act is sent once, to the screen that was last handed out.
"""

from __future__ import annotations

import time
from functools import cached_property

from phonebuddy import actions
from phonebuddy.actions import Action
from phonebuddy.errors import Fault
from phonebuddy.phones import keyboard, u2
from phonebuddy.phones.begin import begin, put_back
from phonebuddy.phones.contract import Start
from phonebuddy.phones.eyes import Eyes, Look, Rest, screen_size
from phonebuddy.phones.faults import fault
from phonebuddy.phones.glance import glance
from phonebuddy.phones.hands import Hands
from phonebuddy.phones.launchers import ask_launchers
from phonebuddy.phones.trust import Expected, check_glance, check_picture, is_stale
from phonebuddy.phones.verify import Check, Finding, verify
from phonebuddy.phones.wire import Patience, Wire
from phonebuddy.screen import PhoneInfo, Screen

RETURN_S = 3.0
"""How long a phone that went away is waited for, to learn whether it started anew."""


class AdbPhone:
    """One Android phone."""

    def __init__(
        self,
        serial: str,
        port: int | None = None,
        patience: Patience | None = None,
        rest: Rest | None = None,
        by_u2: bool = False,
    ) -> None:
        self.wire = Wire(serial, port, patience)
        self._rest = rest or Rest()
        self.eyes = Eyes(self.wire, self._rest, by_u2)
        if by_u2:
            u2.start(self.wire)
        self._start = Start()
        self._expected: Expected | None = None
        self._last: Look | None = None

    @cached_property
    def info(self) -> PhoneInfo:
        width, height = screen_size(self.wire)
        apps = tuple(sorted(self._hands.launchers.packages))
        can = {"tree", "clock"} | ({"root"} if self.wire.shell("whoami") == "root" else set())
        return PhoneInfo("adb", self.wire.serial, width, height, apps, frozenset(can))

    def observe(self) -> Screen:
        """The screen once it rests."""
        try:
            look = self._trusted_look()
        except Fault as error:
            raise self._relabel(error) from error
        self._last = look
        now, picture = look.glance, look.picture
        package = now.package or (look.elements[0].package if look.elements else "")
        return Screen(
            look.elements, package, now.activity, picture.width, picture.height, now.time_s, look.picture
        )

    def _trusted_look(self) -> Look:
        expected = self._expect()
        for _ in range(self._rest.tries):
            look = self.eyes.look()
            check_glance(self.wire, look.glance, expected)
            try:
                check_picture(self.wire, look, expected)
                if not is_stale(look, self._last):
                    return look
                trouble = fault("stale_frame", "other words, the same picture", self.wire.serial)
            except Fault as error:
                if error.cause not in ("black_frame", "wrong_size"):
                    raise
                trouble = error
            time.sleep(self._rest.pause_s)
        raise trouble

    def _expect(self) -> Expected:
        """What the phone was when first looked at, or at the last reset."""
        if self._expected is None:
            now = glance(self.wire)
            size = (self.info.width, self.info.height)
            start = self._start
            self._expected = Expected(now.boot, size, start.pop_ups, start.apps, now.time_s, start.ready)
        return self._expected

    def act(self, action: Action) -> None:
        """Do one action to the screen last observed; sent once, whatever becomes of it."""
        if self._last is None:
            self.observe()
        assert self._last is not None, "observe() keeps what it saw"
        picture = self._last.picture
        if isinstance(action, actions.Wait):
            self._wait(action.time_ms / 1000)
            return
        try:
            self._hands.do(action, picture.width, picture.height)
        except Fault as error:
            raise self._relabel(error) from error

    def _wait(self, seconds: float) -> None:
        """By the phone's clock: a mock phone's may stand still while nothing is done to it."""
        # Twice, since an answer that takes more than half of its deadline counts as late.
        within_s = self.wire.patience.call_s + 2 * seconds
        self.wire.must("sleep", f"{seconds:.3f}", within_s=within_s)

    def find_app(self, given: str) -> str:
        """The package of an app by any of its names; empty when the phone has none."""
        return self._hands.launchers.find(given)

    @cached_property
    def _hands(self) -> Hands:
        return Hands(self.wire, ask_launchers(self.wire))

    def reset(self, start: Start) -> None:
        """Bring the start about, and prove it."""
        self._start, self._last, self._expected = start, None, None
        try:
            # Before anything is done, so that a phone that starts anew meanwhile is known by it.
            self._expect()
            if not start.ready:
                begin(self.wire, self._hands, start)
        except Fault as error:
            raise self._relabel(error) from error

    def verify(self, checks: tuple[Check, ...]) -> list[Finding]:
        """Ask the phone's state, where it allows that; for verifiers, never for agents."""
        try:
            return verify(self.wire, checks)
        except Fault as error:
            raise self._relabel(error) from error

    def close(self) -> None:
        """Put back what was changed for our sake. A phone that cannot be reached keeps it written down."""
        keyboard.give_back(self.wire)
        put_back(self.wire)

    def _relabel(self, error: Fault) -> Fault:
        """A phone that went away and came back with another boot did not lose its cable."""
        if error.cause not in ("dropped", "offline", "gone") or self._expected is None:
            return error
        until = time.monotonic() + min(RETURN_S, self.wire.patience.boot_s)
        while time.monotonic() < until:
            try:
                now = glance(self.wire)
            except Fault as later:
                if later.cause == "unauthorized":
                    return fault("unauthorized", f"after: {error}", self.wire.serial, error.sent)
                time.sleep(self._rest.pause_s)
                continue
            if now.boot != self._expected.boot or not now.is_booted:
                return fault("reboot", f"after: {error}", self.wire.serial, error.sent)
            return error
        return error
