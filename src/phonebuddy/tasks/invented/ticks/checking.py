"""Checks the files of ticks apps: what is missing, too little, called alike or without its slots, and where.

Invariant: every complaint has its file and line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from pathlib import Path

from phonebuddy.tasks.invented.ticks.content import MOST, MOST_LINES
from phonebuddy.tasks.invented.ways import check_ways, texts_of
from phonebuddy.world.render.icons import has_icon
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

LEAST = {
    **{key: 1 for key in ("nouns", "titles", "line", "done", "due", "who", "due_asks", "who_asks")},
    "names": MOST,
    "lines": 2 * MOST_LINES,
    "new": 8,
    "notes": MOST,
    "texts": 8,
    "fresh": 6,
    "people": 4,
}
"""How many of each a domain has at least."""
WORDS = ("icon", "due_said", "who_said")
"""What it has one of."""
LINE, TWO_LISTS = ("it", "on"), ("name", "to_name")
SLOTS = {
    **{form: LINE for form in ("tick", "untick", "but", "drop", "add")},
    **{form: ("on",) for form in ("none", "clear", "left", "every")},
    **{form: ("text", "on") for form in ("append", "rewrite")},
    "fix": ("words", "words2", "on"),
    "reword": ("words", "fresh", "on"),
    "move": ("words", *TWO_LISTS),
    "swap": TWO_LISTS,
    "copy": ("on", "fresh_name"),
    "copy_without": ("on", "fresh_name", "words"),
}
"""Forms, and what each way names."""
FEWEST, FEWEST_ALONE = 40, 12
"""Ways to ask for a form, and those of them that are sentences of their own."""
TAPPED = ("names", "lines", "new", "fresh")
"""What gold finds on pages by its words."""
HOST = ("More", "Close", "Back")
"""Buttons that stand above every page of a mini."""
_SLOT = re.compile(r"\{(\w+)\}")


def check_ticks(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    said = read_yaml(folder / "words.yaml", "words.yaml")
    labels, says = said.get("labels") or said, said.get("says") or said
    for key, node in labels.pairs():
        for text in {*texts_of(node)} & {*HOST}:
            problems.add(node, f"'{text}' of '{key}' is a button of the hub; call it otherwise")
    for form, slots in SLOTS.items():
        _check_form(says.get(form) or says, form, slots, problems)
    for name, domain in read_yaml(folder / "domains.yaml", "domains.yaml").pairs():
        _check_domain(name, domain, problems)
    problems.raise_if_any()


def _check_form(node: Node, form: str, slots: tuple[str, ...], problems: Problems) -> None:
    # Questions are sentences of their own anyway.
    for way in check_ways(node, form, FEWEST, 0 if form == "left" else FEWEST_ALONE, problems):
        named = _SLOT.findall(way)
        for slot in slots:
            if slot not in named:
                problems.add(node, f"'{way}' needs {{{slot}}}")


def _check_domain(name: str, domain: Node, problems: Problems) -> None:
    known = (*WORDS, *LEAST)
    for key, node in domain.pairs():
        if key not in known:
            problems.unknown(node, "key", key, known)
    for key in WORDS:
        if domain.get(key) is None:
            problems.add(domain, f"'{name}' has no '{key}'; add it")
    for key, least in LEAST.items():
        if len({*texts_of(domain.get(key))}) < least:
            problems.add(domain, f"'{name}' needs {least} different '{key}' or more")
    icon = domain.get("icon")
    if icon is not None and not has_icon(icon.text or ""):
        problems.add(icon, f"there is no icon '{icon.text}'; choose another")
    _check_apart(domain, problems)


def _check_apart(domain: Node, problems: Problems) -> None:
    """No name is a part of another kind of name, else a search or a touch could mean both."""
    taken: dict[str, str] = {}
    for key in TAPPED:
        for text in texts_of(domain.get(key)):
            if re.search(r"[,\"{}:]", text):
                problems.add(domain, f"'{text}' is no name: no commas, colons or quotes")
            other = taken.setdefault(text.lower(), key)
            if other != key:
                problems.add(domain, f"'{text}' is of '{key}' and of '{other}'; call one of them otherwise")
