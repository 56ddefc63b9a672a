"""Facts of things in Chinese apps: how each is shown, said in a sentence, and looked for in an answer.

Invariant: what a page shows says what a goal looks for.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.tasks.invented.fields import CHOICE, DATE, MONEY, NUMBER, TIME, Entry, Field, quoted
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.zh.words import facts, words

STYLES = ("menu", "sheet", "radio", "chips")
"""How one of several is chosen."""
ORDERED = (DATE, MONEY, NUMBER, TIME)
"""Kinds that have a least and a most."""


class Fact(NamedTuple):
    field: Field
    data: Data

    @property
    def kind(self) -> str:
        return self.field.kind

    @property
    def label(self) -> str:
        return self.field.label

    @property
    def said(self) -> str:
        return self.field.said

    @property
    def question(self) -> str:
        """The word that asks for it: `哪天`, `多少`, `谁`."""
        return str(self.data.get("q") or words()["q"][self.kind])

    def shown(self, column: str) -> str:
        """SQL for what a page shows."""
        if self.kind == NUMBER:
            return f"{column} || {quoted(self.field.unit)}"
        if self.kind == DATE:
            return f"iif({column} = 0, '未设置', day({column}))"
        return self.field.shown(column)

    def wanted(self, column: str) -> str:
        """SQL for what an answer has to say: `128` of `¥128.00`, `6月14日` of `6月14日 周日`."""
        if self.kind == MONEY:
            return f"rtrim(rtrim(printf('%.2f', {column} / 100.0), '0'), '.')"
        if self.kind == NUMBER:
            return f"CAST({column} AS TEXT)"
        return short_day(column) if self.kind == DATE else self.field.shown(column)

    def spoken(self, column: str) -> str:
        """SQL for what people say."""
        unit = "元" if self.kind == MONEY else self.field.unit
        return f"{self.wanted(column)} || {quoted(unit)}" if unit else self.wanted(column)

    def entered(self, name: str, chance: random.Random, is_new: bool) -> tuple[Entry, str]:
        """Something to enter, and how a sentence says it."""
        entry = self.field.invented(name, chance, is_new)
        if self.kind == DATE:
            short = {f"{name}_short": f"SELECT {short_day(f':{name}_day')} AS {name}_said"}
            return entry._replace(draw=entry.draw | short), f"{{{name}_said}}"
        return entry, f"{{{name}}}{'元' if self.kind == MONEY else self.field.unit}"


def short_day(moment: str) -> str:
    """SQL for a day without its weekday."""
    return f"substr(day({moment}), 1, instr(day({moment}), '日'))"


def drawn_fact(key: str, chance: random.Random) -> Fact:
    data = facts()[key]
    style = chance.choice(STYLES) if data["kind"] == CHOICE else ""
    field = Field(
        f"f_{key}", data["kind"], chance.choice(data["labels"]), data["said"], tuple(data.get("values", ())),
        int(data.get("low", 1)), int(data.get("high", 20)), data.get("unit", ""), style, unset="未设置",
    )  # fmt: skip
    return Fact(field, data)
