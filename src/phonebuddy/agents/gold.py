"""Gold: the agent that plays a task's own solution, to make demonstrations and to try everything around it.

Invariant: it keeps nothing itself; how far a script is lies with the episode (Turn.insight), so that any
number of them can be played side by side.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from phonebuddy.actions import Action, ButtonPress, Click, CloseApp, Finish, OpenApp, to_pixels, to_point
from phonebuddy.agents.policy import Decision, Outcome, Turn, attempt
from phonebuddy.episode import Seen
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.tasks.gold import Gold, GoldError
from phonebuddy.tasks.gold_hand import Play

SLIP = "slip"
"""What a step that is a mistake says, so that nobody learns it."""
MOST_BACKS = 2
"""Times that a slip is taken back before it is given up."""
RETRACED = 6
"""Steps of the way that are gone again where taking a slip back leads further back: into a menu, say."""
_TOUCHED = int(Flag.CLICKABLE | Flag.ENABLED)
KEPT = ("switch", "checkbox", "radio", "slider", "key", "chip")
"""Roles whose touch changes something at once: no way leads back from it."""


def _alike(one: Sequence[Element], other: Sequence[Element]) -> bool:
    """Whether two screens offer the same; the clock and what is remembered of a visit may differ."""
    return {(a.id, a.role) for a in one} == {(a.id, a.role) for a in other}


class _Stop(NamedTuple):
    """A screen on the way, and what is to be done there."""

    elements: Sequence[Element]
    decision: Decision


class _Away(NamedTuple):
    """A slip that is to be put right."""

    way_back: Action
    backs: int = 0
    moves: int = 0


def tab_at(elements: Sequence[Element], action: Action, screen: Screen | Seen) -> str | None:
    """The tab that a touch lands on."""
    if not isinstance(action, Click):
        return None
    x, y = to_pixels(action.point, screen.width, screen.height)
    tabs = ((one.id, one.bounds) for one in elements if one.role == "tab")
    return next((name for name, at in tabs if at.left <= x < at.right and at.top <= y < at.bottom), None)


class Script:
    """One performance of one task's gold on one phone."""

    def __init__(self, gold: Gold, look: Callable[[], Screen], titles: Mapping[str, str]) -> None:
        self._gold = gold
        self._look = look
        self._titles = titles
        """What apps are called on this phone, by their English title."""
        self._play: Play | None = None
        self._away: _Away | None = None
        self._way: deque[_Stop] = deque(maxlen=RETRACED)

    @property
    def is_away(self) -> bool:
        """Whether a slip has not been put right yet."""
        return self._away is not None

    def slip(self, way_back: Action) -> None:
        """Something else is done instead of what was decided last, which waits until that can be done."""
        self._away = _Away(way_back)

    def come_back(self, screen: Screen | Seen) -> Decision:
        """What leads back after a slip, then what was to be done; a problem where nothing leads back."""
        away = self._away
        assert away is not None, "asked only when away"
        last = len(self._way) - 1
        place = last if self._is_offered(screen) else self._place_of(screen)
        if place == last:
            self._away = None
        elif away.moves >= RETRACED or (place is None and away.backs >= MOST_BACKS):
            return Decision(Finish("Done."), problem="no way leads back from a slip")
        else:
            self._away = away._replace(moves=away.moves + 1, backs=away.backs + (place is None))
        return self._way[place].decision if place is not None else Decision(away.way_back)

    def _place_of(self, screen: Screen | Seen) -> int | None:
        """Which screen of the way this is, the last of several."""
        places = reversed(range(len(self._way)))
        return next((place for place in places if _alike(self._way[place].elements, screen.elements)), None)

    def _is_offered(self, screen: Screen | Seen) -> bool:
        """Whether what was to be done can be done here: tabs stay where they are on every page."""
        stop = self._way[-1]
        tab = tab_at(stop.elements, stop.decision.action, screen)
        return tab is not None and tab == tab_at(screen.elements, stop.decision.action, screen)

    def decide(self) -> Decision:
        screen = self._look()
        try:
            decision = Decision(self._next(screen))
        except GoldError as error:
            return Decision(Finish("Done."), problem=str(error))
        self._way.append(_Stop(screen.elements, decision))
        return decision

    def _next(self, screen: Screen) -> Action:
        """The action for the screen as it is now; raises GoldError where the script cannot go on."""
        try:
            if self._play is None:
                self._play = self._gold.play(screen)
                action = next(self._play)
            else:
                action = self._play.send(screen)
        except StopIteration:
            return Finish("Done.")
        if isinstance(action, OpenApp | CloseApp):
            return type(action)(self._titles.get(action.package, action.package))
        return action


class GoldPolicy:
    """See the head of this file."""

    name = "gold"
    insider = True

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Outcome]:
        scripts = [script_of(turn) for turn in turns]
        return [attempt(script.decide) for script in scripts]


class ClumsyPolicy:
    """Gold that now and then goes wrong and finds its way back: shows how mistakes are mended."""

    name = "clumsy"
    insider = True

    def __init__(self, share: float = 0.12) -> None:
        self._share = share
        """Of the steps that are a slip."""

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Outcome]:
        return [attempt(self._act, turn, chance) for turn, chance in zip(turns, chances, strict=True)]

    def _act(self, turn: Turn, chance: random.Random) -> Decision:
        script = script_of(turn)
        if script.is_away:
            return script.come_back(turn.screen)
        right = script.decide()
        if not right.problem and chance.random() < self._share and (slip := _slip(turn, chance)) is not None:
            script.slip(ButtonPress("back"))
            return Decision(slip, SLIP)
        return right


def script_of(turn: Turn) -> Script:
    assert isinstance(turn.insight, Script), "the runner gives insiders the script"
    return turn.insight


def _slip(turn: Turn, chance: random.Random) -> Action | None:
    """A touch on something that leads elsewhere, as people do it by mistake; nothing where there is none."""
    screen = turn.screen
    able = [one for one in screen.elements if one.flags & _TOUCHED == _TOUCHED and one.role not in KEPT]
    if not able or any(one.role == "key" for one in screen.elements):
        return None  # with the keyboard open, going back would close it and change what the next touch does
    return Click(to_point(*chance.choice(able).bounds.center, screen.width, screen.height))
