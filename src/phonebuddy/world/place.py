"""Place: where a widget is laid out: the look around it, the room it has, the data it may ask for.

Invariant: whatever a box depends on besides its look, width and values was asked of its place, which keeps
note of it; so a box can be told to hold still by asking again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from phonebuddy.world.look import Look
from phonebuddy.world.spec.notes import Notes
from phonebuddy.world.spec.plan import Bound
from phonebuddy.world.state.store import Rows, Store
from phonebuddy.world.uistate import Value

Answer = TypeVar("Answer")
DAY_MS = 86_400_000


class Place:
    """Handed down through layout; `on(color)` is the same place over another background."""

    __slots__ = ("_height", "_notes", "_plain", "_scroll", "_state", "_store", "look")

    def __init__(
        self,
        look: Look,
        store: Store | None,
        height: int,
        scroll: Mapping[str, int],
        state: Mapping[str, Value],
        notes: Notes | None = None,
    ) -> None:
        self.look = look
        self._height = height
        self._scroll = scroll
        self._state = state
        self._store = store
        self._notes = notes
        self._plain: Place | None = None

    def plain(self) -> Place:
        """This place for widgets that show no rows: what they make is kept, a phone must not be."""
        if self._store is None:
            return self
        if self._plain is None:
            self._plain = Place(self.look, None, 0, {}, {})
        return self._plain

    def noting(self, notes: Notes) -> Place:
        """This place, with note kept of what is asked of it."""
        return Place(self.look, self._store, self._height, self._scroll, self._state, notes)

    def on(self, background: int) -> Place:
        if background == self.look.background:
            return self
        look = self.look.on(background)
        return Place(look, self._store, self._height, self._scroll, self._state, self._notes)

    @property
    def whose(self) -> object:
        """The same for all phones of one image: they are asked much the same."""
        return None if self._store is None else self._store.known.mark

    @property
    def height(self) -> int:
        """Room between the bars, in pixels."""
        return self._noted("height", "", self._height)

    @property
    def time_ms(self) -> int:
        """The moment on the virtual clock; only volatile widgets may look at it."""
        return self._noted("time", "", self._live.time_ms)

    @property
    def today(self) -> int:
        """Days since 1970 on the virtual clock: what shows a day need not be made anew every second."""
        return self._noted("today", "", self._live.time_ms // DAY_MS)

    def scrolled(self, key: str) -> int | None:
        """How far a scrolling widget is scrolled; it keeps that within its bounds itself."""
        return self._noted("scroll", key, self._scroll.get(key))

    @property
    def state(self) -> Mapping[str, Value]:
        """What an overlay keeps for itself while it is open."""
        return self._noted("state", "", dict(self._state))

    def rows(self, bound: Bound) -> Rows:
        rows = self._live.rows_to_show(bound.statement, bound.values)
        if self._notes is not None:
            self._notes.rows.append((bound, rows))
        return rows

    def reuse(self, notes: Notes) -> bool:
        """Whether a box that these notes were taken of would come out the same; then it is used."""
        store = self._live
        for bound, rows in notes.rows:
            if store.rows_to_show(bound.statement, bound.values) is not rows:
                return False
        for kind, key, answer in notes.others:
            if self._answer(kind, key) != answer:
                return False
        self.note(notes)
        return True

    def note(self, notes: Notes) -> None:
        if self._notes is not None:
            self._notes.add(notes)

    def _answer(self, kind: str, key: str) -> object:
        match kind:
            case "height":
                return self._height
            case "scroll":
                return self._scroll.get(key)
            case "state":
                return self._state
            case "today":
                return self._live.time_ms // DAY_MS
            case _:
                return self._live.time_ms

    @property
    def _live(self) -> Store:
        assert self._store is not None, "only volatile widgets show rows or look at the clock"
        return self._store

    def _noted(self, kind: str, key: str, answer: Answer) -> Answer:
        if self._notes is not None:
            self._notes.others.append((kind, key, answer))
        return answer
