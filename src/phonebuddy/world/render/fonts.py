"""The fonts of the phone: Roboto in three weights, Chinese and colour emoji behind it.

Its invariant: a font is chosen by file, never by name, and opened on first need, so the same files give the
same pixels on every machine and importing this module opens nothing.
"""

from __future__ import annotations

import importlib.util
import os
import warnings
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from phonebuddy.errors import SetupError
from phonebuddy.world.render.library import skia

Family = Literal["roboto", "chinese", "emoji"]


class FontFile(NamedTuple):
    """A file that may hold a font, and which font of a collection to take."""

    path: str
    member: int = 0


def _collections(name: str) -> tuple[FontFile, ...]:
    """Where Debian, Fedora, Arch and macOS keep one Noto CJK collection; its font 2 is Simplified Chinese."""
    folders = (
        "/usr/share/fonts/opentype/noto",
        "/usr/share/fonts/google-noto-sans-cjk-fonts",
        "/usr/share/fonts/google-noto-cjk",
        "/usr/share/fonts/noto-cjk",
        "/usr/local/share/fonts",
        "~/.local/share/fonts",
        "~/Library/Fonts",
        "/Library/Fonts",
    )
    return tuple(FontFile(f"{folder}/{name}", 2) for folder in folders)


CHINESE_FILES = (
    *_collections("NotoSansCJK-Regular.ttc"),
    FontFile("/System/Library/Fonts/Hiragino Sans GB.ttc"),
)
CHINESE_BOLD_FILES = (*_collections("NotoSansCJK-Bold.ttc"), *_collections("NotoSansCJK-Medium.ttc"))
EMOJI_FILES = (
    FontFile("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"),
    FontFile("/usr/share/fonts/google-noto-color-emoji-fonts/NotoColorEmoji.ttf"),
    FontFile("/usr/share/fonts/google-noto-emoji/NotoColorEmoji.ttf"),
    FontFile("/usr/share/fonts/noto/NotoColorEmoji.ttf"),
    FontFile("/usr/local/share/fonts/NotoColorEmoji.ttf"),
    FontFile("~/.local/share/fonts/NotoColorEmoji.ttf"),
    FontFile("~/Library/Fonts/NotoColorEmoji.ttf"),
    FontFile("/System/Library/Fonts/Apple Color Emoji.ttc"),
)

_PACKAGES = {"chinese": "fonts-noto-cjk", "emoji": "fonts-noto-color-emoji"}
_WEIGHT_AXIS = 0x77676874  # "wght"
_FIRST_SYMBOL, _FIRST_CHINESE, _FIRST_PICTOGRAPH = 0x2000, 0x2E80, 0x1F000


def snap_weight(weight: int) -> int:
    """The nearest weight we have: 400, 500 or 700."""
    return 400 if weight < 450 else 500 if weight < 600 else 700


@cache
def _manager() -> skia.FontMgr:
    # The default manager reads the machine's font configuration: 130 ms, and other fonts on each machine.
    return skia.FontMgr.New_Custom_Empty()


def open_package_font(package: str, file: str, pip_name: str) -> skia.Typeface:
    """A font that comes with a Python package, found without importing the package."""
    path = package_folder(package, pip_name) / file
    typeface = _manager().makeFromFile(str(path))
    if typeface is None:
        raise SetupError(f"The font {path} is missing or damaged. Install it: pip install {pip_name}")
    return typeface


def package_folder(package: str, pip_name: str) -> Path:
    """The folder of an installed package."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise SetupError(f"The Python package {package} is not installed. Install it: pip install {pip_name}")
    return Path(found.origin).parent


@cache
def _roboto(weight: int) -> skia.Typeface:
    if weight == 400:
        return open_package_font("fontpkg_roboto", "files/Roboto[wdth,wght].ttf", "fontpkg-roboto")
    kinds = skia.FontArguments.VariationPosition
    # Skia keeps pointers into these three objects until makeClone returns.
    coordinates = kinds.Coordinates([kinds.Coordinate(_WEIGHT_AXIS, weight)])
    position = kinds(coordinates)
    arguments = skia.FontArguments()
    arguments.setVariationDesignPosition(position)
    return _roboto(400).makeClone(arguments)


def _open_first(files: tuple[FontFile, ...]) -> skia.Typeface | None:
    for file in files:
        path = os.path.expanduser(file.path)
        if os.path.exists(path):
            typeface = _manager().makeFromFile(path, file.member)
            if typeface is not None:
                return typeface
    return None


@cache
def _fallback(family: Family, bold: bool) -> skia.Typeface | None:
    """The Chinese or the emoji font; None, after one warning, when this machine has no such file."""
    if family == "chinese" and bold:
        return _open_first(CHINESE_BOLD_FILES) or _fallback("chinese", False)
    typeface = _open_first(CHINESE_FILES if family == "chinese" else EMOJI_FILES)
    if typeface is None:
        warnings.warn(
            f"No {family} font found: such characters are drawn as hollow boxes. "
            f"On Debian or Ubuntu: apt-get install {_PACKAGES[family]}",
            stacklevel=2,
        )
    return typeface


def typeface(family: Family, weight: int) -> skia.Typeface | None:
    """The typeface of a family in a weight we have; None when its file is missing."""
    if family == "roboto":
        return _roboto(weight)
    return _fallback(family, family == "chinese" and weight >= 500)


@lru_cache(maxsize=1 << 15)
def family_of(character: str) -> Family | None:
    """The first family that can draw a character; None when no family can."""
    code = ord(character)
    if _roboto(400).unicharToGlyph(code):
        return "roboto"
    # Asking the likely font first keeps the other, large, font closed.
    chinese_first = _FIRST_CHINESE <= code < _FIRST_PICTOGRAPH or code < _FIRST_SYMBOL
    order: tuple[Family, ...] = ("chinese", "emoji") if chinese_first else ("emoji", "chinese")
    for family in order:
        candidate = _fallback(family, False)
        if candidate is not None and candidate.unicharToGlyph(code):
            return family
    return None


@lru_cache(maxsize=512)
def font(family: Family, weight: int, size: int) -> skia.Font:
    """A font ready to draw. The family's file must exist, as family_of answers only such families."""
    return unhinted(typeface(family, weight), size)


def unhinted(face: skia.Typeface, size: int) -> skia.Font:
    """A font whose glyphs scale exactly and do not depend on the machine's rendering settings."""
    made = skia.Font(face, size)
    made.setHinting(skia.FontHinting.kNone)
    made.setSubpixel(True)
    made.setEdging(skia.Font.Edging.kAntiAlias)
    made.setLinearMetrics(True)
    return made
