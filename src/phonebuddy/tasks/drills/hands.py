"""Hands: plays gold one line at a time on a phone, so that a walk does exactly what its gold will do.

Invariant: whatever was typed is counted as told: the instruction is written afterwards and says it.
"""

from __future__ import annotations

from contextlib import suppress

from phonebuddy.screen import Screen
from phonebuddy.tasks.answers import plain
from phonebuddy.tasks.drills.recall import Moment, RecallPhone
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.gold_hand import GoldError
from phonebuddy.tasks.speech import Speech
from phonebuddy.tasks.template import Step
from phonebuddy.tasks.trial import Ending

MOST_ACTIONS = 80
"""Of one line: more would be scrolling for ever."""
LEADING = frozenset(
    {"open", "tap", "hold", "scroll_to", "type", "replace", "press", "pick_time", "pick_date"}
)
"""Lines that only lead from one moment to another, where to depends on line and moment alone."""


class Hands(Gold):
    """See the head of this file."""

    def __init__(self, phone: RecallPhone, speech: Speech) -> None:
        super().__init__((), {}, "", speech)
        self._phone = phone

    def know(self, name: str, value: str) -> None:
        self._values[name] = value
        self._told += " | " + plain(value)

    def take(self, step: Step) -> None:
        """Do what a line says; GoldError where it cannot be done."""
        if step.word not in LEADING:
            self._take(step)
            return
        here, key = self._phone.here, (step, *(self._values[name] for name in _names(step)))
        led = here.found.get(key)
        if led is None:
            try:
                self._take(step)
                led = self._phone.here
            except GoldError as error:
                led = str(error)
            here.found[key] = led
        if isinstance(led, str):
            raise GoldError(led)
        assert isinstance(led, Moment), "nothing else is kept under a line"
        self._phone.here = led

    def _take(self, step: Step) -> None:
        self._look(self._phone.observe())
        play = self._step(step)
        with suppress(StopIteration):
            action = next(play)
            for _ in range(MOST_ACTIONS):
                self._phone.act(action)
                action = play.send(self._phone.observe())
            raise self._error(step, "takes too long")

    def _look(self, screen: Screen) -> None:
        # What was seen need not be noted: whatever is typed was told.
        self._screen = screen

    def scroll_down(self) -> None:
        """One screenful, where there is more."""
        self._look(self._phone.observe())
        play = self._scroll("down")
        with suppress(StopIteration):
            action = next(play)
            while True:
                self._phone.act(action)
                action = play.send(self._phone.observe())

    def take_all(self, steps: tuple[Step, ...]) -> Ending:
        for step in steps:
            self.take(step)
        last = steps[-1] if steps else None
        if last is None or last.word not in ("answer", "ask"):
            return Ending("finish", "Done.")
        return Ending("finish" if last.word == "answer" else "call_user", self._fill(last.value))


def play(phone: RecallPhone, speech: Speech, steps: tuple[Step, ...], known: dict[str, str]) -> Ending:
    """Play gold on a phone as it is; GoldError where it cannot be."""
    hands = Hands(phone, speech)
    for name, value in known.items():
        hands.know(name, value)
    return hands.take_all(steps)


def _names(step: Step) -> tuple[str, ...]:
    """Names in a line that stand for what was typed or read."""
    return (*step.value.names, *(name for _, text in step.options for name in text.names))
