"""Deeds: what is asked about things that can be handed over: which thing, and the way to the last button.

Invariant: the words for a thing are those that gold finds it by: its name alone only where no other has it.
"""

from __future__ import annotations

import json
import random

from phonebuddy.tasks.invented.entering import entered
from phonebuddy.tasks.invented.handing.aims import aim_of, reminded
from phonebuddy.tasks.invented.handing.pages import BANK, HUB, LINE, pages_of, schema_of
from phonebuddy.tasks.invented.handing.plan import MENU, PAGE, Plan, things
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Handed, Sketch

OFTEN = 0.2
"""How many apps get such a list, where they have room for a way in."""
NUM_FORMS = 6
PING = "ping"
FORMS = ("hub", "bank", "mark", "text", "mail", "note", "calendar", "call", PING)
ANSWERS = {
    "": "While using the app",
    "once": "Only this time",
    "always": "While using the app",
    "never": "Don't allow",
}
"""What is said about leave to an app that asks for it, and the button."""
TOLD_BY = ("name", "name", "day", "who")
"""By what a thing is told: its name alone, or with what tells it from the other of that name."""
_COUNT = "slip IN (SELECT slip FROM {} GROUP BY slip HAVING count(*) = {})"
_ONE_OF_ITS = (
    "NOT EXISTS (SELECT 1 FROM {0} AS o WHERE o.slip = {0}.slip AND o.who = {0}.who AND o.id <> {0}.id)"
)


def with_handing(sketch: Sketch, chance: random.Random) -> Sketch:
    """The app, now and then with a list of things that it hands over, and what is asked about them."""
    start = sketch.app.get("pages", {}).get(sketch.app["start"])
    if chance.random() >= OFTEN or start is None:
        return sketch
    said, lists = json.dumps(sketch.app).lower(), things()["lists"]
    kind = chance.choice(sorted(lists))
    titles = [title for title in lists[kind]["titles"] if title.lower() not in said]
    title = chance.choice(titles) if titles else ""
    found = entered(start, title, lists[kind]["icon"], PAGE) if title else None
    return sketch if found is None else _added(sketch, Plan(sketch.name, kind, title, chance), *found)


def _added(sketch: Sketch, plan: Plan, start: Data, way: Gold) -> Sketch:
    app = sketch.app
    pages = {**app["pages"], app["start"]: start, **pages_of(plan)}
    forms = plan.chance.sample(FORMS, NUM_FORMS)
    return sketch._replace(
        app=app | {"schema": f"{app['schema']}{schema_of(plan)}", "pages": pages},
        content=sketch.content | {plan.table: plan.rows},
        handed=tuple(_Maker(plan, way, plan.chance.choice(TOLD_BY)).made(form) for form in forms),
    )


class _Maker:
    """One thing to be asked for."""

    def __init__(self, plan: Plan, way: Gold, told_by: str) -> None:
        self._plan, self._told_by = plan, told_by
        self._answer = plan.chance.choice(list(ANSWERS)) if plan.is_asking else ""
        row = {"tap": "{slip}"} if told_by == "name" else {"tap": "{line}"}
        self._way = [*way, row]

    def made(self, form: str) -> Handed:
        plan, answer = self._plan, self._answer if form == PING else ""
        aim = (
            reminded(plan.table, plan.app, answer, plan.is_asking)
            if form == PING
            else aim_of(form, plan.table)
        )
        deed = Deed(
            f"handed_{form}",
            tuple(way.replace("{n}", plan.noun) for way in things()["named"][self._told_by]),
            [*self._way, *self._gold(form)],
            aim.goal,
            draw={"thing": self._drawn(form)} | aim.draw,
            facts=aim.facts,
            allow=aim.allow,
        )
        return Handed(form, deed, aim.app, answer)

    def _drawn(self, form: str) -> str:
        table, told_by = self._plan.table, self._told_by
        rules = [_COUNT.format(table, 1 if told_by == "name" else 2)]
        if told_by == "who":
            rules.append(_ONE_OF_ITS.format(table))
        if form in (HUB, BANK, "mark"):
            rules.append("NOT paid")
        if form == HUB:
            rules.append("cents <= (SELECT balance FROM hub_wallet)")
        shown = f"{LINE} AS line, day(at) AS day, substr(replace(phone, ' ', ''), -10) AS number"
        return (
            f"SELECT id, slip, who, place, code, at, cents, {shown} FROM {table} WHERE {' AND '.join(rules)}"
        )

    def _tapped(self, key: str) -> Gold:
        plan = self._plan
        first: Gold = [{"tap": plan.labels["more"]}] if plan.spots[key] == MENU else []
        return [*first, {"tap": plan.labels[key]}]

    def _gold(self, form: str) -> Gold:
        match form:
            case "hub" | "bank":
                # The phone marks the first app that could do it; another one is marked before it is opened.
                chosen: Gold = [{"tap": "Hub"}, {"tap": "Just once"}] if form == HUB else [{"tap": "Bank"}]
                opened = [*self._tapped("pay"), *chosen] if self._plan.is_chosen else self._tapped(form)
                return [*opened, {"tap": "Pay", "role": "button", "nth": 1}]
            case "text" | "mail":
                app, last = ("Messages", "Send message") if form == "text" else ("Mail", "Send")
                to: Gold = [{"type": "{friend}", "into": "To"}, {"tap": "{friend}"}, {"tap": last}]
                return [*self._tapped("share"), {"tap": app}, *to]
            case "note":
                return [*self._tapped("share"), {"tap": "Notes"}]
            case "calendar":
                return [*self._tapped("calendar"), {"tap": "Save"}]
            case "call":
                return [*self._tapped("call"), {"tap": "Call", "role": "button"}]
            case "ping":
                asked: Gold = [{"tap": ANSWERS[self._answer]}] if self._plan.is_asking else []
                return [{"tap": self._plan.labels["remind"], "role": "switch"}, *asked]
            case _:
                return self._tapped(form)
