"""The painter: display lists to pixels, PNG and JPEG.

Its invariant (the law of the renderer): a frame's bytes depend on its display list only. Caches on, caches
emptied before every frame, and the decoded PNG are equal byte for byte.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import simplejpeg  # type: ignore[import-untyped, unused-ignore]

from phonebuddy.screen import Pixels
from phonebuddy.world.render.caches import ByteCache
from phonebuddy.world.render.canvas import Bitmap, FrameBuffer, Packed, pack, paint_tile, unpack
from phonebuddy.world.render.display import DisplayList, Draw, Fill, Rect, Tile, number_of
from phonebuddy.world.render.png import Rows, encode_rows, join
from phonebuddy.world.render.strips import MOST_ROWS, Cut, Strip, cut

__all__ = ["DisplayList", "Draw", "Fill", "Page", "Painter", "Part", "Rect", "Stats", "Strip", "Tile"]

_MOST_SIZES = 4
# Frames one size can have in other hands before new ones are made for each call.
_MOST_PAGES = 4
# Rows that the best buffer must spare us before it is preferred to the one longest not used.
_WORTH_KEEPING = 120
# What a cached thing costs besides its pixels or bytes: keys, objects, list entries.
_OVERHEAD = 600


class Stats(NamedTuple):
    """How often a tile or a compressed strip was found in the caches, and how many bytes those hold."""

    tile_hits: int
    tile_misses: int
    strip_hits: int
    strip_misses: int
    tile_bytes: int
    strip_bytes: int

    @property
    def hits(self) -> int:
        return self.tile_hits + self.strip_hits

    @property
    def misses(self) -> int:
        return self.tile_misses + self.strip_misses


class Part(NamedTuple):
    """Some rows of a frame as a PNG of their own."""

    top: int
    height: int
    png: bytes


class Page:
    """Memory for one frame, ours or the caller's, and the strips that it shows."""

    def __init__(self, width: int, height: int, pixels: Pixels | None = None) -> None:
        self.buffer = FrameBuffer(width, height, pixels)
        self.shown: set[Strip] = set()

    def missing(self, strips: list[Strip]) -> int:
        """How many rows of these strips it does not show."""
        shown = self.shown
        return sum([strip[1] - strip[0] for strip in strips if strip not in shown])


