"""Literal: a demonstration said again in the words of what was touched and typed, in order.

There are few kinds of tasks and many ways through apps: who learns only from the tasks' own words comes to
know the tasks, not the words. Said literally (`Larkmarket, Steel water bottle, Save`) the same steps teach to
follow whatever is named. Invariant: it is made from the stored steps alone, the same every time; what the
instruction did not tell (a value read elsewhere, an answer) it does not tell either.
"""

from __future__ import annotations

import random

import msgspec

from phonebuddy.actions import Action, CallUser, Click, DoubleClick, Finish, LongPress, OpenApp, Type
from phonebuddy.agents.nano.things import Look, Thing, look_at, thing_at
from phonebuddy.agents.nano.words import plain
from phonebuddy.episode import Episode, Step
from phonebuddy.screen import Flag

DONE = "Done."
SLIP = "slip"
"""What a demonstration writes at a step that was wrong on purpose: it is shown, not learned."""
OFTEN, SELDOM = 0.9, 0.3
"""How often what was touched is named: entries of lists, against buttons, which people take for granted."""
BUTTONS = frozenset({"button", "icon_button", "tab", "key"})
MOST_WORDS = 8
JOINS = (", ", "; ", " > ", " then ", " and ", ": ", " ")
STARTS = ("", "", "Please ", "I want ", "Go to ", "In ")


def literal(episode: Episode) -> Episode | None:
    """The episode in literal words; nothing where there would be none."""
    chance = random.Random(f"literal/{episode.id}")
    steps = episode.steps
    if steps and isinstance(steps[-1].action, Finish | CallUser) and steps[-1].action != Finish(DONE):
        steps = steps[:-1]
    said = [words for place in range(len(steps)) if (words := _say(steps, place, episode, chance))]
    if not said:
        return None
    text = said[0]
    join = chance.choice(JOINS)
    for words in said[1:]:
        text += (join if chance.random() < 0.8 else chance.choice(JOINS)) + words
    told = chance.choice(STARTS) + text
    return msgspec.structs.replace(episode, id=f"{episode.id}/literal", instruction=told, steps=steps)


def _say(steps: tuple[Step, ...], place: int, episode: Episode, chance: random.Random) -> str:
    """What is said of one step; often nothing."""
    step = steps[place]
    look = look_at(step.seen)
    match step.action:
        case OpenApp():
            return step.action.package if step.text != SLIP and chance.random() < OFTEN else ""
        case Type():
            return _typed(look, step.action.text, episode, chance)
        case Click() | LongPress() | DoubleClick():
            return _touched(look, step, chance) if step.text != SLIP else ""
        case _:
            return ""


def _typed(look: Look, text: str, episode: Episode, chance: random.Random) -> str:
    if plain(text) not in plain(episode.instruction):
        return ""
    fields = [one for one in look.screen.elements if one.has(Flag.FOCUSED)]
    label = (fields[0].description or fields[0].hint) if fields else ""
    return f"{label} {text}" if label and chance.random() < 0.4 else text


def _touched(look: Look, step: Step, chance: random.Random) -> str:
    thing = _thing(look, step.action)
    if thing is None or thing.element.has(Flag.EDITABLE):
        return ""
    texts = [text for text in thing.texts if len(text.split()) <= MOST_WORDS and len(text) < 60]
    often = SELDOM if thing.element.role in BUTTONS else OFTEN
    return chance.choice(texts[:2]) if texts and chance.random() < often else ""


def _thing(look: Look, action: Action) -> Thing | None:
    place = thing_at(look, action.point) if isinstance(action, Click | LongPress | DoubleClick) else None
    return look.things[place] if place is not None else None
