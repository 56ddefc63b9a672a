"""Places: the pages beside the list of an app that keeps one, and the ways there: bar, drawer, menu.

Invariant: a place has one title, on its page and on the way to it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import CHOICE, MONEY, quoted
from phonebuddy.tasks.invented.records.plan import Plan
from phonebuddy.tasks.invented.sketch import Data

ICONS = {
    "things": "home-outline",
    "marked": "star-outline",
    "overview": "chart-bar",
    "settings": "cog-outline",
}


def said(plan: Plan) -> str:
    """SQL for what a row says about its thing."""
    shown = plan.shown[:1] if plan.has_meta else plan.shown
    meta = f", {plan.shown[1].shown()} AS meta" if plan.has_meta else ""
    return " || ' · ' || ".join(one.shown() for one in shown) + f" AS about{meta}"


def lines(plan: Plan) -> Data:
    """The words of a row."""
    return {"list_item": "{thing_name}", "text": "{about}"} | ({"meta": "{meta}"} if plan.has_meta else {})


class Places:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._table = plan.table
        self.start = "home" if plan.has_folders else "things"

    def place_title(self, place: str) -> str:
        plan = self._plan
        if place == "marked":
            return str(plan.mark["page"]) if plan.mark else ""
        return plan.words["home"] if place == "things" else plan.words[place]

    def _go(self, place: str, way: str) -> list[Data]:
        return [{way: self.start if place == "things" else place}]

    def bottom(self, current: str) -> Data | None:
        if self._plan.nav != "bottom":
            return None
        items = [
            {
                "nav_item": self.place_title(place),
                "value": place,
                "icon": ICONS[place],
                "on_tap": self._go(place, "replace"),
            }
            for place in ("things", *self._plan.places)
        ]
        return {"bottom_nav": current, "items": items}

    def ways(self) -> list[Data]:
        """Buttons of the first page's bar that lead to the pages beside it."""
        plan = self._plan
        if plan.nav == "drawer":
            items = [
                {
                    "nav_item": self.place_title(place),
                    "value": place,
                    "icon": ICONS[place],
                    "on_tap": [{"dismiss": None}] if place == "things" else self._go(place, "open"),
                }
                for place in ("things", *plan.places)
            ]
            drawer = {"drawer": plan.title, "current": "things", "items": items}
            return [{"icon_button": "menu", "label": plan.words["menu"], "on_tap": [drawer]}]
        if plan.nav == "overflow":
            rows = [
                {"menu_item": self.place_title(place), "on_tap": self._go(place, "open")}
                for place in plan.places
            ]
            return [{"icon_button": "dots-vertical", "label": plan.words["more"], "on_tap": [{"menu": rows}]}]
        return []

    def _beside(self, place: str, body: list[Data]) -> Data:
        bottom = self.bottom(place)
        top = {"top_bar": self.place_title(place)} | ({} if bottom else {"leave": "back"})
        return {"top": top, "body": body} | ({"bottom": bottom} if bottom else {})

    def marked(self) -> Data:
        page = ("things_one" if self._plan.is_module else "thing") if self._plan.opens == "detail" else "edit"
        rows = (
            f"SELECT id, name AS thing_name, {said(self._plan)} FROM {self._table} WHERE marked ORDER BY name"
        )
        each = {
            "list_item": "{thing_name}",
            "text": "{about}",
            "on_tap": [{"open": page, "with": {"id": "{id}"}}],
        }
        return self._beside("marked", [{"list": rows, "each": each, "empty": self._plan.words["empty"]}])

    def totals(self) -> dict[str, str]:
        """What the page of sums says, each with its SQL."""
        plan = self._plan
        found = {f"Number of {plan.nouns}": "CAST(count(*) AS TEXT)"}
        found |= {f"{one.label}, all together": f"money(sum({one.name}))" for one in plan.of_kind(MONEY)}
        if plan.mark:
            found[plan.mark["page"]] = "CAST(sum(marked) AS TEXT)"
        return found

    def overview(self) -> Data:
        plan, totals = self._plan, self.totals()
        columns = ", ".join(f"{sql} AS total_{at}" for at, sql in enumerate(totals.values()))
        body: list[Data] = [
            {"list_item": label, "meta": f"{{total_{at}}}"} for at, label in enumerate(totals)
        ]
        for one in plan.of_kind(CHOICE)[:1]:
            rows = (
                f"SELECT {one.name} AS part_name, CAST(count(*) AS TEXT) AS part_num FROM "
                f"{self._table} GROUP BY {one.name} ORDER BY count(*) DESC, part_name"
            )
            body += [
                {"header": f"By {one.said}"},
                {"list": rows, "each": {"list_item": "{part_name}", "meta": "{part_num}"}},
            ]
        return self._beside("overview", body) | {"data": f"SELECT {columns} FROM {self._table}"}

    def settings(self) -> Data:
        plan, table = self._plan, f"{self._plan.name}_choice"
        body: list[Data] = []
        for one in plan.settings:
            key, title = one["key"], one["title"]
            flip = [{"sql": f"UPDATE {table} SET {key} = :value"}]
            if "values" not in one:
                body.append(
                    {
                        "list_item": title,
                        "text": one["text"],
                        "trailing": {"switch": f"{{{key}}}", "description": title, "on_change": flip},
                    }
                )
                continue
            items = [
                {
                    "list_item": value,
                    "on_tap": [{"sql": f"UPDATE {table} SET {key} = {quoted(value)}"}, {"dismiss": None}],
                }
                for value in one["values"]
            ]
            body.append(
                {
                    "list_item": title,
                    "text": f"{{{key}}}",
                    "trailing": {"icon": "chevron-right"},
                    "on_tap": [{"sheet": title, "body": items}],
                }
            )
        return self._beside("settings", body) | {
            "data": f"SELECT {', '.join(one['key'] for one in plan.settings)} FROM {table}"
        }
