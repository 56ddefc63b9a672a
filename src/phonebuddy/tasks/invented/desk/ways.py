"""Ways: how gold gets about in a desk app, and how a fact is read, changed and taken away there.

Invariant: every step is on the pages that the same plan gives.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.facts import FactLines
from phonebuddy.tasks.invented.desk.parts import Button, Line
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.fields import CHOICE, DATE, MONEY, NUMBER, TIME, Entry
from phonebuddy.tasks.invented.sketch import Data, Gold

SEARCHES = 0.4
"""How often gold searches where it could."""
DAYS = ("long_day({})", "long_day({})", "full_date({})", "day({})", "relative_day({}, today())")
"""How people say a day."""
TWENTY_FOUR = 0.6
"""How often a time is said as pages show it."""
BACK: Data = {"press": "back"}


class Ways:
    def __init__(self, plan: Plan, facts: FactLines, is_there: bool = False) -> None:
        self.plan, self._facts = plan, facts
        self._is_there = is_there
        """Whether gold starts on the page of the thing."""

    # -- to a thing ------------------------------------------------------------------------------------

    def to_place(self, place: str) -> Gold:
        plan = self.plan
        opener = {"drawer": "menu", "overflow": "more"}.get(plan.nav)
        first: Gold = [{"tap": plan.words[opener]}] if opener else []
        role = {"role": "tab"} if plan.nav in ("tabs", "bottom") else {}
        return [*first, {"tap": plan.places[place], **role}]

    def to_row(self, slot: str = "name", place: str = "", is_plain: bool = False) -> Gold:
        """To where the row of a thing is, or can be scrolled to; `is_plain`: without a search."""
        if place:
            return self.to_place(place)
        if is_plain or self.plan.search == "none" or self.plan.chance.random() > SEARCHES:
            return []
        opener: Gold = [{"tap": "Search"}] if self.plan.search == "page" else []
        return [*opener, {"type": f"{{{slot}}}", "into": self.plan.words["hint"]}]

    def row(self, slot: str = "name", touch: str = "tap") -> Data:
        """A touch on the row, not on a button in it that says the name too."""
        return {touch: f"{{{slot}}}"} | ({"role": "text"} if self.plan.row_at in ("menu", "button") else {})

    def to_thing(self, slot: str = "name", place: str = "", is_plain: bool = False) -> Gold:
        return [] if self._is_there else [*self.to_row(slot, place, is_plain), self.row(slot)]

    def seen_through(self) -> Gold:
        return [{"scroll_to": "{last_name}"}]

    def last_drawn(self) -> Data:
        """The name at the end of the list: whoever has come there has seen all."""
        plan = self.plan
        numbered = f"SELECT name, row_number() OVER (ORDER BY {plan.order}) AS spot FROM {plan.table}"
        return {
            "end": f"SELECT name AS last_name FROM ({numbered} WHERE place = '') ORDER BY spot DESC LIMIT 1"
        }

    # -- deeds -----------------------------------------------------------------------------------------

    def acts_in_row(self, one: Button) -> bool:
        name = one.act.name
        return name in self.plan.in_row and name not in self.plan.spots

    def act(
        self, one: Button, is_done: bool = True, slot: str = "name", place: str = "", is_plain: bool = False
    ) -> Gold:
        """From the first page on; `{pick}` is what is chosen."""
        label = one.label if is_done else one.undo
        after = self._after(one) if is_done else []
        if self.acts_in_row(one) and self.plan.row_at == "button":
            return [*self.to_row(slot, place, is_plain), {"tap": f"{label}: {{{slot}}}"}, *after]
        if self.acts_in_row(one):
            menu = f"{self.plan.words['options']} {{{slot}}}"
            opener: Data = {"tap": menu} if self.plan.row_at == "menu" else self.row(slot, "hold")
            return [*self.to_row(slot, place, is_plain), opener, {"tap": label}, *after]
        return [*self.to_thing(slot, place, is_plain), *self.act_here(one, is_done)]

    def act_here(self, one: Button, is_done: bool = True) -> Gold:
        """On the page of the thing."""
        plan = self.plan
        after = self._after(one) if is_done else []
        if one.act.name in plan.switches:
            return [{"tap": one.label, "role": "switch"}]
        opener = {"menu": "more", "sheet": "actions"}.get(plan.spots[one.act.name])
        first: Gold = [{"tap": plan.words[opener]}] if opener else []
        return [*first, {"tap": one.label if is_done else one.undo}, *after]

    def _after(self, one: Button) -> Gold:
        if one.pick:
            sure: Gold = [{"tap": self.plan.words["sure"]}] if self.plan.picks_at == "dialog" else []
            return [{"tap": "{pick}"}, *sure]
        return [{"tap": self.plan.words["sure"]}] if one.is_asked else []

    def again(self, one: Button) -> Gold:
        """Back to the list once something was done."""
        return [] if self.acts_in_row(one) or one.act.goes else [BACK]

    # -- facts -----------------------------------------------------------------------------------------

    def to_fact(self, line: Line) -> Gold:
        """On the page of a thing, to where the fact is."""
        return [{"tap": self.plan.words["details"]}] if line in self.plan.apart else []

    def from_fact(self, line: Line) -> Gold:
        """Back to the page of the thing, where the fact is not on it."""
        return [BACK] if line in self.plan.apart and self.plan.apart_at == "page" else []

    def read(self, line: Line, into: str, slot: str) -> Gold:
        label = line.field.label
        return [*self.to_thing(slot), *self.to_fact(line), {"read": into, "near": label}]

    def into_form(self) -> Gold:
        edit: Data = {"tap": self.plan.words["edit"]}
        return [{"tap": self.plan.words["more"]}, edit] if self.plan.edits_at == "menu" else [edit]

    def clear(self, line: Line) -> Gold:
        """On the page of a thing."""
        match self._facts.clear_spot(line):
            case "form":
                return [*self.into_form(), {"tap": line.clear}, {"tap": self.plan.words["save"]}]
            case "menu":
                return [{"tap": self.plan.words["more"]}, {"tap": line.clear}]
            case _:
                return [*self.to_fact(line), {"tap": line.clear}]

    def entry(self, line: Line) -> Entry:
        """A value that the task invents for a fact, and how it is entered from the page of a thing on."""
        one = line.field
        name = f"n_{line.fact.name}"
        entry = one.invented(name, self.plan.chance, False)
        if one.kind == DATE:
            entry = self._day(line, entry, name)
        if one.kind == TIME:
            entry = self._time(entry, name)
        typed = f"{{{name}}}"
        return entry._replace(gold=self.set_to(line, typed, entry.gold))

    def set_to(self, line: Line, typed: str, in_form: Gold) -> Gold:
        """From the page of a thing on."""
        plan, one = self.plan, line.field
        if plan.editing != "inline":
            is_typed = "type" in in_form[-1] or "replace" in in_form[-1]
            hidden: Gold = [{"press": plan.hides}] if is_typed else []
            return [*self.into_form(), *in_form, *hidden, {"tap": plan.words["save"]}]
        if one.kind == CHOICE:
            last: Gold = [{"tap": typed}]
        elif one.kind in (DATE, TIME):
            last = [{"pick_date" if one.kind == DATE else "pick_time": typed}]
        else:
            last = [{"replace": one.label, "with": typed}, {"tap": plan.words["set"]}]
        return [*self.to_fact(line), {"tap": one.label}, *last]

    def _day(self, line: Line, entry: Entry, name: str) -> Entry:
        """A day, said in one of several ways; a calendar opens at the day that is there, so the new one is
        a little after it."""
        moment = f"{line.field.name} + 86400 * :{name}_in"
        said = self.plan.chance.choice(DAYS)
        columns = (
            f"{moment} AS {name}_day, long_day({moment}) AS {name}, {said.format(moment)} AS {name}_said"
        )
        draw = {f"{name}_drawn": f"SELECT {columns} FROM {self.plan.table} WHERE id = :id"}
        return entry._replace(draw=draw, said=f"{{{name}_said}}")

    def _time(self, entry: Entry, name: str) -> Entry:
        """A time, now and then said by the twelve-hour clock."""
        if self.plan.chance.random() < TWENTY_FOUR:
            return entry
        hour = f"CAST(substr(:{name}, 1, 2) AS INTEGER)"
        said = f"(({hour} + 11) % 12 + 1) || substr(:{name}, 3) || iif({hour} < 12, ' am', ' pm')"
        return entry._replace(
            draw={f"{name}_drawn": f"SELECT {said} AS {name}_said"}, said=f"{{{name}_said}}"
        )

    def said(self, line: Line, value: str) -> str:
        """A value as it stands in a sentence."""
        chance, one = self.plan.chance, line.field
        if one.kind == MONEY:
            return chance.choice((f"${value}", f"{value} dollars", f"${value}"))
        if one.kind == NUMBER and one.unit and chance.random() < 0.6:
            return f"{value} {one.unit}"
        return value
