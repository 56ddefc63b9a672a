"""Box: one laid out piece of a page: its size, what is in it, what it draws, what it says, what a touch does.

Widgets make boxes; the phone walks them for elements, for pixels and for touches, so the three can never
disagree. Invariant: a box does not change once its widget returned it, and its coordinates are relative to
itself, so that one box can stand in many places and many frames.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from phonebuddy.screen import Bounds, Element, Flag
from phonebuddy.world.render.fingerprint import NoFingerprint, fingerprint
from phonebuddy.world.render.frame import Draw, Fill, Tile

if TYPE_CHECKING:
    from phonebuddy.world.render.library import skia
    from phonebuddy.world.runtime import Runtime

Paint = Callable[["skia.Canvas"], None]
Handler = Callable[["Runtime", int, int], None]
"""What a touch does: the running page, and where it was touched, relative to the box."""
Clip = tuple[int, int, int, int]

_next_key = count(1).__next__
# Plain numbers: joining two members of an enum takes microseconds.
ENABLED, CLICKABLE, LONG_CLICKABLE = int(Flag.ENABLED), int(Flag.CLICKABLE), int(Flag.LONG_CLICKABLE)
SELECTED, SCROLLABLE, EDITABLE = int(Flag.SELECTED), int(Flag.SCROLLABLE), int(Flag.EDITABLE)
FOCUSED, PASSWORD = int(Flag.FOCUSED), int(Flag.PASSWORD)
CHECKABLE, CHECKED = int(Flag.CHECKABLE), int(Flag.CHECKED)
CARET = "caret"
"""The part of a field of many lines that must be in sight: where the next letter goes."""
BAND = 1_024
"""Pixels: what is many times as high is drawn in bands of this height."""
LONG = 24
"""Columns with fewer parts are walked whole."""


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A box inside another, at a place, under a name that is unique among its neighbours.

    The collector need not walk those that live on: no box is inside of itself.
    """

    box: Box
    x: int
    y: int
    key: str

    def moved(self, right: int, down: int) -> Placed:
        return Placed(self.box, self.x + right, self.y + down, self.key)


class Touch(msgspec.Struct, frozen=True):
    """What the box does with each gesture; None passes it on to what is below."""

    tap: Handler | None = None
    double_tap: Handler | None = None
    long_press: Handler | None = None
    swipe_left: Handler | None = None
    swipe_right: Handler | None = None
    swipe_up: Handler | None = None
    """Up and down swipes scroll first; what cannot scroll that way is asked next."""
    swipe_down: Handler | None = None
    drag: Handler | None = None
    """Follows the finger; called where the drag ends."""
    slide: Handler | None = None
    """The same, but only sideways: up and down still scroll the page."""
    submit: Handler | None = None
    """What the enter key does in a field; None where it starts a new line."""
    change: Handler | None = None
    """Called after a field was typed into."""
    keys: str = "letters"
    """The keyboard a field opens with."""


class Scroll(msgspec.Struct, frozen=True, gc=False):
    """Makes a box a window on something longer (or wider) than itself."""

    key: str
    offset: int
    extent: int
    """How far it can scroll: content size less window size."""
    horizontal: bool = False


