"""Charts: curves as SVG, drawn here, so that a report needs no script and a page no library.

Invariant: a chart is well-formed XML whatever its labels hold; it uses no style attribute and no script,
so that it is shown under the strictest policy.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 420, 250
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 28, 50
COLORS = ("#1f6fb4", "#d1622b", "#2f8f4e", "#8a4fb0", "#b0892f", "#5b6770")
"""Told apart also by people who do not see red and green alike."""
GREY = "#555555"
Points = Sequence[tuple[float, float]]


class _Frame(NamedTuple):
    """From values to pixels."""

    x0: float
    x1: float
    y0: float
    y1: float

    def place(self, x: float, y: float) -> str:
        across = (x - self.x0) / (self.x1 - self.x0)
        up = (y - self.y0) / (self.y1 - self.y0)
        px = LEFT + across * (WIDTH - LEFT - RIGHT)
        py = HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)
        return f"{px:.1f},{py:.1f}"


def chart(title: str, curves: Mapping[str, Points], y_range: tuple[float, float] | None = None) -> str:
    """Some curves over steps, with a legend; points that are no numbers are left out."""
    known = {
        name: [(x, y) for x, y in points if math.isfinite(x) and math.isfinite(y)]
        for name, points in curves.items()
    }
    known = {name: points for name, points in known.items() if points}
    frame = _frame([point for points in known.values() for point in points], y_range)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" font-family="sans-serif" font-size="11">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="14" font-size="12" font-weight="bold" fill="#222222">{escape(title)}</text>',
        *_grid(frame),
    ]
    for place, (name, points) in enumerate(known.items()):
        parts += _curve(name, points, frame, place)
    if not known:
        parts.append(f'<text x="{WIDTH // 2}" y="{HEIGHT // 2}" fill="#777777">nothing yet</text>')
    return "".join(parts) + "</svg>"


def _frame(points: list[tuple[float, float]], y_range: tuple[float, float] | None) -> _Frame:
    xs = [x for x, _ in points] or [0.0, 1.0]
    ys = [y for _, y in points] or [0.0, 1.0]
    low, high = y_range or (min(0.0, *ys, 0.0), max(ys))
    left, right = min(xs), max(xs)
    return _Frame(left, right if right > left else _above(left), low, high if high > low else _above(low))


def _above(value: float) -> float:
    """A larger one, also where adding 1 would be lost in rounding."""
    return value + max(1.0, abs(value))


def _grid(frame: _Frame) -> list[str]:
    parts = []
    for part in range(5):
        y = frame.y0 + (frame.y1 - frame.y0) * part / 4
        one, two = frame.place(frame.x0, y).split(","), frame.place(frame.x1, y).split(",")
        parts.append(
            f'<line x1="{one[0]}" y1="{one[1]}" x2="{two[0]}" y2="{two[1]}" stroke="#e3e3e3"/>'
            f'<text x="{LEFT - 6}" y="{float(one[1]) + 4:.1f}" text-anchor="end" fill="{GREY}">'
            f"{_short(y)}</text>"
        )
    for x, anchor in ((frame.x0, "start"), (frame.x1, "end")):
        at, down = frame.place(x, frame.y0).split(",")[0], HEIGHT - BOTTOM + 13
        parts.append(f'<text x="{at}" y="{down}" text-anchor="{anchor}" fill="{GREY}">{_short(x)}</text>')
    return parts


def _curve(name: str, points: Points, frame: _Frame, place: int) -> list[str]:
    color = COLORS[place % len(COLORS)]
    line = " ".join(frame.place(x, y) for x, y in points)
    # Two names beside each other, then the next line.
    legend = LEFT + place % 2 * (WIDTH - LEFT - RIGHT) / 2
    y = HEIGHT - 22 + place // 2 * 14
    found = [
        f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="1.6"/>',
        f'<rect x="{legend:.1f}" y="{y - 8}" width="9" height="9" fill="{color}"/>',
        f'<text x="{legend + 13:.1f}" y="{y}" fill="#333333">{escape(name)}</text>',
    ]
    if len(points) == 1:
        x, y_text = frame.place(*points[0]).split(",")
        found.append(f'<circle cx="{x}" cy="{y_text}" r="3" fill="{color}"/>')
    return found


def _short(value: float) -> str:
    """So short that it has room beside a chart: 0.031, 12.5, 1586, 16k, 2.13M."""
    if abs(value) >= 1e12:
        return f"{value:.0e}"
    for least, size, unit in ((1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if abs(value) >= least:
            return f"{_digits(value / size)}{unit}"
    return f"{value:.2g}" if 0 < abs(value) < 1 else _digits(value)


def _digits(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"
