"""Studio run: the page on which something is started, runs by the phone's clock, and is stopped and kept.

Invariant: what was kept lasted as long as it ran; what is dropped leaves nothing.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.studio.parts import choice, choice_columns
from phonebuddy.tasks.invented.studio.plan import RUN, Plan


def run_page(plan: Plan) -> Data:
    table = plan.run_table
    clock = "iif(started, printf('%02d:%02d', (now() - started) / 60, (now() - started) % 60), '00:00')"
    columns = f"started > 0 AS is_on, started = 0 AS is_off, {clock} AS clock, kind AS now_kind, marks"
    page: Data = {
        "vars": {"run_title": "", "ran": 0},
        "data": f"SELECT {columns}, {choice_columns(plan.kinds, 'kind', 'is_kind')} FROM {table}",
        "body": _body(plan),
    }
    begin = [{"sql": f"UPDATE {table} SET started = now(), marks = 0"}]
    if plan.start_as == "fab":
        page["floating"] = {"fab": "play", "label": plan.start, "when": "is_off", "on_tap": begin}
    else:
        page["body"].append(_wide({"button": plan.start, "when": "is_off", "on_tap": begin}))
    title = next(title for one, title, _ in plan.kit.places if one == RUN)
    return plan.kit.placed(page, RUN, title, [])


def _wide(button: Data) -> Data:
    return {"column": [button | {"wide": True}], "pad": 16}


def _body(plan: Plan) -> list[Data]:
    table = plan.run_table
    kinds = choice(
        plan.kind_as,
        plan.kind_label,
        plan.kinds,
        "now_kind",
        "is_kind",
        lambda kind: [{"sql": f"UPDATE {table} SET kind = {quoted(kind)}"}],
    )
    over = {"sql": f"UPDATE {table} SET started = 0, marks = 0"}
    buttons: list[Data] = [
        {"button": plan.drop, "style": "text", "on_tap": [over]},
        {
            "button": plan.mark,
            "style": "outlined",
            "on_tap": [{"sql": f"UPDATE {table} SET marks = marks + 1"}],
        },
        {"button": plan.stop, "style": "filled", "on_tap": _stopped(plan, over)},
    ]
    field: Data = {"column": [{"field": "run_title", "label": plan.name_label}], "pad": 16}
    return [
        {"column": [{"text": "{clock}", "style": "display"}], "pad": 24},
        *([field] if plan.named_at == "field" else []),
        kinds | {"when": "is_off"},
        {"row": buttons, "gap": 8, "pad": 16, "when": "is_on"},
    ]


def _stopped(plan: Plan, over: Data) -> list[Data]:
    """Kept at once, or under the name that a dialog asks for."""
    name = f"iif(trim(:run_title) = '', {quoted(f'New {plan.noun}')}, trim(:run_title))"
    kept = f"INSERT INTO {plan.takes} (name, kind, secs, made)"
    kept += f" SELECT {name}, kind, :ran, today() FROM {plan.run_table}"
    ran: list[Data] = [{"let": f"SELECT now() - started AS lasted FROM {plan.run_table}"}]
    ran.append({"set": {"ran": "{lasted}"}})
    keep: list[Data] = [{"sql": kept}, {"set": {"run_title": ""}}]
    if plan.named_at != "dialog":
        return [*ran, *keep, over]
    ask: Data = {"dialog": f"{plan.stop}?", "body": [{"field": "run_title", "label": plan.name_label}]}
    return [*ran, over, ask | {"confirm": plan.keep, "on_confirm": keep, "cancel": plan.drop}]
