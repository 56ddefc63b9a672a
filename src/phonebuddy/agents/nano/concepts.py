"""Concepts: which words stand for one another, from a list written by hand (concepts.yaml).

Phrases are looked up in the pieces of a text, longest first, in the forms that English words take.
Invariant: the list is read once and checked; a piece belongs to the longest phrase that covers it, and to no
other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.agents.nano.pieces import cut, forms
from phonebuddy.errors import AgentError, AppError
from phonebuddy.world.spec.nodes import Node, read_yaml

PATH = Path(__file__).parent / "concepts.yaml"
FILLER = "filler"
MOST_GROUPS = 4
"""Of one phrase; what means more than that means nothing."""


class Concepts(NamedTuple):
    """Phrases in pieces, each with its groups, and what says nothing."""

    groups: Mapping[tuple[str, ...], tuple[str, ...]]
    filler: frozenset[str]
    longest: Mapping[str, int]
    """How many pieces the phrases that begin with one have at most."""


class Meant(NamedTuple):
    """What one piece of a text stands for."""

    groups: tuple[str, ...]
    is_filler: bool


@lru_cache(maxsize=1)
def concepts() -> Concepts:
    return read_concepts(PATH)


def read_concepts(path: Path) -> Concepts:
    """Read a list; AgentError with the line and what to do where something is wrong."""
    try:
        root = read_yaml(path, path.name)
    except AppError as error:
        raise AgentError(str(error)) from None
    groups: dict[tuple[str, ...], tuple[str, ...]] = {}
    filler: set[str] = set()
    for name, node in root.pairs():
        for pieces in _phrases(name, node):
            if name == FILLER:
                filler.add(_alone(pieces, node))
            else:
                groups[pieces] = _one_more(groups.get(pieces, ()), name, pieces, node)
    longest: dict[str, int] = {}
    for pieces in groups:
        longest[pieces[0]] = max(longest.get(pieces[0], 0), len(pieces))
    return Concepts(groups, frozenset(filler), longest)


def _phrases(name: str, node: Node) -> list[tuple[str, ...]]:
    if not node.items:
        raise AgentError(f"{node.place}: '{name}' must be a list of words, such as [delete, remove]")
    found = []
    for item in node.items:
        pieces = cut(item.text or "")
        if not pieces:
            raise AgentError(f"{item.place}: no word; each entry of '{name}' is a word or a phrase")
        found.append(pieces)
    return found


def _alone(pieces: tuple[str, ...], node: Node) -> str:
    if len(pieces) > 1:
        raise AgentError(f"{node.place}: '{' '.join(pieces)}' is several words; {FILLER} takes single ones")
    return pieces[0]


def _one_more(known: tuple[str, ...], name: str, pieces: tuple[str, ...], node: Node) -> tuple[str, ...]:
    said = " ".join(pieces)
    if name in known:
        raise AgentError(f"{node.place}: '{said}' stands twice in '{name}'; leave one out")
    if len(known) == MOST_GROUPS:
        raise AgentError(
            f"{node.place}: '{said}' is in {', '.join(known)} already; a phrase is in {MOST_GROUPS} groups at"
            " most: leave it out where it means least"
        )
    return (*known, name)


def meant_by(pieces: Sequence[str]) -> list[Meant]:
    """What each piece stands for; a phrase's groups are at its first piece."""
    found: list[Meant] = []
    while (start := len(found)) < len(pieces):
        firsts = _firsts(pieces[start])
        length, groups = _longest(firsts, pieces, start) if firsts else (1, ())
        found.append(Meant(groups, False) if groups else _alone_means(pieces[start]))
        found += [_NOTHING] * (length - 1)
    return found


_NOTHING, _FILLER = Meant((), False), Meant((), True)


def _alone_means(piece: str) -> Meant:
    return _FILLER if piece in concepts().filler else _NOTHING


def _longest(firsts: Sequence[str], pieces: Sequence[str], start: int) -> tuple[int, tuple[str, ...]]:
    """The phrase that begins at a piece: how many pieces it has, and its groups."""
    known = concepts()
    most = max(known.longest[first] for first in firsts)
    for length in range(min(most, len(pieces) - start), 0, -1):
        rest = tuple(pieces[start + 1 : start + length])
        for first in firsts:
            if (first, *rest) in known.groups:
                return length, known.groups[first, *rest]
    return 1, ()


@lru_cache(maxsize=50_000)
def _firsts(piece: str) -> tuple[str, ...]:
    """What a piece may be a form of, of all that phrases begin with."""
    return tuple(first for first in forms(piece) if first in concepts().longest)
