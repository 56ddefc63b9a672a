"""Pages: the list of things that can be handed over, and the page of one, with its buttons and their decoys.

Invariant: what leads into another app changes nothing here, but for a payment that was made.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.handing.plan import BAR, BUTTON, MENU, MOVED, ONE, PAGE, ROW, Plan
from phonebuddy.tasks.invented.sketch import Data

HUB, BANK = "hub", "bank"
LINE = "day(at) || ' · ' || who"
"""Under the name, in the list: no other thing has the same."""
SECONDS = 3600
LEAVE = "notifications"
"""What an app asks the phone for before it reminds anybody."""
ICONS = {
    "share": "share-variant-outline", "calendar": "calendar-plus", "call": "phone-outline",
    "hub": "wallet-outline", "bank": "bank-outline", "pay": "credit-card-outline",
    "mark": "check-circle-outline", "drop": "close-circle-outline", "copy": "content-copy",
}  # fmt: skip
FACTS = {
    "at": "{moment}",
    "place": "{place}",
    "phone": "{phone}",
    "code": "{code}",
    "state": "{sum}, {state}",
}


def pages_of(plan: Plan) -> Data:
    return {PAGE: _list(plan), ONE: _one(plan)}


def schema_of(plan: Plan) -> str:
    texts = ", ".join(f"{name} TEXT NOT NULL" for name in ("slip", "who", "phone", "place", "code"))
    numbers = ", ".join(f"{name} INTEGER NOT NULL" for name in ("at", "cents", "paid", "pinged", "dropped"))
    return f"CREATE TABLE {plan.table} (id INTEGER PRIMARY KEY, {texts}, {numbers});\n"


def _list(plan: Plan) -> Data:
    tap = [{"open": ONE, "with": {"id": "{id}"}}]
    row: Data = {"list_item": "{slip}", "text": "{line}", "on_tap": tap}
    if plan.listing == "cards":
        texts = [{"text": "{slip}", "style": "title"}, {"text": "{line}"}]
        row = {"card": [{"column": texts, "gap": 2}], "style": "outlined", "pad": 14, "on_tap": tap}
    elif plan.listing == "avatars":
        row |= {"avatar": "{who}", "meta": "{sum}"}
    else:
        row |= {"icon": plan.data["icon"]}
    columns = f"id, slip, who, {LINE} AS line, money(cents) AS sum"
    order = plan.chance.choice(("at", "slip, at"))
    listed: Data = {
        "list": f"SELECT {columns} FROM {plan.table} WHERE NOT dropped ORDER BY {order}",
        "each": row,
    }
    if plan.listing == "cards":
        listed = {"column": [{**listed, "gap": 8}], "pad": 12}
    return {"top": {"top_bar": plan.title, "leave": "back"}, "body": [listed]}


def _one(plan: Plan) -> Data:
    states = f"iif(paid, {quoted(plan.states['paid'])}, {quoted(plan.states['open'])}) AS state"
    shown = "day(at) || ', ' || clock_time(at) AS moment, money(cents) AS sum, NOT paid AS due"
    columns = f"slip, who, phone, at, place, cents, code, pinged, {shown}, {states}"
    top: Data = {"top_bar": "{slip}", "leave": "back", "actions": _bar(plan)}
    head = {"column": [{"text": "{who}", "style": "title_large"}], "pad": 16}
    facts = [
        {"list_item": text, "overline": plan.labels[key]}
        for key, text in plan.chance.sample(list(FACTS.items()), len(FACTS))
    ]
    body = [head, *facts, _switch(plan), *_buttons(plan, ROW), *_buttons(plan, BUTTON), {"space": 24}]
    return {
        "params": ["id"],
        "data": f"SELECT {columns} FROM {plan.table} WHERE id = :id",
        "top": top,
        "body": body,
    }


def _switch(plan: Plan) -> Data:
    turned = [_set(plan, "pinged = NOT pinged")]
    # Without leave it still shows a sign of its own, so the switch turns either way.
    asked = [{"permission": LEAVE, "on_granted": turned, "on_denied": turned}]
    effects = asked if plan.is_asking else turned
    knob = {"switch": "{pinged}", "on_change": effects, "description": plan.labels["remind"]}
    return {"list_item": plan.labels["remind"], "trailing": knob}


def _bar(plan: Plan) -> list[Data]:
    icons = [
        {"icon_button": ICONS[key], "label": plan.labels[key], "on_tap": done(plan, key)}
        for key in _at(plan, BAR)
    ]
    lines = [
        {"menu_item": plan.labels[key], "icon": ICONS[key], "on_tap": done(plan, key)}
        for key in (*_at(plan, MENU), "drop", "copy")
    ]
    menu = {"icon_button": "dots-vertical", "label": plan.labels["more"], "on_tap": [{"menu": lines}]}
    return [*icons, menu]


def _buttons(plan: Plan, spot: str) -> list[Data]:
    found: list[Data] = []
    for key in _at(plan, spot):
        what: Data = {"list_item": plan.labels[key], "icon": ICONS[key]}
        if spot == BUTTON:
            style = "filled" if key in (HUB, "pay") else "outlined"
            what = {"button": plan.labels[key], "style": style, "wide": True}
        what |= {"on_tap": done(plan, key)} | ({} if key in MOVED else {"when": "due"})
        found.append({"column": [what], "pad": 6, **_when(what)} if spot == BUTTON else what)
    return found


def _when(what: Data) -> Data:
    """The room around a button goes with it."""
    return {"when": what.pop("when")} if "when" in what else {}


def _at(plan: Plan, spot: str) -> list[str]:
    paid = ("pay",) if plan.is_chosen else (HUB, BANK)
    return [key for key in (*MOVED, *paid, "mark") if plan.spots[key] == spot]


def done(plan: Plan, key: str) -> list[Data]:
    """What a button does."""
    match key:
        case "share":
            text = "{slip}, {who}: {moment}, {place} ({code})"
            return [{"share": text, "title": "{slip}"}]
        case "calendar":
            event = {"title": "{slip}", "at": "{at}", "length": SECONDS}
            return [{"send": "compose_event", "to": "calendar", "with": event}]
        case "call":
            return [{"send": "dial", "with": {"number": "{phone}"}}]
        case "hub" | "bank" | "pay":
            money = {"amount": "{cents}", "to": "{who}", "note": "{slip}"}
            to = {} if key == "pay" else {"to": key}
            return [{"send": "pay", **to, "with": money, "on_result": [_set(plan, "paid = 1")]}]
        case "copy":
            return [{"copy": "{code}"}]
        case "drop":
            return [_set(plan, "dropped = 1"), {"back": None}]
        case _:
            return [{"require": f"SELECT NOT paid FROM {plan.table} WHERE id = :id"}, _set(plan, "paid = 2")]


def _set(plan: Plan, what: str) -> Data:
    return {"sql": f"UPDATE {plan.table} SET {what} WHERE id = :id"}
