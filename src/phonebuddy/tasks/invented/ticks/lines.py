"""Ticks lines: the lines of one list with their boxes, and what drops, rewords and adds one.

Invariant: a box is called as its line or by a label and it, a button in a row by its label and the line.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.sketch import Data, filled
from phonebuddy.tasks.invented.ticks.plan import DROP, REWORD, Plan


def lines_of(plan: Plan) -> list[Data]:
    """All lines, those that are ticked apart or not, and the ways to add one."""
    found: list[Data] = []
    if plan.spot == "swipe":
        said = filled(plan.labels["swipe"], label=plan.labels[DROP])
        found.append({"column": [{"text": said, "style": "body_small"}], "pad": 12})
    if plan.add_at == "field":
        found.append(_add_field(plan))
    if plan.sinks:
        return [*found, _rows(plan, "NOT done"), {"header": plan.labels["ticked"]}, _rows(plan, "done")]
    return [*found, _rows(plan, "1")]


def _rows(plan: Plan, which: str) -> Data:
    sql = f"SELECT id AS line_id, words, done FROM {plan.lines} WHERE thing = :id AND {which} ORDER BY id"
    return {"list": sql, "each": _row(plan), "empty": "–"}


def _row(plan: Plan) -> Data:
    tick: Data = {"checkbox": "{done}", "description": plan.box("{words}")}
    tick["on_change"] = [{"sql": f"UPDATE {plan.lines} SET done = :value WHERE id = :line_id"}]
    text: Data = {"text": "{words}", "style": "body_large", "grow": 1}
    parts = [{"space": 8}, tick, text] if plan.tick_at == "before" else [{"space": 16}, text]
    drop, reword = _drop(plan), _reword(plan)
    menu = [
        {
            "menu": [
                {"menu_item": plan.labels[act], "on_tap": tap}
                for act, tap in ((REWORD, reword), (DROP, drop))
            ]
        }
    ]
    touches: Data = {"on_tap": reword}
    if plan.spot == "close":
        parts.append({"icon_button": "close", "label": f"{plan.labels[DROP]}: {{words}}", "on_tap": drop})
    elif plan.spot == "dots":
        dots: Data = {"icon_button": "dots-horizontal", "label": f"{plan.labels['about']}: {{words}}"}
        parts.append(dots | {"on_tap": menu})
        touches = {}
    elif plan.spot == "hold":
        touches = {"on_long_press": menu}
    else:
        # A finger needs the width of a row for a swipe.
        place = "leading" if plan.tick_at == "before" else "trailing"
        return {"list_item": "{words}", place: tick, "on_tap": reword, "on_swipe_left": drop}
    parts += [tick] if plan.tick_at == "after" else []
    return {"row": [*parts, {"space": 8}], "gap": 4, **touches}


def _drop(plan: Plan) -> list[Data]:
    return [{"sql": f"DELETE FROM {plan.lines} WHERE id = :line_id"}]


def _reword(plan: Plan) -> list[Data]:
    return [
        {"set": {"words_new": "{words}"}},
        {
            "dialog": plan.labels[REWORD],
            "body": [{"field": "words_new", "label": plan.labels["words"]}],
            "confirm": plan.labels["save"],
            "on_confirm": [
                {"require": "SELECT trim(:words_new) <> ''", "message": "It needs words"},
                {"sql": f"UPDATE {plan.lines} SET words = trim(:words_new) WHERE id = :line_id"},
                {"set": {"words_new": ""}},
            ],
        },
    ]


# -- one more ------------------------------------------------------------------------------------------


def _added(plan: Plan) -> list[Data]:
    return [
        {"require": "SELECT trim(:words_new) <> ''", "message": "It needs words"},
        {"sql": f"INSERT INTO {plan.lines} (thing, words) VALUES (:id, trim(:words_new))"},
        {"set": {"words_new": ""}},
    ]


def _add_field(plan: Plan) -> Data:
    button = {"button": plan.labels["add"], "on_tap": _added(plan)}
    field = {"field": "words_new", "label": plan.labels["new_line"], "grow": 1}
    return {"row": [{"space": 12}, field, button, {"space": 12}], "gap": 8}


def add_dialog(plan: Plan) -> list[Data]:
    field = {"field": "words_new", "label": plan.labels["words"]}
    dialog = {"dialog": plan.labels["new_line"], "body": [field], "confirm": plan.labels["add"]}
    return [{"set": {"words_new": ""}}, {**dialog, "on_confirm": _added(plan)}]


def add_action(plan: Plan) -> list[Data]:
    """What stands in the bar above, where a line is added from there."""
    if plan.add_at == "field":
        return []
    return [{"icon_button": "plus", "label": plan.labels["new_line"], "on_tap": add_dialog(plan)}]
