"""Ticks plan: what chance decides about one app whose things are lists of lines.

Invariant: equal seeds give equal plans; no two buttons of one page are called alike.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.sketch import COLORS, Data, filled
from phonebuddy.tasks.invented.ticks.words import domains, words

HOME, THING, LINES, NOTE = "home", "thing", "lines", "note"
"""Pages: all things, one of them, its lines where they have a page of their own, and its text likewise."""
ALL, NONE, CLEAR, COPY, PIN, DELETE = "all", "none", "clear", "copy", "pin", "delete"
"""What can be done to a thing as a whole."""
DROP, REWORD = "drop", "reword"
"""What can be done to a line besides ticking it."""
SPOTS = ("close", "hold", "dots", "swipe")
"""Where that is: a cross in the row, a long press, dots in the row, a swipe."""
ICONS = {
    ALL: "checkbox-multiple-marked-outline",
    NONE: "checkbox-multiple-blank-outline",
    CLEAR: "broom",
    COPY: "content-copy",
    PIN: "pin-outline",
    DELETE: "delete-outline",
}


class Plan:
    """One app, decided."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance = name, chance
        self.data: Data = domains()[chance.choice(sorted(domains()))]
        title = chance.choice(self.data["titles"])
        self.is_brand, self.title = title.endswith("*"), title.rstrip("*")
        self.noun: str = chance.choice(self.data["nouns"])
        self.line: str = chance.choice(self.data["line"])
        self.done: str = chance.choice(self.data["done"])
        self.color = chance.choice(COLORS)
        self.things, self.lines = f"{name}_thing", f"{name}_line"
        self._decide_labels()
        self._decide_home()
        self._decide_thing()
        self._decide_lines()

    @property
    def nouns(self) -> str:
        return plural(self.noun)

    def said(self, way: str) -> str:
        """With the nouns of this app."""
        return filled(way, n=self.noun, ns=self.nouns, l=self.line, ls=plural(self.line), p=self.done)

    def _label(self, key: str) -> str:
        way = self.said(self.chance.choice(words()["labels"][key]))
        return way[:1].upper() + way[1:]

    def _decide_labels(self) -> None:
        self.labels = {key: self._label(key) for key in words()["labels"]}
        self.due_label: str = self.chance.choice(self.data["due"])
        self.who_label: str = self.chance.choice(self.data["who"])

    def _decide_home(self) -> None:
        chance = self.chance
        self.search = chance.choice(("", "names", "names", "lines"))
        """What the search of the first page looks through, where there is one."""
        self.order = chance.choice(("t.name", "t.due, t.id", "t.id"))
        self.listing = chance.choice(("rows", "cards"))
        self.leading = chance.choice(("none", "icon", "avatar"))
        self.pins_first = chance.random() < 0.5

    def _decide_thing(self) -> None:
        chance = self.chance
        self.has_lines_page = chance.random() < 0.35
        self.is_note_first = chance.random() < 0.5
        self.note_at = chance.choice(("dialog", "page", "sheet"))
        self.acts = [NONE, CLEAR, COPY, DELETE]
        if chance.random() < 0.7:
            self.acts.append(ALL)
        self.pin_at = chance.choice(("menu", "top"))
        if self.pin_at == "menu":
            self.acts.append(PIN)
        chance.shuffle(self.acts)
        self.acts_at = chance.choice(("menu", "menu", "sheet", "buttons"))
        self.asks = {DELETE} | ({CLEAR} if chance.random() < 0.6 else set())
        self.opens_copy = chance.random() < 0.6
        """Whether a copy is opened once it is made; else it stands on the first page."""

    def _decide_lines(self) -> None:
        chance = self.chance
        self.spot = chance.choice(SPOTS)
        # Where the words of a line are swiped over, nothing else is called so.
        self.has_named_boxes = self.spot == "swipe" or chance.random() < 0.3
        self.tick_at = chance.choice(("before", "before", "after"))
        self.sinks = chance.random() < 0.4
        """Whether lines that are ticked stand below the others, under a heading."""
        self.add_at = chance.choice(("field", "button", "icon"))

    def box(self, line: str) -> str:
        """What the box of a line is called."""
        return f"{self.labels['box']}: {line}" if self.has_named_boxes else line
