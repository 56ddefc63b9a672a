"""Library lists: the owner's own lists: made, renamed, deleted, and things put on them and taken off.

Invariant: a thing is on a list at most once.
"""

from __future__ import annotations

from collections.abc import Callable

from phonebuddy.tasks.invented.library.plan import Plan
from phonebuddy.tasks.invented.library.rows import ROW, listed
from phonebuddy.tasks.invented.sketch import Data


def choosing(plan: Plan) -> list[Data]:
    """Effects on the page of a thing: a sheet with the lists it can be put on."""
    entry = plan.table("entry")
    inside = f"EXISTS (SELECT 1 FROM {entry} e WHERE e.list = l.id AND e.item = :id)"
    sql = (
        f"SELECT l.id AS list_id, l.name AS list_name, {inside} AS is_inside, iif({inside}, "
        f"'It is on it', '') AS inside_words FROM {plan.table('list')} l ORDER BY l.name"
    )
    add = (
        f"INSERT INTO {entry} (list, item) SELECT :list_id, :id WHERE NOT EXISTS (SELECT 1 "
        f"FROM {entry} WHERE list = :list_id AND item = :id)"
    )
    field = {"field": "new_list", "label": plan.list_field}
    made: list[Data] = [
        {"sql": f"INSERT INTO {plan.table('list')} (name) VALUES (trim(:new_list))"},
        {"sql": f"INSERT INTO {entry} (list, item) SELECT max(id), :id FROM {plan.table('list')}"},
    ]
    dialog = {"dialog": plan.list_new, "body": [field], "confirm": plan.list_save, "on_confirm": made}
    new = {
        "list_item": plan.list_new,
        "icon": "plus",
        "on_tap": [{"dismiss": None}, {"set": {"new_list": ""}}, dialog],
    }
    if plan.list_choose == "tap":
        row: Data = {
            "list_item": "{list_name}",
            "text": "{inside_words}",
            "on_tap": [{"sql": add}, {"dismiss": None}, {"snackbar": "Added"}],
        }
        return [{"sheet": plan.list_label, "body": [new, {"list": sql, "each": row}]}]
    change: list[Data] = [
        {"sql": f"{add} AND :value = 1"},
        {"sql": f"DELETE FROM {entry} WHERE list = :list_id AND item = :id AND :value = 0"},
    ]
    tick = {"checkbox": "{is_inside}", "label": "{list_name}", "on_change": change}
    done = {"button": plan.calls["ready"], "wide": True, "on_tap": [{"dismiss": None}]}
    return [
        {"sheet": plan.list_label, "body": [new, {"column": [{"list": sql, "each": tick}, done], "pad": 16}]}
    ]


def list_pages(plan: Plan, main: Callable[..., Data]) -> Data:
    counted = f"(SELECT count(*) FROM {plan.table('entry')} e WHERE e.list = l.id)"
    sql = (
        f"SELECT l.id AS list_id, l.name AS list_name, l.about AS list_about, {counted} || "
        f"iif({counted} = 1, ' {plan.noun}', ' {plan.nouns}') AS counted FROM "
        f"{plan.table('list')} l ORDER BY l.name"
    )
    row: Data = {
        "list_item": "{list_name}",
        "text": "{counted}",
        "icon": "playlist-star",
        "on_tap": [{"open": "list", "with": {"list_id": "{list_id}"}}],
    }
    if plan.list_acts == "hold":
        items = [{"menu_item": label, "on_tap": tap} for label, _, tap in _acts(plan, "list_id", False)]
        row["on_long_press"] = [{"menu": items}]
    page = main(
        plan,
        "lists",
        [{"list": sql, "each": row, "empty": "Nothing here"}, {"space": 88}],
        vars={"new_name": ""},
    )
    _add_button(plan, page)
    pages: Data = {"lists": page, "list": _list_page(plan)}
    if plan.list_make == "page":
        pages["list_edit"] = _edit_page(plan)
    return pages


def _add_button(plan: Plan, page: Data) -> None:
    insert = [
        {"sql": f"INSERT INTO {plan.table('list')} (name) SELECT trim(:new_name) WHERE trim(:new_name) <> ''"}
    ]
    field = {"field": "new_name", "label": plan.list_field}
    opens: dict[str, list[Data]] = {
        "page": [{"open": "list_edit", "with": {"list_id": 0}}],
        "dialog": [
            {"set": {"new_name": ""}},
            {"dialog": plan.list_new, "body": [field], "confirm": plan.list_save, "on_confirm": insert},
        ],
        "sheet": [
            {"set": {"new_name": ""}},
            {
                "sheet": plan.list_new,
                "body": [
                    {
                        "column": [field, {"button": plan.list_save, "on_tap": [*insert, {"dismiss": None}]}],
                        "pad": 16,
                        "gap": 12,
                    }
                ],
            },
        ],
    }
    tap = opens[plan.list_make]
    if plan.list_adds_at == "fab":
        page["floating"] = {"fab": "plus", "label": plan.list_new, "on_tap": tap}
    elif plan.list_adds_at == "icon":
        page["top"]["actions"] = [{"icon_button": "plus", "label": plan.list_new, "on_tap": tap}]
    else:
        page["body"].insert(
            0,
            {
                "column": [{"button": plan.list_new, "style": "tonal", "icon": "plus", "on_tap": tap}],
                "pad": 16,
            },
        )


