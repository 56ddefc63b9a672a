"""Coached: a model at work with gold beside it: what it does wrong is done, taken back, and done right.

A demonstration shows only screens that somebody sees who makes no mistakes. These episodes show the screens
to which a model's own mistakes lead, on tasks it was not trained on, and the way back from them.
Invariant: a mistake is done only where one action takes it back, and is marked as a slip, so that nobody
learns it; all other steps are gold's.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from phonebuddy.actions import Action, ButtonPress, Click, LongPress, OpenApp, Scroll, to_point
from phonebuddy.agents.folders import find_model
from phonebuddy.agents.gold import KEPT, SLIP, script_of, tab_at
from phonebuddy.agents.nano.loading import load_model
from phonebuddy.agents.nano.policy import NanoPolicy
from phonebuddy.agents.nano.things import Look, is_home, look_at, thing_at
from phonebuddy.agents.policy import Decision, Outcome, Policy, Turn, attempt
from phonebuddy.episode import Seen
from phonebuddy.screen import Flag, Screen

MOST_SLIPS = 3
"""Of one episode; more would be another task than the one that was set."""
MOST_WRONG_APPS = 1
"""Of one episode. A first model opens many: with three of them shown, the next one left every app it was not
sure of at once, also the right one."""
_CHOSEN = int(Flag.SELECTED | Flag.CHECKED)
TEMPERATURE = 0.7
"""Of the model: the mistakes it might make, not only the one it makes every time."""


def load_policy(folder: str, device: str = "cpu") -> CoachedPolicy:
    """A coach for the model of a folder that training wrote."""
    model, _ = load_model(find_model(Path(folder)), device)
    return CoachedPolicy(NanoPolicy(model, TEMPERATURE))


class CoachedPolicy:
    """See the head of this file."""

    name = "coached"
    insider = True

    def __init__(self, pupil: Policy) -> None:
        self._pupil = pupil

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Outcome]:
        asked = [place for place, turn in enumerate(turns) if _may_slip(turn)]
        tried = self._pupil.act([turns[place] for place in asked], [chances[place] for place in asked])
        tries = dict(zip(asked, tried, strict=True))
        return [attempt(_decide, turn, tries.get(place)) for place, turn in enumerate(turns)]


def _may_slip(turn: Turn) -> bool:
    script = script_of(turn)
    slips = sum(step.text == SLIP for step in turn.past)
    return not script.is_away and slips < MOST_SLIPS and not look_at(turn.screen).has_keyboard


def _decide(turn: Turn, tried: Outcome | None) -> Decision:
    if isinstance(tried, Exception):
        raise tried
    script = script_of(turn)
    if script.is_away:
        return script.come_back(turn.screen)
    right = script.decide()
    if tried is None or right.problem or _same(look_at(turn.screen), tried.action, right.action):
        return right
    way_back = _way_back(turn, tried.action)
    if way_back is None:
        return right
    script.slip(way_back)
    return Decision(tried.action, SLIP)


def _same(look: Look, one: Action, other: Action) -> bool:
    if isinstance(one, Click | LongPress) and isinstance(other, Click | LongPress):
        return thing_at(look, one.point) == thing_at(look, other.point)
    return one == other


def _way_back(turn: Turn, action: Action) -> Action | None:
    """What takes an action back; nothing where nothing does."""
    look = look_at(turn.screen)
    if isinstance(action, OpenApp):
        wrong = sum(isinstance(step.action, OpenApp) and step.text == SLIP for step in turn.past)
        if wrong >= MOST_WRONG_APPS:
            return None
        opened = [step.action for step in turn.past if isinstance(step.action, OpenApp) and step.text != SLIP]
        return ButtonPress("home") if is_home(turn.screen) else (opened[-1] if opened else None)
    if isinstance(action, Scroll):
        return Scroll(action.end, action.start)
    if tab_at(turn.screen.elements, action, turn.screen) is not None:
        return _to_chosen_tab(turn.screen)
    if isinstance(action, Click | LongPress) and not is_home(turn.screen):
        place = thing_at(look, action.point)
        leads_on = place is not None and look.things[place].element.role not in KEPT
        return ButtonPress("back") if leads_on else None
    return None


def _to_chosen_tab(screen: Screen | Seen) -> Action | None:
    chosen = (one for one in screen.elements if one.role == "tab" and one.flags & _CHOSEN)
    return next((Click(to_point(*one.bounds.center, screen.width, screen.height)) for one in chosen), None)
