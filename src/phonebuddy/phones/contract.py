"""The Phone contract: what a backend offers, whatever is behind it, and how an episode starts on it.

Invariant: whatever goes wrong at the device leaves a phone as a Fault with its cause, and as nothing else; an
act is sent at most once.
"""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from phonebuddy.actions import Action
from phonebuddy.screen import PhoneInfo, Screen

Data = Literal["keep", "clear", "saved"]


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an episode begins. A phone that cannot bring it about raises a Fault and does not begin."""

    apps: tuple[str, ...] = ()
    """Packages of the task: stopped, and treated as `data` says."""
    data: Data = "keep"
    """What becomes of what these apps hold: kept, cleared, or replaced by what was saved as `saved`."""
    saved: str = ""
    open: str = ""
    """The app in front at the start; the home screen when empty."""
    snapshot: bytes | None = None
    """For phones that can: everything as it was when this was taken."""
    ready: bool = False
    """Somebody else brought the start about: nothing is touched, the phone is taken as it stands, and agents
    may lock it."""
    pop_ups: bool = False
    """The system's questions belong to the task; otherwise one that comes up is a fault."""


class Phone(Protocol):
    """Anything that shows a screen and takes touches."""

    @property
    def info(self) -> PhoneInfo: ...

    def observe(self) -> Screen: ...

    def act(self, action: Action) -> None: ...

    def reset(self, start: Start) -> None: ...

    def close(self) -> None: ...
