"""Pages: the list with its lines, and the page of one thing with all of them.

Invariant: what a line says stands nowhere else on that page, so whoever wants a part takes it from there.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.woven.plan import ONE, PAGE, Plan


def schema_of(plan: Plan) -> str:
    facts = ", ".join(
        f"{one.column} {'INTEGER' if one.kind == 'day' else 'TEXT'} NOT NULL"
        for one in plan.theme.facts.values()
    )
    return (
        f"CREATE TABLE {plan.table} (id INTEGER PRIMARY KEY, name TEXT NOT NULL, {facts}, "
        "pinned INTEGER NOT NULL);\n"
    )


def pages_of(plan: Plan) -> Data:
    return {PAGE: _list(plan)} | ({ONE: _one(plan)} if plan.has_page else {})


def row_text(plan: Plan) -> str:
    """SQL for the text of a row that is one with its name."""
    return f"name || {quoted(plan.mark)} || {plan.listed.sql(plan.shown)}"


def _list(plan: Plan) -> Data:
    line = row_text(plan) if plan.listing == "single" else plan.listed.sql(plan.shown)
    tap: Data = {"on_tap": [{"open": ONE, "with": {"id": "{id}"}}]} if plan.has_page else {}
    match plan.listing:
        case "rows":
            row: Data = {"list_item": "{x_name}", "text": "{x_line}", "lines": 2, **tap}
        case "icons":
            row = {"list_item": "{x_name}", "text": "{x_line}", "lines": 2, "icon": plan.theme.icon, **tap}
        case "cards":
            texts = [{"text": "{x_name}", "style": "title"}, {"text": "{x_line}"}]
            row = {"card": [{"column": texts, "gap": 2}], "style": "outlined", "pad": 14, **tap}
        case _:
            row = {"card": [{"text": "{x_line}", "style": "body_large"}], "pad": 14, **tap}
    query = f"SELECT id, name AS x_name, {line} AS x_line FROM {plan.table} ORDER BY pinned DESC, id"
    listed: Data = {"list": query, "each": row}
    if "card" in row:
        listed = {"column": [{**listed, "gap": 8}], "pad": 12}
    return {"top": {"top_bar": plan.title, "leave": "back"}, "body": [listed]}


def _one(plan: Plan) -> Data:
    lines = [f"{line.sql(plan.shown)} AS x_line{at}" for at, line in enumerate(plan.lines)]
    told = [_told(plan, at) for at in range(len(plan.lines))]
    plan.chance.shuffle(told)
    head: Data = {"column": [{"text": "{x_name}", "style": "headline_small"}], "pad": 16}
    pinned = [{"sql": f"UPDATE {plan.table} SET pinned = 1 WHERE id = :id"}, {"snackbar": plan.pinned}]
    button: Data = {"button": plan.pin, "style": "tonal", "wide": True, "on_tap": pinned}
    return {
        "params": ["id"],
        "data": f"SELECT name AS x_name, {', '.join(lines)} FROM {plan.table} WHERE id = :id",
        "top": {"top_bar": plan.noun.capitalize(), "leave": "back"},
        "body": [head, *told, {"column": [button], "pad": 16}],
    }


def _told(plan: Plan, at: int) -> Data:
    if plan.is_labelled:
        return {"list_item": plan.labels[at], "text": f"{{x_line{at}}}", "lines": 2}
    return {"column": [{"text": f"{{x_line{at}}}", "style": "body_large"}], "pad": 16}
