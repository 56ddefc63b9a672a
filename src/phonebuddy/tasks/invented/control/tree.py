"""The settings of one thing, by groups: a keyboard, a car, a router; on one page or up to four pages deep.

Invariant: every knob stands on exactly one page; its way is the gold that leads there from the first page.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.tasks.invented.control.knobs import (
    LEVEL,
    SWITCH,
    TEXT,
    TIME,
    Knob,
    Row,
    apart,
    distinct,
    make_knob,
)
from phonebuddy.tasks.invented.control.parts import sure
from phonebuddy.tasks.invented.fields import Field, quoted
from phonebuddy.tasks.invented.sketch import Data, Gold, some

KNOB_READS = {LEVEL: "number", TIME: "time", TEXT: "text", "choice": "text"}
ADVANCED = ("Advanced", "More options", "Expert settings", "Additional settings", "Further settings")
RESETS = ("Reset to defaults", "Restore factory settings", "Reset all settings", "Back to defaults")
ABOUT = ("About", "Device information", "Status", "Information", "System info")


class Spot(NamedTuple):
    """Where some knobs stand."""

    page: str
    title: str
    way: Gold
    knobs: list[Knob]


class TreePages:
    def __init__(self, app: str, data: Data, chance: random.Random) -> None:
        self._app, self._data, self._chance = app, data, chance
        self._row = Row(f"{app}_state", "id = 1")
        self._noun = chance.choice(data["nouns"])
        self._layout = chance.choice(("flat", "pages", "pages", "cards"))
        self._facts = [
            make_fact(f"f_{name}", one, chance)
            for name, one in some(chance, list(data.get("facts", {}).items()), 2, 5)
        ]
        self._facts_at = chance.choice(("home", "page"))
        self._about = chance.choice(ABOUT)
        self._commands = [
            (name, one, chance.choice(one["labels"]), chance.random() < 0.4)
            for name, one in data.get("commands", {}).items()
        ]
        self._buttons_first = chance.random() < 0.6
        self._has_search = self._layout != "flat" and chance.random() < 0.5
        self._hint = chance.choice(("Search settings", "Find a setting", "Search"))
        self._reset = chance.choice(RESETS) if chance.random() < 0.6 else ""
        self._pin = f"{chance.randint(1000, 9999)}" if chance.random() < 0.4 else ""
        """What resetting asks for; the task tells it."""
        self._advanced = chance.choice(ADVANCED)
        self._home = Spot("home", "", [], [])
        self._spots = self._places()
        self._state = {knob.name: knob.drawn(chance) for knob in self._knobs} | {
            one.name: one.drawn(chance) for one in self._facts
        }
        first = self._knobs[0]
        if self._state[first.name] == self._default(first):
            self._state[first.name] = self._other(first)

    @property
    def _knobs(self) -> list[Knob]:
        return [knob for spot in self._spots for knob in spot.knobs]

    def _places(self) -> list[Spot]:
        """Groups on pages of their own, or all on the first one; some of a large group lie a page deeper."""
        chance, found = self._chance, []
        groups = some(chance, list(self._data["groups"].items()), 3, 6)
        chance.shuffle(groups)
        for number, (title, group) in enumerate(groups):
            knobs = [
                make_knob(f"k_{name}", one, chance)
                for name, one in some(chance, list(group["knobs"].items()), 2, 6)
            ]
            chance.shuffle(knobs)
            knobs = distinct(knobs, {title, self._advanced})
            if self._layout == "flat":
                found.append(Spot("home", title, [], knobs))
                continue
            way: Gold = [{"tap": title}]
            deep = knobs[2:] if len(knobs) > 3 and chance.random() < 0.5 else []
            page = f"group{number}"
            found.append(
                Spot(page, title, way, apart(knobs[: len(knobs) - len(deep)], {self._advanced}, chance))
            )
            if deep:
                found.append(
                    Spot(f"{page}_more", title, [*way, {"tap": self._advanced}], apart(deep, set(), chance))
                )
        if self._layout == "flat":
            found = self._on_one_page(found)
        self._clear({spot.title for spot in found})
        return [spot for spot in found if spot.knobs]

    def _on_one_page(self, spots: list[Spot]) -> list[Spot]:
        taken = {spot.title for spot in spots} | {self._data["home"], self._reset, self._about}
        taken |= {one.label for one in self._facts} | {label for _, _, label, _ in self._commands}
        kept = apart(distinct([knob for spot in spots for knob in spot.knobs], taken), taken, self._chance)
        by_name = {knob.name: knob for knob in kept}
        return [
            spot._replace(knobs=[by_name[knob.name] for knob in spot.knobs if knob.name in by_name])
            for spot in spots
        ]

    def _clear(self, titles: set[str]) -> None:
        """Leaves out facts and commands in whose words a group is named: gold could tap them in its place."""
        self._facts = [one for one in self._facts if not any(title in one.label for title in titles)]
        self._commands = [one for one in self._commands if not any(title in one[2] for title in titles)]

    def _default(self, knob: Knob) -> str | int:
        return {SWITCH: 0, LEVEL: knob.low, TIME: knob.low * 60}.get(
            knob.kind, knob.values[0] if knob.values else 0
        )

    def _other(self, knob: Knob) -> str | int:
        return {SWITCH: 1, LEVEL: knob.high, TIME: knob.high * 60}.get(
            knob.kind, knob.values[-1] if knob.values else 0
        )

    # -- pages -----------------------------------------------------------------------------------------

    def _data_for(self, knobs: list[Knob], facts: bool = False, commands: bool = False) -> str:
        columns = [part for knob in knobs for part in knob.columns()]
        columns += [f"{one.shown()} AS {one.name}_shown" for one in self._facts] if facts else []
        columns += (
            [f"c_{name} || ' times so far' AS c_{name}_shown" for name, *_ in self._commands]
            if commands
            else []
        )
        return f"SELECT {', '.join(columns) or '1 AS here'} FROM {self._row.table} WHERE {self._row.where}"

    def _page(self, title: str, knobs: list[Knob], body: list[Data]) -> Data:
        page: Data = {"data": self._data_for(knobs), "top": {"top_bar": title, "leave": "back"}, "body": body}
        return page | self._begun(knobs)

    def _begun(self, knobs: list[Knob]) -> Data:
        found: Data = {}
        used = {knob.var: "" for knob in knobs if knob.has_var}
        opening = [
            step for knob in knobs if knob.style in ("segmented", "radio") for step in knob.opening(self._row)
        ]
        if used:
            found["vars"] = used
        if opening:
            found["on_open"] = opening
        return found

    def _group_pages(self) -> Data:
        pages: Data = {}
        deep = {spot.page.removesuffix("_more") for spot in self._spots if spot.page.endswith("_more")}
        for spot in self._spots:
            if spot.page == "home":
                continue
            body = [widget for knob in spot.knobs for widget in knob.widgets(self._row)]
            if spot.page in deep:
                lead = [{"open": f"{spot.page}_more"}]
                body.append(
                    {
                        "list_item": self._advanced,
                        "icon": "tune-variant",
                        "trailing": {"icon": "chevron-right"},
                        "on_tap": lead,
                    }
                )
            title = self._advanced if spot.page.endswith("_more") else spot.title
            pages[spot.page] = self._page(title, spot.knobs, body)
        if self._facts and self._facts_at == "page":
            body = [{"list_item": f"{{{one.name}_shown}}", "text": one.label} for one in self._facts]
            pages["about"] = {
                "data": self._data_for([], facts=True),
                "top": {"top_bar": self._about, "leave": "back"},
                "body": body,
            }
        return pages

    def _first_page(self) -> Data:
        flat = [spot for spot in self._spots if spot.page == "home"]
        knobs = [knob for spot in flat for knob in spot.knobs]
        on_home = self._facts_at == "home"
        page: Data = {"data": self._data_for(knobs, on_home, True), **self._begun(knobs)}
        if self._pin:
            page.setdefault("vars", {})["pin_typed"] = ""
        rest: list[Data] = []
        if on_home:
            rest += [{"list_item": f"{{{one.name}_shown}}", "text": one.label} for one in self._facts]
        buttons = self._buttons()
        rest += buttons if self._buttons_first else []
        for spot in flat:
            rest += [
                {"header": spot.title},
                *(widget for knob in spot.knobs for widget in knob.widgets(self._row)),
            ]
        rest += [*self._doors(), *([] if self._buttons_first else buttons)]
        if self._facts and not on_home:
            rest.append(
                {"list_item": self._about, "icon": "information-outline", "on_tap": [{"open": "about"}]}
            )
        if self._reset:
            rest.append({"list_item": self._reset, "icon": "restore", "on_tap": self._resetter()})
        page["body"] = [
            *self._searching(page),
            *({**one, **({"unless": "is_searching"} if self._has_search else {})} for one in rest),
            {"space": 40},
        ]
        page["top"] = {"top_bar": self._data["home"], "actions": []}
        return page

    def _resetter(self) -> list[Data]:
        back = ", ".join(self._defaults())
        wiped: list[Data] = [
            {"sql": f"UPDATE {self._row.table} SET {back} WHERE {self._row.where}"},
            {"snackbar": "All settings were reset"},
        ]
        if not self._pin:
            return sure(True, "Reset everything?", "Yes, reset", wiped)
        known: list[Data] = [
            {
                "require": f"SELECT pin = trim(:pin_typed) FROM {self._row.table}",
                "message": "That is not the PIN",
            },
            *wiped,
        ]
        field = {"field": "pin_typed", "label": "PIN", "kind": "password"}
        return [
            {"set": {"pin_typed": ""}},
            {
                "dialog": "Reset everything?",
                "text": "Enter the PIN to go on.",
                "body": [field],
                "confirm": "Yes, reset",
                "danger": True,
                "on_confirm": known,
            },
            {"focus": "pin_typed"},
        ]

    def _defaults(self) -> list[str]:
        values = {knob.name: self._default(knob) for knob in self._knobs}
        return [
            f"{name} = {quoted(value) if isinstance(value, str) else value}" for name, value in values.items()
        ]

    def _doors(self) -> list[Data]:
        doors = [spot for spot in self._spots if spot.page != "home" and not spot.page.endswith("_more")]
        icons = {title: group["icon"] for title, group in self._data["groups"].items()}
        found: list[Data] = []
        for spot in doors:
            about = ", ".join(knob.label for knob in spot.knobs[:2]).lower().capitalize()
            if self._layout == "cards":
                texts = [{"text": spot.title, "style": "title"}, {"text": about, "style": "body_small"}]
                found.append(
                    {
                        "column": [
                            {
                                "card": [
                                    {
                                        "row": [{"icon": icons[spot.title]}, {"column": texts, "grow": 1}],
                                        "gap": 16,
                                    }
                                ],
                                "pad": 16,
                                "on_tap": [{"open": spot.page}],
                            }
                        ],
                        "pad": 6,
                    }
                )
            else:
                found.append(
                    {
                        "list_item": spot.title,
                        "text": about,
                        "icon": icons[spot.title],
                        "on_tap": [{"open": spot.page}],
                    }
                )
        return found

    def _searching(self, page: Data) -> list[Data]:
        """A bar that finds settings wherever they stand."""
        if not self._has_search:
            return []
        page.setdefault("vars", {})["query"] = ""
        page["data"] = page["data"].replace("SELECT ", "SELECT trim(:query) <> '' AS is_searching, ", 1)
        spots = list({spot.page: spot for spot in self._spots}.values())
        hits = [(knob.label, spot) for spot in spots for knob in spot.knobs]
        rows = " UNION ALL ".join(
            f"SELECT {quoted(label)} AS hit, {quoted('In ' + spot.title)} AS hit_in, "
            + ", ".join(f"{int(one.page == spot.page)} AS at_{one.page}" for one in spots)
            for label, spot in hits
        )
        tap = [{"open": one.page, "when": f"at_{one.page}"} for one in spots]
        hit = {"list_item": "{hit}", "text": "{hit_in}", "icon": "magnify", "on_tap": tap}
        found = (
            f"SELECT * FROM ({rows}) WHERE trim(:query) <> '' AND instr(folded(hit), folded(trim(:query)))"
        )
        return [{"search_bar": "query", "hint": self._hint}, {"list": found, "each": hit}]

    def _buttons(self) -> list[Data]:
        found: list[Data] = []
        for name, _, label, asks in self._commands:
            done: list[Data] = [
                {"sql": f"UPDATE {self._row.table} SET c_{name} = c_{name} + 1 WHERE {self._row.where}"},
                {"snackbar": "Done"},
            ]
            tap = sure(asks, f"{label}?", "Go ahead", done)
            button = {
                "button": label,
                "style": self._chance.choice(("filled", "tonal", "outlined")),
                "on_tap": tap,
            }
            found.append(
                {
                    "column": [button, {"text": f"{{c_{name}_shown}}", "style": "body_small"}],
                    "pad": 12,
                    "gap": 2,
                }
            )
        return found


def make_fact(name: str, data: Data, chance: random.Random) -> Field:
    """Something a page tells and nobody sets."""
    return Field(
        name,
        data["kind"],
        chance.choice(data["labels"]),
        data["said"],
        tuple(data.get("values", ())),
        data.get("low", 1),
        data.get("high", 20),
        data.get("unit", ""),
    )
