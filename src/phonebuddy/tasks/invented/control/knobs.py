"""Knobs: what can be set at once in an app that controls something: a switch, a level, a mode, a time.

Where a Field stands in a form and is saved with it, a knob works as soon as it is touched. Invariant: what a
knob's gold does on its page leads to what its `stored` says.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.tasks.invented.fields import MANY, quoted
from phonebuddy.tasks.invented.sketch import Data, Gold

SWITCH, CHOICE, LEVEL, TIME, TEXT = "switch", "choice", "level", "time", "text"
SEEN = ("segmented", "chips", "radio")
"""Choices whose values all stand on the page itself."""
HIDDEN = ("menu", "sheet", "dialog", "page", "stay")
"""Choices that open somewhere; `stay` is a page that stays open."""
MOST_ON_SHEET = 11
MOST_STEPS = 13
"""A number that is raised one by one has no more values."""
NEW_VALUE = "New value"


class Row(NamedTuple):
    """The row of a table that a page sets."""

    table: str
    where: str
    params: tuple[str, ...] = ()

    def set(self, column: str, value: str) -> list[Data]:
        return [{"sql": f"UPDATE {self.table} SET {column} = {value} WHERE {self.where}"}]

    @property
    def handed(self) -> Data:
        return {"with": {one: f"{{{one}}}" for one in self.params}} if self.params else {}


class Target(NamedTuple):
    """What a task wants a knob to be."""

    new: Data
    draw: Data
    said: str
    stored: str
    """SQL for what is kept then."""
    gold: Gold
    """From the page on which the knob stands, and back to it."""


class Knob(NamedTuple):
    name: str
    kind: str
    label: str
    the: str
    """In sentences: `the brightness`."""
    values: tuple[str, ...] = ()
    """Choices; of a text what it may be; of a switch its two states, off first."""
    low: int = 0
    high: int = 100
    step: int = 1
    unit: str = ""
    style: str = ""
    ok: str = "OK"
    """The word that confirms a dialog."""
    ons: tuple[str, ...] = ()
    offs: tuple[str, ...] = ()
    """Own ways to say that a switch is switched."""
    says: tuple[str, ...] = ()
    """Own ways to say what it is set to, `{v}`."""
    any: bool = False
    """Of a text: whether it takes whatever is written somewhere."""

    @property
    def column(self) -> str:
        is_text = self.kind in (CHOICE, TEXT)
        return (
            f"{self.name} "
            f"{'TEXT NOT NULL DEFAULT ' + quoted('') if is_text else 'INTEGER NOT NULL DEFAULT 0'}"
        )

    @property
    def var(self) -> str:
        return f"v_{self.name}"

    @property
    def levels(self) -> list[int]:
        return list(range(self.low, self.high + 1, self.step))

    def drawn(self, chance: random.Random) -> str | int:
        match self.kind:
            case "switch":
                return chance.randrange(2)
            case "level":
                return chance.choice(self.levels)
            case "time":
                return chance.randint(self.low, self.high) * 60 + chance.randrange(0, 60, 5)
            case _:
                return chance.choice(self.values)

    def shown(self) -> str:
        """SQL for what a page shows."""
        match self.kind:
            case "switch":
                return f"iif({self.name}, {quoted(self.values[1])}, {quoted(self.values[0])})"
            case "level":
                return f"{self.name} || {quoted(self.behind)}" if self.unit else f"CAST({self.name} AS TEXT)"
            case "time":
                return f"clock_time(60 * {self.name})"
            case _:
                return self.name

    @property
    def handle(self) -> str:
        """What a slider is called; its words may stand beside it."""
        return f"Adjust {self.label}" if self.style == "slider" else self.label

    @property
    def behind(self) -> str:
        return f" {self.unit}" if self.unit else ""

    # -- on a page -------------------------------------------------------------------------------------

    def columns(self) -> list[str]:
        """What its page's data needs."""
        chips = [f"{self.name} = {quoted(one)} AS {self.name}_{at}" for at, one in enumerate(self.values)]
        return [self.name, f"{self.shown()} AS {self.name}_shown", *(chips if self.style == "chips" else ())]

    @property
    def has_var(self) -> bool:
        return self.kind in (TIME, TEXT) or self.style in ("segmented", "radio", "dialog", "field")

    def opening(self, row: Row) -> list[Data]:
        """Effects that let a page begin with what is set."""
        if self.style not in ("segmented", "radio", "stay", "page"):
            return []
        old = f"old_{self.name}"
        return [
            {"let": f"SELECT {self.name} AS {old} FROM {row.table} WHERE {row.where}"},
            {"set": {self.var: f"{{{old}}}"}},
        ]

    def widgets(self, row: Row) -> list[Data]:
        match self.kind:
            case "switch":
                return self._switch(row)
            case "choice":
                return self._choice(row)
            case "level":
                return self._level(row)
            case "time":
                pick: Data = {
                    "time_picker": self.var,
                    "title": self.label,
                    "on_pick": row.set(self.name, f"CAST(:{self.var} AS INTEGER)"),
                }
                return [self._line([{"set": {self.var: f"{{{self.name}}}"}}, pick], "clock-outline")]
            case _:
                return [
                    self._line(
                        self._asking("text", row.set(self.name, f"trim(:{self.var})")), "pencil-outline"
                    )
                ]

    def _line(self, tap: list[Data], icon: str) -> Data:
        return {
            "list_item": self.label,
            "text": f"{{{self.name}_shown}}",
            "trailing": {"icon": icon},
            "on_tap": tap,
        }

    def _asking(self, kind: str, then: list[Data]) -> list[Data]:
        """A dialog with a field."""
        body: list[Data] = [
            {"field": self.var, "label": NEW_VALUE, **({"kind": kind} if kind != "text" else {})}
        ]
        checked: list[Data] = [
            {"require": f"SELECT trim(:{self.var}) <> ''", "message": "Enter something"},
            *then,
        ]
        return [
            {"set": {self.var: f"{{{self.name}}}"}},
            {"dialog": self.label, "body": body, "confirm": self.ok, "on_confirm": checked},
            {"focus": self.var},
        ]

    def _switch(self, row: Row) -> list[Data]:
        flip, change = row.set(self.name, f"NOT {self.name}"), row.set(self.name, ":value")
        match self.style:
            case "plain":
                turned: Data = {"switch": f"{{{self.name}}}", "description": self.label, "on_change": change}
                return [{"row": [{"text": self.label, "grow": 1}, turned], "pad": 16, "gap": 8}]
            case "checkbox":
                return [
                    {
                        "column": [
                            {"checkbox": f"{{{self.name}}}", "label": self.label, "on_change": change}
                        ],
                        "pad": 16,
                    }
                ]
            case "line":
                return [{"list_item": self.label, "text": f"{{{self.name}_shown}}", "on_tap": flip}]
            case _:
                turned = {"switch": f"{{{self.name}}}", "description": self.label, "on_change": change}
                return [{"list_item": self.label, "text": f"{{{self.name}_shown}}", "trailing": turned}]

    def _choice(self, row: Row) -> list[Data]:
        change = row.set(self.name, ":value")
        head: Data = {"text": self.label, "style": "label", "pad": 16, "gap": 4}
        match self.style:
            case "segmented":
                options = {
                    "segmented": self.var,
                    "options": {one: one for one in self.values},
                    "on_change": change,
                }
                return [head, {"column": [options], "pad": 12}]
            case "radio":
                radios = [
                    {"radio": self.var, "value": one, "label": one, "on_change": change}
                    for one in self.values
                ]
                return [head, {"column": radios, "pad": 12}]
            case "chips":
                chips = [
                    {
                        "chip": one,
                        "selected": f"{{{self.name}_{at}}}",
                        "on_tap": row.set(self.name, quoted(one)),
                    }
                    for at, one in enumerate(self.values)
                ]
                rows = [
                    {"row": chips[start : start + MANY], "gap": 8, "pad": 8}
                    for start in range(0, len(chips), MANY)
                ]
                return [head, *rows]
            case "page" | "stay":
                return [self._line([{"open": f"pick_{self.name}", **row.handed}], "chevron-right")]
            case "sheet":
                return [self._line([{"sheet": self.label, "body": self._lines(row)}], "menu-down")]
            case "dialog":
                radios = [{"radio": self.var, "value": one, "label": one} for one in self.values]
                dialog: Data = {
                    "dialog": self.label,
                    "body": radios,
                    "confirm": self.ok,
                    "on_confirm": row.set(self.name, f":{self.var}"),
                }
                return [self._line([{"set": {self.var: f"{{{self.name}}}"}}, dialog], "menu-down")]
            case _:
                items = [{"menu_item": one, "on_tap": row.set(self.name, quoted(one))} for one in self.values]
                return [self._line([{"menu": items}], "menu-down")]

    def _lines(self, row: Row) -> list[Data]:
        """On a sheet."""
        if self.kind == LEVEL:
            return [
                {
                    "list_item": f"{one}{self.behind}",
                    "on_tap": [*row.set(self.name, str(one)), {"dismiss": None}],
                }
                for one in self.levels
            ]
        return [
            {"list_item": one, "on_tap": [*row.set(self.name, quoted(one)), {"dismiss": None}]}
            for one in self.values
        ]

    def _level(self, row: Row) -> list[Data]:
        change = row.set(self.name, "CAST(round(:value) AS INTEGER)")
        ends = {"min": self.low, "max": self.high}
        slider: Data = {"slider": f"{{{self.name}}}", **ends, "step": self.step, "on_change": change}
        match self.style:
            case "told":
                return [{"column": [{**slider, "label": f"{self.label}: {{{self.name}_shown}}"}], "pad": 16}]
            case "bare":
                return [{"column": [{**slider, "label": self.label}], "pad": 16}]
            case "slider":
                words = [
                    {"text": self.label, "grow": 1},
                    {"text": f"{{{self.name}_shown}}", "style": "label"},
                ]
                return [
                    {"column": [{"row": words, "gap": 8}, {**slider, "description": self.handle}], "pad": 16}
                ]
            case "stepper":
                stepper = {"stepper": f"{{{self.name}}}", **ends, "label": self.label, "on_change": change}
                return [{"column": [stepper], "pad": 16}]
            case "dial":
                return [{"text": self.label, "style": "label", "align": "center"}, self._dial(row)]
            case "sheet":
                return [self._line([{"sheet": self.label, "body": self._lines(row)}], "menu-down")]
            case _:
                kept = f"max({self.low}, min({self.high}, CAST(:{self.var} AS INTEGER)))"
                return [self._line(self._asking("number", row.set(self.name, kept)), "pencil-outline")]

    def _dial(self, row: Row) -> Data:
        lower = row.set(self.name, f"max({self.low}, {self.name} - {self.step})")
        higher = row.set(self.name, f"min({self.high}, {self.name} + {self.step})")
        return {
            "row": [
                {"icon_button": "minus-circle-outline", "label": f"Less: {self.label}", "on_tap": lower},
                {"text": f"{{{self.name}_shown}}", "style": "headline"},
                {"icon_button": "plus-circle-outline", "label": f"More: {self.label}", "on_tap": higher},
            ],
            "gap": 16,
            "pad": 12,
            "spread": "center",
        }

    def pages(self, row: Row) -> Data:
        """The page of its choices, where it has one."""
        if self.style not in ("page", "stay"):
            return {}
        change = row.set(self.name, ":value") + ([{"back": None}] if self.style == "page" else [])
        radios = [{"radio": self.var, "value": one, "label": one, "on_change": change} for one in self.values]
        page: Data = {"params": list(row.params)} if row.params else {}
        return {
            f"pick_{self.name}": page
            | {
                "vars": {self.var: ""},
                "on_open": self.opening(row),
                "top": {"top_bar": self.label, "leave": "back"},
                "body": [{"column": radios, "pad": 16}],
            }
        }

    # -- what a task wants of it -----------------------------------------------------------------------

    def target(self, table: str, where: str, chance: random.Random, now: str | int | None = None) -> Target:
        """Something to set it to, other than what it is `now`; `where` finds the row in draws."""
        slot = f"n_{self.name}"
        match self.kind:
            case "switch":
                raise ValueError("a switch is switched, it is not set to something")
            case "choice":
                new = [one for one in self.values if one != now]
                return Target({slot: new}, {}, f"{{{slot}}}", f":{slot}", self.chosen(f"{{{slot}}}"))
            case "level":
                return self._levelled(slot, table, where, chance, now)
            case "time":
                found = {
                    chance.randint(self.low, self.high) * 60 + chance.randrange(0, 60, 5) for _ in range(9)
                } - {now}
                times = [f"{one // 60:02}:{one % 60:02}" for one in sorted(found)]
                stored = (
                    f"(60 * CAST(substr(:{slot}, 1, 2) AS INTEGER) + CAST(substr(:{slot}, 4, 2) AS INTEGER))"
                )
                return Target(
                    {slot: times},
                    {},
                    f"{{{slot}}}",
                    stored,
                    [{"tap": self.label}, {"pick_time": f"{{{slot}}}"}],
                )
            case _:
                new = [one for one in self.values if one != now]
                return Target({slot: new}, {}, f"{{{slot}}}", f":{slot}", self.typed(f"{{{slot}}}"))

    def typed(self, words: str) -> Gold:
        return [{"tap": self.label}, {"replace": NEW_VALUE, "with": words}, {"tap": self.ok}]

    def chosen(self, words: str) -> Gold:
        """How gold takes one of its choices."""
        if self.style in SEEN:
            return [{"tap": words}]
        end: Gold = {"dialog": [{"tap": self.ok}], "stay": [{"press": "back"}]}.get(self.style, [])
        return [{"tap": self.label}, {"tap": words}, *end]

    def _levelled(
        self, slot: str, table: str, where: str, chance: random.Random, now: str | int | None
    ) -> Target:
        told = [one for one in self.levels if one != now]
        new = sorted(chance.sample(told, min(len(told), 8)))
        draw: Data = {}
        match self.style:
            case "told" | "slider":
                draw = {
                    f"{slot}_d": (
                        f"SELECT (:{slot} - {self.low}) * 1.0 / {self.high - self.low} AS {slot}_share"
                    )
                }
                gold: Gold = [{"slide": self.handle, "to": f"{{{slot}_share}}"}]
            case "stepper" | "dial":
                draw = {
                    f"{slot}_d": f"SELECT abs(:{slot} - {self.name}) / {self.step} AS {slot}_gap, "
                    f"iif(:{slot} > {self.name}, 'More', 'Less') AS {slot}_way FROM {table} WHERE {where}"
                }
                gold = [{"repeat": f"{{{slot}_gap}}", "do": [{"tap": f"{{{slot}_way}}: {self.label}"}]}]
            case "sheet":
                gold = [{"tap": self.label}, {"tap": f"{{{slot}}}{self.behind}"}]
            case _:
                gold = self.typed(f"{{{slot}}}")
        return Target({slot: new}, draw, f"{{{slot}}}{self.behind}", f":{slot}", gold)


