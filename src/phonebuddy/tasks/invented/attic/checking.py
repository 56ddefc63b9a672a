"""Checks the files of attic apps: what is missing, too little, called alike or without its slots, and where.

Invariant: every complaint has its file and line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from phonebuddy.tasks.invented.attic.content import AWAY_MOST, HERE_MOST, NUM_GROUPS
from phonebuddy.tasks.invented.fields import CHOICE, DATE, MONEY, NUMBER
from phonebuddy.tasks.invented.ways import check_ways, text_of, texts_of
from phonebuddy.world.render.icons import has_icon
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

NUM_STATES = 3
"""At most so many in one app."""
NUM_NAMES = HERE_MOST + 1 + NUM_STATES * (AWAY_MOST + 1)
DOMAIN = ("nouns", "titles", "icon", "states", "names", "groups", "facts")
FACT = ("kind", "labels", "said", "by")
STATE = ("icon", "pages", "undo", "back")
FEWEST_BACK, FEWEST_AWAY, FEWEST_ALONE = 40, 9, 12
"""Ways to ask for it, and those of them that are sentences of their own."""
TAKEN = ("id", "name", "place", "chosen")
"""Columns that every such app has."""
HOST = ("More", "Close", "Back")
"""Buttons that stand above every page of a mini."""
SLOTS = {"out": ("{it}", "{grp_name}"), "move": ("{it}", "{grp_name}", "{to_name}"), "for_good": ("{it}",)}


def check_attic(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    said = read_yaml(folder / "words.yaml", "words.yaml")
    states = said.get("states") or said
    known = [name for name, _ in states.pairs()]
    for name, state in states.pairs():
        _check_state(name, state, problems)
    _check_apart(states, problems)
    for key, labels in (said.get("labels") or said).pairs():
        for text in set(texts_of(labels)) & set(HOST):
            problems.add(labels, f"'{text}' of '{key}' is a button of the hub; call it otherwise")
    for name, slots in SLOTS.items():
        ways = (said.get("says") or said).get(name)
        _check_slots(ways or said, name, FEWEST_AWAY if name == "for_good" else FEWEST_BACK, slots, problems)
    for name, domain in read_yaml(folder / "domains.yaml", "domains.yaml").pairs():
        _check_domain(name, domain, known, problems)
    problems.raise_if_any()


def _check_state(name: str, state: Node, problems: Problems) -> None:
    _check_keys(state, f"state '{name}'", STATE, (*STATE, "do", "away", "stays", "shown"), problems)
    _check_icon(state, problems)
    _check_slots(state.get("back") or state, f"back of {name}", FEWEST_BACK, ("{it}",), problems)
    if (state.get("do") is None) != (state.get("away") is None):
        problems.add(state, f"state '{name}' has one of 'do' and 'away'; it needs both or none")
    away = state.get("away")
    if away is not None:
        _check_slots(away, f"away of {name}", FEWEST_AWAY, ("{it}",), problems)


def _check_apart(states: Node, problems: Problems) -> None:
    """A page and a button called alike could not be told apart, nor two buttons of two states."""
    taken = dict.fromkeys(HOST, "a button of the hub")
    for name, state in states.pairs():
        for key in ("pages", "do", "undo"):
            for text in texts_of(state.get(key)):
                what = f"{key} of '{name}'"
                if text in taken:
                    problems.add(state, f"'{text}' is {what} and {taken[text]}; call one of them otherwise")
                taken[text] = what


def _check_slots(node: Node, what: str, least: int, slots: Sequence[str], problems: Problems) -> None:
    least_alone = FEWEST_ALONE if least == FEWEST_BACK else 0
    for way in check_ways(node, what, least, least_alone, problems):
        for slot in slots:
            if way.count(slot) != 1:
                problems.add(node, f"'{way}' needs {slot} once")


def _check_domain(name: str, domain: Node, known: Sequence[str], problems: Problems) -> None:
    _check_keys(domain, f"domain '{name}'", DOMAIN, DOMAIN, problems)
    _check_icon(domain, problems)
    for state in texts_of(domain.get("states")):
        if state not in known:
            problems.unknown(domain, "state", state, known)
    groups = domain.get("groups") or domain
    names, group_names = texts_of(domain.get("names")), texts_of(groups.get("names"))
    if len(set(names)) < NUM_NAMES or len(set(group_names)) < NUM_GROUPS:
        problems.add(
            domain, f"'{name}' needs {NUM_NAMES} names of things and {NUM_GROUPS} of groups, all other"
        )
    for text in (*names, *group_names):
        if re.search(r"[,\"{}:]", text) or (text in names and text in group_names):
            problems.add(
                domain, f"'{text}' is no name: no commas or quotes, and no group is called as a thing"
            )
    kinds = []
    for key, fact in (domain.get("facts") or domain).pairs():
        kinds.append(text_of(fact.get("kind")))
        _check_fact(key, fact, problems)
    if len(kinds) != 3 or DATE not in kinds or CHOICE not in kinds or not {MONEY, NUMBER} & set(kinds):
        problems.add(domain, f"'{name}' needs three facts: a date, a choice, and an amount or a number")


def _check_fact(key: str, fact: Node, problems: Problems) -> None:
    _check_keys(fact, f"fact '{key}'", FACT, (*FACT, "values", "low", "high", "unit"), problems)
    if key in TAKEN:
        problems.add(fact, f"a fact cannot be called '{key}', which every such app has; choose another word")
    ways = texts_of(fact.get("by"))
    if len(ways) < 2 or any("{v}" not in way for way in ways):
        problems.add(fact, f"fact '{key}' needs two ways or more under 'by', each with {{v}}")


def _check_keys(
    node: Node, what: str, needed: Sequence[str], known: Sequence[str], problems: Problems
) -> None:
    given = [key for key, _ in node.pairs()]
    for key in given:
        if key not in known:
            problems.unknown(node, f"key of {what}", key, tuple(known))
    for key in needed:
        if key not in given:
            problems.add(node, f"{what} has no '{key}'; add it")


def _check_icon(node: Node, problems: Problems) -> None:
    icon = text_of(node.get("icon"))
    if icon and not has_icon(icon):
        problems.add(node, f"there is no icon '{icon}'; choose another")
