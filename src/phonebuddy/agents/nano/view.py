"""View: a turn as nano sees it: the instruction in words, the things on the screen, what was done and read.

Invariant: a view is made from the turn alone, and everything that a choice can point at is a token or a word
of one.
"""

from __future__ import annotations

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
from phonebuddy.agents.nano.words import Word, words_of
from phonebuddy.agents.policy import Turn
from phonebuddy.episode import Step

MOST_TOLD = 72
"""Words of the instruction."""
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
    told = words_of(turn.instruction)[:MOST_TOLD]
    alike = [place for place, step in enumerate(turn.past) if _alike(look_at(step.seen), look)]
    again = frozenset((done[place].kind, done[place].thing) for place in alike)
    read = _read(turn, look, told)
    # A name that no action can say (nothing, or of several lines) is no app to open.
    apps = tuple(name for name in turn.apps if name.strip() and name.isprintable())
    return View(turn.instruction, told, look, done, read, apps, before, again, len(alike))


def _alike(one: Look, other: Look) -> bool:
    return one.screen.package == other.screen.package and one.things == other.things


def _with_next(turn: Turn) -> list[tuple[Step, Look]]:
    screens = [*(step.seen for step in turn.past[1:]), turn.screen]
    return [(step, look_at(after)) for step, after in zip(turn.past, screens, strict=False)]


def _done(step: Step, after: Look) -> Done:
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


def _read(turn: Turn, look: Look, told: tuple[Word, ...]) -> tuple[Read, ...]:
    """Things of earlier screens, the most telling ones."""
    here = {thing.texts for thing in look.things}
    wanted = {unit for word in told if word.says for unit in word.known_by}
    found: dict[tuple[str, ...], Read] = {}
    past = turn.past[-MOST_STEPS_READ:]
    for ago, step in enumerate(reversed(past), 1):
        leaves = isinstance(step.action, OpenApp)
        other = step.seen.package != turn.screen.package
        for thing in look_at(step.seen).things if not is_home(step.seen) else ():
            if thing.texts and thing.texts not in here and thing.texts not in found:
                found[thing.texts] = Read(thing, ago, other, leaves)
    best = sorted(found.values(), key=lambda one: -_worth(one, wanted))[:MOST_READ]
    return tuple(sorted(best, key=lambda one: one.ago))


def _worth(read: Read, wanted: set[int]) -> float:
    """How likely it is needed again: values, and what stands with words of the instruction."""
    words = read.thing.telling
    common = sum(any(unit in wanted for unit in word.known_by) for word in words)
    digits = any(word.text[0].isdigit() for word in words)
    plain = not read.thing.is_touchable
    worth = min(common, 4) * 0.5 + digits * 1.0 + plain * 0.7 + min(len(words), 6) * 0.05
    return worth + read.last_of_app * 1.5 - read.ago * 0.05
