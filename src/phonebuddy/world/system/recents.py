"""The recents: a card for each open app, with a small picture of the page it was left on.

A tap opens the app, a swipe up closes it. Invariant: what a picture shows is worked out when the recents are
laid out, not when they are drawn, which may be long after.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, ENABLED, SCROLLABLE, Box, Placed, Scroll, Touch, draw_box
from phonebuddy.world.layer import Layer
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.frame import Draw, Fill
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.services.launcher import RECENTS
from phonebuddy.world.spec.app import Head
from phonebuddy.world.system.app_icon import draw_app_icon
from phonebuddy.world.system.home import PACKAGE
from phonebuddy.world.system.metrics import STATUS_DP, is_wide, navigation_height
from phonebuddy.world.system.wallpaper import wallpaper_box
from phonebuddy.world.widgets.base import round_rect, text_box
from phonebuddy.world.widgets.empty import Empty

LeftPage = Callable[[Runtime, Look, str], Box]
"""Lays out the page an app was left on."""
SHARE = 0.62
"""How large a picture is, against the screen; on a wide screen there is less room."""
WIDE_SHARE = 0.46
HEAD_DP, GAP_DP, CORNER_DP, BUTTON_DP = 48, 20, 24, 48
VEIL = 0xB8000000
"""How much of the wallpaper the surface colour covers."""


def recents_layer(runtime: Runtime, look: Look, left_page: LeftPage) -> Layer:
    names = [name for name in runtime.ui.order if name in runtime.ui.stacks]
    veil = Box(look.width, look.height, composite=True, background=VEIL | look.theme.surface & 0xFFFFFF)
    parts = [Placed(wallpaper_box(look), 0, 0, "wallpaper"), Placed(veil, 0, 0, "veil")]
    bottom = look.height - navigation_height(look)
    if names:
        clear = _clear_all(look)
        y = bottom - clear.height - look.dp(8)
        cards = _cards(runtime, look, names, left_page)
        top = max(look.dp(STATUS_DP), look.dp(STATUS_DP) + (y - look.dp(STATUS_DP) - cards.height) // 2)
        parts.append(Placed(cards, 0, top, "cards"))
        parts.append(Placed(clear, (look.width - clear.width) // 2, y, "clear"))
    else:
        place = Place(look, runtime.store, bottom, {}, {})
        parts.append(Placed(_nothing(place), 0, 0, "empty"))
    box = Box(look.width, look.height, parts=tuple(parts), composite=True, role="recents", touch=_BESIDE)
    return Layer("recents", box, 0, 0, PACKAGE)


_BESIDE = Touch(tap=lambda running, _x, _y: running.back())
"""A tap beside the cards leaves the recents."""


def _nothing(place: Place) -> Box:
    return Empty(place.look.said("No recent apps"), "cards-outline").layout(place, place.look.width)


def _cards(runtime: Runtime, look: Look, names: list[str], left_page: LeftPage) -> Box:
    """Newest first; the next one peeks in from the right."""
    share = WIDE_SHARE if is_wide(look) else SHARE
    boxes = []
    for name in names:
        # A host that was left inside a mini shows the mini.
        page = left_page(runtime, look, runtime.ui.inside.get(name, name))
        boxes.append(_card(look, runtime.app(name).manifest, page, share))
    width, height, gap = boxes[0].width, boxes[0].height, look.dp(GAP_DP)
    side = (look.width - width) // 2
    total = 2 * side + len(boxes) * width + (len(boxes) - 1) * gap
    parts = tuple(
        Placed(box, side + index * (width + gap), 0, name)
        for index, (box, name) in enumerate(zip(boxes, names, strict=True))
    )
    extent = total - look.width
    offset = max(0, min(runtime.ui.scroll.get(RECENTS, 0), extent))
    content = Box(total, height, parts=parts, composite=True)
    return Box(
        look.width, height, parts=(Placed(content, -offset, 0, "content"),), composite=True,
        scroll=Scroll(RECENTS, offset, extent, horizontal=True), role="scroll" if extent else "",
        flags=ENABLED | (SCROLLABLE if extent else 0),
    )  # fmt: skip


def _card(look: Look, head: Head, page: Box, share: float) -> Box:
    name = head.name
    picture = _picture(look, page, share)
    title = head.title_in(look.spec.language)
    above = _head(look, title, head.icon, head.color, picture.width)
    parts = (Placed(above, 0, 0, "head"), Placed(picture, 0, above.height, "picture"))
    return Box(
        picture.width, above.height + picture.height, parts=parts, composite=True, role="card",
        description=title, flags=ENABLED | CLICKABLE,
        touch=Touch(
            tap=lambda running, _x, _y: running.start_app(name),
            swipe_up=lambda running, _x, _y: running.launcher.close(name),
        ),
    )  # fmt: skip


@lru_cache(maxsize=128)
def _head(look: Look, title: str, icon: str, color: str, width: int) -> Box:
    """Whose page it is."""
    height, size = look.dp(HEAD_DP), look.dp(32)
    room = width - size - look.dp(20)
    label = text_box(look, title, look.text("title"), look.theme.on_surface, room)

    def paint(canvas: skia.Canvas) -> None:
        draw_app_icon(canvas, icon, color, look.dp(4), (height - size) // 2, size)

    part = Placed(label, size + look.dp(16), (height - label.height) // 2, "title")
    return Box(width, height, parts=(part,), paint=paint)


def _picture(look: Look, page: Box, share: float) -> Box:
    """A page made small; it says nothing and takes no touches of its own."""
    width, height = round(page.width * share), round(page.height * share)
    drawn: list[Draw | Fill] = []
    draw_box(page, 0, 0, (0, 0, page.width, page.height), drawn)
    radius = look.round(CORNER_DP)

    def paint(canvas: skia.Canvas) -> None:
        canvas.save()
        frame = skia.RRect.MakeRectXY(skia.Rect.MakeWH(width, height), radius, radius)
        canvas.clipRRect(frame, skia.ClipOp.kIntersect, True)
        canvas.scale(share, share)
        for operation in drawn:
            _draw(canvas, operation)
        canvas.restore()

    return Box(width, height, paint=paint)


def _draw(canvas: skia.Canvas, operation: Draw | Fill) -> None:
    """What the painter does with whole pixels, on a canvas of any scale."""
    if isinstance(operation, Fill):
        canvas.drawRect(skia.Rect.MakeLTRB(*operation.rect), skia.Paint(Color=operation.color))
        return
    tile = operation.tile
    canvas.save()
    canvas.clipRect(skia.Rect.MakeLTRB(*operation.rect))
    canvas.translate(operation.x, operation.y)
    if tile.background:
        canvas.drawRect(skia.Rect.MakeWH(tile.width, tile.height), skia.Paint(Color=tile.background))
    tile.paint(canvas)
    canvas.restore()


@lru_cache(maxsize=32)
def _clear_all(look: Look) -> Box:
    theme = look.theme
    label = text_box(
        look, look.said("Clear all"), look.text("label"), theme.on_primary_container, look.dp(240)
    )
    width, height = label.width + look.dp(48), look.dp(BUTTON_DP)

    def paint(canvas: skia.Canvas) -> None:
        round_rect(
            canvas,
            0,
            look.dp(4),
            width,
            height - look.dp(4),
            look.round(BUTTON_DP / 2),
            theme.primary_container,
        )

    return Box(
        width, height, paint=paint, role="button", description=look.said("Clear all"),
        parts=(Placed(label, look.dp(24), (height - label.height) // 2, "label"),),
        flags=ENABLED | CLICKABLE,
        touch=Touch(tap=lambda running, _x, _y: running.launcher.close_all()),
    )  # fmt: skip
