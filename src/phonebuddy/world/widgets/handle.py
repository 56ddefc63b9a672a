"""The handle at the end of a row: dragged to another row, it moves its own there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from phonebuddy.world.box import Box, Handler, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.plan import Part, Script

HANDLE_DP = 48


def with_handle(
    look: Look, row: Box, index: int, starts: list[int], things: Sequence[Part | Box], on_move: Script
) -> Box:
    """A row of a list with a handle at its end; `things` are the rows and headers that start at `starts`."""
    side, size = look.dp(HANDLE_DP), look.dp(24)
    top, color = (row.height - size) // 2, look.theme.on_surface_variant

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, "drag-horizontal-variant", (side - size) // 2, top, size, color)

    handle = Box(
        side, row.height, paint=paint, role="handle",
        description=look.said("Move #", first_words(row)).strip(),
        background=row.background or look.background,
        touch=Touch(drag=_dropper(index, starts, things, on_move)),
    )  # fmt: skip
    parts = (Placed(row, 0, 0, "row"), Placed(handle, row.width, 0, "handle"))
    return Box(row.width + side, row.height, parts=parts, composite=True)


def first_words(box: Box) -> str:
    """What a row is called: the first words in it."""
    if box.text:
        return box.text
    return next((words for part in box.parts if (words := first_words(part.box))), "")


def _dropper(index: int, starts: list[int], things: Sequence[Part | Box], on_move: Script) -> Handler:
    def drop(runtime: Runtime, _x: int, y: int) -> None:
        target = max(0, bisect_right(starts, starts[index] + y) - 1)
        # A header stands for the row below it.
        while isinstance(things[target], Box):
            target += 1
        moved, onto = things[index], things[target]
        if target != index and isinstance(moved, Part) and isinstance(onto, Part):
            runtime.run(on_move, from_id=moved.scope["id"], to_id=onto.scope["id"])

    return drop
