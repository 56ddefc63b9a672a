"""Icons: the community Material Design Icons font, by name.

Its invariant: an icon is a name and nothing else; the same name, size and colour give the same pixels.
"""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from phonebuddy.errors import PhoneBuddyError, nearest
from phonebuddy.world.render import fonts
from phonebuddy.world.render.library import skia

_PACKAGE, _PIP_NAME = "tkinter_icons_mat", "tkinter-icons-mat"
# The font's em box is the icon's 24 x 24 grid; its baseline lies this far below the box top.
_ASCENT = 0.875


@cache
def _code_points() -> dict[str, int]:
    path = fonts.package_folder(_PACKAGE, _PIP_NAME) / "glyphmap.json"
    names = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    return {name: int(code, 16) for name, code in names.items()}


@cache
def _typeface() -> skia.Typeface:
    return fonts.open_package_font(_PACKAGE, "fonts/materialdesignicons-webfont.ttf", _PIP_NAME)


@lru_cache(maxsize=64)
def _font(size: int) -> skia.Font:
    return fonts.unhinted(_typeface(), size)


@cache
def icon_names() -> frozenset[str]:
    """Every icon there is."""
    return frozenset(_code_points())


def has_icon(name: str) -> bool:
    return name in _code_points()


def draw_icon(canvas: skia.Canvas, name: str, left: float, top: float, size: int, color: int) -> None:
    """Draw an icon in a size x size box; colour as ARGB."""
    code = _code_points().get(name)
    if code is None:
        raise PhoneBuddyError(f"There is no icon '{name}'{nearest(name, _code_points())}.")
    paint = skia.Paint(Color=color, AntiAlias=True)
    canvas.drawString(chr(code), left, top + size * _ASCENT, _font(size), paint)
