"""How well screens were sorted into pages, against names that a person gave them.

Purity: the mean share of a page's main name. Completeness: the mean share of a name in its main page.
Invariant: both are 1 exactly where pages and names are the same partition; the V-measure is 1 then too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import log
from typing import NamedTuple


class Sorting(NamedTuple):
    """Of labelled screens: how many, and how well they are sorted."""

    num_screens: int
    purity: float
    completeness: float
    v_measure: float


def judge_sorting(pages: Mapping[str, int], names: Mapping[str, str]) -> Sorting | None:
    """Screen -> page against screen -> name; None if no screen has both."""
    both = [(pages[key], names[key]) for key in sorted(names) if key in pages]
    if not both:
        return None
    by_page = _parts([(str(page), name) for page, name in both])
    by_name = _parts([(name, str(page)) for page, name in both])
    return Sorting(len(both), _main(by_page), _main(by_name), _v_measure(by_page, by_name))


def _parts(pairs: list[tuple[str, str]]) -> list[Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for one, two in pairs:
        found.setdefault(one, Counter())[two] += 1
    return list(found.values())


def _main(parts: list[Counter[str]]) -> float:
    return sum(max(part.values()) / part.total() for part in parts) / len(parts)


def _v_measure(by_page: list[Counter[str]], by_name: list[Counter[str]]) -> float:
    """The harmonic mean of homogeneity and completeness, both by entropy."""
    parts = [_known(by_page, by_name), _known(by_name, by_page)]
    return 2 * parts[0] * parts[1] / sum(parts) if sum(parts) else 0.0


def _known(parts: list[Counter[str]], others: list[Counter[str]]) -> float:
    """How much of the other partition one knows once it knows the part."""
    total = sum(part.total() for part in parts)
    whole = -sum(part.total() / total * log(part.total() / total) for part in others)
    left = -sum(n / total * log(n / part.total()) for part in parts for n in part.values())
    return 1 - left / whole if whole else 1.0
