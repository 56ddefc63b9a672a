"""Turns of a played episode with their screens, for agents that look; needs no torch."""

from __future__ import annotations

import random
from functools import cache

from phonebuddy.agents.gold import GoldPolicy
from phonebuddy.agents.policy import Turn
from phonebuddy.episode import Episode
from phonebuddy.episodes.runner import Keep, Runner
from phonebuddy.episodes.stage import Assignment, WorldStage
from phonebuddy.screen import Screen


@cache
def played() -> tuple[Episode, tuple[Screen, ...]]:
    """A gold episode of four steps, and the screen of each."""
    screens: list[Screen] = []

    def keep(screen: Screen) -> str:
        screens.append(screen)
        return ""

    assignment = Assignment("gold", "clock/switch_off_alarm@0.0")
    (episode,) = Runner([WorldStage()], Keep(False, keep)).play([assignment], GoldPolicy())
    assert len(screens) == len(episode.steps) == 4
    return episode, tuple(screens)


def show(number: int) -> bytes:
    return played()[1][number].png()


def turns() -> list[Turn]:
    episode, screens = played()
    return [
        Turn(episode.instruction, screen, episode.steps[:number], episode.offered)
        for number, screen in enumerate(screens)
    ]


def chances(count: int) -> list[random.Random]:
    return [random.Random(place) for place in range(count)]
