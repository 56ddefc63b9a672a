"""The frame of a mini: the capsule at its top right with a menu and a way back to the host.

A mini is drawn like any app, in what the capsule leaves of its top bar. Invariant: whatever page of a mini is
in front, `More` and `Close` are on the screen and nothing of the page lies under them.
"""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Handler, Placed, Touch
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.app import Head
from phonebuddy.world.spec.doors import SHARE
from phonebuddy.world.system.app_icon import draw_app_icon
from phonebuddy.world.system.metrics import STATUS_DP, navigation_height
from phonebuddy.world.system.panel import sheet_width
from phonebuddy.world.widgets.base import round_outline, round_rect, shadow, text_box
from phonebuddy.world.widgets.dialog import answer

BAR_DP = 64
"""The bar the capsule stands in; a page without a bar of its own begins below it."""
RESERVED_DP = 112
"""What the capsule takes of that bar, at its right end."""
HALF_DP = 48
PILL_DP = 34
MENU, ABOUT = "mini_menu", "mini_about"
OVERS = (MENU, ABOUT)
"""What `UiState.over` says while the menu, or the words about the mini, are shown."""
FAVOURITE = "favourite"
"""The event of a host that keeps favourites; it is given `app`."""


def capsule_layer(runtime: Runtime, look: Look, head: Head) -> Layer:
    """The two round halves over the top bar of a mini."""
    x = look.width - look.dp(RESERVED_DP - HALF_DP * 2 - 4) - 2 * look.dp(HALF_DP)
    y = look.dp(STATUS_DP) + (look.dp(BAR_DP) - look.dp(HALF_DP)) // 2
    return Layer("capsule", _capsule(look), x, y, runtime.app(head.host).package)


def menu_layers(runtime: Runtime, look: Look, head: Head) -> list[Layer]:
    """What the left half opened, if anything."""
    package = runtime.app(head.host).package
    if runtime.ui.over == MENU:
        box = _menu(runtime, look, head)
        x, y = (look.width - box.width) // 2, look.height - box.height
        return [Layer("mini_menu", box, x, y, package, modal=True, dim=True)]
    if runtime.ui.over == ABOUT:
        box = _about(look, head, runtime.app(head.host).manifest.title_in(look.spec.language))
        x, y = (look.width - box.width) // 2, (look.height - box.height) // 2
        return [Layer("mini_about", box, x, y, package, modal=True, dim=True)]
    return []


@lru_cache(maxsize=64)
def _capsule(look: Look) -> Box:
    half, theme = look.dp(HALF_DP), look.theme
    pill = look.dp(PILL_DP)
    inset, top = look.dp(4), (half - pill) // 2

    def paint(canvas: skia.Canvas) -> None:
        right, bottom, radius = 2 * half - inset, top + pill, pill / 2
        round_rect(canvas, inset, top, right, bottom, radius, theme.surface_lowest)
        round_outline(canvas, inset, top, right, bottom, radius, theme.outline_variant, look.dp(1))
        line = look.dp(9)
        round_rect(canvas, half, top + line, half + look.dp(1), bottom - line, 0, theme.outline_variant)

    parts = (
        Placed(_half(look, "dots-horizontal", look.said("More"), _opens(MENU)), 0, 0, "more"),
        Placed(_half(look, "close", look.said("Close"), _to_host), half, 0, "close"),
    )
    return Box(2 * half, half, parts=parts, paint=paint, floats=True)


def _to_host(running: Runtime, _x: int, _y: int) -> None:
    running.to_host()


def _opens(what: str) -> Handler:
    def tap(running: Runtime, _x: int, _y: int) -> None:
        running.focus(None)
        running.ui.over = what

    return tap


def _half(look: Look, icon: str, label: str, tap: Handler) -> Box:
    side, size = look.dp(HALF_DP), look.dp(20)
    color = look.theme.on_surface

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, icon, (side - size) // 2, (side - size) // 2, size, color)

    return Box(
        side, side, paint=paint, role="icon_button", description=label,
        flags=ENABLED | CLICKABLE, touch=Touch(tap=tap),
    )  # fmt: skip


