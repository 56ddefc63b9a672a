"""The strokes pictures are made of.

Its invariant: coordinates are in picture heights. y runs from 0 to 1 and x from 0 to `aspect`, so circles
stay round and a scene looks the same in every size.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from phonebuddy.world.render.colors import with_alpha
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures.dice import Dice
from phonebuddy.world.render.pictures.shading import glow, shade_across, shade_down

Point = tuple[float, float]


class Brush:
    """Draws filled shapes on a canvas that is scaled to picture heights."""

    def __init__(self, canvas: skia.Canvas, aspect: float) -> None:
        self.canvas = canvas
        self.aspect = aspect

    def gradient(self, colors: Sequence[int], top: float = 0.0, bottom: float = 1.0) -> None:
        """Fill the full width from top to bottom with colours that run into each other."""
        shade_down(self.canvas, self.aspect, top, bottom, colors)

    def diagonal(self, colors: Sequence[int]) -> None:
        """Fill the picture with opaque colours from its top left to its bottom right."""
        shade_across(self.canvas, self.aspect, 1, colors)

    def glow(self, x: float, y: float, radius: float, color: int) -> None:
        """A light, or with a dark colour a shadow, that fades out to its edge."""
        glow(self.canvas, x, y, radius, color)

    def shadow(
        self, x: float, y: float, half_width: float, half_height: float, strength: float = 0.35
    ) -> None:
        """A soft flat shadow under a thing."""
        self.canvas.save()
        self.canvas.translate(x, y)
        self.canvas.scale(1, half_height / half_width)
        self.glow(0, 0, half_width, with_alpha(0, strength))
        self.canvas.restore()

    def circle(self, x: float, y: float, radius: float, color: int) -> None:
        self.canvas.drawCircle(x, y, radius, _flat(color))

    def ring(self, x: float, y: float, radius: float, color: int, width: float) -> None:
        self.canvas.drawCircle(x, y, radius, _line(color, width))

    def oval(self, x: float, y: float, half_width: float, half_height: float, color: int) -> None:
        box = skia.Rect.MakeLTRB(x - half_width, y - half_height, x + half_width, y + half_height)
        self.canvas.drawOval(box, _flat(color))

    def box(
        self, left: float, top: float, right: float, bottom: float, color: int, radius: float = 0.0
    ) -> None:
        area = skia.Rect.MakeLTRB(left, top, right, bottom)
        if radius:
            self.canvas.drawRoundRect(area, radius, radius, _flat(color))
        else:
            self.canvas.drawRect(area, _flat(color))

    def shape(self, points: Sequence[Point], color: int) -> None:
        """A filled polygon."""
        self.canvas.drawPath(_path(points, True), _flat(color))

    def line(self, points: Sequence[Point], color: int, width: float) -> None:
        """A line with round ends through all points."""
        self.canvas.drawPath(_path(points, False), _line(color, width))

    def arc(
        self, x: float, y: float, radius: float, start: float, sweep: float, color: int, width: float
    ) -> None:
        """Part of a ring; angles in degrees, clockwise from three o'clock."""
        box = skia.Rect.MakeLTRB(x - radius, y - radius, x + radius, y + radius)
        self.canvas.drawArc(box, start, sweep, False, _line(color, width))

    def ground(self, ridge: Sequence[Point], color: int) -> None:
        """Everything below a ridge."""
        self.shape([*ridge, (self.aspect, 1.01), (0.0, 1.01)], color)

    @staticmethod
    def curve(points: Sequence[Point]) -> skia.Path:
        """An open path that bends smoothly past its inner points and ends in its last one."""
        path = skia.Path()
        path.moveTo(*points[0])
        inner = points[1:-1]
        for (x, y), (next_x, next_y) in zip(inner, inner[1:], strict=False):
            path.quadTo(x, y, (x + next_x) / 2, (y + next_y) / 2)
        path.quadTo(*inner[-1], *points[-1])
        return path

    @contextmanager
    def centred(self, x: float, y: float, size: float, turn: float = 0.0) -> Iterator[None]:
        """Draw around (0, 0) with `size` as the unit, turned by some degrees."""
        self.canvas.save()
        self.canvas.translate(x, y)
        self.canvas.rotate(turn)
        self.canvas.scale(size, size)
        yield
        self.canvas.restore()

    @contextmanager
    def middle(self) -> Iterator[None]:
        """Draw around (0, 0) with the shorter side of the picture as the unit."""
        with self.centred(self.aspect / 2, 0.5, min(self.aspect, 1.0)):
            yield


@lru_cache(maxsize=1 << 10)
def _flat(color: int) -> skia.Paint:
    return skia.Paint(Color=color, AntiAlias=True)


@lru_cache(maxsize=1 << 10)
def _line(color: int, width: float) -> skia.Paint:
    return skia.Paint(
        Color=color,
        AntiAlias=True,
        Style=skia.Paint.kStroke_Style,
        StrokeWidth=width,
        StrokeCap=skia.Paint.kRound_Cap,
        StrokeJoin=skia.Paint.kRound_Join,
    )


def _path(points: Sequence[Point], closed: bool) -> skia.Path:
    path = skia.Path()
    path.addPoly([skia.Point(x, y) for x, y in points], closed)
    return path


def rolling(dice: Dice, aspect: float, level: float, height: float, steps: int = 64) -> list[Point]:
    """A soft ridge around a level: the sum of three waves."""
    waves = [(dice.between(1.5, 3.0) * 2**octave, dice.between(0, 6.3), 0.5**octave) for octave in range(3)]
    ridge = []
    for step in range(steps + 1):
        x = aspect * step / steps
        lift = sum(share * math.sin(rate * x + phase) for rate, phase, share in waves)
        ridge.append((x, level - height * lift / 1.75))
    return ridge


def jagged(dice: Dice, aspect: float, level: float, height: float, rounds: int = 6) -> list[Point]:
    """A rough ridge around a level, made by moving the middles of ever shorter pieces."""
    heights = [dice.between(-0.4, 0.4), dice.between(0.2, 1.0), dice.between(-0.4, 0.6)]
    rough = 0.55
    for _ in range(rounds):
        finer = []
        for first, second in zip(heights, heights[1:], strict=False):
            finer += [first, (first + second) / 2 + dice.between(-rough, rough)]
        heights = [*finer, heights[-1]]
        rough *= 0.5
    last = len(heights) - 1
    return [(aspect * step / last, level - height * lift) for step, lift in enumerate(heights)]
