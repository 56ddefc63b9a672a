"""Attic acting: what deeds do, and the widgets that do them: dots, long presses, swipes, buttons.

Invariant: a deed does the same wherever it stands.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.attic.plan import FOR_GOOD, GROUP, HERE, MOVE, OUT, Offer, Plan
from phonebuddy.tasks.invented.sketch import Data, filled

ONE, CHOSEN = "id = :id", "chosen"
"""SQL for which things a deed is about."""


def about(plan: Plan, alias: str = "i") -> str:
    """SQL for the second line of a row."""
    said = " || ' · ' || ".join(one.shown(f"{alias}.{one.name}") for one in plan.row_facts)
    if not plan.inline:
        return said
    cases = " ".join(f"WHEN '{one.name}' THEN ' · {one.shown}'" for one in plan.inline)
    return f"{said} || CASE {alias}.place {cases} ELSE '' END"


def stands(plan: Plan, context: str) -> str:
    """SQL for whether a thing stands in a list."""
    if context not in (HERE, GROUP):
        return f"i.place = '{context}'"
    return f"i.place IN ({', '.join(repr(one) for one in ('', *(state.name for state in plan.inline)))})"


class Acting:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    # -- what they do ----------------------------------------------------------------------------------

    def _done(self, offer: Offer, who: str, after: list[Data]) -> list[Data]:
        plan = self._plan
        ids = f"(SELECT id FROM {plan.table} WHERE {who})"
        if offer.name == MOVE:
            return [self._moving(ids, after)]
        if offer.name == OUT:
            found: list[Data] = [{"sql": f"DELETE FROM {plan.members} WHERE grp = :grp AND thing IN {ids}"}]
        elif offer.name == FOR_GOOD:
            found = [
                {"sql": f"DELETE FROM {plan.members} WHERE thing IN {ids}"},
                {"sql": f"DELETE FROM {plan.table} WHERE {who}"},
            ]
        elif offer.name.startswith("undo_"):
            found = [{"sql": f"UPDATE {plan.table} SET place = '' WHERE {who} AND place = '{offer.state}'"}]
        else:
            found = [{"sql": f"UPDATE {plan.table} SET place = '{offer.state}' WHERE {who}"}]
        found += [*after, *([{"snackbar": "Done"}] if plan.has_notes else [])]
        if offer.name not in plan.asks:
            return found
        ask = {"dialog": f"{offer.label}?", "text": "You decide.", "confirm": plan.words["sure"]}
        return [{**ask, "on_confirm": found}]

    def _moving(self, ids: str, after: list[Data]) -> Data:
        """Where to is chosen among the other groups."""
        plan = self._plan
        moved = f"UPDATE OR IGNORE {plan.members} SET grp = :to_id WHERE grp = :grp AND thing IN {ids}"
        target = {"list_item": "{to_name}", "on_tap": [{"sql": moved}, {"dismiss": None}, *after]}
        others = f"SELECT id AS to_id, name AS to_name FROM {plan.groups} WHERE id <> :grp ORDER BY name"
        return {"sheet": plan.words["where"], "body": [{"list": others, "each": target}]}

    def _clear(self) -> Data:
        return {"sql": f"UPDATE {self._plan.table} SET chosen = 0"}

    # -- in rows ---------------------------------------------------------------------------------------

    def hint(self, context: str) -> list[Data]:
        """Says what a swipe does, since nothing else shows it."""
        offer = self._plan.swiped(context)
        if offer is None:
            return []
        said = filled(self._plan.words["swipe"], label=offer.label)
        return [{"column": [{"text": said, "style": "body_small"}], "pad": 12}]

    def touches(self, context: str, tap: Data) -> Data:
        plan = self._plan
        if plan.spot == "select":
            choose = {"sql": f"UPDATE {plan.table} SET chosen = NOT chosen WHERE id = :id"}
            return {
                "selected": "{chosen}",
                "on_long_press": [choose],
                "on_tap": [choose | {"when": "choosing"}, tap | {"unless": "choosing"}],
            }
        found: Data = {"on_tap": [tap]}
        swiped = plan.swiped(context)
        if swiped:
            found["on_swipe_left"] = self._done(swiped, ONE, [])
        if plan.spot == "hold":
            found["on_long_press"] = self._menu(context)
        if plan.spot == "sheet":
            rows = [
                {"list_item": one.label, "icon": one.icon, "on_tap": self._closing(one), **_when(one)}
                for one in plan.offers[context]
            ]
            found["on_long_press"] = [{"sheet": "{thing_name}", "body": rows}]
        return found

    def _closing(self, offer: Offer) -> list[Data]:
        return [{"dismiss": None}, *self._done(offer, ONE, [])]

    def dots(self, context: str) -> Data | None:
        if self._plan.spot != "menu":
            return None
        label = f"{self._plan.words['options']} {{thing_name}}"
        return {"icon_button": "dots-vertical", "label": label, "on_tap": self._menu(context)}

    def _menu(self, context: str) -> list[Data]:
        items = [
            {"menu_item": one.label, "icon": one.icon, "on_tap": self._done(one, ONE, []), **_when(one)}
            for one in self._plan.offers[context]
        ]
        return [{"menu": items}]

    def choosing(self, context: str, top: Data) -> Data:
        """Rows are chosen by a long press and taps; the bar then has the deeds."""
        plan = self._plan
        chosen = f"(SELECT sum(chosen) FROM {plan.table})"
        top |= {"selected": "{num_chosen}", "on_clear": [self._clear()]}
        top["selection_actions"] = [
            {"icon_button": one.icon, "label": one.label, "on_tap": self._done(one, CHOSEN, [self._clear()])}
            for one in plan.offers[context]
        ]
        return {
            "data": f"SELECT {chosen} AS num_chosen, coalesce({chosen}, 0) = 0 AS none_chosen",
            "on_back": [self._clear() | {"when": "num_chosen"}, {"back": None, "when": "none_chosen"}],
        }

    # -- on the page of a thing ------------------------------------------------------------------------

    def on_page(self, context: str, top: Data, body: list[Data]) -> None:
        plan = self._plan
        offers = [(one, self._done(one, ONE, [{"back": None}])) for one in plan.offers[context]]
        if plan.page_at == "buttons":
            buttons = [
                {"button": one.label, "style": "tonal", "wide": True, "on_tap": done, **_when(one)}
                for one, done in offers
            ]
            body.append({"column": buttons, "pad": 16, "gap": 10})
        elif plan.page_at == "icons":
            top["actions"] = [
                {"icon_button": one.icon, "label": one.label, "on_tap": done, **_when(one)}
                for one, done in offers
            ]
        else:
            items = [{"menu_item": one.label, "on_tap": done, **_when(one)} for one, done in offers]
            dots = {"icon_button": "dots-vertical", "label": plan.words["more"], "on_tap": [{"menu": items}]}
            top["actions"] = [dots]


def _when(offer: Offer) -> Data:
    return {"when": offer.when} if offer.when else {}
