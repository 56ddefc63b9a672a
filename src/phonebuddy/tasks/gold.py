"""Gold: plays a script of words as an agent would: it sees screens and gives actions, one after the other.

It scrolls, waits and closes interruptions by itself, and types only what it was told, has seen or has worked
out. Invariant: a step that cannot be done raises GoldError naming its line and what was on the screen.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from datetime import datetime
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
    Point,
    Scroll,
    Type,
    Wait,
    to_point,
)
from phonebuddy.errors import PhoneBuddyError, nearest
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.tasks.answers import plain
from phonebuddy.tasks.finding import Wanted, find, scrollable, spot, texts
from phonebuddy.tasks.sums import SUMS
from phonebuddy.tasks.task import fill
from phonebuddy.tasks.template import Step, Value
from phonebuddy.world.interruption_kinds import built_in_kinds
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.spec.template import show
from phonebuddy.world.state.connection import open_memory
from phonebuddy.world.state.functions import register

MOST_SCROLLS = 60
MOST_TURNS = 40
PATIENCE = 8
"""Waits for something that is covered or still loading."""
WAIT = Wait(2_000)
Play = Generator[Action, Screen, None]
Looking = Generator[Action, Screen, Element]


class GoldError(PhoneBuddyError):
    """A step of a gold script that cannot be done."""


class Gold:
    """One performance of a script. `play` is a generator: send it the screen, it yields the next action."""

    def __init__(self, steps: tuple[Step, ...], values: dict[str, Value], told: str) -> None:
        self._steps = steps
        self._values = dict(values)
        self._told = plain(told)
        self._own: set[str] = set()
        """Names that were read or worked out."""
        self._seen: set[str] = set()
        self._screen: Screen
        self.at = 0
        """Which step of the script is being played."""

    def play(self, screen: Screen) -> Play:
        """All actions of the script, and a `finish` where the script has no ending of its own."""
        self._look(screen)
        for self.at, step in enumerate(self._steps):
            yield from self._step(step)
        if not self._steps or self._steps[-1].word not in ("answer", "ask"):
            yield from self._do(Finish("Done."))

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
            button = next((one for one in over if _is_way_out(one)), None)
            yield from self._do(self._touch(button) if button is not None else WAIT)

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
                    raise self._error(step, f"{wanted} could be {len(found.rivals)} things; add 'near' or 'nth'")
                if found.element is not None:
                    if spot(self._screen, found.element) is not None:
                        return found.element
                    if waits < PATIENCE and direction == "here":
                        waits += 1
                        yield from self._do(WAIT)
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
        return GoldError(f"{step.place}: {step.word}: {problem} on {place}{hint}; there is: {', '.join(seen[:40])}")

    # -- words -----------------------------------------------------------------------------------------

    def _fill(self, text: Text | None) -> str:
        try:
            return "" if text is None else fill(text, self._values)
        except KeyError as missing:
            raise GoldError(f"{{{missing.args[0]}}} was never read") from None

    def _wanted(self, step: Step, words: str) -> Wanted:
        nth = self._fill(step.option("nth"))
        near, role = self._fill(step.option("near")), self._fill(step.option("role"))
        return Wanted(words, near, int(nth) if nth else 0, role)

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

    # -- steps -----------------------------------------------------------------------------------------

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
        if field:
            yield from self._focus(step, field)
        if step.word == "replace":
            yield from self._select_all(step, field)
        typed = self._told_or_seen(step, text)
        if typed:
            yield from self._do(Type(typed))

    def _focus(self, step: Step, field: str) -> Play:
        """Tap a field, again where something came between and took the keyboard away."""
        for _ in range(PATIENCE):
            element = yield from self._reach(step, self._wanted(step, field))
            left, top, right, bottom = element.bounds
            # The end of the text, where there is one: typing goes on behind it.
            end = right - (right - left) // 25, bottom - (bottom - top) // 12
            pixel = end if element.text else spot(self._screen, element) or element.bounds.center
            yield from self._do(Click(self._point(pixel)))
            if any(one.has(Flag.FOCUSED) for one in self._screen.elements):
                return
        raise self._error(step, f"'{field}' does not take the keyboard")

    def _select_all(self, step: Step, field: str) -> Play:
        """Long press, then `Select all`, so that what is typed next takes the place of the old text."""
        element = yield from self._reach(step, Wanted(field, self._fill(step.option("near"))))
        if not element.text:
            return
        yield from self._do(LongPress(self._point(element.bounds.center)))
        every = find(self._screen, Wanted("Select all"))
        if every.element is not None:
            yield from self._do(self._touch(every.element))

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
        other = yield from self._reach(step, Wanted(self._fill(step.option("to"))))
        yield from self._do(Drag(self._point(element.bounds.center), self._point(other.bounds.center)))

    def _swipe(self, step: Step) -> Play:
        bounds = (0, 0, self._screen.width, self._screen.height)
        if step.option("on") is not None:
            element = yield from self._reach(step, Wanted(self._fill(step.option("on"))))
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
            yield from self._tap(step, Wanted("Hour"))
            yield from self._tap(step, Wanted(_counted(int(hour), "hour")))
            yield from self._tap(step, Wanted(_counted(int(minute), "minute")))
        else:
            yield from self._turn_to(step, self._fill(step.value))
            yield from self._tap(step, Wanted(self._fill(step.value)))
        yield from self._tap(step, Wanted("OK"))

    def _turn_to(self, step: Step, day: str) -> Play:
        """Turn the calendar to the month of a day such as `Tuesday, 12 May 2026`."""
        wanted = datetime.strptime(day.partition(", ")[2], "%d %B %Y")
        for _ in range(MOST_TURNS):
            name = find(self._screen, Wanted("Choose the year")).element
            if name is None:
                raise self._error(step, "no calendar")
            shown = datetime.strptime(name.text, "%B %Y")
            if (shown.year, shown.month) == (wanted.year, wanted.month):
                return
            earlier = (wanted.year, wanted.month) < (shown.year, shown.month)
            yield from self._tap(step, Wanted("Previous month" if earlier else "Next month"))

    def _tap(self, step: Step, wanted: Wanted) -> Play:
        element = yield from self._reach(step, wanted)
        yield from self._do(self._touch(element))

    def _read(self, step: Step) -> Play:
        """Keep what the screen says: the part of a text that `match` marks, or what stands `near` some words."""
        name = step.value.pieces[0]
        match, near = step.option("match"), step.option("near")
        if match is not None:
            pattern = re.compile(_named(match.pieces[0], self._values))
            value = yield from self._reach_match(step, pattern)
        else:
            label = self._fill(near)
            element = yield from self._reach(step, Wanted(label))
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
                said = [found for text in texts(self._screen) if (found := pattern.search(text))]
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
            rows = _sums().execute(sql.pieces[0], self._values).fetchall()
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
        for _ in range(1 if step.word == "if_seen" else MOST_TURNS):
            found = find(self._screen, Wanted(self._fill(step.value)))
            if found.element is None and not found.rivals:
                return
            yield from self._all(step.inner)


@lru_cache(maxsize=1)
def _ways_out() -> frozenset[str]:
    """What buttons are called that close an interruption or try again."""
    return frozenset(
        button.label for kind in built_in_kinds().values() for button in kind.buttons if button.does
    )


def _is_way_out(element: Element) -> bool:
    words = element.text or element.description
    return any(re.fullmatch(re.escape(label).replace(r"\{app\}", ".*"), words) for label in _ways_out())


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


@lru_cache(maxsize=1)
def _sums() -> apsw.Connection:
    """A database without tables: what gold works out, it works out of what it has read."""
    connection = open_memory()
    register(connection, SUMS, deterministic=True)
    return connection
