"""The pictures of a recording: read when asked for, never larger than the limits.

Invariant: a picture's size is checked before it is decoded; whatever is wrong with it is a TraceError.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import skia

from phonebuddy.errors import TraceError
from phonebuddy.screen import Pixels
from phonebuddy.traces.limits import MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, read_bytes

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp")


def picture_size(data: bytes, name: object) -> tuple[int, int]:
    """Width and height of an encoded picture, from its head."""
    try:
        codec = skia.Codec.MakeFromData(skia.Data.MakeWithoutCopy(data))
    except (RuntimeError, ValueError):
        raise TraceError(f"{name}: not a picture that can be read (PNG, JPEG or WebP).") from None
    width, height = codec.dimensions().width(), codec.dimensions().height()
    if width * height > MAX_PICTURE_PIXELS:
        raise TraceError(f"{name}: {width} x {height} pixels; at most {MAX_PICTURE_PIXELS:,} are read.")
    return width, height


def decode_picture(data: bytes, name: object) -> Pixels:
    """RGBA, height x width x 4."""
    width, height = picture_size(data, name)
    try:
        image = skia.Image.MakeFromEncoded(skia.Data.MakeWithoutCopy(data))
    except (RuntimeError, ValueError):
        image = None
    pixels = np.zeros((height, width, 4), np.uint8)
    info = skia.ImageInfo.Make(width, height, skia.kRGBA_8888_ColorType, skia.kUnpremul_AlphaType)
    if image is None or not image.readPixels(info, pixels, width * 4):
        raise TraceError(f"{name}: a damaged picture.")
    return pixels


def decode_rows(data: bytes, name: object, first: int, count: int) -> Pixels:
    """Some rows of a PNG, RGBA: what is above them is read too, what is below is not."""
    width, height = picture_size(data, name)
    codec = skia.Codec.MakeFromData(skia.Data.MakeWithoutCopy(data))
    options = skia.Codec.Options()
    rows = skia.IRect.MakeLTRB(0, first, width, min(first + count, height))
    options.fSubset = rows
    # As large as the whole picture, since skia wants it so; what is not written to takes no memory.
    pixels = np.empty((height, width, 4), np.uint8)
    info = skia.ImageInfo.Make(width, height, skia.kRGBA_8888_ColorType, skia.kUnpremul_AlphaType)
    good = skia.Codec.Result.kSuccess
    begun = codec.startIncrementalDecode(info, pixels, width * 4, options)
    if begun != good or codec.incrementalDecode(0) != good:
        raise TraceError(f"{name}: a damaged picture.")
    return pixels[: rows.height()]


def encode_png(pixels: Pixels) -> bytes:
    """A PNG of RGBA pixels."""
    return bytes(_image(pixels).encodeToData(skia.kPNG, 100))


def encode_rgb_png(pixels: Pixels) -> bytes:
    """A PNG of the red, green and blue of RGBA pixels, for who expects three channels."""
    rgba, opaque = skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType
    return bytes(
        skia.Image.fromarray(np.ascontiguousarray(pixels), rgba, opaque).encodeToData(skia.kPNG, 100)
    )


def encode_jpeg(pixels: Pixels, quality: int) -> bytes:
    return bytes(_image(pixels).encodeToData(skia.kJPEG, quality))


def resized(pixels: Pixels, width: int, height: int) -> Pixels:
    """RGBA pixels at another size, smoothly."""
    smooth = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    image = _image(pixels).withDefaultMipmaps().resize(width, height, smooth)
    return np.asarray(image.toarray(colorType=skia.kRGBA_8888_ColorType), np.uint8)


def _image(pixels: Pixels) -> skia.Image:
    return skia.Image.fromarray(np.ascontiguousarray(pixels), skia.kRGBA_8888_ColorType)


class FilePicture(msgspec.Struct, frozen=True):
    """A recorded picture on the disk, as the frame of a Screen."""

    path: Path

    def pixels(self) -> Pixels:
        return decode_picture(read_bytes(self.path, MAX_PICTURE_BYTES), self.path)

    def png(self) -> bytes:
        return encode_png(self.pixels())

    def jpeg(self, quality: int = 90) -> bytes:
        return encode_jpeg(self.pixels(), quality)


class BytesPicture(msgspec.Struct, frozen=True):
    """A recorded picture inside another file, as the frame of a Screen."""

    data: bytes
    name: str

    def pixels(self) -> Pixels:
        return decode_picture(self.data, self.name)

    def png(self) -> bytes:
        return encode_png(self.pixels())

    def jpeg(self, quality: int = 90) -> bytes:
        return encode_jpeg(self.pixels(), quality)


class RawPicture(msgspec.Struct, frozen=True):
    """Bare pixels inside another file, three or four bytes each, as the frame of a Screen."""

    data: bytes
    width: int
    height: int

    def pixels(self) -> Pixels:
        found = np.frombuffer(self.data, np.uint8).reshape(self.height, self.width, -1)
        pixels = np.full((self.height, self.width, 4), 255, np.uint8)
        pixels[:, :, : found.shape[2]] = found
        return pixels

    def png(self) -> bytes:
        return encode_png(self.pixels())

    def jpeg(self, quality: int = 90) -> bytes:
        return encode_jpeg(self.pixels(), quality)


class NoPicture(msgspec.Struct, frozen=True):
    """The frame of a screen that was recorded without one."""

    def pixels(self) -> Pixels:
        raise TraceError("this screen was recorded without a picture.")

    def png(self) -> bytes:
        raise TraceError("this screen was recorded without a picture.")

    def jpeg(self, quality: int = 90) -> bytes:
        raise TraceError("this screen was recorded without a picture.")
