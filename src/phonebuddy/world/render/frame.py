"""The painter: display lists to pixels, PNG and JPEG.

Its invariant (the law of the renderer): a frame's bytes depend on its display list only. Caches on, caches
emptied before every frame, and the decoded PNG are equal byte for byte.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from operator import ne
from typing import NamedTuple

import simplejpeg  # type: ignore[import-untyped, unused-ignore]

from phonebuddy.screen import Pixels
from phonebuddy.world.render.caches import ByteCache
from phonebuddy.world.render.canvas import Bitmap, FrameBuffer, Packed, pack, paint_tile, unpack
from phonebuddy.world.render.display import DisplayList, Draw, Fill, Rect, Tile, number_of
from phonebuddy.world.render.png import Strip, encode_strip, join
from phonebuddy.world.render.strips import StripKey, StripKeys

__all__ = ["DisplayList", "Draw", "Fill", "Page", "Painter", "Part", "Rect", "Stats", "StripKey", "Tile"]

_MOST_SIZES = 4
# Frames one size can have in other hands before new ones are made for each call.
_MOST_PAGES = 4
# Strips that the best buffer must spare us before it is preferred to the one longest not used.
_WORTH_KEEPING = 3
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
    """Memory for one frame, ours or the caller's, and which strip of which frame each of its rows shows."""

    def __init__(self, width: int, height: int, pixels: Pixels | None = None) -> None:
        self.buffer = FrameBuffer(width, height, pixels)
        self.shown: list[StripKey | None] = [None] * StripKeys(width, height).count

    def missing(self, keys: list[StripKey]) -> int:
        return sum(map(ne, self.shown, keys))


class _Sheet:
    """Frames of one size: the strip keys and a few buffers to draw in."""

    def __init__(self, width: int, height: int) -> None:
        self.keys = StripKeys(width, height)
        self._pages: list[Page] = []
        """Longest not used first."""

    def page(self, keys: list[StripKey]) -> Page:
        """A buffer that nobody outside holds: one that shows much of this frame already, or a stale one.

        Screens come back; so what was shown last is drawn over only where that spares work.
        """
        free = [page for page in self._pages if not page.buffer.is_held()]
        missing = [page.missing(keys) for page in free]
        full = len(self._pages) >= _MOST_PAGES
        stale = missing[0] if free and full else len(keys)
        best = min(missing, default=len(keys))
        if best <= stale - _WORTH_KEEPING:
            page = free[missing.index(best)]
        elif free and full:
            page = free[0]
        else:
            page = Page(self.keys.width, self.keys.height)
        if page in self._pages:
            self._pages.remove(page)
        if len(self._pages) < _MOST_PAGES:
            self._pages.append(page)
        return page


