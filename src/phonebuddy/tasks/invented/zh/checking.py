"""Checks the files of Chinese apps: what is missing, too little, called alike, without its slots, and where.

Invariant: every complaint has its file and line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from phonebuddy.tasks.invented.fields import CHOICE, KINDS, SWITCH, TEXT
from phonebuddy.tasks.invented.ways import check_ways, text_of, texts_of
from phonebuddy.tasks.invented.zh.content import MOST, SPARE
from phonebuddy.tasks.invented.zh.fact import ORDERED
from phonebuddy.tasks.invented.zh.plan import ORDERS
from phonebuddy.world.render.icons import has_icon
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

FEWEST, FEWEST_ALONE = 30, 12
"""Ways to ask for a deed, and those of them that are sentences of their own."""
FEW_ASKS, FEW_SETTING, NUM_FACTS, FEW_DEEDS, FEW_OPTIONS = 6, 6, 6, 2, 3
DOMAIN = ("noun", "m", "icon", "titles", "role", "facts", "deeds", "names")
FACT = ("kind", "labels", "said", "by", "asks", "sets")
SLOTS = {
    "change": ("{it}", "{s}", "{v}"), "untold": ("{it}", "{s}"), "add": ("{name}", "{a}", "{b}"),
    "buy": ("{it}", "{opt}", "{num}"), "book": ("{it}", "{opt}", "{num}"), "hire": ("{it}", "{opt}", "{num}"),
    "talk": ("{it}", "{t}"),
    "tell": ("{w_friend}",), "note": ("{w_title}",), "pass_on": ("{app2}", "{it2}"),
}  # fmt: skip
"""What every way of a form names."""
WHOLE = ("tell", "note", "pass_on")
"""Forms whose ways are whole sentences, none of which is marked."""


def check_zh(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    facts, deeds = (read_yaml(folder / name, name) for name in ("facts.yaml", "deeds.yaml"))
    for name, fact in facts.pairs():
        _check_fact(name, fact, problems)
    for name, deed in deeds.pairs():
        _check_icon(deed, problems)
        _check_slots(deed.get("says") or deed, name, FEWEST_ALONE, ("{it}",), problems)
    _check_settings(read_yaml(folder / "settings.yaml", "settings.yaml"), problems)
    said = read_yaml(folder / "words.yaml", "words.yaml")
    for name, slots in SLOTS.items():
        alone = 0 if name in WHOLE else FEWEST_ALONE
        _check_slots(said.get(name) or said, name, alone, slots, problems)
    taken: dict[str, str] = {}
    known = [[name for name, _ in one.pairs()] for one in (facts, deeds)]
    for name, domain in read_yaml(folder / "domains.yaml", "domains.yaml").pairs():
        _check_domain(name, domain, known[0], known[1], problems)
        _check_values(domain, facts, problems)
        for text in texts_of(domain.get("names")):
            if text in taken:
                problems.add(
                    domain, f"'{text}' is a thing of '{taken[text]}' too; only its name tells the app"
                )
            taken[text] = name
    problems.raise_if_any()


def _check_slots(node: Node, what: str, alone: int, slots: Sequence[str], problems: Problems) -> None:
    for way in check_ways(node, what, FEWEST, alone, problems):
        for slot in slots:
            if way.count(slot) != 1:
                problems.add(node, f"'{way}' needs {slot} once")


def _check_fact(name: str, fact: Node, problems: Problems) -> None:
    _check_keys(fact, f"fact '{name}'", FACT, problems)
    kind = text_of(fact.get("kind"))
    if kind not in KINDS or kind == SWITCH:
        problems.unknown(fact, "kind", kind, [one for one in KINDS if one != SWITCH])
    if kind in ORDERED and len(texts_of(fact.get("adj"))) != 2:
        problems.add(fact, f"fact '{name}' needs two words under 'adj': of the least and of the most")
    least = {CHOICE: FEW_ASKS, TEXT: MOST + SPARE}.get(kind, 0)
    if len(set(texts_of(fact.get("values")))) < least:
        problems.add(fact, f"fact '{name}' needs {least} values, all other")
    if "{v}" not in text_of(fact.get("by")):
        problems.add(fact, f"'by' of fact '{name}' needs {{v}}")
    asks = texts_of(fact.get("asks"))
    if len(set(asks)) < FEW_ASKS or any(way.count("{it}") != 1 for way in asks):
        problems.add(
            fact, f"fact '{name}' needs {FEW_ASKS} different ways under 'asks', each with {{it}} once"
        )
    for way in texts_of(fact.get("sets")):
        if way.count("{it}") != 1 or way.count("{v}") != 1:
            problems.add(fact, f"'{way}' needs {{it}} and {{v}} once")


def _check_settings(settings: Node, problems: Problems) -> None:
    for name, switch in (settings.get("switches") or settings).pairs():
        for key in ("on", "off"):
            check_ways(switch.get(key) or switch, f"{key} of {name}", FEW_SETTING, 1, problems)
    for name, choice in (settings.get("choices") or settings).pairs():
        for way in check_ways(choice.get("asks") or choice, f"asks of {name}", FEW_SETTING, 1, problems):
            if way.count("{v}") != 1:
                problems.add(choice, f"'{way}' needs {{v}} once")


def _check_domain(
    name: str, domain: Node, facts: Sequence[str], deeds: Sequence[str], problems: Problems
) -> None:
    _check_keys(domain, f"domain '{name}'", DOMAIN, problems)
    _check_icon(domain, problems)
    if len(set(texts_of(domain.get("names")))) < MOST + SPARE:
        problems.add(domain, f"'{name}' needs {MOST + SPARE} names of things, all other")
    for key, known, least in (("facts", facts, NUM_FACTS), ("deeds", deeds, FEW_DEEDS)):
        given = texts_of(domain.get(key))
        if len(set(given)) < least:
            problems.add(domain, f"'{name}' needs {least} {key}, all other")
        for one in given:
            if one not in known:
                problems.unknown(domain, key, one, known)
    order = _order(domain)
    if order is not None and len(set(texts_of(order.get("options")))) < FEW_OPTIONS:
        problems.add(order, f"an order of '{name}' needs {FEW_OPTIONS} options, all other")


def _order(domain: Node) -> Node | None:
    return next((found for one in ORDERS if (found := domain.get(one)) is not None), None)


def _check_values(domain: Node, facts: Node, problems: Problems) -> None:
    """What is chosen must not stand in a name, which is on the same page."""
    order = _order(domain)
    values = [] if order is None else texts_of(order.get("options"))
    for key in texts_of(domain.get("facts")):
        fact = facts.get(key)
        if fact is not None and text_of(fact.get("kind")) == CHOICE:
            values += texts_of(fact.get("values"))
    for text in texts_of(domain.get("names")):
        for value in (one for one in values if one in text):
            problems.add(
                domain, f"'{value}' can be chosen and stands in the name '{text}'; change one of them"
            )


def _check_keys(node: Node, what: str, needed: Sequence[str], problems: Problems) -> None:
    given = [key for key, _ in node.pairs()]
    for key in needed:
        if key not in given:
            problems.add(node, f"{what} has no '{key}'; add it")


def _check_icon(node: Node, problems: Problems) -> None:
    icon = text_of(node.get("icon"))
    if not has_icon(icon):
        problems.add(node, f"there is no icon '{icon}'; choose another")
