"""Gold: the agent that plays a task's own solution, to make demonstrations and to try everything around it.

Invariant: it keeps nothing itself; how far a script is lies with the episode (Turn.insight), so that any
number of them can be played side by side.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from phonebuddy.actions import Action, ButtonPress, Click, CloseApp, Finish, OpenApp, to_point
from phonebuddy.agents.policy import Decision, Turn
from phonebuddy.episode import Seen
from phonebuddy.screen import Element, Flag, Screen
from phonebuddy.tasks.gold import Gold, GoldError
from phonebuddy.tasks.gold_hand import Play

SLIP = "slip"
"""What a step that is a mistake says, so that nobody learns it."""
MOST_BACKS = 2
_TOUCHED = int(Flag.CLICKABLE | Flag.ENABLED)
KEPT = ("switch", "checkbox", "radio", "slider", "key", "chip")
"""Roles whose touch changes something at once: no way leads back from it."""


def _alike(one: Sequence[Element], other: Sequence[Element]) -> bool:
    """Whether two screens offer the same; the clock and what is remembered of a visit may differ."""
    return {(a.id, a.role) for a in one} == {(a.id, a.role) for a in other}


class _Away(NamedTuple):
    """A slip that is to be put right."""

    left: Sequence[Element]
    """What was on the screen that it led away from."""
    instead_of: Decision
    way_back: Action
    tries: int = 0


class Script:
    """One performance of one task's gold on one phone."""

    def __init__(self, gold: Gold, look: Callable[[], Screen], titles: Mapping[str, str]) -> None:
        self._gold = gold
        self._look = look
        self._titles = titles
        """What apps are called on this phone, by their English title."""
        self._play: Play | None = None
        self._away: _Away | None = None

    @property
    def is_away(self) -> bool:
        """Whether a slip has not been put right yet."""
        return self._away is not None

    def slip(self, screen: Screen | Seen, instead_of: Decision, way_back: Action) -> None:
        """Something else is done instead; the script waits until that screen is there again."""
        self._away = _Away(screen.elements, instead_of, way_back)

    def come_back(self, screen: Screen | Seen) -> Decision:
        """What leads back after a slip, then what was to be done; a problem where nothing leads back."""
        away = self._away
        assert away is not None, "asked only when away"
        if _alike(away.left, screen.elements):
            self._away = None
            return away.instead_of
        if away.tries >= MOST_BACKS:
            return Decision(Finish("Done."), problem="no way leads back from a slip")
        self._away = away._replace(tries=away.tries + 1)
        return Decision(away.way_back)

    def decide(self) -> Decision:
        try:
            return Decision(self._next())
        except GoldError as error:
            return Decision(Finish("Done."), problem=str(error))

    def _next(self) -> Action:
        """The action for the screen as it is now; raises GoldError where the script cannot go on."""
        screen = self._look()
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

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
        return [script_of(turn).decide() for turn in turns]


class ClumsyPolicy:
    """Gold that now and then goes wrong and finds its way back: shows how mistakes are mended."""

    name = "clumsy"
    insider = True

    def __init__(self, share: float = 0.12) -> None:
        self._share = share
        """Of the steps that are a slip."""

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Decision]:
        return [self._act(turn, chance) for turn, chance in zip(turns, chances, strict=True)]

    def _act(self, turn: Turn, chance: random.Random) -> Decision:
        script = script_of(turn)
        if script.is_away:
            return script.come_back(turn.screen)
        right = script.decide()
        if not right.problem and chance.random() < self._share and (slip := _slip(turn, chance)) is not None:
            script.slip(turn.screen, right, ButtonPress("back"))
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
