"""Colours, icons and pictures from recorded screens, only when asked for: what fills each node, what images
show, and the app's own colour.

Invariant: without `--use-pixels` no picture is ever opened; what is cut out goes to the app's own folder
only, never into this repository.
"""

from __future__ import annotations

import base64
import colorsys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from phonebuddy.errors import AppError, TraceError
from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.items import Item
from phonebuddy.rebuild.model import Page
from phonebuddy.screen import Pixels
from phonebuddy.traces.pictures import encode_jpeg, resized
from phonebuddy.traces.trace import Shot, Trace

LEVELS = 16
"""Steps of one colour that count as different."""
LEAST_SIDE = 2
PICTURES = ("image", "icon_button", "fab", "icon")
MOST_CUT, LARGEST_CUT, QUALITY = 40, 128, 75
"""Images of a page that are cut out, the pixels of their longer side, and how well they are kept."""
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
    x, y = pixels.shape[1] / max(1, shot.screen.width), pixels.shape[0] / max(1, shot.screen.height)
    cut: list[int] = []
    for slot in page.slots:
        item = slot.seen.get(0)
        if item is None:
            continue
        left, top, right, bottom = item.element.bounds
        region = pixels[round(top * y) : round(bottom * y), round(left * x) : round(right * x), :3]
        if min(region.shape[:2]) >= LEAST_SIDE:
            if _is_picture(item, page) and len(cut) < MOST_CUT:
                cut.append(slot.number)
                model.crops[page.number, slot.number] = cut_out(region)
            color = common_color(region)
            model.fills[page.number, slot.number] = f"#{color[0]:02x}{color[1]:02x}{color[2]:02x}"
            name = scheme_of(color)
            if name:
                vivid[name] += region.shape[0] * region.shape[1]


def _is_picture(item: Item, page: Page) -> bool:
    """Images, and icons that say something to a screen reader only."""
    if item.element.text or (item.element.role not in PICTURES and not item.element.description):
        return False
    return not any(
        page.members[0].items[one.parent] is item for one in page.members[0].items if one.parent >= 0
    )


def cut_out(region: Pixels) -> str:
    """A region as a small JPEG in base64: icons as they are, pictures made smaller."""
    height, width = region.shape[:2]
    opaque = np.dstack([region, np.full((height, width), 255, np.uint8)])
    share = LARGEST_CUT / max(width, height)
    if share < 1:
        opaque = resized(opaque, max(1, round(width * share)), max(1, round(height * share)))
    return base64.b64encode(encode_jpeg(opaque, QUALITY)).decode()


def refuse_inside_repository(output: Path) -> None:
    """What was cut out of somebody's recordings must not get into this repository by accident."""
    root = Path(__file__).resolve().parents[3]
    place = output.resolve()
    if (root / ".git").exists() and place.is_relative_to(root) and not place.is_relative_to(root / "out"):
        raise AppError(
            f"{output}: with --use-pixels the app holds pieces of recorded pictures, which do not belong "
            f"into this repository. Give a folder outside of it, or below {root / 'out'}."
        )


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
