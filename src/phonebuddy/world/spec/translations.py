"""Translations: the words of an app in other languages, from a file that maps English to each of them.

Only what the app itself says is translated: page texts when they are compiled, words made in SQL by said().
What the owner of the phone wrote stays. Invariant: a translation uses no name that its English text has not.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from phonebuddy.errors import AppError
from phonebuddy.world.services.settings import SETTINGS
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.spec.template import Template, parse_template

ENGLISH = "en"
LANGUAGE = "@language"
"""The hidden name, in scope everywhere, that says which language the phone speaks."""
Words = Mapping[str, Mapping[str, str]]
"""English text to language to the same in that language."""


def read_translations(folder: Path, node: Node | None, problems: Problems) -> dict[str, dict[str, str]]:
    """The file named in a manifest; empty where none is."""
    if node is None or node.text is None:
        return {}
    path = (folder / node.text.replace("\0", "?")).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file() or path.suffix != ".yaml":
        problems.add(node, f"no .yaml file '{node.text}' in the app's folder")
        return {}
    try:
        root = read_yaml(path, f"{folder.name}/{node.text}")
    except AppError as error:
        problems.add(node, str(error))
        return {}
    return read_words(root, problems)


def read_words(root: Node, problems: Problems) -> dict[str, dict[str, str]]:
    """A map of languages to English texts to what they are called there."""
    others = [name for name in SETTINGS["language"].accepted if name != ENGLISH]
    words: dict[str, dict[str, str]] = {}
    for language, listed in root.pairs():
        if language not in others:
            problems.unknown(listed, "language", language, map(str, others))
            continue
        for english, said in listed.pairs():
            if _fits(english, said, problems):
                words.setdefault(english, {})[language] = said.text or ""
    return words


def _fits(english: str, said: Node, problems: Problems) -> bool:
    one, two = parse_template(english), parse_template(said.text or "")
    if isinstance(one, str) or isinstance(two, str):
        problems.add(said, one if isinstance(one, str) else str(two))
        return False
    about = _mistake(one, two, english.count("#"), (said.text or "").count("#"))
    if about:
        problems.add(said, f"the translation of '{english}' does not fit: {about}")
    return not about


def _mistake(one: Template, two: Template, places: int, filled: int) -> str:
    """What is wrong with a translation; `places` and `filled` count the values that said() puts in."""
    extra = sorted(set(two.names) - set(one.names))
    if extra:
        return f"it names {{{extra[0]}}}, which the English text has not"
    if places != filled:
        return f"it has {filled} '#' where the English text has {places}; text with one is quoted in YAML"
    return "" if any(two.pieces) else "it is empty"
