"""What the tests of the environment share: a small app, and random walks over it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium

import phonebuddy.episodes
from phonebuddy.episodes.register import ENVIRONMENT

gymnasium.register_envs(phonebuddy.episodes)

TALLY = str(Path(__file__).parent / "tally")
SMALL: dict[str, Any] = {"profile": "360x800", "apps": [TALLY]}


def make(**settings: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(ENVIRONMENT, **{**SMALL, **settings})


def samples(space: gymnasium.Space[Any], count: int, seed: int = 0) -> Iterator[Any]:
    space.seed(seed)
    return (space.sample() for _ in range(count))
