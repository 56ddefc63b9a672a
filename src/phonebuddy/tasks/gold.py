"""Gold: plays a script of words as an agent would: it sees screens and gives actions, one after the other.

It types only what it was told, has seen or has worked out. Invariant: a step that cannot be done raises
GoldError; it is never skipped and never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from functools import lru_cache

import apsw

from phonebuddy.actions import (
    Action,
    ButtonPress,
    CallUser,
    Click,
    CloseApp,
    DoubleClick,
    Drag,
    Finish,
    LongPress,
    OpenApp,
    Output,
    Scroll,
    Type,
    Wait,
)
from phonebuddy.screen import Element, Screen
from phonebuddy.tasks.finding import Wanted, find, spot, texts
from phonebuddy.tasks.gold_hand import MOST_SCROLLS, PATIENCE, GoldError, Hand, Play
from phonebuddy.tasks.speech import Speech
from phonebuddy.tasks.sums import SUMS, moment
from phonebuddy.tasks.template import Step, Value
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.spec.template import show
from phonebuddy.world.state.connection import open_memory
from phonebuddy.world.state.functions import register, spoken_functions
from phonebuddy.world.state.speech import ENGLISH

__all__ = ["Gold", "GoldError"]

MOST_TURNS, MOST_ROUNDS = 24, 40
"""Months a calendar is turned, and times that `while_seen` is done."""


class Gold(Hand):
    """One performance of a script. `play` is a generator: send it the screen, it yields the next action."""

    def __init__(
        self, steps: tuple[Step, ...], values: dict[str, Value], told: str, speech: Speech | None = None
    ) -> None:
        super().__init__(values, told, speech)
        self._steps = steps
        self.at = 0
        """Which step of the script is being played."""

    def play(self, screen: Screen) -> Play:
        """All actions of the script, and a `finish` where the script has no ending of its own."""
        self._look(screen)
        for number, step in enumerate(self._steps):
            self.at = number
            try:
                yield from self._step(step)
            except (ValueError, KeyError) as error:
                raise self._error(step, f"cannot be done: {error}") from None
        if not self._steps or self._steps[-1].word not in ("answer", "ask"):
            yield from self._do(Finish("Done."))

    def _all(self, steps: tuple[Step, ...]) -> Play:
        for step in steps:
            yield from self._step(step)

    def _step(self, step: Step) -> Play:
        yield from self._calm()
        match step.word:
            case "tap" | "hold" | "double_tap" | "scroll_to":
                yield from self._touch_step(step)
            case "type" | "replace":
                yield from self._typing(step)
            case "swipe" | "slide" | "drag":
                yield from self._moving(step)
            case "pick_time" | "pick_date":
                yield from self._picking(step)
            case "read":
                yield from self._read(step)
            case "work_out":
                self._work_out(step)
            case "repeat" | "if_seen" | "while_seen":
                yield from self._several(step)
            case _:
                yield from self._do(self._plain(step))

    def _plain(self, step: Step) -> Action:
        """Steps that are one action and need nothing on the screen."""
        match step.word:
            case "open":
                return OpenApp(self._fill(step.value))
            case "close":
                return CloseApp(self._fill(step.value))
            case "press":
                return ButtonPress(self._fill(step.value))
            case "wait":
                return Wait(int(float(self._fill(step.value)) * 1000))
            case "say":
                return Output(self._told_or_seen(step, step.value))
            case "ask":
                return CallUser(self._fill(step.value))
            case _:
                return Finish(self._told_or_seen(step, step.value))

    def _touch_step(self, step: Step) -> Play:
        element = yield from self._reach(step, self._wanted(step, self._fill(step.value)))
        if step.word == "scroll_to":
            return
        pixel = spot(self._screen, element)
        assert pixel is not None, "what was reached can be touched"
        kind = {"tap": Click, "hold": LongPress, "double_tap": DoubleClick}[step.word]
        yield from self._do(kind(self._point(pixel)))

    def _typing(self, step: Step) -> Play:
        if step.word == "type":
            field, text = self._fill(step.option("into")), step.value
        else:
            field, text = self._fill(step.value), step.option("with") or Text(("",))
        for _ in range(PATIENCE):
            if field or not self._has_focus():
                yield from self._focus(step, field or self._only_field(step))
            if step.word == "replace":
                yield from self._select_all(step, field)
            if self._has_focus():
                break  # else something came between and took the keyboard away
        typed = self._told_or_seen(step, text)
        if typed:
            yield from self._do(Type(typed))

    def _moving(self, step: Step) -> Play:
        if step.word == "swipe":
            yield from self._swipe(step)
            return
        element = yield from self._reach(step, self._wanted(step, self._fill(step.value)))
        if step.word == "slide":
            left, top, right, bottom = element.bounds
            x = round(left + (right - 1 - left) * float(self._fill(step.option("to"))))
            yield from self._do(Click(self._point((x, bottom - (bottom - top) // 4))))
            return
        other = yield from self._reach(step, self._called(self._fill(step.option("to"))))
        yield from self._do(Drag(self._point(element.bounds.center), self._point(other.bounds.center)))

    def _swipe(self, step: Step) -> Play:
        bounds = (0, 0, self._screen.width, self._screen.height)
        if step.option("on") is not None:
            element = yield from self._reach(step, self._called(self._fill(step.option("on"))))
            bounds = element.bounds
        left, top, right, bottom = bounds
        x, y = (left + right) // 2, (top + bottom) // 2
        # Not from the very edge: that is the system's.
        far = max(self._screen.width // 3, (right - left) // 3)
        way = {"left": (-far, 0), "right": (far, 0), "up": (0, -far), "down": (0, far)}
        dx, dy = way[self._fill(step.value)]
        ends = (x - dx // 2, y - dy // 2), (x + dx // 2, y + dy // 2)
        yield from self._do(Scroll(self._point(ends[0]), self._point(ends[1])))

    def _picking(self, step: Step) -> Play:
        if step.word == "pick_time":
            hour, _, minute = self._fill(step.value).partition(":")
            yield from self._tap(step, "Hour")
            yield from self._tap(step, _counted(int(hour), "hour"))
            yield from self._tap(step, _counted(int(minute), "minute"))
        else:
            yield from self._turn_to(step, self._fill(step.value))
            yield from self._tap(step, self._fill(step.value))
        yield from self._tap(step, "OK")

    def _turn_to(self, step: Step, day: str) -> Play:
        """Turn the calendar to a day such as `Tuesday, 12 May 2026`: back where it shows a later month."""
        for _ in range(MOST_TURNS):
            yield from self._calm()  # what lies over the calendar hides which month it shows
            if find(self._screen, Wanted(day)).element is not None:
                return
            shown = sorted(at for text in texts(self._screen) if (at := moment(text)) is not None)
            is_later = bool(shown) and (moment(day) or 0) < shown[len(shown) // 2]
            yield from self._tap(step, "Previous month" if is_later else "Next month")
        raise self._error(step, f"no {day} in the calendar")

    def _tap(self, step: Step, words: str) -> Play:
        element = yield from self._reach(step, self._called(words))
        yield from self._do(self._touch(element))

    def _read(self, step: Step) -> Play:
        """Keep what the screen says: what `match` marks in a text, or what stands `near` some words."""
        name = step.value.pieces[0]
        match, near = step.option("match"), step.option("near")
        if match is not None:
            pattern = re.compile(_named(match.pieces[0], self._values))
            value = yield from self._reach_match(step, pattern)
        else:
            label = self._fill(near)
            element = yield from self._reach(step, self._called(label))
            value = _beside(self._screen, element, self._fill(step.option("nth")))
            if not value and (yield from self._scroll("down")):
                # Its row was cut off at the bottom.
                element = yield from self._reach(step, self._called(label))
                value = _beside(self._screen, element, self._fill(step.option("nth")))
            if not value:
                raise self._error(step, f"nothing to read near '{label}'")
        self._values[name] = value
        self._own.add(name)

    def _reach_match(self, step: Step, pattern: re.Pattern[str]) -> Generator[Action, Screen, str]:
        yield from self._calm()
        nth = int(self._fill(step.option("nth")) or 1)
        for direction in ("down", "up"):
            for _ in range(MOST_SCROLLS):
                shown = (meant for text in texts(self._screen) for meant in self._meant(text))
                said = [found for text in shown if (found := pattern.search(text))]
                if len(said) >= nth:
                    return said[nth - 1][1] if pattern.groups else said[nth - 1][0]
                before = self._screen.elements
                if not (yield from self._scroll(direction)) or self._screen.elements == before:
                    break
        raise self._error(step, f"nothing like '{pattern.pattern}'")

    def _work_out(self, step: Step) -> None:
        sql = step.option("as")
        assert sql is not None, "the reader sees to it"
        try:
            rows = (
                _sums(self._speech.language if self._speech else ENGLISH)
                .execute(sql.pieces[0], self._values)
                .fetchall()
            )
        except (apsw.Error, KeyError) as error:
            raise self._error(step, f"cannot be worked out: {error}") from None
        name, value = step.value.pieces[0], rows[0][0] if rows else None
        if value is None or isinstance(value, bytes):
            raise self._error(step, "comes to nothing")
        self._values[name] = value
        self._own.add(name)

    def _several(self, step: Step) -> Play:
        if step.word == "repeat":
            for _ in range(int(self._fill(step.value))):
                yield from self._all(step.inner)
            return
        for _ in range(1 if step.word == "if_seen" else MOST_ROUNDS):
            found = find(self._screen, self._called(self._fill(step.value)))
            if found.element is None and not found.rivals:
                return
            yield from self._all(step.inner)


def _named(pattern: str, values: dict[str, Value]) -> str:
    """A pattern with {names} filled in as plain text."""
    return re.sub(r"\{([a-z_]\w*)\}", lambda found: re.escape(show(values[found[1]])), pattern)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def _beside(screen: Screen, label: Element, nth: str) -> str:
    """The text that belongs to a label: in the same row of a list, on its line, or right below it."""
    others = [one for one in screen.elements if one.text and one.id != label.id and one.role != "key"]
    _, top, _, bottom = label.bounds
    groups = (
        [one for one in others if label.parent is not None and one.parent == label.parent],
        [one for one in others if one.bounds.top < bottom and one.bounds.bottom > top],
        [one for one in others if one.bounds.top >= bottom - 4],
    )
    near = next((group for group in groups if group), [])
    near.sort(key=lambda one: (abs(one.bounds.top - bottom), one.bounds.left))
    place = int(nth) - 1 if nth else 0
    return near[place].text if place < len(near) else ""


@lru_cache(maxsize=4)
def _sums(language: str) -> apsw.Connection:
    """A database without tables: what gold works out, it works out of what it has read."""
    connection = open_memory()
    register(connection, SUMS, deterministic=True)
    register(connection, spoken_functions(lambda: language), deterministic=True)
    return connection
