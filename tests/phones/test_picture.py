"""Pictures: what is black, what looks the same, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from phonebuddy.errors import TraceError
from phonebuddy.phones import picture
from phonebuddy.phones.picture import Grabbed
from phonebuddy.screen import Pixels
from phonebuddy.traces.pictures import decode_picture, encode_png
from tests.world.helpers import new_phone


def grabbed(change: object = None, fill: int = 0) -> Grabbed:
    pixels = np.full((400, 200, 4), fill, np.uint8)
    pixels[..., 3] = 255
    if callable(change):
        change(pixels)
    return Grabbed(encode_png(pixels))


def test_black_is_black_also_under_bars() -> None:
    def bars(pixels: Pixels) -> None:
        pixels[:15] = 255
        pixels[-15:] = 200

    assert grabbed().is_black and grabbed(bars).is_black and grabbed(fill=8).is_black


def test_a_dark_page_with_a_word_on_it_is_not_black() -> None:
    def word(pixels: Pixels) -> None:
        pixels[200:210, 50:90] = 255

    assert not grabbed(word).is_black and not grabbed(fill=40).is_black
    assert not Grabbed(new_phone().observe().png()).is_black


def test_a_caret_does_not_make_a_difference_and_a_word_does() -> None:
    def caret(pixels: Pixels) -> None:
        pixels[200:212, 50:52] = 255

    def word(pixels: Pixels) -> None:
        pixels[200:220, 50:120] = 255

    plain = grabbed(fill=100)
    assert plain.looks_like(grabbed(caret, 100)) and not plain.looks_like(grabbed(word, 100))
    assert plain != grabbed(caret, 100) and plain == grabbed(fill=100)


@pytest.mark.parametrize("data", [b"", b"x", b"\x89PNG\r\n\x1a\n", b"Status: -1"])
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(TraceError):
        Grabbed(data)


def test_a_page_that_is_dark_above_is_not_black() -> None:
    def below(pixels: Pixels) -> None:
        pixels[300:310, 50:90] = 255

    assert not grabbed(below).is_black


def test_a_picture_of_bars_alone_shows_nothing() -> None:
    pixels = np.full((8, 8, 4), 255, np.uint8)
    assert Grabbed(encode_png(pixels)).is_black


def test_pixels_are_decoded_for_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def decode(data: bytes, name: object) -> Pixels:
        asked.append(name)
        return decode_picture(data, name)

    monkeypatch.setattr(picture, "decode_picture", decode)
    one, same = grabbed(fill=100), grabbed(fill=100)
    assert (one.width, one.height) == (200, 400) and one.looks_like(same) and not asked
    assert one.pixels()[0, 0, 0] == 100 and one.jpeg() and len(asked) == 1


def test_a_picture_that_changed_on_its_way_is_refused() -> None:
    data = bytearray(new_phone().observe().png())
    data[len(data) // 2] ^= 1
    with pytest.raises(TraceError, match="not a whole PNG"):
        Grabbed(bytes(data))


def test_half_a_picture_is_refused() -> None:
    data = new_phone().observe().png()
    with pytest.raises(TraceError):
        Grabbed(data[: len(data) // 2])
