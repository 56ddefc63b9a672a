"""View: a turn as nano sees it: the instruction in words, the things on the screen, what was done and read.

Invariant: a view is made from the turn alone, and everything that a choice can point at is a token or a word
of one.
"""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

import msgspec

from phonebuddy.actions import (
    Action,
    ButtonPress,
    Click,
    CloseApp,
    DoubleClick,
    Drag,
    LongPress,
    OpenApp,
    Point,
    Scroll,
    Type,
    name_of,
)
from phonebuddy.agents.nano.things import Look, Thing, is_home, look_at, thing_at
from phonebuddy.agents.nano.told import Told, told_of
from phonebuddy.agents.nano.words import Word
from phonebuddy.agents.policy import Turn
from phonebuddy.episode import Step

MOST_PAST = 12
"""Actions, the last ones."""
MOST_READ = 28
"""Things of earlier screens."""
MOST_STEPS_READ = 30


class Done(NamedTuple):
    """An earlier action, in words."""

    kind: str
    text: str
    """What was typed or opened, or what the touched thing says."""
    thing: str
    """The id of the touched element."""
    changed: bool
    """Whether the screen was another one afterwards."""


class Read(NamedTuple):
    """Something that was on an earlier screen and is not on this one."""

    thing: Thing
    ago: int
    other_app: bool
    last_of_app: bool
    """It was on the last screen before another app was opened."""


class View(NamedTuple):
    """All that a decision is made from."""

    instruction: str
    told: tuple[Word, ...]
    look: Look
    done: tuple[Done, ...]
    """All earlier actions."""
    read: tuple[Read, ...]
    apps: tuple[str, ...]
    before: Look | None
    """The screen of the last step."""
    again: frozenset[tuple[str, str]]
    """What was done before on a screen that looked just like this one: kind, and id of what was touched."""
    visits: int
    """How often such a screen was there before."""


def view_of(turn: Turn) -> View:
    look = look_at(turn.screen)
    done = tuple(_done(step, after) for step, after in _with_next(turn))
    before = look_at(turn.past[-1].seen) if turn.past else None
    told = told_of(turn.instruction)
    alike = [place for place, step in enumerate(turn.past) if _alike(look_at(step.seen), look)]
    again = frozenset((done[place].kind, done[place].thing) for place in alike)
    read = _read(turn, look, told)
    # A name that no action can say (nothing, or of several lines) is no app to open.
    apps = tuple(name for name in turn.apps if name.strip() and name.isprintable())
    return View(turn.instruction, told.words, look, done, read, apps, before, again, len(alike))


def num_tokens(view: View) -> int:
    """How many tokens a view is."""
    return 1 + len(view.told) + len(view.look.things) + len(view.read) + min(len(view.done), MOST_PAST)


def _alike(one: Look, other: Look) -> bool:
    return one.screen.package == other.screen.package and one.things == other.things


def _with_next(turn: Turn) -> list[tuple[Step, Look]]:
    screens = [*(step.seen for step in turn.past[1:]), turn.screen]
    return [(step, look_at(after)) for step, after in zip(turn.past, screens, strict=False)]


_DONE: dict[int, tuple[Step, Look, Done]] = {}
"""By the identity of a step, which is kept so that no other can take its place."""
_MOST_DONE = 2_000


def _done(step: Step, after: Look) -> Done:
    known = _DONE.get(id(step))
    if known is not None and known[1] is after:
        return known[2]
    while len(_DONE) >= _MOST_DONE:
        del _DONE[next(iter(_DONE))]
    found = _make_done(step, after)
    _DONE[id(step)] = step, after, found
    return found


def _make_done(step: Step, after: Look) -> Done:
    look = look_at(step.seen)
    thing, text = _meant(look, step.action)
    said = text or (" ".join(thing.texts) if thing is not None else "")
    touched = thing.element.id if thing is not None else ""
    return Done(kind_of(step.action), said, touched, not _alike(look, after))


def kind_of(action: Action) -> str:
    """The function's name, with the button or the way where that makes it another thing to do."""
    if isinstance(action, ButtonPress):
        return action.button
    if isinstance(action, Scroll):
        return f"scroll_{way_of(action.start, action.end)}"
    return name_of(action)


def way_of(start: Point, end: Point) -> str:
    """Where a movement leads: a finger that goes up scrolls down."""
    dx, dy = end.x - start.x, end.y - start.y
    if abs(dx) > abs(dy):
        return "right" if dx < 0 else "left"
    return "down" if dy < 0 else "up"


def _meant(look: Look, action: Action) -> tuple[Thing | None, str]:
    """The thing an action touched, or its text."""
    if isinstance(action, Click | LongPress | DoubleClick):
        place = thing_at(look, action.point)
    elif isinstance(action, Drag):
        place = thing_at(look, action.start)
    else:
        place = None
    if place is not None:
        return look.things[place], ""
    if isinstance(action, OpenApp | CloseApp):
        return None, action.package
    return None, getattr(action, "text", "") if isinstance(action, msgspec.Struct) else ""


def typed_in(done: tuple[Done, ...]) -> list[str]:
    """What was typed, the last first."""
    return [one.text for one in reversed(done) if one.kind == name_of(Type("."))]


# -- what was read on earlier screens ----------------------------------------------------------------------


def _read(turn: Turn, look: Look, told: Told) -> tuple[Read, ...]:
    """Things of earlier screens, the most telling ones."""
    found: dict[tuple[str, ...], tuple[float, Thing, int]] = {}
    past = turn.past[: -MOST_STEPS_READ - 1 : -1]
    leaves = [isinstance(step.action, OpenApp) for step in past]
    for place, step in enumerate(past):
        for thing, worth in told.worths(look_at(step.seen)) if not is_home(step.seen) else ():
            if thing.texts not in look.texts and thing.texts not in found:
                found[thing.texts] = worth + leaves[place] * 1.5 - (place + 1) * 0.05, thing, place
    best = sorted(found.values(), key=itemgetter(0), reverse=True)[:MOST_READ]
    return tuple(
        Read(thing, place + 1, past[place].seen.package != turn.screen.package, leaves[place])
        for _, thing, place in sorted(best, key=itemgetter(2))
    )
