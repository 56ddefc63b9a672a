"""Packing: the image of a phone of the village as bytes, and back.

Invariant: what is unpacked equals what was packed; bytes of anything else are an error of msgspec.
"""

from __future__ import annotations

import os
import tempfile
import threading
from functools import lru_cache, partial
from pathlib import Path

import msgspec

from phonebuddy.world.image import Image, default_apps
from phonebuddy.world.spec.app import App, Compiled, Head
from phonebuddy.world.spec.load import AppSet, Surroundings, compile_app, open_schema
from phonebuddy.world.spec.manifest import APP_FILE, read_manifest
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.state.statement import Analyst
from phonebuddy.world.state.store import Known


class _Packed(msgspec.Struct, frozen=True):
    """A phone: its image, and of its apps those that are not built in."""

    id: str
    data: bytes
    seed: int
    character: str
    digest: str
    schema: bytes
    offered: list[str]
    heads: list[Head]
    texts: list[str]
    """The app.yaml of each."""


_PHONES = msgspec.msgpack.Decoder(_Packed)


def pack_image(image: Image, texts: dict[str, str]) -> bytes:
    """An image, with the app.yaml of each of its apps that is not built in."""
    apps = image.apps
    heads = [apps.apps[name].manifest for name in texts]
    packed = _Packed(
        image.id, image.data, image.seed, image.character, apps.digest, apps.schema, sorted(apps.offered),
        heads, list(texts.values()),
    )  # fmt: skip
    return msgspec.msgpack.encode(packed)


def unpack_image(data: bytes) -> Image:
    """The image; an app is compiled when it is first opened, as built-in ones are."""
    packed = _PHONES.decode(data)
    base, offered = default_apps(), frozenset(packed.offered)

    # Served phones are worked by threads, and a connection is not for two of them at once.
    lock = threading.Lock()

    @lru_cache(maxsize=1)
    def surroundings() -> Surroundings:
        return Surroundings(Analyst(open_schema(packed.schema)), offered, base.intents)

    def make(name: str, text: str) -> Compiled:
        with lock:
            return _compiled(name, text, surroundings())

    own = {
        head.name: App(head, Path(os.devnull) / head.name, partial(make, head.name, text))
        for head, text in zip(packed.heads, packed.texts, strict=True)
    }
    apps = AppSet({**base.apps, **own}, packed.schema, packed.digest, offered, base.intents)
    return Image(packed.id, packed.data, apps, packed.seed, Known(), packed.character)


def _compiled(name: str, text: str, around: Surroundings) -> Compiled:
    problems = Problems()
    with tempfile.TemporaryDirectory(prefix="village-") as folder:
        place = Path(folder) / name
        place.mkdir()
        (place / APP_FILE).write_text(text, encoding="utf-8")
        manifest = read_manifest(place, problems)
    assert manifest is not None, "it was checked before it was packed"
    found = compile_app(manifest, around, problems)
    problems.raise_if_any()
    return found
