"""Page: levels and settings of an app, drawn with their decoys and put where the app has room for a way in.

Invariant: on a page no label holds another, and nothing here is called like something in the app itself.
"""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

from phonebuddy.tasks.invented.control.knobs import (
    CHOICE,
    LEVEL,
    SWITCH,
    Knob,
    Row,
    apart,
    distinct,
    make_knob,
)
from phonebuddy.tasks.invented.entering import entered
from phonebuddy.tasks.invented.levels.words import knobs
from phonebuddy.tasks.invented.sketch import Data, Gold, Sketch, some

PAGE, TABLE = "tuned", "levels"
ICONS = ("tune-variant", "tune", "tune-vertical", "palette-outline", "equalizer-outline", "creation-outline")
STYLES = ("told", "slider", "bare")
"""How a slider stands there: its number in its label, beside it, or nowhere."""
SCALES = ((0, 10, 1), (0, 100, 5), (0, 100, 10), (0, 20, 1), (0, 5, 1))
LAYOUTS = ("one", "index", "nested")
SLIDERS_FIRST = 0.6
NUM_LIKE = 3
"""Sliders of one group that a page has at least: with fewer, nothing could be taken for another."""
SETTINGS = ("_settings", "_prefs")
"""How tables end whose rows are what can be set."""


class Dial(NamedTuple):
    """A knob with its words, its page and what it is now."""

    knob: Knob
    words: Data
    group: str
    page: int
    now: str | int


class Tuned(NamedTuple):
    """An app with its levels, and the ways to them."""

    sketch: Sketch
    dials: list[Dial]
    ways: list[Gold]
    """To each page, from the first page of the app."""
    follows: list[Gold]
    """To each page from the one before it."""
    table: str


def tuned(sketch: Sketch, chance: random.Random) -> Tuned | None:
    """The app with levels; nothing where it has no room for them or has most of them already."""
    said = _said(sketch)
    start = sketch.app.get("pages", {}).get(sketch.app["start"])
    like = [
        group for group in sorted(knobs()["levels"]) if len(_able(knobs()["levels"][group], said)) >= NUM_LIKE
    ]
    titles = [
        chance.choice([one for one in knobs()["pages"][key] if one.lower() not in said] or [""])
        for key in ("index", "first", "second")
    ]
    if start is None or not like or not all(titles):
        return None
    found = entered(start, titles[0], chance.choice(ICONS), PAGE)
    return None if found is None else _Maker(sketch, said, titles, chance).made(*found, chance.choice(like))


def _said(sketch: Sketch) -> str:
    """All that the app says, without what is kept in it; rows of settings are words of the app too."""
    rows = [rows for table, rows in sketch.content.items() if table.endswith(SETTINGS)]
    return json.dumps([sketch.app, rows]).lower()


def _able(data: Data, said: str) -> list[tuple[str, Data]]:
    """Without what the app has something like already."""
    return [(name, one) for name, one in data.items() if not any(word in said for word in one["near"])]


