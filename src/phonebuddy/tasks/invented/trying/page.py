"""Page: things of one sort that can be had with one button, some of which the app refuses and says why.

Invariant: nothing tells beforehand what will be refused; each refusal has words of its own, which stand on
the page or a snackbar once it was tried.
"""

from __future__ import annotations

import json
import random
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.entering import entered
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Sketch, Trial, filled

THEMES = Path(__file__).parent / "themes.yaml"
OFTEN = 0.45
"""How many apps get such a page, where they have room for a way in."""
PAGE, ONE, TABLE = "tried", "tried_one", "tries"
NUM_THINGS, NUM_REFUSED = 7, 3
SURE = 0.3
"""How often a dialog asks once more before it is tried."""
SURES = ("Yes", "Go ahead", "Continue", "Confirm")
WHY = "why"


def themes() -> dict[str, Data]:
    return read_data(THEMES, as_written=True)


class _Shape(NamedTuple):
    title: str
    label: str
    done: str
    sure: str
    in_rows: bool
    tells_at: str


def with_trying(sketch: Sketch, chance: random.Random) -> Sketch:
    """The app, now and then with such a page and what is tried there."""
    if chance.random() >= OFTEN:
        return sketch
    theme = themes()[chance.choice(sorted(themes()))]
    said = _said(sketch)
    titles, labels = ([one for one in theme[key] if one.lower() not in said] for key in ("titles", "labels"))
    start = sketch.app.get("pages", {}).get(sketch.app["start"])
    names = [one for one in theme["names"] if one.lower() not in said]
    if start is None or not titles or not labels or len(names) < NUM_THINGS:
        return sketch
    shape = _Shape(
        chance.choice(titles),
        chance.choice(labels),
        chance.choice(theme["done"]),
        chance.choice(SURES) if chance.random() < SURE else "",
        chance.random() < 0.5,
        chance.choice(("page", "snackbar")),
    )
    found = entered(start, shape.title, theme["icon"], PAGE)
    return sketch if found is None else _Maker(sketch, theme, shape, chance).made(*found, names)


def _said(sketch: Sketch) -> str:
    """All that the app says, so that nothing here is called like something there."""
    return json.dumps([sketch.app, sketch.content]).lower()