class _Sheet:
    """Frames of one size: a few buffers to draw in, and one for a single strip.

    Memory that was just written to is read far faster than that of a whole frame.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.strip = FrameBuffer(width, min(height, MOST_ROWS))
        self._pages: list[Page] = []
        """Longest not used first."""

    def page(self, strips: list[Strip]) -> Page:
        """A buffer that nobody outside holds: one that shows much of this frame already, or a stale one.

        Screens come back; so what was shown last is drawn over only where that spares work.
        """
        free = [page for page in self._pages if not page.buffer.is_held()]
        missing = [page.missing(strips) for page in free]
        full = len(self._pages) >= _MOST_PAGES
        stale = missing[0] if free and full else self.height
        best = min(missing, default=self.height)
        if best <= stale - _WORTH_KEEPING:
            page = free[missing.index(best)]
        elif free and full:
            page = free[0]
        else:
            page = Page(self.width, self.height)
        if page in self._pages:
            self._pages.remove(page)
        if len(self._pages) < _MOST_PAGES:
            self._pages.append(page)
        return page


class Painter:
    """Draws frames. One serves any number of phones: it keeps content, not phones."""

    def __init__(self, cache_mb: int = 96) -> None:
        fifth = (cache_mb << 20) // 5
        self._tiles: ByteCache[int, Bitmap] = ByteCache(3 * fifth, self._pack)
        self._packed: ByteCache[int, Packed] = ByteCache(fifth)
        """Bitmaps that there was no room for, and those that come from here. One that was used once is seldom
        used again, so it is not worth packing."""
        self._rows: ByteCache[int, Rows] = ByteCache(fifth)
        """Compressed strips, by their numbers."""
        self._sheets: OrderedDict[tuple[int, int], _Sheet] = OrderedDict()

    @property
    def stats(self) -> Stats:
        tiles, rows = self._tiles, self._rows
        return Stats(tiles.hits, tiles.misses, rows.hits, rows.misses, tiles.bytes, rows.bytes)

    def clear(self) -> None:
        """Forget everything drawn so far."""
        self._tiles.clear()
        self._packed.clear()
        self._rows.clear()
        self._sheets.clear()
        cut.cache_clear()

    def pixels(self, display: DisplayList, width: int, height: int) -> Pixels:
        """RGBA, height x width x 4: a frame that cannot be written to.

        Frames given away are the buffers themselves, not copies; one is drawn in again only after nobody
        holds it or any part of it.
        """
        return self._compose(display, width, height)

    def update(self, display: DisplayList, page: Page) -> None:
        """Make a page of the caller's show this frame: only what differs is drawn, so nobody else may."""
        self._redraw(page, cut(display, page.buffer.width, page.buffer.height))

    def jpeg(self, display: DisplayList, width: int, height: int, quality: int = 90) -> bytes:
        frame = self._compose(display, width, height)
        return bytes(simplejpeg.encode_jpeg(frame, quality, "RGBA", "420"))

    def png(self, display: DisplayList, width: int, height: int) -> bytes:
        """A PNG; strips that were compressed before are neither drawn nor compressed again."""
        sheet, frame = self._sheet(width, height), cut(display, width, height)
        return join(width, height, self._compressed(sheet, frame, frame.strips))

    def parts(
        self, display: DisplayList, width: int, height: int, before: Sequence[Strip]
    ) -> tuple[list[Strip], list[Part]]:
        """What to put over the frame with the strips `before` to see this one, and this one's strips."""
        sheet, frame = self._sheet(width, height), cut(display, width, height)
        known = set(before)
        parts: list[Part] = []
        for strips in _neighbours([strip for strip in frame.strips if strip not in known]):
            top, rows = strips[0][0], strips[-1][1] - strips[0][0]
            parts.append(Part(top, rows, join(width, rows, self._compressed(sheet, frame, strips))))
        return frame.strips, parts

    def _compressed(self, sheet: _Sheet, frame: Cut, wanted: list[Strip]) -> list[Rows]:
        return [self._rows.get(strip[2]) or self._compress(sheet, frame, strip) for strip in wanted]

    def _compress(self, sheet: _Sheet, frame: Cut, strip: Strip) -> Rows:
        top, bottom, number = strip
        sheet.strip.compose(frame.seen, top, bottom, self._bitmap, up=top)
        rows = encode_rows(sheet.strip.pixels[: bottom - top])
        self._rows.put(number, rows, len(rows.chunk) + _OVERHEAD)
        return rows

    def _compose(self, display: DisplayList, width: int, height: int) -> Pixels:
        """The whole frame, in one of our own buffers."""
        frame = cut(display, width, height)
        page = self._sheet(width, height).page(frame.strips)
        self._redraw(page, frame)
        return page.buffer.look()

    def _redraw(self, page: Page, frame: Cut) -> None:
        """Make a buffer show a frame."""
        stale = [strip for strip in frame.strips if strip not in page.shown]
        # A paint that raises must not leave old strips on half drawn rows.
        page.shown.intersection_update(frame.strips)
        for strips in _neighbours(stale):
            page.buffer.compose(frame.seen, strips[0][0], strips[-1][1], self._bitmap)
        page.shown.update(stale)

    def _bitmap(self, tile: Tile) -> Bitmap:
        number = tile.number or number_of(tile)
        bitmap = self._tiles.get(number)
        if bitmap is None:
            packed = self._packed.get(number)
            bitmap = paint_tile(tile) if packed is None else unpack(packed, tile)
            self._tiles.put(number, bitmap, bitmap.words.nbytes + _OVERHEAD)
        return bitmap

    def _pack(self, number: int, bitmap: Bitmap) -> None:
        if number not in self._packed:
            packed = pack(bitmap)
            self._packed.put(number, packed, len(packed.data) + _OVERHEAD)

    def _sheet(self, width: int, height: int) -> _Sheet:
        sheet = self._sheets.get((width, height))
        if sheet is None:
            sheet = self._sheets[width, height] = _Sheet(width, height)
            if len(self._sheets) > _MOST_SIZES:
                self._sheets.popitem(last=False)
        else:
            self._sheets.move_to_end((width, height))
        return sheet


def _neighbours(strips: list[Strip]) -> list[list[Strip]]:
    """Strips that follow each other, together: they are drawn in one go."""
    runs: list[list[Strip]] = []
    for strip in strips:
        if runs and runs[-1][-1][1] == strip[0]:
            runs[-1].append(strip)
        else:
            runs.append([strip])
    return runs