class _Maker:
    """Draws the pages of one app."""

    def __init__(self, sketch: Sketch, said: str, titles: list[str], chance: random.Random) -> None:
        self._sketch, self._said, self._titles, self._chance = sketch, said, titles, chance
        self._row = Row(f"{sketch.name}_{TABLE}", "id = 1")
        self._layout = chance.choice(LAYOUTS)

    def made(self, start: Data, way: Gold, group: str) -> Tuned:
        dials = self._dials(group)
        app, content = self._sketch.app, self._sketch.content
        columns = ", ".join(["id INTEGER PRIMARY KEY", *(one.knob.column for one in dials)])
        state: Data = {"id": 1} | {one.knob.name: one.now for one in dials}
        more: Data = {
            "schema": f"{app['schema']}CREATE TABLE {self._row.table} ({columns});\n",
            "pages": {**app["pages"], app["start"]: start, **self._pages(dials)},
        }
        sketch = self._sketch._replace(app=app | more, content=content | {self._row.table: [state]})
        _, first, second = ([{"tap": title}] for title in self._titles)
        if self._layout == "index":
            ways, follows = [[*way, *first], [*way, *second]], [[], [{"press": "back"}, *second]]
        else:
            ways, follows = [way, [*way, *second]], [[], second]
        return Tuned(sketch, dials, ways, follows, self._row.table)

    def _dials(self, group: str) -> list[Dial]:
        """Sliders of one group, switches and choices; what is called too much alike is left out."""
        chance, every = self._chance, knobs()
        levels = some(chance, _able(every["levels"][group], self._said), NUM_LIKE, 4)
        beside = self._said + json.dumps([words["labels"] for _, words in levels]).lower()
        others = [
            (kind, *one)
            for kind, key, least, most in ((SWITCH, "switches", 3, 4), (CHOICE, "choices", 1, 2))
            for one in some(chance, _able(every[key], beside), least, most)
        ]
        chance.shuffle(levels)
        chance.shuffle(others)
        sliders = [(LEVEL, group, name, words) for name, words in levels]
        rest = [(kind, "", name, words) for kind, name, words in others]
        drawn = [*sliders, *rest] if chance.random() < SLIDERS_FIRST else [*rest, *sliders]
        made = {
            f"t_{name}": (self._knob(kind, name, words), words, where) for kind, where, name, words in drawn
        }
        kept = distinct([knob for knob, _, _ in made.values()], set(self._titles))
        found = []
        for knob in apart(kept, set(self._titles), chance):
            _, words, where = made[knob.name]
            page = 0 if where or self._layout == "one" else 1
            found.append(Dial(knob, words, where, page, knob.drawn(chance)))
        return found

    def _knob(self, kind: str, name: str, words: Data) -> Knob:
        data: Data = {"kind": kind, "labels": words["labels"], "said": words["names"][0]}
        if kind == CHOICE:
            data["values"] = words["values"]
        if kind != LEVEL:
            return make_knob(f"t_{name}", data, self._chance)
        low, high, step = self._chance.choice(SCALES)
        unit = "%" if high == 100 and self._chance.random() < 0.5 else ""
        knob = make_knob(
            f"t_{name}", data | {"low": low, "high": high, "step": step, "unit": unit}, self._chance
        )
        return knob._replace(style=self._chance.choice(STYLES))

    def _pages(self, dials: list[Dial]) -> Data:
        index, first, second = self._titles
        links = [self._link(first, f"{PAGE}_first"), self._link(second, f"{PAGE}_second")]
        halves = [[one.knob for one in dials if one.page == page] for page in (0, 1)]
        pages = {name: body for one in dials for name, body in one.knob.pages(self._row).items()}
        match self._layout:
            case "one":
                return pages | {PAGE: self._page(index, halves[0], [])}
            case "nested":
                body = self._page(index, halves[0], links[1:])
                return pages | {PAGE: body, f"{PAGE}_second": self._page(second, halves[1], [])}
            case _:
                self._chance.shuffle(links)
                return pages | {
                    PAGE: {"top": {"top_bar": index, "leave": "back"}, "body": links},
                    f"{PAGE}_first": self._page(first, halves[0], []),
                    f"{PAGE}_second": self._page(second, halves[1], []),
                }

    def _link(self, title: str, page: str) -> Data:
        return {"list_item": title, "trailing": {"icon": "chevron-right"}, "on_tap": [{"open": page}]}

    def _page(self, title: str, held: list[Knob], more: list[Data]) -> Data:
        columns = ", ".join(part for knob in held for part in knob.columns())
        body = [widget for knob in held for widget in knob.widgets(self._row)]
        page: Data = {
            "data": f"SELECT {columns} FROM {self._row.table} WHERE {self._row.where}",
            "top": {"top_bar": title, "leave": "back"},
            "body": [*more, *body] if more and self._chance.random() < 0.5 else [*body, *more],
        }
        used: dict[str, Any] = {knob.var: "" for knob in held if knob.has_var}
        seen = [knob for knob in held if knob.style in ("segmented", "radio")]
        opening = [step for knob in seen for step in knob.opening(self._row)]
        return page | ({"vars": used} if used else {}) | ({"on_open": opening} if opening else {})
