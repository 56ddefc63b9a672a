"""Parts: a deed and a fact of the lexicon as one app has them, with what they are called there.

Invariant: a part says which columns of the app's table are its own.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.tasks.invented.desk.words import Act, Fact
from phonebuddy.tasks.invented.fields import DATE, MONEY, NUMBER, TIME, Field

ORDERED = (NUMBER, MONEY, DATE, TIME)
"""Kinds of field of which there is a most and a least."""


class Button(NamedTuple):
    """A deed as this app has it."""

    act: Act
    label: str
    undo: str
    """Empty where it cannot be undone."""
    icon: str
    pick: str
    """What the choice is called that is made when it is done; empty where there is none."""
    is_asked: bool
    """Whether the app asks before it does it."""

    @property
    def column(self) -> str:
        return f"d_{self.act.name}"

    @property
    def picked(self) -> str:
        return f"c_{self.act.name}"

    @property
    def is_plain(self) -> bool:
        """Done by one touch, and undone by another."""
        return bool(self.undo) and not (self.is_asked or self.pick or self.act.goes)


class Line(NamedTuple):
    """A fact as this app shows it."""

    fact: Fact
    field: Field
    clear: str
    """What takes it away; empty where nothing does."""

    @property
    def shown(self) -> str:
        """SQL for what pages say."""
        if not self.clear:
            return self.field.shown()
        return f"iif({self.field.name} = {self.none}, 'Not set', {self.field.shown()})"

    @property
    def none(self) -> str:
        """SQL for what is kept where there is none."""
        return "0" if self.field.kind in ORDERED else "''"

    def fixed(self) -> Line:
        """The same, to be read only."""
        return self._replace(fact=self.fact._replace(sets=(), clear=()), clear="")

    @property
    def is_set(self) -> bool:
        return bool(self.fact.sets)
