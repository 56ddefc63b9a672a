"""Library item: the page of one thing, and the pages on which something is entered about it.

Invariant: whatever can be done with a thing stands here, or in its row where the plan says so.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.library.lists import choosing
from phonebuddy.tasks.invented.library.plan import Plan
from phonebuddy.tasks.invented.library.rows import flip, toggled_columns
from phonebuddy.tasks.invented.sketch import Data

Act = tuple[str, str, str, list[Data]]
"""Where, label, icon, effects."""


def item_pages(plan: Plan) -> Data:
    pages: Data = {"item": _item_page(plan)}
    if "rate" in plan.has and plan.rate_at == "page":
        pages["review"] = _review_page(plan)
    if "notes" in plan.has and plan.note_at == "page":
        pages["write"] = _note_page(plan)
    if "remind" in plan.has:
        pages["remind"] = _remind_page(plan)
    if "progress" in plan.has and plan.progress_at == "page":
        pages["place"] = _progress_page(plan)
    return pages


def _item_page(plan: Plan) -> Data:
    acts = _acts(plan)
    icons = [
        {"icon_button": icon, "label": label, "on_tap": tap} for at, label, icon, tap in acts if at == "icon"
    ]
    items = [
        {"menu_item": label, "icon": icon, "on_tap": tap} for at, label, icon, tap in acts if at == "menu"
    ]
    if items:
        icons.append({"icon_button": "dots-vertical", "label": plan.more, "on_tap": [{"menu": items}]})
    body: list[Data] = []
    if plan.has_picture:
        body.append({"image": plan.data["picture"], "seed": "{thing_name}", "width": 0, "height": 160})
    blocks = [_facts(plan), _switched(plan, acts), _rating(plan)]
    behind = {"parts": _parts(plan), "notes": _notes(plan)}
    plan.chance.shuffle(blocks)
    if plan.is_tabbed:
        tabs = {"about": plan.calls["about"]} | plan.tab_labels
        body.append({"tabs": "tab", "options": tabs})
        body.append({"column": [widget for block in blocks for widget in block], "when": "on_about"})
        body += [{"column": widgets, "when": f"on_{one}"} for one, widgets in behind.items() if widgets]
    else:
        body += [widget for block in (*blocks, *behind.values()) for widget in block]
    page: Data = {
        "params": ["id"],
        "vars": {"tab": "about", "stars_now": 0, "new_note": "", "new_place": "", "new_list": ""},
        "data": _data(plan),
        "top": {"top_bar": "{thing_name}", "leave": "back", "actions": icons},
        "body": [*body, {"space": 24}],
    }
    return page


def _data(plan: Plan) -> str:
    facts = "".join(f", {plan.shown(one, 'i.' + one.name)} AS {one.name}_shown" for one in plan.facts)
    remind = (
        f"SELECT day(day) || ' at ' || clock_time(60 * minute) FROM {plan.table('reminder')} "
        f"WHERE item = :id ORDER BY id DESC LIMIT 1"
    )
    return (
        f"SELECT i.name AS thing_name, i.kind AS kind, p.id AS person_id, p.name AS "
        f"person_name, mine, progress, far, review"
        f", progress || ' of ' || far AS progress_shown, coalesce(({remind}), 'None') AS "
        f"remind_shown, NOT mine AS unrated"
        f", :tab = 'about' AS on_about, :tab = 'parts' AS on_parts, :tab = 'notes' AS on_notes"
        f"{facts}{toggled_columns(plan)} FROM {plan.table('item')} i JOIN "
        f"{plan.table('person')} p ON p.id = i.person WHERE i.id = :id"
    )


def _acts(plan: Plan) -> list[Act]:
    """Everything that stands as an icon, in the menu, or as a button."""
    at = plan.act_places
    found: list[Act] = [
        (at[one.column], f"{{{one.column}_label}}", f"{{{one.column}_icon}}", flip(plan, one))
        for one in plan.toggles
        if one.column in at
    ]
    opened: dict[str, tuple[str, str, list[Data]]] = {
        "lists": (plan.list_label, "playlist-plus", choosing(plan)),
        "notes": (plan.note_label, "note-plus-outline", _note_opens(plan)),
        "remind": (plan.remind_label, "bell-plus-outline", [{"open": "remind", "with": {"id": "{id}"}}]),
        "progress": (plan.progress_label, "progress-pencil", _progress_opens(plan)),
        "rate": (plan.rate_label, "star-plus-outline", _rate_opens(plan)),
    }
    return [*found, *((at[what], *act) for what, act in opened.items() if what in at)]


def _facts(plan: Plan) -> list[Data]:
    pairs = [(one.label, f"{{{one.name}_shown}}") for one in plan.facts]
    pairs.append((plan.kind_label, "{kind}"))
    if "progress" in plan.has:
        pairs.append((plan.calls["progress"], "{progress_shown}"))
    if "remind" in plan.has:
        pairs.append((plan.calls["reminder"], "{remind_shown}"))
    lines = [_fact(plan.facts_look, label, value) for label, value in pairs]
    person = _fact(plan.facts_look if plan.facts_look != "stack" else "below", plan.by_label, "{person_name}")
    if "follow" in plan.has:
        person["on_tap"] = [{"open": "person", "with": {"person_id": "{person_id}"}}]
    if plan.facts_look == "stack":
        return [
            person,
            {
                "column": [{"card": [widget for line in lines for widget in line["column"]], "gap": 4}],
                "pad": 12,
            },
        ]
    return [person, *lines]


def _fact(look: str, label: str, value: str) -> Data:
    match look:
        case "below":
            return {"list_item": value, "text": label}
        case "overline":
            return {"list_item": value, "overline": label}
        case "meta":
            return {"list_item": label, "meta": value}
        case _:
            return {"column": [{"text": label, "style": "label"}, {"text": value, "style": "body_large"}]}


def _switched(plan: Plan, acts: list[Act]) -> list[Data]:
    found: list[Data] = []
    chips = []
    for one in plan.toggles:
        change = [{"sql": f"UPDATE {plan.table('item')} SET {one.column} = :value WHERE id = :id"}]
        if one.place == "switch":
            found.append(
                {
                    "list_item": one.on,
                    "trailing": {"switch": f"{{{one.column}}}", "description": one.on, "on_change": change},
                }
            )
        if one.place == "chip":
            chips.append({"chip": one.on, "selected": f"{{{one.column}}}", "on_tap": flip(plan, one)})
    if chips:
        found.append({"row": chips, "pad": 16, "gap": 8})
    styles = ("filled", "tonal", "outlined")
    buttons = [
        {"button": label, "style": styles[min(number, 2)], "icon": icon, "on_tap": tap}
        for number, (_, label, icon, tap) in enumerate(one for one in acts if one[0] == "button")
    ]
    if buttons:
        found.append({"column": buttons, "pad": 16, "gap": 8})
    return found


# -- stars ---------------------------------------------------------------------------------------------


def _rating(plan: Plan) -> list[Data]:
    if "rate" not in plan.has:
        return []
    change = [{"sql": f"UPDATE {plan.table('item')} SET mine = :value WHERE id = :id"}]
    if plan.rate_at == "inline":
        stars = {"rating": "{mine}", "on_change": change}
        return [{"column": [{"text": plan.rate_label, "style": "label"}, stars], "pad": 16}]
    if plan.rate_at == "module":
        return []
    shown: Data = {"rating": "{mine}"}
    return [{"column": [{"text": "What you gave", "style": "label"}, shown], "pad": 16, "unless": "unrated"}]


def _rate_opens(plan: Plan) -> list[Data]:
    if plan.rate_at == "module":
        return [{"open": "reviews", "with": {"thing": "{id}"}}]
    if plan.rate_at == "page":
        return [{"open": "review", "with": {"id": "{id}"}}]
    keep = [{"sql": f"UPDATE {plan.table('item')} SET mine = :stars_now WHERE id = :id AND :stars_now > 0"}]
    stars = {"rating": "{stars_now}", "on_change": [{"set": {"stars_now": "{value}"}}]}
    return [
        {"set": {"stars_now": 0}},
        {"dialog": "How many stars?", "body": [stars], "confirm": plan.save, "on_confirm": keep},
    ]


def _review_page(plan: Plan) -> Data:
    items = plan.table("item")
    keep = [
        {"require": "SELECT :stars_now > 0", "message": "Choose some stars first"},
        {"sql": f"UPDATE {items} SET mine = :stars_now, review = trim(:said) WHERE id = :id"},
        {"back": None},
    ]
    body = [
        {"text": "Stars", "style": "label"},
        {"rating": "{stars_now}", "on_change": [{"set": {"stars_now": "{value}"}}]},
        {"field": "said", "label": "What you think of it", "kind": "multiline", "lines": 3},
        {"button": plan.save, "on_tap": keep, "wide": True},
    ]
    start = [
        {"let": f"SELECT mine AS old_stars, review AS old_said FROM {items} WHERE id = :id"},
        {"set": {"stars_now": "{old_stars}", "said": "{old_said}"}},
    ]
    return {
        "params": ["id"],
        "vars": {"tab": "about", "stars_now": 0, "said": ""},
        "on_open": start,
        "top": {"top_bar": plan.rate_label, "leave": "close"},
        "body": [{"column": body, "pad": 16, "gap": 12}],
    }


# -- parts, notes, reminders, progress -----------------------------------------------------------------


def _parts(plan: Plan) -> list[Data]:
    if "parts" not in plan.has:
        return []
    parts = plan.table("part")
    sql = (
        f"SELECT id AS part_id, name AS part_name, done AS part_done FROM {parts} WHERE item = "
        f":id ORDER BY id"
    )
    change = [{"sql": f"UPDATE {parts} SET done = :value WHERE id = :part_id"}]
    noun: str = plan.data["parts"]["noun"]
    tick = {"checkbox": "{part_done}", "label": "{part_name}", "on_change": change}
    head = [] if plan.is_tabbed else [{"header": f"All {plural(noun)}"}]
    return [*head, {"column": [{"list": sql, "each": tick}], "pad": 8}]


def _notes(plan: Plan) -> list[Data]:
    if "notes" not in plan.has or plan.note_at == "module":
        return []
    notes = plan.table("note")
    gone: list[Data] = [{"sql": f"DELETE FROM {notes} WHERE id = :note_id"}]
    row: Data = {"list_item": "{note_text}", "icon": "note-outline"}
    if plan.note_gone == "icon":
        row["trailing"] = {"icon_button": "close", "label": "Delete: {note_text}", "on_tap": gone}
    if plan.note_gone == "hold":
        row["on_long_press"] = [{"menu": [{"menu_item": plan.calls["delete_note"], "on_tap": gone}]}]
    if plan.note_gone == "sheet":
        delete = {
            "list_item": plan.calls["delete_note"],
            "icon": "delete-outline",
            "on_tap": [*gone, {"dismiss": None}],
        }
        row["on_tap"] = [
            {
                "sheet": "What now?",
                "body": [
                    {
                        "list_item": "Copy it",
                        "icon": "content-copy",
                        "on_tap": [{"copy": "{note_text}"}, {"dismiss": None}],
                    },
                    delete,
                ],
            }
        ]
    sql = f"SELECT id AS note_id, text AS note_text FROM {notes} WHERE item = :id ORDER BY id"
    head = [] if plan.is_tabbed else [{"header": plan.labels["notes"]}]
    found: list[Data] = [*head, {"list": sql, "each": row}]
    if plan.note_at == "inline":
        field = {"field": "new_note", "label": plan.note_label, "grow": 1}
        found.append(
            {
                "row": [
                    field,
                    {"button": plan.note_add, "on_tap": [*_keep_note(plan), {"set": {"new_note": ""}}]},
                ],
                "pad": 16,
                "gap": 8,
            }
        )
    return found


def _keep_note(plan: Plan) -> list[Data]:
    return [
        {
            "sql": f"INSERT INTO {plan.table('note')} (item, text) SELECT :id, trim(:new_note) WHERE "
            f"trim(:new_note) <> ''"
        }
    ]


def _note_opens(plan: Plan) -> list[Data]:
    if plan.note_at == "module":
        return [{"open": "comments", "with": {"thing": "{id}"}}]
    if plan.note_at == "page":
        return [{"open": "write", "with": {"id": "{id}"}}]
    field = {"field": "new_note", "label": plan.note_field}
    return [
        {"set": {"new_note": ""}},
        {
            "dialog": plan.note_label,
            "body": [field],
            "confirm": plan.note_add,
            "on_confirm": _keep_note(plan),
        },
    ]


def _note_page(plan: Plan) -> Data:
    keep = {"button": plan.note_add, "on_tap": [*_keep_note(plan), {"back": None}]}
    field = {"field": "new_note", "label": plan.note_field, "kind": "multiline", "lines": 4}
    top: Data = {"top_bar": plan.note_label, "leave": "close", "actions": [keep]}
    return {"params": ["id"], "vars": {"new_note": ""}, "top": top, "body": [{"column": [field], "pad": 16}]}


def _remind_page(plan: Plan) -> Data:
    keep = [
        {"require": "SELECT :day > 0", "message": "Choose a day"},
        {"sql": f"INSERT INTO {plan.table('reminder')} (item, day, minute) VALUES (:id, :day, :minute)"},
        {"back": None},
    ]
    lines = [
        {
            "list_item": plan.remind_day,
            "text": "{day_shown}",
            "icon": "calendar",
            "on_tap": [{"date_picker": "day", "title": plan.remind_day}],
        },
        {
            "list_item": plan.remind_time,
            "text": "{time_shown}",
            "icon": "clock-outline",
            "on_tap": [{"time_picker": "minute", "title": plan.remind_time}],
        },
    ]
    return {
        "params": ["id"],
        "vars": {"day": 0, "minute": 540},
        "data": "SELECT CASE :day WHEN 0 THEN 'Not chosen' ELSE day(:day) END AS day_shown, "
        "clock_time(60 * :minute) AS time_shown",
        "top": {"top_bar": plan.remind_label, "leave": "close"},
        "body": [*lines, {"column": [{"button": plan.remind_save, "on_tap": keep, "wide": True}], "pad": 16}],
    }


def _keep_progress(plan: Plan) -> list[Data]:
    number = "CAST(:new_place AS INTEGER)"
    return [
        {
            "sql": f"UPDATE {plan.table('item')} SET progress = {number} WHERE id = :id AND {number} "
            f"BETWEEN 0 AND far"
        }
    ]


def _progress_opens(plan: Plan) -> list[Data]:
    if plan.progress_at == "page":
        return [{"open": "place", "with": {"id": "{id}"}}]
    field = {"field": "new_place", "label": plan.unit.capitalize(), "kind": "number"}
    return [
        {"set": {"new_place": ""}},
        {
            "dialog": plan.progress_label,
            "body": [field],
            "confirm": plan.progress_save,
            "on_confirm": _keep_progress(plan),
        },
    ]


def _progress_page(plan: Plan) -> Data:
    keep = {"button": plan.progress_save, "wide": True, "on_tap": [*_keep_progress(plan), {"back": None}]}
    field = {"field": "new_place", "label": plan.unit.capitalize(), "kind": "number"}
    body = [{"column": [field, keep], "pad": 16, "gap": 16}]
    return {
        "params": ["id"],
        "vars": {"new_place": ""},
        "top": {"top_bar": plan.progress_label, "leave": "close"},
        "body": body,
    }
