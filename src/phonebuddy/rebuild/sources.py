"""Where words may come from: the cells of all pages that say something, and which of them said a text when.

Invariant: the order is fixed: typed ones first, then those of the page the words are for, then as numbered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from phonebuddy.rebuild.expressions import Other, State
from phonebuddy.rebuild.groups import GROUP
from phonebuddy.rebuild.items import FIELD
from phonebuddy.rebuild.model import Page
from phonebuddy.rebuild.values import SAYS, Cell, Value


class Sources:
    """All cells with words, by what they say."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._cells = [
            Other(page.number, cell) for page in pages for cell in page.cells if cell.attribute == SAYS
        ]
        self._known = set(self._cells)
        self._fields = {one for one in self._cells if self._is_field(pages[one.page], one.cell)}
        self._ranked: dict[int, dict[Other, int]] = {}
        self._near: dict[tuple[int, int], list[Other]] = {}
        self._saying: dict[int, dict[Value, list[Cell]]] = {}

    @staticmethod
    def _is_field(page: Page, cell: Cell) -> bool:
        return cell.slot < GROUP and page.slots[cell.slot].kind == FIELD

    def ranked(self, page: int) -> Mapping[Other, int]:
        """Every source with its rank for words of a page."""
        if page not in self._ranked:
            ordered = sorted(self._cells, key=lambda one: (one not in self._fields, one.page != page))
            self._ranked[page] = {one: rank for rank, one in enumerate(ordered)}
        return self._ranked[page]

    def near(self, here: int, there: int) -> list[Other]:
        """The fields, and the cells of the page a touch was on and of the one it led to."""
        if (here, there) not in self._near:
            self._near[here, there] = [
                one for one in self.ranked(there) if one in self._fields or one.page in (here, there)
            ]
        return self._near[here, there]

    def holding(self, sights: Iterable[tuple[State, Value]], page: int) -> list[Other]:
        """What said the value that was wanted at some moment, in order."""
        found: set[Other] = set()
        for state, wanted in sights:
            if wanted:
                for number, values in state.items():
                    found.update(Other(number, cell) for cell in self._index(values).get(wanted, ()))
        ranks = self.ranked(page)
        return sorted(found & self._known, key=ranks.__getitem__)

    def _index(self, values: Mapping[Cell, Value]) -> Mapping[Value, list[Cell]]:
        """Cells by what they say; what a screen says never changes, so each is looked through once."""
        found = self._saying.get(id(values))
        if found is None:
            found = {}
            for cell, value in values.items():
                if cell.attribute == SAYS:
                    found.setdefault(value, []).append(cell)
            self._saying[id(values)] = found
        return found
