"""Packing: the image and the templates of a phone of the village as bytes, and back.

Invariant: what is unpacked equals what was packed; bytes of anything else are an error of msgspec.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec

from phonebuddy.tasks.template import (
    AnswerCheck,
    Check,
    OrderCheck,
    StateCheck,
    TaskTemplate,
    UnsaidCheck,
)
from phonebuddy.world.image import Image, default_apps
from phonebuddy.world.spec.app import App, Compiled, Head
from phonebuddy.world.spec.load import AppSet, Surroundings, compile_app, open_schema
from phonebuddy.world.spec.manifest import APP_FILE, read_manifest
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.state.statement import Analyst
from phonebuddy.world.state.store import Known

_CHECKS: dict[str, type[Check]] = {
    one.__name__: one for one in (StateCheck, AnswerCheck, UnsaidCheck, OrderCheck)
}


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


_Asked = msgspec.defstruct(
    "_Asked",
    [
        (one.name, list[tuple[str, msgspec.Raw]] if one.name == "goal" else one.type)
        for one in msgspec.structs.fields(TaskTemplate)
    ],
    array_like=True,
)
"""A template whose checks stand with their kind, which the bytes of a check alone would not tell."""
_PHONES = msgspec.msgpack.Decoder(_Packed)
_TEMPLATES = msgspec.msgpack.Decoder(list[_Asked])  # type: ignore[valid-type]
_GOALS = {name: msgspec.msgpack.Decoder(kind) for name, kind in _CHECKS.items()}


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


def pack_templates(templates: Iterable[TaskTemplate]) -> bytes:
    return msgspec.msgpack.encode([_Asked(**_parts(one, _packed_goal(one.goal))) for one in templates])


def unpack_templates(data: bytes) -> list[TaskTemplate]:
    found: list[Any] = _TEMPLATES.decode(data)
    return [
        TaskTemplate(**_parts(one, tuple(_GOALS[name].decode(raw) for name, raw in one.goal)))
        for one in found
    ]


def _packed_goal(goal: Iterable[Check]) -> list[tuple[str, msgspec.Raw]]:
    return [(type(check).__name__, msgspec.Raw(msgspec.msgpack.encode(check))) for check in goal]


def _parts(one: msgspec.Struct, goal: object) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__} | {"goal": goal}
