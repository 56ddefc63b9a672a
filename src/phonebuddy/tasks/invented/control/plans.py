"""Schedules of a control app: at a time, on some days, something is done, maybe with one of several devices.

Invariant: the times of the schedules on a phone differ, so that a time names one.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.control.parts import (
    REMOVE,
    SAVE,
    adding,
    placed,
    sure,
)
from phonebuddy.tasks.invented.fields import CHOICE, MANY, TIME, Entry, Field, quoted
from phonebuddy.tasks.invented.grammar import an
from phonebuddy.tasks.invented.sketch import Data, filled, some

DAYS = (
    "Every day",
    "Weekdays",
    "Weekends",
    "Mondays",
    "Tuesdays",
    "Wednesdays",
    "Thursdays",
    "Fridays",
    "Saturdays",
    "Sundays",
)


WEEK = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
PAIRS = ("Mon Wed", "Tue Thu", "Sat Sun", "Wed Fri", "Mon Fri", "Thu Sat", "Tue Sun")
_FLIPPED = " || ".join(f"iif((instr(:days, '{day}') > 0) <> ('{day}' = '#'), '{day} ', '')" for day in WEEK)


class PlanPages:
    """Schedules: at a time, on some days, something is done, in some apps with one of several devices."""

    def __init__(self, app: str, data: Data, chance: random.Random, devices: list[str] | None = None) -> None:
        self._table, self._data, self._chance = f"{app}_plan", data, chance
        self._title, self._noun = chance.choice(data["titles"]), chance.choice(data["nouns"])
        self._at = Field("at", TIME, chance.choice(("Time", "At", "Start time", "When")), "time", (), 5, 22)
        styles = ("menu", "sheet", "radio", "chips")
        action = chance.choice(("Action", "What to do", "Then", "Do"))
        actions = tuple(data["actions"])
        self._action = Field(
            "action",
            CHOICE,
            action,
            "action",
            actions,
            style=chance.choice(styles if len(actions) <= 4 else styles[:2]),
        )
        self._by_week = chance.random() < 0.35
        """Whether days are ticked one by one."""
        days = (
            PAIRS
            if self._by_week
            else tuple(["Every day", "Weekdays", "Weekends", *some(chance, DAYS[3:], 1, 4)])
        )
        self._days = Field(
            "days",
            CHOICE,
            chance.choice(("Repeat", "Days", "On which days")),
            "days",
            days,
            style=chance.choice(("menu", "sheet", "menu", "radio")),
        )
        self._device = Field(
            "device",
            CHOICE,
            chance.choice(("Device", "For", "Which one")),
            "device",
            tuple(devices or ()),
            style=chance.choice(("sheet", "sheet", "menu")),
        )
        self._fields = [self._at, self._action, self._days, *([self._device] if devices else [])]
        chance.shuffle(self._fields)
        ways = ("Add {n}", "New {n}", "Create {n}", "Add", "Set up a {n}")
        self._add = an(filled(chance.choice(ways), n=self._noun))
        self._save, self._delete = chance.choice(SAVE), chance.choice(REMOVE)
        self._adds, self._acts = (
            chance.choice(("fab", "top", "row", "button")),
            chance.choice(("bar", "menu", "buttons", "rows")),
        )
        self._asks, self._saves = chance.random() < 0.5, chance.choice(("top", "bottom", "bottom"))
        self._cards = chance.random() < 0.3

    def _about(self) -> str:
        days = "iif(days = '', 'Once', days)"
        parts = ["action", days] if len(self._fields) == MANY else ["device", "action", days]
        return " || ' · ' || ".join(parts)

    def _pages(self) -> Data:
        more, actions, end = adding(self._add, "plan_edit", {"id": 0}, self._adds)
        rows = (
            f"SELECT id, clock_time(60 * at) AS plan_time, {self._about()} AS plan_about, active FROM "
            f"{self._table} ORDER BY at"
        )
        turn = {
            "switch": "{active}",
            "description": "Active: {plan_time}",
            "on_change": [{"sql": f"UPDATE {self._table} SET active = :value WHERE id = :id"}],
        }
        tap = [{"open": "plan_edit", "with": {"id": "{id}"}}]
        each: Data = {
            "list_item": "{plan_time}",
            "text": "{plan_about}",
            "lines": 2,
            "trailing": turn,
            "on_tap": tap,
        }
        body: list[Data] = [{"list": rows, "each": each, "empty": "Nothing planned"}]
        if self._cards:
            texts = [{"text": "{plan_time}", "style": "headline"}, {"text": "{plan_about}"}]
            card = {
                "card": [{"row": [{"column": texts, "grow": 1}, turn], "gap": 8}],
                "pad": 16,
                "on_tap": tap,
            }
            body = [
                {"column": [{"list": rows, "gap": 8, "each": card, "empty": "Nothing planned"}], "pad": 12}
            ]
        page: Data = {
            **more,
            "top": {"top_bar": self._title, "leave": "back", "actions": actions},
            "body": [*body, *end, {"space": 88}],
        }
        return {"plans": page, "plan_edit": self._edit_page()}

    def _edit_page(self) -> Data:
        names = [one.name for one in self._fields]
        columns = ", ".join(names)
        save: list[Data] = [
            {
                "sql": f"INSERT INTO {self._table} (id, {columns}) VALUES (nullif(:id, 0), "
                f"{', '.join(one.kept() for one in self._fields)}) "
                f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{one} = excluded.{one}' for one in names)}"
            },
            {"back": None},
        ]
        loads = ", ".join(f"{one.for_form()} AS old_{one.name}" for one in self._fields)
        start = [
            {"let": f"SELECT {loads} FROM {self._table} WHERE id = :id"},
            {"set": {one: f"{{old_{one}}}" for one in names}, "when": "id"},
        ]
        helpers = [
            part
            for one in self._fields
            for part in (one.helpers() if not self._is_week(one) else self._ticks())
        ]
        remove = sure(
            self._asks,
            f"Delete this {self._noun}?",
            "Yes, delete",
            [{"sql": f"DELETE FROM {self._table} WHERE id = :id"}, {"back": None}],
        )
        bar, rest = placed([(self._delete, "delete-outline", remove)], self._acts)
        bar = [{**one, "when": "id"} for one in bar]
        button = {"button": self._save, "on_tap": save}
        body = [
            widget
            for one in self._fields
            for widget in (one.widgets() if not self._is_week(one) else self._week())
        ]
        if self._saves == "top":
            bar.insert(0, button)
        else:
            body.append({**button, "wide": True})
        return {
            "params": ["id"],
            "vars": {one.name: "" if self._is_week(one) else one.first for one in self._fields},
            "data": "SELECT "
            + ", ".join(
                [
                    (
                        f"CASE :id WHEN 0 THEN {quoted('New ' + self._noun)} ELSE "
                        f"{quoted(self._noun.capitalize())} END AS plan_heading"
                    ),
                    *helpers,
                ]
            ),
            "top": {"top_bar": "{plan_heading}", "leave": "close", "actions": bar},
            "on_open": start,
            "body": [{"column": [*body, *({**one, "when": "id"} for one in rest)], "pad": 16, "gap": 12}],
        }

    def _is_week(self, one: Field) -> bool:
        return self._by_week and one is self._days

    def _ticks(self) -> list[str]:
        return [f"instr(:days, '{day}') > 0 AS days_{day.lower()}" for day in WEEK]

    def _week(self) -> list[Data]:
        """A chip for each day."""
        chips = [
            {
                "chip": day,
                "selected": f"{{days_{day.lower()}}}",
                "on_tap": [
                    {"let": f"SELECT trim({_FLIPPED.replace('#', day)}) AS new_days"},
                    {"set": {"days": "{new_days}"}},
                ],
            }
            for day in WEEK
        ]
        rows = [{"row": chips[start : start + 4], "gap": 6} for start in (0, 4)]
        return [{"text": self._days.label, "style": "label"}, *rows]

    def _invented_week(self) -> Entry:
        one, two = "substr(:p_pair, 1, 3)", "substr(:p_pair, 5, 3)"
        draw = {"week": f"SELECT {one} AS p_one, {two} AS p_two, {one} || ' and ' || {two} AS p_days"}
        return Entry(
            {"p_pair": list(PAIRS)}, draw, "{p_days}", ":p_pair", [{"tap": "{p_one}"}, {"tap": "{p_two}"}]
        )