def make_knob(name: str, data: Data, chance: random.Random) -> Knob:
    """A knob as the data says, with chance deciding how it is set."""
    kind = data["kind"]
    values = tuple(data.get("values", ("Off", "On") if kind == SWITCH else ()))
    low, high, step = data.get("low", 0), data.get("high", 100), data.get("step", 1)
    said = data["said"]
    the = said[1:] if said.startswith("-") else f"the {said}"
    return Knob(
        name,
        kind,
        chance.choice(data["labels"]),
        the,
        values,
        low,
        high,
        step,
        data.get("unit", ""),
        chance.choice(_styles(kind, values, (high - low) // step + 1, step)),
        chance.choice(("OK", "Apply", "Save", "Set", "Done")),
        tuple(data.get("ons", ())),
        tuple(data.get("offs", ())),
        tuple(data.get("says", ())),
        bool(data.get("any")),
    )


def _styles(kind: str, values: tuple[str, ...], count: int, step: int) -> tuple[str, ...]:
    match kind:
        case "switch":
            return ("row", "row", "row", "plain", "checkbox", "line")
        case "choice":
            is_short = len(values) <= MANY and sum(map(len, values)) <= 24
            seen = (
                ("segmented", "segmented", "chips", "radio")
                if is_short
                else ("chips", "radio")
                if len(values) <= 4
                else ()
            )
            return (*seen, *HIDDEN)
        case "level":
            few = ("dial", *(("stepper",) if step == 1 else ())) if count <= MOST_STEPS else ()
            return (
                "told",
                "slider",
                "told",
                "slider",
                "field",
                *few,
                *(("sheet",) if count <= MOST_ON_SHEET else ()),
            )
        case _:
            return ("",)


def distinct(knobs: list[Knob], taken: set[str]) -> list[Knob]:
    """Without knobs whose label is part of something else on the page, which could be tapped in its place."""
    found = list(knobs)
    for knob in knobs:
        rest = [one for one in found if one is not knob]
        others = taken | {word for one in rest for word in (one.label, *one.values)}
        if any(knob.label in word for word in others):
            found.remove(knob)
    return found


def apart(knobs: list[Knob], taken: set[str], chance: random.Random) -> list[Knob]:
    """The knobs of one page, none of whose values in sight could be taken for another's."""
    labels = taken | {knob.label for knob in knobs}
    found = []
    for knob in knobs:
        if knob.kind == CHOICE and knob.style in SEEN:
            if labels & set(knob.values):
                knob = knob._replace(style=chance.choice(("menu", "sheet", "dialog", "page")))
            labels |= set(knob.values)
        found.append(knob)
    return found