def _acts(plan: Plan, id_name: str, is_inside: bool) -> list[tuple[str, str, list[Data]]]:
    """Renaming and deleting a list: label, icon, effects."""
    lists, entry = plan.table("list"), plan.table("entry")
    if plan.list_make == "page":
        edit: list[Data] = [{"open": "list_edit", "with": {"list_id": f"{{{id_name}}}"}}]
    else:
        keep = [
            {
                "sql": f"UPDATE {lists} SET name = trim(:new_name) WHERE id = :{id_name} AND trim(:new_name) "
                f"<> ''"
            }
        ]
        field = {"field": "new_name", "label": plan.list_field}
        edit = [
            {"set": {"new_name": "{list_name}"}},
            {"dialog": plan.list_edit, "body": [field], "confirm": plan.list_save, "on_confirm": keep},
        ]
    drop: list[Data] = [
        {"sql": f"DELETE FROM {entry} WHERE list = :{id_name}"},
        {"sql": f"DELETE FROM {lists} WHERE id = :{id_name}"},
    ]
    drop += [{"back": None}] if is_inside else []
    if plan.list_asks:
        drop = [
            {
                "dialog": f"Do away with this {plan.list_noun}?",
                "text": "{list_name} will be gone.",
                "confirm": plan.sure,
                "on_confirm": drop,
            }
        ]
    return [(plan.list_edit, "pencil-outline", edit), (plan.list_drop, "delete-outline", drop)]


def _list_page(plan: Plan) -> Data:
    entry = plan.table("entry")
    acts = _acts(plan, "list_id", True)
    actions: list[Data] = []
    if plan.list_acts == "icons":
        actions = [{"icon_button": icon, "label": label, "on_tap": tap} for label, icon, tap in acts]
    if plan.list_acts == "menu":
        items = [{"menu_item": label, "on_tap": tap} for label, _, tap in acts]
        actions = [{"icon_button": "dots-vertical", "label": plan.more, "on_tap": [{"menu": items}]}]
    things = listed(plan, f"i.id IN (SELECT item FROM {entry} WHERE list = :list_id)", look=ROW)
    things["each"] = _entry_row(plan, things["each"])
    return {
        "params": ["list_id"],
        "vars": {"new_name": ""},
        "data": f"SELECT name AS list_name, about AS list_about, about <> '' AS is_described FROM "
        f"{plan.table('list')} WHERE id = :list_id",
        "top": {"top_bar": "{list_name}", "leave": "back", "actions": actions},
        "body": [
            {"text": "{list_about}", "pad": 16, "gap": 8, "when": "is_described"},
            things,
            {"space": 40},
        ],
    }


def _entry_row(plan: Plan, each: Data) -> Data:
    """A thing on a list: it can be taken off, and moved."""
    entry = plan.table("entry")
    off: list[Data] = [
        {"sql": f"DELETE FROM {entry} WHERE list = :list_id AND item = :id"},
        {"snackbar": "Taken off"},
    ]
    moved = (
        f"UPDATE {entry} SET list = :to_id WHERE list = :list_id AND item = :id AND NOT EXISTS "
        f"(SELECT 1 FROM {entry} WHERE list = :to_id AND item = :id)"
    )
    others = (
        f"SELECT id AS to_id, name AS to_name FROM {plan.table('list')} WHERE id <> :list_id ORDER BY name"
    )
    target = {"list_item": "{to_name}", "on_tap": [{"sql": moved}, {"dismiss": None}]}
    move = {
        "menu_item": plan.calls["move"],
        "icon": "folder-move-outline",
        "on_tap": [{"sheet": "Where to?", "body": [{"list": others, "each": target}]}],
    }
    row = {key: value for key, value in each.items() if key not in ("trailing", "on_long_press")}
    if plan.list_out == "icon":
        row["trailing"] = {
            "icon_button": "close",
            "label": f"{plan.calls['off_list']}: {{thing_name}}",
            "on_tap": off,
        }
        row["on_long_press"] = [{"menu": [move]}]
    elif plan.list_out == "swipe":
        row["on_swipe_left"] = off
        row["on_long_press"] = [{"menu": [move]}]
    else:
        row["on_long_press"] = [
            {"menu": [{"menu_item": plan.calls["off_list"], "icon": "playlist-remove", "on_tap": off}, move]}
        ]
    return row


def _edit_page(plan: Plan) -> Data:
    lists = plan.table("list")
    keep = [
        {"require": "SELECT length(trim(:new_name)) > 0", "message": "Enter a name"},
        {
            "sql": f"INSERT INTO {lists} (id, name, about) VALUES (nullif(:list_id, 0), trim(:new_name), "
            f"trim(:new_about)) "
            "ON CONFLICT (id) DO UPDATE SET name = excluded.name, about = excluded.about"
        },
        {"back": None},
    ]
    start = [
        {"let": f"SELECT name AS old_name, about AS old_about FROM {lists} WHERE id = :list_id"},
        {"set": {"new_name": "{old_name}", "new_about": "{old_about}"}, "when": "list_id"},
    ]
    fields = [
        {"field": "new_name", "label": plan.list_field},
        {"field": "new_about", "label": plan.list_about},
    ]
    return {
        "params": ["list_id"],
        "vars": {"new_name": "", "new_about": ""},
        "on_open": start,
        "top": {
            "top_bar": plan.list_noun.capitalize(),
            "leave": "close",
            "actions": [{"button": plan.list_save, "on_tap": keep}],
        },
        "body": [{"column": fields, "pad": 16, "gap": 12}],
    }
