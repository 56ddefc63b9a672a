"""The world backend: a mock phone behind the Phone contract.

Invariant: adds nothing to the phone's behaviour; it only says it in the words of the contract.
"""

from __future__ import annotations

from phonebuddy.actions import Action, OpenApp
from phonebuddy.errors import Fault, PhoneBuddyError
from phonebuddy.phones.contract import Start
from phonebuddy.screen import PhoneInfo, Screen
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot


class WorldBackend:
    """One mock phone as a Phone."""

    def __init__(self, world: WorldPhone | None = None) -> None:
        self.world = world or WorldPhone()

    @property
    def info(self) -> PhoneInfo:
        return self.world.info

    def observe(self) -> Screen:
        return self.world.observe()

    def act(self, action: Action) -> None:
        self.world.act(action)

    def reset(self, start: Start) -> None:
        """The image or the snapshot; a mock phone has nothing to clear, since nothing outlives an episode."""
        if start.ready:
            return
        try:
            self.world.reset(None if start.snapshot is None else Snapshot.from_bytes(start.snapshot))
        except PhoneBuddyError as error:
            raise Fault(f"this start does not fit the phone: {error}", "not_ready") from error
        if start.open:
            self.world.act(OpenApp(start.open))

    def close(self) -> None:
        self.world.close()
