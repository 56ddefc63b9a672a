"""Studio draft: something in the making whose numbers and choice can be changed, with a large button below.

Invariant: nothing but the large button orders, sends or publishes it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.studio.parts import asked, choice, choice_columns
from phonebuddy.tasks.invented.studio.plan import DRAFT, HIGHEST, Line, Plan


def draft_page(plan: Plan) -> Data:
    table = plan.draft_table
    columns = [one.column for one in plan.lines]
    opt = ":now_opt" if plan.is_saved else "opt"
    chosen = choice_columns(plan.values, opt, "is_opt")
    page: Data = {
        "data": f"SELECT {', '.join(columns)}, opt, sent AS is_sent, {chosen} FROM {table}",
        "body": [*(_line(plan, one) for one in plan.lines), _choice(plan)],
    }
    if plan.is_saved:
        page["vars"] = {f"now_{one}": 0 for one in columns} | {"now_opt": ""}
        old = ", ".join(f"{one} AS old_{one}" for one in (*columns, "opt"))
        now = {f"now_{one}": f"{{old_{one}}}" for one in (*columns, "opt")}
        page["on_open"] = [{"let": f"SELECT {old} FROM {table}"}, {"set": now}]
    page["body"] += [{"divider": None}, *_ends(plan, page)]
    title = next(title for one, title, _ in plan.kit.places if one == DRAFT)
    return plan.kit.placed(page, DRAFT, title, [])


def _shown(plan: Plan, column: str) -> str:
    return f"now_{column}" if plan.is_saved else column


def _put(plan: Plan, column: str, value: str) -> list[Data]:
    """What a touch does: `value` is SQL; only what is saved is kept at once nowhere."""
    if not plan.is_saved:
        return [{"sql": f"UPDATE {plan.draft_table} SET {column} = {value}"}]
    return [{"let": f"SELECT {value} AS put"}, {"set": {f"now_{column}": "{put}"}}]


def _line(plan: Plan, line: Line) -> Data:
    shown = _shown(plan, line.column)
    if plan.step_as == "stepper":
        do = _put(plan, line.column, ":value")
        step: Data = {"stepper": f"{{{shown}}}", "label": line.label, "min": 0, "max": HIGHEST}
        return {"column": [step | {"on_change": do}], "pad": 16}
    now = f":{shown}" if plan.is_saved else line.column
    less, more = (
        {"icon_button": icon, "label": f"{word}: {line.label}", "on_tap": _put(plan, line.column, value)}
        for icon, word, value in (
            ("minus", plan.less, f"max(0, {now} - 1)"),
            ("plus", plan.more, f"min({HIGHEST}, {now} + 1)"),
        )
    )
    parts = [{"text": line.label, "grow": 1}, less, {"text": f"{{{shown}}}", "style": "title"}, more]
    return {"row": parts, "gap": 8, "pad": 16}


def _choice(plan: Plan) -> Data:
    return choice(
        plan.choice_as,
        plan.choice_label,
        plan.values,
        _shown(plan, "opt"),
        "is_opt",
        lambda value: _put(plan, "opt", quoted(value)),
    )


def _ends(plan: Plan, page: Data) -> list[Data]:
    """The large button, below or floating, and what saves without it."""
    kept = ", ".join(f"{one} = :now_{one}" for one in (*(line.column for line in plan.lines), "opt"))
    changes = kept if plan.is_saved else ""
    sent = f"UPDATE {plan.draft_table} SET {changes + ', ' if changes else ''}sent = 1"
    done: list[Data] = [{"sql": sent}, {"snackbar": plan.gone}]
    big = asked(plan.big, plan.sure, done) if plan.is_sure_asked else done
    found: list[Data] = [{"column": [{"text": plan.gone, "style": "title"}], "pad": 16, "when": "is_sent"}]
    if plan.is_saved:
        save = [{"sql": f"UPDATE {plan.draft_table} SET {kept}"}, {"snackbar": "Saved"}]
        found.append({"column": [{"button": plan.save, "style": "text", "on_tap": save}], "pad": 16})
    if plan.big_as == "fab":
        page["floating"] = {"fab": "send", "label": plan.big, "text": plan.big, "on_tap": big} | {
            "unless": "is_sent"
        }
        return [*found, {"space": 72}]
    button: Data = {"button": plan.big, "wide": True, "on_tap": big, "unless": "is_sent"}
    return [*found, {"column": [button], "pad": 16}]
