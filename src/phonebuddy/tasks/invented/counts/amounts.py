"""Counts pages of amounts: what holds money, and amounts to choose from, with a way to another one.

Invariant: nothing is kept before an amount is within its limit, and a refusal stands where it can be read.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.counts.plan import POT, POTS, Act, Counts
from phonebuddy.tasks.invented.sketch import Data, filled

OTHER = "other"
"""What is chosen if the amount is none of those offered."""
OK = "OK"
WANTED = f"CAST(round(100 * CAST(iif(:chosen = '{OTHER}', :typed, :chosen) AS REAL)) AS INTEGER)"
"""The cents that were chosen or typed."""


def pot_pages(plan: Counts) -> Data:
    rows = f"SELECT id, name AS p_name, money(cents) AS has FROM {plan.pot_table} ORDER BY name"
    tap = [{"open": POT, "with": {"id": "{id}"}}]
    each: Data = {"list_item": "{p_name}", "text": "{has}", "icon": "wallet-outline", "on_tap": tap}
    title = next(title for one, title, _ in plan.kit.places if one == POTS)
    found: Data = {POTS: plan.kit.placed({"body": [{"list": rows, "each": each}]}, POTS, title, [])}
    return {**found, POT: _pot_page(plan), **{act.page: _amount_page(plan, act) for act in plan.acts}}


def _pot_page(plan: Counts) -> Data:
    columns = "name AS p_name, money(cents) AS has, money(monthly) AS per_month"
    facts = [
        {"row": [{"text": label, "grow": 1}, {"text": value}], "gap": 12}
        for label, value in ((plan.balance, "{has}"), (plan.monthly, "{per_month}"))
    ]
    top: Data = {"top_bar": "{p_name}", "leave": "back"}
    body: list[Data] = [{"column": facts, "pad": 16, "gap": 12}]
    opens = [(act, [{"open": act.page, "with": {"id": "{id}"}}]) for act in plan.acts]
    if plan.acts_as == "menu":
        items = [{"menu_item": act.label, "on_tap": do} for act, do in opens]
        dots: Data = {"icon_button": "dots-vertical", "label": plan.options, "on_tap": [{"menu": items}]}
        top["actions"] = [dots]
    elif plan.acts_as == "rows":
        body += [{"list_item": act.label, "icon": act.icon, "on_tap": do} for act, do in opens]
    else:
        wide = [{"button": act.label, "style": "tonal", "wide": True, "on_tap": do} for act, do in opens]
        body.append({"column": wide, "pad": 16, "gap": 12})
    data = f"SELECT {columns} FROM {plan.pot_table} WHERE id = :id"
    return {"params": ["id"], "data": data, "top": top, "body": body}


def _amount_page(plan: Counts, act: Act) -> Data:
    flags = [f":chosen = '{one}' AS is_{one}" for one in (*act.presets, OTHER)]
    columns = ["name AS p_name, cents AS has_cents, money(cents) AS has", ":wrong <> '' AS is_wrong", *flags]
    columns.append(f"money({WANTED}) AS wanted_text")
    inside: list[Data] = [{"text": "{p_name}", "style": "title"}, *_choices(act)]
    if act.other_as == "page":
        error = {"error": "{wrong}"} if act.tells_at == "field" else {}
        field: Data = {"field": "typed", "label": act.field, "kind": "number", "when": f"is_{OTHER}"}
        inside.append(field | error | {"on_change": [{"set": {"wrong": ""}}]})
    if act.shown_as == "buttons" or act.other_as == "dialog":
        inside.append({"text": filled(plan.chosen, what="{wanted_text}")})
    if act.tells_at == "page":
        inside.append({"text": "{wrong}", "color": "error", "when": "is_wrong"})
    inside.append({"button": plan.next, "wide": True, "on_tap": _going_on(plan, act)})
    return {
        "params": ["id"],
        "vars": {"chosen": "", "typed": "", "wrong": ""},
        "data": f"SELECT {', '.join(columns)} FROM {plan.pot_table} WHERE id = :id",
        "top": {"top_bar": act.label, "leave": "back"},
        "body": [{"column": inside, "pad": 16, "gap": 12}],
    }


def _choices(act: Act) -> list[Data]:
    """The amounts that are offered, and the way to another one."""
    named = [(str(one), f"${one}") for one in act.presets] + [(OTHER, act.other)]
    made = [_choice(act, value, word) for value, word in named]
    if act.shown_as in ("radio", "rows"):
        return made
    return [{"row": made[:-1], "gap": 8}, {"row": made[-1:], "gap": 8}]


def _choice(act: Act, value: str, word: str) -> Data:
    choose: list[Data] = [{"set": {"chosen": value, "wrong": ""}}]
    is_asked = value == OTHER and act.other_as == "dialog"
    if is_asked:
        field = {"field": "typed", "label": act.field, "kind": "number"}
        choose = [{"dialog": act.other, "body": [field], "confirm": OK, "on_confirm": choose}]
    if act.shown_as == "chips":
        return {"chip": word, "selected": f"{{is_{value}}}", "on_tap": choose}
    if act.shown_as == "radio" and not is_asked:
        return {"radio": "chosen", "value": value, "label": word, "on_change": [{"set": {"wrong": ""}}]}
    if act.shown_as == "buttons":
        return {"button": word, "style": "outlined", "on_tap": choose}
    return {"list_item": word, "selected": f"{{is_{value}}}", "on_tap": choose}


def _going_on(plan: Counts, act: Act) -> list[Data]:
    limit = ":has_cents" if act.does == "out" else str(100 * act.limit)
    told: Data = {"message": act.refusal} | ({} if act.tells_at == "snackbar" else {"into": "wrong"})
    changed = {
        "in": f"cents = cents + {WANTED}",
        "out": f"cents = cents - {WANTED}",
        "set": f"monthly = {WANTED}",
    }
    done: list[Data] = [
        {"sql": f"UPDATE {plan.pot_table} SET {changed[act.does]} WHERE id = :id"},
        {"back": None},
    ]
    if act.sure:
        done = [{"dialog": f"{act.label}: {{wanted_text}}?", "confirm": act.sure, "on_confirm": done}]
    return [
        {"require": f"SELECT {WANTED} > 0", "message": "Choose an amount"},
        {"require": f"SELECT {WANTED} <= {limit}", **told},
        *done,
    ]
