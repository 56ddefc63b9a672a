"""The list of an app that keeps one: rows, cards or tiles, sections, folders; narrowed, sorted, searched.

Invariant: a row says its thing's name as it is kept, so that whoever reads the one finds the other.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import DATE, MONEY, TIME, quoted
from phonebuddy.tasks.invented.narrowing import chips
from phonebuddy.tasks.invented.records.form import Forms
from phonebuddy.tasks.invented.records.places import Places, lines, said
from phonebuddy.tasks.invented.records.plan import Plan
from phonebuddy.tasks.invented.records.thing import ThingPages
from phonebuddy.tasks.invented.sketch import Data

LONGEST_TABS = 4
"""Words that fit beside each other as tabs."""


class ListPages:
    def __init__(self, plan: Plan, forms: Forms, one: ThingPages, places: Places) -> None:
        self._plan, self._forms, self.one, self.places = plan, forms, one, places
        self._table = plan.table

    def section_column(self) -> str:
        return f", {self._plan.section.name} AS section_name" if self._plan.section else ""

    def page(self) -> Data:
        plan = self._plan
        page: Data = {"vars": {"query": "", "only": "All", "by": "Name"}}
        columns = [":only <> 'All' AS is_narrowed"]
        actions = self.places.ways() if not plan.has_folders else []
        body: list[Data] = []
        if plan.search == "icon":
            page["vars"]["looking"] = 0
            columns.append(":looking = 1 AS is_looking")
            actions.insert(
                0,
                {
                    "icon_button": "magnify",
                    "label": "Search",
                    "on_tap": [{"set": {"looking": 1}}, {"focus": "query"}],
                },
            )
        if plan.search in ("page", "module"):
            actions.insert(0, {"icon_button": "magnify", "label": "Search", "on_tap": [{"open": "search"}]})
        if plan.search in ("bar", "icon"):
            body.append(
                {
                    "search_bar": "query",
                    "hint": plan.words["hint"],
                    **({"when": "is_looking"} if plan.search == "icon" else {}),
                }
            )
        if plan.entry in ("sheet", "dialog"):
            page["vars"] |= self._forms.vars()
        if not plan.has_folders:
            self._adding(page, actions, body)
        body += [*self._filters(), *self._sorting(), self._things(), {"space": 88}]
        top: Data = {"top_bar": "{only}" if plan.has_folders else plan.title} | (
            {"leave": "back"} if plan.has_folders else {}
        )
        if plan.deletes_at == "select":
            self._choosing(page, top, columns)
        page |= {"data": "SELECT " + ", ".join(columns), "top": top | {"actions": actions}, "body": body}
        bottom = None if plan.has_folders else self.places.bottom("things")
        return page | ({"bottom": bottom} if bottom else {})

    def _choosing(self, page: Data, top: Data, columns: list[str]) -> None:
        """Several rows are chosen by a long press and taps, then deleted together."""
        plan = self._plan
        chosen = f"(SELECT sum(chosen) FROM {self._table})"
        columns += [f"{chosen} AS num_chosen", f"coalesce({chosen}, 0) = 0 AS none_chosen"]
        clear = {"sql": f"UPDATE {self._table} SET chosen = 0"}
        gone: list[Data] = [{"sql": f"DELETE FROM {self._table} WHERE chosen"}, {"snackbar": "Deleted"}]
        if plan.sub:
            gone.insert(
                0,
                {
                    "sql": (
                        f"DELETE FROM {plan.sub_table} WHERE thing IN (SELECT id FROM "
                        f"{self._table} WHERE chosen)"
                    )
                },
            )
        if plan.asks:
            gone = [
                {
                    "dialog": "Delete what you chose?",
                    "confirm": plan.words["sure"],
                    "danger": True,
                    "on_confirm": gone,
                }
            ]
        button = {"icon_button": "delete-outline", "label": plan.words["delete"], "on_tap": gone}
        top |= {"selected": "{num_chosen}", "on_clear": [clear], "selection_actions": [button]}
        page["on_back"] = [clear | {"when": "num_chosen"}, {"back": None, "when": "none_chosen"}]

    def _adding(self, page: Data, actions: list[Data], body: list[Data]) -> None:
        plan, forms = self._plan, self._forms
        tap = {"page": [{"open": "edit", "with": {"id": 0}}], "wizard": [{"open": "new"}]}.get(plan.entry)
        tap = tap or (forms.new_sheet() if plan.entry == "sheet" else forms.new_dialog())
        label = plan.words["add"]
        if plan.adds_at == "top":
            actions.append({"icon_button": "plus", "label": label, "on_tap": tap})
        elif plan.adds_at == "button":
            body.append(
                {
                    "column": [
                        {"button": label, "icon": "plus", "style": "tonal", "wide": True, "on_tap": tap}
                    ],
                    "pad": 16,
                }
            )
        else:
            words = {"text": label} if plan.adds_at == "wide fab" else {}
            page["floating"] = {"fab": "plus", "label": label, **words, "on_tap": tap}

    def _filters(self) -> list[Data]:
        plan = self._plan
        if plan.filter is None or plan.has_folders:
            return []
        options = ["All", *plan.filter.values]
        if plan.filter_at == "tabs" and len(options) <= LONGEST_TABS:
            return [{"tabs": "only", "options": {one: one for one in options}}]
        if plan.filter_at in ("menu", "sheet"):
            return [self._chooser(plan.words["filter"], "only", "filter-variant", options, plan.filter_at)]
        return [chips(options)]

    def _chooser(self, label: str, var: str, icon: str, options: list[str], way: str) -> Data:
        if way == "menu":
            tap: list[Data] = [
                {"menu": [{"menu_item": one, "on_tap": [{"set": {var: one}}]} for one in options]}
            ]
        else:
            tap = [
                {
                    "sheet": label,
                    "body": [
                        {"list_item": one, "on_tap": [{"set": {var: one}}, {"dismiss": None}]}
                        for one in options
                    ],
                }
            ]
        now = {"text": f"{{{var}}}", "style": "label", "color": "on_surface_variant"}
        return {
            "row": [{"button": label, "icon": icon, "style": "text", "on_tap": tap}, now],
            "gap": 8,
            "pad": 8,
        }

    def sort_options(self) -> dict[str, str]:
        """What can be sorted by, with its SQL; the first is how it starts."""
        found = {"Name": ""}
        for one in self._plan.sorts:
            low, high = {
                MONEY: ("lowest", "highest"),
                DATE: ("earliest", "latest"),
                TIME: ("earliest", "latest"),
            }.get(one.kind, ("lowest", "highest"))
            found |= {f"{one.label}: {low} first": one.name, f"{one.label}: {high} first": f"-{one.name}"}
        return found

    def _sorting(self) -> list[Data]:
        plan, options = self._plan, list(self.sort_options())
        if not plan.sorts:
            return []
        return [
            self._chooser(
                plan.words["sort"], "by", "sort", options, "menu" if plan.sort_at == "menu" else "sheet"
            )
        ]

    def _order(self) -> str:
        cases = [f"WHEN {quoted(label)} THEN {sql}" for label, sql in self.sort_options().items() if sql]
        return f"CASE :by {' '.join(cases)} ELSE 0 END, {self._plan.order}" if cases else self._plan.order

    def _rows(self) -> str:
        plan = self._plan
        where = ["(trim(:query) = '' OR instr(folded(name), folded(trim(:query))))"]
        if plan.filter is not None:
            where.append(f"(:only = 'All' OR {plan.filter.name} = :only)")
        chosen = (
            f", chosen, (SELECT sum(chosen) FROM {self._table}) AS choosing"
            if plan.deletes_at == "select"
            else ""
        )
        columns = (
            f"id, name AS thing_name, marked, {said(self._plan)}{self.section_column()}{self._star()}{chosen}"
        )
        return f"SELECT {columns} FROM {self._table} WHERE {' AND '.join(where)} ORDER BY {self._order()}"

    def _star(self) -> str:
        if not self._plan.mark:
            return ""
        label = self._plan.mark["label"]
        sign = "iif(marked, 'star', 'star-outline') AS star_icon"
        return (
            f", {sign}, iif(marked, {quoted('Not ' + label.lower())}, {quoted(label)}) || "
            f"': ' || name AS star_label, iif(marked, {quoted('Not ' + label.lower())}, "
            f"{quoted(label)}) AS mark_label"
        )

    def _things(self) -> Data:
        plan = self._plan
        if plan.listing == "grid":
            return {
                "column": [
                    {
                        "grid": self._rows(),
                        "columns": 2,
                        "gap": 12,
                        "each": self._tile(),
                        "empty": plan.words["empty"],
                    }
                ],
                "pad": 16,
            }
        made: Data = {
            "list": self._rows(),
            "each": self._row() if plan.listing == "rows" else self._card(),
            "empty": plan.words["empty"],
        }
        if plan.section:
            made |= {"section": "section_name", "header": {"header": "{section_name}"}}
        return made if plan.listing == "rows" else {"column": [made | {"gap": 10}], "pad": 16}

    def _touches(self) -> Data:
        plan = self._plan
        tap = {"open": "thing" if plan.opens == "detail" else "edit", "with": {"id": "{id}"}}
        found: Data = {"on_tap": [tap]}
        if plan.deletes_at == "select":
            choose = {"sql": f"UPDATE {self._table} SET chosen = NOT chosen WHERE id = :id"}
            return {
                "selected": "{chosen}",
                "on_long_press": [choose],
                "on_tap": [choose | {"when": "choosing"}, tap | {"unless": "choosing"}],
            }
        if plan.deletes_at == "swipe":
            found["on_swipe_left"] = self.one.delete(leaves=False)
        if plan.deletes_at == "hold":
            found["on_long_press"] = self._held(plan.hold_shows)
        return found

    def _held(self, way: str) -> list[Data]:
        """What can be done with a row without opening it."""
        plan = self._plan
        items: list[tuple[str, list[Data]]] = []
        if plan.mark and plan.mark_at == "hold":
            items.append(
                ("{mark_label}", [{"sql": f"UPDATE {self._table} SET marked = NOT marked WHERE id = :id"}])
            )
        items.append((plan.words["delete"], self.one.delete(leaves=False)))
        if way == "menu":
            return [{"menu": [{"menu_item": label, "on_tap": tap} for label, tap in items]}]
        return [
            {
                "sheet": "{thing_name}",
                "body": [{"list_item": label, "on_tap": [{"dismiss": None}, *tap]} for label, tap in items],
            }
        ]

    def led(self) -> Data:
        """What stands before the words of a row, and behind them."""
        plan = self._plan
        found: Data = {}
        if plan.mark and plan.mark_at == "row":
            flip = [{"sql": f"UPDATE {self._table} SET marked = :value WHERE id = :id"}]
            found = {
                "leading": {
                    "checkbox": "{marked}",
                    "description": f"{plan.mark['label']}: {{thing_name}}",
                    "on_change": flip,
                }
            }
        elif plan.leading == "icon":
            found = {"icon": plan.data["icon"]}
        elif plan.leading == "avatar":
            found = {"avatar": "{thing_name}"}
        elif plan.leading == "picture":
            found = {
                "leading": {
                    "image": plan.data.get("picture", "abstract"),
                    "seed": "{thing_name}",
                    "width": 44,
                    "height": 44,
                    "radius": 8,
                }
            }
        return found

    def _trailing(self) -> Data | None:
        plan = self._plan
        if plan.deletes_at == "row menu":
            return {
                "icon_button": "dots-vertical",
                "label": "Options for {thing_name}",
                "on_tap": self._held("menu"),
            }
        if plan.mark and plan.mark_at == "star":
            flip = [{"sql": f"UPDATE {self._table} SET marked = NOT marked WHERE id = :id"}]
            return {"icon_button": "{star_icon}", "label": "{star_label}", "on_tap": flip}
        return None

    def _row(self) -> Data:
        behind = self._trailing()
        return {
            **lines(self._plan),
            **self.led(),
            **self._touches(),
            **({"trailing": behind} if behind else {}),
        }

    def _card(self) -> Data:
        plan = self._plan
        words = {
            "column": [
                {"text": "{thing_name}", "style": "title"},
                {"text": "{about}", "color": "on_surface_variant"},
            ],
            "grow": 1,
            "gap": 2,
        }
        parts: list[Data] = [words]
        before, behind = self.led(), self._trailing()
        if "leading" in before:
            parts.insert(0, before["leading"])
        if behind:
            parts.append(behind)
        style = "outlined" if plan.leading == "none" else "filled"
        return {"card": [{"row": parts, "gap": 12}], "style": style, "pad": 14, **self._touches()}

    def _tile(self) -> Data:
        plan = self._plan
        parts: list[Data] = [
            {"text": "{thing_name}", "style": "title"},
            {"text": "{about}", "lines": 2, "color": "on_surface_variant"},
        ]
        if plan.leading in ("picture", "avatar"):
            parts.insert(
                0,
                {
                    "image": plan.data.get("picture", "abstract"),
                    "seed": "{thing_name}",
                    "height": 84,
                    "radius": 10,
                },
            )
        behind = self._trailing()
        if behind:
            parts.append(behind)
        return {"card": parts, "pad": 12, "gap": 4, **self._touches()}

    def folders(self) -> Data:
        plan = self._plan
        assert plan.filter is not None, "folders are those of a choice"
        values = " UNION ALL ".join(f"SELECT {quoted(one)} AS folder" for one in plan.filter.values)
        rows = (
            f"SELECT folder, (SELECT count(*) FROM {self._table} WHERE {plan.filter.name} = "
            f"folder) AS num_in FROM ({values})"
        )
        go = [{"open": "things", "with": {"only": "{folder}"}}]
        every = {
            "list_item": plan.words["all"],
            "icon": plan.data["icon"],
            "meta": "{num_all}",
            "on_tap": [{"open": "things", "with": {"only": "All"}}],
        }
        folders: Data = {
            "list": rows,
            "each": {"list_item": "{folder}", "icon": "folder-outline", "meta": "{num_in}", "on_tap": go},
        }
        if plan.listing == "grid":
            card = {
                "card": [
                    {"icon": "folder-outline", "size": 28},
                    {"text": "{folder}", "style": "title"},
                    {"text": "{num_in}"},
                ],
                "pad": 14,
                "on_tap": go,
            }
            folders = {"column": [{"grid": rows, "columns": 2, "gap": 12, "each": card}], "pad": 16}
        actions, body = self.places.ways(), [every, {"header": plan.filter.label}, folders, {"space": 88}]
        page: Data = {"data": f"SELECT count(*) AS num_all FROM {self._table}"}
        self._adding(page, actions, body)
        page |= {"top": {"top_bar": plan.title, "actions": actions}, "body": body}
        bottom = self.places.bottom("things")
        return page | ({"bottom": bottom} if bottom else {})

    def search_module(self) -> Data:
        """What the module `search` needs: a page that remembers what was looked for."""
        plan = self._plan
        about = plan.shown[0].shown()
        shown = f"id, name AS title, {about} AS text, {quoted(plan.data['icon'])} AS sign, name AS words"
        rows = f"SELECT {shown} FROM {self._table}"
        tap = {"open": "thing" if plan.opens == "detail" else "edit", "with": {"id": "{id}"}}
        return {"rows": rows, "hint": plan.words["hint"], "on_choose": [tap]}

    def search_page(self) -> Data:
        plan = self._plan
        rows = (
            f"SELECT id, name AS thing_name, {said(self._plan)} FROM {self._table} WHERE "
            "trim(:query) <> '' AND instr(folded(name), folded(trim(:query))) ORDER BY "
            "name"
        )
        each = {
            "list_item": "{thing_name}",
            "text": "{about}",
            "on_tap": [{"open": "thing" if plan.opens == "detail" else "edit", "with": {"id": "{id}"}}],
        }
        body = [
            {"search_bar": "query", "hint": plan.words["hint"]},
            {"list": rows, "each": each, "empty": "Type what you are looking for"},
        ]
        return {
            "vars": {"query": ""},
            "top": {"top_bar": "Search", "leave": "back"},
            "body": body,
            "on_open": [{"focus": "query"}],
        }
