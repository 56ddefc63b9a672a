"""An interruption on the screen: a dialog in the middle, or a page over the whole screen."""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Handler, Placed, Touch
from phonebuddy.world.interruption_kinds import APP, CROSS, Kind, Words, spoken
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import draw_picture
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.system.metrics import STATUS_DP, SYSTEM_PACKAGE, is_wide, navigation_height
from phonebuddy.world.system.panel import button_box, dialog_box, dialog_width, middle
from phonebuddy.world.widgets.base import round_rect, text_box

NAME = "interruption"
MOST_DP = 420
TURN_S = 8
"""A spinner goes round once in this many seconds of the phone's clock."""


def layers(runtime: Runtime, look: Look) -> list[Layer]:
    one = runtime.interruptions.current()
    if one is None:
        return []
    kind, words = runtime.interruptions.kind(one), runtime.interruptions.words(one)
    app, package = runtime.interruptions.app_title(one), SYSTEM_PACKAGE
    if kind.where == APP:
        head = runtime.app(one.values["app"]).manifest
        look, package = look.of_app(head.color), head.package
    turned = runtime.ui.time_ms // 1000 % TURN_S if kind.spinner else 0
    if kind.layout == "dialog":
        box = _dialog(look, kind, words, app)
        return [Layer(NAME, box, *middle(look, box), package, modal=True, dim=True, stays=True)]
    return [Layer(NAME, _page(look, kind, words, app, turned), 0, 0, package, modal=True, stays=True)]


def _press(index: int) -> Handler:
    return lambda runtime, _x, _y: runtime.interruptions.press(index)


@lru_cache(maxsize=64)
def _dialog(look: Look, kind: Kind, words: Words, app: str) -> Box:
    title = text_box(
        look, words.title, look.text("title_large"), look.theme.on_surface,
        dialog_width(look) - look.dp(48), max_lines=4, align="center",
    )  # fmt: skip
    buttons = [(_label(look, button.label, app), _press(index)) for index, button in enumerate(kind.buttons)]
    icon = words.icon or kind.icon or ("timer-sand" if kind.spinner else "")
    return dialog_box(look, icon, title, words.text, buttons, kind.stacked)


def _label(look: Look, label: str, app: str) -> str:
    return spoken(label, look.spec.language).replace("{app}", app)


@lru_cache(maxsize=64)
def _page(look: Look, kind: Kind, words: Words, app: str, turned: int) -> Box:
    """A picture, icon or spinner and words in the middle; buttons at the foot, a cross in the corner."""
    width, theme = min(look.width - look.dp(48), look.dp(MOST_DP)), look.theme
    left, top = (look.width - width) // 2, look.dp(STATUS_DP)
    parts, foot = _buttons(look, kind, app, left, width)
    said = _words(look, words, width)
    room = foot - top
    above = (
        _picture(look, words, min(look.width, look.dp(640))) if words.picture else _sign(look, kind, turned)
    )
    start = top + max(0, (room - above.height - said.height - look.dp(20)) // 2)
    if words.picture:
        start = min(start, top + look.dp(56))
    parts.append(Placed(above, (look.width - above.width) // 2, start, "above"))
    parts.append(Placed(said, left, start + above.height + look.dp(20), "words"))

    def paint(canvas: skia.Canvas) -> None:
        canvas.clear(theme.surface)

    return Box(
        look.width, look.height, parts=tuple(parts), paint=paint, background=theme.surface, role="page",
        description=words.title,
    )  # fmt: skip


def _words(look: Look, words: Words, width: int) -> Box:
    theme = look.theme
    title = text_box(
        look, words.title, look.text("headline_small"), theme.on_surface, width, max_lines=3, align="center"
    )
    text = text_box(
        look,
        words.text,
        look.text("body_large"),
        theme.on_surface_variant,
        width,
        max_lines=4,
        align="center",
    )
    parts: list[Placed] = []
    y = 0
    for box, key in ((title, "title"), (text, "text")):
        if box.text:
            parts.append(Placed(box, 0, y, key))
            y += box.height + look.dp(10)
    return Box(width, y, parts=tuple(parts), floats=True)


def _buttons(look: Look, kind: Kind, app: str, left: int, width: int) -> tuple[list[Placed], int]:
    """The buttons where they stand, and the height at which they begin."""
    placed: list[Placed] = []
    y = look.height - navigation_height(look) - look.dp(20)
    for index in reversed(range(len(kind.buttons))):
        button = kind.buttons[index]
        label = _label(look, button.label, app)
        if button.style == CROSS:
            box = _cross(look, label, _press(index))
            x = look.width - box.width - look.dp(4)
            placed.append(Placed(box, x, look.dp(STATUS_DP + 4), f"button{index}"))
            continue
        box = button_box(look, label, button.style, width, _press(index))
        y -= box.height + look.dp(4)
        placed.append(Placed(box, left, y, f"button{index}"))
    return placed, y


def _cross(look: Look, label: str, tap: Handler) -> Box:
    """Small to the eye, large enough for a finger."""
    side, disc, size = look.dp(48), look.dp(22), look.dp(14)
    theme = look.theme

    def paint(canvas: skia.Canvas) -> None:
        start = (side - disc) / 2
        round_rect(canvas, start, start, start + disc, start + disc, disc / 2, theme.surface_highest)
        draw_icon(canvas, "close", (side - size) // 2, (side - size) // 2, size, theme.on_surface_variant)

    return Box(
        side, side, paint=paint, role="icon_button", description=label,
        flags=ENABLED | CLICKABLE, touch=Touch(tap=tap), floats=True,
    )  # fmt: skip


def _picture(look: Look, words: Words, width: int) -> Box:
    inner = width - look.dp(48)
    height = round(look.height * 0.32) if is_wide(look) else min(inner, round(look.height * 0.42))

    def paint(canvas: skia.Canvas) -> None:
        radius = look.round(28)
        frame = skia.RRect.MakeRectXY(skia.Rect.MakeWH(inner, height), radius, radius)
        draw_picture(canvas, words.picture, words.title, inner, height, frame)

    return Box(inner, height, paint=paint, role="image", description=words.title, floats=True)


def _sign(look: Look, kind: Kind, turned: int) -> Box:
    """The icon on a soft disc, or the spinner."""
    theme = look.theme
    side, size = look.dp(48 if kind.spinner else 88), look.dp(40)

    def spin(canvas: skia.Canvas) -> None:
        stroke = look.dp(4)
        paint = skia.Paint(
            Color=theme.primary, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=stroke
        )
        paint.setStrokeCap(skia.Paint.kRound_Cap)
        frame = skia.Rect.MakeLTRB(stroke, stroke, side - stroke, side - stroke)
        canvas.drawArc(frame, turned * 360 / TURN_S - 90, 260, False, paint)

    def sign(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, side, side, side / 2, theme.secondary_container)
        start = (side - size) // 2
        draw_icon(
            canvas, kind.icon or "information-outline", start, start, size, theme.on_secondary_container
        )

    if kind.spinner:
        return Box(side, side, paint=spin, role="progress", description=look.said("In progress"), floats=True)
    return Box(side, side, paint=sign, floats=True)