def _menu(runtime: Runtime, look: Look, head: Head) -> Box:
    host = runtime.app(head.host)
    rows = [_row(look, "share-variant-outline", "Share", _share(look, head, host.manifest))]
    if FAVOURITE in host.events:
        rows.append(_row(look, "star-outline", "Favourite", _favourite(head)))
    rows.append(_row(look, "information-outline", "About", _opens(ABOUT)))
    width = sheet_width(look)
    title = _heading(look, head, width)
    parts = [Placed(title, 0, look.dp(20), "title")]
    y = look.dp(24) + title.height
    for number, box in enumerate(rows):
        parts.append(Placed(box, 0, y, f"row{number}"))
        y += box.height
    height, radius = y + navigation_height(look) + look.dp(8), look.round(28)

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height + radius, radius, look.theme.surface_low)

    return Box(width, height, parts=tuple(parts), paint=paint, role="sheet", floats=True)


def _heading(look: Look, head: Head, width: int) -> Box:
    """The mini's icon and name."""
    size, left = look.dp(40), look.dp(24)
    title, room = head.title_in(look.spec.language), width - look.dp(104)
    name = text_box(look, title, look.text("title"), look.theme.on_surface, room)
    icon, color = head.icon, head.color

    def paint(canvas: skia.Canvas) -> None:
        draw_app_icon(canvas, icon, color, left, look.dp(4), size)

    part = Placed(name, left + size + look.dp(16), look.dp(4) + (size - name.height) // 2, "name")
    return Box(width, look.dp(56), parts=(part,), paint=paint)


def _row(look: Look, icon: str, label: str, tap: Handler) -> Box:
    height, size, width = look.dp(56), look.dp(24), sheet_width(look)
    label = look.said(label)
    words = text_box(look, label, look.text("body_large"), look.theme.on_surface, width, role="")
    color = look.theme.on_surface_variant

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, icon, look.dp(24), (height - size) // 2, size, color)

    return Box(
        width, height, parts=(Placed(words, look.dp(64), (height - words.height) // 2, "label"),),
        paint=paint, role="item", text=label, flags=ENABLED | CLICKABLE, touch=Touch(tap=_closing(tap)),
    )  # fmt: skip


def _closing(then: Handler) -> Handler:
    """Close what is over the mini, then act."""

    def tap(running: Runtime, x: int, y: int) -> None:
        running.ui.over = ""
        then(running, x, y)

    return tap


def _share(look: Look, head: Head, host: Head) -> Handler:
    title, inside = (one.title_in(look.spec.language) for one in (head, host))
    values = {"text": look.said("#, a mini-app in #", title, inside), "title": title}
    return lambda running, _x, _y: running.intents.send(SHARE, dict(values))


def _favourite(head: Head) -> Handler:
    """The host keeps its favourites itself; what it says about it is its own."""
    return lambda running, _x, _y: running.run_event(head.host, FAVOURITE, {"app": head.name})


def _about(look: Look, head: Head, host: str) -> Box:
    theme, width, pad = look.theme, min(look.width - look.dp(48), look.dp(360)), look.dp(24)
    lines: list[tuple[str, str, int]] = [
        (head.title_in(look.spec.language), "headline_small", theme.on_surface),
        (look.said("A mini-app in #. It keeps its own data and can ask # to pay.", host, host), "body",
         theme.on_surface_variant),
        (head.package, "body_small", theme.on_surface_variant),
    ]  # fmt: skip
    size = look.dp(48)
    parts: list[Placed] = []
    y = pad + size + look.dp(16)
    for number, (words, style, ink) in enumerate(lines):
        box = text_box(look, words, look.text(style), ink, width - 2 * pad, max_lines=None)
        parts.append(Placed(box, pad, y, f"line{number}"))
        y += box.height + look.dp(8)
    button = answer(look, look.said("OK"), theme.primary, _closing(lambda _running, _x, _y: None))
    parts.append(Placed(button, width - button.width - look.dp(16), y, "ok"))
    height, radius = y + button.height + look.dp(16), look.round(28)
    icon, color = head.icon, head.color

    def paint(canvas: skia.Canvas) -> None:
        shadow(canvas, 0, 0, width, height, radius, look.dp(8))
        round_rect(canvas, 0, 0, width, height, radius, theme.surface_high)
        draw_app_icon(canvas, icon, color, pad, pad, size)

    return Box(width, height, parts=tuple(parts), paint=paint, role="dialog", outset=look.dp(20), floats=True)
