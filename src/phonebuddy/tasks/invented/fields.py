"""Fields: what a thing in an invented app has, such as a price: how it is kept, shown, entered and said.

Invariant: for every kind of field, what gold enters is what the goal asks for.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from phonebuddy.tasks.invented.sketch import Data, Gold

TEXT, NUMBER, MONEY, CHOICE, DATE, TIME, SWITCH = (
    "text",
    "number",
    "money",
    "choice",
    "date",
    "time",
    "switch",
)
KINDS = (TEXT, NUMBER, MONEY, CHOICE, DATE, TIME, SWITCH)
MANY = 3
"""From so many choices on they do not fit beside each other."""
READ_AS = {TEXT: "text", NUMBER: "number", MONEY: "money", CHOICE: "text", DATE: "day", TIME: "time"}
"""What kind of value a field holds, for whoever reads it."""


class Field(NamedTuple):
    name: str
    """Of the column and of the variable."""
    kind: str
    label: str
    """On pages."""
    said: str
    """In sentences: `price`."""
    values: tuple[str, ...] = ()
    """Choices; of a text field what it may hold; of a switch nothing."""
    low: int = 1
    high: int = 20
    """Of numbers; of money in whole dollars; of days how far from today; of times hours."""
    unit: str = ""
    """Behind a number."""
    style: str = ""
    """How it is entered: choices by menu, sheet, radio, chips or segmented, numbers by stepper."""
    unset: str = "Not set"
    """What stands in a form as long as no day was chosen."""

    @property
    def column(self) -> str:
        whole = self.kind not in (TEXT, CHOICE)
        return (
            f"{self.name} {'INTEGER NOT NULL DEFAULT 0' if whole else 'TEXT NOT NULL DEFAULT ' + quoted('')}"
        )

    @property
    def first(self) -> str | int:
        """What the form starts with for a new thing."""
        if self.kind == CHOICE:
            return self.values[0]
        if self.kind == NUMBER:
            return self.low if self.style == "stepper" else ""
        return {SWITCH: 0, DATE: 0, TIME: 720}.get(self.kind, "")

    def drawn(self, chance: random.Random) -> str | int:
        """What something on the phone has, as it is kept; a day as `=` SQL."""
        match self.kind:
            case "text" | "choice":
                return chance.choice(self.values)
            case "number":
                return chance.randint(self.low, self.high)
            case "money":
                return chance.randint(self.low, self.high) * 100 + chance.choice((0, 0, 50, 90, 25))
            case "date":
                return f"=today() + 86400 * ({chance.randint(self.low, self.high)})"
            case "time":
                return chance.randint(self.low, self.high) * 60 + chance.randrange(0, 60, 5)
            case _:
                return chance.randrange(2)

    def shown(self, column: str = "") -> str:
        """SQL for what a page shows."""
        value = column or self.name
        match self.kind:
            case "money":
                return f"money({value})"
            case "date":
                return f"day({value})"
            case "time":
                return f"clock_time(60 * {value})"
            case "number":
                return f"{value} || {quoted(' ' + self.unit)}" if self.unit else f"CAST({value} AS TEXT)"
            case "switch":
                return f"iif({value}, 'Yes', 'No')"
            case _:
                return value

    def for_form(self) -> str:
        """SQL for what the form's variable is for something there already."""
        match self.kind:
            case "money":
                return f"rtrim(rtrim(printf('%.2f', {self.name} / 100.0), '0'), '.')"
            case "number" if self.style != "stepper":
                return f"CAST({self.name} AS TEXT)"
            case _:
                return self.name

    def kept(self) -> str:
        """SQL for what the form's variable is kept as."""
        match self.kind:
            case "money":
                return f"CAST(round(100 * CAST(:{self.name} AS REAL)) AS INTEGER)"
            case "number" | "date" | "time" | "switch":
                return f"CAST(:{self.name} AS INTEGER)"
            case _:
                return f"trim(:{self.name})"

    def helpers(self) -> list[str]:
        """Columns that a form's page needs to show it: as `SELECT ... AS name_shown`."""
        match self.kind:
            case "date":
                shown = f"CASE :{self.name} WHEN 0 THEN {quoted(self.unset)} ELSE day(:{self.name}) END"
                return [f"{shown} AS {self.name}_shown"]
            case "time":
                return [f"clock_time(60 * :{self.name}) AS {self.name}_shown"]
            case "choice" if self.style == "chips":
                return [
                    f":{self.name} = {quoted(one)} AS {self.name}_{at}" for at, one in enumerate(self.values)
                ]
            case _:
                return []

    def widgets(self) -> list[Data]:
        """In a form."""
        name, label = self.name, self.label
        match self.kind:
            case "number" if self.style == "stepper":
                change = [{"set": {name: "{value}"}}]
                return [
                    {
                        "stepper": f"{{{name}}}",
                        "label": label,
                        "min": self.low,
                        "max": self.high,
                        "on_change": change,
                    }
                ]
            case "number" | "money":
                return [{"field": name, "label": label, "kind": "number"}]
            case "text":
                return [{"field": name, "label": label}]
            case "date" | "time":
                picker = "date_picker" if self.kind == DATE else "time_picker"
                icon = "calendar" if self.kind == DATE else "clock-outline"
                tap = [{picker: name, "title": label}]
                return [{"list_item": label, "text": f"{{{name}_shown}}", "icon": icon, "on_tap": tap}]
            case "switch":
                switch = {
                    "switch": f"{{{name}}}",
                    "description": label,
                    "on_change": [{"set": {name: "{value}"}}],
                }
                return [{"list_item": label, "trailing": switch}]
            case _:
                return self._choices()

    def _choices(self) -> list[Data]:
        name, label = self.name, self.label
        if self.style == "segmented" and len(self.values) <= MANY:
            return [
                {"text": label, "style": "label"},
                {"segmented": name, "options": {one: one for one in self.values}},
            ]
        if self.style == "radio":
            radios = [{"radio": name, "value": one, "label": one} for one in self.values]
            return [{"text": label, "style": "label"}, *radios]
        if self.style == "chips":
            chips = [
                {"chip": one, "selected": f"{{{name}_{at}}}", "on_tap": [{"set": {name: one}}]}
                for at, one in enumerate(self.values)
            ]
            rows = [{"row": chips[start : start + MANY], "gap": 8} for start in range(0, len(chips), MANY)]
            return [{"text": label, "style": "label"}, *rows]
        if self.style == "sheet":
            items = [
                {"list_item": one, "on_tap": [{"set": {name: one}}, {"dismiss": None}]} for one in self.values
            ]
            tap: list[Data] = [{"sheet": label, "body": items}]
        else:
            tap = [{"menu": [{"menu_item": one, "on_tap": [{"set": {name: one}}]} for one in self.values]}]
        return [{"list_item": label, "text": f"{{{name}}}", "trailing": {"icon": "menu-down"}, "on_tap": tap}]

    # -- entering something new ------------------------------------------------------------------------

    def invented(self, name: str, chance: random.Random, is_new: bool, texts: tuple[str, ...] = ()) -> Entry:
        """Something to enter under a name, into the form of something new or of something there already."""
        said, stored, draw = f"{{{name}}}", f":{name}", {}
        new: Data = {name: list(texts or self.values)}
        typed = [{"type": said, "into": self.label}] if is_new else [{"replace": self.label, "with": said}]
        match self.kind:
            case "text":
                gold: Gold = typed
            case "number":
                new = {
                    name: sorted(
                        {chance.randint(self.low, self.high) for _ in range(6)} | {self.low + 1, self.high}
                    )
                }
                gold = typed
                if self.style == "stepper":
                    draw = {f"{name}_drawn": f"SELECT :{name} - {self.low} AS {name}_more"}
                    gold = [{"repeat": f"{{{name}_more}}", "do": [{"tap": f"More: {self.label}"}]}]
            case "money":
                new = {name: self._prices(chance)}
                stored, gold = f"CAST(round(100 * CAST(:{name} AS REAL)) AS INTEGER)", typed
            case "choice":
                is_seen = self.style in ("segmented", "radio", "chips")
                gold = [{"tap": said}] if is_seen else [{"tap": self.label}, {"tap": said}]
            case "date":
                new = {f"{name}_in": sorted({chance.randint(1, 45) for _ in range(8)} | {3, 10})}
                moment = f"today() + 86400 * :{name}_in"
                draw = {f"{name}_drawn": f"SELECT {moment} AS {name}_day, long_day({moment}) AS {name}"}
                stored, gold = f":{name}_day", [{"tap": self.label}, {"pick_date": said}]
            case "time":
                new = {name: self._times(chance)}
                stored = (
                    f"(60 * CAST(substr(:{name}, 1, 2) AS INTEGER) + CAST(substr(:{name}, 4, 2) AS INTEGER))"
                )
                gold = [{"tap": self.label}, {"pick_time": said}]
            case _:
                raise ValueError("a switch is switched, nothing is entered")
        return Entry(new, draw, said, stored, gold)

    def _prices(self, chance: random.Random) -> list[str]:
        parts = ("", "", ".50", ".90", ".25")
        found = {f"{chance.randint(self.low, self.high)}{chance.choice(parts)}" for _ in range(6)}
        return sorted({*found, str(self.low), str(self.high)})

    def _times(self, chance: random.Random) -> list[str]:
        found = {
            f"{chance.randint(self.low, self.high):02}:{chance.randrange(0, 60, 5):02}" for _ in range(8)
        }
        return sorted({*found, "09:15", "18:40"})


class Entry(NamedTuple):
    """What a task invents for a field."""

    new: Data
    draw: Data
    said: str
    """In sentences and in gold."""
    stored: str
    """SQL for what is kept then."""
    gold: Gold


def quoted(text: Any) -> str:
    """As SQL writes it."""
    return "'" + str(text).replace("'", "''") + "'"
