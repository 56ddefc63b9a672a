"""How alike two trees of nodes are: 1 - tree edit distance / the larger tree, on what nodes are, not say.

The distance is Zhang and Shasha's: the fewest nodes to add, take out or rename. Invariant: the result lies
between 0 and 1, is 1 for equal trees only, and does not depend on the order of the arguments.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.rebuild.items import Item

MOST_NODES = 120
"""Larger trees take too long; they are not compared."""


class Tree:
    """Nodes in the order in which children come before their parent, under a root of our own."""

    def __init__(self, items: Sequence[Item]) -> None:
        children: dict[int, list[int]] = {}
        for number, item in enumerate(items):
            children.setdefault(item.parent, []).append(number)
        self.labels: list[str] = []
        self.leftmost: list[int] = []
        waiting: list[tuple[int, int, int]] = [(-1, 0, 0)]
        while waiting:
            node, at, first = waiting.pop()
            below = children.get(node, [])
            if at < len(below):
                waiting += [(node, at + 1, first), (below[at], 0, len(self.labels))]
                continue
            self.labels.append(_label(items[node]) if node >= 0 else "")
            self.leftmost.append(first)
        last = {left: number for number, left in enumerate(self.leftmost)}
        self.roots = sorted(last.values())
        """The nodes that have a neighbour to their left, and the root."""


def _label(item: Item) -> str:
    return item.path.rpartition("/")[2] or item.kind


def tree_similarity(one: Sequence[Item], two: Sequence[Item]) -> float | None:
    """How alike two screens are built; None if they are too large to say."""
    if [_shape(item) for item in one] == [_shape(item) for item in two]:
        return 1.0
    if max(len(one), len(two)) > MOST_NODES:
        return None
    return max(0.0, 1 - tree_distance(Tree(one), Tree(two)) / max(len(one), len(two)))


def _shape(item: Item) -> tuple[str, int]:
    return _label(item), item.parent


def tree_distance(one: Tree, two: Tree) -> int:
    """The fewest changes that make one tree the other."""
    known = [[0] * len(two.labels) for _ in one.labels]
    for i in one.roots:
        for j in two.roots:
            _forests(one, two, i, j, known)
    return known[-1][-1]


def _forests(one: Tree, two: Tree, i: int, j: int, known: list[list[int]]) -> None:
    """Fill in the distances of the trees below two nodes."""
    left, right = one.leftmost[i], two.leftmost[j]
    above = list(range(j - right + 2))
    rows = [above]
    for a in range(left, i + 1):
        row = [above[0] + 1]
        of_a, label, whole = known[a], one.labels[a], one.leftmost[a] == left
        back = rows[one.leftmost[a] - left]
        for n, b in enumerate(range(right, j + 1), 1):
            best = min(above[n], row[n - 1]) + 1
            if whole and two.leftmost[b] == right:
                best = min(best, above[n - 1] + (label != two.labels[b]))
                of_a[b] = best
            else:
                best = min(best, back[two.leftmost[b] - right] + of_a[b])
            row.append(best)
        rows.append(row)
        above = row
