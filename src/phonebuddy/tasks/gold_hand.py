"""The hand of a gold script: it sees a screen, finds what some words mean, gives the actions to get there.

It scrolls, waits and closes what comes between. Invariant: whatever it cannot find raises GoldError with the
line of the script and what was on the screen instead.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import lru_cache

from phonebuddy.actions import Action, Click, LongPress, Point, Scroll, Wait, to_point
from phonebuddy.errors import PhoneBuddyError, nearest
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.tasks.answers import plain
from phonebuddy.tasks.finding import Wanted, find, is_sliver, scrollable, spot, texts
from phonebuddy.tasks.speech import Speech
from phonebuddy.tasks.task import fill
from phonebuddy.tasks.template import Step, Value
from phonebuddy.world.interruption_kinds import built_in_kinds
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.spec.template import show

MOST_SCROLLS = 60
PATIENCE = 8
"""Waits for something that is covered or still loading."""
WAIT = Wait(2_000)
Play = Generator[Action, Screen, None]
Looking = Generator[Action, Screen, Element]


class GoldError(PhoneBuddyError):
    """A step of a gold script that cannot be done."""


class Hand:
    """What a script knows and sees, and how it reaches things."""

    def __init__(self, values: dict[str, Value], told: str, speech: Speech | None) -> None:
        self._speech = speech
        self._values = dict(values)
        self._told = plain(told)
        self._own: set[str] = set()
        """Names that were read or worked out."""
        self._seen: set[str] = set()
        self._screen: Screen

    # -- looking ---------------------------------------------------------------------------------------

    def _look(self, screen: Screen) -> None:
        self._screen = screen
        self._seen.update(texts(screen))

    def _do(self, action: Action) -> Play:
        self._look((yield action))

    def _calm(self) -> Play:
        """Get rid of what came between, as long as something is there."""
        for _ in range(PATIENCE):
            over = [one for one in self._screen.elements if one.id.startswith("interruption/")]
            if not any(one.id.startswith("interruption") for one in self._screen.elements):
                return
            button = next((one for one in over if self._is_way_out(one)), None)
            yield from self._do(self._touch(button) if button is not None else WAIT)

    def _is_way_out(self, element: Element) -> bool:
        words = element.text or element.description
        return any(re.fullmatch(label, meant) for label in _ways_out() for meant in self._meant(words))

    def _said(self, text: str) -> tuple[str, ...]:
        """A text of an app or the system, and what it is called on this phone."""
        return (text,) if self._speech is None else self._speech.said(text)

    def _meant(self, text: str) -> tuple[str, ...]:
        return (text,) if self._speech is None else self._speech.meant(text)

    def _called(self, words: str) -> Wanted:
        return Wanted(words, others=self._said(words)[1:])

    def _touch(self, element: Element) -> Click:
        return Click(self._point(element.bounds.center))

    def _point(self, pixel: tuple[int, int]) -> Point:
        return to_point(*pixel, self._screen.width, self._screen.height)

    def _reach(self, step: Step, wanted: Wanted) -> Looking:
        """Bring something in sight: wait for it, scroll down, then up; GoldError when it is nowhere."""
        yield from self._calm()
        waits = 0
        for direction in ("here", "down", "up"):
            for _ in range(MOST_SCROLLS):
                found = find(self._screen, wanted)
                if found.rivals:
                    raise self._error(
                        step, f"{wanted} could be {len(found.rivals)} things; add 'near' or 'nth'"
                    )
                if found.element is not None:
                    if spot(self._screen, found.element) is not None:
                        return found.element
                    # Waiting brings nothing in sight that is beyond an edge.
                    may_come = not is_sliver(found.element) or scrollable(self._screen) is None
                    if waits < PATIENCE and direction == "here" and may_come:
                        waits += 1
                        yield from self._do(WAIT)
                        yield from self._calm()
                        continue
                before = self._screen.elements
                if direction == "here" or not (yield from self._scroll(direction)):
                    break
                if self._screen.elements == before:
                    break
        raise self._error(step, f"nothing called {wanted}")

    def _scroll(self, direction: str) -> Generator[Action, Screen, bool]:
        """One screenful; whether there was anything to scroll."""
        body = scrollable(self._screen)
        if body is None:
            return False
        left, top, right, bottom = body.bounds
        x, high, low = (left + right) // 2, top + (bottom - top) // 5, bottom - (bottom - top) // 5
        start, end = (low, high) if direction == "down" else (high, low)
        # A slow finger: what it scrolls stays under it and does not fly past.
        yield from self._do(Scroll(self._point((x, start)), self._point((x, end)), 1_500))
        yield from self._calm()
        return True

    def _error(self, step: Step, problem: str) -> GoldError:
        seen = texts(self._screen)
        hint = nearest("".join(step.value.pieces[::2]), seen)
        place = f"{self._screen.package} {self._screen.activity}"
        return GoldError(
            f"{step.place}: {step.word}: {problem} on {place}{hint}; there is: {', '.join(seen[:40])}"
        )

    # -- words -----------------------------------------------------------------------------------------

    def _fill(self, text: Text | None) -> str:
        try:
            return "" if text is None else fill(text, self._values)
        except KeyError as missing:
            raise GoldError(f"{{{missing.args[0]}}} was never read") from None

    def _wanted(self, step: Step, words: str) -> Wanted:
        nth = self._fill(step.option("nth"))
        near, role = self._fill(step.option("near")), self._fill(step.option("role"))
        return Wanted(
            words, self._said(near) if near else (), int(nth) if nth else 0, role, self._said(words)[1:]
        )

    def _told_or_seen(self, step: Step, text: Text) -> str:
        """A text to type or say; what it is filled with must be known to somebody who only has the screen."""
        for name in text.names:
            if name not in self._values:
                raise self._error(step, f"{{{name}}} was never read")
            value = plain(show(self._values[name]))
            known = name in self._own or value in self._told or any(value in plain(one) for one in self._seen)
            if value and not known:
                raise self._error(step, f"nobody told or showed {{{name}}} ({value!r}); read it first")
        return self._fill(text)

    # -- typing ----------------------------------------------------------------------------------------

    def _has_focus(self) -> bool:
        return any(one.has(Flag.FOCUSED) for one in self._screen.elements)

    def _only_field(self, step: Step) -> str:
        """What the field is called, where there is only one to type into."""
        fields = [one for one in self._screen.elements if one.has(Flag.EDITABLE)]
        if len(fields) != 1:
            raise self._error(step, f"no field has the keyboard, and there are {len(fields)}; add 'into'")
        return fields[0].description or fields[0].hint

    def _focus(self, step: Step, field: str) -> Play:
        """Tap a field, again where something came between and took the keyboard away."""
        for _ in range(PATIENCE):
            element = yield from self._reach(step, self._wanted(step, field))
            left, top, right, bottom = element.bounds
            # The end of the text, where there is one: typing goes on behind it.
            end = right - (right - left) // 25, bottom - (bottom - top) // 12
            pixel = end if element.text else spot(self._screen, element) or element.bounds.center
            yield from self._do(Click(self._point(pixel)))
            if self._has_focus():
                return
        raise self._error(step, f"'{field}' does not take the keyboard")

    def _select_all(self, step: Step, field: str) -> Play:
        """Long press, then `Select all`, so that what is typed next takes the place of the old text."""
        element = yield from self._reach(step, self._wanted(step, field))
        if not element.text:
            return
        yield from self._do(LongPress(self._point(element.bounds.center)))
        every = find(self._screen, self._called("Select all"))
        if every.element is not None:
            yield from self._do(self._touch(every.element))


@lru_cache(maxsize=1)
def _ways_out() -> frozenset[str]:
    """What buttons are called that close an interruption or try again, as patterns."""
    labels = (button.label for kind in built_in_kinds().values() for button in kind.buttons if button.does)
    return frozenset(re.escape(label).replace(r"\{app\}", ".*") for label in labels)
