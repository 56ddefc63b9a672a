"""What is on the screen, as plain data: pages open, text typed, distance scrolled, time passed.

Together with the store's changeset this is all there is to know about a running phone. Invariant: every value
here survives encoding, so a snapshot continues exactly.
"""

from __future__ import annotations

from typing import Any

import msgspec

Value = None | int | float | str | bytes
"""What a name can hold. Fields below say Any because msgspec cannot tell str from bytes in a union."""

AS_THE_FIELD_SAYS = ""
"""The keyboard of a field that has the focus and is not yet laid out."""


class OverlayState(msgspec.Struct, omit_defaults=True):
    """A dialog, sheet, menu or picker over a page: the plan that made it and the values it was made with."""

    path: str
    scope: dict[str, Any]
    state: dict[str, Any] = {}
    x: int = 0
    y: int = 0
    """Where the finger was: a menu opens there."""
    scroll: dict[str, int] = {}
    """How far what is in it is scrolled; the page below keeps its own."""


class PageState(msgspec.Struct, omit_defaults=True):
    app: str
    page: str
    params: dict[str, Any] = {}
    vars: dict[str, Any] = {}
    scroll: dict[str, int] = {}
    focus: str | None = None
    """The variable being typed into."""
    caret: int = 0
    mark: int = -1
    """The other end of the selected text; -1 when nothing is selected."""
    overlays: list[OverlayState] = []


class Notice(msgspec.Struct):
    """A snackbar: plain text, or a plan with an action such as undo."""

    app: str
    path: str
    scope: dict[str, Any]
    text: str
    until_ms: int


class Sending(msgspec.Struct, omit_defaults=True):
    """Something an app hands to others: who, what, and which effects wait for an answer."""

    app: str
    intent: str
    values: dict[str, Any]
    path: str = ""
    """The plan that sent it; empty when nobody waits."""
    scope: dict[str, Any] = {}
    marked: str = ""
    """The app marked in the chooser; empty for the first."""
    receiver: str = ""
    """Who was asked, once somebody was."""
    kept: list[PageState] = []
    """The pages the receiver had open before; they come back when it has answered."""


class Asking(msgspec.Struct):
    """A permission an app asks for: the plan whose effects follow the answer."""

    app: str
    name: str
    path: str
    scope: dict[str, Any]


class HeadsUp(msgspec.Struct):
    """A notification shown as a banner for a while."""

    id: int
    until_ms: int


class Toast(msgspec.Struct):
    text: str
    until_ms: int


class Unlocking(msgspec.Struct, omit_defaults=True):
    """The PIN pad of the lock screen: digits typed so far, and how often they were wrong."""

    typed: str = ""
    wrong: int = 0


class Interruption(msgspec.Struct, omit_defaults=True):
    """Something that comes between: what it is, when, and what it says."""

    at_ms: int
    kind: str
    values: dict[str, Any] = {}


class UiState(msgspec.Struct, omit_defaults=True):
    """The phone apart from its data."""

    time_ms: int
    app: str | None = None
    """The app in front; None is the home screen."""
    stacks: dict[str, list[PageState]] = {}
    keyboard: str = "letters"
    notice: Notice | None = None
    sending: Sending | None = None
    waiting: list[Sending] = []
    """Senders whose answer is still being picked in another app, innermost last."""
    asking: Asking | None = None
    order: list[str] = []
    """Apps by when they were last in front, newest first: the recents. A mini counts as its host."""
    inside: dict[str, str] = {}
    """Host to the mini that is in front inside it."""
    shade: str = ""
    """The notification shade: closed, `notifications` or `quick`."""
    over: str = ""
    """A page of the system over everything: `recents`, `drawer`, `lock`, or nothing."""
    home_page: int = 0
    search: str = ""
    """What was typed into the app drawer's search."""
    searching: bool = False
    """Whether the drawer's search has the keyboard."""
    unlocking: Unlocking | None = None
    """The PIN pad; None while the lock screen shows the clock."""
    heads_up: HeadsUp | None = None
    toast: Toast | None = None
    interruptions: list[Interruption] = []
    scroll: dict[str, int] = {}
    """How far the system's own pages are scrolled."""

    zone_ms: int = 0
    """How far the phone's clock is ahead of UTC."""
    language: str = "en"
    """What the phone speaks, as its settings say."""

    @property
    def now_ms(self) -> int:
        """What the phone's clock shows."""
        return self.time_ms + self.zone_ms

    @property
    def is_searching(self) -> bool:
        """Whether what is typed goes to the app drawer."""
        return self.over == "drawer" and self.searching

    @property
    def takes_typing(self) -> bool:
        """Whether something has the focus: a field of the page in front, the drawer's search, the PIN pad."""
        if self.over:
            return self.is_searching or self.unlocking is not None
        page = self.page()
        return page is not None and page.focus is not None

    def page(self) -> PageState | None:
        """The page in front."""
        return self.stacks[self.app][-1] if self.app is not None else None


_encoder = msgspec.msgpack.Encoder(order="sorted")
_decoder = msgspec.msgpack.Decoder(UiState)


def encode_ui(state: UiState) -> bytes:
    return _encoder.encode(state)


def decode_ui(data: bytes) -> UiState:
    return _decoder.decode(data)
