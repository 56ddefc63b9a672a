"""Money inputs: ways to enter an amount, to choose a row, and forms on a page, in steps, a sheet or a dialog.

Invariant: what a form's gold enters is what its `do` keeps, whatever the form looks like.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.fields import Entry, Field
from phonebuddy.tasks.invented.saving import put_button
from phonebuddy.tasks.invented.sketch import Data, Gold

QUICK = (5, 10, 20, 25, 50, 75)
"""Amounts on chips."""
_KEYS = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"))
TWO_DIGITS = range(12, 99)


def amount_shown(value: str, unit: str) -> str:
    """SQL for an amount as pages show it: cents without a unit, whole numbers with one."""
    return f"{value} || ' {unit}'" if unit else f"money({value})"


class Amount(NamedTuple):
    """An amount to enter: typed, tapped on keys or chips, or counted up."""

    name: str
    label: str
    unit: str
    low: int
    high: int
    style: str
    """`field`, `quick` (a field with chips), `chips`, `keypad` or `stepper`."""

    @property
    def first(self) -> str | int:
        return 1 if self.style == "stepper" else ""

    def kept(self) -> str:
        return stored_amount(self.name, self.unit)

    @property
    def check(self) -> tuple[str, str]:
        return f"SELECT {self.kept()} > 0", "Enter an amount"

    def helpers(self) -> list[str]:
        chosen = (
            [f":{self.name} = '{one}' AS {self.name}_{one}" for one in QUICK] if self.style == "chips" else []
        )
        return [f"{amount_shown(f'coalesce({self.kept()}, 0)', self.unit)} AS {self.name}_shown", *chosen]

    def widgets(self) -> list[Data]:
        name = self.name
        field: Data = {"field": name, "label": self.label, "kind": "number"}
        match self.style:
            case "chips":
                chips = [
                    {"chip": str(one), "selected": f"{{{name}_{one}}}", "on_tap": [{"set": {name: str(one)}}]}
                    for one in QUICK
                ]
                return [
                    {"text": self.label, "style": "label"},
                    {"row": chips[:3], "gap": 8},
                    {"row": chips[3:], "gap": 8},
                ]
            case "quick":
                chips = [{"chip": f"{one}", "on_tap": [{"set": {name: str(one)}}]} for one in QUICK[1:4]]
                return [field, {"row": chips, "gap": 8}]
            case "keypad":
                return self._keypad()
            case "stepper":
                change = [{"set": {name: "{value}"}}]
                return [
                    {"stepper": f"{{{name}}}", "label": self.label, "min": 1, "max": 30, "on_change": change}
                ]
            case _:
                return [field]

    def _keypad(self) -> list[Data]:
        name = self.name
        rows = [
            {
                "row": [
                    {
                        "button": key,
                        "style": "tonal",
                        "grow": 1,
                        "on_tap": [{"set": {name: f"{{{name}}}{key}"}}],
                    }
                    for key in keys
                ],
                "gap": 8,
            }
            for keys in _KEYS
        ]
        shorter = [
            {"let": f"SELECT substr(:{name}, 1, length(:{name}) - 1) AS shorter"},
            {"set": {name: "{shorter}"}},
        ]
        last = [
            {"button": "Clear", "style": "text", "grow": 1, "on_tap": [{"set": {name: ""}}]},
            {"button": "0", "style": "tonal", "grow": 1, "on_tap": [{"set": {name: f"{{{name}}}0"}}]},
            {
                "icon_button": "backspace-outline",
                "label": "Delete the last digit",
                "grow": 1,
                "on_tap": shorter,
            },
        ]
        shown = {"text": f"{{{name}_shown}}", "style": "display_small", "align": "center"}
        return [{"text": self.label, "style": "label"}, shown, *rows, {"row": last, "gap": 8}]

    def invented(self, name: str, chance: random.Random) -> Entry:
        said, draw = f"{{{name}}}", {}
        gold: Gold = [{"type": said, "into": self.label}]
        values = sorted(
            {str(chance.randint(self.low, self.high)) for _ in range(7)} | {str(self.low), str(self.high)}
        )
        match self.style:
            case "chips":
                values, gold = [str(one) for one in QUICK], [{"tap": said}]
            case "keypad":
                values = sorted({str(chance.choice(TWO_DIGITS)) for _ in range(8)} | {"38", "64"})
                draw = {
                    f"{name}_keys": f"SELECT substr(:{name}, 1, 1) AS {name}_a, substr(:{name}, 2, "
                    f"1) AS {name}_b"
                }
                gold = [
                    {"tap": f"{{{name}_a}}", "role": "button"},
                    {"tap": f"{{{name}_b}}", "role": "button"},
                ]
            case "stepper":
                values = [str(one) for one in range(2, 9)]
                draw = {f"{name}_count": f"SELECT CAST(:{name} AS INTEGER) - 1 AS {name}_more"}
                gold = [{"repeat": f"{{{name}_more}}", "do": [{"tap": f"More: {self.label}"}]}]
            case _ if not self.unit:
                values = [value + chance.choice(("", "", ".50", ".80", ".25")) for value in values]
        return Entry({name: values}, draw, said, stored_amount(name, self.unit), gold)


def stored_amount(name: str, unit: str) -> str:
    """SQL for an amount that was typed, as it is kept."""
    return f"CAST(:{name} AS INTEGER)" if unit else f"CAST(round(100 * CAST(:{name} AS REAL)) AS INTEGER)"


class Pick(NamedTuple):
    """One of the rows of a query to choose: the pot money goes to, the person who gets it."""

    name: str
    label: str
    rows: str
    """A SELECT with pick_id and pick_name; it may bind :id."""
    style: str
    """`sheet` or `radio`."""

    @property
    def first(self) -> int:
        return 0

    @property
    def check(self) -> tuple[str, str]:
        return f"SELECT :{self.name} > 0", "Choose one"

    def helpers(self) -> list[str]:
        named = f"(SELECT pick_name FROM ({self.rows}) WHERE pick_id = :{self.name})"
        return [f"coalesce({named}, 'Choose') AS {self.name}_shown"]

    def widgets(self) -> list[Data]:
        if self.style == "radio":
            each = {"radio": self.name, "value": "{pick_id}", "label": "{pick_name}"}
            return [{"text": self.label, "style": "label"}, {"list": self.rows, "each": each}]
        item = {"list_item": "{pick_name}", "on_tap": [{"set": {self.name: "{pick_id}"}}, {"dismiss": None}]}
        tap = [{"sheet": self.label, "body": [{"list": self.rows, "each": item}]}]
        shown = f"{{{self.name}_shown}}"
        return [{"list_item": self.label, "text": shown, "trailing": {"icon": "menu-down"}, "on_tap": tap}]

    def invented(self, name: str) -> Entry:
        draw = {name: f"SELECT pick_id AS {name}_id, pick_name AS {name} FROM ({self.rows})"}
        tap: Gold = [{"tap": f"{{{name}}}"}]
        return Entry(
            {},
            draw,
            f"{{{name}}}",
            f":{name}_id",
            tap if self.style == "radio" else [{"tap": self.label}, *tap],
        )


Input = Field | Amount | Pick


class Form:
    """Some inputs and what is done with them."""

    def __init__(
        self,
        page: str,
        title: str,
        inputs: Sequence[Input],
        do: list[Data],
        button: str,
        style: str,
        review: str = "",
        save_at: str = "bottom",
        steps: str = "Next",
        secret: str = "",
        params: Sequence[str] = ("id",),
        loads: Sequence[Data] = (),
        checks: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.page, self.title, self._inputs, self._do, self._button = page, title, tuple(inputs), do, button
        self.style, self._save_at, self._steps, self._params, self._loads = (
            style,
            save_at,
            steps,
            tuple(params),
            list(loads),
        )
        self._review = review if style in ("page", "steps") else ""
        """What a last question is answered with; empty where there is none."""
        self._secret = secret
        """A SELECT of the PIN; empty where none is asked for."""
        self._checks = [*(one.check for one in inputs if not isinstance(one, Field)), *checks]

    @property
    def vars(self) -> Data:
        return {one.name: one.first for one in self._inputs} | ({"pin_typed": ""} if self._secret else {})

    @property
    def columns(self) -> list[str]:
        return [part for one in self._inputs for part in one.helpers()]

    @property
    def is_over(self) -> bool:
        """Whether it stands over the page that opens it."""
        return self.style in ("sheet", "dialog")

    def opened(self, **given: str | int) -> list[Data]:
        """Effects that open it."""
        if not self.is_over:
            return [{"open": self.page, "with": dict(given)}] if given else [{"open": self.page}]
        first: list[Data] = [{"set": self.vars}] if self.vars else []
        body = self._body()
        if self.style == "dialog":
            done = {"confirm": self._button, "on_confirm": [*self._required(), *self._do]}
            return [*first, {"dialog": self.title, "body": [{"column": body, "gap": 12}], **done}]
        save = {
            "button": self._button,
            "wide": True,
            "on_tap": [*self._required(), {"dismiss": None}, *self._do],
        }
        return [*first, {"sheet": self.title, "body": [{"column": [*body, save], "pad": 16, "gap": 12}]}]

    def _required(self) -> list[Data]:
        asked = [(f"SELECT :pin_typed = ({self._secret})", "Wrong PIN")] if self._secret else []
        return [{"require": query, "message": message} for query, message in [*self._checks, *asked]]

    def _body(self) -> list[Data]:
        code = (
            [{"field": "pin_typed", "label": "PIN", "kind": "password", "icon": "lock-outline"}]
            if self._secret
            else []
        )
        return [widget for one in self._inputs for widget in one.widgets()] + code

    def made(self) -> Data:
        """Its page."""
        return self._in_steps() if self.style == "steps" else self._on_page()

    def _save(self) -> list[Data]:
        done = [*self._do, {"back": None}]
        if self._review:
            return [
                *self._required(),
                {"dialog": self.title + "?", "confirm": self._review, "on_confirm": done},
            ]
        return [*self._required(), *done]

    def _on_page(self) -> Data:
        top: Data = {"top_bar": self.title, "leave": "close" if self._save_at == "top" else "back"}
        button: Data = {"button": self._button, "on_tap": self._save()}
        body = self._body()
        put_button(button, self._save_at, top, body)
        return self._page(top, self.columns, [{"column": body, "pad": 16, "gap": 12}], {})

    def _page(self, top: Data, columns: list[str], body: list[Data], more: Data) -> Data:
        page: Data = {"params": list(self._params)} if self._params else {}
        page |= {"vars": self.vars | more} if self.vars | more else {}
        page |= {"data": "SELECT " + ", ".join(columns)} if columns else {}
        return page | {"top": top, "body": body} | ({"on_open": self._loads} if self._loads else {})

    def _in_steps(self) -> Data:
        count = len(self._inputs)
        columns = [
            *self.columns,
            ":step > 0 AS step_back",
            ":step - 1 AS step_before",
            ":step + 1 AS step_after",
        ]
        columns += [
            f"(1 + :step) / {count + 1}.0 AS step_share",
            *(f":step = {at} AS step_{at}" for at in range(count + 1)),
        ]
        go_on = {"button": self._steps, "wide": True, "on_tap": [{"set": {"step": "{step_after}"}}]}
        parts: list[Data] = [{"progress": "{step_share}"}]
        for at, one in enumerate(self._inputs):
            parts.append({"column": [*one.widgets(), go_on], "gap": 16, "pad": 16, "when": f"step_{at}"})
        rows: list[Data] = [{"list_item": _last_look(one), "text": one.label} for one in self._inputs]
        code = [{"field": "pin_typed", "label": "PIN", "kind": "password"}] if self._secret else []
        save = {"button": self._button, "wide": True, "on_tap": self._save()}
        parts.append({"column": [*rows, *code, save], "gap": 12, "pad": 16, "when": f"step_{count}"})
        page = self._page({"top_bar": self.title, "leave": "back"}, columns, parts, {"step": 0})
        page["on_back"] = [
            {"set": {"step": "{step_before}"}, "when": "step_back"},
            {"back": None, "unless": "step_back"},
        ]
        return page

    def gold(self, entries: Sequence[Entry | None], pin: str = "{pin}") -> Gold:
        """Entering these, one for each input (None leaves it as it is), to the end."""
        found: Gold = []
        for at, entry in enumerate(entries):
            typed = entry.gold if entry else []
            is_last = at == len(self._inputs) - 1 and not self._secret
            found += [*typed, *self._hidden(typed, is_last)]
            found += [{"tap": self._steps}] if self.style == "steps" else []
        if self._secret:
            code = [{"type": pin, "into": "PIN"}]
            found += [*code, *self._hidden(code, True)]
        found.append({"tap": self._button, "role": "button"})
        return [*found, {"tap": self._review, "role": "button"}] if self._review else found

    def _hidden(self, gold: Gold, is_last: bool) -> Gold:
        """The keyboard put away, where what comes next may lie below it."""
        is_typed = bool(gold) and ("type" in gold[-1] or "replace" in gold[-1])
        is_needed = (
            self._save_at == "bottom" or self.is_over or self.style == "steps" or len(self._inputs) > 2
        )
        return [{"press": "back"}] if is_typed and (is_needed or not is_last) else []


def _last_look(one: Input) -> str:
    """What the last step says about an input."""
    has_words = not isinstance(one, Field) or one.kind in ("date", "time")
    return f"{{{one.name}_shown}}" if has_words else f"{{{one.name}}}"
