"""web_page: an article as a browser shows it."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import PICTURE_KINDS, draw_picture
from phonebuddy.world.render.text import baseline, draw_text, line_height, wrap
from phonebuddy.world.spec.kinds import NO_EFFECTS, EffectsOnValue
from phonebuddy.world.spec.plan import Bound, Script
from phonebuddy.world.spec.row_kinds import RecordsKind
from phonebuddy.world.spec.template import show
from phonebuddy.world.widgets.base import Widget, round_rect, text_box, text_width

SIDE_DP, MOST_DP = 16, 640
LEADING = 1.18
"""Lines of long text stand further apart than elsewhere."""


class WebPage(Widget, frozen=True):
    """Headings, paragraphs, links, pictures and lists under each other, as in an article on the web.

    rows: kind (heading, paragraph, link, image, list of lines), text, target (of a link; what an image shows)
    on_link: what tapping a link does; :value is its target
    """

    NAME: ClassVar[str] = "web_page"
    MAIN: ClassVar[str] = "rows"
    VOLATILE: ClassVar[bool] = True
    rows: Annotated[Bound, RecordsKind(("kind", "text"), ("target",))]
    on_link: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        inner = max(1, min(width - 2 * look.dp(SIDE_DP), look.dp(MOST_DP)))
        left, columns = (width - inner) // 2, self.rows.statement.columns
        parts: list[Placed] = []
        y = look.dp(8)
        for index, row in enumerate(place.rows(self.rows)):
            piece = dict(zip(columns, map(show, row), strict=True))
            kind, target = piece["kind"], piece.get("target", "")
            if kind == "heading" and index == 0:
                kind = "title"
            box = _piece(look, inner, kind, piece["text"], target, self.on_link)
            parts.append(Placed(box, left, y, str(index)))
            y += box.height
        return Box(width, y + look.dp(16), parts=tuple(parts), role="page", composite=True)


@lru_cache(maxsize=512)
def _piece(look: Look, width: int, kind: str, text: str, target: str, on_link: Script) -> Box:
    if kind in ("title", "heading"):
        style = look.text("headline" if kind == "title" else "title_large")
        words = text_box(look, text, style, look.theme.on_surface, width, max_lines=None)
        return _spaced(look, width, words, 12, 4)
    if kind == "link":
        return _link(look, width, text, target, on_link)
    if kind == "image":
        return _spaced(look, width, _image(look, width, text, target), 8, 8)
    if kind == "list":
        return _points(look, width, text)
    return _spaced(look, width, _prose(look, width, text), 6, 6)


def _spaced(look: Look, width: int, inner: Box, above: int, below: int) -> Box:
    top = look.dp(above)
    height = top + inner.height + look.dp(below)
    return Box(width, height, parts=(Placed(inner, 0, top, "piece"),), background=look.background)


def _prose(look: Look, width: int, text: str) -> Box:
    """A paragraph to read, with some air between its lines."""
    style, color = look.text("body_large"), look.theme.on_surface
    lines = wrap(text, width, style)
    step = round(line_height(style) * LEADING)

    def paint(canvas: skia.Canvas) -> None:
        for index, line in enumerate(lines):
            draw_text(canvas, line, 0, baseline(style) + index * step, style, color)

    return Box(width, max(1, step * len(lines)), paint=paint, role="text", text=text)


def _points(look: Look, width: int, text: str) -> Box:
    """A line each, with a dot before it."""
    indent, color = look.dp(20), look.theme.on_surface_variant
    parts: list[Placed] = []
    dots: list[int] = []
    y = look.dp(4)
    for index, point in enumerate(text.splitlines()):
        box = _prose(look, max(1, width - indent), point)
        dots.append(y + line_height(look.text("body_large")) // 2)
        parts.append(Placed(box, indent, y, str(index)))
        y += box.height + look.dp(4)

    def paint(canvas: skia.Canvas) -> None:
        for middle in dots:
            canvas.drawCircle(look.dp(8), middle, look.dp(2.5), skia.Paint(Color=color, AntiAlias=True))

    return Box(width, y + look.dp(4), parts=tuple(parts), paint=paint, background=look.background)


def _link(look: Look, width: int, text: str, target: str, on_link: Script) -> Box:
    style, color = look.text("body_large"), look.theme.primary
    words = text_box(look, text, style, color, width, max_lines=3, role="")
    height = max(look.dp(48), words.height + look.dp(16))
    top, step = (height - words.height) // 2, line_height(style)
    lines = wrap(text, width, style, 3)

    def paint(canvas: skia.Canvas) -> None:
        for index, line in enumerate(lines):
            y = top + baseline(style) + index * step + look.dp(2)
            round_rect(canvas, 0, y, text_width(line, style), y + look.dp(1), 0, color)

    return Box(
        max(words.width, look.dp(48)), height, parts=(Placed(words, 0, top, "label"),), paint=paint,
        role="link", text=text, background=look.background, flags=ENABLED | CLICKABLE,
        touch=Touch(tap=on_link.handler(value=target)),
    )  # fmt: skip


def _image(look: Look, width: int, text: str, target: str) -> Box:
    """A picture across the page; its words are what it shows and which one it is."""
    kind = target if target in PICTURE_KINDS else PICTURE_KINDS[0]
    height, radius = max(1, width * 9 // 16), look.round(12)

    def paint(canvas: skia.Canvas) -> None:
        frame = skia.RRect.MakeRectXY(skia.Rect.MakeWH(width, height), radius, radius)
        draw_picture(canvas, kind, text, width, height, frame)

    return Box(width, height, paint=paint, role="image", description=text)
