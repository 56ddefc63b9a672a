"""Checks frames.yaml: forms that are missing or have few ways, ways that leave a value out, and where.

Invariant: every complaint has its line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from phonebuddy.tasks.invented.reckoning.amounts import (
    AFTER,
    BEFORE,
    BETWEEN,
    DIFFERENCE,
    FORMS,
    PART,
    SPLIT,
    SUM,
    TIMES,
)
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

FEWEST = 40
"""Ways of a form, sentences and words for the result together."""
WAYS, TOLD = ("asks", "nouns"), "told"
_MOMENT = ({"n", "when"}, {"n", "a"}, {"n", "event"}, {"n", "fixed"})
_TWO = ({"a", "b"}, {"one", "that"})
SAYING: dict[str, tuple[set[str], ...]] = {
    SUM: ({"all"}, {"any"}, {"names"}),
    DIFFERENCE: (*_TWO, {"A", "B"}, {"whole", "taken"}),
    TIMES: ({"n", "a"}, {"n", "x"}, {"n", "it"}),
    PART: ({"n", "a"}, {"n", "x"}, {"n", "money"}),
    SPLIT: ({"n", "a"}, {"n", "x"}),
    BEFORE: _MOMENT,
    AFTER: _MOMENT,
    BETWEEN: (*_TWO, {"from", "to"}, {"thing"}),
}
"""What a way must say, one of these, and nothing else."""
COUNTED = (TIMES, PART, SPLIT, BEFORE, AFTER)
PATTERNS = ("added", "measured", "rates", "numbered", "shared", "bought", "fees", "starts", "ends")
_SLOT = re.compile(r"\{(\w+)\}")


def check_reckoning(path: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    root = read_yaml(path, path.name)
    for form in FORMS:
        part = root.get(form)
        if part is None:
            problems.add(root, f"there is no form '{form}'")
        else:
            _check_form(form, part, problems)
    _check_counts(root, problems)
    _check_patterns(root, problems)
    problems.raise_if_any()


def _check_form(form: str, part: Node, problems: Problems) -> None:
    ways = [way for key in WAYS for way in _items(part.get(key))]
    if len(ways) < FEWEST:
        problems.add(part, f"'{form}' has {len(ways)} ways; at least {FEWEST} are needed")
    taken = Counter(way.text for way in ways)
    for way in ways:
        slots, text = _SLOT.findall(way.text or ""), way.text
        if set(slots) not in SAYING[form] or len(set(slots)) < len(slots):
            wanted = " or ".join(" and ".join(f"{{{one}}}" for one in sorted(each)) for each in SAYING[form])
            problems.add(way, f"'{text}': {wanted} is wanted, each once")
        if taken[text] > 1:
            problems.add(way, f"'{text}' stands there twice")
    for way in _items(part.get(TOLD)) or [part]:
        if _SLOT.findall(way.text or "") != ["r"] or re.search(r"\d", way.text or ""):
            problems.add(way, f"'{way.text or TOLD}': {{r}} is wanted once, and no other number")


def _check_counts(root: Node, problems: Problems) -> None:
    counts = root.get("counts") or root
    for form in COUNTED:
        words = counts.get(form)
        for word, count in words.pairs() if words is not None else ():
            if not (count.text or "").isdigit() or int(count.text or 0) < 2:
                problems.add(count, f"'{word}' of '{form}' is a number over 1, not '{count.text}'")
        if words is None:
            problems.add(counts, f"there are no counts for '{form}'")


def _check_patterns(root: Node, problems: Problems) -> None:
    patterns = root.get("patterns") or root
    for name in PATTERNS:
        node = patterns.get(name)
        if node is None:
            problems.add(patterns, f"there is no pattern '{name}'")
            continue
        try:
            re.compile(node.text or "")
        except re.error as error:
            problems.add(node, f"'{name}' is no pattern: {error}")


def _items(node: Node | None) -> list[Node]:
    return [] if node is None else list(node.items or ())
