"""Choices: the questions that lead to an action, one after the other, each answered by pointing.

First the kind of action; then what it needs: a thing, an app, a place, or a text that is put together from
pieces: words of the instruction, words of things on this screen or read earlier, phrases of a short list; or
that is reckoned from such pieces.
Invariant: every sequence of answers that is offered ends in an action that the phone takes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from enum import IntEnum
from itertools import chain
from typing import NamedTuple

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
from phonebuddy.agents.nano.reckoning import OPERATIONS, reckon
from phonebuddy.agents.nano.things import TOUCHED, Thing, point_of
from phonebuddy.agents.nano.view import View

KINDS = (
    "click", "long_press", "double_click", "drag", "type", "scroll_down", "scroll_up", "scroll_left",
    "scroll_right", "back", "home", "menu", "enter", "open_app", "close_app", "wait", "output", "finish",
    "call_user",
)  # fmt: skip
KIND = {name: place for place, name in enumerate(KINDS)}
PHRASES = (
    "Done.",
    "It cannot be done: it is not available.",
    "Something is missing. Which one do you mean?",
    "Yes.",
    "No.",
)
"""Whole answers; a text that needs no word of anybody else's."""
SCROLLS = frozenset(("scroll_down", "scroll_up", "scroll_left", "scroll_right"))
"""What is not done a second time on the same screen."""
ONCE = frozenset(("back", "home"))
"""What is not done again at once when it did nothing."""
MOST_PIECES = 4
LEAST_RECKONED = 2
RECKONED = MOST_PIECES + 1
"""From here on pieces are numbered that are reckoned with, those of each operation apart."""
NUM_NUMBERS = RECKONED + len(OPERATIONS) * MOST_PIECES
MOST_SPAN = 40
NUM_PLACES = 21
"""Places on what is touched at a place of its own, from the left end to the right one."""
TOUCHES: Mapping[str, Callable[[Point], Action]] = {
    "click": Click,
    "long_press": LongPress,
    "double_click": DoubleClick,
}
SAID: Mapping[str, Callable[[str], Action]] = {
    "type": Type,
    "output": Output,
    "finish": Finish,
    "call_user": CallUser,
}
WAIT = Wait(2_000)
SLOW_MS = 1_500


class Asks(IntEnum):
    """What is asked."""

    KIND = 0
    THING = 1
    APP = 2
    SOURCE = 3
    """Where the next piece of a text comes from: nowhere, a phrase, a word of the instruction, a thing; or by
    which operation those to come are one."""
    LAST_TOLD = 4
    """The last word of a piece of the instruction."""
    FIRST_WORD = 5
    """The first word of a piece of a thing."""
    LAST_WORD = 6
    PLACE = 7


class Ask(NamedTuple):
    """One question, with what has been answered so far as far as it matters."""

    asks: Asks
    kind: int = 0
    at: int = -1
    """What the answer depends on: the source of the last piece, the first word, the thing."""
    first: int = -1
    number: int = 0
    """Which piece of a text, or of which operation."""


Deciding = Generator[Ask, int, Action]


# Sources are numbered: the end, the phrases, the operations, the words of the instruction, the things here,
# the things read.
END = 0
FIRST_PHRASE = 1
FIRST_OPERATION = FIRST_PHRASE + len(PHRASES)
FIRST_TOLD = FIRST_OPERATION + len(OPERATIONS)


def first_thing(view: View) -> int:
    return FIRST_TOLD + len(view.told)


def thing_of(view: View, source: int) -> Thing:
    """The thing that a source is, here or read earlier."""
    place = source - first_thing(view)
    here = len(view.look.things)
    return view.look.things[place] if place < here else view.read[place - here].thing


def decide(view: View) -> Deciding:
    """Ask until there is an action."""
    kind = KINDS[(yield Ask(Asks.KIND))]
    number = KIND[kind]
    match kind:
        case "click" | "long_press" | "double_click":
            return (yield from _touch(view, kind))
        case "drag":
            start = yield Ask(Asks.THING, number)
            end = yield Ask(Asks.THING, number, start)
            things = view.look.things
            return Drag(point_of(view.look, things[start]), point_of(view.look, things[end]))
        case "scroll_down" | "scroll_up" | "scroll_left" | "scroll_right":
            return scroll(view, kind.removeprefix("scroll_"))
        case "back" | "home" | "menu" | "enter":
            return ButtonPress(kind)
        case "open_app" | "close_app":
            app = view.apps[(yield Ask(Asks.APP, number))]
            return OpenApp(app) if kind == "open_app" else CloseApp(app)
        case "wait":
            return WAIT
        case _:
            text = yield from _text(view, number)
            return SAID[kind](text)


def _touch(view: View, kind: str) -> Deciding:
    place = yield Ask(Asks.THING, KIND[kind])
    thing = view.look.things[place]
    if kind == "click" and thing.element.role in TOUCHED:
        share = (yield Ask(Asks.PLACE, KIND[kind], place)) / (NUM_PLACES - 1)
        return Click(point_of(view.look, thing, share))
    point = point_of(view.look, thing)
    return TOUCHES[kind](point)


