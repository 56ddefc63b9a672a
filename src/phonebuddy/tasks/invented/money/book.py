"""Money book: the pages for one kind of thing with an amount: pots, invoices, meters, prices, payees.

A list, a page for one of them, forms to add and change, and acts such as paying in. Invariant: pages go by
what the shape has drawn and draw nothing themselves.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import DATE, TEXT, Field, quoted
from phonebuddy.tasks.invented.money.shape import SORTS, Shape
from phonebuddy.tasks.invented.sketch import Data, Gold

_SIDES = ("All", "Up", "Down")


class Book(Shape):
    """With its pages."""

    def build(self) -> None:
        """Its tables, rows and pages into the app."""
        columns = ["id INTEGER PRIMARY KEY", "name TEXT NOT NULL", *(one.column for one in self.every)]
        columns += [] if self.amount else ["cents INTEGER NOT NULL DEFAULT 0"]
        columns += ["marked INTEGER NOT NULL DEFAULT 0", "acted INTEGER NOT NULL DEFAULT 0"]
        self.kit.tables.append(f"CREATE TABLE {self.table} (\n  " + ",\n  ".join(columns) + "\n);")
        self.kit.content[self.table] = self.rows
        if self.has_lines:
            self.kit.tables.append(
                f"CREATE TABLE {self.lines} (\n  id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, at "
                f"INTEGER NOT NULL, "
                "what TEXT NOT NULL, cents INTEGER NOT NULL\n);"
            )
            self.kit.content[self.lines] = [
                line for owner in range(1, len(self.rows) + 1) for line in self._lines_of(owner)
            ]
        pages = self.kit.pages
        pages |= {act.form.page: act.form.made() for act in self.acts if act.form and not act.form.is_over}
        if self.made_by == "records":
            self.kit.modules[self.key] = self._records()
            return
        if self.made_by == "filters":
            self.kit.modules[self.key] = self._narrowed()
        else:
            pages[self.key] = self._list_page()
        pages[f"{self.key}_one"] = self._one_page()
        if self.grows:
            pages[f"{self.key}_new"] = self.new_form.made()
        if self.edits and self.edits_by == "page":
            pages[f"{self.key}_edit"] = self.edit_form.made()

    # -- shared modules -------------------------------------------------------------------------------------

    def _records(self) -> Data:
        """The parameters of the module `records`."""
        fields = [self.named, *self.entered]
        names = ["name", *(one.name for one in self.every if one in self.entered)]
        kept = ["trim(:name)", *(one.kept() for one in self.entered)]
        raws = [f"{one.name} AS {one.name}_raw" for one in self.every]
        shown = [f"{one.shown()} AS {one.name}_shown" for one in self.every]
        olds = [f"{one.for_form()} AS {one.name}" for one in self.entered]
        bar, buttons = self._placed_actions()
        placed = self.kit.placed({"body": []}, self.key, self._place_title, [])
        every = ", ".join(one.name for one in self.every)
        found: Data = {
            "module": "records",
            "title": placed["top"]["top_bar"],
            "rows": f"{self._rows('1', 'name')}",
            "each": {key: value for key, value in self._thing().items() if not key.startswith("on_")},
            "data": f"SELECT name, name AS thing_name, marked, {', '.join([*raws, *shown, *olds])} "
            f"FROM {self.table} WHERE id = :id",
            "share": "{thing_name}",
            "one": "{thing_name}",
            "more": [*self._mark_icons(), *bar],
            "detail": [*self._facts(), *self._mark_switch(), *buttons, *self._below()],
            "vars": {one.name: one.first for one in fields},
            "fields": [widget for one in fields for widget in one.widgets()],
            "problem": "SELECT CASE WHEN trim(:name) = '' THEN 'Enter a name' ELSE '' END",
            "save": [
                {
                    "sql": f"INSERT INTO {self.table} (id, {', '.join(names)}) VALUES (nullif(:id, "
                    f"0), {', '.join(kept)}) "
                    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{one} = excluded.{one}' for one in names)}"
                }
            ],
            "remove": [{"sql": f"DELETE FROM {self.table} WHERE id = :id"}],
            "restore": [
                {
                    "sql": f"INSERT INTO {self.table} (id, name, marked, {every}) VALUES (:id, "
                    f":name, :marked, {', '.join(f':{one.name}_raw' for one in self.every)})"
                }
            ],
        }
        found |= {"actions": placed["top"]["actions"]} if placed["top"]["actions"] else {}
        found |= {"above": placed["body"]} if placed["body"] else {}
        return found | ({"bottom": placed["bottom"]} if "bottom" in placed else {})

    def _narrowed(self) -> Data:
        """The parameters of the module `filters`."""
        assert self.filter is not None and self.amount is not None
        about = " || ' · ' || ".join(one.shown() for one in self.about) or "''"
        placed = self.kit.placed({"body": []}, self.key, self._place_title, self._list_tools({"vars": {}}))
        found: Data = {
            "module": "filters",
            "title": placed["top"]["top_bar"],
            "leave": placed["top"].get("leave", "none"),
            "rated": False,
            "rows": f"SELECT id, name AS title, {about} AS text, {self.filter.name} AS kind, cents, "
            f"0 AS stars, name AS words FROM {self.table}",
            "sorts": "SELECT 'name' AS sort_id, 'By name' AS sort_words UNION ALL SELECT 'most', "
            "'Highest first' UNION ALL SELECT 'least', 'Lowest first'",
            "order": "CASE :sort WHEN 'most' THEN -cents WHEN 'least' THEN cents ELSE 0 END, title",
            "each": {"list_item": "{title}", "text": "{text}", "meta": "{cents_text}"},
            "on_choose": [{"open": f"{self.key}_one", "with": {"id": "{id}"}}],
        }
        found |= {"actions": placed["top"]["actions"]} if placed["top"]["actions"] else {}
        return found | ({"bottom": placed["bottom"]} if "bottom" in placed else {})

    # -- the list -------------------------------------------------------------------------------------------

    def _list_page(self) -> Data:
        variables: Data = {"query": "", "only": "All", "by": "Name", "looking": 0}
        page: Data = {"vars": variables, "body": []}
        page["data"] = (
            f"SELECT :looking = 1 AS is_looking, ({self._count()}) AS num_shown, ({self._sum()}) AS total"
        )
        actions, body = self._list_tools(page), page["body"]
        if self.has_total:
            body.append(
                {
                    "column": [
                        {
                            "card": [
                                {"text": self.total, "style": "label"},
                                {"text": "{total}", "style": "headline"},
                            ],
                            "pad": 16,
                        }
                    ],
                    "pad": 12,
                }
            )
        if self.search == "bar":
            body.append({"search_bar": "query", "hint": self.hint})
        if self.search == "icon":
            body.append({"search_bar": "query", "hint": "Search", "when": "is_looking"})
        body += self._filters()
        body.append({"text": f"{{num_shown}} {self.plural}", "style": "label", "pad": 16, "gap": 4})
        if self.grows and self.adds_at == "page":
            body.append(
                {
                    "column": [
                        {
                            "button": self.add,
                            "icon": "plus",
                            "style": "tonal",
                            "on_tap": [{"open": f"{self.key}_new"}],
                        }
                    ],
                    "pad": 12,
                }
            )
        body += [self._things(), {"space": 88}]
        return self.kit.placed(page, self.key, self._place_title, actions)

    @property
    def _place_title(self) -> str:
        return next(title for page, title, _ in self.kit.places if page == self.key)

    def _list_tools(self, page: Data) -> list[Data]:
        actions: list[Data] = []
        opened = [{"open": f"{self.key}_new"}]
        if self.search == "icon":
            look = [{"set": {"looking": 1}}, {"focus": "query"}]
            actions.append({"icon_button": "magnify", "label": "Search", "on_tap": look})
        if self.is_sorted:
            items = [{"menu_item": one, "on_tap": [{"set": {"by": one}}]} for one in SORTS]
            actions.append({"icon_button": "sort", "label": "Sort", "on_tap": [{"menu": items}]})
        if self.grows and self.adds_at == "fab":
            page["floating"] = {"fab": "plus", "label": self.add, "on_tap": opened}
        if self.grows and self.adds_at == "top":
            actions.append({"icon_button": "plus", "label": self.add, "on_tap": opened})
        return actions

    def _filters(self) -> list[Data]:
        if self.filter is None:
            return []
        options = ["All", *self.filter.values]
        if not self._is_short(options):
            items = [{"menu_item": one, "on_tap": [{"set": {"only": one}}]} for one in options]
            return [
                {
                    "list_item": self.filter.label,
                    "text": "{only}",
                    "icon": "filter-variant",
                    "on_tap": [{"menu": items}],
                }
            ]
        if self.filter_as == "chips":
            values = " UNION ALL ".join(f"SELECT {quoted(one)} AS chip_name" for one in options)
            rows = f"SELECT chip_name, chip_name = :only AS chip_chosen FROM ({values})"
            each = {
                "chip": "{chip_name}",
                "selected": "{chip_chosen}",
                "on_tap": [{"set": {"only": "{chip_name}"}}],
            }
            return [{"strip": rows, "pad": 16, "each": each}]
        shown: Data = {self.filter_as: "only", "options": {one: one for one in options}}
        return [shown if self.filter_as == "tabs" else {"column": [shown], "pad": 12}]

    def _is_short(self, options: list[str]) -> bool:
        """Whether they fit beside each other."""
        return len(options) <= 4 and sum(map(len, options)) < 28

    def to_filter(self, slot: str) -> Gold:
        """To those that have a value."""
        assert self.filter is not None
        if self.made_by == "filters":
            return [{"tap": "Filters"}, {"tap": f"{{{slot}}}"}, {"tap": "Show results"}]
        if self._is_short(["All", *self.filter.values]):
            return [{"tap": f"{{{slot}}}"}]
        return [{"tap": self.filter.label}, {"tap": f"{{{slot}}}"}]

    @property
    def counted(self) -> str:
        """A pattern for how many the list says there are."""
        return r"(\d+) results?" if self.made_by == "filters" else rf"(\d+) {self.plural}"

    def _where(self) -> str:
        where = ["(trim(:query) = '' OR instr(folded(name), folded(trim(:query))))"]
        if self.filter is not None:
            where.append(f"(:only = 'All' OR {self.filter.name} = :only)")
        return " AND ".join(where)

    def _count(self) -> str:
        return f"SELECT count(*) FROM {self.table} WHERE {self._where()}"

    def _sum(self) -> str:
        if not self.amount:
            return "SELECT ''"
        shown = self.amount.shown("coalesce(sum(cents), 0)")
        return f"SELECT {shown} FROM {self.table} WHERE {self._where()}"

    def _rows(self, where: str, order: str) -> str:
        about = " || ' · ' || ".join(one.shown() for one in self.about) or "''"
        amount = self.amount.shown() if self.amount else "''"
        part = f"{self.section.name} AS part, " if self.section else ""
        return (
            f"SELECT id, name AS thing_name, name AS words, marked, {part}{amount} AS amount, "
            f"{about} AS about FROM {self.table} "
            f"WHERE {where} ORDER BY {order}"
        )

    def _things(self) -> Data:
        first = f"{self.section.name}, " if self.layout == "sections" and self.section else ""
        order = (
            "CASE :by "
            + " ".join(f"WHEN '{one}' THEN row_number() OVER (ORDER BY {sql})" for one, sql in SORTS.items())
            + " END"
        )
        rows = self._rows(self._where(), first + (order if self.is_sorted else "name"))
        found: Data = {"list": rows, "each": self._thing(), "empty": "Nothing here"}
        if self.layout == "sections" and self.section:
            found |= {"section": "part", "header": {"header": "{part}"}}
        if self.layout == "cards":
            return {"column": [found | {"gap": 10}], "pad": 12}
        if self.layout == "grid":
            grid = {"grid": rows, "each": found["each"], "columns": 2, "gap": 10, "empty": "Nothing here"}
            return {"column": [grid], "pad": 12}
        return found

    def _thing(self) -> Data:
        tap: Data = {"on_tap": [{"open": f"{self.key}_one", "with": {"id": "{id}"}}]}
        if self.tools_at == "hold":
            items = [{"menu_item": label, "on_tap": do} for label, _, do in self._tools(is_row=True)]
            tap |= {"on_long_press": [{"menu": items}]} if items else {}
        if self.swipes and self.grows:
            tap |= {"on_swipe_left": self._tools(is_row=True)[-1][2]}
        flip = [{"sql": f"UPDATE {self.table} SET marked = :value WHERE id = :id"}]
        name: Data = {"text": "{thing_name}", "style": "title"}
        if self.layout == "grid":
            return {
                "card": [
                    name,
                    {"text": "{amount}", "style": "title_large"},
                    {"text": "{about}", "style": "body_small"},
                ],
                "pad": 12,
                "gap": 4,
                **tap,
            }
        if self.layout == "cards":
            head = [{**name, "grow": 1}, {"text": "{amount}", "style": "title"}]
            return {
                "card": [{"row": head, "gap": 8}, {"text": "{about}", "style": "body_small"}],
                "style": "outlined",
                "pad": 14,
                "gap": 4,
                **tap,
            }
        row: Data = {"list_item": "{thing_name}", "text": "{about}", "meta": "{amount}", **tap}
        if self.mark and self.is_marked_in_row:
            described = {"description": f"{self.mark['label']}: {{thing_name}}", "on_change": flip}
            row["trailing"] = {"switch": "{marked}", **described}
            del row["meta"]
            row["overline"] = "{amount}" if self.amount else ""
        else:
            row |= {"avatar": "{thing_name}"} if self.data.get("people") else {"icon": self.data["icon"]}
        if self.beside:
            row["trailing"] = {"button": self.beside.label, "style": "tonal", "on_tap": self.beside.effects()}
            row["overline"] = row.pop("meta") if self.amount else ""
        return row

    # -- the page of one ------------------------------------------------------------------------------------

    def _tools(self, is_row: bool = False) -> list[tuple[str, str, list[Data]]]:
        found: list[tuple[str, str, list[Data]]] = []
        if self.edits and self.edits_by == "page":
            found.append(
                (self.edit, "pencil-outline", [{"open": f"{self.key}_edit", "with": {"id": "{id}"}}])
            )
        if self.grows:
            gone: list[Data] = [{"sql": f"DELETE FROM {self.table} WHERE id = :id"}]
            gone += [] if is_row else [{"back": None}]
            if self.asks:
                text = "{thing_name} will be gone."
                gone = [
                    {
                        "dialog": f"{self.delete}?",
                        "text": text,
                        "confirm": self.sure,
                        "on_confirm": gone,
                        "danger": True,
                    }
                ]
            found.append((self.delete, "delete-outline", gone))
        return found

    def _one_page(self) -> Data:
        shown = [f"{one.shown()} AS {one.name}_shown" for one in self.every]
        olds = (
            [f"{one.for_form()} AS {one.name}_now" for one in self.entered] if self.edits_by == "rows" else []
        )
        forms = [act.form for act in self.acts if act.form and act.form.is_over]
        columns = [
            "name AS thing_name",
            "marked",
            *shown,
            *olds,
            *(part for form in forms for part in form.columns),
        ]
        columns = list(dict.fromkeys(columns))
        variables: Data = {key: value for form in forms for key, value in form.vars.items()}
        if self.edits and self.edits_by == "rows":
            variables |= {one.name: one.first for one in self.entered} | {"name": ""}
        page: Data = {"params": ["id"]} | ({"vars": variables} if variables else {})
        page["data"] = f"SELECT {', '.join(columns)} FROM {self.table} WHERE id = :id"
        actions, buttons = self._placed_actions()
        actions = [*self._mark_icons(), *actions]
        page["top"] = {"top_bar": "{thing_name}", "leave": "back", "actions": actions}
        page["body"] = [*self._facts(), *self._mark_switch(), *buttons, *self._below()]
        return page

    def _placed_actions(self) -> tuple[list[Data], list[Data]]:
        """Those in the bar, and those on the page."""
        tools = self._tools() if self.tools_at != "hold" and self.made_by != "records" else []
        acts = [(act.label, act.icon, act.effects()) for act in self.acts]
        bar: list[Data] = []
        page: list[Data] = []
        inside = {"menu": [], "sheet": []}  # type: dict[str, list[tuple[str, str, list[Data]]]]
        for place, some_of in ((self.acts_at, acts), (self.tools_at, tools)):
            if place in inside:
                inside[place] += some_of
            elif place in ("bar", "icons"):
                bar += [{"icon_button": icon, "label": label, "on_tap": do} for label, icon, do in some_of]
            elif some_of:
                style = "tonal" if place == "row" else "outlined" if some_of is tools else "filled"
                made: list[Data] = [
                    {"button": label, "style": style, "on_tap": do} for label, _, do in some_of
                ]
                page.append(
                    {"row": made, "pad": 16, "gap": 8}
                    if place == "row" and len(made) < 3
                    else {"column": made, "pad": 16, "gap": 8}
                )
        if inside["menu"]:
            items = [{"menu_item": label, "icon": icon, "on_tap": do} for label, icon, do in inside["menu"]]
            bar.append({"icon_button": "dots-vertical", "label": self.more, "on_tap": [{"menu": items}]})
        if inside["sheet"]:
            rows = [
                {"list_item": label, "icon": icon, "on_tap": [{"dismiss": None}, *do]}
                for label, icon, do in inside["sheet"]
            ]
            opened = [{"sheet": "", "body": rows}]
            page.append({"column": [{"button": self.manage, "wide": True, "on_tap": opened}], "pad": 16})
        return bar, page

    def choose(self, label: str, is_act: bool = False) -> Gold:
        """An act, edit or delete, on the page of one thing."""
        place = self.acts_at if is_act else self.tools_at
        return {"menu": [{"tap": self.more}], "sheet": [{"tap": self.manage}]}.get(place, []) + [
            {"tap": label}
        ]

    def _facts(self) -> list[Data]:
        fields = self.every
        found: list[Data] = []
        is_asked = self.edits and self.edits_by == "rows"
        if self.amount and self.facts_as == "hero" and not (is_asked and self.has_entered):
            hero = [
                {"text": "{cents_shown}", "style": "display_small"},
                {"text": self.amount.label, "style": "label"},
            ]
            found.append({"column": [{"card": hero, "pad": 20, "gap": 4}], "pad": 12})
            fields = self.fields
        if is_asked:
            named = {
                "list_item": "{thing_name}",
                "text": self.name_label,
                "on_tap": self._asked_for("name", self.name_label, "thing_name", "trim(:name)"),
            }
            found.append(named)
            return [
                *found,
                *(
                    {"list_item": f"{{{one.name}_shown}}", "text": one.label, **self._touched(one)}
                    for one in fields
                ),
            ]
        if self.facts_as == "pairs":
            pairs = [
                {
                    "row": [
                        {"text": one.label, "color": "on_surface_variant", "grow": 1},
                        {"text": f"{{{one.name}_shown}}"},
                    ],
                    "gap": 8,
                }
                for one in fields
            ]
            return [*found, {"column": pairs, "pad": 16, "gap": 36}]
        return [*found, *({"list_item": f"{{{one.name}_shown}}", "text": one.label} for one in fields)]

    def _touched(self, one: Field) -> Data:
        """What touching a row does, where each detail is changed by itself."""
        if one not in self.entered:
            return {}
        keep = [{"sql": f"UPDATE {self.table} SET {one.name} = {one.kept()} WHERE id = :id"}]
        match one.kind:
            case "date" | "time":
                picker = "date_picker" if one.kind == DATE else "time_picker"
                now = {"set": {one.name: f"{{{one.name}_now}}"}}
                return {"on_tap": [now, {picker: one.name, "title": one.label, "on_pick": keep}]}
            case "choice":
                items = [
                    {
                        "menu_item": value,
                        "on_tap": [
                            {"sql": f"UPDATE {self.table} SET {one.name} = {quoted(value)} WHERE id = :id"}
                        ],
                    }
                    for value in one.values
                ]
                return {"on_tap": [{"menu": items}]}
            case _:
                return {
                    "on_tap": self._asked_for(
                        one.name, one.label, f"{one.name}_now", one.kept(), one.kind != TEXT
                    )
                }

    def _asked_for(self, name: str, label: str, now: str, kept: str, is_number: bool = False) -> list[Data]:
        field: Data = {"field": name, "label": f"{label}:"} | ({"kind": "number"} if is_number else {})
        keep = [{"sql": f"UPDATE {self.table} SET {name} = {kept} WHERE id = :id"}]
        asked: Data = {"dialog": label, "body": [field], "confirm": self.save, "on_confirm": keep}
        return [{"set": {name: f"{{{now}}}"}}, asked]

    def _mark_icons(self) -> list[Data]:
        if not self.mark or self.is_marked_in_row or self.mark_at == "switch":
            return []
        flip = [{"sql": f"UPDATE {self.table} SET marked = NOT marked WHERE id = :id"}]
        on, off = self.data["mark"].get("icons", ("star", "star-outline"))
        return [
            {"icon_button": off, "label": self.mark["label"], "unless": "marked", "on_tap": flip},
            {
                "icon_button": on,
                "label": f"Not {self.mark['label'].lower()}",
                "when": "marked",
                "on_tap": flip,
            },
        ]

    def _mark_switch(self) -> list[Data]:
        if not self.mark or self.is_marked_in_row or self.mark_at != "switch":
            return []
        label = self.mark["label"]
        flip = [{"sql": f"UPDATE {self.table} SET marked = :value WHERE id = :id"}]
        return [
            {"list_item": label, "trailing": {"switch": "{marked}", "description": label, "on_change": flip}}
        ]

    def _below(self) -> list[Data]:
        """What happened to it, under its details or on a page of its own."""
        if not self.has_lines:
            return []
        if self.lines_at == "below":
            return [{"header": self.activity}, *self._listed("1")]
        side = "CASE :side WHEN 'Up' THEN cents >= 0 WHEN 'Down' THEN cents < 0 ELSE 1 END"
        self.kit.pages[f"{self.key}_lines"] = {
            "params": ["id"],
            "vars": {"side": "All"},
            "top": {"top_bar": self.activity, "leave": "back"},
            "body": [{"tabs": "side", "options": {one: one for one in _SIDES}}, *self._listed(side)],
        }
        opened = [{"open": f"{self.key}_lines", "with": {"id": "{id}"}}]
        more = {"icon": "history", "trailing": {"icon": "chevron-right"}, "on_tap": opened}
        return [{"list_item": self.activity, **more}]

    def _listed(self, where: str) -> list[Data]:
        shown = self.amount.shown("abs(cents)") if self.amount else "money(abs(cents))"
        rows = (
            f"SELECT id, what, iif(cents < 0, '-', '') || {shown} AS line_amount, day(at) AS line_day "
            f"FROM {self.lines} WHERE owner = :id AND {where} ORDER BY at DESC, id DESC"
        )
        each = {"list_item": "{what}", "text": "{line_amount} · {line_day}"}
        return [{"list": rows, "each": each, "empty": "Nothing yet"}, {"space": 48}]
