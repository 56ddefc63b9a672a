"""Records: an invented app that keeps a list of one kind of thing: plants, loans, workouts.

Pages, words, ways to enter and ways to act differ from app to app. Invariant: everything a deed's gold does
is on the pages of this very sketch.
"""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import yaml

from phonebuddy.tasks.invented.fields import CHOICE, MANY, NUMBER, READ_AS, SWITCH, TEXT, Field, quoted
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, Sketch, Write, filled, some

PATH = Path(__file__).parent / "records.yaml"
FEWEST, MOST = 8, 16
"""Things on a phone."""
_ADD = ("Add", "New", "Create", "Add {noun}", "New {noun}")
_SAVE = ("Save", "Done", "Save {noun}", "Keep", "Store", "Apply")
_EDIT = ("Edit", "Change", "Edit {noun}", "Edit details", "Modify")
_DELETE = ("Delete", "Remove", "Delete {noun}", "Throw away", "Erase")
_SURE = ("Delete", "Yes, delete", "Remove", "Yes", "OK")
COLORS = ("violet", "blue", "teal", "green", "amber", "red", "pink", "slate", "indigo", "orange")


@lru_cache(maxsize=1)
def things() -> dict[str, Data]:
    found: dict[str, Data] = yaml.safe_load(PATH.read_text(encoding="utf-8"))
    return found


def sketch_records(name: str, chance: random.Random) -> Sketch:
    return _Records(name, chance).sketch()


