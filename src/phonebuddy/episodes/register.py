"""The id under which Gymnasium knows the phone.

Invariant: only places are registered, as text; the engine is loaded when an environment is made.
"""

from __future__ import annotations

import gymnasium

ENVIRONMENT = "phonebuddy/PhoneWorld-v0"
MAX_EPISODE_STEPS = 100


def register_environment() -> None:
    """Make the id known to `gymnasium.make` and `gymnasium.make_vec`; a second call does nothing."""
    if ENVIRONMENT not in gymnasium.registry:
        gymnasium.register(
            ENVIRONMENT,
            entry_point="phonebuddy.episodes.env:PhoneWorldEnv",
            vector_entry_point="phonebuddy.episodes.vector:PhoneWorldVector",
            max_episode_steps=MAX_EPISODE_STEPS,
        )
