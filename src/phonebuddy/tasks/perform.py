"""Perform: let a gold script, a random walker or nobody act on a phone, and say how it ended.

Invariant: whoever acts sees screens and gives actions, nothing else; what they cannot do ends their episode.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from phonebuddy.actions import Action, Finish, OpenApp
from phonebuddy.screen import Screen
from phonebuddy.tasks.gold import Gold, GoldError
from phonebuddy.tasks.trial import Ending, Talk
from phonebuddy.world.measure.walk import WORDS, Walker
from phonebuddy.world.phone import WorldPhone

MOST_ACTIONS = 400
_WRITES = "SELECT count(*) FROM phone_event WHERE kind IN ('write', 'setting')"


class Performance(NamedTuple):
    ending: Ending
    num_actions: int
    problem: str
    """Why the script broke off, if it did."""
    wrote: tuple[int, ...]
    """Which steps of the script changed something."""


Watch = Callable[[Action, Screen], None]
"""Called with each action and the screen after it."""


def _nobody(_action: Action, _screen: Screen) -> None:
    pass


def perform(phone: WorldPhone, gold: Gold, watch: Watch = _nobody) -> Performance:
    """Play a script to its end; one that breaks off ends with `finish`, as an agent that gives up would."""
    talk, count, problem = Talk(), 0, ""
    wrote: set[int] = set()
    writes = _count(phone)
    play = gold.play(phone.observe())
    try:
        action = next(play)
        while True:
            phone.act(action)
            talk.note(action)
            watch(action, phone.observe())
            count += 1
            before, writes = writes, _count(phone)
            if writes != before:
                wrote.add(gold.at)
            if count >= MOST_ACTIONS:
                problem = f"more than {MOST_ACTIONS} actions"
                break
            action = play.send(phone.observe())
    except StopIteration:
        pass
    except GoldError as error:
        problem = str(error)
    if not talk.kind:
        talk.note(Finish("Done."))
    return Performance(talk.ending(), count, problem, tuple(sorted(wrote)))


def _count(phone: WorldPhone) -> object:
    return phone.state(_WRITES)[0][0]


def walk(phone: WorldPhone, seed: str, first: str, num_steps: int) -> Ending:
    """Wander about at random, from some app on, then claim to be done."""
    chance = random.Random(seed)
    walker = Walker(chance.randrange(1 << 30), tuple(phone.image.apps.apps))
    talk = Talk()
    phone.act(OpenApp(first))
    for _ in range(num_steps):
        phone.act(walker.next(phone.observe()))
    talk.note(Finish(chance.choice(WORDS)))
    return talk.ending()
