"""The lists of a desk app: its things as rows, cards or tiles, the places of those put away, search.

Invariant: a row says its thing's name as it is kept; a place has one title, on its page and on the way to it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.acting import Acting
from phonebuddy.tasks.invented.desk.parts import Button
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.desk.thing import PICTURE, states
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.narrowing import chips
from phonebuddy.tasks.invented.sketch import Data

PLACE_ICONS = ("archive-outline", "folder-outline", "tray", "inbox-outline")


class ListPages:
    def __init__(self, plan: Plan, acting: Acting) -> None:
        self._plan, self._acting = plan, acting

    def pages(self) -> Data:
        plan = self._plan
        found = {"things": self._first()}
        if plan.nav not in ("tabs", "chips", "none"):
            found |= {f"place_{place}": self._beside(place) for place in plan.places}
        if plan.search == "page":
            found["search"] = self._search()
        return found

    # -- pages -----------------------------------------------------------------------------------------

    def _first(self) -> Data:
        plan = self._plan
        actions: list[Data] = []
        body: list[Data] = []
        if plan.search == "page":
            actions.append({"icon_button": "magnify", "label": "Search", "on_tap": [{"open": "search"}]})
        if plan.search == "bar":
            body.append({"search_bar": "query", "hint": plan.words["hint"]})
        options = [plan.words["here"], *plan.places.values()]
        if plan.nav == "tabs":
            body.append({"tabs": "only", "options": {one: one for one in options}})
        if plan.nav == "chips":
            body.append(chips(options))
        body += [*self._things(self._narrowed()), *self._links(), {"space": 88}]
        actions += self._ways()
        page: Data = {
            "vars": {"query": "", "only": plan.words["here"], "picked": ""},
            "top": {"top_bar": plan.title, "actions": actions},
            "body": body,
        }
        return page | self._bottom("things")

    def _narrowed(self) -> str:
        """SQL for the place that is shown."""
        plan = self._plan
        if plan.nav not in ("tabs", "chips"):
            return "place = ''"
        cases = " ".join(f"WHEN {quoted(label)} THEN {quoted(place)}" for place, label in plan.places.items())
        return f"place = CASE :only {cases} ELSE '' END"

    def _beside(self, place: str) -> Data:
        bottom = self._bottom(f"place_{place}")
        top = {"top_bar": self._plan.places[place]} | ({} if bottom else {"leave": "back"})
        body = [*self._things(f"place = {quoted(place)}"), {"space": 88}]
        return {"vars": {"query": "", "picked": ""}, "top": top, "body": body} | bottom

    def _search(self) -> Data:
        body = [
            {"search_bar": "query", "hint": self._plan.words["hint"]},
            *self._things("trim(:query) <> ''"),
        ]
        return {
            "vars": {"query": "", "picked": ""},
            "top": {"top_bar": "Search", "leave": "back"},
            "body": body,
            "on_open": [{"focus": "query"}],
        }

    # -- ways between them -----------------------------------------------------------------------------

    def _places(self) -> list[tuple[str, str, str]]:
        """Page, title and icon of each place."""
        return [
            (f"place_{place}", label, PLACE_ICONS[at % len(PLACE_ICONS)])
            for at, (place, label) in enumerate(self._plan.places.items())
        ]

    def _bottom(self, current: str) -> Data:
        plan = self._plan
        if plan.nav != "bottom":
            return {}
        places = [("things", plan.words["here"], plan.thing.icon), *self._places()]
        items = [
            {"nav_item": label, "value": page, "icon": icon, "on_tap": [{"replace": page}]}
            for page, label, icon in places
        ]
        return {"bottom": {"bottom_nav": current, "items": items}}

    def _ways(self) -> list[Data]:
        plan = self._plan
        if plan.nav == "drawer":
            items: list[Data] = [
                {"nav_item": label, "value": page, "icon": icon, "on_tap": [{"open": page}]}
                for page, label, icon in self._places()
            ]
            here = {"nav_item": plan.words["here"], "value": "things", "icon": plan.thing.icon}
            items.insert(0, {**here, "on_tap": [{"dismiss": None}]})
            drawer = {"drawer": plan.title, "current": "things", "items": items}
            return [{"icon_button": "menu", "label": plan.words["menu"], "on_tap": [drawer]}]
        if plan.nav == "overflow":
            rows = [{"menu_item": label, "on_tap": [{"open": page}]} for page, label, _ in self._places()]
            return [{"icon_button": "dots-vertical", "label": plan.words["more"], "on_tap": [{"menu": rows}]}]
        return []

    def _links(self) -> list[Data]:
        if self._plan.nav != "links":
            return []
        rows = [
            {
                "list_item": label,
                "icon": icon,
                "trailing": {"icon": "chevron-right"},
                "on_tap": [{"open": page}],
            }
            for page, label, icon in self._places()
        ]
        return [{"divider": None}, *rows]

    # -- things ----------------------------------------------------------------------------------------

    def _rows(self, where: str) -> str:
        plan = self._plan
        shown = plan.shown[:1] if plan.has_meta else plan.shown
        facts = " || ' · ' || ".join(one.shown for one in shown)
        columns = ["id", "name AS thing_name", f"rtrim({facts} || ' · ' || {states(plan)}, ' ·') AS about"]
        columns += [f"{plan.shown[1].shown} AS meta"] if plan.has_meta else []
        for one in self._in_row():
            columns.append(one.column)
            if plan.row_at == "button":
                label = f"iif({one.column}, {quoted(one.undo)}, {quoted(one.label)})"
                columns.append(f"{label} AS row_label")
        wheres = [where, "(trim(:query) = '' OR instr(folded(name), folded(trim(:query))))"]
        rest = f"WHERE {' AND '.join(wheres)} ORDER BY {plan.order}"
        return f"SELECT {', '.join(columns)} FROM {plan.table} {rest}"

    def _things(self, where: str) -> list[Data]:
        plan, rows = self._plan, self._rows(where)
        if plan.listing == "grid":
            grid = {"grid": rows, "columns": 2, "gap": 12, "each": self._tile(), "empty": plan.words["empty"]}
            return [{"column": [grid], "pad": 16}]
        each = self._row() if plan.listing == "rows" else self._card()
        made: Data = {"list": rows, "each": each, "empty": plan.words["empty"]}
        return [made] if plan.listing == "rows" else [{"column": [made | {"gap": 10}], "pad": 16}]

    def _in_row(self) -> list[Button]:
        return [one for one in self._plan.buttons if one.act.name in self._plan.in_row]

    def _touches(self) -> Data:
        found: Data = {"on_tap": [{"open": "thing", "with": {"id": "{id}"}}]}
        if self._plan.row_at == "hold":
            found["on_long_press"] = self._held(self._plan.row_shows)
        return found

    def _held(self, way: str) -> list[Data]:
        """What can be done with a row without opening it."""
        offered = self._acting.offered(self._in_row(), False)
        if way == "menu":
            return [
                {"menu": [{"menu_item": label, "on_tap": tap, **when} for label, _, tap, when in offered]}
            ]
        rows = [
            {"list_item": label, "icon": icon, "on_tap": [{"dismiss": None}, *tap], **when}
            for label, icon, tap, when in offered
        ]
        return [{"sheet": "{thing_name}", "body": rows}]

    def _trailing(self) -> Data | None:
        plan = self._plan
        if plan.row_at == "button":
            return self._row_button(self._in_row()[0])
        if plan.row_at != "menu":
            return None
        label = f"{plan.words['options']} {{thing_name}}"
        return {"icon_button": "dots-vertical", "label": label, "on_tap": self._held("menu")}

    def _row_button(self, one: Button) -> Data:
        """One button, which undoes what was done where that can be."""
        effects = [each | {"unless": one.column} for each in self._acting.done(one, False)]
        if one.undo:
            effects += [each | {"when": one.column} for each in self._acting.undone(one, False)]
        button = {"button": "{row_label}", "description": "{row_label}: {thing_name}", "style": "tonal"}
        return {**button, "on_tap": effects, **({} if one.undo else {"unless": one.column})}

    def _led(self) -> Data:
        match self._plan.leading:
            case "icon":
                return {"icon": self._plan.thing.icon}
            case "avatar":
                return {"avatar": "{thing_name}"}
            case "picture":
                picture = {"image": PICTURE, "seed": "{thing_name}", "width": 44, "height": 44, "radius": 8}
                return {"leading": picture}
            case _:
                return {}

    def _row(self) -> Data:
        behind = self._trailing()
        row = {"list_item": "{thing_name}", "text": "{about}", **self._led(), **self._touches()}
        row |= {"meta": "{meta}"} if self._plan.has_meta else {}
        return row | ({"trailing": behind} if behind else {})

    def _card(self) -> Data:
        words = [
            {"text": "{thing_name}", "style": "title"},
            {"text": "{about}", "color": "on_surface_variant"},
        ]
        parts: list[Data] = [{"column": words, "grow": 1, "gap": 2}]
        before, behind = self._led(), self._trailing()
        if "leading" in before:
            parts.insert(0, before["leading"])
        if behind:
            parts.append(behind)
        style = "outlined" if self._plan.leading == "none" else "filled"
        return {"card": [{"row": parts, "gap": 12}], "style": style, "pad": 14, **self._touches()}

    def _tile(self) -> Data:
        parts: list[Data] = [
            {"text": "{thing_name}", "style": "title"},
            {"text": "{about}", "lines": 2, "color": "on_surface_variant"},
        ]
        if self._plan.leading == "picture":
            parts.insert(0, {"image": PICTURE, "seed": "{thing_name}", "height": 72, "radius": 10})
        behind = self._trailing()
        if behind:
            parts.append(behind)
        return {"card": parts, "pad": 12, "gap": 4, **self._touches()}