class Box(msgspec.Struct, eq=False):
    """See the head of this file. `composite` boxes are drawn and listed part by part, others as a whole."""

    width: int
    height: int
    parts: tuple[Placed, ...] = ()
    paint: Paint | None = None
    role: str = ""
    text: str = ""
    description: str = ""
    hint: str = ""
    flags: int = ENABLED
    touch: Touch | None = None
    scroll: Scroll | None = None
    background: int = 0
    """What its bitmap is filled with first; 0 leaves it transparent."""
    composite: bool = False
    outset: int = 0
    """How far its drawing (a shadow) reaches beyond its edges."""
    floats: bool = False
    """Whether what lies below shows around it: its bitmap is then transparent."""
    split: bool = False
    """Whether it is drawn part by part all the same: of something large, often little changes."""
    resource: str = ""
    _tile: Tile | None = None
    _placed: _Listed | None = None
    _listed: _Listed | None = None
    _drawn: tuple[tuple[object, ...], list[Draw | Fill]] | None = None
    _offsets: list[int] | None = None
    _focused: bool | None = None

    @property
    def is_split(self) -> bool:
        """Whether its parts have bitmaps of their own."""
        return self.split or self.composite

    def holds_focus(self) -> bool:
        """Whether the field being typed into is this box or inside it."""
        if self._focused is None:
            mine = self.role == "field" and bool(self.flags & FOCUSED)
            self._focused = mine or any(part.box.holds_focus() for part in self.parts)
        return self._focused

    def is_like(self, other: Box) -> bool:
        """Whether it may stand for one that the same widget made with the same values of its own."""
        return (
            self.width == other.width
            and self.height == other.height
            and self.scroll == other.scroll
            and self.parts == other.parts
        )

    def visible_parts(self, top: int, bottom: int) -> tuple[Placed, ...]:
        """The parts that may show between two heights; exact only for long columns, which are in order."""
        parts = self.parts
        if len(parts) < LONG or not self.composite:
            return parts
        offsets = self._offsets
        if offsets is None:
            offsets = self._offsets = [part.y for part in parts]
        if offsets[0] == offsets[-1]:
            return parts
        above = max(0, bisect_right(offsets, top) - 1)
        # Neighbours in one grid row start at the same height.
        return parts[bisect_left(offsets, offsets[above]) : bisect_right(offsets, bottom)]

    def tile(self) -> Tile:
        """This box as one bitmap, with all below it unless the parts have bitmaps of their own."""
        if self._tile is None:
            grown = 2 * self.outset
            self._tile = Tile(
                self._key(), self.width + grown, self.height + grown, self.background, self._paint_tile
            )
        return self._tile

    def _key(self) -> Hashable:
        """The same for boxes that look the same, where that can be told."""
        try:
            size = self.width, self.height, self.background, self.outset
            if self.is_split:
                return (*size, None if self.paint is None else fingerprint(self.paint))
            return (*size, self.fingerprint())
        except NoFingerprint:
            return _next_key()

    def fingerprint(self) -> Hashable:
        """What drawing it and all in it depends on."""
        own = None if self.paint is None else fingerprint(self.paint)
        return own, *[(part.x, part.y, part.box.fingerprint()) for part in self.parts]

    def _paint_tile(self, canvas: skia.Canvas) -> None:
        canvas.save()
        canvas.translate(self.outset, self.outset)
        if not self.is_split:
            paint_tree(self, canvas)
        elif self.paint is not None:
            self.paint(canvas)
        canvas.restore()


class Later(Box, eq=False, kw_only=True):
    """A box whose parts are made when somebody looks into it: far out of sight they never need to be."""

    make: Callable[[], tuple[Placed, ...]] | None
    _made: tuple[Placed, ...] = ()

    def _look_into(self) -> tuple[Placed, ...]:
        if self.make is not None:
            self._made = self.make()
            self.make = None
        return self._made

    parts = property(_look_into)


class Rows(Box, eq=False, kw_only=True):
    """A long column whose rows are made when they come in sight; where each starts is known beforehand."""

    role: str = "list"
    composite: bool = True
    starts: list[int]
    keys: list[str]
    make: Callable[[int], Box]
    fields: bool
    """Whether rows have something to type into, so that the focus may be in one of them."""
    _made: dict[int, Placed] = {}

    def _make_all(self) -> tuple[Placed, ...]:
        return tuple(map(self._row, range(len(self.starts))))

    parts = property(_make_all)

    def holds_focus(self) -> bool:
        return self.fields and super().holds_focus()

    def is_like(self, other: Box) -> bool:
        # The same rows are the same box already; to compare others, all out of sight would have to be made.
        return self is other

    def visible_parts(self, top: int, bottom: int) -> tuple[Placed, ...]:
        first = max(0, bisect_right(self.starts, top) - 1)
        return tuple(map(self._row, range(first, bisect_right(self.starts, bottom))))

    def _row(self, index: int) -> Placed:
        known = self._made.get(index)
        if known is None:
            known = self._made[index] = Placed(self.make(index), 0, self.starts[index], self.keys[index])
        return known