class _Maker:
    def __init__(self, sketch: Sketch, theme: Data, shape: _Shape, chance: random.Random) -> None:
        self._sketch, self._theme, self._shape, self._chance = sketch, theme, shape, chance
        self._table = f"{sketch.name}_{TABLE}"

    def made(self, start: Data, way: Gold, names: list[str]) -> Sketch:
        app, content = self._sketch.app, self._sketch.content
        schema = (
            f"CREATE TABLE {self._table} (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hint TEXT NOT NULL, "
            "trouble TEXT NOT NULL, done INTEGER NOT NULL);\n"
        )
        pages = {**app["pages"], app["start"]: start, **self._pages()}
        more: Data = {"schema": f"{app['schema']}{schema}", "pages": pages}
        rows = {self._table: self._rows(names)}
        return self._sketch._replace(
            app=app | more, content=content | rows, trials=(*self._sketch.trials, self._trial(way))
        )

    def _rows(self, names: list[str]) -> list[Data]:
        """Neighbours have nearly one name, and one of two is refused."""
        chance, theme = self._chance, self._theme
        drawn = names[:NUM_THINGS] if chance.random() < 0.5 else names[-NUM_THINGS:]
        refused = chance.sample(range(NUM_THINGS), NUM_REFUSED)
        troubles = dict(zip(refused, chance.sample(theme["troubles"], NUM_REFUSED), strict=True))
        rows = [
            {"name": name, "hint": chance.choice(theme["hints"]), "trouble": troubles.get(at, ""), "done": 0}
            for at, name in enumerate(drawn)
        ]
        chance.shuffle(rows)
        return rows

    # -- pages -----------------------------------------------------------------------------------------

    def _pages(self) -> Data:
        shape, shown = self._shape, f"iif(done, '{self._shape.done}', hint) AS about"
        rows = f"SELECT id, name AS x_name, trouble, {shown} FROM {self._table} ORDER BY id"
        first: Data = {"top": {"top_bar": shape.title, "leave": "back"}}
        if shape.in_rows:
            told = {"text": "{wrong}", "color": "error", "pad": 16, "when": "is_wrong"}
            body: list[Data] = [{"list": rows, "each": self._row()}]
            if shape.tells_at == "page":
                first |= {"vars": {"wrong": ""}, "data": "SELECT :wrong <> '' AS is_wrong"}
                body.insert(0, told)
            return {PAGE: first | {"body": body}}
        tap = [{"open": ONE, "with": {"id": "{id}"}}]
        each = {"list_item": "{x_name}", "text": "{about}", "icon": self._theme["icon"], "on_tap": tap}
        return {PAGE: first | {"body": [{"list": rows, "each": each}]}, ONE: self._one(shown)}

    def _row(self) -> Data:
        named = [{"text": "{x_name}", "style": "title"}, {"text": "{about}"}]
        button = {"button": self._shape.label, "style": "tonal", "on_tap": self._tried()}
        return {"row": [{"column": named, "grow": 1}, button], "gap": 12, "pad": 16}

    def _one(self, shown: str) -> Data:
        inside: list[Data] = [{"text": "{about}"}]
        columns = f"name AS x_name, trouble, {shown}"
        page: Data = {"params": ["id"], "top": {"top_bar": "{x_name}", "leave": "back"}}
        if self._shape.tells_at == "page":
            page["vars"] = {"wrong": ""}
            columns += ", :wrong <> '' AS is_wrong"
            inside.append({"text": "{wrong}", "color": "error", "when": "is_wrong"})
        inside.append({"button": self._shape.label, "wide": True, "on_tap": self._tried()})
        page["data"] = f"SELECT {columns} FROM {self._table} WHERE id = :id"
        return page | {"body": [{"column": inside, "pad": 16, "gap": 16}]}

    def _tried(self) -> list[Data]:
        into = {"into": "wrong"} if self._shape.tells_at == "page" else {}
        do: list[Data] = [
            {"require": "SELECT :trouble = ''", "message": "{trouble}", **into},
            {"sql": f"UPDATE {self._table} SET done = 1 WHERE id = :id"},
            {"snackbar": self._shape.done},
        ]
        if not self._shape.sure:
            return do
        return [
            {"dialog": f"{self._shape.label}: {{x_name}}?", "confirm": self._shape.sure, "on_confirm": do}
        ]

    # -- what is tried ---------------------------------------------------------------------------------

    def _trial(self, way: Gold) -> Trial:
        shape, table = self._shape, self._table
        tap: Gold = [{"tap": "{name}", "role": "text"}, {"tap": shape.label, "role": "button"}]
        if shape.in_rows:
            tap = [{"tap": shape.label, "near": "{name}"}]
        gold = [*way, *tap, *([{"tap": shape.sure, "role": "button"}] if shape.sure else [])]
        says = ways(self._theme)
        one = f"SELECT id, name FROM {table} WHERE trouble = '' AND NOT done"
        goal = [{"present": f"SELECT 1 FROM {table} WHERE id = :id AND done"}]
        allow = (f"update {table}(done) where id = :id",)
        works = Deed("works", says, gold, goal, {}, {"one": one}, {}, allow)
        other = {"one": f"SELECT id, name, trouble AS {WHY} FROM {table} WHERE trouble <> ''"}
        found = "|".join(re.escape(text).replace(r"\ ", " ") for text in self._theme["troubles"])
        return Trial(
            works, Deed("refused", says, gold, [], {}, other), {"read": "got", "match": f"^({found})$"}
        )


def ways(theme: Data) -> tuple[str, ...]:
    """All ways to ask for a thing, each with all that it is called."""
    return _ways(tuple(theme["says"]), tuple(theme["called"]))


@lru_cache(maxsize=32)
def _ways(says: tuple[str, ...], called: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(filled(way, it=it) for way in says for it in called)
