"""Splits: which templates, apps and persons are for training, which for testing, and what they share.

Invariant: a template is in one split, whatever else is in the suite; a test app is in no training task.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError, nearest
from phonebuddy.tasks.answers import plain
from phonebuddy.tasks.reading import SPLITS
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.image import default_apps
from phonebuddy.world.spec.nodes import Node, read_yaml

KEYS = ("test apps", "dev", "test", "persons")
PATH = Path(__file__).parent / "splits.yaml"
NEAR = 0.8
"""From how large a share of common pieces on two phrasings count as nearly the same."""
PIECE = 4


class Plan(NamedTuple):
    test_apps: frozenset[str]
    dev: float
    test: float
    persons: Mapping[str, range]


@lru_cache(maxsize=1)
def plan(path: Path = PATH) -> Plan:
    root = read_yaml(path, path.name)
    for key, node in root.pairs():
        if key not in KEYS:
            raise TaskError(f"{node.place}: no key '{key}'{nearest(key, KEYS)}; there are: {', '.join(KEYS)}")
    persons = root.get("persons")
    spans = {name: _span(node) for name, node in (persons.pairs() if persons is not None else ())}
    if set(spans) != set(SPLITS):
        raise TaskError(f"{path.name}: persons must name {', '.join(SPLITS)}")
    return Plan(_test_apps(root.get("test apps")), _share_of(root, "dev"), _share_of(root, "test"), spans)


def _test_apps(node: Node | None) -> frozenset[str]:
    known = default_apps().apps
    names: set[str] = set()
    for item in (node.items or ()) if node is not None else ():
        name = item.text or ""
        if name not in known:
            raise TaskError(f"{item.place}: no app '{name}'{nearest(name, known)}; see: phonebuddy apps list")
        names.add(name)
    return frozenset(names)


def _share_of(root: Node, name: str) -> float:
    node = root.get(name) or root
    try:
        share = float(node.text or "")
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise TaskError(f"{node.place}: '{name}' is a share from 0 to 1, such as 0.1")
    return share


def _span(node: Node) -> range:
    first, _, last = (node.text or "").partition("-")
    if not first.isdigit() or not last.isdigit():
        raise TaskError(f"{node.place}: '{node.text}' is no span of persons, such as 0-199")
    return range(int(first), int(last) + 1)


def split_of(template: TaskTemplate) -> str:
    """By hand, by app, else by name."""
    if template.split:
        return template.split
    known = plan()
    if known.test_apps & set(template.apps):
        return "test"
    digest = hashlib.sha256(f"split/{template.id}".encode()).digest()
    share = int.from_bytes(digest[:4], "big") / 2**32
    if share < known.test:
        return "test"
    return "dev" if share < known.test + known.dev else "train"


def leak_report(templates: Mapping[str, TaskTemplate]) -> dict[str, object]:
    """What training has in common with dev and test."""
    by_split: dict[str, list[TaskTemplate]] = {name: [] for name in SPLITS}
    for template in templates.values():
        by_split[split_of(template)].append(template)
    apps = {name: {app for one in found for app in one.apps} for name, found in by_split.items()}
    known = plan()
    kept_apart = by_split["dev"] + by_split["test"]
    return {
        "templates": {name: len(found) for name, found in by_split.items()},
        "test_apps": sorted(known.test_apps),
        "apps_only_in_test": sorted(apps["test"] - apps["train"] - apps["dev"]),
        "test_apps_in_training": sorted(known.test_apps & (apps["train"] | apps["dev"])),
        "persons_shared": sorted(
            set(known.persons["train"]) & {*known.persons["dev"], *known.persons["test"]}
        ),
        "same_phrasings": _common(by_split["train"], kept_apart),
        "near_phrasings": _near(by_split["train"], kept_apart),
    }


def _said(template: TaskTemplate) -> list[str]:
    return [plain(" _ ".join(phrase.text.pieces[::2])) for phrase in template.phrases]


def _common(train: list[TaskTemplate], kept_apart: list[TaskTemplate]) -> list[str]:
    seen = {text for template in train for text in _said(template)}
    return sorted({template.id for template in kept_apart for text in _said(template) if text in seen})


def _near(train: list[TaskTemplate], kept_apart: list[TaskTemplate]) -> list[dict[str, object]]:
    """Pairs of templates with phrasings that are nearly the same."""
    others = [(two, pieces) for two in kept_apart for pieces in map(_pieces, _said(two))]
    holders: dict[str, set[int]] = defaultdict(set)
    for place, (_, pieces) in enumerate(others):
        for piece in pieces:
            holders[piece].add(place)
    found: list[dict[str, object]] = []
    for one in train:
        most: dict[str, tuple[float, str]] = {}
        for mine in map(_pieces, _said(one)):
            for two, theirs in (others[place] for place in _likely(mine, holders)):
                common = len(mine & theirs) / len(mine | theirs)
                if common >= max(NEAR, most.get(two.id, (0.0, ""))[0]):
                    most[two.id] = (common, split_of(two))
        for id, (common, split) in sorted(most.items()):
            found.append({"train": one.id, split: id, "common": round(common, 2)})
    return found


def _pieces(text: str) -> frozenset[str]:
    return frozenset(text[at : at + PIECE] for at in range(max(1, len(text) - PIECE + 1)))


def _likely(pieces: frozenset[str], holders: Mapping[str, set[int]]) -> set[int]:
    """Places of all phrasings that can be near: such a one lacks too few pieces to lack all the rarest."""
    rarest = sorted(pieces, key=lambda piece: len(holders.get(piece, ())))
    few = len(pieces) - int(NEAR * len(pieces)) + 1
    return set().union(*(holders.get(piece, ()) for piece in rarest[:few]))
