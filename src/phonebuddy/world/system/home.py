"""The home screen: pages of icons, a dock, a search bar; a swipe up opens the app drawer.

The first page has the clock and one line of icons, the others are full of them. On a screen that is wide and
low the clock stands beside the icons. Invariant: every app but the minis has exactly one icon.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Handler, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.app import Head
from phonebuddy.world.system.app_icon import columns_of, launch_box
from phonebuddy.world.system.clock_face import clock_face
from phonebuddy.world.system.metrics import STATUS_DP, is_wide, navigation_height
from phonebuddy.world.system.wallpaper import wallpaper_box
from phonebuddy.world.widgets.base import mix, round_rect, text_box

PACKAGE = "com.phoneworld.launcher"
FAVOURITES = ("dialer", "contacts", "messages", "calendar")
"""What stands in the dock of a new phone; where one is missing, the next by title does."""
DOCKED = 4
SEARCH_DP, DOCK_DP, DOTS_DP = 52, 72, 24


class Frame(NamedTuple):
    """Where the parts of a home page go, in pixels."""

    left: int
    """Where the icons begin."""
    top: int
    columns: int
    cell: int
    row: int
    rows: int
    face_width: int
    dock: tuple[int, int, int]
    """Left, top and width of the dock."""
    search: tuple[int, int, int]
    dots: int
    """The top of the page dots."""


def home_box(runtime: Runtime, look: Look) -> Box:
    ui, telling = runtime.ui, frozenset(one.app for one in runtime.notifications.all())
    seen = look, ui.now_ms // 60_000, ui.home_page, telling
    return runtime.remember("home", seen, lambda: _home(runtime, look, telling))


def _home(runtime: Runtime, look: Look, telling: frozenset[str]) -> Box:
    heads = runtime.launcher.apps()
    docked = _favourites(heads)
    row = launch_box(look, heads[0], look.dp(96), False).height if heads else look.dp(96)
    frame = _wide_frame(look, row) if is_wide(look) else _tall_frame(look, row)
    pages = _pages([head for head in heads if head not in docked], frame)
    number = max(0, min(runtime.ui.home_page, len(pages) - 1))
    parts = [Placed(wallpaper_box(look), 0, 0, "wallpaper")]
    if number == 0:
        face = clock_face(look, runtime.ui.now_ms, frame.face_width, 64)
        parts.append(Placed(face, 0, look.dp(STATUS_DP + (56 if frame.left else 36)), "clock"))
    parts += _icons(look, pages[number], frame, telling, first=number == 0)
    parts += _dock(look, docked, frame, telling)
    parts.append(Placed(_search_bar(look, frame.search[2]), *frame.search[:2], "search"))
    if len(pages) > 1:
        dots = _dots(look, len(pages), number)
        parts.append(Placed(dots, (look.width - dots.width) // 2, frame.dots, "dots"))
    return Box(
        look.width, look.height, parts=tuple(parts), composite=True, touch=_gestures(number, len(pages))
    )


def _favourites(heads: list[Head]) -> list[Head]:
    """The apps in the dock, the owner's favourites first."""
    known = {head.name: head for head in heads}
    wanted = [known[name] for name in FAVOURITES if name in known]
    return [*wanted, *(head for head in heads if head not in wanted)][:DOCKED]


