"""Kinds of interruptions, read from apps/content/interruptions.yaml and checked.

Invariant: every kind that was read has a way out: it goes by itself, or a button closes it or leads to one
that can be closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.world.render.icons import has_icon, icon_names
from phonebuddy.world.render.pictures import PICTURE_KINDS
from phonebuddy.world.render.theme import SCHEMES
from phonebuddy.world.spec.kinds import plain_value
from phonebuddy.world.spec.load import BUILT_IN
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.spec.template import parse_template
from phonebuddy.world.spec.translations import read_words

PATH = BUILT_IN / "content" / "interruptions.yaml"
SAID = BUILT_IN / "content" / "translations.yaml"
"""What the interruptions say in other languages, as an app's translations do."""
LAYOUTS = ("dialog", "page", "banner")
APP, PHONE = "app", "phone"
CLOSE, RETRY = "close", "retry"
CROSS = "cross"
STYLES = ("tonal", "filled", "text", CROSS)
KIND_KEYS = (
    "about", "layout", "where", "often", "back", "icon", "spinner", "lasts", "tries", "again", "says",
    "buttons", "stacked", "tells",
)  # fmt: skip
SAYS_KEYS = ("from", "title", "text", "icon", "color", "picture", "number")
BUTTON_KEYS = ("label", "does", "then", "style")


class Words(NamedTuple):
    """One way to say it; {app} is still to be filled in."""

    sender: str
    title: str
    text: str
    icon: str
    color: str
    picture: str
    number: str
    """Of who calls; empty when it is hidden."""

    def about(self, app: str, language: str) -> Words:
        """The words as they are shown over an app."""
        title, text = (spoken(words, language).replace("{app}", app) for words in (self.title, self.text))
        return self._replace(sender=spoken(self.sender, language), title=title, text=text)


class Button(NamedTuple):
    label: str
    does: str
    """Close or retry; empty when it leads to another kind."""
    then: str
    style: str


class Kind(NamedTuple):
    name: str
    about: str
    layout: str
    where: str
    often: float
    back_closes: bool
    icon: str
    spinner: bool
    lasts_ms: int
    """0 when it waits for an answer."""
    tries: int
    again: str
    stacked: bool
    tells: str
    """The quiet intent that apps are told once it is over; empty for most."""
    says: tuple[Words, ...]
    buttons: tuple[Button, ...]


Kinds = Mapping[str, Kind]


@lru_cache(maxsize=1)
def built_in_kinds() -> Kinds:
    return read_kinds(PATH)


@lru_cache(maxsize=1)
def _translations() -> Mapping[str, Mapping[str, str]]:
    problems = Problems()
    words = read_words(read_yaml(SAID, f"content/{SAID.name}"), problems)
    problems.raise_if_any()
    return words


def spoken(text: str, language: str) -> str:
    """What an interruption says, in the language of the phone; {app} is still to be filled in."""
    return _translations().get(text, {}).get(language, text)


def read_kinds(path: Path) -> Kinds:
    """The kinds of a file; AppError lists every mistake with its line."""
    problems = Problems()
    root = read_yaml(path, f"content/{path.name}")
    if root.entries is None:
        problems.add(root, f"a map of kinds is expected, not a {root.kind}")
    reader = _Reader(problems)
    kinds = {name: kind for name, node in root.pairs() if (kind := reader.kind(name, node)) is not None}
    _check_ways_out(root, kinds, problems)
    problems.raise_if_any()
    return kinds


def _check_ways_out(root: Node, kinds: Kinds, problems: Problems) -> None:
    """Every kind must end, or lead to one that does."""
    ends = {
        name
        for name, kind in kinds.items()
        if kind.layout == "banner" or kind.lasts_ms or any(button.does for button in kind.buttons)
    }
    while more := {
        name for name, kind in kinds.items() if name not in ends and any(b.then in ends for b in kind.buttons)
    }:
        ends |= more
    for name, node in root.pairs():
        for button, place in zip(kinds[name].buttons if name in kinds else (), _items(node), strict=False):
            if button.then and button.then not in kinds:
                problems.unknown(place, "kind", button.then, kinds)
        if name in kinds and name not in ends:
            problems.add(node, f"'{name}' has no way out: give it 'lasts', or a button that does 'close'")


def _items(node: Node) -> list[Node]:
    listed = node.get("buttons")
    return listed.items or [] if listed is not None else []


