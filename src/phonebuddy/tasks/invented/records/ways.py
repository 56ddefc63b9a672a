"""Ways: how gold gets about in an app that keeps a list, and how a value is entered, read and said there.

Invariant: every step is on the pages that the same plan gives.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import CHOICE, DATE, MONEY, NUMBER, SWITCH, TEXT, TIME, Entry, Field
from phonebuddy.tasks.invented.records.list import LONGEST_TABS
from phonebuddy.tasks.invented.records.places import Places
from phonebuddy.tasks.invented.records.plan import Plan
from phonebuddy.tasks.invented.sketch import Data, Gold

SEARCHES = 0.4
"""How often gold searches where it could."""
WIDEST_CHIPS = 34
"""Letters of chips that are all in sight."""

DAYS = ("long_day({})", "long_day({})", "full_date({})", "day({})", "relative_day({}, today())")
"""How people say a day."""
TWENTY_FOUR = 0.65
"""How often a time is said as pages show it."""


class Ways:
    def __init__(self, plan: Plan, places: Places) -> None:
        self.plan, self.places = plan, places

    # -- to a thing ------------------------------------------------------------------------------------

    def to_list(self) -> Gold:
        return [{"tap": self.plan.words["all"]}] if self.plan.has_folders else []

    def to_thing(self, slot: str = "name", is_plain: bool = False) -> Gold:
        """To the page of one thing, from the first page; `is_plain`: without a search."""
        found = self._searched(slot) if not is_plain and self.plan.chance.random() < SEARCHES else []
        return [*self.to_list(), *found, self.row(slot)]

    def row(self, slot: str = "name", touch: str = "tap") -> Data:
        """A touch on the row of a thing, not on a button in it that says its name too."""
        has_buttons = self.plan.mark_at in ("row", "star") or self.plan.deletes_at == "row menu"
        return {touch: f"{{{slot}}}"} | ({"role": "text"} if has_buttons else {})

    def _searched(self, slot: str) -> Gold:
        match self.plan.search:
            case "bar":
                return [{"type": f"{{{slot}}}", "into": self.plan.words["hint"]}]
            case "icon" | "page" | "module":
                return [{"tap": "Search"}, {"type": f"{{{slot}}}"}]
            case _:
                return []

    def to_two(self, first: Gold, second: Gold, one: str = "name", other: str = "other_name") -> Gold:
        """One thing after the other, with something done on the page of each."""
        return [
            *self.to_list(),
            self.row(one),
            *first,
            {"press": "back"},
            self.row(other),
            *second,
        ]

    def on(self, gold: Gold) -> Gold:
        """The same from the list on, where that is in front already."""
        return gold[len(self.to_list()) :]

    def to_place(self, place: str) -> Gold:
        """To a page beside the list."""
        title = self.places.place_title(place)
        opener = {"drawer": "menu", "overflow": "more"}.get(self.plan.nav)
        return [*([{"tap": self.plan.words[opener]}] if opener else []), {"tap": title}]

    # -- on the page of one thing ----------------------------------------------------------------------

    def choose(self, word: str) -> Gold:
        """Edit or Delete."""
        item = self.plan.words[word]
        return (
            [{"tap": self.plan.words["more"]}, {"tap": item}]
            if self.plan.actions == "menu"
            else [{"tap": item}]
        )

    def into_form(self) -> Gold:
        """From the page of one thing into the form that changes it."""
        return [] if self.plan.opens == "form" else self.choose("edit")

    def hidden(self, gold: Gold) -> Gold:
        """The keyboard put away after typing, where what comes next may lie below it."""
        is_typed = bool(gold) and ("type" in gold[-1] or "replace" in gold[-1])
        return [{"press": self.plan.hides}] if is_typed else []

    def delete(self, slot: str = "name", is_plain: bool = False) -> Gold:
        """From the first page on."""
        plan = self.plan
        sure: Gold = [{"tap": plan.words["sure"]}] if plan.asks else []
        name, delete = f"{{{slot}}}", {"tap": plan.words["delete"]}
        match plan.deletes_at:
            case "swipe":
                return [*self.to_list(), {"swipe": "left", "on": name}, *([] if plan.is_module else sure)]
            case "hold" | "select":
                return [*self.to_list(), self.row(slot, "hold"), delete, *sure]
            case "row menu":
                return [*self.to_list(), {"tap": f"Options for {name}"}, delete, *sure]
            case _:
                last: Gold = [delete] if plan.opens == "form" else self.choose("delete")
                return [*self.to_thing(slot, is_plain), *last, *sure]

    def mark(self, to: int, slot: str = "name", is_plain: bool = False) -> Gold:
        """From the first page on."""
        plan, name = self.plan, f"{{{slot}}}"
        assert plan.mark is not None, "asked before"
        label = plan.mark["label"]
        there = label if to else f"Not {label.lower()}"
        match plan.mark_at:
            case "row":
                return [*self.to_list(), {"tap": f"{label}: {name}"}]
            case "star":
                return [*self.to_list(), {"tap": f"{there}: {name}"}]
            case "hold":
                opener: Data = (
                    {"tap": f"Options for {name}"}
                    if plan.deletes_at == "row menu"
                    else self.row(slot, "hold")
                )
                return [*self.to_list(), opener, {"tap": there}]
            case _:
                return [*self.to_thing(slot, is_plain), *self.mark_here(to)]

    def mark_here(self, to: int) -> Gold:
        """On the page of a thing."""
        assert self.plan.mark is not None, "asked before"
        label = self.plan.mark["label"]
        if self.plan.mark_at == "switch":
            return [{"tap": label, "role": "switch"}]
        return [{"tap": label if to else f"Not {label.lower()}"}]

    @property
    def marks_on_page(self) -> bool:
        return self.plan.mark_at in ("page", "switch")

    # -- values ----------------------------------------------------------------------------------------

    def entry(self, one: Field, is_new: bool, name: str = "") -> Entry:
        """A value that the task invents for a field, and how it is entered."""
        name = name or f"n_{one.name}"
        entry = one.invented(name, self.plan.chance, is_new)
        if not is_new and self.plan.editing == "inline":
            entry = entry._replace(gold=self.in_place(one, entry.said))
        if one.kind == DATE:
            return self._day(one, entry, is_new, name)
        return self._time(entry, name) if one.kind == TIME else entry

    def _day(self, one: Field, entry: Entry, is_new: bool, name: str) -> Entry:
        """A day, said in one of several ways; a calendar opens at the day that is there, so the new one is
        a little after it."""
        moment = f"{'today()' if is_new else one.name} + 86400 * :{name}_in"
        said = self.plan.chance.choice(DAYS)
        columns = (
            f"{moment} AS {name}_day, long_day({moment}) AS {name}, {said.format(moment)} AS {name}_said"
        )
        rest = "" if is_new else f" FROM {self.plan.table} WHERE id = :id"
        return entry._replace(draw={f"{name}_drawn": f"SELECT {columns}{rest}"}, said=f"{{{name}_said}}")

    def _time(self, entry: Entry, name: str) -> Entry:
        """A time, now and then said by the twelve-hour clock."""
        if self.plan.chance.random() < TWENTY_FOUR:
            return entry
        hour = f"CAST(substr(:{name}, 1, 2) AS INTEGER)"
        said = f"(({hour} + 11) % 12 + 1) || substr(:{name}, 3) || iif({hour} < 12, ' am', ' pm')"
        return entry._replace(
            draw={f"{name}_drawn": f"SELECT {said} AS {name}_said"}, said=f"{{{name}_said}}"
        )

    def in_place(self, one: Field, said: str) -> Gold:
        if one.kind == CHOICE:
            return [{"tap": one.label}, {"tap": said}]
        if one.kind in (TEXT, NUMBER, MONEY):
            return [{"tap": one.label}, {"replace": one.label, "with": said}, {"tap": self.plan.words["set"]}]
        return [{"tap": one.label}, {"pick_date" if one.kind == DATE else "pick_time": said}]

    def changed(self, golds: list[Gold]) -> Gold:
        """These values changed on the page of one thing, and kept."""
        if self.plan.editing == "inline":
            return [step for gold in golds for step in gold]
        typed = [step for gold in golds for step in [*gold, *self.hidden(gold)]]
        return [*self.into_form(), *typed, {"tap": self.plan.words["save"]}]

    def said(self, one: Field, value: str) -> str:
        """A value as it stands in a sentence."""
        chance = self.plan.chance
        if one.kind == MONEY:
            return chance.choice((f"${value}", f"{value} dollars", f"${value}"))
        if one.kind == NUMBER and one.unit and chance.random() < 0.5:
            return f"{value} {one.unit}"
        return value

    def is_read(self, one: Field) -> bool:
        """Whether its value stands somewhere to be read."""
        plan = self.plan
        if one.kind == SWITCH or (plan.editing == "inline" and one.style == "stepper"):
            return False
        if plan.opens == "detail":
            return True
        return (
            one == plan.shown[0]
            or one.kind in (DATE, TIME)
            or (one.kind == CHOICE and one.style in ("menu", "sheet"))
        )

    def read(self, one: Field, into: str, slot: str = "name") -> Gold:
        """From the first page on."""
        if self.plan.opens == "form" and one == self.plan.shown[0]:
            return [*self.to_list(), {"read": into, "near": f"{{{slot}}}"}]
        return [*self.to_thing(slot), {"read": into, "near": one.label}]

    # -- the list as a whole ---------------------------------------------------------------------------

    def last_drawn(self) -> Data:
        """The name at the end of the list: whoever has come there has seen all."""
        numbered = (
            f"SELECT name, row_number() OVER (ORDER BY {self.plan.order}) AS place FROM {self.plan.table}"
        )
        return {"end": f"SELECT name AS last_name FROM ({numbered}) ORDER BY place DESC LIMIT 1"}

    def seen_through(self) -> Gold:
        return [*self.to_list(), {"scroll_to": "{last_name}"}]

    def is_ranked(self, one: Field) -> bool:
        """Whether the most and the least of a field can be seen in the list."""
        return (one in self.plan.sorts or one in self.plan.shown) and self.plan.distinct(one)

    def ranked(self, one: Field, is_most: bool) -> Gold:
        if one not in self.plan.sorts:
            return self.seen_through()
        low, high = ("earliest", "latest") if one.kind in (DATE, TIME) else ("lowest", "highest")
        option = f"{one.label}: {high if is_most else low} first"
        return [*self.to_list(), {"tap": self.plan.words["sort"]}, {"tap": option}]

    def narrowed(self, one: Field, value: str) -> Gold | None:
        """The list with only those of a choice; None where gold does not get there."""
        plan = self.plan
        if plan.filter != one or plan.is_module:
            return None
        if plan.has_folders:
            return [{"tap": value}]
        options = ["All", *one.values]
        if plan.filter_at in ("menu", "sheet"):
            return [{"tap": plan.words["filter"]}, {"tap": value}]
        is_tabs = plan.filter_at == "tabs" and len(options) <= LONGEST_TABS
        return (
            [{"tap": value}] if is_tabs or sum(len(option) + 4 for option in options) < WIDEST_CHIPS else None
        )
