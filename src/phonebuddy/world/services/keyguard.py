"""The keyguard: locks the phone, and lets its owner in by a swipe or by the PIN.

Invariant: while the phone is locked nothing but the right answer opens it; what was in front stays there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phonebuddy.world.uistate import Unlocking

if TYPE_CHECKING:
    from phonebuddy.world.runtime import Runtime

LOCK = "lock"
MAX_DIGITS = 8


class Keyguard:
    """The lock of one phone."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def lock(self) -> None:
        """Show the lock screen, unless the owner wants none."""
        runtime, ui = self._runtime, self._runtime.ui
        if runtime.settings.get("lock") == "none":
            return
        page = ui.page()
        if page is not None:
            page.focus = None
        ui.sending, ui.shade, ui.heads_up, ui.unlocking = None, "", None, None
        ui.over = LOCK
        runtime.log("phone", "lock", "")

    def lift(self) -> None:
        """A swipe up on the lock screen: open, or ask for the PIN."""
        if self._runtime.settings.get("lock") == "pin":
            self._runtime.ui.unlocking = Unlocking()
        else:
            self._open()

    def lower(self) -> None:
        """Back from the PIN to the clock."""
        self._runtime.ui.unlocking = None

    def type(self, text: str) -> bool:
        """Digits for the PIN; everything else is not on the pad."""
        unlocking = self._runtime.ui.unlocking
        if unlocking is None:
            return False
        digits = "".join(letter for letter in text if letter in "0123456789")
        unlocking.typed = (unlocking.typed + digits)[:MAX_DIGITS]
        return bool(digits)

    def delete_back(self) -> None:
        unlocking = self._runtime.ui.unlocking
        if unlocking is not None:
            unlocking.typed = unlocking.typed[:-1]

    def enter(self) -> None:
        """Try what was typed."""
        unlocking = self._runtime.ui.unlocking
        if unlocking is None or not unlocking.typed:
            return
        if unlocking.typed == self._runtime.settings.get("pin"):
            self._open()
        else:
            unlocking.typed, unlocking.wrong = "", unlocking.wrong + 1

    def _open(self) -> None:
        self._runtime.ui.over, self._runtime.ui.unlocking = "", None
        self._runtime.log("phone", "unlock", "")
