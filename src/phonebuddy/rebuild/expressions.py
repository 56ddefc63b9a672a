"""What a rule may put into a cell: a constant, what was typed or touched, what another cell says, its
opposite.

Invariant: an expression is evaluated the same way here, to be judged on recordings, and in the SQL it
becomes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from phonebuddy.rebuild.values import SAYS, Cell, Value

_NUMBER = re.compile(r"[0-9]{1,9}")
_PIECES = re.compile(r"([0-9]{1,9})")
State = Mapping[int, Mapping[Cell, Value]]
"""Page -> what it was last seen to show."""


class Given(NamedTuple):
    """What an expression may look at."""

    state: State
    page: int
    """The page whose cell gets the value."""
    cell: Cell
    typed: str
    tapped: tuple[str, ...]
    """The lines of what was touched."""

    @property
    def old(self) -> Value | None:
        return self.state.get(self.page, {}).get(self.cell)


class Constant(NamedTuple):
    value: Value

    def of(self, given: Given) -> Value | None:
        return self.value


class Typed(NamedTuple):
    """The text just typed."""

    def of(self, given: Given) -> Value | None:
        return given.typed


class Tapped(NamedTuple):
    """A line of what was touched; -1 for all of them."""

    line: int

    def of(self, given: Given) -> Value | None:
        if self.line < 0:
            return "\n".join(given.tapped)
        return given.tapped[self.line] if self.line < len(given.tapped) else None


class Other(NamedTuple):
    """What another cell says."""

    page: int
    cell: Cell

    def of(self, given: Given) -> Value | None:
        return given.state.get(self.page, {}).get(self.cell)


class Opposite(NamedTuple):
    """Off if it was on, on if it was off."""

    def of(self, given: Given) -> Value | None:
        return not given.old


class Turn(NamedTuple):
    """The value that followed the old one in the recording: a button that goes round."""

    table: tuple[tuple[Value, Value], ...]

    def of(self, given: Given) -> Value | None:
        return next((new for old, new in self.table if old == given.old), given.old)


class Wrapped(NamedTuple):
    """A text made around another value: words before it, words after it."""

    before: str
    inner: Typed | Tapped | Other
    after: str

    def of(self, given: Given) -> Value | None:
        value = self.inner.of(given)
        return f"{self.before}{value}{self.after}" if isinstance(value, str) else None


class Lookup(NamedTuple):
    """The value that went with a value of another cell in the recording, such as with what was chosen."""

    page: int
    cell: Cell
    table: tuple[tuple[Value, Value], ...]

    def of(self, given: Given) -> Value | None:
        key = given.state.get(self.page, {}).get(self.cell)
        return next((new for old, new in self.table if old == key), given.old)


class Count(NamedTuple):
    """A number that goes up or down by the same each time, with the words around it: `{before}3{after}`."""

    before: str
    step: int
    after: str

    def of(self, given: Given) -> Value | None:
        found = _NUMBER.match(given.old[len(self.before) :]) if isinstance(given.old, str) else None
        if found is None or not isinstance(given.old, str) or not given.old.startswith(self.before):
            return given.old
        return f"{self.before}{int(found[0]) + self.step}{self.after}"


def count_between(old: Value | None, new: Value) -> Count | None:
    """The count that leads from one text to the other, if they differ in one number."""
    if not isinstance(old, str) or not isinstance(new, str):
        return None
    ours, theirs = _PIECES.split(old), _PIECES.split(new)
    changed = [n for n, (one, two) in enumerate(zip(ours, theirs, strict=False)) if one != two]
    if len(ours) != len(theirs) or len(changed) != 1 or not changed[0] % 2:
        return None
    at = changed[0]
    step = int(theirs[at]) - int(ours[at])
    return Count("".join(ours[:at]), step, "".join(ours[at + 1 :]))


class Matches(NamedTuple):
    """Whether a row holds what was typed: a list that is searched."""

    def of(self, given: Given) -> Value | None:
        says = given.state.get(given.page, {}).get(Cell(given.cell.slot, SAYS))
        return given.typed.casefold() in says.casefold() if isinstance(says, str) else None


Expression = Constant | Typed | Tapped | Other | Opposite | Turn | Wrapped | Lookup | Count | Matches
