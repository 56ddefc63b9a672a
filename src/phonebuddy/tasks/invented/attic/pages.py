"""Attic pages: the main list, the pages of what was put away, groups, a thing, and the ways between them.

Invariant: a row says its thing's name and, below, what tells it from another of that name.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.attic.acting import Acting, about, stands
from phonebuddy.tasks.invented.attic.plan import GROUP, HERE, Plan
from phonebuddy.tasks.invented.sketch import Data

ICONS = {HERE: "home-outline", "groups": "folder-multiple-outline", "settings": "cog-outline"}
THING = "thing"


def pages_of(plan: Plan) -> Data:
    return _Pages(plan).all()


class _Pages:
    def __init__(self, plan: Plan) -> None:
        self._plan, self._acting = plan, Acting(plan)

    def all(self) -> Data:
        plan = self._plan
        found = {HERE: self._listing(HERE, plan.title), "groups": self._groups()}
        found |= {one.name: self._listing(one.name, one.page) for one in plan.apart}
        found[GROUP] = self._listing(GROUP, "{group_name}") | {"params": ["grp", "group_name"]}
        if plan.is_deep:
            found["settings"] = self._settings()
        if plan.spot in ("page", "swipe"):
            return found | {f"{THING}_{context}": self._thing(context) for context in plan.offers}
        return found | {THING: self._thing("")}

    # -- ways between them -----------------------------------------------------------------------------

    def _title(self, page: str) -> str:
        plan = self._plan
        pages = {one.name: one.page for one in plan.apart} | {HERE: plan.words["home"]}
        return pages.get(page) or plan.words[page]

    def _beside(self) -> list[str]:
        states = [one.name for one in self._plan.apart]
        return ["groups", *(["settings"] if self._plan.is_deep else states)]

    def _icon(self, page: str) -> str:
        return ICONS.get(page) or next(one.icon for one in self._plan.apart if one.name == page)

    def _items(self, way: str) -> list[Data]:
        return [
            {"nav_item": self._title(page), "value": page, "icon": self._icon(page), "on_tap": [{way: page}]}
            for page in (HERE, *self._beside())
        ]

    def _ways(self) -> list[Data]:
        plan = self._plan
        if plan.nav == "drawer":
            items = self._items("open")
            items[0]["on_tap"] = [{"dismiss": None}]
            drawer = {"drawer": plan.title, "current": HERE, "items": items}
            return [{"icon_button": "menu", "label": plan.words["menu"], "on_tap": [drawer]}]
        if plan.nav == "overflow":
            rows = [{"menu_item": self._title(page), "on_tap": [{"open": page}]} for page in self._beside()]
            return [{"icon_button": "dots-vertical", "label": plan.words["more"], "on_tap": [{"menu": rows}]}]
        return []

    def _links(self, pages: list[str]) -> list[Data]:
        return [
            {"list_item": self._title(page), "icon": self._icon(page), "on_tap": [{"open": page}]}
            for page in pages
        ]

    def _frame(self, page: str, top: Data, body: list[Data]) -> Data:
        found: Data = {"top": top, "body": [*body, {"space": 64}]}
        if self._plan.nav == "bottom" and page in (HERE, *self._beside()):
            return found | {"bottom": {"bottom_nav": page, "items": self._items("replace")}}
        if page != HERE:
            top["leave"] = "back"
        return found

    # -- lists -----------------------------------------------------------------------------------------

    def _listing(self, context: str, title: str) -> Data:
        plan = self._plan
        top: Data = {"top_bar": title}
        if context == HERE and self._ways():
            top["actions"] = self._ways()
        body = [*self._acting.hint(context), self._rows(context)]
        if context == HERE and plan.nav == "links":
            body = [*self._links(self._beside()), {"divider": None}, *body]
        page = self._frame(context, top, body)
        return page | (self._acting.choosing(context, top) if plan.spot == "select" else {})

    def _rows(self, context: str) -> Data:
        plan = self._plan
        states = "".join(f", i.place = '{one.name}' AS at_{one.name}" for one in plan.inline)
        sql = f"SELECT i.id AS id, i.name AS thing_name, {about(plan)} AS about, i.chosen AS chosen"
        sql += f", i.place = '' AS at_here{states}"
        sql += f", (SELECT sum(chosen) FROM {plan.table}) AS choosing FROM {plan.table} i"
        if context == GROUP:
            sql += f" JOIN {plan.members} m ON m.thing = i.id AND m.grp = :grp"
        sql += f" WHERE {stands(plan, context)} ORDER BY {plan.order}"
        made: Data = {"list": sql, "each": self._row(context), "empty": plan.words["empty"]}
        return made if plan.listing == "rows" else {"column": [made | {"gap": 10}], "pad": 12}

    def _row(self, context: str) -> Data:
        plan = self._plan
        page = f"{THING}_{context}" if plan.spot in ("page", "swipe") else THING
        given = {"id": "{id}", "grp": "{grp}" if context == GROUP else 0}
        touches = self._acting.touches(context, {"open": page, "with": given})
        dots = self._acting.dots(context)
        if plan.listing == "cards":
            lines: list[Data] = [
                {"text": "{thing_name}", "style": "title"},
                {"text": "{about}", "style": "body_small"},
            ]
            held: list[Data] = [{"row": [{"column": lines, "grow": 1}, dots]}] if dots else lines
            return {"card": held, **touches}
        row: Data = {"list_item": "{thing_name}", "text": "{about}", **touches}
        row |= {"none": {}, "icon": {"icon": plan.data["icon"]}, "avatar": {"avatar": "{thing_name}"}}[
            plan.leading
        ]
        return row | ({"trailing": dots} if dots else {})

    # -- others ----------------------------------------------------------------------------------------

    def _groups(self) -> Data:
        plan = self._plan
        counted = f"SELECT count(*) FROM {plan.members} m JOIN {plan.table} i ON i.id = m.thing"
        counted += f" WHERE m.grp = g.id AND {stands(plan, GROUP)}"
        held = f"number || iif(number = 1, ' {plan.noun}', ' {plan.nouns}') AS held"
        groups = f"SELECT id, name, ({counted}) AS number FROM {plan.groups} g"
        each = {
            "list_item": "{group_name}",
            "text": "{held}",
            "icon": "folder-outline",
            "on_tap": [{"open": GROUP, "with": {"grp": "{group_id}", "group_name": "{group_name}"}}],
        }
        rows = {
            "list": f"SELECT id AS group_id, name AS group_name, {held} FROM ({groups}) ORDER BY name",
            "each": each,
        }
        return self._frame("groups", {"top_bar": plan.words["groups"]}, [rows])

    def _settings(self) -> Data:
        states = [one.name for one in self._plan.apart]
        return self._frame("settings", {"top_bar": self._plan.words["settings"]}, self._links(states))

    def _thing(self, context: str) -> Data:
        plan = self._plan
        columns = [f"{one.shown()} AS fact_{at}" for at, one in enumerate(plan.facts)]
        columns += [f"place = '{one.name}' AS at_{one.name}" for one in plan.inline]
        body: list[Data] = [
            {"list_item": one.label, "meta": f"{{fact_{at}}}"} for at, one in enumerate(plan.facts)
        ]
        top: Data = {"top_bar": "{thing_name}", "leave": "back"}
        if context:
            self._acting.on_page(context, top, body)
        sql = f"SELECT name AS thing_name, place = '' AS at_here, {', '.join(columns)} FROM {plan.table}"
        return {"params": ["id", "grp"], "data": f"{sql} WHERE id = :id", "top": top, "body": body}
