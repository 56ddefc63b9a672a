"""Panels of the system: windows that scroll, sheets from the bottom, dialogs; the frames others fill.

Invariant: whatever is put in, a panel never grows beyond the screen; what does not fit scrolls.
"""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, ENABLED, SCROLLABLE, Box, Handler, Placed, Scroll, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.system.metrics import STATUS_DP, navigation_height
from phonebuddy.world.widgets.base import round_rect, shadow, text_box

SHEET_DP = 640
DIALOG_DP = 380
BUTTON_COLORS = {
    "filled": ("primary", "on_primary"),
    "tonal": ("secondary_container", "on_secondary_container"),
    "text": ("", "primary"),
}


def scrolled(parts: tuple[Placed, ...], width: int, inner: int, height: int, key: str, offset: int) -> Box:
    """A window of a height on parts that together are `inner` high."""
    extent = max(0, inner - height)
    content = Box(width, inner, parts=parts, composite=True)
    moved = max(0, min(offset, extent))
    return Box(
        width,
        min(inner, height),
        parts=(Placed(content, 0, -moved, "content"),),
        composite=True,
        scroll=Scroll(key, moved, extent),
        role="scroll" if extent else "",
        flags=ENABLED | (SCROLLABLE if extent else 0),
    )


def sheet_width(look: Look) -> int:
    return min(look.width, look.dp(SHEET_DP))


def bottom_sheet(
    look: Look, title: str, parts: tuple[Placed, ...], inner: int, foot: Box | None, key: str, offset: int
) -> Box:
    """A sheet with a title, parts that scroll when there are many, and perhaps a foot that stays."""
    width = sheet_width(look)
    head = _head(look, title, width)
    below = (foot.height if foot is not None else 0) + navigation_height(look) + look.dp(8)
    window = scrolled(parts, width, inner, round(look.height * 0.8) - head.height - below, key, offset)
    height = head.height + window.height + below
    placed = [
        Placed(_surface(look, width, height), 0, 0, "surface"),
        Placed(window, 0, head.height, "body"),
        Placed(head, 0, 0, "head"),
    ]
    if foot is not None:
        placed.append(Placed(foot, 0, head.height + window.height, "foot"))
    return Box(width, height, parts=tuple(placed), role="sheet", composite=True, floats=True)


@lru_cache(maxsize=64)
def _surface(look: Look, width: int, height: int) -> Box:
    radius = look.round(28)

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height + radius, radius, look.theme.surface_low)

    return Box(width, height, paint=paint, floats=True)


@lru_cache(maxsize=64)
def _head(look: Look, title: str, width: int) -> Box:
    pad, half = look.dp(24), look.dp(16)
    words = text_box(look, title, look.text("title_large"), look.theme.on_surface, width - 2 * pad)

    def paint(canvas: skia.Canvas) -> None:
        left, top = width // 2 - half, look.dp(14)
        color = look.theme.outline
        round_rect(canvas, left, top, left + 2 * half, top + look.dp(4), look.dp(2), color)

    part = Placed(words, pad, look.dp(32), "title")
    return Box(width, look.dp(48) + words.height, parts=(part,), paint=paint, floats=True)


def button_box(look: Look, word: str, style: str, width: int, tap: Handler) -> Box:
    """A word to tap: `filled`, `tonal` or `text`; a width of 0 is as wide as the word needs."""
    back, front = BUTTON_COLORS[style]
    pad = look.dp(12 if style == "text" else 24)
    room = (width or look.dp(240)) - 2 * pad
    label = text_box(look, word, look.text("label"), look.role(front), max(1, room), role="")
    taken, height, inset = width or label.width + 2 * pad, look.dp(48), look.dp(2)

    def paint(canvas: skia.Canvas) -> None:
        if back:
            radius = min(look.round(24), height / 2 - inset)
            round_rect(canvas, 0, inset, taken, height - inset, radius, look.role(back))

    part = Placed(label, (taken - label.width) // 2, (height - label.height) // 2, "label")
    return Box(
        taken, height, parts=(part,), paint=paint, role="button", text=word,
        flags=ENABLED | CLICKABLE, touch=Touch(tap=tap),
    )  # fmt: skip


def dialog_box(
    look: Look, icon: str, title: Box, text: str, buttons: list[tuple[str, Handler]], stacked: bool
) -> Box:
    """A dialog: an icon, a title, words, and buttons beside or under each other."""
    width, pad, theme = dialog_width(look), look.dp(24), look.theme
    inner, size = width - 2 * pad, look.dp(28)
    y = pad + (size + look.dp(12) if icon else 0)
    parts = [Placed(title, (width - title.width) // 2, y, "title")]
    y += title.height + look.dp(12)
    if text:
        color = theme.on_surface_variant
        words = text_box(look, text, look.text("body"), color, inner, max_lines=8, align="center")
        parts.append(Placed(words, pad, y, "text"))
        y += words.height + look.dp(12)
    y += look.dp(8)
    placed, taken = _stacked(look, buttons, pad, y, inner) if stacked else _row(look, buttons, width, y)
    height = y + taken + look.dp(18)

    def paint(canvas: skia.Canvas) -> None:
        radius = look.round(28)
        shadow(canvas, 0, 0, width, height, radius, look.dp(8))
        round_rect(canvas, 0, 0, width, height, radius, theme.surface_high)
        if icon:
            draw_icon(canvas, icon, (width - size) // 2, pad, size, theme.primary)

    return Box(
        width, height, parts=(*parts, *placed), paint=paint, role="dialog", outset=look.dp(20), floats=True
    )


def dialog_width(look: Look) -> int:
    return min(look.width - look.dp(40), look.dp(DIALOG_DP))


def _stacked(
    look: Look, buttons: list[tuple[str, Handler]], left: int, top: int, width: int
) -> tuple[list[Placed], int]:
    step = look.dp(52)
    boxes = [button_box(look, word, "tonal", width, tap) for word, tap in buttons]
    placed = [Placed(box, left, top + index * step, f"answer{index}") for index, box in enumerate(boxes)]
    return placed, step * len(boxes)


def _row(look: Look, buttons: list[tuple[str, Handler]], width: int, top: int) -> tuple[list[Placed], int]:
    """Beside each other at the right end, the last one outermost; under each other where they do not fit."""
    boxes = [button_box(look, word, "text", 0, tap) for word, tap in buttons]
    gap, pad = look.dp(8), look.dp(20)
    if sum(box.width + gap for box in boxes) > width - 2 * pad:
        return _stacked(look, buttons, pad, top, width - 2 * pad)
    placed, right = [], width - pad
    for index in reversed(range(len(boxes))):
        right -= boxes[index].width
        placed.append(Placed(boxes[index], right, top, f"answer{index}"))
        right -= gap
    return placed, look.dp(48)


def middle(look: Look, box: Box) -> tuple[int, int]:
    """Where a dialog stands."""
    top = look.dp(STATUS_DP)
    room = look.height - top - navigation_height(look)
    return (look.width - box.width) // 2, max(top, top + (room - box.height) // 2)
