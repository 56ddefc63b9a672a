"""Pictures on disk: drawn once on a machine, not once in every process.

Drawing takes milliseconds, reading back a tenth of that. They lie in the user's cache folder, named by what
they show and by the code that draws them. Invariant: what is found is what would have been drawn; a picture
that is damaged, old or cannot be written is as good as none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np

from phonebuddy.screen import Pixels
from phonebuddy.world.cached_files import cache_folder, find_file, keep_file
from phonebuddy.world.render.library import skia

MOST_IN_A_FOLDER = 16
"""Of 256 folders, so that what was not used longest is soon found: 4,096 pictures, some 25 kB each on a
screen of 540x1200, 60 on one of 1080x2400."""
_BEHIND = 0xFF808080
"""Shows through in the seams of a picture, if at all."""

Paint = Callable[[skia.Canvas], None]


class Tally:
    """How many pictures this process found on disk and how many it drew."""

    def __init__(self) -> None:
        self.found = 0
        self.drawn = 0


TALLY = Tally()


def kept_picture(name: str, width: int, height: int, paint: Paint) -> Pixels:
    """What `paint` fills width x height with, from the origin: opaque RGBA, not to be written to."""
    path = _path(name, width, height)
    data = find_file(path)
    if data is not None:
        TALLY.found += 1
        found: Pixels = np.frombuffer(data, np.uint8).reshape(height, width, 4)
        return found
    TALLY.drawn += 1
    pixels: Pixels = np.empty((height, width, 4), np.uint8)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
    surface.getCanvas().clear(_BEHIND)
    paint(surface.getCanvas())
    keep_file(path, pixels.tobytes(), MOST_IN_A_FOLDER)
    return pixels


def _path(name: str, width: int, height: int) -> Path:
    said = f"{_painters()}/{width}x{height}/{name}".encode("utf-8", "surrogatepass")
    mark = hashlib.sha256(said).hexdigest()
    return cache_folder() / "pictures" / mark[:2] / f"{mark[2:34]}.bin"


@lru_cache(maxsize=1)
def _painters() -> str:
    """A digest of the code that draws pictures, and of the Skia that fills their shapes."""
    here = Path(__file__).parent
    mark = hashlib.sha256(str(skia.__version__).encode())
    for file in (*sorted(here.glob("*.py")), here.parent / "colors.py"):
        mark.update(file.read_bytes())
    return mark.hexdigest()
