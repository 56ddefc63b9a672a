"""Pictures: the same from the same seed, different from another, and inside their rectangle."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import numpy as np
import pytest

from phonebuddy.errors import PhoneBuddyError
from phonebuddy.screen import Pixels
from phonebuddy.world.look import WALLPAPERS
from phonebuddy.world.render.colors import contrast
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import (
    PICTURE_KINDS,
    avatar_color,
    draw_avatar,
    draw_picture,
    draw_wallpaper,
    initials,
)
from phonebuddy.world.render.pictures.dice import Dice
from phonebuddy.world.render.pictures.food import named_dish
from phonebuddy.world.render.theme import make_theme

KINDS = {
    "landscape", "sea", "city", "forest", "food", "breakfast", "cake", "noodles", "portrait",
    "pet", "cat", "dog", "product", "album", "document", "map", "abstract",
}  # fmt: skip


def _picture(kind: str, seed: str, width: int = 96, height: int = 72) -> Pixels:
    surface = skia.Surface(width + 20, height + 20)
    surface.getCanvas().translate(10, 10)
    draw_picture(surface.getCanvas(), kind, seed, width, height)
    pixels: Pixels = surface.toarray()
    return pixels


def test_all_kinds_are_there() -> None:
    assert set(PICTURE_KINDS) == KINDS


@pytest.mark.parametrize("kind", PICTURE_KINDS)
@pytest.mark.parametrize(("width", "height"), [(96, 72), (30, 90), (200, 20)])
def test_a_picture_fills_its_rectangle_and_no_more(kind: str, width: int, height: int) -> None:
    alpha = _picture(kind, "one", width, height)[..., 3]
    assert (alpha[10:-10, 10:-10] == 255).all()
    assert int(alpha.sum()) == width * height * 255


@pytest.mark.parametrize("kind", PICTURE_KINDS)
def test_the_seed_decides(kind: str) -> None:
    assert np.array_equal(_picture(kind, "one"), _picture(kind, "one"))
    looks = {_picture(kind, str(seed)).tobytes() for seed in range(6)}
    assert len(looks) == 6
    assert len(np.unique(_picture(kind, "one").reshape(-1, 4), axis=0)) > 20


def test_another_process_draws_the_same() -> None:
    code = (
        "import hashlib, skia\n"
        "from phonebuddy.world.render.pictures import draw_picture, PICTURE_KINDS\n"
        "surface = skia.Surface(60, 40)\n"
        "for kind in PICTURE_KINDS: draw_picture(surface.getCanvas(), kind, 'x', 60, 40)\n"
        "print(hashlib.sha256(surface.toarray().tobytes()).hexdigest())"
    )
    surface = skia.Surface(60, 40)
    for kind in PICTURE_KINDS:
        draw_picture(surface.getCanvas(), kind, "x", 60, 40)
    expected = hashlib.sha256(surface.toarray().tobytes()).hexdigest()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == expected


def test_unknown_kind_names_the_known_ones() -> None:
    with pytest.raises(PhoneBuddyError, match="did you mean 'forest'.*portrait"):
        _picture("forrest", "one")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Alice Brown", "AB"),
        ("bob", "B"),
        ("\u674e\u96f7", "\u674e"),
        ("Ann (work) 7", "A"),
        ("", "#"),
        ("...", "#"),
        ("+49 151", "4"),
        ("\U0001f389 Party", "\U0001f389"),
    ],
)
def test_initials(name: str, expected: str) -> None:
    assert initials(name) == expected


def test_avatars_are_round_and_stay_the_same() -> None:
    surface = skia.Surface(64, 64)
    draw_avatar(surface.getCanvas(), "Alice Brown", 0, 0, 64)
    pixels = surface.toarray()
    assert pixels[0, 0, 3] == 0 and pixels[32, 2, 3] == 255
    assert (pixels[..., :3] == 255).all(axis=2).any(), "no letters"
    assert avatar_color("Alice Brown") == avatar_color("Alice Brown")
    assert len({avatar_color(str(number)) for number in range(60)}) > 8


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("kind", WALLPAPERS)
def test_words_can_be_read_anywhere_on_a_wallpaper(kind: str, dark: bool) -> None:
    words = make_theme("violet", dark).on_surface
    for seed in range(6):
        surface = skia.Surface(60, 130)
        draw_wallpaper(surface.getCanvas(), kind, str(seed), 60, 130, dark)
        pixels = surface.toarray(colorType=skia.kRGBA_8888_ColorType)
        assert (pixels[..., 3] == 255).all()
        colors = {int(r) << 16 | int(g) << 8 | int(b) for r, g, b, _ in pixels[::2, ::2].reshape(-1, 4)}
        worst = min(contrast(words, color) for color in colors)
        assert worst > 4.5, f"{kind}, seed {seed}: contrast {worst:.1f}"


def test_wallpapers_differ() -> None:
    seen = set()
    for kind in WALLPAPERS:
        surface = skia.Surface(60, 130)
        draw_wallpaper(surface.getCanvas(), kind, "own", 60, 130, False)
        seen.add(surface.toarray().tobytes())
    assert len(seen) == len(WALLPAPERS)


def test_dice_are_fair_and_fixed() -> None:
    dice = Dice("seed")
    rolls = [dice.whole(1, 6) for _ in range(6000)]
    assert all(850 < rolls.count(face) < 1150 for face in range(1, 7))
    assert [Dice("seed").whole(0, 999), Dice("other").whole(0, 999)] == [635, 230]


@pytest.mark.parametrize(
    ("name", "other"), [("Lentil soup", "Rye bread"), ("Iced tea", "Green tea"), ("鸡汤面", "香蕉蛋糕")]
)
def test_a_dish_is_what_its_name_says(name: str, other: str) -> None:
    assert named_dish(Dice(name).words) is not None
    assert named_dish(Dice(name).words) is not named_dish(Dice(other).words)
    assert named_dish(Dice("Nothing that is known").words) is None


def test_the_last_word_that_tells_counts() -> None:
    assert named_dish(Dice("Noodle salad with peanuts").words) is named_dish(["salad"])
    assert named_dish(Dice("Chicken noodle soup").words) is named_dish(["soup"])
