"""The data lives are made of: names, firms, routines, stories and characters, in one language.

Files stand in apps/content/life. Invariant: what is read here was checked: a key that nobody reads is
refused.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from phonebuddy.errors import AppError, nearest
from phonebuddy.world.life.parts import Character, Chats, Pools, Routines, Sources, Story
from phonebuddy.world.spec.kinds import plain_value
from phonebuddy.world.spec.nodes import Node, read_yaml

LIFE = Path(__file__).parents[2] / "apps" / "content" / "life"
LANGUAGES = ("en", "zh")
Plain = Any  # YAML as Python values: what convert() then gives types to
_T = TypeVar("_T")


@lru_cache(maxsize=len(LANGUAGES))
def read_sources(language: str) -> Sources:
    other = next(one for one in LANGUAGES if one != language)
    pools = _plain(_tree("pools.yaml"), "")
    return Sources(
        language,
        _convert(pools[language], Pools, "pools.yaml"),
        _convert(pools[other], Pools, "pools.yaml"),
        _read("routines.yaml", language, Routines),
        _read("stories.yaml", language, list[Story]),
        _read("chats.yaml", language, Chats),
        _read("chats.yaml", other, Chats),
    )


@lru_cache(maxsize=1)
def read_characters() -> dict[str, Character]:
    """All characters by name, in the order of their files."""
    files = sorted((LIFE / "characters").glob("*.yaml"))
    found = [
        _convert(_plain(read_yaml(file, f"life/{file.name}"), ""), Character, file.name) for file in files
    ]
    return {one.character: one for one in found}


def character_for(seed: int, name: str = "") -> Character:
    """The character asked for, or the one that belongs to the seed."""
    characters = read_characters()
    if not name:
        return list(characters.values())[seed % len(characters)]
    if name not in characters:
        raise AppError(
            f"no character '{name}'{nearest(name, characters)}; there are: {', '.join(characters)}"
        )
    return characters[name]


@lru_cache(maxsize=1)
def life_digest() -> str:
    """Changes whenever a file of the data does."""
    digest = hashlib.sha256()
    for file in sorted(LIFE.rglob("*.yaml")):
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=8)
def _tree(file: str) -> Node:
    """A file as it was read; both languages are taken from it."""
    return read_yaml(LIFE / file, f"life/{file}")


def _read(file: str, language: str, into: type[_T]) -> _T:
    return _convert(_plain(_tree(file), language), into, file)


def _convert(value: Plain, into: type[_T], file: str) -> _T:
    try:
        return msgspec.convert(value, into, strict=False)
    except msgspec.ValidationError as error:
        raise AppError(f"content/life/{file}: {error}") from None


def _plain(node: Node, language: str) -> Plain:
    """YAML as Python values; a map of languages becomes what stands in it for this one."""
    if node.items is not None:
        return [_plain(item, language) for item in node.items]
    if node.entries is not None:
        keys = [key for key, _ in node.pairs()]
        if language and language in keys:
            said = node.get(language)
            assert said is not None
            rest = {key: _plain(value, language) for key, value in node.pairs() if key not in LANGUAGES}
            return {**rest, "text": _plain(said, language)} if rest else _plain(said, language)
        return {key: _plain(value, language) for key, value in node.pairs()}
    return node.text if node.quoted else plain_value(node.text or "")
