"""The shelf: the phones of one launch, the moments kept, and what a person does with them.

Invariant: there is always at least one phone, and never more than MAX_PHONES; whatever changes a phone goes
through here, so that whoever looks at it hears of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from phonebuddy.action_text import to_text
from phonebuddy.actions import Action, Click, to_json, to_point
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.traces.record import Recorder
from phonebuddy.web.recorder import about_phone
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec, random_look
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.system import keyboard

MAX_PHONES = 8
MAX_SNAPSHOTS = 60
LAST_ACTIONS = 30


class Done(NamedTuple):
    """An action that was done, in the two ways we write actions."""

    number: int
    json: dict[str, object]
    text: str


class Moment(NamedTuple):
    """A snapshot, and what it was taken of."""

    number: int
    title: str
    snapshot: Snapshot
    image: Image
    seed: int


class Phone:
    """One phone on the shelf."""

    def __init__(self, number: int, title: str, phone: WorldPhone, seed: int) -> None:
        self.number = number
        self.title = title
        self.world = phone
        self.seed = seed
        self.steps = 0
        self.done: deque[Done] = deque(maxlen=LAST_ACTIONS)
        self.recorder: Recorder | None = None
        self._before: Snapshot | None = None
        """The moment before the last tap."""

    def act(self, action: Action, instead: bool) -> None:
        if instead:
            self._take_back()
        self._before = self.world.snapshot() if isinstance(action, Click) else None
        if self.recorder is not None:
            self.recorder.step(self.world.observe(), action)
        self.world.act(action)
        self.steps += 1
        self.done.append(Done(self.steps, to_json(action), to_text(action)))

    def _take_back(self) -> None:
        """Undo the last tap as if it had not been: the second one made it a double tap."""
        if self._before is None:
            return
        self.world.restore(self._before)
        self.steps -= 1
        self.done.pop()
        if self.recorder is not None:
            self.recorder.take_back()

    def erase(self) -> None:
        """Tap the backspace key, if the keyboard is there."""
        screen = self.world.observe()
        for element in screen.elements:
            if element.package == keyboard.PACKAGE and element.description == "Delete":
                spot = to_point(*element.bounds.center, screen.width, screen.height)
                self.act(Click(spot), instead=False)
                self._before = None
                return

    def jump(self) -> None:
        """Leave the path of actions: what is recorded ends here."""
        self.stop_recording()
        self._before = None

    def stop_recording(self) -> None:
        if self.recorder is not None:
            self.recorder.finish(self.world.observe())
            self.recorder = None


class Shelf:
    """See the head of this file. `tell` is called with the phone that changed, or None for all."""

    def __init__(self, apps: AppSet | None, seed: int, look: LookSpec, recordings: Path) -> None:
        self._apps = apps
        self._recordings = recordings
        self._next = 1
        self.phones: dict[int, Phone] = {}
        self.moments: dict[int, Moment] = {}
        self.tell: Callable[[Phone | None], None] = lambda phone: None
        self.first = self._add("Phone", WorldPhone(build_image(apps, seed), look), seed)

    def _add(self, title: str, world: WorldPhone, seed: int) -> Phone:
        number, self._next = self._next, self._next + 1
        phone = self.phones[number] = Phone(number, f"{title} {number}", world, seed)
        return phone

    def phone(self, number: int) -> Phone:
        if number not in self.phones:
            raise PhoneBuddyError(f"there is no phone {number}")
        return self.phones[number]

    def act(self, phone: Phone, action: Action, instead: bool = False) -> None:
        phone.act(action, instead)
        self.tell(phone)

    def erase(self, phone: Phone) -> None:
        phone.erase()
        self.tell(phone)

    def take(self, phone: Phone) -> Moment:
        if len(self.moments) >= MAX_SNAPSHOTS:
            del self.moments[min(self.moments)]
        view = phone.world.view()
        where = "home" if view is None else " ".join(view[:2])
        number, self._next = self._next, self._next + 1
        title = f"{phone.title}, step {phone.steps}: {where}"
        moment = Moment(number, title, phone.world.snapshot(), phone.world.image, phone.seed)
        self.moments[number] = moment
        self.tell(None)
        return moment

    def restore(self, phone: Phone, number: int) -> None:
        moment = self._moment(number)
        phone.jump()
        if phone.world.image.id == moment.image.id:
            phone.world.restore(moment.snapshot)
        else:
            self._replace(phone, _phone_at(moment), moment.seed)
        self.tell(phone)

    def fork(self, phone: Phone, number: int | None) -> Phone:
        """A phone at a moment kept, or at this one."""
        if len(self.phones) >= MAX_PHONES:
            raise PhoneBuddyError(f"{MAX_PHONES} phones are open; close one first")
        if number is None:
            made = self._add("Fork", phone.world.fork(), phone.seed)
        else:
            moment = self._moment(number)
            made = self._add("Fork", _phone_at(moment), moment.seed)
        self.tell(None)
        return made

    def _moment(self, number: int) -> Moment:
        if number not in self.moments:
            raise PhoneBuddyError(f"there is no snapshot {number}")
        return self.moments[number]

    def close(self, phone: Phone) -> None:
        if len(self.phones) == 1:
            raise PhoneBuddyError("the last phone stays")
        phone.stop_recording()
        phone.world.close()
        del self.phones[phone.number]
        self.first = next(iter(self.phones.values()))
        self.tell(None)

    def dress(self, phone: Phone, look: LookSpec) -> None:
        # Two digits: looks are kept for as long as the program runs.
        look = msgspec.structs.replace(
            look, font_scale=round(look.font_scale, 2), display_scale=round(look.display_scale, 2)
        )
        phone.jump()
        phone.world.set_look(look)
        self.tell(phone)

    def shuffle(self, phone: Phone, seed: int) -> None:
        self.dress(phone, random_look(seed))

    def reset(self, phone: Phone, seed: int) -> None:
        phone.jump()
        if seed == phone.seed:
            phone.world.reset()
        else:
            self._replace(phone, WorldPhone(build_image(self._apps, seed), phone.world.look), seed)
        phone.steps = 0
        phone.done.clear()
        self.tell(phone)

    def _replace(self, phone: Phone, world: WorldPhone, seed: int) -> None:
        phone.world.close()
        phone.world, phone.seed = world, seed

    def record(self, phone: Phone, on: bool) -> None:
        if not on:
            phone.stop_recording()
        elif phone.recorder is None:
            phone.recorder = Recorder(self._recordings, about_phone(phone.world, phone.seed))
        self.tell(phone)

    def finish(self) -> None:
        """End all recordings and close all phones."""
        for phone in self.phones.values():
            phone.stop_recording()
            phone.world.close()


def _phone_at(moment: Moment) -> WorldPhone:
    world = WorldPhone(moment.image, moment.snapshot.look)
    world.restore(moment.snapshot)
    return world
