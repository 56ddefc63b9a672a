"""Devices by place: lamps in rooms, beds in a garden, each with knobs and facts of its own. Their pages.

Invariant: names of devices differ, and no name is the name of a place.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.control.knobs import CHOICE, SWITCH, Knob, Row, apart, distinct, make_knob
from phonebuddy.tasks.invented.control.parts import REMOVE, SAVE, adding, placed, sure
from phonebuddy.tasks.invented.control.tree import make_fact
from phonebuddy.tasks.invented.control.words import SAYS
from phonebuddy.tasks.invented.fields import CHOICE as FIELD_CHOICE
from phonebuddy.tasks.invented.fields import Field, quoted
from phonebuddy.tasks.invented.grammar import an, plural
from phonebuddy.tasks.invented.narrowing import chips
from phonebuddy.tasks.invented.sketch import Data, filled, some

FEWEST, MOST = 7, 14
MOST_TABS = 4
POWER = "power"


class DevicePages:
    """The shape of an app of devices; what can be asked of it is in control_asked."""

    def __init__(self, app: str, data: Data, chance: random.Random) -> None:
        self._app, self._data, self._chance = app, data, chance
        self._table = f"{app}_device"
        self._row = Row(self._table, "id = :id", ("id",))
        self._noun = chance.choice(data["nouns"])
        self._place, self._place_label = data["places"]["said"], chance.choice(data["places"]["labels"])
        self._places = some(chance, data["places"]["names"], 3, 6)
        names = chance.sample(data["names"], len(data["names"]))
        count = min(chance.randint(FEWEST, MOST), len(names) - 4)
        self._names, self._free = names[:count], names[count:]
        self._power = self._made_power()
        knobs = [
            make_knob(f"k_{name}", one, chance)
            for name, one in some(chance, list(data["knobs"].items()), 2, 5)
        ]
        chance.shuffle(knobs)
        self._facts = [
            make_fact(f"f_{name}", one, chance)
            for name, one in some(chance, list(data["facts"].items()), 1, 4)
        ]
        self._commands = [
            (name, one, chance.choice(one["labels"])) for name, one in data.get("commands", {}).items()
        ]
        self._shape()
        taken = {
            *(one.label for one in self._facts),
            *(label for *_, label in self._commands),
            *self._labels,
            *self._places,
        }
        power = [self._power] if self._power else []
        knobs = distinct(knobs, taken | {knob.label for knob in power})
        self._knobs = apart([*power, *knobs], taken, chance)

    def _made_power(self) -> Knob | None:
        if POWER not in self._data:
            return None
        return make_knob(
            POWER,
            {
                "kind": SWITCH,
                "said": "power",
                "ons": SAYS["power_on"],
                "offs": SAYS["power_off"],
                **self._data[POWER],
            },
            self._chance,
        )._replace(style="row")

    def _shape(self) -> None:
        chance, noun = self._chance, self._noun
        self._title = chance.choice(self._data["home"])
        self._layout = chance.choice(("list", "sections", "grid", "places", "chips", "tabs"))
        self._row_switch = self._power is not None and chance.random() < 0.6
        self._search = chance.choice(("none", "bar", "none")) if self._layout != "places" else "none"
        self._hint = chance.choice((f"Search {plural(noun)}", "Search", an(f"Find a {noun}")))
        self._acts = chance.choice(("bar", "menu", "rows", "buttons", "hold"))
        """Where a device is renamed, moved and removed; `hold`: by a long press on its row."""
        self._adds = chance.choice(("fab", "top", "row", "button"))
        self._paired = "plain" not in self._data
        """Whether things are paired with the app, as devices are and rooms are not."""
        paired = ("Pair a {n}", "Connect a {n}") if self._paired else ()
        self._add = an(filled(chance.choice(("Add {n}", "New {n}", "Create {n}", *paired)), n=noun))
        self._all_off = (
            chance.choice(("All off", "Everything off", "Turn all off"))
            if self._power and self._paired and chance.random() < 0.5
            else ""
        )
        self._all_asks = chance.random() < 0.5
        self._save, self._wizard = chance.choice(SAVE), chance.random() < 0.4
        self._next = chance.choice(("Next", "Continue", "Go on"))
        self._rename = chance.choice(("Rename", "Change name", "Edit name"))
        self._move = filled(chance.choice(("Move to another {p}", "Change {p}", "Move")), p=self._place)
        self._remove = filled(chance.choice((*REMOVE, "Remove {n}", "Delete {n}")), n=noun)
        self._asks, self._facts_at = chance.random() < 0.7, chance.choice(("page", "details"))
        self._details = chance.choice(("Details", "Device information", "Technical data", "More information"))
        self._labels = (self._rename, self._move, self._remove, self._details)
        self._word = chance.choice(("OK", "Save", "Done"))
        self._sure = chance.choice(("Yes", "Remove it", "Yes, remove", "Confirm"))
        self._mover = chance.choice(("sheet", "menu"))
        self._name_label, self._code_label = (
            chance.choice(("Name", "Device name")),
            chance.choice(("Pairing code", "Code", "Serial number") if self._paired else ("Code", "Number")),
        )

    @property
    def names(self) -> list[str]:
        return self._names

    # -- pages -----------------------------------------------------------------------------------------

    def _pages(self) -> Data:
        pages: Data = {"devices": self._first_page(), "device": self._one_page(), **self._new_pages()}
        if self._layout == "places":
            pages["place"] = self._place_page()
        if self._facts_at == "details":
            pages["details"] = {
                "params": ["id"],
                "data": self._data_of([], True),
                "top": {"top_bar": self._details, "leave": "back"},
                "body": self._fact_rows(),
            }
        for knob in self._knobs:
            pages |= knob.pages(self._row)
        pages["devices"]["top"]["top_bar"] = self._title
        return pages

    def _columns(self) -> list[str]:
        columns = [
            "name TEXT NOT NULL",
            "place TEXT NOT NULL",
            "code TEXT NOT NULL DEFAULT ''",
            *(one.column for one in self._knobs),
            *(one.column for one in self._facts),
        ]
        return columns + [f"c_{name} INTEGER NOT NULL DEFAULT 0" for name, *_ in self._commands]

    def _content(self) -> Data:
        rows = []
        for at, name in enumerate(self._names):
            row: Data = {
                "name": name,
                "place": self._places[at % len(self._places)],
                "code": f"{self._chance.randint(1000, 9999)}",
            }
            row |= {knob.name: knob.drawn(self._chance) for knob in self._knobs}
            row |= {one.name: one.drawn(self._chance) for one in self._facts}
            row |= {f"c_{key}": self._chance.randint(0, 20) for key, *_ in self._commands}
            rows.append(row)
        for one in self._knobs:
            if one.kind == SWITCH:
                rows[0][one.name], rows[1][one.name] = 0, 1
            if one.kind == CHOICE:
                rows[0][one.name], rows[1][one.name] = one.values[0], one.values[-1]
        self._chance.shuffle(rows)
        self._rows = rows
        return {self._table: rows}

    @property
    def _main(self) -> str:
        """SQL for the line below a name in a list."""
        parts = [self._power.shown()] if self._power else []
        parts += [one.shown() for one in self._facts[:1]] if self._facts_at == "page" else []
        return " || ' · ' || ".join(parts or [self._knobs[0].shown()])

    def _rows_sql(self, where: str) -> str:
        power = "power" if self._power else "0 AS power"
        return (
            f"SELECT id, name AS device_name, place AS device_place, {power}, {self._main} AS "
            f"device_about FROM {self._table} WHERE {where}"
        )

    def _each(self, card: bool) -> Data:
        tap: Data = {"on_tap": [{"open": "device", "with": {"id": "{id}"}}]}
        if self._acts == "hold":
            items = [
                {"menu_item": label, "icon": icon, "on_tap": effects}
                for label, icon, effects in self._things_to_do()
            ]
            tap["on_long_press"] = [{"menu": items}]
        turn: list[Data] = []
        if self._row_switch and self._power:
            change = [{"sql": f"UPDATE {self._table} SET power = :value WHERE id = :id"}]
            turn = [
                {
                    "switch": "{power}",
                    "description": f"{self._power.label}: {{device_name}}",
                    "on_change": change,
                }
            ]
        if card:
            texts = [
                {"text": "{device_name}", "style": "title"},
                {"text": "{device_about}", "style": "body_small"},
            ]
            return {"card": [{"icon": self._data["icon"]}, *texts, *turn], "pad": 12, "gap": 4, **tap}
        row: Data = {
            "list_item": "{device_name}",
            "text": "{device_about}",
            "icon": self._data["icon"],
            **tap,
        }
        return {**row, "trailing": turn[0]} if turn else row

    def _first_page(self) -> Data:
        more, actions, end = adding(self._add, "add", {}, self._adds)
        body: list[Data] = [{"search_bar": "query", "hint": self._hint}] if self._search == "bar" else []
        if self._all_off:
            button = {
                "button": self._all_off,
                "style": "tonal",
                "icon": "power",
                "on_tap": self._all_turned(),
            }
            body.append({"column": [button], "pad": 12})
        body += [*self._places_list(), *end] if self._layout == "places" else [*self._all_list(), *end]
        return {
            **more,
            "vars": {"query": "", "only": "All", "new_name": ""},
            "top": {"top_bar": "", "actions": actions},
            "body": [*body, {"space": 88}],
        }

    def _places_list(self) -> list[Data]:
        noun = f"iif(count(*) = 1, ' {self._noun}', ' {plural(self._noun)}')"
        rows = (
            f"SELECT place AS the_place, count(*) || {noun} AS the_count FROM {self._table} "
            "GROUP BY place ORDER BY place"
        )
        tap = [{"open": "place", "with": {"place": "{the_place}"}}]
        each = {
            "list_item": "{the_place}",
            "text": "{the_count}",
            "icon": "folder-home-outline",
            "on_tap": tap,
        }
        return [{"list": rows, "each": each}]

    def _all_list(self) -> list[Data]:
        """All devices, with what narrows them where there is something."""
        found = "(trim(:query) = '' OR instr(folded(name), folded(trim(:query))))"
        narrowed = self._rows_sql(f"{found} AND (:only = 'All' OR place = :only) ORDER BY name")
        nothing, options = {"empty": "Nothing here"}, ["All", *self._places]
        plain: Data = {"list": narrowed, "each": self._each(False), **nothing}
        match self._layout:
            case "grid":
                grid = {"grid": narrowed, "columns": 2, "gap": 8, "each": self._each(True), **nothing}
                return [{"column": [grid], "pad": 12}]
            case "sections":
                rows = self._rows_sql(f"{found} ORDER BY place, name")
                return [
                    {**plain, "list": rows, "section": "device_place", "header": {"header": "{device_place}"}}
                ]
            case "chips":
                return [chips(options), plain]
            case "tabs" if len(options) <= MOST_TABS:
                return [{"tabs": "only", "options": {one: one for one in options}}, plain]
            case _:
                return [plain]

    def _all_turned(self) -> list[Data]:
        done: list[Data] = [{"sql": f"UPDATE {self._table} SET power = 0 WHERE power"}, {"snackbar": "Done"}]
        return sure(self._all_asks, f"{self._all_off}?", "Go ahead", done)

    def _place_page(self) -> Data:
        rows = self._rows_sql("place = :place ORDER BY name")
        return {
            "params": ["place"],
            "vars": {"new_name": ""},
            "top": {"top_bar": "{place}", "leave": "back"},
            "body": [{"list": rows, "each": self._each(False), "empty": "Nothing here"}],
        }

    def _data_of(self, knobs: list[Knob], facts: bool) -> str:
        columns = [
            "name AS device_name",
            "place AS device_place",
            *(part for knob in knobs for part in knob.columns()),
        ]
        columns += [f"{one.shown()} AS {one.name}_shown" for one in self._facts] if facts else []
        columns += [f"c_{name} || ' times so far' AS c_{name}_shown" for name, *_ in self._commands]
        return f"SELECT {', '.join(columns)} FROM {self._table} WHERE id = :id"

    def _fact_rows(self) -> list[Data]:
        return [{"list_item": f"{{{one.name}_shown}}", "text": one.label} for one in self._facts]

    def _one_page(self) -> Data:
        knobs, chance = self._knobs, self._chance
        used = {knob.var: "" for knob in knobs if knob.has_var} | {"new_name": ""}
        opening = [
            step for knob in knobs if knob.style in ("segmented", "radio") for step in knob.opening(self._row)
        ]
        bar, rest = placed(
            self._things_to_do() if self._acts != "hold" else [],
            "bar" if self._acts == "hold" else self._acts,
        )
        body: list[Data] = (
            [{"text": "{device_place}", "style": "body_small", "pad": 16}] if chance.random() < 0.7 else []
        )
        if "picture" in self._data:
            body.append({"image": self._data["picture"], "seed": "{device_name}", "height": 160})
        body += [widget for knob in knobs for widget in knob.widgets(self._row)]
        for name, _, label in self._commands:
            done: list[Data] = [
                {"sql": f"UPDATE {self._table} SET c_{name} = c_{name} + 1 WHERE id = :id"},
                {"snackbar": "Done"},
            ]
            body.append(
                {
                    "column": [
                        {"button": label, "wide": True, "on_tap": done},
                        {"text": f"{{c_{name}_shown}}", "style": "body_small"},
                    ],
                    "pad": 16,
                }
            )
        if self._facts_at == "page":
            body += self._fact_rows()
        else:
            body.append(
                {
                    "list_item": self._details,
                    "icon": "information-outline",
                    "on_tap": [{"open": "details", "with": {"id": "{id}"}}],
                }
            )
        return {
            "params": ["id"],
            "vars": used,
            "data": self._data_of(knobs, self._facts_at == "page"),
            **({"on_open": opening} if opening else {}),
            "top": {"top_bar": "{device_name}", "leave": "back", "actions": bar},
            "body": [*body, *rest, {"space": 40}],
        }

    def _things_to_do(self) -> list[tuple[str, str, list[Data]]]:
        renamed: list[Data] = [
            {"require": "SELECT trim(:new_name) <> ''", "message": "Enter a name"},
            *self._row.set("name", "trim(:new_name)"),
        ]
        dialog: list[Data] = [
            {"set": {"new_name": "{device_name}"}},
            {
                "dialog": "What should it be called?",
                "body": [{"field": "new_name", "label": self._name_label}],
                "confirm": self._word,
                "on_confirm": renamed,
            },
            {"focus": "new_name"},
        ]
        if self._mover == "menu":
            moved: list[Data] = [
                {
                    "menu": [
                        {"menu_item": one, "on_tap": self._row.set("place", quoted(one))}
                        for one in self._places
                    ]
                }
            ]
        else:
            lines = [
                {"list_item": one, "on_tap": [*self._row.set("place", quoted(one)), {"dismiss": None}]}
                for one in self._places
            ]
            moved = [{"sheet": f"Which {self._place}?", "body": lines}]
        gone: list[Data] = [
            {"sql": f"DELETE FROM {self._table} WHERE id = :id"},
            *([] if self._acts == "hold" else [{"back": None}]),
        ]
        removed = sure(self._asks, "Are you sure?", self._sure, gone)
        return [
            (self._rename, "pencil-outline", dialog),
            (self._move, "home-switch-outline", moved),
            (self._remove, "delete-outline", removed),
        ]

    @property
    def _place_field(self) -> Field:
        return Field(
            "place",
            FIELD_CHOICE,
            self._place_label,
            self._place,
            tuple(self._places),
            style=("sheet", "menu", "radio")[len(self._add) % 3],
        )

    def _new_pages(self) -> Data:
        """The form of a new device: one page, or two."""
        one = self._place_field
        save: list[Data] = [
            {"require": "SELECT trim(:device_name) <> ''", "message": "Enter a name"},
            {
                "sql": (
                    f"INSERT INTO {self._table} (name, place, code) VALUES (trim(:device_name), :place, "
                    "trim(:code))"
                )
            },
            {"back_to": "devices"},
        ]
        first: list[Data] = [
            *([{"text": "Enter the code that stands on the back."}] if self._paired else []),
            {"field": "code", "label": self._code_label},
        ]
        second: list[Data] = [
            {"field": "device_name", "label": self._name_label},
            *one.widgets(),
            {"button": self._save, "wide": True, "on_tap": save},
        ]
        top = {"top_bar": self._add, "leave": "close"}
        if not self._wizard:
            return {
                "add": {
                    "vars": {"code": "", "device_name": "", "place": one.first},
                    "top": top,
                    "body": [{"column": [*first, *second], "pad": 16, "gap": 12}],
                }
            }
        on: list[Data] = [
            {"require": "SELECT trim(:code) <> ''", "message": "Enter the code"},
            {"open": "add_two", "with": {"code": "{code}"}},
        ]
        first.append({"button": self._next, "wide": True, "on_tap": on})
        return {
            "add": {"vars": {"code": ""}, "top": top, "body": [{"column": first, "pad": 16, "gap": 12}]},
            "add_two": {
                "params": ["code"],
                "vars": {"device_name": "", "place": one.first},
                "top": {"top_bar": "Almost done", "leave": "back"},
                "body": [{"column": second, "pad": 16, "gap": 12}],
            },
        }
