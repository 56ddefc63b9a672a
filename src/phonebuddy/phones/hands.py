"""Hands: what each action is on an Android phone, as commands with typed arguments.

Invariant: one action is one command that is sent once. Nothing a model wrote reaches the phone's shell
unquoted.
"""

from __future__ import annotations

from phonebuddy import actions
from phonebuddy.actions import Action, Point, to_pixels
from phonebuddy.phones import keyboard
from phonebuddy.phones.launchers import LAUNCHER, MAIN, Launchers
from phonebuddy.phones.wire import Wire

KEYS = {"back": "4", "home": "3", "menu": "82", "enter": "66"}
LONG_PRESS_MS = 1_000
SWIPE_MS = 500
DRAG_MS = 1_500


class Hands:
    """Works one phone; points are turned into pixels of the screen they were meant for."""

    def __init__(self, wire: Wire, launchers: Launchers) -> None:
        self._wire = wire
        self.launchers = launchers

    def do(self, action: Action, width: int, height: int) -> None:
        """Send one action; waiting and talking to the user are not the phone's business."""

        def at(point: Point) -> tuple[str, str]:
            x, y = to_pixels(point, width, height)
            return str(x), str(y)

        match action:
            case actions.Click():
                self._input("tap", *at(action.point))
            case actions.DoubleClick():
                self._double_tap(*at(action.point))
            case actions.LongPress():
                where, hold = at(action.point), action.duration_ms or LONG_PRESS_MS
                self._input("swipe", *where, *where, str(hold), hold_ms=hold)
            case actions.Scroll():
                hold = action.duration_ms or SWIPE_MS
                self._input("swipe", *at(action.start), *at(action.end), str(hold), hold_ms=hold)
            case actions.Drag():
                hold = action.duration_ms or DRAG_MS
                self._input("draganddrop", *at(action.start), *at(action.end), str(hold), hold_ms=hold)
            case actions.ButtonPress():
                self._input("keyevent", KEYS[action.button])
            case actions.Type():
                self._type(action.text)
            case actions.OpenApp():
                self.open_app(action.package)
            case actions.CloseApp():
                if package := self.launchers.find(action.package):
                    self._wire.must("am", "force-stop", package)
            case _:
                pass

    def _input(self, *words: str, hold_ms: int = 0) -> None:
        """`input` answers once the finger is up, so a long gesture has so much more time."""
        self._wire.must("input", *words, within_s=self._wire.patience.call_s + hold_ms / 1000)

    def _double_tap(self, x: str, y: str) -> None:
        # One line, so that the taps are not a round trip apart.
        self._wire.run(f"input tap {x} {y} && input tap {x} {y}")

    def _type(self, text: str) -> None:
        """A new line is the enter key: a one-line field takes it as `done`, a long one as a new line."""
        for i, line in enumerate(text.split("\n")):
            if i > 0:
                self._input("keyevent", KEYS["enter"])
            keyboard.type_text(self._wire, line)

    def open_app(self, given: str) -> bool:
        """Bring an app to the front; one that the phone has not got changes nothing."""
        package = self.launchers.find(given)
        if not package:
            return False
        # Not `monkey`, which others use: it unlocks the rotation as it goes.
        self._wire.must("am", "start", "-a", MAIN, "-c", LAUNCHER, "-n", self.launchers.activities[package])
        return True
