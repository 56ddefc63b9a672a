"""What the system lays over the page, back to front: one module each, listed here.

Each is asked on every step and answers at once with nothing when it has nothing to show.
"""

from __future__ import annotations

from collections.abc import Callable

from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.runtime import Runtime

MAKERS: tuple[Callable[[Runtime, Look], list[Layer]], ...] = ()


def system_layers(runtime: Runtime, look: Look) -> list[Layer]:
    return [layer for make in MAKERS for layer in make(runtime, look)]
