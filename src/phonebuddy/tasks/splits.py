"""Splits: which templates, apps and persons are for training, which for testing, and what they share.

Invariant: a template is in one split, whatever else is in the suite; a test app is in no training task.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError
from phonebuddy.tasks.answers import plain
from phonebuddy.tasks.reading import SPLITS
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.spec.nodes import Node, read_yaml

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
    apps = root.get("test apps")
    persons = root.get("persons")
    try:
        spans = {name: _span(node) for name, node in (persons.pairs() if persons is not None else ())}
        shares = [float((root.get(name) or root).text or "") for name in ("dev", "test")]
    except ValueError as error:
        raise TaskError(f"{path.name}: {error}; see the file as it is in the repository") from None
    if set(spans) != set(SPLITS):
        raise TaskError(f"{path.name}: persons must name {', '.join(SPLITS)}")
    names = frozenset(item.text or "" for item in (apps.items or ())) if apps is not None else frozenset()
    return Plan(names, shares[0], shares[1], spans)


def _span(node: Node) -> range:
    first, _, last = (node.text or "").partition("-")
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
    """What training and testing have in common."""
    by_split: dict[str, list[TaskTemplate]] = {name: [] for name in SPLITS}
    for template in templates.values():
        by_split[split_of(template)].append(template)
    apps = {name: {app for one in found for app in one.apps} for name, found in by_split.items()}
    known = plan()
    return {
        "templates": {name: len(found) for name, found in by_split.items()},
        "test_apps": sorted(known.test_apps),
        "apps_only_in_test": sorted(apps["test"] - apps["train"] - apps["dev"]),
        "test_apps_in_training": sorted(known.test_apps & (apps["train"] | apps["dev"])),
        "persons_shared": sorted(set(known.persons["train"]) & set(known.persons["test"])),
        "same_phrasings": _common(by_split["train"], by_split["test"]),
        "near_phrasings": _near(by_split["train"], by_split["test"]),
    }


def _said(template: TaskTemplate) -> list[str]:
    return [plain(" _ ".join(phrase.text.pieces[::2])) for phrase in template.phrases]


def _common(train: list[TaskTemplate], test: list[TaskTemplate]) -> list[str]:
    seen = {text for template in train for text in _said(template)}
    return sorted({template.id for template in test for text in _said(template) if text in seen})


def _near(train: list[TaskTemplate], test: list[TaskTemplate]) -> list[dict[str, object]]:
    """Pairs of templates with phrasings that are nearly the same."""
    pieces = {one.id: [_pieces(text) for text in _said(one)] for one in (*train, *test)}
    found: list[dict[str, object]] = []
    for one in train:
        for two in test:
            most = max(_share(a, b) for a in pieces[one.id] for b in pieces[two.id])
            if most >= NEAR:
                found.append({"train": one.id, "test": two.id, "common": round(most, 2)})
    return found


def _pieces(text: str) -> frozenset[str]:
    return frozenset(text[at : at + PIECE] for at in range(max(1, len(text) - PIECE + 1)))


def _share(one: frozenset[str], two: frozenset[str]) -> float:
    return len(one & two) / len(one | two) if one | two else 0.0
