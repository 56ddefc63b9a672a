"""Library rows: things as lists show them: rows, cards or a grid, with what can be done right there.

Invariant: a thing looks and acts the same in every list that shows it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.library.plan import LISTED, Plan, Toggle
from phonebuddy.tasks.invented.sketch import Data

ROW = "row"


def toggled_columns(plan: Plan) -> str:
    """SQL columns for what is switched: what it is called and looks like now."""
    found = ""
    for one in plan.toggles:
        label = f"iif({one.column}, {quoted(one.off)}, {quoted(one.on)})"
        icon = f"iif({one.column}, {quoted(one.icons[1])}, {quoted(one.icons[0])})"
        found += f", {one.column}, {label} AS {one.column}_label, {icon} AS {one.column}_icon"
        found += f", {label} || ': ' || i.name AS {one.column}_row" if one.place == ROW else ""
    return found


def flip(plan: Plan, one: Toggle) -> list[Data]:
    return [{"sql": f"UPDATE {plan.table('item')} SET {one.column} = NOT {one.column} WHERE id = :id"}]


def rows_sql(plan: Plan, where: str, order: str = "i.name") -> str:
    return (
        f"SELECT i.id AS id, i.name AS thing_name, i.kind AS kind, {plan.about_row} AS "
        f"about{toggled_columns(plan)} "
        f"FROM {plan.table('item')} i JOIN {plan.table('person')} p ON p.id = i.person WHERE "
        f"{where} ORDER BY {order}"
    )


def listed(plan: Plan, where: str, order: str = "i.name", look: str = "") -> Data:
    """All things for which something is true."""
    sql = rows_sql(plan, where, order)
    look = look or {"grid": "grid", "cards": "cards"}.get(plan.home, ROW)
    if look == "grid":
        grid = {"grid": sql, "each": _card(plan, 90), "columns": 2, "gap": 10, "empty": "Nothing here"}
        return {"column": [grid], "pad": 12}
    if look == "cards":
        return {"list": sql, "each": {"column": [_card(plan, 120)], "pad": 8}, "empty": "Nothing here"}
    return {"list": sql, "each": row_of(plan), "empty": "Nothing here"}


def _touches(plan: Plan) -> Data:
    found: Data = {"on_tap": [{"open": "item", "with": {"id": "{id}"}}]}
    held = [one for one in plan.toggles if one.place == "hold"]
    if held:
        items = [
            {
                "menu_item": f"{{{one.column}_label}}",
                "icon": f"{{{one.column}_icon}}",
                "on_tap": flip(plan, one),
            }
            for one in held
        ]
        found["on_long_press"] = [{"menu": items}]
    return found


def _button(plan: Plan) -> Data | None:
    one = next((one for one in plan.toggles if one.place == ROW), None)
    return one and {
        "icon_button": f"{{{one.column}_icon}}",
        "label": f"{{{one.column}_row}}",
        "on_tap": flip(plan, one),
    }


def row_of(plan: Plan) -> Data:
    row: Data = {"list_item": "{thing_name}", "text": "{about}", **_touches(plan)}
    if plan.row_look == "icon":
        row["icon"] = plan.data["icon"]
    if plan.row_look == "avatar":
        row["avatar"] = "{thing_name}"
    if plan.row_look == "picture":
        row["leading"] = {
            "image": plan.data["picture"],
            "seed": "{thing_name}",
            "width": 48,
            "height": 48,
            "radius": 8,
        }
    button = _button(plan)
    return row | ({"trailing": button} if button else {})


def _card(plan: Plan, height: int) -> Data:
    lines: list[Data] = [
        {"text": "{thing_name}", "style": "title"},
        {"text": "{about}", "style": "body_small"},
    ]
    button = _button(plan)
    if button:
        lines = [{"row": [{"column": lines, "grow": 1}, button]}]
    if plan.row_look in ("picture", "icon"):
        lines.insert(
            0,
            {
                "image": plan.data["picture"],
                "seed": "{thing_name}",
                "width": 0,
                "height": height,
                "radius": 8,
            },
        )
    return {"card": lines, **_touches(plan)}


__all__ = ["LISTED", "ROW", "flip", "listed", "row_of", "rows_sql", "toggled_columns"]
