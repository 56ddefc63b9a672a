"""The app drawer: every app by title, and a search above them that the keyboard types into.

Invariant: what it shows is what fits UiState.search; enter opens the first of them.
"""

from __future__ import annotations

from phonebuddy.world.box import CLICKABLE, ENABLED, SCROLLABLE, Box, Placed, Scroll, Touch, paint_tree
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.services.launcher import DRAWER
from phonebuddy.world.spec.kinds import Typed
from phonebuddy.world.system import keyboard
from phonebuddy.world.system.app_icon import columns_of, launch_box
from phonebuddy.world.system.home import PACKAGE
from phonebuddy.world.system.metrics import STATUS_DP, navigation_height
from phonebuddy.world.widgets.base import round_rect
from phonebuddy.world.widgets.empty import Empty
from phonebuddy.world.widgets.field import Field

SIDE_DP, PILL_DP = 16, 56


def drawer_layers(runtime: Runtime, phone_look: Look) -> list[Layer]:
    look = phone_look.on(phone_look.theme.surface_container)
    keys = keyboard.keyboard_box(runtime, phone_look) if runtime.ui.is_searching else None
    floor = look.height - (keys.height if keys is not None else navigation_height(look))
    bar = runtime.remember(
        "search", (look, runtime.ui.search, runtime.ui.is_searching), lambda: _search_bar(runtime, look)
    )
    top = look.dp(STATUS_DP + 8) + bar.height
    window = _window(runtime, look, floor - top)
    parts = (Placed(window, 0, top, "apps"), Placed(bar, look.dp(SIDE_DP), look.dp(STATUS_DP), "search"))
    box = Box(
        look.width, look.height, parts=parts, composite=True, background=look.background, role="drawer",
        touch=Touch(swipe_down=lambda running, _x, _y: running.back()),
    )  # fmt: skip
    layers = [Layer("drawer", box, 0, 0, PACKAGE)]
    if keys is not None:
        layers.append(Layer("keyboard", keys, 0, look.height - keys.height, keyboard.PACKAGE))
    return layers


def _search_bar(runtime: Runtime, look: Look) -> Box:
    """A pill with a field; tapping it brings the keyboard."""
    text, theme = runtime.ui.search, look.theme
    width, height = look.width - look.dp(2 * SIDE_DP), look.dp(PILL_DP)
    caret = len(text) if runtime.ui.is_searching else -1
    field = Field(Typed("search", text, caret), hint=look.said("Search apps"), icon="magnify", frame="plain")
    place = Place(look.on(theme.surface_highest), runtime.store, height, {}, {})
    inner = field.layout(place, width - look.dp(60))
    top = (height - inner.height) // 2

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height, look.round(PILL_DP / 2), theme.surface_highest)
        canvas.save()
        canvas.translate(look.dp(4), top)
        paint_tree(inner, canvas)
        canvas.restore()

    clear = _clear(look)
    return Box(
        width, height, paint=paint, role="field", text=text, hint=look.said("Search apps"), flags=inner.flags,
        parts=(Placed(clear, width - clear.width - look.dp(4), look.dp(4), "clear"),) if text else (),
        touch=Touch(
            tap=lambda running, _x, _y: running.launcher.search(),
            submit=lambda running, _x, _y: running.launcher.open_first(),
        ),
    )  # fmt: skip


def _clear(look: Look) -> Box:
    side, size, color = look.dp(48), look.dp(24), look.theme.on_surface_variant

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, "close", (side - size) // 2, (side - size) // 2, size, color)

    return Box(
        side, side, paint=paint, role="icon_button", description=look.said("Clear"),
        flags=ENABLED | CLICKABLE,
        touch=Touch(tap=lambda running, _x, _y: running.launcher.put_search("")),
    )  # fmt: skip


def _window(runtime: Runtime, look: Look, height: int) -> Box:
    """The icons that fit the search, scrolled as far as UiState says."""
    telling = frozenset(one.app for one in runtime.notifications.all())
    seen = look, height, runtime.ui.search, telling
    content = runtime.remember("drawer", seen, lambda: _grid(runtime, look, height, telling))
    extent = max(0, content.height - height)
    offset = max(0, min(runtime.ui.scroll.get(DRAWER, 0), extent))
    return Box(
        look.width, height, parts=(Placed(content, 0, -offset, "content"),), composite=True,
        scroll=Scroll(DRAWER, offset, extent), role="scroll" if extent else "",
        flags=ENABLED | (SCROLLABLE if extent else 0),
    )  # fmt: skip


def _grid(runtime: Runtime, look: Look, height: int, telling: frozenset[str]) -> Box:
    heads = runtime.launcher.found()
    if not heads:
        place = Place(look, runtime.store, height, {}, {})
        return Empty(look.said("No apps match “#”", runtime.ui.search.strip()), "magnify-close").layout(
            place, look.width
        )
    side = look.dp(SIDE_DP)
    columns = columns_of(look, look.width - 2 * side)
    cell = (look.width - 2 * side) // columns
    boxes = [launch_box(look, head, cell, head.name in telling) for head in heads]
    row = boxes[0].height
    parts = tuple(
        Placed(box, side + index % columns * cell, look.dp(8) + index // columns * row, head.name)
        for index, (box, head) in enumerate(zip(boxes, heads, strict=True))
    )
    lines = -(-len(boxes) // columns)
    return Box(look.width, lines * row + look.dp(16), parts=parts, composite=True, role="grid")