def scroll(view: View, way: str) -> Scroll:
    """One screenful of the largest thing that scrolls, or a swipe over the middle of the screen."""
    screen, body = view.look.screen, view.look.body
    if body is not None and way in ("down", "up"):
        left, top, right, bottom = body.bounds
        x, high, low = (left + right) // 2, top + (bottom - top) // 5, bottom - (bottom - top) // 5
        start, end = (low, high) if way == "down" else (high, low)
        # A slow finger: what it scrolls stays under it and does not fly past.
        return Scroll(_point(view, x, start), _point(view, x, end), SLOW_MS)
    x, y, far = screen.width // 2, screen.height // 2, screen.width // 6
    dx, dy = {"down": (0, -far), "up": (0, far), "right": (-far, 0), "left": (far, 0)}[way]
    return Scroll(_point(view, x - dx, y - dy), _point(view, x + dx, y + dy))


def _point(view: View, x: int, y: int) -> Point:
    return to_point(x, y, view.look.screen.width, view.look.screen.height)


def _text(view: View, kind: int) -> Generator[Ask, int, str]:
    """Pieces until the end; the first one is never the end."""
    source = yield Ask(Asks.SOURCE, kind)
    if source < FIRST_OPERATION:
        yield Ask(Asks.SOURCE, kind, source, number=1)
        return PHRASES[source - FIRST_PHRASE]
    if source < FIRST_TOLD:
        place = source - FIRST_OPERATION
        number = RECKONED + place * MOST_PIECES
        first = yield Ask(Asks.SOURCE, kind, source, number=number)
        return reckon(OPERATIONS[place], (yield from _pieces(view, kind, first, number)))
    return " ".join((yield from _pieces(view, kind, source, 0)))


def _pieces(view: View, kind: int, source: int, number: int) -> Generator[Ask, int, list[str]]:
    """Those from a first one on, which has a number."""
    pieces: list[str] = []
    while source != END:
        pieces.append((yield from _piece(view, kind, source, number + len(pieces))))
        if len(pieces) == MOST_PIECES:
            break
        source = yield Ask(Asks.SOURCE, kind, source, number=number + len(pieces))
    return pieces


def _piece(view: View, kind: int, source: int, number: int) -> Generator[Ask, int, str]:
    if source >= first_thing(view):
        return (yield from _of_thing(view, kind, source, number))
    first = source - FIRST_TOLD
    final = yield Ask(Asks.LAST_TOLD, kind, source, first, number)
    return view.instruction[view.told[first].start : view.told[final].end]


def _of_thing(view: View, kind: int, source: int, number: int) -> Generator[Ask, int, str]:
    thing = thing_of(view, source)
    first = yield Ask(Asks.FIRST_WORD, kind, source, number=number)
    final = yield Ask(Asks.LAST_WORD, kind, source, first, number)
    text, start = thing.words[first]
    return thing.texts[text][start.start : thing.words[final][1].end]


# -- what may be answered ----------------------------------------------------------------------------------


def allowed(view: View, ask: Ask) -> list[int]:
    """The numbers that may be answered, in order; never empty for a question that is asked."""
    match ask.asks:
        case Asks.KIND:
            return _kinds(view)
        case Asks.THING:
            return touchable(view, KINDS[ask.kind])
        case Asks.APP:
            return list(range(len(view.apps)))
        case Asks.SOURCE:
            return _sources(view, ask)
        case Asks.LAST_TOLD:
            return list(range(ask.first, min(len(view.told), ask.first + MOST_SPAN)))
        case Asks.FIRST_WORD:
            return list(range(len(thing_of(view, ask.at).words)))
        case Asks.LAST_WORD:
            words = thing_of(view, ask.at).words
            text = words[ask.first][0]
            return [place for place in range(ask.first, len(words)) if words[place][0] == text]
        case Asks.PLACE:
            return list(range(NUM_PLACES))


def touchable(view: View, kind: str) -> list[int]:
    """What can be touched; what was touched so on the very same screen before would lead there again."""
    things = view.look.things
    found = [place for place, thing in enumerate(things) if thing.is_touchable]
    return [place for place in found if (kind, things[place].element.id) not in view.again] or found


def _kinds(view: View) -> list[int]:
    out = {kind for kind, _ in view.again if kind in SCROLLS}
    if view.done and not view.done[-1].changed and view.done[-1].kind in ONCE:
        out.add(view.done[-1].kind)
    if not any(thing.is_touchable for thing in view.look.things):
        out |= {"click", "long_press", "double_click", "drag"}
    if not view.look.focused:
        out |= {"type"}
    if not view.apps:
        out |= {"open_app", "close_app"}
    return [place for place, name in enumerate(KINDS) if name not in out]


def _sources(view: View, ask: Ask) -> list[int]:
    """A phrase is a whole answer, and nobody types one; whatever has no words is no source; one piece alone
    is not reckoned with."""
    start = first_thing(view)
    things = chain(view.look.things, (one.thing for one in view.read))
    said = [source for source, thing in enumerate(things, start) if thing.words]
    pieces = [*range(FIRST_TOLD, start), *said]
    if ask.number >= RECKONED:
        return pieces if (ask.number - RECKONED) % MOST_PIECES < LEAST_RECKONED else [END, *pieces]
    if ask.number:
        return [END] if ask.at < FIRST_TOLD else [END, *pieces]
    phrases = range(FIRST_PHRASE, FIRST_OPERATION) if KINDS[ask.kind] != "type" else ()
    operations = range(FIRST_OPERATION, FIRST_TOLD) if pieces else ()
    return [*phrases, *operations, *pieces] or [FIRST_PHRASE]
