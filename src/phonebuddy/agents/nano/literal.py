"""Literal: a demonstration said again in the words of what was touched and typed, in order.

There are few kinds of tasks and many ways through apps: who learns only from the tasks' own words comes to
know the tasks, not the words. Said literally (`Larkmarket, Steel water bottle, Save`) the same steps teach to
follow whatever is named. Invariant: it is made from the stored steps alone, the same every time; what the
instruction did not tell (a value read elsewhere, an answer) it does not tell either; an answer is asked for
by what stands beside it on the screen.
"""

from __future__ import annotations

import random

import msgspec

from phonebuddy.actions import Action, CallUser, Click, DoubleClick, Finish, LongPress, OpenApp, Type
from phonebuddy.agents.gold import SLIP
from phonebuddy.agents.nano.pieces import plain
from phonebuddy.agents.nano.things import Look, Thing, look_at, thing_at
from phonebuddy.episode import Episode, Step
from phonebuddy.screen import Flag
from phonebuddy.tasks.answers import says_impossible

DONE = "Done."
OFTEN, SELDOM = 0.9, 0.3
"""How often what was touched is named: entries of lists, against buttons, which people take for granted."""
BUTTONS = frozenset({"button", "icon_button", "tab"})
MOST_WORDS = 8
JOINS = (", ", "; ", " > ", " then ", " and ", ": ", " ")
ASKS = ("{}?", "What is {}?", "tell me {}", "{}是多少？", "how much {}?")
NEAR = 120
"""Pixels, up to which something stands beside a value."""
STARTS = ("", "", "Please ", "I want ", "Go to ", "In ")


def literal(episode: Episode) -> Episode | None:
    """The episode in literal words; nothing where there would be none."""
    chance = random.Random(f"literal/{episode.id}")
    steps, question = episode.steps, ""
    if steps and isinstance(steps[-1].action, Finish | CallUser) and steps[-1].action != Finish(DONE):
        question = _ask(steps[-1])
        steps = steps if question else steps[:-1]
    said = [words for step in steps if (words := _say(step, episode, chance))]
    if question:
        said.append(chance.choice(ASKS).format(question))
    if not said:
        return None
    text = said[0]
    join = chance.choice(JOINS)
    for words in said[1:]:
        text += (join if chance.random() < 0.8 else chance.choice(JOINS)) + words
    told = chance.choice(STARTS) + text
    # The same id: whoever holds the episode out of learning holds this out with it.
    return msgspec.structs.replace(episode, instruction=told, steps=steps)


def _ask(step: Step) -> str:
    """What a value that was answered is called on the screen: the rest of its entry, or what is left of it or
    above; nothing where the answer has more than one value, or none that is there."""
    look = look_at(step.seen)
    answer = getattr(step.action, "text", "")
    values = [
        (thing, text)
        for thing in look.things
        for text in thing.texts
        if len(text) > 1 and text in answer and any(letter.isdigit() for letter in text)
    ]
    if len({text for _, text in values}) != 1 or says_impossible(answer):
        return ""
    thing, value = values[0]
    if any(letter.isdigit() for letter in answer.replace(value, "")):
        return ""
    others = [text for text in thing.texts if text != value and len(text.split()) <= MOST_WORDS]
    return others[0] if others else _beside(look, thing)


def _beside(look: Look, thing: Thing) -> str:
    left, top, _, bottom = thing.element.bounds
    near = [
        (abs(one.element.bounds.top - top) + max(0, left - one.element.bounds.right), one.texts[0])
        for one in look.things
        if one.texts
        and one is not thing
        and one.element.bounds.top < bottom
        and one.element.bounds.left <= left
    ]
    distance, label = min(near, default=(NEAR, ""))
    return label if distance < NEAR and len(label.split()) <= MOST_WORDS else ""


def _say(step: Step, episode: Episode, chance: random.Random) -> str:
    """What is said of one step; often nothing."""
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
