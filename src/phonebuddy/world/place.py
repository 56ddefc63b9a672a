"""Place: where a widget is laid out: the look around it, the room it has, the data it may ask for."""

from __future__ import annotations

from collections.abc import Mapping

from phonebuddy.world.look import Look
from phonebuddy.world.spec.plan import Bound
from phonebuddy.world.state.store import Rows, Store
from phonebuddy.world.uistate import Value


class Place:
    """Handed down through layout; `on(color)` is the same place over another background."""

    __slots__ = ("_plain", "_store", "height", "look", "scroll", "state")

    def __init__(
        self,
        look: Look,
        store: Store | None,
        height: int,
        scroll: Mapping[str, int],
        state: Mapping[str, Value],
    ) -> None:
        self.look = look
        self.height = height
        """Room between the bars, in pixels."""
        self.scroll = scroll
        """How far each scrolling widget is scrolled; kept within bounds by the widget itself."""
        self.state = state
        """What an overlay keeps for itself while it is open."""
        self._store = store
        self._plain: Place | None = None

    def plain(self) -> Place:
        """This place for widgets that show no rows: what they make is kept, a phone must not be."""
        if self._store is None:
            return self
        if self._plain is None:
            self._plain = Place(self.look, None, self.height, {}, {})
        return self._plain

    @property
    def time_ms(self) -> int:
        """The moment on the virtual clock; only volatile widgets may look at it."""
        assert self._store is not None, "only volatile widgets look at the clock"
        return self._store.time_ms

    def rows(self, bound: Bound) -> Rows:
        assert self._store is not None, "only volatile widgets show rows"
        return self._store.rows_to_show(bound.statement, bound.values)

    def on(self, background: int) -> Place:
        if background == self.look.background:
            return self
        return Place(self.look.on(background), self._store, self.height, self.scroll, self.state)