class _Records:
    def __init__(self, name: str, chance: random.Random) -> None:
        self._chance = chance
        self._kind = chance.choice(sorted(things()))
        data = things()[self._kind]
        self._data = data
        self._name = name
        self._table = f"{name}_thing"
        self._noun = chance.choice(data["nouns"])
        title = chance.choice(data["titles"])
        self._is_brand, self._title = title.endswith("*"), title.rstrip("*")
        self._fields = self._drawn_fields(data["fields"])
        names = chance.sample(data["names"], len(data["names"]))
        count = min(chance.randint(FEWEST, MOST), len(names) - 4)
        self._names, self._free = names[:count], names[count:]
        self._mark = self._pick_part("mark")
        self._act = self._pick_part("act")
        self._words()
        self._shape()

    def _drawn_fields(self, data: Data) -> list[Field]:
        chosen = some(self._chance, sorted(data), 2, 5)
        self._chance.shuffle(chosen)
        return [self._field(name, data[name]) for name in chosen]

    def _field(self, name: str, data: Data) -> Field:
        kind, label = data["kind"], self._chance.choice(data["labels"])
        values = tuple(data.get("values", ()))
        styles = {
            CHOICE: ("menu", "sheet", "chips", "radio", *(("segmented",) if len(values) <= MANY else ())),
            NUMBER: ("", "stepper") if data.get("high", 20) - data.get("low", 1) < 9 else ("",),
        }.get(kind, ("",))
        return Field(
            name, kind, label, data["said"], values, data.get("low", 1), data.get("high", 20),
            data.get("unit", ""), self._chance.choice(styles),
        )  # fmt: skip

    def _pick_part(self, key: str) -> Data | None:
        data = self._data.get(key)
        return dict(data, label=self._chance.choice(data["labels"])) if data and self._chance.random() < 0.8 else None

    def _words(self) -> None:
        noun = self._noun
        add, save, edit, delete, sure = (filled(self._chance.choice(words), noun=noun) for words in (_ADD, _SAVE, _EDIT, _DELETE, _SURE))
        self._add, self._save, self._edit, self._delete, self._sure = add, save, edit, delete, sure

    def _shape(self) -> None:
        chance = self._chance
        self._search = chance.choice(("none", "bar", "icon", "bar"))
        self._search_hint = chance.choice(("Search", f"Find a {self._noun}", "Search by name"))
        self._actions = chance.choice(("bar", "menu", "buttons"))
        """Where the page of one thing has Edit and Delete."""
        self._asks = chance.random() < 0.6
        """Whether deleting is asked about."""
        self._saves_at = chance.choice(("top", "bottom"))
        self._mark_at = chance.choice(("row", "page", "switch"))
        self._adds_at = chance.choice(("fab", "top", "fab"))
        self._filter = next((one for one in self._fields if one.kind == CHOICE), None) if chance.random() < 0.6 else None
        self._tabs = chance.random() < 0.5
        self._nav = chance.random() < 0.4

    # -- the app ---------------------------------------------------------------------------------------

    def sketch(self) -> Sketch:
        tells = "" if self._is_brand else self._noun
        return Sketch(
            self._name, self._title, tells, self._app(), self._content(), tuple(self._deeds()),
            tuple(self._reads()), tuple(self._writes()),
        )  # fmt: skip

    def _app(self) -> Data:
        columns = ["id INTEGER PRIMARY KEY", "name TEXT NOT NULL", *(one.column for one in self._fields)]
        columns += ["marked INTEGER NOT NULL DEFAULT 0", "acted INTEGER NOT NULL DEFAULT 0"]
        pages: Data = {"things": self._list_page(), "thing": self._one_page(), "edit": self._edit_page()}
        if self._nav:
            pages["marked"] = self._marked_page()
        return {
            "title": self._title,
            "domain": self._noun,
            "icon": self._data["icon"],
            "color": self._chance.choice(COLORS),
            "start": "things",
            "schema": f"CREATE TABLE {self._table} (\n  " + ",\n  ".join(columns) + "\n);\n",
            "pages": pages,
        }

    def _content(self) -> Data:
        rows = []
        for name in self._names:
            row: Data = {"name": name} | {one.name: one.drawn(self._chance) for one in self._fields}
            row["marked"] = int(self._chance.random() < 0.3)
            rows.append(row)
        return {self._table: rows}

    def _list_page(self) -> Data:
        page: Data = {"vars": {"query": "", "only": "All"}, "body": []}
        actions: list[Data] = []
        open_new = [{"open": "edit", "with": {"id": 0}}]
        if self._search == "icon":
            page["vars"]["looking"] = 0
            page["data"] = "SELECT :looking = 1 AS is_looking"
            actions.append({"icon_button": "magnify", "label": "Search", "on_tap": [{"set": {"looking": 1}}, {"focus": "query"}]})
            page["body"].append({"search_bar": "query", "hint": "Search", "when": "is_looking"})
        if self._search == "bar":
            page["body"].append({"search_bar": "query", "hint": self._search_hint})
        if self._adds_at == "fab":
            page["floating"] = {"fab": "plus", "label": self._add, "on_tap": open_new}
        else:
            actions.append({"icon_button": "plus", "label": self._add, "on_tap": open_new})
        page["top"] = {"top_bar": self._title, "actions": actions}
        page["body"] += self._filters()
        page["body"] += [{"list": self._rows(), "each": self._row(), "empty": "Nothing here"}, {"space": 88}]
        if self._nav:
            page["bottom"] = self._bottom("things")
        return page

    def _bottom(self, current: str) -> Data:
        items = [
            {"nav_item": "Home", "value": "things", "icon": "home-outline", "on_tap": [{"replace": "things"}]},
            {"nav_item": self._marked_title, "value": "marked", "icon": "star-outline", "on_tap": [{"replace": "marked"}]},
        ]
        return {"bottom_nav": current, "items": items}

    @property
    def _marked_title(self) -> str:
        return self._mark["label"] if self._mark else "Starred"

    def _marked_page(self) -> Data:
        rows = f"SELECT id, name AS thing_name, {self._about()} AS about FROM {self._table} WHERE marked ORDER BY name"
        each = {"list_item": "{thing_name}", "text": "{about}", "on_tap": [{"open": "thing", "with": {"id": "{id}"}}]}
        return {"top": {"top_bar": self._marked_title}, "body": [{"list": rows, "each": each, "empty": "Nothing here"}], "bottom": self._bottom("marked")}

    def _filters(self) -> list[Data]:
        if self._filter is None:
            return []
        options = ["All", *self._filter.values]
        if self._tabs and len(options) <= 5:
            return [{"tabs": "only", "options": {one: one for one in options}}]
        values = " UNION ALL ".join(f"SELECT {quoted(one)} AS chip_name" for one in options)
        rows = f"SELECT chip_name, chip_name = :only AS here FROM ({values})"
        return [{"strip": rows, "pad": 16, "each": {"chip": "{chip_name}", "selected": "{here}", "on_tap": [{"set": {"only": "{chip_name}"}}]}}]

    def _about(self) -> str:
        shown = self._fields[:2]
        return " || ' · ' || ".join(one.shown() for one in shown)

    def _rows(self) -> str:
        where = ["(trim(:query) = '' OR instr(folded(name), folded(trim(:query))))"]
        if self._filter is not None:
            where.append(f"(:only = 'All' OR {self._filter.name} = :only)")
        return f"SELECT id, name AS thing_name, marked, {self._about()} AS about FROM {self._table} WHERE {' AND '.join(where)} ORDER BY name"

    def _row(self) -> Data:
        row: Data = {"list_item": "{thing_name}", "text": "{about}", "on_tap": [{"open": "thing", "with": {"id": "{id}"}}]}
        if self._mark and self._mark_at == "row":
            flip = [{"sql": f"UPDATE {self._table} SET marked = :value WHERE id = :id"}]
            row["leading"] = {"checkbox": "{marked}", "description": f"{self._mark['label']}: {{thing_name}}", "on_change": flip}
        else:
            row["icon"] = self._data["icon"]
        return row

    def _one_page(self) -> Data:
        shown = ", ".join(f"{one.shown()} AS {one.name}_shown" for one in self._fields)
        data = f"SELECT name AS thing_name, marked, NOT marked AS unmarked, CASE acted WHEN 0 THEN 'Never' ELSE relative_day(acted, today()) END AS acted_shown, {shown} FROM {self._table} WHERE id = :id"
        page: Data = {"params": ["id"], "data": data, "body": []}
        edit = [{"open": "edit", "with": {"id": "{id}"}}]
        delete: list[Data] = [{"sql": f"DELETE FROM {self._table} WHERE id = :id"}, {"back": None}]
        if self._asks:
            delete = [{"dialog": f"Delete {self._noun}?", "text": "{thing_name} will be gone.", "confirm": self._sure, "on_confirm": delete}]
        actions, buttons = self._placed_actions(edit, delete)
        if self._mark and self._mark_at == "page":
            flip = [{"sql": f"UPDATE {self._table} SET marked = NOT marked WHERE id = :id"}]
            actions.insert(0, {"icon_button": "star", "label": f"Not {self._mark['label'].lower()}", "when": "marked", "on_tap": flip})
            actions.insert(0, {"icon_button": "star-outline", "label": self._mark["label"], "unless": "marked", "on_tap": flip})
        page["top"] = {"top_bar": "{thing_name}", "leave": "back", "actions": actions}
        page["body"] = [{"list_item": f"{{{one.name}_shown}}", "text": one.label} for one in self._fields]
        if self._mark and self._mark_at == "switch":
            flip = [{"sql": f"UPDATE {self._table} SET marked = :value WHERE id = :id"}]
            page["body"].append({"list_item": self._mark["label"], "trailing": {"switch": "{marked}", "description": self._mark["label"], "on_change": flip}})
        if self._act:
            page["body"].append({"list_item": "{acted_shown}", "text": self._act["shown"]})
            buttons.append({"button": self._act["label"], "on_tap": [{"sql": f"UPDATE {self._table} SET acted = today() WHERE id = :id"}, {"snackbar": "Done"}]})
        if buttons:
            page["body"].append({"column": buttons, "pad": 16, "gap": 8})
        return page

    def _placed_actions(self, edit: list[Data], delete: list[Data]) -> tuple[list[Data], list[Data]]:
        if self._actions == "buttons":
            return [], [{"button": self._edit, "on_tap": edit}, {"button": self._delete, "style": "outlined", "on_tap": delete}]
        if self._actions == "menu":
            items = [{"menu_item": self._edit, "on_tap": edit}, {"menu_item": self._delete, "on_tap": delete}]
            return [{"icon_button": "dots-vertical", "label": "More options", "on_tap": [{"menu": items}]}], []
        return [
            {"icon_button": "pencil-outline", "label": self._edit, "on_tap": edit},
            {"icon_button": "delete-outline", "label": self._delete, "on_tap": delete},
        ], []

    def _edit_page(self) -> Data:
        names = ["name", *(one.name for one in self._fields)]
        save: list[Data] = [
            {"require": "SELECT length(trim(:name)) > 0", "message": "Enter a name", "into": "wrong"},
            {"sql": f"INSERT INTO {self._table} (id, {', '.join(names)}) VALUES (nullif(:id, 0), trim(:name), {', '.join(one.kept() for one in self._fields)}) "
                    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{one} = excluded.{one}' for one in names)}"},
            {"back": None},
        ]  # fmt: skip
        shown = [part for one in self._fields for part in one.helpers()]
        loads = ", ".join(f"{one.for_form()} AS old_{one.name}" for one in self._fields)
        start = [{"let": f"SELECT name AS old_name, {loads} FROM {self._table} WHERE id = :id"}, {"set": {one: f"{{old_{one}}}" for one in names}, "when": "id"}]
        body: list[Data] = [{"field": "name", "label": self._name_label, "error": "{wrong}"}]
        body += [widget for one in self._fields for widget in one.widgets()]
        button = {"button": self._save, "on_tap": save}
        page: Data = {
            "params": ["id"], "vars": {"name": "", "wrong": ""} | {one.name: one.first for one in self._fields},
            "data": "SELECT " + ", ".join(["CASE :id WHEN 0 THEN 'New' ELSE 'Edit' END AS heading", *shown]),
            "top": {"top_bar": "{heading}", "leave": "close"}, "on_open": start,
        }  # fmt: skip
        if self._saves_at == "top":
            page["top"]["actions"] = [button]
        else:
            body.append({**button, "wide": True})
        page["body"] = [{"column": body, "pad": 16, "gap": 12}]
        return page

    @property
    def _name_label(self) -> str:
        return "Name"

    # -- what can be asked -----------------------------------------------------------------------------

    def _to_thing(self, slot: str = "name") -> Gold:
        """To the page of one thing."""
        find: Gold = []
        if self._search == "bar" and self._chance.random() < 0.4:
            find = [{"type": f"{{{slot}}}", "into": self._search_hint}]
        return [*find, {"tap": f"{{{slot}}}"}]

    def _choose(self, item: str) -> Gold:
        """Edit or Delete on the page of one thing."""
        return [{"tap": "More options"}, {"tap": item}] if self._actions == "menu" else [{"tap": item}]

    def _hidden(self, gold: Gold) -> Gold:
        """The keyboard put away after typing, where what comes next may lie below it."""
        is_typed = "type" in gold[-1] or "replace" in gold[-1]
        return [{"press": "back"}] if is_typed and (self._saves_at == "bottom" or len(self._fields) > MANY) else []

    def _one(self, where: str = "1") -> Data:
        return {"one": f"SELECT id, name FROM {self._table} WHERE {where}"}

    def _called(self, slot: str = "name") -> tuple[str, ...]:
        noun = self._noun
        return (f"{{{slot}}}", f"the {noun} {{{slot}}}", f"my {noun} {{{slot}}}", f"the {noun} called {{{slot}}}")

    def _deeds(self) -> list[Deed]:
        found = [self._adding(number) for number in range(3)]
        found += [self._editing(one) for one in self._fields if one.kind != SWITCH and one.style != "stepper"]
        found.append(self._renaming())
        found.append(self._deleting())
        if self._mark:
            found += [self._marking(1), self._marking(0)]
        if self._act:
            found.append(self._acting())
        return found

    def _adding(self, number: int) -> Deed:
        fields = some(self._chance, [one for one in self._fields if one.kind != SWITCH], 0, 3)
        new: Data = {"name": list(self._free)}
        draw: Data = {}
        named: Gold = [{"type": "{name}", "into": self._name_label}]
        told, wheres, gold = [], ["name = :name"], [{"tap": self._add}, *named, *self._hidden(named)]
        for one in fields:
            entry = one.invented(f"n_{one.name}", self._chance, True)
            new |= entry.new
            draw |= entry.draw
            gold += [*entry.gold, *self._hidden(entry.gold)]
            wheres.append(f"{one.name} = {entry.stored}")
            told.append((one.said, entry.said))
        gold.append({"tap": self._save})
        says = tuple(self._new_said(told) for _ in range(8))
        goal = [{"exactly 1": f"SELECT 1 FROM {self._table} WHERE {' AND '.join(wheres)}"}]
        facts = {"before": f"SELECT max(id) AS last FROM {self._table}"}
        return Deed(f"add{number}", says, gold, goal, new, draw, facts, (f"insert {self._table} where id = :last + 1",))

    def _new_said(self, told: list[tuple[str, str]]) -> str:
        chance, noun = self._chance, self._noun
        head = chance.choice(("add a {n} called {name}", "add the {n} {name}", "create a new {n} {name}", "put {name} on my list of {n}s", "enter a new {n}: {name}", "save a {n} named {name}", "!new {n}: {name}"))
        parts = []
        for said, value in told:
            way = chance.choice(("{s} {v}", "{s}: {v}", "with the {s} {v}", "the {s} is {v}", "{v} as the {s}"))
            parts.append(filled(way, s=said, v=value))
        text = filled(head, n=noun)
        return text + (", " + ", ".join(parts) if parts else "")

    def _editing(self, one: Field) -> Deed:
        entry = one.invented(f"n_{one.name}", self._chance, False)
        says = tuple(
            filled(way, it=it, s=one.said, v=entry.said)
            for it in self._called()
            for way in ("change the {s} of {it} to {v}", "set the {s} of {it} to {v}", "!the {s} of {it} is {v} now, correct it", "update {it}: {s} {v}", "!{it} should have {v} as its {s}")
        )
        gold = [*self._to_thing(), *self._choose(self._edit), *entry.gold, *self._hidden(entry.gold), {"tap": self._save}]
        where = f"{one.name} IS NOT {entry.stored}"
        draw = {**entry.draw, **self._one(where)}
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND {one.name} = {entry.stored}"}]
        return Deed(f"edit_{one.name}", says, gold, goal, entry.new, draw, {}, (f"update {self._table}({one.name}) where id = :id",))

    def _renaming(self) -> Deed:
        says = tuple(
            filled(way, it=it) for it in self._called()
            for way in ("rename {it} to {other}", "change the name of {it} to {other}", "!{it} should be called {other}", "call {it} {other} from now on")
        )  # fmt: skip
        renamed: Gold = [{"replace": self._name_label, "with": "{other}"}]
        gold = [*self._to_thing(), *self._choose(self._edit), *renamed, *self._hidden(renamed), {"tap": self._save}]
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND name = :other"}]
        return Deed("rename", says, gold, goal, {"other": list(self._free)}, self._one(), {}, (f"update {self._table}(name) where id = :id",))

    def _deleting(self) -> Deed:
        says = tuple(
            filled(way, it=it) for it in self._called()
            for way in ("delete {it}", "remove {it}", "get rid of {it}", "!I do not need {it} any more, delete it", "!{it} can go", "take {it} off the list")
        )  # fmt: skip
        gold = [*self._to_thing(), *self._choose(self._delete)]
        if self._asks:
            gold.append({"tap": self._sure})
        goal = [{"absent": f"SELECT 1 FROM {self._table} WHERE id = :id"}]
        return Deed("delete", says, gold, goal, {}, self._one(), {}, (f"delete {self._table} where id = :id",))

    def _marking(self, to: int) -> Deed:
        assert self._mark is not None
        said, label = self._mark["said"], self._mark["label"]
        ways = ("mark {it} as {s}", "!{it} is {s} now, mark it", "set {it} to {s}") if to else ("mark {it} as not {s}", "!{it} is not {s} after all, take the mark off", "set {it} to not {s}")
        says = tuple(filled(way, it=it, s=said) for it in self._called() for way in ways)
        if self._mark_at == "row":
            gold: Gold = [{"tap": f"{label}: {{name}}"}]
        else:
            there = label if to or self._mark_at == "switch" else f"Not {label.lower()}"
            role = {"role": "switch"} if self._mark_at == "switch" else {}
            gold = [*self._to_thing(), {"tap": there, **role}]
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND marked = {to}"}]
        return Deed(f"mark{to}", says, gold, goal, {}, self._one(f"marked = {1 - to}"), {}, (f"update {self._table}(marked) where id = :id",))

    def _acting(self) -> Deed:
        assert self._act is not None
        gold = [*self._to_thing(), {"tap": self._act["label"]}]
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND acted = today()"}]
        return Deed("act", tuple(self._act["says"]), gold, goal, {}, self._one(), {}, (f"update {self._table}(acted) where id = :id",))

    # -- what can be read and written ------------------------------------------------------------------

    def _reads(self) -> list[Read]:
        found = []
        for one in self._fields:
            if one.kind == SWITCH:
                continue
            things = tuple(f"the {one.said} of {it}" for it in self._called("r_name"))
            asks = tuple(f"what is {thing}?" for thing in things) + tuple(f"which {one.said} does {it} have?" for it in self._called("r_name"))
            draw = {"read": f"SELECT name AS r_name, {one.shown()} AS r_value FROM {self._table}"}
            gold = [*self._to_thing("r_name"), {"read": "got", "near": one.label}]
            found.append(Read(READ_AS[one.kind], things, asks, draw, "r_value", gold))
        return found

    def _writes(self) -> list[Write]:
        found = []
        for one in self._fields:
            if one.kind != TEXT:
                continue
            says = tuple(
                filled(way, it=it, s=one.said) for it in self._called("w_name")
                for way in ("put {v} into the {s} of {it}", "enter {v} as the {s} of {it}", "set the {s} of {it} to {v}")
            )  # fmt: skip
            draw = {"write": f"SELECT id AS w_id, name AS w_name FROM {self._table}"}
            typed: Gold = [{"replace": one.label, "with": "{got}"}]
            gold = [*self._to_thing("w_name"), *self._choose(self._edit), *typed, *self._hidden(typed), {"tap": self._save}]
            goal = [{"exactly 1": f"SELECT {one.name} FROM {self._table} WHERE id = :w_id", "saying": "{V}"}]
            found.append(Write(("text", "money", "time", "day", "number", "phone"), says, draw, {}, gold, goal, (f"update {self._table}({one.name}) where id = :w_id",)))
        return found
