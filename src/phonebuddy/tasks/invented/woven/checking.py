"""Checks themes.yaml and frames.yaml: too few ways, ways without their thing, names that hold others.

Invariant: every complaint has its line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from phonebuddy.tasks.invented.ways import check_ways, text_of, texts_of
from phonebuddy.tasks.invented.woven.plan import MOST
from phonebuddy.tasks.invented.woven.words import DAY, KINDS, TIME, VALUE
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

FEWEST_THEMES, FEWEST_FACTS, FEWEST_ASKS, FEWEST_THINGS = 14, 4, 5, 4
LISTS = ("titles", "nouns", "names")
KEYS = ("icon", *LISTS, "pairs", "tied", "wholes", "facts")
FACT_KEYS = ("kind", "values", "low", "high", "words", "bare", "asks", "things", "by", "facts")
SLOTS = {
    "called": {"it"},
    "told_by": {"n", "by"},
    "line": {"it"},
    "single": {"it"},
    "name": {"it"},
}
"""What each of these frames must say."""
FEWEST_FRAMES = {"called": 4, "told_by": 2, "two": 10, "line": 8, "single": 8, "name": 8, "labels": 3}
TWOS = ({"a", "b"}, {"x", "y"})
_SLOT = re.compile(r"\{(\w+)\}")
_IT = "{it}"


def check_woven(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    _check_frames(read_yaml(folder / "frames.yaml", "frames.yaml"), problems)
    root = read_yaml(folder / "themes.yaml", "themes.yaml")
    found = list(root.pairs())
    if len(found) < FEWEST_THEMES:
        problems.add(root, f"there are {len(found)} themes; at least {FEWEST_THEMES} are needed")
    for name, theme in found:
        _check_theme(name, theme, problems)
    _check_titles([theme for _, theme in found], problems)
    problems.raise_if_any()


def _check_frames(root: Node, problems: Problems) -> None:
    for key, least in FEWEST_FRAMES.items():
        node = root.get(key)
        texts = texts_of(node)
        if node is None or len(texts) < least:
            problems.add(node or root, f"'{key}' has {len(texts)} ways; at least {least} are needed")
            continue
        for text in texts:
            slots = _SLOT.findall(text)
            if key == "two" and set(slots) not in TWOS:
                problems.add(node, f"'{text}': {{a}} and {{b}} are wanted, or {{x}} and {{y}}")
            if key in SLOTS and not SLOTS[key] <= set(slots):
                wanted = ", ".join(f"{{{slot}}}" for slot in sorted(SLOTS[key]))
                problems.add(node, f"'{text}': {wanted} is wanted")
    pin = root.get("pin")
    if pin is None:
        problems.add(root, "there is no 'pin'")
        return
    for key in ("labels", "done"):
        if not texts_of(pin.get(key)):
            problems.add(pin, f"'pin' has no '{key}'")
    says = pin.get("says")
    if says is not None:
        _check_its(check_ways(says, "says of pin", 8, 2, problems), says, problems)


def _check_theme(name: str, theme: Node, problems: Problems) -> None:
    for key, value in theme.pairs():
        if key not in KEYS:
            problems.unknown(value, "key", key, KEYS)
    missing = [key for key in LISTS if not texts_of(theme.get(key))]
    facts = theme.get("facts")
    if missing or not text_of(theme.get("icon")) or facts is None:
        problems.add(theme, f"'{name}' needs an icon, facts and the lists {', '.join(LISTS)}")
        return
    named = [key for key, _ in facts.pairs()]
    if len(named) < FEWEST_FACTS:
        problems.add(facts, f"'{name}' has {len(named)} facts; at least {FEWEST_FACTS} are needed")
    for where, names in _groups(theme):
        for one in names:
            if one not in named:
                problems.unknown(where, "fact", one, named)
        if len(names) != 2:
            problems.add(where, f"two facts are wanted side by side, not {len(names)}")
    _check_names(name, theme, problems)
    seconds = {texts_of(one)[-1] for one in _listed(theme.get("pairs")) if texts_of(one)}
    for key, fact in facts.pairs():
        _check_fact(key, fact, key in seconds, problems)
    wholes = theme.get("wholes")
    for key, fact in wholes.pairs() if wholes is not None else ():
        _check_said(key, fact, problems)


def _groups(theme: Node) -> Iterator[tuple[Node, list[str]]]:
    """Facts that stand side by side."""
    for key in ("pairs", "tied"):
        for one in _listed(theme.get(key)):
            yield one, texts_of(one)
    wholes = theme.get("wholes")
    for _, whole in wholes.pairs() if wholes is not None else ():
        yield whole, texts_of(whole.get("facts"))


def _listed(node: Node | None) -> Sequence[Node]:
    return [] if node is None else node.items or []


def _check_names(name: str, theme: Node, problems: Problems) -> None:
    where = theme.get("names") or theme
    names = texts_of(where)
    if len(names) < MOST:
        problems.add(where, f"'{name}' has {len(names)} names; at least {MOST} are needed")
    for one in names:
        if any(one.lower() in other.lower() for other in names if other is not one):
            problems.add(where, f"'{one}' stands in another name; rename one")


def _check_titles(every: Sequence[Node], problems: Problems) -> None:
    taken: set[str] = set()
    for theme in every:
        for title in texts_of(theme.get("titles")):
            if title in taken:
                problems.add(theme, f"two lists are called '{title}'")
            taken.add(title)


def _check_fact(name: str, fact: Node, is_second: bool, problems: Problems) -> None:
    kind = _check_said(name, fact, problems)
    for text in texts_of(fact.get("words")):
        if text.count(VALUE) != 1:
            problems.add(fact, f"'{text}': {VALUE} is wanted once")
    if not texts_of(fact.get("words")):
        problems.add(fact, f"'{name}' has no 'words'")
    if kind in (TIME, DAY):
        # What comes second in a pair is counted from the first.
        if not is_second and not (text_of(fact.get("low")) and text_of(fact.get("high"))):
            problems.add(fact, f"'{name}' needs 'low' and 'high'")
    elif len(texts_of(fact.get("values"))) < 3:
        problems.add(fact, f"'{name}' needs three 'values' at least")
    for text in texts_of(fact.get("by")):
        if VALUE not in text:
            problems.add(fact, f"'{text}': {VALUE} is wanted")


def _check_said(name: str, fact: Node, problems: Problems) -> str:
    """What is asked; gives the kind."""
    for key, value in fact.pairs():
        if key not in FACT_KEYS:
            problems.unknown(value, "key", key, FACT_KEYS)
    kind = text_of(fact.get("kind"))
    if kind not in KINDS:
        problems.unknown(fact, "kind", kind, KINDS)
    for key, least in (("asks", FEWEST_ASKS), ("things", FEWEST_THINGS)):
        node = fact.get(key)
        if node is None:
            problems.add(fact, f"'{name}' has no '{key}'")
            continue
        ways = check_ways(node, f"{key} of {name}", least, 0, problems)
        _check_its(ways, node, problems)
        for way in ways:
            if key == "asks" and not way.endswith("?"):
                problems.add(node, f"'{way}' is no question; end it with ?")
    return kind


def _check_its(ways: Sequence[str], node: Node, problems: Problems) -> None:
    for way in ways:
        if way.count(_IT) != 1:
            problems.add(node, f"'{way}' names its thing once, as {_IT}")