class _Reader:
    """Reads one map after the other, noting what is wrong."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems

    def kind(self, name: str, node: Node) -> Kind | None:
        if not self._is_map(node, f"kind '{name}'", KIND_KEYS):
            return None
        where = self._choice(node, "where", (PHONE, APP))
        kind = Kind(
            name=name,
            about=self._text(node, "about"),
            layout=self._choice(node, "layout", LAYOUTS),
            where=where,
            often=self._number(node, "often", 1),
            back_closes=self._choice(node, "back", ("close", "stay")) == "close",
            icon=self._icon(node),
            spinner=self._choice(node, "spinner", ("false", "true")) == "true",
            lasts_ms=round(self._number(node, "lasts", 0) * 1000),
            tries=max(1, int(self._number(node, "tries", 1))),
            again=self._text(node, "again"),
            stacked=self._choice(node, "stacked", ("false", "true")) == "true",
            tells=self._text(node, "tells"),
            says=tuple(self._words(item, where) for item in self._list(node, "says", needed=True)),
            buttons=tuple(self._button(item, where) for item in self._list(node, "buttons")),
        )
        if kind.layout == "banner" and (kind.buttons or where == APP):
            self._problems.add(node, "a banner is a notification of the phone: no buttons, no 'where: app'")
        return kind

    def _words(self, node: Node, where: str) -> Words:
        self._is_map(node, "entry of 'says'", SAYS_KEYS)
        color, picture = self._text(node, "color"), self._text(node, "picture")
        if color and color not in SCHEMES:
            self._problems.unknown(node, "color", color, SCHEMES)
        if picture and picture not in PICTURE_KINDS:
            self._problems.unknown(node, "picture", picture, PICTURE_KINDS)
        title, text = self._template(node, "title", where), self._template(node, "text", where)
        if not title and not text:
            self._problems.add(node, "an entry of 'says' needs a title or a text")
        number = self._text(node, "number")
        return Words(self._text(node, "from"), title, text, self._icon(node), color, picture, number)

    def _button(self, node: Node, where: str) -> Button:
        self._is_map(node, "button", BUTTON_KEYS)
        label, then = self._template(node, "label", where), self._text(node, "then")
        does = self._choice(node, "does", (CLOSE, RETRY)) if node.get("does") is not None else ""
        if not label or bool(does) == bool(then):
            self._problems.add(node, "a button needs a label, and either 'does' or 'then'")
        return Button(label, does, then, self._choice(node, "style", STYLES))

    def _is_map(self, node: Node, what: str, keys: tuple[str, ...]) -> bool:
        if node.entries is None:
            self._problems.add(node, f"{what} is a map, not a {node.kind}")
        for entry in node.entries or ():
            if entry.key not in keys:
                self._problems.unknown(entry.place, "key", entry.key, keys)
        return node.entries is not None

    def _list(self, node: Node, key: str, needed: bool = False) -> list[Node]:
        found = node.get(key)
        if (found is None or not found.items) and needed:
            self._problems.add(node, f"'{key}' is needed: a list with at least one entry")
        if found is not None and found.items is None:
            self._problems.add(found, f"'{key}' takes a list, not a {found.kind}")
        return found.items or [] if found is not None else []

    def _text(self, node: Node, key: str) -> str:
        found = node.get(key)
        if found is not None and found.text is None:
            self._problems.add(found, f"'{key}' takes text, not a {found.kind}")
        return found.text or "" if found is not None else ""

    def _template(self, node: Node, key: str, where: str) -> str:
        text = self._text(node, key)
        template = parse_template(text)
        if isinstance(template, str):
            self._problems.add(node, template)
            return text
        for name in template.names:
            if name != APP or where != APP:
                accepted = (APP,) if where == APP else ()
                self._problems.unknown(node.get(key) or node, "name", name, accepted)
        return text

    def _choice(self, node: Node, key: str, accepted: tuple[str, ...]) -> str:
        """One of some words; the first is what is meant when nothing is said."""
        text = self._text(node, key) or accepted[0]
        if text not in accepted:
            self._problems.unknown(node.get(key) or node, key, text, accepted)
        return text

    def _number(self, node: Node, key: str, otherwise: float) -> float:
        found = node.get(key)
        value = plain_value(self._text(node, key)) if found is not None else otherwise
        if not isinstance(value, (int, float)) or value < 0:
            self._problems.add(found or node, f"'{key}' takes a number, 0 or more, not {value!r}")
            return otherwise
        return value

    def _icon(self, node: Node) -> str:
        icon = self._text(node, "icon")
        if icon and not has_icon(icon):
            self._problems.unknown(node.get("icon") or node, "icon", icon, icon_names())
        return icon