def _tall_frame(look: Look, row: int) -> Frame:
    """Everything under each other: clock, icons, dots, dock, search."""
    side = look.dp(16)
    inner = look.width - 2 * side
    columns = columns_of(look, inner)
    search = look.height - navigation_height(look) - look.dp(SEARCH_DP + 16)
    dock = search - look.dp(DOCK_DP + 12)
    dots = dock - look.dp(DOTS_DP)
    top = look.dp(STATUS_DP + 16)
    rows = max(1, (dots - look.dp(8) - top) // row)
    return Frame(
        side, top, columns, inner // columns, row, rows, look.width,
        (side, dock, inner), (look.dp(24), search, look.width - look.dp(48)), dots,
    )  # fmt: skip


def _wide_frame(look: Look, row: int) -> Frame:
    """The clock on the left, icons on the right; below them the search beside the dock."""
    face, side = look.width * 2 // 5, look.dp(24)
    inner = look.width - face - side
    columns = columns_of(look, inner)
    bottom = look.height - navigation_height(look) - look.dp(DOCK_DP + 4)
    dots = bottom - look.dp(DOTS_DP)
    top = look.dp(STATUS_DP + 8)
    rows = max(1, (dots - top) // row)
    search = bottom + look.dp((DOCK_DP - SEARCH_DP) / 2)
    return Frame(
        face, top, columns, inner // columns, row, rows, face,
        (face, bottom, inner), (side, search, face - 2 * side), dots,
    )  # fmt: skip


def _pages(heads: list[Head], frame: Frame) -> list[list[Head]]:
    """One line of icons under the clock, or all there is room for beside it; then full pages."""
    full = frame.columns * frame.rows
    first = full if frame.face_width == frame.left else frame.columns
    return [heads[:first], *(heads[start : start + full] for start in range(first, len(heads), full))]


def _icons(look: Look, heads: list[Head], frame: Frame, telling: frozenset[str], first: bool) -> list[Placed]:
    """On the first page they stand low, near the thumb."""
    lines = -(-len(heads) // frame.columns)
    low = first and frame.face_width != frame.left
    top = frame.dots - look.dp(8) - lines * frame.row if low else frame.top
    return [
        Placed(
            launch_box(look, head, frame.cell, head.name in telling),
            frame.left + index % frame.columns * frame.cell,
            top + index // frame.columns * frame.row,
            head.name,
        )
        for index, head in enumerate(heads)
    ]


def _dock(look: Look, heads: list[Head], frame: Frame, telling: frozenset[str]) -> list[Placed]:
    left, top, width = frame.dock
    # As wide as the icons above: on a tablet they stand together in the middle.
    cell = min(width // DOCKED, frame.cell)
    left += (width - DOCKED * cell) // 2
    return [
        Placed(
            launch_box(look, head, cell, head.name in telling, labelled=False),
            left + index * cell, top, head.name,
        )
        for index, head in enumerate(heads)
    ]  # fmt: skip


def _gestures(number: int, count: int) -> Touch:
    def turn(step: int) -> Handler:
        return lambda running, _x, _y: running.launcher.turn_page(number + step)

    return Touch(
        swipe_left=turn(1) if number + 1 < count else None,
        swipe_right=turn(-1) if number > 0 else None,
        swipe_up=lambda running, _x, _y: running.launcher.open_drawer(),
        swipe_down=_open_shade,
    )


def _open_shade(runtime: Runtime, _x: int, _y: int) -> None:
    runtime.ui.shade = "notifications"


@lru_cache(maxsize=32)
def _search_bar(look: Look, width: int) -> Box:
    """A pill that looks like a field; the field itself is in the drawer it opens."""
    theme, height, size = look.theme, look.dp(SEARCH_DP), look.dp(24)
    back = mix(theme.primary, theme.surface_lowest if not theme.dark else theme.surface_high, 0.06)
    label = text_box(
        look, look.said("Search apps"), look.text("body_large"), theme.on_surface_variant, width - look.dp(80)
    )

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height, look.round(SEARCH_DP / 2), back)
        draw_icon(canvas, "magnify", look.dp(16), (height - size) // 2, size, theme.primary)

    return Box(
        width, height, paint=paint, role="button", description=look.said("Search apps"),
        parts=(Placed(label, look.dp(52), (height - label.height) // 2, "hint"),),
        flags=ENABLED | CLICKABLE,
        touch=Touch(tap=lambda running, _x, _y: running.launcher.open_drawer(searching=True)),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _dots(look: Look, count: int, number: int) -> Box:
    """Which page this is; the number is said for those who do not see it."""
    size, step = look.dp(7), look.dp(16)
    width = step * count
    color = look.theme.on_surface

    def paint(canvas: skia.Canvas) -> None:
        for index in range(count):
            center = index * step + step / 2
            shade = color if index == number else color & 0xFFFFFF | 0x60000000
            round_rect(canvas, center - size / 2, size / 2, center + size / 2, size * 1.5, size / 2, shade)

    return Box(
        width, 2 * size, paint=paint, role="indicator",
        description=look.said("Home page # of #", number + 1, count),
    )  # fmt: skip
