"""Colours from recorded pictures, only when asked for: what fills each node, and the app's own colour.

Nothing of a picture is kept but these colours. Invariant: without `--use-pixels` no picture is ever opened.
"""

from __future__ import annotations

import colorsys
from collections import Counter
from collections.abc import Sequence

import numpy as np

from phonebuddy.errors import TraceError
from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.model import Page
from phonebuddy.screen import Pixels
from phonebuddy.traces.trace import Shot, Trace

LEVELS = 16
"""Steps of one colour that count as different."""
LEAST_SIDE = 2
VIVID = 0.35
SCHEME_HUES = {
    "red": 0, "orange": 30, "amber": 45, "green": 120, "teal": 175, "blue": 215, "indigo": 240, "violet": 270,
    "pink": 330,
}  # fmt: skip
"""The engine's colour schemes by their hue, in degrees."""


def add_colours(model: AppModel, traces: Sequence[Trace]) -> int:
    """Give nodes the colours their places had in the pictures, and the app its scheme; how many."""
    shots = {key: shot for trace in traces for key, shot in trace.shots.items()}
    vivid: Counter[str] = Counter()
    for page in model.pages:
        shot = shots.get(page.members[0].key)
        pixels = _pixels(shot) if shot is not None else None
        if shot is not None and pixels is not None:
            _fill_page(model, page, shot, pixels, vivid)
    if vivid:
        model.color = min(vivid, key=lambda name: (-vivid[name], name))
    return len(model.fills)


def _pixels(shot: Shot) -> Pixels | None:
    if shot.picture is None:
        return None
    try:
        return shot.screen.pixels()
    except TraceError:
        return None


def _fill_page(model: AppModel, page: Page, shot: Shot, pixels: Pixels, vivid: Counter[str]) -> None:
    x, y = pixels.shape[1] / shot.screen.width, pixels.shape[0] / shot.screen.height
    for slot in page.slots:
        item = slot.seen.get(0)
        if item is None:
            continue
        left, top, right, bottom = item.element.bounds
        region = pixels[round(top * y) : round(bottom * y), round(left * x) : round(right * x), :3]
        if min(region.shape[:2]) >= LEAST_SIDE:
            color = common_color(region)
            model.fills[page.number, slot.number] = f"#{color[0]:02x}{color[1]:02x}{color[2]:02x}"
            name = scheme_of(color)
            if name:
                vivid[name] += region.shape[0] * region.shape[1]


def common_color(region: Pixels) -> tuple[int, int, int]:
    """The colour most of a region has, as the mean of its most frequent shade."""
    flat = region.reshape(-1, 3)
    bins = (flat // LEVELS).astype(np.int64) @ np.array([LEVELS * LEVELS, LEVELS, 1])
    found = np.bincount(bins).argmax()
    red, green, blue = (int(value) for value in flat[bins == found].mean(axis=0))
    return red, green, blue


def scheme_of(color: tuple[int, int, int]) -> str:
    """The colour scheme nearest to a vivid colour; nothing for greys."""
    hue, saturation, value = colorsys.rgb_to_hsv(*(part / 255 for part in color))
    if saturation < VIVID or value < VIVID:
        return ""

    def distance(name: str) -> float:
        away = abs(SCHEME_HUES[name] - hue * 360)
        return min(away, 360 - away)

    return min(SCHEME_HUES, key=lambda name: (distance(name), name))
