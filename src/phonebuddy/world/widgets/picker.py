"""Picker: what the date and time pickers share: surface, answers, and how a choice reaches the page.

Invariant: boxes know what they show and nothing else; handlers ask the picker that is open when they run. So
every part is cached by what it shows, and a frame in which nothing changed has the same boxes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from phonebuddy.world.box import Box, Handler, Placed
from phonebuddy.world.look import Look
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import NO_EFFECTS, Bind, EffectsOnValue, Text
from phonebuddy.world.uistate import Value
from phonebuddy.world.widgets.base import Widget, round_rect, shadow
from phonebuddy.world.widgets.dialog import answer


class Picker(Widget, frozen=True):
    """Keeps the choice in the overlay's state until OK puts it into the variable."""

    OVERLAY: ClassVar[bool] = True
    VOLATILE: ClassVar[bool] = True
    variable: Bind
    title: Text = ""
    on_pick: EffectsOnValue = NO_EFFECTS

    def chosen(self, state: Mapping[str, Value], time_ms: int) -> int:
        """The value the variable would get now."""
        raise NotImplementedError


def put(**values: Value) -> Handler:
    """Keep values in the state of the picker that is open."""
    return lambda runtime, _x, _y: runtime.overlay_state().update(values)


def kept(state: Mapping[str, Value], key: str, otherwise: int) -> int:
    """A whole number the picker keeps."""
    value = state.get(key)
    return value if isinstance(value, int) else otherwise


def framed(look: Look, width: int, height: int, parts: tuple[Placed, ...]) -> Box:
    """The picker: a surface, its parts down to `height`, and the answers below them."""
    confirm, cancel = _answers(look)
    right = width - look.dp(16) - confirm.width
    whole = height + confirm.height + look.dp(12)
    return Box(
        width,
        whole,
        parts=(
            Placed(_surface(look, width, whole), 0, 0, "surface"),
            *parts,
            Placed(confirm, right, height, "confirm"),
            Placed(cancel, right - cancel.width, height, "cancel"),
        ),
        role="dialog",
        composite=True,
        floats=True,
    )


@lru_cache(maxsize=16)
def _surface(look: Look, width: int, height: int) -> Box:
    radius = look.round(28)

    def paint(canvas: skia.Canvas) -> None:
        shadow(canvas, 0, 0, width, height, radius, look.dp(8))
        round_rect(canvas, 0, 0, width, height, radius, look.theme.surface_high)

    return Box(width, height, paint=paint, outset=look.dp(20))


@lru_cache(maxsize=16)
def _answers(look: Look) -> tuple[Box, Box]:
    color = look.theme.primary
    return answer(look, look.said("OK"), color, _confirm), answer(look, look.said("Cancel"), color, _cancel)


def _confirm(runtime: Runtime, _x: int, _y: int) -> None:
    page = runtime.front()
    overlay = page.overlays[-1]
    picker = runtime.app(page.app).plans[overlay.path].fill({**runtime.names(page), **overlay.scope})
    value = picker.chosen(overlay.state, runtime.ui.time_ms)
    runtime.dismiss()
    runtime.set(picker.variable.name, value)
    runtime.run(picker.on_pick, value=value)


def _cancel(runtime: Runtime, _x: int, _y: int) -> None:
    runtime.dismiss()
