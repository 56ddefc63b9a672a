"""The painter's law: caches on, caches off and the decoded PNG are equal, byte for byte."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest
from PIL import Image

from phonebuddy.screen import Pixels
from phonebuddy.world.render.frame import DisplayList, Draw, Fill, Page, Painter, Strip, Tile
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle, draw_text
from tests.world.render.drawing import Wish, display_of

WIDTH, HEIGHT = 150, 290


def _tile(name: int, width: int, height: int, background: int) -> Tile:
    def paint(canvas: skia.Canvas) -> None:
        color = 0x90000000 | name * 0x31415 & 0xFFFFFF
        canvas.drawRoundRect(
            skia.Rect.MakeWH(width, height - 2.5), 9, 9, skia.Paint(Color=color, AntiAlias=True)
        )
        draw_text(canvas, f"Tile {name}", 4.3, height * 0.7, TextStyle(17, 500), 0xFF102030)

    return Tile(("tile", name, width, height, background), width, height, background, paint)


def _random_tile(random_source: random.Random) -> Tile:
    background = random_source.choice((0, 0, 0xFFFFFFFF, 0xFFEEDDCC))
    width = random_source.choice((WIDTH, WIDTH, 40, 77))
    return _tile(random_source.randrange(6), width, random_source.choice((13, 40, 64)), background)


def _random_wish(random_source: random.Random) -> Wish | Fill:
    left, top = random_source.randrange(-20, WIDTH), random_source.randrange(-20, HEIGHT)
    if random_source.random() < 0.3:
        color = random_source.choice((0xFF446688, 0x52000000, 0x80FFEE00))
        whole = random_source.random() < 0.4
        return Fill(color, (0, 0, WIDTH, HEIGHT) if whole else (left, top, left + 60, top + 90))
    tile = _random_tile(random_source)
    x = 0 if tile.width == WIDTH else left
    clip = random_source.choice(((0, 0, WIDTH, HEIGHT), (5, 31, WIDTH, 250), (0, 40, WIDTH, 200)))
    return Wish(tile, x, top, clip)


def _random_wishes(random_source: random.Random, count: int) -> list[Wish | Fill]:
    return [_random_wish(random_source) for _ in range(count)]


def _random_display(random_source: random.Random, count: int) -> DisplayList:
    return display_of(_random_wishes(random_source, count), WIDTH, HEIGHT)


def _change(wishes: list[Wish | Fill], random_source: random.Random) -> list[Wish | Fill]:
    """What is wished after a scroll, a new operation, a removed one, or no change."""
    change = random_source.randrange(4)
    if change == 0:
        step = random_source.randrange(-50, 50)
        return [one._replace(y=one.y + step) if isinstance(one, Wish) else one for one in wishes]
    if change == 1 or not wishes:
        return [*wishes, _random_wish(random_source)]
    if change == 2:
        gone = random_source.randrange(len(wishes))
        return wishes[:gone] + wishes[gone + 1 :]
    return wishes


def _decode(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("cache_mb", [0, 8])
def test_frames_do_not_depend_on_history(seed: int, cache_mb: int) -> None:
    random_source = random.Random(seed)
    keeping, forgetting = Painter(cache_mb), Painter()
    wishes = _random_wishes(random_source, 12)
    for step in range(40):
        wishes = _change(wishes, random_source)
        display = display_of(wishes, WIDTH, HEIGHT)
        forgetting.clear()
        expected = forgetting.pixels(display, WIDTH, HEIGHT)
        assert (expected[..., 3] == 255).all()
        if step % 3:
            assert np.array_equal(keeping.pixels(display, WIDTH, HEIGHT), expected)
        assert np.array_equal(_decode(keeping.png(display, WIDTH, HEIGHT)), expected)


@pytest.mark.parametrize("seed", range(8))
def test_parts_put_over_the_last_frame_give_the_next(seed: int) -> None:
    random_source = random.Random(seed)
    painter = Painter()
    keys: list[Strip] = []
    shown: Pixels = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    wishes = _random_wishes(random_source, 12)
    for _ in range(20):
        wishes = _change(wishes, random_source)
        display = display_of(wishes, WIDTH, HEIGHT)
        keys, parts = painter.parts(display, WIDTH, HEIGHT, keys)
        for part in parts:
            shown[part.top : part.top + part.height] = _decode(part.png)
        assert np.array_equal(shown, painter.pixels(display, WIDTH, HEIGHT))
        assert painter.parts(display, WIDTH, HEIGHT, keys)[1] == []


def _surface(pixels: Pixels) -> skia.Surface:
    return skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType)


def _reference(display: DisplayList) -> Pixels:
    """Every operation in turn through Skia on one surface, with none of the painter's shortcuts."""
    pixels: Pixels = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    pixels[..., 3] = 255
    surface = _surface(pixels)
    canvas = surface.getCanvas()
    for operation in display:
        if isinstance(operation, Fill):
            canvas.drawRect(skia.Rect.MakeLTRB(*operation.rect), skia.Paint(Color=operation.color))
            continue
        memory: Pixels = np.zeros((operation.tile.height, operation.tile.width, 4), np.uint8)
        tile = _surface(memory)
        tile.getCanvas().clear(operation.tile.background)
        operation.tile.paint(tile.getCanvas())
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*operation.rect))
        canvas.drawImage(tile.makeImageSnapshot(), operation.x, operation.y)
        canvas.restore()
    return pixels


