"""The model: what is learnt of an app before it is written: pages with slots, moves between them, rules.

Plain data, filled by one step after the other. Invariant: everything refers to pages and slots by number, and
numbers follow the order of the recordings, so that equal input gives equal models.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.rebuild.items import Item
from phonebuddy.rebuild.pages import Signature
from phonebuddy.rebuild.slots import Slot
from phonebuddy.rebuild.values import Cell, Value

TAP, LONG, TYPE, BACK, SCROLL, OTHER = "tap", "long", "type", "back", "scroll", "other"


class Seen(NamedTuple):
    """A recorded screen as the rebuild sees it."""

    key: str
    activity: str
    items: tuple[Item, ...]
    sign: Signature
    layer: str
    """What lies over the page, where the recording says so."""
    outside: bool
    """Another app's screen."""
    home: bool = False
    """The phone's home screen."""
    bar: int = 0
    """Where the phone's own buttons begin, in thousandths of its height; 0 if there are none."""


class Sheet(NamedTuple):
    """What scrolls on a page: the slot that holds it, and where each slot in it stands, on the first screen
    or beyond it.
    """

    scroller: int
    places: dict[int, str]


class Page:
    """One page of the app: its screens, their slots, what each screen shows."""

    def __init__(self, number: int, activity: str, members: list[Seen], slots: list[Slot]) -> None:
        self.number = number
        self.activity = activity
        self.members = members
        self.slots = slots
        self.values: list[dict[Cell, Value]] = []
        self.name = ""
        self.title = ""
        self.layer = False
        self.outside = False
        self.home = False
        self.cells: list[Cell] = []
        """The cells that can change (groups.py), in order."""
        self.derived: set[Cell] = set()
        """Cells that hold words from elsewhere, although they never varied (derived.py)."""
        self.sheets: list[Sheet] = []
        """What scrolls up and down (scrolling.py)."""

    def first_place(self, slot: int) -> str | None:
        """Where a slot stands on its sheet at first, if it is on one."""
        return next((sheet.places[slot] for sheet in self.sheets if slot in sheet.places), None)

    def member(self, key: str) -> int:
        return next(number for number, seen in enumerate(self.members) if seen.key == key)


class Spot(NamedTuple):
    """Where a screen belongs: page and member."""

    page: int
    member: int


class Move(NamedTuple):
    """One recorded step, in terms of the model."""

    trace: int
    step: int
    gesture: str
    slot: int | None
    """What was touched; None for the phone's own buttons and for touches that met nothing."""
    text: str
    before: Spot
    after: Spot
    fresh: bool
    """Whether it does not follow the move before it: a new trace, or a gap."""
    detail: str = ""
    """For a scroll its direction, for others the name of the action."""


class Edge(NamedTuple):
    """What can be done on a page."""

    page: int
    gesture: str
    slot: int | None
    detail: str = ""


def edge_of(move: Move) -> Edge:
    detail = move.detail if move.gesture in (SCROLL, OTHER) else ""
    return Edge(move.before.page, move.gesture, move.slot, detail)


class Going(NamedTuple):
    """Where a move led, as movement between open pages."""

    way: str
    """`stay`, `open`, `back` or `leave`."""
    page: int
    depth: int = 0
    """How many pages a `back` closes."""


STAY, OPEN, RETURN, LEAVE = "stay", "open", "back", "leave"