class Painter:
    """Draws frames. One serves any number of phones: it keeps content, not phones."""

    def __init__(self, cache_mb: int = 96) -> None:
        fifth = (cache_mb << 20) // 5
        self._tiles: ByteCache[int, Bitmap] = ByteCache(2 * fifth, self._pack)
        self._packed: ByteCache[int, Packed] = ByteCache(fifth)
        """Bitmaps that there was no room for, and those that come from here."""
        self._strips: ByteCache[tuple[int, int, StripKey], Strip] = ByteCache(2 * fifth)
        self._sheets: OrderedDict[tuple[int, int], _Sheet] = OrderedDict()

    @property
    def stats(self) -> Stats:
        tiles, strips = self._tiles, self._strips
        return Stats(tiles.hits, tiles.misses, strips.hits, strips.misses, tiles.bytes, strips.bytes)

    def clear(self) -> None:
        """Forget everything drawn so far."""
        self._tiles.clear()
        self._packed.clear()
        self._strips.clear()
        self._sheets.clear()

    def pixels(self, display: DisplayList, width: int, height: int) -> Pixels:
        """RGBA, height x width x 4: a frame that cannot be written to.

        Frames given away are the buffers themselves, not copies; one is drawn in again only after nobody
        holds it or any part of it.
        """
        return self._compose(display, width, height)

    def update(self, display: DisplayList, page: Page) -> None:
        """Make a page of the caller's show this frame: only what differs is drawn, so nobody else may."""
        sheet = self._sheet(page.buffer.width, page.buffer.height)
        self._redraw(sheet, page, display, sheet.keys.of(display), range(sheet.keys.count))

    def jpeg(self, display: DisplayList, width: int, height: int, quality: int = 90) -> bytes:
        frame = self._compose(display, width, height)
        return bytes(simplejpeg.encode_jpeg(frame, quality, "RGBA", "420"))

    def png(self, display: DisplayList, width: int, height: int) -> bytes:
        """A PNG; strips that were compressed before are neither drawn nor compressed again."""
        sheet = self._sheet(width, height)
        keys = sheet.keys.of(display)
        return join(width, height, self._compressed(sheet, display, keys, range(sheet.keys.count)))

    def parts(
        self, display: DisplayList, width: int, height: int, before: Sequence[StripKey]
    ) -> tuple[list[StripKey], list[Part]]:
        """What to put over the frame with the keys `before` to see this one, and this one's keys."""
        sheet = self._sheet(width, height)
        keys = sheet.keys.of(display)
        stale = [index for index, key in enumerate(keys) if index >= len(before) or before[index] != key]
        parts: list[Part] = []
        for first, last in _neighbours(stale):
            top, bottom = sheet.keys.rows(first)[0], sheet.keys.rows(last)[1]
            strips = self._compressed(sheet, display, keys, range(first, last + 1))
            parts.append(Part(top, bottom - top, join(width, bottom - top, strips)))
        return keys, parts

    def _compressed(
        self, sheet: _Sheet, display: DisplayList, keys: list[StripKey], wanted: range
    ) -> list[Strip]:
        strips: dict[int, Strip] = {}
        missing: list[int] = []
        for index in wanted:
            start, end = sheet.keys.rows(index)
            strip = self._strips.get((sheet.keys.width, end - start, keys[index]))
            if strip is None:
                missing.append(index)
            else:
                strips[index] = strip
        if missing:
            page = sheet.page(keys)
            self._redraw(sheet, page, display, keys, missing)
            for index in missing:
                strips[index] = self._encode(sheet, page, keys, index)
        return [strips[index] for index in wanted]

    def _encode(self, sheet: _Sheet, page: Page, keys: list[StripKey], index: int) -> Strip:
        start, end = sheet.keys.rows(index)
        strip = encode_strip(page.buffer.pixels[start:end])
        self._strips.put((sheet.keys.width, end - start, keys[index]), strip, len(strip.chunk) + _OVERHEAD)
        return strip

    def _compose(self, display: DisplayList, width: int, height: int) -> Pixels:
        """The whole frame, in one of our own buffers."""
        sheet = self._sheet(width, height)
        keys = sheet.keys.of(display)
        page = sheet.page(keys)
        self._redraw(sheet, page, display, keys, range(sheet.keys.count))
        return page.buffer.look()

    def _redraw(
        self,
        sheet: _Sheet,
        page: Page,
        display: DisplayList,
        keys: list[StripKey],
        wanted: list[int] | range,
    ) -> None:
        """Make the wanted strips of a buffer show this frame."""
        shown = page.shown
        stale = [index for index in wanted if shown[index] != keys[index]]
        for first, last in _neighbours(stale):
            # A paint that raises must not leave the old keys on half drawn rows.
            shown[first : last + 1] = [None] * (last + 1 - first)
            page.buffer.compose(display, sheet.keys.rows(first)[0], sheet.keys.rows(last)[1], self._bitmap)
            shown[first : last + 1] = keys[first : last + 1]

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


def _neighbours(indexes: list[int]) -> list[tuple[int, int]]:
    """Runs of consecutive numbers as (first, last): rows that follow each other are drawn in one go."""
    runs: list[tuple[int, int]] = []
    for index in indexes:
        if runs and runs[-1][1] == index - 1:
            runs[-1] = runs[-1][0], index
        else:
            runs.append((index, index))
    return runs