def stack(parts: list[tuple[Box, str]]) -> tuple[tuple[Placed, ...], int]:
    """Boxes under each other: where each goes, and the height of all."""
    placed: list[Placed] = []
    y = 0
    for box, key in parts:
        placed.append(Placed(box, 0, y, key))
        y += box.height
    return tuple(placed), y


def paint_tree(box: Box, canvas: skia.Canvas) -> None:
    if box.paint is not None:
        box.paint(canvas)
    for part in box.parts:
        canvas.save()
        canvas.translate(part.x, part.y)
        paint_tree(part.box, canvas)
        canvas.restore()


def overlap(clip: Clip, x: int, y: int, width: int, height: int) -> Clip | None:
    """A rectangle cut by a clip, or None when nothing is left."""
    left, top, right, bottom = clip
    left = x if x > left else left
    top = y if y > top else top
    right = x + width if x + width < right else right
    bottom = y + height if y + height < bottom else bottom
    return (left, top, right, bottom) if left < right and top < bottom else None


def layer_draws(box: Box, x: int, y: int, clip: Clip) -> list[Draw | Fill]:
    """The draws of a box that is often asked for in the same place."""
    asked = (x, y, clip)
    known = box._drawn
    if known is not None and known[0] == asked:
        return known[1]
    draws: list[Draw | Fill] = []
    draw_box(box, x, y, clip, draws)
    box._drawn = (asked, draws)
    return draws


def draw_box(box: Box, x: int, y: int, clip: Clip, out: list[Draw | Fill]) -> None:
    """The draws of a box standing at (x, y), back to front."""
    reach = box.outset
    shown = overlap(clip, x - reach, y - reach, box.width + 2 * reach, box.height + 2 * reach)
    if shown is None:
        return
    if not box.is_split:
        if box.paint is not None or box.parts:
            _draw_tile(box.tile(), x - reach, y - reach, shown, out)
        return
    if box.paint is not None:
        _draw_tile(box.tile(), x - reach, y - reach, shown, out)
    elif box.background:
        out.append(Fill(box.background, shown))
    inner = shown if box.scroll is not None else clip
    for part in box.visible_parts(inner[1] - y, inner[3] - y):
        draw_box(part.box, x + part.x, y + part.y, inner, out)


