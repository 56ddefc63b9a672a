"""Pages of an agenda: the list, the page of one thing, its form, its weekdays.

Invariant: every day and time of the plan stands on the page of a thing beside its label.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.agenda.entry import Entries
from phonebuddy.tasks.invented.agenda.plan import Plan
from phonebuddy.tasks.invented.agenda.week import WeekPart
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import COLORS, Data


class Pages:
    def __init__(self, plan: Plan) -> None:
        self._plan, self._entries, self._week = plan, Entries(plan), WeekPart(plan)

    def app(self) -> Data:
        plan = self._plan
        pages = {"things": self._list(), "thing": self._thing()}
        if plan.editing == "page":
            pages["edit"] = self._entries.page()
        if plan.week_at == "apart":
            pages["week"] = self._week.page()
        return {
            "title": plan.title,
            "domain": plan.noun,
            "icon": plan.data["icon"],
            "color": plan.chance.choice(COLORS),
            "start": "things",
            "schema": self._schema(),
            "pages": pages,
        }

    def _schema(self) -> str:
        plan = self._plan
        own = [key for key in plan.rows[0] if key != "name"]
        columns = ["id INTEGER PRIMARY KEY", "name TEXT NOT NULL"]
        columns += [f"{one} INTEGER NOT NULL DEFAULT 0" for one in own]
        return f"CREATE TABLE {plan.table} (\n  " + ",\n  ".join(columns) + "\n);\n"

    # -- the list --------------------------------------------------------------------------------------

    def _list(self) -> Data:
        plan = self._plan
        where = "WHERE instr(lower(name), lower(trim(:query))) > 0 OR trim(:query) = ''"
        columns = f"id, name, {self._when()} AS row_when"
        rows = f"SELECT {columns} FROM {plan.table} {where} ORDER BY {plan.list_order}"
        search = [{"search_bar": "query", "hint": plan.words["hint"]}] if plan.search == "bar" else []
        listed: Data = {"list": rows, "each": self._row(), "empty": plan.words["empty"]}
        if plan.listing == "cards":
            listed = {"column": [{**listed, "gap": 8}], "pad": 12}
        return {
            "vars": {"query": ""},
            "top": {"top_bar": plan.title},
            "body": [*search, listed, {"space": 88}],
        }

    def _when(self) -> str:
        """SQL for what the list says of a thing's time."""
        plan = self._plan
        if plan.is_held:
            whole = quoted(plan.words["whole"].lower())
            hours = "clock_time(60 * starts) || '–' || clock_time(60 * ends)"
            return f"day(day) || ' · ' || iif(whole, {whole}, {hours})"
        return plan.slots["due"].shown(plan.words["none"])

    def _row(self) -> Data:
        plan = self._plan
        tap = [{"open": "thing", "with": {"id": "{id}"}}]
        if plan.listing == "cards":
            texts = [{"text": "{name}", "style": "title"}, {"text": "{row_when}"}]
            return {"card": [{"column": texts, "gap": 2}], "style": "outlined", "pad": 14, "on_tap": tap}
        leading = {
            "icon": {"icon": plan.data["icon"]},
            "avatar": {"leading": {"avatar": "{name}"}},
            "none": {},
        }[plan.leading]
        return {"list_item": "{name}", "text": "{row_when}", **leading, "on_tap": tap}

    # -- the page of one thing -------------------------------------------------------------------------

    def _thing(self) -> Data:
        plan, entries = self._plan, self._entries
        columns = ["name AS thing_name", *entries.shown_columns(), *self._week.shown_columns()]
        body = [*entries.shown_rows(), *self._week.shown_rows(), *self._buttons(), {"space": 88}]
        return {
            "params": ["id"],
            "vars": {"chosen": 0},
            "data": f"SELECT {', '.join(columns)} FROM {plan.table} WHERE id = :id",
            "top": {"top_bar": "{thing_name}", "leave": "back", "actions": self._bar()},
            "body": body,
        }

    def _edit(self) -> list[Data]:
        return [{"open": "edit", "with": {"id": "{id}"}}]

    def _delete(self) -> list[Data]:
        """Beside what takes a day away: a thing must not go with its deadline."""
        plan = self._plan
        gone = [{"sql": f"DELETE FROM {plan.table} WHERE id = :id"}, {"back": None}]
        ask = {"dialog": f"{plan.words['delete']}?", "confirm": plan.words["sure"], "on_confirm": gone}
        return [ask]

    def _bar(self) -> list[Data]:
        plan = self._plan
        offered = [("delete", plan.deletes_at, "delete-outline", self._delete())]
        if plan.editing == "page":
            offered.insert(0, ("edit", plan.edits_at, "pencil-outline", self._edit()))
        found: list[Data] = [
            {"icon_button": icon, "label": plan.words[word], "on_tap": effects}
            for word, spot, icon, effects in offered
            if spot == "bar"
        ]
        items: list[Data] = [
            {"menu_item": plan.words[word], "on_tap": effects}
            for word, spot, _, effects in offered
            if spot == "menu"
        ]
        items = [*self._entries.menu_items(), *items]
        if items:
            dots = {"icon_button": "dots-vertical", "label": plan.words["more"]}
            found.append({**dots, "on_tap": [{"menu": items}]})
        return found

    def _buttons(self) -> list[Data]:
        plan = self._plan
        found = []
        if plan.editing == "page" and plan.edits_at == "button":
            found.append({"button": plan.words["edit"], "wide": True, "on_tap": self._edit()})
        if plan.deletes_at == "button":
            found.append({"button": plan.words["delete"], "style": "text", "on_tap": self._delete()})
        return [{"column": found, "pad": 16, "gap": 8}] if found else []
