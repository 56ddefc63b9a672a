"""Icons, themes and the Skia import guard."""

from __future__ import annotations

import importlib
import subprocess
import sys

import numpy as np
import pytest

from phonebuddy.errors import PhoneBuddyError, SetupError
from phonebuddy.screen import Pixels
from phonebuddy.world.render.colors import contrast, mix, with_alpha
from phonebuddy.world.render.icons import draw_icon, has_icon, icon_names
from phonebuddy.world.render.library import load_skia, skia
from phonebuddy.world.render.theme import SCHEMES, make_theme

PAIRS = {
    "on_primary": "primary",
    "on_primary_container": "primary_container",
    "on_secondary": "secondary",
    "on_secondary_container": "secondary_container",
    "on_tertiary": "tertiary",
    "on_tertiary_container": "tertiary_container",
    "on_error": "error",
    "on_error_container": "error_container",
    "inverse_on_surface": "inverse_surface",
    "inverse_primary": "inverse_surface",
}
SURFACES = [
    "surface",
    "surface_lowest",
    "surface_low",
    "surface_container",
    "surface_high",
    "surface_highest",
]


def _icon(name: str, size: int) -> Pixels:
    surface = skia.Surface(size, size)
    draw_icon(surface.getCanvas(), name, 0, 0, size, 0xFF000000)
    pixels: Pixels = surface.toarray()
    return pixels[..., 3]


@pytest.mark.parametrize("name", ["account", "home", "send", "chevron-right", "plus", "heart"])
def test_icons_are_drawn_in_the_middle(name: str) -> None:
    rows, columns = _icon(name, 96).nonzero()
    assert rows.size
    assert (
        abs((rows.min() + rows.max()) / 2 - 47.5) < 12
        and abs((columns.min() + columns.max()) / 2 - 47.5) < 12
    )


def test_icons_have_names() -> None:
    assert len(icon_names()) > 5000 and has_icon("magnify") and not has_icon("no-such-icon")
    with pytest.raises(PhoneBuddyError, match="did you mean 'account'"):
        _icon("acount", 24)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_can_be_read_on_every_surface(scheme: str, dark: bool) -> None:
    theme = make_theme(scheme, dark)
    assert make_theme(scheme, dark) is theme
    for over, under in PAIRS.items():
        assert contrast(getattr(theme, over), getattr(theme, under)) >= 4.5, (over, under)
    for surface in SURFACES:
        for over in ("on_surface", "on_surface_variant", "primary", "error"):
            assert contrast(getattr(theme, over), getattr(theme, surface)) >= 4.5, (over, surface)


def test_violet_looks_like_material() -> None:
    assert make_theme("violet", False).primary == 0xFF6750A4


def test_unknown_scheme_names_the_known_ones() -> None:
    with pytest.raises(PhoneBuddyError, match="did you mean 'violet'.*slate"):
        make_theme("violett", False)


def test_colour_arithmetic() -> None:
    assert with_alpha(0xFF123456, 0.5) == 0x80123456
    assert mix(0xFF000000, 0xFFFFFFFF, 0.2) == 0xFF333333


@pytest.mark.parametrize(
    ("problem", "advice"),
    [
        ("libEGL.so.1: cannot open shared object file", "libegl1 libgl1"),
        ("No module named 'skia'", "skia-python"),
    ],
)
def test_missing_skia_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, problem: str, advice: str
) -> None:
    def fail(name: str) -> None:
        raise ImportError(problem)

    monkeypatch.setattr(importlib, "import_module", fail)
    with pytest.raises(SetupError, match=advice):
        load_skia()


def test_importing_opens_no_font() -> None:
    code = (
        "import phonebuddy.world.render.text, phonebuddy.world.render.icons\n"
        "from phonebuddy.world.render import fonts\n"
        "assert not fonts._roboto.cache_info().currsize and not fonts._manager.cache_info().currsize"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr


def test_an_icon_is_always_the_same() -> None:
    assert np.array_equal(_icon("cog", 48), _icon("cog", 48))