def _draw_tile(tile: Tile, x: int, y: int, shown: Clip, out: list[Draw | Fill]) -> None:
    """One bitmap; or those in sight of a row of bitmaps, where one would be too high to be made."""
    if tile.height <= 4 * BAND:
        out.append(Draw(tile, x, y, shown))
        return
    left, first, right, last = shown
    for top in range((first - y) // BAND * BAND, last - y, BAND):
        height = min(BAND, tile.height - top)
        band = Tile((tile.key, top), tile.width, height, tile.background, _from(tile.paint, top))
        rect = left, max(first, y + top), right, min(last, y + top + height)
        out.append(Draw(band, x, y + top, rect))


def _from(paint: Paint, top: int) -> Paint:
    """What a paint draws below a height."""

    def shifted(canvas: skia.Canvas) -> None:
        canvas.save()
        canvas.translate(0, -top)
        paint(canvas)
        canvas.restore()

    return shifted


class _Listed(msgspec.Struct, gc=False):
    """The elements of a box where it was last asked for them."""

    x: int
    y: int
    clip: Clip | None
    """None where it is wholly in sight."""
    name: str
    parent: str | None
    package: str
    elements: list[Element]


def layer_elements(box: Box, x: int, y: int, clip: Clip, name: str, package: str) -> list[Element]:
    """The elements of a box that is often asked for in the same place."""
    known = box._listed
    if (
        known is None
        or known.x != x
        or known.y != y
        or known.clip != clip
        or known.name != name
        or known.package != package
    ):
        elements: list[Element] = []
        list_elements(box, x, y, clip, name, None, package, elements)
        known = box._listed = _Listed(x, y, clip, name, None, package, elements)
    return known.elements


def list_elements(
    box: Box, x: int, y: int, clip: Clip, name: str, parent: str | None, package: str, out: list[Element]
) -> None:
    """The elements of a box standing at (x, y), parents first; cut to the clip, unseen ones left out."""
    shown = overlap(clip, x, y, box.width, box.height)
    if shown is None:
        return
    if not box.composite and shown == (x, y, x + box.width, y + box.height):
        out.extend(_placed_elements(box, x, y, name, parent, package))
        return
    inner_parent = parent
    if box.role:
        bounds = tuple.__new__(Bounds, shown)
        out.append(
            Element(
                name, box.role, bounds, box.text, box.description, box.hint, box.resource, package,
                box.flags, parent,
            )
        )  # fmt: skip
        inner_parent = name
    inner = shown if box.scroll is not None else clip
    left, top, right, bottom = inner
    for part in box.visible_parts(top - y, bottom - y):
        child, at_x, at_y = part.box, x + part.x, y + part.y
        if (
            not child.composite
            and left <= at_x
            and top <= at_y
            and at_x + child.width <= right
            and at_y + child.height <= bottom
        ):
            # Most parts by far: wholly in sight, and often where they were.
            out.extend(_placed_elements(child, at_x, at_y, f"{name}/{part.key}", inner_parent, package))
        else:
            list_elements(child, at_x, at_y, inner, f"{name}/{part.key}", inner_parent, package, out)


def _placed_elements(box: Box, x: int, y: int, name: str, parent: str | None, package: str) -> list[Element]:
    """Elements of a box that is wholly in sight: made once, then only moved."""
    known = box._placed
    if known is None or known.name != name or known.parent != parent or known.package != package:
        elements: list[Element] = []
        _collect(box, x, y, name, parent, package, elements)
        box._placed = _Listed(x, y, None, name, parent, package, elements)
        return elements
    if known.x != x or known.y != y:
        known.elements = _moved(known.elements, x - known.x, y - known.y)
        known.x, known.y = x, y
    return known.elements


def _moved(elements: list[Element], right: int, down: int) -> list[Element]:
    moved: list[Element] = []
    for one in elements:
        x1, y1, x2, y2 = one.bounds
        bounds = tuple.__new__(Bounds, (x1 + right, y1 + down, x2 + right, y2 + down))
        moved.append(
            Element(
                one.id, one.role, bounds, one.text, one.description, one.hint, one.resource_id, one.package,
                one.flags, one.parent,
            )
        )  # fmt: skip
    return moved


def _collect(
    box: Box, x: int, y: int, name: str, parent: str | None, package: str, out: list[Element]
) -> None:
    """The elements of a box and of all in it, parents first."""
    width, height = box.width, box.height
    if width <= 0 or height <= 0:
        return  # a text without letters
    if box.role:
        bounds = tuple.__new__(Bounds, (x, y, x + width, y + height))
        out.append(
            Element(
                name, box.role, bounds, box.text, box.description, box.hint, box.resource, package,
                box.flags, parent,
            )
        )  # fmt: skip
        parent = name
    for part in box.parts:
        inner = part.box
        if inner.role or inner.parts:
            _collect(inner, x + part.x, y + part.y, f"{name}/{part.key}", parent, package, out)


Hit = tuple[Box, int, int]
"""A box under a point, and the point relative to it."""


def hit_boxes(box: Box, x: int, y: int, out: list[Hit]) -> None:
    """All boxes under a point, outermost first; (x, y) is relative to the box and inside it.

    A box that floats over others and takes no touch there lets it through, as Android does.
    """
    out.append((box, x, y))
    start = len(out)
    topmost: list[Hit] = []
    for part in reversed(box.visible_parts(y, y + 1)):
        inner, inside_x, inside_y = part.box, x - part.x, y - part.y
        if 0 <= inside_x < inner.width and 0 <= inside_y < inner.height:
            hit_boxes(inner, inside_x, inside_y, out)
            if not inner.floats or any(hit.touch or hit.scroll for hit, *_ in out[start:]):
                return
            topmost = topmost or out[start:]
            del out[start:]
    out.extend(topmost)
