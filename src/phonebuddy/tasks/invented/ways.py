"""Ways: lists of ways to say one thing, as their checkers look at them.

Invariant: what is wrong is added to the problems with its line; nothing is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phonebuddy.tasks.invented.sketch import SAID_ALONE
from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.problems import Problems


def text_of(node: Node | None) -> str:
    return (node.text or "") if node is not None else ""


def texts_of(node: Node | None) -> list[str]:
    return [] if node is None else [text_of(one) for one in node.items or ()]


def check_ways(node: Node, what: str, least: int, least_alone: int, problems: Problems) -> list[str]:
    """The ways of a list, each once and not too few, of which some are said alone."""
    ways = texts_of(node)
    if len(ways) < least:
        problems.add(node, f"'{what}' has {len(ways)} ways; at least {least} are needed")
    if sum(way.startswith(SAID_ALONE) for way in ways) < least_alone:
        problems.add(node, f"'{what}' has fewer than {least_alone} ways that begin with !; add some")
    for way in ways:
        if ways.count(way) > 1:
            problems.add(node, f"'{way}' stands twice in '{what}'; leave one out")
    return ways


def ways_by_manner(
    root: Node, key: str, manners: Sequence[str], problems: Problems
) -> Iterator[tuple[Node, str]]:
    """Each way of a key that is said in several manners, with where it stands."""
    by_manner = root.get(key)
    if by_manner is None:
        problems.add(root, f"there are no ways '{key}'")
        return
    for manner in manners:
        ways = by_manner.get(manner)
        if ways is None:
            problems.add(by_manner, f"'{key}' has no ways '{manner}'")
        for text in texts_of(ways):
            yield ways or by_manner, text
