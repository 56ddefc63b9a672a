"""Pages of an app that keeps a list, put together: tables, rows, its own pages or the module `records`.

Invariant: every page that another one leads to is there.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.records.form import NAMELESS, Forms, standing
from phonebuddy.tasks.invented.records.list import ListPages
from phonebuddy.tasks.invented.records.places import Places, lines, said
from phonebuddy.tasks.invented.records.plan import Plan
from phonebuddy.tasks.invented.records.thing import ThingPages
from phonebuddy.tasks.invented.sketch import COLORS, Data


class Pages:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._forms = Forms(plan)
        self._table = plan.table
        self.places = Places(plan)
        self.one = ThingPages(plan, self._forms)
        self.lists = ListPages(plan, self._forms, self.one, self.places)

    def app(self) -> Data:
        plan = self._plan
        made: Data = {
            "title": plan.title,
            "domain": plan.noun,
            "icon": plan.data["icon"],
            "color": plan.chance.choice(COLORS),
        }
        made |= {"start": self.places.start, "schema": self._schema()}
        if plan.is_module:
            made["modules"] = {"things": self._module()}
        elif plan.search == "module":
            made["modules"] = {"search": self.lists.search_module()}
        made["pages"] = self._pages()
        return made

    def looks(self) -> tuple[str, ...]:
        """What merely looking around changes."""
        searched = (f"change {self._plan.name}_search",) if self._plan.search == "module" else ()
        chosen = (f"update {self._table}(chosen)",) if self._plan.deletes_at == "select" else ()
        return (*searched, *chosen)

    def content(self) -> Data:
        plan = self._plan
        found: Data = {plan.table: plan.rows}
        if plan.sub:
            rows = []
            for thing in range(1, len(plan.rows) + 1):
                days = sorted(plan.chance.sample(range(1, 90), plan.chance.randint(0, 3)))
                texts = plan.chance.sample(plan.sub["values"], len(days))
                rows += [
                    {"thing": thing, "at": f"=today() - 86400 * {day}", "text": text}
                    for day, text in zip(days, texts, strict=True)
                ]
            found[plan.sub_table] = rows
        if plan.settings:
            found[f"{plan.name}_choice"] = [{one["key"]: one["value"] for one in plan.settings}]
        return found

    def _schema(self) -> str:
        plan = self._plan
        columns = ["id INTEGER PRIMARY KEY", "name TEXT NOT NULL", *(one.column for one in plan.fields)]
        columns += ["marked INTEGER NOT NULL DEFAULT 0", "acted INTEGER NOT NULL DEFAULT 0"]
        columns += ["chosen INTEGER NOT NULL DEFAULT 0"] if plan.deletes_at == "select" else []
        tables = {plan.table: columns}
        if plan.sub:
            kept = [
                "id INTEGER PRIMARY KEY",
                "thing INTEGER NOT NULL",
                "at INTEGER NOT NULL",
                "text TEXT NOT NULL",
            ]
            tables[plan.sub_table] = kept
        if plan.settings:
            kinds = (
                f"{one['key']} {'TEXT' if 'values' in one else 'INTEGER'} NOT NULL" for one in plan.settings
            )
            tables[f"{plan.name}_choice"] = ["id INTEGER PRIMARY KEY", *kinds]
        return "".join(
            f"CREATE TABLE {name} (\n  " + ",\n  ".join(parts) + "\n);\n" for name, parts in tables.items()
        )

    def _pages(self) -> Data:
        plan = self._plan
        pages: Data = {}
        if plan.has_folders:
            pages["home"] = self.lists.folders()
        if not plan.is_module:
            pages["things"] = self.lists.page()
            if plan.opens == "detail":
                pages["thing"] = self.one.page()
            if plan.editing == "page" or plan.entry == "page":
                pages["edit"] = self._forms.page(self.one.delete(leaves=True))
            if plan.entry == "wizard":
                pages["new"] = self._forms.wizard()
            if plan.search == "page":
                pages["search"] = self.lists.search_page()
        if plan.sub and plan.sub_at == "page":
            pages["item"] = self.one.item_page()
        if plan.sub and plan.subs_apart:
            pages["items"] = self.one.items_page()
        made = {
            "marked": self.places.marked,
            "overview": self.places.overview,
            "settings": self.places.settings,
        }
        return pages | {place: made[place]() for place in plan.places}

    def _module(self) -> Data:
        """Everything the module `records` needs."""
        plan = self._plan
        more: list[Data] = []
        heading = {"text": "{thing_name}", "style": "headline", "pad": 16, "gap": 8}
        module: Data = {
            "module": "records",
            "title": plan.title,
            "each": lines(plan) | self.lists.led(),
            "icon": plan.data["icon"],
            "one": f"{plan.noun[:1].upper()}{plan.noun[1:]}",
            "share": "{name}",
            "vars": {"name": ""} | {one.name: one.first for one in plan.fields},
            "fields": [{"field": "name", "label": plan.words["name"]}, *map(standing, plan.fields)],
            "problem": f"SELECT CASE WHEN trim(:name) = '' THEN '{NAMELESS}' ELSE '' END",
            "save": [self._forms.upsert()],
            "remove": self.one.gone(),
            "detail": [heading, *self.one.facts(), *self.one.mark_and_act(more)],
        } | self._module_queries()
        if plan.section:
            module |= {"section": "section_name", "header": {"header": "{section_name}"}}
        optional = {"more": more, "actions": self.places.ways(), "bottom": self.places.bottom("things")}
        return module | {key: value for key, value in optional.items() if value}

    def _module_queries(self) -> Data:
        """What it shows, and how it puts back what was deleted."""
        plan, table = self._plan, self._table
        columns = ["name", *(one.name for one in plan.fields), "marked", "acted"]
        kept = [":name", *(f":raw_{one.name}" for one in plan.fields), ":marked", ":acted"]
        shown = ["name", "name AS thing_name", "marked", "acted", self.one.acted()]
        for one in plan.fields:
            shown += [f"{one.for_form()} AS {one.name}", f"{one.name} AS raw_{one.name}"]
            shown.append(f"{one.shown()} AS {one.name}_now")
        row = f"id, name AS thing_name, marked, {said(plan)}, name AS words{self.lists.section_column()}"
        back = f"INSERT INTO {table} (id, {', '.join(columns)}) VALUES (:id, {', '.join(kept)})"
        return {
            "rows": f"SELECT {row} FROM {table} ORDER BY {plan.order}",
            "data": f"SELECT {', '.join(shown)} FROM {table} WHERE id = :id",
            "restore": [{"sql": back}],
        }
