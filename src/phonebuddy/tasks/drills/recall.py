"""Recall: a phone that remembers where every way led: what was done before is looked up, not done again.

Walks go the same first steps over and over, look ahead and come back. A moment is a place in the tree of all
that was done since the image; a real phone is brought there only where nobody was before. Invariant: what a
moment shows is what a phone shows on which the actions that lead there are done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from phonebuddy.actions import Action
from phonebuddy.screen import Screen
from phonebuddy.tasks.changes import Key
from phonebuddy.tasks.drills.goal import changes_of
from phonebuddy.tasks.drills.sight import Offer, offers, step, tap
from phonebuddy.tasks.template import Step
from phonebuddy.world.image import Image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot
from phonebuddy.world.state.changes import Change
from phonebuddy.world.state.store import Rows

MOST_MOMENTS = 1_500
"""Remembered at once, which is what some 35 drills need."""
NUM_PHONES = 2
"""That are brought to moments: one looks ahead, the other stays near the place where it goes on."""
FAR = 4
"""Actions that take longer than going back to a snapshot."""
View = tuple[str, str, str] | None
T = TypeVar("T")


class Moment:
    """A phone after some actions, and what was found out about it."""

    __slots__ = ("action", "after", "before", "depth", "found", "screen", "snapshot", "view")

    def __init__(self, screen: Screen, view: View, before: Moment | None, action: Action | None) -> None:
        self.screen = screen
        self.view = view
        self.before = before
        self.action = action
        """That led here from `before`."""
        self.depth: int = before.depth + 1 if before is not None else 0
        self.after: dict[Action, Moment] = {}
        self.found: dict[object, object] = {}
        self.snapshot: Snapshot | None = None


class _Real:
    """A phone that is at a moment."""

    def __init__(self, phone: WorldPhone) -> None:
        self.phone = phone
        self.at: Moment | None = None


class RecallPhone:
    """What drills need of a phone of one image; see the head of this file."""

    def __init__(self, phone: WorldPhone) -> None:
        self._first, self._look = phone, phone.look
        self._reals = [_Real(phone)]
        self._count = 1
        phone.reset()
        self._root = Moment(phone.observe(), phone.view(), None, None)
        self._reals[0].at = self._root
        self.here = self._held = self._root

    @property
    def image(self) -> Image:
        return self._first.image

    def is_of(self, phone: WorldPhone) -> bool:
        return self._first is phone and self._look == phone.look

    def begin_anew(self) -> None:
        """Back to the image, after somebody else may have had the phone."""
        for real in self._reals:
            if real.phone is self._first:
                real.at = None
        if self._count > MOST_MOMENTS:
            self._root.after.clear()
            self._count = 1
        self.here = self._root

    def close(self) -> None:
        """Done with it; the phone it was made for stays open."""
        for real in self._reals:
            if real.phone is not self._first:
                real.phone.close()

    def observe(self) -> Screen:
        return self.here.screen

    def view(self) -> View:
        return self.here.view

    def act(self, action: Action) -> None:
        known = self.here.after.get(action)
        if known is None:
            real = self._reach(self.here)
            if self._held is self.here is not self._root and self.here.snapshot is None:
                self.here.snapshot = real.phone.snapshot()  # somebody is to come back
            real.phone.act(action)
            known = Moment(real.phone.observe(), real.phone.view(), self.here, action)
            self.here.after[action] = real.at = known
            self._count += 1
        self.here = known

    def reset(self) -> None:
        self.here = self._root

    def snapshot(self) -> Moment:
        self._held = self.here
        return self.here

    def restore(self, moment: Moment) -> None:
        self.here = moment

    def real(self) -> WorldPhone:
        """A phone that is here: to be looked at, not to be changed."""
        return self._reach(self.here).phone

    def state(self, sql: str) -> Rows:
        return self.once(sql, lambda: self.real().state(sql))

    def changes(self) -> dict[Key, Change]:
        """What differs from the image and is not merely from looking around."""
        return self.once("changes", lambda: changes_of(self.real()))

    def offers(self) -> list[Offer]:
        """What the screen offers."""
        return self.once("offers", lambda: offers(self.here.screen))

    def line(self, offer: Offer, word: str = "tap") -> Step:
        """The line of gold that touches an offer of this screen, or one that says what it is called."""
        key = word, offer.element.id, offer.label, offer.row, offer.texts
        return self.once(key, lambda: tap(self.here.screen, offer, word) or step(word, offer.label))

    def once(self, key: object, work: Callable[[], T]) -> T:
        """What can be found out about this moment, found out once."""
        found = self.here.found
        if key not in found:
            found[key] = work()
        return found[key]  # type: ignore[return-value]

    # -- real phones -----------------------------------------------------------------------------------

    def _reach(self, moment: Moment) -> _Real:
        """A real phone at this moment: one that is on the way there, or the one that was used longest ago."""
        way: list[Moment] = []
        at: Moment | None = moment
        real = None
        while at is not None and real is None:
            real = next((one for one in self._reals if one.at is at), None)
            if real is None:
                if at.snapshot is not None:
                    break
                way.append(at)
                at = at.before
        if real is None:
            real = self._spare()
            self._put(real, at)
        for one in reversed(way):
            if one.action is not None:
                real.phone.act(one.action)
        real.at = moment
        if len(way) > FAR:
            moment.snapshot = real.phone.snapshot()
        self._reals.remove(real)
        self._reals.append(real)
        return real

    def _spare(self) -> _Real:
        if len(self._reals) < NUM_PHONES:
            self._reals.insert(0, _Real(WorldPhone(self.image, self._look)))
        return self._reals[0]

    def _put(self, real: _Real, at: Moment | None) -> None:
        if at is None or at.snapshot is None:
            real.phone.reset()
        else:
            real.phone.restore(at.snapshot)


_LAST: list[RecallPhone] = []


def recalling(phone: WorldPhone) -> RecallPhone:
    """The memory of this phone, where it is the one that was asked for last; drills come person by person."""
    if _LAST and _LAST[0].is_of(phone):
        _LAST[0].begin_anew()
    else:
        for one in _LAST:
            one.close()
        _LAST[:] = [RecallPhone(phone)]
    return _LAST[0]
