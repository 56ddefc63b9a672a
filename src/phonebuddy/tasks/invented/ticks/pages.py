"""Ticks pages: all lists, one of them with its facts and its text, and what is done to it as a whole.

Invariant: a page shows every line of its list, and no line of another.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.ticks.lines import add_action, lines_of
from phonebuddy.tasks.invented.ticks.plan import (
    ALL,
    CLEAR,
    COPY,
    DELETE,
    HOME,
    ICONS,
    LINES,
    NONE,
    NOTE,
    PIN,
    THING,
    Plan,
)

BREAK = "note || iif(note = '', '', char(10))"
"""SQL for the text as it is edited: whoever goes on writing does so in a new line."""


def pages_of(plan: Plan) -> Data:
    found = {HOME: _home(plan), THING: _thing(plan)}
    if plan.has_lines_page:
        found[LINES] = _lines_page(plan)
    if plan.note_at == "page":
        found[NOTE] = _note_page(plan)
    return found


# -- all lists -----------------------------------------------------------------------------------------


def _home(plan: Plan) -> Data:
    counted = f"SELECT count(*) FROM {plan.lines} l WHERE l.thing = t.id"
    about = f"day(t.due) || ' · ' || ({counted} AND l.done) || '/' || ({counted})"
    sql = f"SELECT t.id AS id, t.name AS thing_name, {about} AS about FROM {plan.things} t"
    if plan.search:
        inside = f"SELECT 1 FROM {plan.lines} l WHERE l.thing = t.id AND l.words LIKE '%' || :query || '%'"
        either = f" OR EXISTS ({inside})" if plan.search == "lines" else ""
        sql += f" WHERE t.name LIKE '%' || trim(:query) || '%'{either}"
    sql += f" ORDER BY {'t.pinned DESC, ' if plan.pins_first else ''}{plan.order}"
    tap = [{"open": THING, "with": {"id": "{id}"}}]
    made: Data = {"list": sql, "each": _row(plan, tap), "empty": "Nothing here"}
    listed = made if plan.listing == "rows" else {"column": [made | {"gap": 10}], "pad": 12}
    bar: list[Data] = [{"search_bar": "query", "hint": plan.labels["search"]}] if plan.search else []
    page: Data = {"top": {"top_bar": plan.title}, "body": [*bar, listed, {"space": 64}]}
    return page | ({"vars": {"query": ""}} if plan.search else {})


def _row(plan: Plan, tap: list[Data]) -> Data:
    if plan.listing == "cards":
        lines = [{"text": "{thing_name}", "style": "title"}, {"text": "{about}", "style": "body_small"}]
        return {"card": lines, "on_tap": tap}
    leading = {"none": {}, "icon": {"icon": plan.data["icon"]}, "avatar": {"avatar": "{thing_name}"}}
    return {"list_item": "{thing_name}", "text": "{about}", "on_tap": tap, **leading[plan.leading]}


# -- one list ------------------------------------------------------------------------------------------


def _thing(plan: Plan) -> Data:
    counted = f"SELECT count(*) FROM {plan.lines} WHERE thing = :id"
    columns = f"name AS thing_name, day(due) AS due_on, who, note, {BREAK} AS note_open, pinned AS is_pinned"
    columns += f", ({counted} AND done) || '/' || ({counted}) AS so_far"
    facts: list[Data] = [
        {"list_item": plan.due_label, "meta": "{due_on}"},
        {"list_item": plan.who_label, "meta": "{who}"},
    ]
    note = {"list_item": plan.labels["note"], "text": "{note}", "on_tap": _edit_note(plan)}
    body = [note, *facts] if plan.is_note_first else [*facts, note]
    variables = {"words_new": "", "note_words": "", "copy_name": ""}
    if plan.has_lines_page:
        variables.pop("words_new")
    if plan.note_at == "page":
        variables.pop("note_words")
    page: Data = {"params": ["id"], "vars": variables}
    top: Data = {"top_bar": "{thing_name}", "leave": "back", "actions": []}
    if plan.has_lines_page:
        tap = [{"open": LINES, "with": {"id": "{id}"}}]
        body.append({"list_item": plan.labels["lines"], "meta": "{so_far}", "on_tap": tap})
    else:
        body += [{"divider": None}, *lines_of(plan)]
        top["actions"] += add_action(plan)
    _acts(plan, top, body)
    sql = f"SELECT {columns} FROM {plan.things} WHERE id = :id"
    return page | {"data": sql, "top": top, "body": [*body, {"space": 64}]}


def _lines_page(plan: Plan) -> Data:
    top: Data = {"top_bar": plan.labels["lines"], "leave": "back", "actions": add_action(plan)}
    return {
        "params": ["id"],
        "vars": {"words_new": ""},
        "top": top,
        "body": [*lines_of(plan), {"space": 64}],
    }


def _acts(plan: Plan, top: Data, body: list[Data]) -> None:
    """What is done to a list as a whole: behind the dots, or in buttons below."""
    if plan.pin_at == "top":
        for way, icon, label in (("unless", "pin-outline", "pin"), ("when", "pin-off-outline", "unpin")):
            button = {"icon_button": icon, "label": plan.labels[label], "on_tap": _does(plan, PIN)}
            top["actions"].append(button | {way: "is_pinned"})
    items: list[Data] = []
    for act in plan.acts:
        tap = _does(plan, act)
        if act == PIN:
            items += [_item(plan, "pin", tap, act) | {"unless": "is_pinned"}]
            items += [_item(plan, "unpin", tap, act) | {"when": "is_pinned"}]
        else:
            items.append(_item(plan, act, tap, act))
    if plan.acts_at == "buttons":
        body.append({"column": items, "pad": 16, "gap": 10})
        return
    shown: Data = {"menu": items} if plan.acts_at == "menu" else {"sheet": "{thing_name}", "body": items}
    dots: Data = {"icon_button": "dots-vertical", "label": plan.labels["options"], "on_tap": [shown]}
    top["actions"].append(dots)


def _item(plan: Plan, label: str, tap: list[Data], act: str) -> Data:
    name = plan.labels[label]
    if plan.acts_at == "buttons":
        return {"button": name, "style": "tonal", "wide": True, "on_tap": tap}
    if plan.acts_at == "sheet":
        return {"list_item": name, "icon": ICONS[act], "on_tap": [{"dismiss": None}, *tap]}
    return {"menu_item": name, "icon": ICONS[act], "on_tap": tap}


def _does(plan: Plan, act: str) -> list[Data]:
    if act == COPY:
        return _copying(plan)
    changes = {
        ALL: [f"UPDATE {plan.lines} SET done = 1 WHERE thing = :id"],
        NONE: [f"UPDATE {plan.lines} SET done = 0 WHERE thing = :id"],
        CLEAR: [f"DELETE FROM {plan.lines} WHERE thing = :id AND done"],
        PIN: [f"UPDATE {plan.things} SET pinned = NOT pinned WHERE id = :id"],
        DELETE: [f"DELETE FROM {plan.lines} WHERE thing = :id", f"DELETE FROM {plan.things} WHERE id = :id"],
    }
    done: list[Data] = [{"sql": one} for one in changes[act]]
    done += [{"back": None}] if act == DELETE else []
    if act not in plan.asks:
        return done
    ask = {"dialog": f"{plan.labels[act]}?", "text": "You decide.", "confirm": plan.labels["sure"]}
    return [{**ask, "on_confirm": done}]


def _copying(plan: Plan) -> list[Data]:
    """A second list with the same lines, none of them ticked, under a name of its own."""
    last = f"(SELECT max(id) FROM {plan.things})"
    made: list[Data] = [
        {"require": "SELECT trim(:copy_name) <> ''", "message": "It needs a name"},
        {
            "sql": f"INSERT INTO {plan.things} (name, due, who, note) "
            f"SELECT trim(:copy_name), due, who, note FROM {plan.things} WHERE id = :id"
        },
        {
            "sql": f"INSERT INTO {plan.lines} (thing, words) "
            f"SELECT {last}, words FROM {plan.lines} WHERE thing = :id ORDER BY id"
        },
    ]
    if plan.opens_copy:
        made += [{"let": f"SELECT max(id) AS new_id FROM {plan.things}"}]
        made += [{"replace": THING, "with": {"id": "{new_id}"}}]
    else:
        made += [{"back": None}]
    field = {"field": "copy_name", "label": plan.labels["name"]}
    dialog = {"dialog": plan.labels[COPY], "body": [field], "confirm": plan.labels["make"]}
    return [{"set": {"copy_name": ""}}, {**dialog, "on_confirm": made}]


# -- its text ------------------------------------------------------------------------------------------


def _keep_note(plan: Plan) -> Data:
    return {"sql": f"UPDATE {plan.things} SET note = trim(:note_words, ' ' || char(10)) WHERE id = :id"}


def _edit_note(plan: Plan) -> list[Data]:
    if plan.note_at == "page":
        return [{"open": NOTE, "with": {"id": "{id}"}}]
    field = {"field": "note_words", "label": plan.labels["note"], "kind": "multiline", "lines": 4}
    opened: list[Data] = [{"set": {"note_words": "{note_open}"}}]
    if plan.note_at == "dialog":
        dialog = {"dialog": plan.labels["edit"], "body": [field], "confirm": plan.labels["save"]}
        return [*opened, {**dialog, "on_confirm": [_keep_note(plan)]}, {"focus": "note_words"}]
    button = {"button": plan.labels["save"], "on_tap": [_keep_note(plan), {"dismiss": None}]}
    sheet = {"sheet": plan.labels["edit"], "body": [{"column": [field, button], "pad": 16, "gap": 12}]}
    return [*opened, sheet, {"focus": "note_words"}]


def _note_page(plan: Plan) -> Data:
    field = {"field": "note_words", "label": plan.labels["note"], "kind": "multiline", "lines": 6}
    button = {"button": plan.labels["save"], "wide": True, "on_tap": [_keep_note(plan), {"back": None}]}
    return {
        "params": ["id"],
        "vars": {"note_words": ""},
        "on_open": [
            {"let": f"SELECT {BREAK} AS note_open FROM {plan.things} WHERE id = :id"},
            {"set": {"note_words": "{note_open}"}},
            {"focus": "note_words"},
        ],
        "top": {"top_bar": plan.labels["edit"], "leave": "back"},
        "body": [{"column": [field, button], "pad": 16, "gap": 12}],
    }
