"""Batches: which rows are learned together, in which order.

Rows of like length go together, so that little is padded; a part holds what fits into a budget of tokens.
Invariant: rows, seed and pass give the same parts in the same order, whatever was asked for before.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from phonebuddy.train.learner import Batch, Row

Bundle = list[Row]
STRETCH = 24
"""Parts whose rows are sorted together: enough to find rows of like length, few enough to stay mixed."""


def parts_of(rows: Sequence[Row], budget: int) -> Iterator[list[Row]]:
    """Rows of like length together, each part no larger than the budget once padded."""
    yield from _parts(_bundled(rows), budget)


def _bundled(rows: Sequence[Row]) -> list[Bundle]:
    """Rows that share what takes most room, each of the others alone; in the order of their first ones."""
    found: list[Bundle] = []
    known: dict[str, Bundle] = {}
    for row in rows:
        if row.bundle in known:
            known[row.bundle].append(row)
            continue
        found.append([row])
        if row.bundle:
            known[row.bundle] = found[-1]
    return found


def _parts(bundles: Sequence[Bundle], budget: int) -> Iterator[list[Row]]:
    part: list[Bundle] = []
    for bundle in sorted(bundles, key=_length):
        if part and _length(bundle) * (len(part) + 1) > budget:
            yield [row for one in part for row in one]
            part = []
        part.append(bundle)
    if part:
        yield [row for one in part for row in one]


def _length(bundle: Bundle) -> int:
    return bundle[0].length


def one_pass(rows: Sequence[Row], budget: int, seed: int, number: int) -> list[list[Row]]:
    """All rows once, in parts, in an order of chance."""
    chance = random.Random(f"pass/{seed}/{number}")
    order = _bundled(rows)
    chance.shuffle(order)
    found: list[list[Row]] = []
    stretch: list[Bundle] = []
    size = 0
    for bundle in order:
        stretch.append(bundle)
        size += _length(bundle)
        if size >= STRETCH * budget:
            found += _parts(stretch, budget)
            stretch, size = [], 0
    found += _parts(stretch, budget)
    chance.shuffle(found)
    return found


def endless(rows: Sequence[Row], budget: int, seed: int, skip: int = 0) -> Iterator[list[Row]]:
    """Pass after pass; `skip` parts are left out, those that were learned before."""
    number = 0
    while True:
        parts = one_pass(rows, budget, seed, number)
        yield from parts[skip:]
        skip = max(0, skip - len(parts))
        number += 1


def ahead(parts: Iterable[list[Row]], collate: Callable[[Sequence[Row]], Batch]) -> Iterator[Batch]:
    """The batches of some parts in order, each made while the one before it is learned.

    Pictures take a tenth of a second each to prepare, which a GPU would wait for.
    """
    with ThreadPoolExecutor(1, "collate") as pool:
        waiting: Future[Batch] | None = None
        for part in parts:
            following = pool.submit(collate, part)
            if waiting is not None:
                yield waiting.result()
            waiting = following
        if waiting is not None:
            yield waiting.result()
