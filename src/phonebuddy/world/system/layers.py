"""What the system lays over the page, back to front: one module each, listed here.

Each answers with nothing when it has nothing to show; on most steps none has, and none is asked.
"""

from __future__ import annotations

from collections.abc import Callable

from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system import asking, chooser, heads_up, interruption, shade, share_sheet, toast

MAKERS: tuple[Callable[[Runtime, Look], list[Layer]], ...] = (
    share_sheet.layers,
    chooser.layers,
    heads_up.layers,
    shade.layers,
    asking.layers,
    interruption.layers,
    toast.layers,
)


def system_layers(runtime: Runtime, look: Look) -> list[Layer]:
    ui = runtime.ui
    if not (ui.sending or ui.heads_up or ui.shade or ui.asking or ui.interruptions or ui.toast):
        return []
    return [layer for make in MAKERS for layer in make(runtime, look)]