@pytest.mark.parametrize("seed", range(20))
def test_pixels_are_those_of_plain_drawing(seed: int) -> None:
    random_source = random.Random(seed)
    display = _random_display(random_source, 10)
    apart = np.abs(Painter().pixels(display, WIDTH, HEIGHT).astype(int) - _reference(display).astype(int))
    # Each blending may round another way than Skia's slower one does; ten of them are laid over each other.
    assert apart.max() <= 4


def test_a_cached_frame_paints_nothing() -> None:
    painted: list[int] = []
    tile = Tile("counted", 30, 30, 0xFFFFFFFF, lambda canvas: painted.append(1))
    display = (Draw(tile, 3, 100, (3, 100, 33, 130)),)
    painter = Painter()
    first = painter.png(display, WIDTH, HEIGHT)
    assert painter.png((*display,), WIDTH, HEIGHT) == first
    again = Tile("counted", 30, 30, 0xFFFFFFFF, lambda canvas: painted.append(2))
    assert painter.png((Draw(again, 3, 100, (3, 100, 33, 130)),), WIDTH, HEIGHT) == first
    assert painted == [1]
    assert painter.stats.tile_misses == 1 and painter.stats.hits > 0


def test_what_is_hidden_is_not_painted() -> None:
    def fail(canvas: skia.Canvas) -> None:
        raise AssertionError("painted though hidden")

    everything = (0, 0, WIDTH, HEIGHT)
    display = (Draw(Tile("hidden", 20, 20, 0, fail), 9, 9, (9, 9, 29, 29)), Fill(0xFF00FF00, everything))
    assert (Painter().pixels(display, WIDTH, HEIGHT) == (0, 255, 0, 255)).all()


def test_a_failed_paint_leaves_no_trace() -> None:
    painter, broken = Painter(), True

    def paint(canvas: skia.Canvas) -> None:
        if broken:
            raise ValueError("broken")
        canvas.clear(0xFFFF0000)

    display = (Draw(Tile("fragile", WIDTH, HEIGHT, 0xFFFFFFFF, paint), 0, 0, (0, 0, WIDTH, HEIGHT)),)
    painter.pixels((), WIDTH, HEIGHT)
    with pytest.raises(ValueError, match="broken"):
        painter.pixels(display, WIDTH, HEIGHT)
    broken = False
    assert (painter.pixels(display, WIDTH, HEIGHT) == (255, 0, 0, 255)).all()


def test_jpeg_is_close() -> None:
    painter, display = Painter(), (Fill(0xFF336699, (0, 0, WIDTH, HEIGHT)),)
    decoded = np.asarray(Image.open(io.BytesIO(painter.jpeg(display, WIDTH, HEIGHT)))).astype(int)
    assert abs(decoded - painter.pixels(display, WIDTH, HEIGHT)[..., :3]).max() <= 4


def test_a_page_of_the_caller_shows_every_frame_in_turn() -> None:
    painter, random_source = Painter(), random.Random(5)
    out = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    page = Page(WIDTH, HEIGHT, out)
    for _ in range(20):
        display = _random_display(random_source, random_source.randrange(12))
        painter.update(display, page)
        assert np.array_equal(out, Painter().pixels(display, WIDTH, HEIGHT))


def test_a_screen_that_comes_back_is_not_drawn_again() -> None:
    """Of a few screens in turn, each keeps a buffer of its own."""
    painter, painted = Painter(cache_mb=0), list[int]()

    def screen(number: int) -> DisplayList:
        tile = Tile(("screen", number), WIDTH, HEIGHT, 0xFF000000 | number, lambda _: painted.append(number))
        return (Draw(tile, 0, 0, (0, 0, WIDTH, HEIGHT)),)

    for _ in range(3):
        for number in range(3):
            painter.pixels(screen(number), WIDTH, HEIGHT)
    assert painted == [0, 1, 2]


def test_frames_given_away_stay_as_they_were() -> None:
    """Memory of frames is used again, but never while somebody still holds a frame or a part of it."""
    painter = Painter()
    held = [painter.pixels((Fill(0xFF000000 | n, (0, 0, 8, 8)),), 8, 8) for n in range(12)]
    part = painter.pixels((Fill(0xFF0000FF, (0, 0, 8, 8)),), 8, 8)[2:4]
    for number in range(12):
        painter.pixels((Fill(0xFF00FF00, (0, 0, 8, 8)),), 8, 8)
        assert held[number][0, 0, 2] == number
    assert part[0, 0].tolist() == [0, 0, 255, 255]


def test_held_frames_never_change_while_others_are_drawn() -> None:
    """Symptom guarded against: a frame somebody kept changed under their hands."""
    chance = random.Random(7)
    painter = Painter(cache_mb=1)
    held: list[tuple[Pixels, Pixels]] = []
    for number in range(1500):
        display = _random_display(chance, 4)
        draw = painter.pixels(display, WIDTH, HEIGHT)
        if chance.random() < 0.4:
            rows = chance.randrange(HEIGHT // 2)
            part = draw[rows : rows + 20] if chance.random() < 0.5 else draw
            held.append((part, part.copy()))
        if chance.random() < 0.3:
            painter.png(display, WIDTH, HEIGHT)
        if len(held) > 7 or chance.random() < 0.1:
            del held[: chance.randrange(len(held) + 1)]
        if number % 10 == 0:
            assert all(np.array_equal(now, then) for now, then in held)
