"""Pages of a Chinese app: the list, a thing, settings, and the ways between them.

Invariant: a row says its thing's name and, below, two facts that tell it from its twin.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.zh.forms import Forms
from phonebuddy.tasks.invented.zh.plan import Knob, Offer, Plan

HOME, THING, SETTINGS = "home", "thing", "settings"
ICONS = {HOME: "home-outline", SETTINGS: "cog-outline"}


def about(plan: Plan) -> str:
    """SQL for the second line of a row."""
    return " || ' · ' || ".join(one.shown(f"i.{one.field.name}") for one in plan.row_facts)


class Pages:
    def __init__(self, plan: Plan) -> None:
        self._plan, self._forms = plan, Forms(plan)

    def all(self) -> Data:
        found = {HOME: self._home(), THING: self._thing(), SETTINGS: self._settings()}
        return found | self._forms.pages()

    # -- ways between them -----------------------------------------------------------------------------

    def _items(self, way: str) -> list[Data]:
        return [
            {"nav_item": self._plan.words[page], "value": page, "icon": ICONS[page], "on_tap": [{way: page}]}
            for page in (HOME, SETTINGS)
        ]

    def _ways(self) -> list[Data]:
        plan = self._plan
        if plan.nav == "drawer":
            items = self._items("open")
            items[0]["on_tap"] = [{"dismiss": None}]
            drawer = {"drawer": plan.title, "current": HOME, "items": items}
            return [{"icon_button": "menu", "label": plan.words["menu"], "on_tap": [drawer]}]
        if plan.nav == "overflow":
            rows = [{"menu_item": plan.words[SETTINGS], "on_tap": [{"open": SETTINGS}]}]
            return [{"icon_button": "dots-vertical", "label": plan.words["more"], "on_tap": [{"menu": rows}]}]
        return []

    def _frame(self, page: str, top: Data, body: list[Data]) -> Data:
        found: Data = {"top": top, "body": [*body, {"space": 64}]}
        if self._plan.nav == "bottom":
            return found | {"bottom": {"bottom_nav": page, "items": self._items("replace")}}
        if page != HOME:
            top["leave"] = "back"
        return found

    # -- the list --------------------------------------------------------------------------------------

    def _home(self) -> Data:
        plan = self._plan
        top: Data = {"top_bar": plan.title}
        actions, body = self._ways(), [self._rows()]
        page: Data = {}
        if plan.has_search:
            page["vars"] = {"query": ""}
            body = [{"search_bar": "query", "hint": plan.words["search"]}, *body]
        if plan.nav == "links":
            link = {
                "list_item": plan.words[SETTINGS],
                "icon": ICONS[SETTINGS],
                "on_tap": [{"open": SETTINGS}],
            }
            body = [link, {"divider": None}, *body]
        if plan.is_own:
            label, opened = plan.words["add"], [{"open": "edit", "with": {"id": 0}}]
            if plan.add_at == "fab":
                page["floating"] = {"fab": "plus", "label": label, "on_tap": opened}
            elif plan.add_at == "top":
                actions = [{"icon_button": "plus", "label": label, "on_tap": opened}, *actions]
            else:
                body = [{"list_item": label, "icon": "plus", "on_tap": opened}, *body]
        if actions:
            top["actions"] = actions
        return self._frame(HOME, top, body) | page

    def _rows(self) -> Data:
        plan = self._plan
        sql = f"SELECT i.id AS id, i.name AS thing_name, {about(plan)} AS about FROM {plan.table} i"
        if plan.has_search:
            sql += " WHERE instr(i.name, trim(:query)) > 0"
        made: Data = {
            "list": f"{sql} ORDER BY {plan.sorting}",
            "each": self._row(),
            "empty": plan.words["empty"],
        }
        return made if plan.listing == "rows" else {"column": [made | {"gap": 10}], "pad": 12}

    def _row(self) -> Data:
        plan = self._plan
        tap: Data = {"on_tap": [{"open": THING, "with": {"id": "{id}"}}]}
        if plan.listing == "cards":
            lines = [{"text": "{thing_name}", "style": "title"}, {"text": "{about}", "style": "body_small"}]
            return {"card": lines, **tap}
        leads: Data = {"none": {}, "icon": {"icon": plan.data["icon"]}, "avatar": {"avatar": "{thing_name}"}}
        return {"list_item": "{thing_name}", "text": "{about}", **tap, **leads[plan.leading]}

    # -- a thing ---------------------------------------------------------------------------------------

    def _thing(self) -> Data:
        plan = self._plan
        columns = [f"{one.shown(one.field.name)} AS fact_{at}" for at, one in enumerate(plan.facts)]
        columns += [f"is_{one.name}, NOT is_{one.name} AS not_{one.name}" for one in plan.offers if one.undo]
        where = "meta" if plan.fact_style == "meta" else "text"
        body: list[Data] = [
            {"list_item": one.label, where: f"{{fact_{at}}}"} for at, one in enumerate(plan.facts)
        ]
        top: Data = {"top_bar": "{thing_name}", "leave": "back"}
        actions, buttons = self._deeds()
        for button, is_top in self._forms.openers():
            (actions if is_top else buttons).append(button)
        if actions:
            top["actions"] = actions
        if buttons:
            body.append({"column": buttons, "pad": 16, "gap": 10})
        body += self._forms.talk_here()
        sql = f"SELECT name AS thing_name, {', '.join(columns)} FROM {plan.table} WHERE id = :id"
        return {"params": ["id"], "vars": self._forms.talk_vars(), "data": sql, "top": top, "body": body}

    def _deeds(self) -> tuple[list[Data], list[Data]]:
        """In the bar, and below the facts."""
        plan = self._plan
        if plan.deeds_at == "buttons":
            shown = [(label, done, when) for one in plan.offers for label, done, when in self._both(one)]
            return [], [{"button": a, "style": "tonal", "wide": True, "on_tap": b, **c} for a, b, c in shown]
        if plan.deeds_at == "icons":
            return [
                {"icon_button": one.icon, "label": label, "on_tap": done, **when}
                for one in plan.offers
                for label, done, when in self._both(one)
            ], []
        items = [
            {"menu_item": label, "on_tap": done, **when}
            for one in plan.offers
            for label, done, when in self._both(one)
        ]
        more = {"icon_button": "dots-vertical", "label": plan.words["more"], "on_tap": [{"menu": items}]}
        return [more], []

    def _both(self, offer: Offer) -> list[tuple[str, list[Data], Data]]:
        """The button that does it and the one that takes it back, of which one is there."""
        plan = self._plan
        if not offer.undo:
            gone: list[Data] = [{"sql": f"DELETE FROM {plan.table} WHERE id = :id"}, {"back": None}]
            return [(offer.label, self._asked(offer, gone), {})]
        column = f"is_{offer.name}"
        done, undone = (
            [{"sql": f"UPDATE {plan.table} SET {column} = {value} WHERE id = :id"}] for value in (1, 0)
        )
        return [
            (offer.label, self._asked(offer, done), {"when": f"not_{offer.name}"}),
            (offer.undo, undone, {"when": column}),
        ]

    def _asked(self, offer: Offer, done: list[Data]) -> list[Data]:
        if not offer.asks:
            return done
        return [{"dialog": f"{offer.label}？", "confirm": self._plan.words["sure"], "on_confirm": done}]

    # -- settings --------------------------------------------------------------------------------------

    def _settings(self) -> Data:
        plan = self._plan
        columns = ", ".join(knob.column for knob in plan.knobs)
        page = self._frame(
            SETTINGS, {"top_bar": plan.words[SETTINGS]}, [self._knob(one) for one in plan.knobs]
        )
        return page | {"data": f"SELECT {columns} FROM {plan.prefs} WHERE id = 1"}

    def _knob(self, knob: Knob) -> Data:
        update = f"UPDATE {self._plan.prefs} SET {knob.column} = "
        if not knob.options:
            change = [{"sql": f"{update}:value WHERE id = 1"}]
            switch = {"switch": f"{{{knob.column}}}", "description": knob.label, "on_change": change}
            return {"list_item": knob.label, "trailing": switch}
        chosen = [(one, {"sql": f"{update}{quoted(one)} WHERE id = 1"}) for one in knob.options]
        if knob.style == "sheet":
            rows = [{"list_item": one, "on_tap": [done, {"dismiss": None}]} for one, done in chosen]
            tap: Data = {"sheet": knob.label, "body": rows}
        else:
            tap = {"menu": [{"menu_item": one, "on_tap": [done]} for one, done in chosen]}
        return {"list_item": knob.label, "text": f"{{{knob.column}}}", "on_tap": [tap]}
