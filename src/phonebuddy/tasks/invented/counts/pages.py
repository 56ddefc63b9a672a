"""Counts pages of things: a list with numbers that go up and down, in its rows or on a page of each.

Invariant: a number never goes below its least by a button: what takes a thing out stands beside it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.counts.plan import THING, THINGS, Counter, Counts
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data, filled


def thing_pages(plan: Counts) -> Data:
    in_rows = plan.count_as in ("stepper", "buttons")
    counter = plan.counters[0]
    rows = f"SELECT id, name AS t_name, num, num || ' ' || {_units(counter)} AS about FROM {plan.thing_table}"
    each: Data = _counted_row(plan) if in_rows else _plain_row(plan)
    page: Data = {"body": [{"list": f"{rows} ORDER BY name", "each": each, "empty": "Nothing left"}]}
    title = next(title for one, title, _ in plan.kit.places if one == THINGS)
    found: Data = {THINGS: plan.kit.placed(page, THINGS, title, [])}
    return found if in_rows else {**found, THING: _thing_page(plan)}


def _units(counter: Counter) -> str:
    return f"iif(num = 1, {quoted(counter.unit)}, {quoted(counter.units)})"


def _plain_row(plan: Counts) -> Data:
    tap = [{"open": THING, "with": {"id": "{id}"}}]
    return {"list_item": "{t_name}", "text": "{about}", "icon": plan.data["icon"], "on_tap": tap}


def _counted_row(plan: Counts) -> Data:
    counter, remove = plan.counters[0], _remover(plan, "{t_name}", [])
    if plan.count_as == "stepper":
        widget = _stepper(counter, "{num}", "{t_name}", _kept(plan, counter, ":value"))
        return {"column": [widget, {"row": [{"text": "{about}", "grow": 1}, remove], "gap": 8}], "pad": 16}
    words = [f"{word}: {{t_name}}" if plan.names_steps else word for word in (plan.less, plan.more)]
    named: Data = {"column": [{"text": "{t_name}", "style": "title"}], "grow": 1}
    steps = _buttons(words, "{num}", [_kept(plan, counter, _worked(counter, "num", by)) for by in (-1, 1)])
    return {"row": [named, *steps, remove], "gap": 4, "pad": 16}


def _thing_page(plan: Counts) -> Data:
    table, is_saved = plan.thing_table, plan.count_as == "saved"
    inside: list[Data] = []
    if plan.shows_most:
        inside.append({"row": [{"text": plan.most, "grow": 1}, {"text": "{most}"}], "gap": 12})
    inside += [_counter(plan, one) for one in plan.counters_shown]
    if plan.warns_at == "page" and is_saved:
        inside.append({"text": "{wrong}", "color": "error", "when": "is_wrong"})
    remove = _remover(plan, "", [{"back": None}])
    save = {"button": plan.save, "grow": 1, "on_tap": _saving(plan)}
    inside.append({"row": [remove, *([save] if is_saved else [])], "gap": 12})
    columns = "name AS t_name, num, extra, most" + (", :wrong <> '' AS is_wrong" if is_saved else "")
    page: Data = {
        "params": ["id"],
        "data": f"SELECT {columns} FROM {table} WHERE id = :id",
        "top": {"top_bar": "{t_name}", "leave": "back"},
        "body": [{"column": inside, "pad": 16, "gap": 16}],
    }
    if is_saved:
        page["vars"] = {"now_num": 0, "now_extra": 0, "wrong": ""}
        page["on_open"] = [
            {"let": f"SELECT num AS old_num, extra AS old_extra FROM {table} WHERE id = :id"},
            {"set": {"now_num": "{old_num}", "now_extra": "{old_extra}"}},
        ]
    return page


def _counter(plan: Counts, counter: Counter) -> Data:
    """A number on the page of a thing; only what is saved is kept at once nowhere."""
    is_saved = plan.count_as == "saved"
    shown = f"now_{counter.column}" if is_saved else counter.column
    if plan.step_as == "stepper":
        do = [{"set": {shown: "{value}"}}] if is_saved else _kept(plan, counter, ":value")
        return _stepper(counter, f"{{{shown}}}", counter.label, do)
    steps = []
    for by in (-1, 1):
        worked = _worked(counter, f":{shown}" if is_saved else shown, by)
        let: list[Data] = [{"let": f"SELECT {worked} AS stepped"}, {"set": {shown: "{stepped}"}}]
        steps.append(let if is_saved else _kept(plan, counter, worked))
    buttons = _buttons([plan.less, plan.more], f"{{{shown}}}", steps)
    return {"row": [{"text": counter.label, "grow": 1}, *buttons], "gap": 8}


def _worked(counter: Counter, value: str, by: int) -> str:
    return f"min(30, max({counter.least}, {value} + {by}))"


def _kept(plan: Counts, counter: Counter, value: str) -> list[Data]:
    return [{"sql": f"UPDATE {plan.thing_table} SET {counter.column} = {value} WHERE id = :id"}]


def _stepper(counter: Counter, shown: str, label: str, do: list[Data]) -> Data:
    return {"stepper": shown, "label": label, "min": counter.least, "max": 30, "on_change": do}


def _buttons(words: list[str], shown: str, steps: list[list[Data]]) -> list[Data]:
    less, more = (
        {"icon_button": icon, "label": word, "on_tap": do}
        for icon, word, do in zip(("minus", "plus"), words, steps, strict=True)
    )
    return [less, {"text": shown, "style": "title"}, more]


def _remover(plan: Counts, name: str, then: list[Data]) -> Data:
    do = [{"sql": f"DELETE FROM {plan.thing_table} WHERE id = :id"}, *then]
    label = f"{plan.remove}: {name}" if name else plan.remove
    if plan.remove_as == "icon":
        return {"icon_button": "delete-outline", "label": label, "on_tap": do}
    return {"button": plan.remove, "style": "text", "on_tap": do}


def _saving(plan: Counts) -> list[Data]:
    told: Data = {"message": filled(plan.too_many, most="{most}")}
    told |= {"into": "wrong"} if plan.warns_at == "page" else {}
    kept = ", ".join(f"{one.column} = :now_{one.column}" for one in plan.counters)
    high = " AND ".join(f":now_{one.column} <= :most" for one in plan.counters)
    return [
        {"require": f"SELECT {high}", **told},
        {"sql": f"UPDATE {plan.thing_table} SET {kept} WHERE id = :id"},
        {"back": None},
    ]
