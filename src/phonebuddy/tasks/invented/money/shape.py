"""Money shape: what one kind of thing with an amount is: its words, fields, rows, and where things stand.

Invariant: everything is drawn once, when it is made; pages and gold both go by that.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.tasks.invented.fields import CHOICE, DATE, MANY, MONEY, NUMBER, SWITCH, TEXT, Field
from phonebuddy.tasks.invented.grammar import an, plural
from phonebuddy.tasks.invented.money.inputs import Form
from phonebuddy.tasks.invented.money.kit import MORE, Kit, as_number
from phonebuddy.tasks.invented.sketch import Data, Gold, filled, some

FEWEST, MOST = 7, 13
"""Things on a phone."""
_ADD = ("Add", "New", "Create", "Add {noun}", "New {noun}", "Open a {noun}")
_SAVE = ("Save", "Done", "Confirm", "Keep", "Apply", "Submit", "Save {noun}", "OK, save")
_EDIT = ("Edit", "Change details", "Edit {noun}", "Edit details", "Modify", "Manage {noun}")
_DELETE = ("Delete", "Remove", "Delete {noun}", "Remove {noun}", "Close {noun}", "Discard")
_SURE = ("Yes, delete", "Yes", "Go ahead", "Yes, remove it", "Delete for good")
_NEXT = ("Next", "Continue", "Go on")
_MANAGE = ("Manage", "Actions", "What next?", "Do something")
SORTS = {"Name": "name", "Amount": "cents DESC, name", "Smallest first": "cents, name"}
NEAR = 60
"""How many days from today dates are."""
ACTIONS = ("bar", "menu", "buttons", "sheet", "hold")


class Act(NamedTuple):
    """Something to do with one thing, from its page: a form or one touch."""

    key: str
    data: Data
    label: str
    icon: str
    form: Form | None
    do: list[Data]
    """Effects of the touch, where there is no form."""

    def effects(self) -> list[Data]:
        return self.form.opened(id="{id}") if self.form else self.do


class Shape:
    """What a book is: its words, fields and rows, and where everything stands in it."""

    def __init__(self, kit: Kit, key: str, data: Data) -> None:
        chance = kit.chance
        self.kit, self.key, self.data, self.chance = kit, key, data, chance
        self.table = f"{kit.name}_{key}"
        self.lines = f"{self.table}_line"
        self.noun: str = chance.choice(data["nouns"])
        self.plural = plural(self.noun)
        self.unit: str = data.get("unit", "")
        self.amount = self._amount(data["amount"]) if "amount" in data else None
        self.has_entered = bool(self.amount) and bool(data["amount"].get("entered"))
        self.grows, self.edits = data.get("grows", True), data.get("edits", True)
        self.made_by = self._maker()
        """`own` pages, the shared module `records`, or own ones with the list of the module `filters`."""
        self.fields = self._drawn_fields(data.get("fields", {}))
        names = chance.sample(data["names"], len(data["names"]))
        count = min(chance.randint(FEWEST, MOST), len(names) - 5)
        self.names, self.free = names[:count], names[count:]
        mark = data.get("mark")
        self.mark: Data | None = (
            dict(mark, label=chance.choice(mark["labels"])) if mark and chance.random() < 0.85 else None
        )
        self.has_lines = "lines" in data
        self.acts: list[Act] = []
        self.beside: Act | None = None
        """An act whose button stands in every row of the list too."""
        self.rows = [self._row(name, at) for at, name in enumerate(self.names)]
        self._words()
        self._shape()

    def _maker(self) -> str:
        if self.grows and self.edits and self.chance.random() < 0.25:
            return "records"
        has_kinds = any(
            one["kind"] == CHOICE and one.get("must") for one in self.data.get("fields", {}).values()
        )
        is_able = "amount" in self.data and not self.unit and (self.kit.nav != "links" or self.key != "main")
        return "filters" if is_able and has_kinds and self.chance.random() < 0.4 else "own"

    def _amount(self, data: Data) -> Field:
        kind = NUMBER if self.unit else MONEY
        label = self.chance.choice(data["labels"])
        return Field("cents", kind, label, data["said"], (), data["low"], data["high"], self.unit)

    def _drawn_fields(self, data: Data) -> list[Field]:
        if self.made_by == "records":
            # The module's form has no room for what a day or a time shows.
            data = {name: one for name, one in data.items() if one["kind"] not in (DATE, "time")}
        must = [name for name in data if data[name].get("must")]
        chosen = [*must, *some(self.chance, [name for name in data if name not in must], 1, 4)]
        self.chance.shuffle(chosen)
        return [self._field(name, data[name]) for name in chosen]

    def _field(self, name: str, data: Data) -> Field:
        values = tuple(data.get("values", ()))
        styles = ("menu", "sheet", "radio", *(("segmented", "chips") if len(values) <= MANY else ("chips",)))
        if self.made_by == "records":
            styles = ("menu", "sheet", "radio")
        style = self.chance.choice(styles) if data["kind"] == CHOICE else ""
        low, high = data.get("low", 1), data.get("high", 20)
        if data["kind"] == DATE:
            # A calendar is turned month by month: not too far, and mostly forward.
            low, high = max(min(low, 2), -NEAR), max(min(high, NEAR), -NEAR + 20)
        label = self.chance.choice(data["labels"])
        return Field(name, data["kind"], label, data["said"], values, low, high, data.get("unit", ""), style)

    def _words(self) -> None:
        chance = self.chance
        words = [
            an(filled(chance.choice(ways), noun=self.noun)) for ways in (_ADD, _SAVE, _EDIT, _DELETE, _SURE)
        ]
        self.add, self.save, self.edit, self.delete, self.sure = words
        self.more, self.manage, self.next = chance.choice(MORE), chance.choice(_MANAGE), chance.choice(_NEXT)
        self.name_label = chance.choice(
            self.data.get("name_labels", ("Name", "Title", f"Name of the {self.noun}"))
        )
        self.activity = chance.choice(("Activity", "History", "Transactions", "Statement", "Latest"))

    def _shape(self) -> None:
        chance = self.chance
        kinds = [one for one in self.fields if one.kind == CHOICE]
        self.filter = kinds[0] if kinds and chance.random() < 0.75 else None
        layouts = ("rows", "rows", "cards", "grid", *(("sections",) if kinds else ()))
        self.layout = chance.choice(layouts)
        self.section = kinds[0] if kinds else None
        self.search = chance.choice(("none", "bar", "bar", "icon"))
        self.hint = chance.choice(
            ("Search", an(f"Find a {self.noun}"), "Search by name", f"Search {self.plural}")
        )
        self.is_sorted = self.amount is not None and chance.random() < 0.4
        self.has_total = self.amount is not None and chance.random() < 0.5
        self.total = chance.choice(("Total", "Altogether", "In all", "Sum"))
        self.tools_at = chance.choice(ACTIONS)
        """Where edit and delete are."""
        self.acts_at = chance.choice(("buttons", "row", "menu", "icons", "sheet", "buttons"))
        self.asks = chance.random() < 0.6
        self.save_at = chance.choice(("top", "bottom"))
        self.adds_at = chance.choice(("fab", "top", "page", "fab"))
        self.adds_by = chance.choice(("page", "page", "steps"))
        self.mark_at = chance.choice(("row", "page", "switch"))
        self.edits_by = chance.choice(("page", "page", "rows"))
        """Whether the details are changed in a form, or each by touching its row."""
        self.facts_as = chance.choice(("items", "items", "hero", "pairs"))
        self.lines_at = chance.choice(("page", "below"))
        self.swipes = self.layout != "grid" and chance.random() < 0.25
        """Whether swiping deletes."""
        self.filter_as = chance.choice(("tabs", "chips", "segmented"))
        is_full = self.tools_at == "bar" or self.mark_at == "page"
        if self.acts_at == "icons" and is_full:
            self.acts_at = "menu"
        if self.made_by == "records":
            self._as_records()
        if self.made_by == "filters":
            self.search, self.hint, self.layout, self.is_sorted, self.has_total = (
                "bar",
                "Search in this list",
                "rows",
                False,
                False,
            )
            self.filter = kinds[0]
            self.adds_at, self.swipes, self.mark_at = "top", False, chance.choice(("page", "switch"))
            self.tools_at = "bar" if self.tools_at == "hold" else self.tools_at

    def _as_records(self) -> None:
        """As the shared module has it."""
        self.add, self.save, self.edit, self.delete, self.sure = "Add", "Save", "Edit", "Delete", "Delete"
        self.search, self.layout, self.filter, self.is_sorted, self.has_total = (
            "none",
            "rows",
            None,
            False,
            False,
        )
        self.tools_at, self.asks, self.save_at, self.adds_at, self.adds_by = "bar", True, "top", "fab", "page"
        self.edits_by, self.swipes = "page", self.chance.random() < 0.4
        # The bar has three icons already.
        self.acts_at = self.acts_at if self.acts_at in ("buttons", "row", "sheet") else "buttons"

    # -- tables ---------------------------------------------------------------------------------------------

    @property
    def entered(self) -> list[Field]:
        """What the forms have, beside the name."""
        own = [self.amount] if self.amount and self.has_entered else []
        return [*own, *self.fields]

    @property
    def every(self) -> list[Field]:
        return [*([self.amount] if self.amount else []), *self.fields]

    def _row(self, name: str, at: int) -> Data:
        row: Data = {"name": name} | {one.name: one.drawn(self.chance) for one in self.fields}
        # The first ones have every choice there is, so that there is always one to change.
        row |= {
            one.name: one.values[at] for one in self.fields if one.kind == CHOICE and at < len(one.values)
        }
        # And two have days that are near: they can always be moved forward.
        near = {2: 0, 5: -1}.get(at)
        if near is not None:
            row |= {
                one.name: f"=today() + 86400 * ({near})"
                for one in self.fields
                if one.kind == DATE and one.high > 0
            }
        if self.amount:
            row["cents"] = self.amount.drawn(self.chance)
        return row | {"marked": at % 2 if at < 4 else int(self.chance.random() < 0.35)}

    def has_one_best(self, one: Field, best: str) -> bool:
        """Whether a single thing has most or least of something."""
        values = [as_number(row[one.name]) for row in self.rows]
        return values.count(max(values) if best == "max" else min(values)) == 1

    def _lines_of(self, owner: int) -> list[Data]:
        whats = self.chance.sample(
            self.data["lines"], self.chance.randint(2, min(5, len(self.data["lines"])))
        )
        scale = 1 if self.unit else 100
        days = sorted(self.chance.sample(range(1, 80), len(whats)), reverse=True)
        return [
            {
                "owner": owner,
                "at": f"=today() - 86400 * {day}",
                "what": what,
                "cents": self.chance.choice((1, 1, -1))
                * (self.chance.randint(2, 60) * scale + self.chance.choice((0, 0, 5)) * (scale // 10)),
            }
            for what, day in zip(whats, days, strict=True)
        ]

    # -- the way to one, and how it is called ---------------------------------------------------------------

    def way(self, slot: str = "name", is_plain: bool = False) -> Gold:
        """From the first page of the app to the page of one thing."""
        find: Gold = []
        if not is_plain and self.search == "bar" and self.chance.random() < 0.35:
            find = [{"type": f"{{{slot}}}", "into": self.hint}]
        # Its title: a switch beside it is called after it too.
        return [*self.kit.to(self.key), *find, {"tap": f"{{{slot}}}", "role": "text"}]

    def called(self, slot: str = "name") -> tuple[str, ...]:
        noun = self.noun
        if self.data.get("people"):
            return (f"{{{slot}}}", f"{{{slot}}}", f"the {noun} {{{slot}}}")
        return (
            f"{{{slot}}}",
            f"the {noun} {{{slot}}}",
            f"my {noun} {{{slot}}}",
            f"the {noun} called {{{slot}}}",
        )

    def seen(self, page: str) -> Data:
        """A goal: one of its pages was looked at."""
        where = f"app = '{self.kit.name}' AND kind = 'page' AND detail = '{self.key}{page}'"
        return {"present": f"SELECT 1 FROM phone_event WHERE {where}"}

    @property
    def is_marked_in_row(self) -> bool:
        return self.mark_at == "row" and self.layout in ("rows", "sections")

    @property
    def may_be_beside(self) -> bool:
        """Whether there is room for a button in the rows of the list."""
        has_switch = self.mark is not None and self.is_marked_in_row
        return (
            self.made_by == "own"
            and self.layout in ("rows", "sections")
            and not has_switch
            and not self.beside
        )

    @property
    def about(self) -> list[Field]:
        """What the list says about each, beside the amount."""
        return [one for one in self.fields if one.kind != SWITCH][:2]

    def superlatives(self) -> list[tuple[tuple[str, ...], str]]:
        """Words for the one that has most or least of something the list shows, each with its condition."""
        found: list[tuple[tuple[str, ...], str]] = []
        shown = [*([self.amount] if self.amount else []), *self.about]
        for one in shown:
            if one.kind not in (MONEY, NUMBER, DATE):
                continue
            for best, words in (
                (("max", ("latest", "last")), ("min", ("earliest", "first")))
                if one.kind == DATE
                else (("max", ("highest", "largest")), ("min", ("lowest", "smallest")))
            ):
                if not self.has_one_best(one, best):
                    continue
                ways = (
                    f"the {self.noun} with the {words[0]} {one.said}",
                    f"whichever {self.noun} has the {words[0]} {one.said}",
                    f"the {self.noun} that has the {words[1]} {one.said}",
                    f"the {self.noun} whose {one.said} is the {words[0]}",
                )
                top = f"(SELECT {best}({one.name}) FROM {self.table})"
                found.append(
                    (
                        ways,
                        f"{one.name} = {top} AND (SELECT count(*) FROM {self.table} WHERE "
                        f"{one.name} = {top}) = 1",
                    )
                )
        self.chance.shuffle(found)
        return found

    # -- its forms ------------------------------------------------------------------------------------------

    @property
    def named(self) -> Field:
        return Field("name", TEXT, self.name_label, "name")

    @property
    def new_form(self) -> Form:
        names = ["name", *(one.name for one in self.entered)]
        kept = ["trim(:name)", *(one.kept() for one in self.entered)]
        do = [{"sql": f"INSERT INTO {self.table} ({', '.join(names)}) VALUES ({', '.join(kept)})"}]
        return Form(
            f"{self.key}_new",
            self.add,
            [self.named, *self.entered],
            do,
            self.save,
            self.adds_by,
            save_at=self.save_at,
            steps=self.next,
            params=(),
            checks=[("SELECT length(trim(:name)) > 0", "Enter a name")],
        )

    @property
    def edit_form(self) -> Form:
        fields = [self.named, *self.entered]
        do = [
            {
                "sql": f"UPDATE {self.table} SET "
                f"{', '.join(f'{one.name} = {one.kept()}' for one in fields)} WHERE id = :id"
            }
        ]
        olds = ", ".join(f"{one.for_form()} AS old_{one.name}" for one in fields)
        loads: list[Data] = [
            {"let": f"SELECT {olds} FROM {self.table} WHERE id = :id"},
            {"set": {one.name: f"{{old_{one.name}}}" for one in fields}},
        ]
        return Form(
            f"{self.key}_edit", self.edit, fields, do, self.save, "page", save_at=self.save_at, loads=loads
        )
