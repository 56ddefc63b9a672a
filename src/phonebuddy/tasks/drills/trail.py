"""Trail: what a walk has done so far: it plays moves through gold's own hand and writes each of them down.

Invariant: a move that is written down changed the screen or the phone, and its lines can be played again.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.errors import PhoneBuddyError
from phonebuddy.screen import Flag
from phonebuddy.tasks.changes import Key
from phonebuddy.tasks.drills.hands import Hands
from phonebuddy.tasks.drills.recall import RecallPhone
from phonebuddy.tasks.drills.sight import Offer, step
from phonebuddy.tasks.drills.words import Meant, fits, words
from phonebuddy.tasks.speech import Speech
from phonebuddy.tasks.splits import plan
from phonebuddy.tasks.template import Step
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.state.changes import Change

_WRITES = "SELECT count(*) FROM phone_event WHERE kind IN ('write', 'setting')"


class Move(NamedTuple):
    """One thing that was done."""

    kind: str
    """`open`, `search`, `row`, `fill`, `time`, `day`, `hold`, or the role of what was touched."""
    label: str
    """What it is called on the phone."""
    row: str
    """The title of the row it is in."""
    place: str
    """`app/page` it was done on."""
    steps: tuple[Step, ...]
    value: str = ""
    on: bool = False
    """Whether a switch or box is on now."""
    over: str = ""
    """The kind of what lay over the page then: `dialog`, `menu`, `sheet`."""
    since: int = 0
    """The first move before which it could have been made as well: the others may have been for nothing."""


class Lost(PhoneBuddyError):
    """A walk that leads nowhere."""


class Trail:
    """Of one walk on one phone, which begins as it is."""

    def __init__(
        self, phone: RecallPhone, speech: Speech, typed: dict[str, str], start: dict[Key, Change]
    ) -> None:
        self._phone = phone
        self._speech = speech
        self.hands = Hands(phone, speech)
        self.moves: list[Move] = []
        self.typed = dict(typed)
        """What was typed, by the name it has in the gold; begins with what earlier walks typed."""
        self.apps: list[str] = []
        self._seen: list[set[tuple[str, str, str]]] = []
        """What was offered before each move."""
        self._start = start
        """What differs from the image already."""
        self._writes, self._differs = self._count(), False

    def open(self, app: str) -> None:
        head = self._phone.image.app(app).manifest
        if head.host:
            host = self._phone.image.app(head.host).manifest.title
            title = head.title_in(self._speech.language)
            self._do("open", head.title, (step("open", host), step("tap", title, nth="1")))
        else:
            self._do("open", head.title, (step("open", head.title),))

    def has_changed(self) -> bool:
        """Whether anything did that is not merely from looking around."""
        writes = self._count()
        if writes != self._writes:
            self._writes, self._differs = writes, self._phone.changes() != self._start
        return self._differs

    def _count(self) -> object:
        return self._phone.state(_WRITES)[0][0]

    @property
    def place(self) -> str:
        view = self._phone.view()
        return f"{view[0]}/{view[1]}" if view is not None else ""

    def _do(self, kind: str, label: str, steps: tuple[Step, ...], row: str = "", **more: object) -> None:
        place, before, view = self.place, self._phone.observe().elements, self._phone.view()
        over = view[2].partition(" ")[0] if view is not None else ""
        seen = {(place, one.element.id, one.label) for one in self._phone.offers()}
        for line in steps:
            self.hands.take(line)
        self._check_app()
        is_same = self._phone.observe().elements == before
        if kind not in ("fill", "search", "scroll") and is_same and not self.has_changed():
            return  # it did nothing
        self._seen.append(seen)
        self.moves.append(Move(kind, label, row, place, steps, over=over, **more))  # type: ignore[arg-type]

    def _check_app(self) -> None:
        view = self._phone.view()
        if view is None or view[0] in plan().test_apps:
            raise Lost("left the apps of training")
        if view[0] not in self.apps:
            self.apps.append(view[0])

    def _since(self, offer: Offer) -> int:
        key = self.place, offer.element.id, offer.label
        return next((n for n, seen in enumerate(self._seen) if key in seen), len(self.moves))

    def _able(self) -> list[Offer]:
        """What is offered here and no walk keeps away from."""
        found = self._phone.offers
        return self._phone.once(
            "able", lambda: [one for one in found() if not fits(words().avoid, self._meant(one.label))]
        )

    def _meant(self, text: str) -> Meant:
        return self._speech.meant(text)

    def _type(self, field: Offer, text: str) -> Step:
        name = f"t{len(self.typed)}"
        self.typed[name] = text
        self.hands.know(name, text)
        # As it is now: the field that was filled before has taken the keyboard away.
        now = next(
            (one for one in self._phone.observe().elements if one.id == field.element.id), field.element
        )
        if now.has(Flag.FOCUSED):
            return step("type", Text(("", name, "")))
        if now.text:
            line = step("replace", field.label)
            return line._replace(options=(("with", Text(("", name, ""))),))
        return step("type", Text(("", name, "")), into=field.label)
