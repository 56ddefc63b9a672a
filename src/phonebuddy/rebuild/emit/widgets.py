"""Slots as widgets, under each other: for recordings that do not know where things stood.

Invariant: read from the screen, a widget says what its slot says, and takes the touches its slot takes.
"""

from __future__ import annotations

from phonebuddy.rebuild.emit.effects import Effects, Writer
from phonebuddy.rebuild.emit.sql import Tables, quote
from phonebuddy.rebuild.emit.text import Data
from phonebuddy.rebuild.entities import Entity
from phonebuddy.rebuild.groups import words_of
from phonebuddy.rebuild.items import BUTTON, CHECK, FIELD
from phonebuddy.rebuild.model import LONG, TAP, TYPE, Edge, Page
from phonebuddy.rebuild.slots import Slot, core
from phonebuddy.rebuild.values import ON, SAYS, SHOWN, TAPS, Cell

Widget = dict[str, Data]


class PageWriter:
    """Writes one page."""

    def __init__(self, page: Page, tables: Tables, writer: Writer) -> None:
        self.page = page
        self.tables = tables
        self.writer = writer
        self.model = tables.model
        self.computed: list[str] = []
        """Columns of the page's query that are not columns of its table."""
        self.vars: dict[str, Data] = {}
        self.parts: dict[str, Data] = {}
        """Templates for what is nested too deep."""

    def column(self, slot: Slot, attribute: str) -> str | None:
        return self.tables.column(self.page.number, Cell(slot.number, attribute))

    def widgets(self, slot: Slot) -> list[Widget]:
        """What stands for a slot: two widgets where it can be touched only at times, one for a whole list."""
        row = self.tables.row_of(self.page.number, slot.number)
        if (self.page.number, slot.number) in self.tables.guests:
            return []
        if row is not None:
            return [self._list(row[0])] if row[1] == 1 else []
        if slot.kind == FIELD:
            found = [self._field(slot)]
        elif slot.kind == CHECK:
            found = [self._check(slot)]
        else:
            taps = self.column(slot, TAPS)
            if taps is None:
                found = [self._button(slot) if slot.kind == BUTTON else self._text(slot)]
            else:
                found = [{**self._button(slot), "when": taps}, {**self._text(slot), "unless": taps}]
        shown = self.column(slot, SHOWN)
        return [self._only_if(widget, shown) for widget in found if widget] if shown else found

    def _only_if(self, widget: Widget, shown: str) -> Widget:
        if "when" in widget:
            both = f"{shown}_{widget['when']}"[:60]
            if not any(one.endswith(f" AS {both}") for one in self.computed):
                self.computed.append(f"{shown} AND {widget['when']} AS {both}")
            return {**widget, "when": both}
        return {**widget, "when": shown}

    def says(self, slot: Slot) -> str:
        """What the slot says apart from its stem, as a template."""
        column = self.column(slot, SAYS)
        if column is not None:
            return f"{{{column}}}"
        return self._literal(slot, core(slot.first).removeprefix(slot.stem))

    def _literal(self, slot: Slot, text: str) -> str:
        """Words as they are; braces and $ mean names, so words with them come by way of the query."""
        if not any(mark in text for mark in "{}$"):
            return text
        name = f"{slot.name}_words"
        if not any(one.endswith(f" AS {name}") for one in self.computed):
            self.computed.append(f"{quote(text)} AS {name}")
        return f"{{{name}}}"

    def tap_effects(self, slot: Slot, gesture: str = TAP) -> Effects:
        edge = Edge(self.page.number, gesture, slot.number)
        behaviour = self.model.behaviours.get(edge)
        return self.writer.effects(edge, behaviour) if behaviour is not None else []

    def _list(self, entity: Entity) -> Widget:
        """A list of the rows of an entity."""
        table = self.tables.table_of(entity)
        row: Widget = {"list_item": "{name}", "text": "{detail}", "id": entity.name}
        row["on_tap"] = self.writer.row_effects(entity)
        order = "place IS NULL, place, id" if self.tables.changes(entity) else "id"
        return {"list": f"SELECT id, name, detail FROM {table} WHERE shown ORDER BY {order}", "each": row}

    def _text(self, slot: Slot) -> Widget:
        stem = self._literal(slot, slot.stem)
        return {
            "text": f"{stem}{self.says(slot)}",
            "id": slot.name,
            "style": "body_large",
            "pad": 16,
            "gap": 6,
        }

    def _button(self, slot: Slot) -> Widget:
        lines = core(slot.first).split("\n")
        column = self.column(slot, SAYS)
        if slot.stem:
            widget: Widget = {"list_item": self._literal(slot, slot.stem[:-1]), "text": self.says(slot)}
        elif column is None and len(lines) == 2:
            widget = {"list_item": self._literal(slot, lines[0]), "text": self._literal(slot, lines[1])}
        elif column is None and len(lines) > 2:
            widget = {"card": [{"text": self._literal(slot, line)} for line in lines if line]}
        else:
            widget = {"button": self.says(slot), "style": "text"}
        if slot.stem and self.says(slot).count("\n"):
            parts = self.says(slot).split("\n")
            widget = {
                "card": [{"text": self._literal(slot, slot.stem[:-1])}, *({"text": part} for part in parts)]
            }
        widget["id"] = slot.name
        widget["on_tap"] = self.tap_effects(slot)
        held = self.tap_effects(slot, LONG)
        if held:
            widget["on_long_press"] = held
        return widget

    def _is_on(self, slot: Slot) -> str:
        """The name that says whether a box is ticked."""
        group = self.model.group_of(self.page.number, slot.number)
        if group is None:
            return f"{{{self.column(slot, ON)}}}"
        choice = self.tables.column(self.page.number, group.cell)
        self.computed.append(f"{choice} = {quote(words_of(slot))} AS {slot.name}_is")
        return f"{{{slot.name}_is}}"

    def _check(self, slot: Slot) -> Widget:
        on = self._is_on(slot)
        label = f"{self._literal(slot, slot.stem)}{self.says(slot)}"
        if slot.words is not None and self.column(slot, ON) is not None:
            word = f"{slot.name}_word"
            self.computed.append(
                f"iif({on.strip('{}')}, {quote(slot.words[0])}, {quote(slot.words[1])}) AS {word}"
            )
            label = f"{label} {{{word}}}"
        return {"checkbox": on, "label": label, "id": slot.name, "on_change": self.tap_effects(slot)}

    def _field(self, slot: Slot) -> Widget:
        column = self.column(slot, SAYS)
        assert column is not None, "what is typed always has a column"
        self.vars[column] = ""
        hint = self._literal(slot, core(slot.first))
        table = self.tables.table(self.page.number)
        changes: Effects = [{"sql": f"UPDATE {table} SET {column} = :value"}]
        changes += self.tap_effects(slot, TYPE)
        return {"field": column, "hint": hint, "id": slot.name, "on_change": changes}
