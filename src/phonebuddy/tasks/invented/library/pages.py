"""Library pages: the app folder of a plan: its tables, rows and pages as plain data.

Invariant: what a plan says about a place is on the pages, and nothing else is.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import MONEY, quoted
from phonebuddy.tasks.invented.library.item import item_pages
from phonebuddy.tasks.invented.library.lists import list_pages
from phonebuddy.tasks.invented.library.plan import FLAGS, Plan
from phonebuddy.tasks.invented.library.rows import ROW, listed, row_of, toggled_columns
from phonebuddy.tasks.invented.narrowing import chips
from phonebuddy.tasks.invented.sketch import Data

ICONS = {
    "home": "compass-outline",
    "saved": "bookmark-multiple-outline",
    "lists": "playlist-star",
    "people": "account-group-outline",
    "notes": "note-text-outline",
    "stats": "chart-bar",
    "settings": "cog-outline",
}
MANY = 3
"""Chips beside each other."""


def app_of(plan: Plan) -> Data:
    pages: Data = {"home": _home(plan), **item_pages(plan)}
    if plan.home == "categories":
        pages["kind"] = _kind_page(plan)
    if plan.search == "page" and not plan.is_search_shared:
        pages["search"] = _search_page(plan)
    if plan.nav == "me":
        pages["me"] = _me_page(plan)
    if "saved" in plan.places:
        pages["saved"] = _main(plan, "saved", [listed(plan, "save"), {"space": 40}])
    if "lists" in plan.places:
        pages |= list_pages(plan, _main)
    if "people" in plan.places:
        pages |= _people_pages(plan)
    if "notes" in plan.places:
        pages["notes"] = _main(plan, "notes", [_all_notes(plan)])
    if "stats" in plan.places:
        pages["stats"] = _stats_page(plan)
    app: Data = {
        "title": plan.title,
        "domain": plan.nouns.capitalize(),
        "icon": plan.data["icon"],
        "color": plan.color,
        "start": "home",
        "schema": _schema(plan),
        "pages": pages,
    }
    modules = _modules(plan)
    if plan.home == "filters":
        del pages["home"]
    return app | ({"modules": modules} if modules else {})


def _modules(plan: Plan) -> Data:
    found: Data = {}
    if plan.home == "filters":
        found["home"] = _filters(plan)
    if plan.search == "page" and plan.is_search_shared:
        found["search"] = _search(plan)
    me = f"SELECT {quoted('Me')}"
    about = f"SELECT name FROM {plan.table('item')} WHERE id = :thing"
    if "rate" in plan.has and plan.rate_at == "module":
        found["reviews"] = {"me": me, "about": about, "least": 0}
    if "notes" in plan.has and plan.note_at == "module":
        found["comments"] = {"me": me, "about": about}
    if "settings" in plan.places:
        is_main = "settings" in plan.bottom
        found["settings"] = {"title": plan.labels["settings"], "leave": "none" if is_main else "back"}
        if is_main:
            found["settings"]["bottom"] = _bottom(plan, "settings")
    return found


def _schema(plan: Plan) -> str:
    facts = ", ".join(one.column for one in plan.facts)
    whole = "INTEGER NOT NULL DEFAULT 0"
    flags = ", ".join(f"{one} {whole}" for one in (*FLAGS, "progress", "far", "mine", "stars", "is_last"))
    text = "TEXT NOT NULL DEFAULT ''"
    tables = {
        "item": f"id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind {text}, person INTEGER NOT NULL, "
        f"{facts}, {flags}, review {text}",
        "person": f"id INTEGER PRIMARY KEY, name TEXT NOT NULL, followed {whole}",
        "list": f"id INTEGER PRIMARY KEY, name TEXT NOT NULL, about {text}",
        "entry": "id INTEGER PRIMARY KEY, list INTEGER NOT NULL, item INTEGER NOT NULL",
        "note": "id INTEGER PRIMARY KEY, item INTEGER NOT NULL, text TEXT NOT NULL",
        "part": f"id INTEGER PRIMARY KEY, item INTEGER NOT NULL, name TEXT NOT NULL, done {whole}",
        "reminder": "id INTEGER PRIMARY KEY, item INTEGER NOT NULL, day INTEGER NOT NULL, minute INTEGER "
        "NOT NULL",
        "term": "id INTEGER PRIMARY KEY, words TEXT NOT NULL",
        "me": f"id INTEGER PRIMARY KEY, goal {whole}, daily {whole}, "
        f"{', '.join(one['name'] + ' ' + whole for one in plan.stats)}",
    }
    return "".join(f"CREATE TABLE {plan.table(name)} ({columns});\n" for name, columns in tables.items())


# -- ways between places -------------------------------------------------------------------------------


def _main(plan: Plan, place: str, body: list[Data], **more: object) -> Data:
    """A main place of the app: with the bar at the bottom where it is on it, else with a way back."""
    is_main = place in plan.bottom
    top: Data = {"top_bar": plan.labels[place]} | ({} if is_main else {"leave": "back"})
    return {"top": top, "body": body, **({"bottom": _bottom(plan, place)} if is_main else {}), **more}


def _bottom(plan: Plan, current: str) -> Data:
    items = [
        {"nav_item": plan.labels[one], "value": one, "icon": ICONS[one], "on_tap": [{"replace": one}]}
        for one in plan.bottom
    ]
    return {"bottom_nav": current, "items": items}


def _ways(plan: Plan) -> list[Data]:
    """Icons of the first page that lead to the other places."""
    rest = [one for one in plan.places if one not in plan.bottom]
    if not rest:
        return []
    if plan.nav == "me":
        return [
            {"icon_button": "account-circle-outline", "label": plan.nav_label, "on_tap": [{"open": "me"}]}
        ]
    if plan.nav == "drawer":
        home = {"nav_item": plan.labels["home"], "icon": ICONS["home"], "value": "home", "on_tap": []}
        items = [
            {"nav_item": plan.labels[one], "icon": ICONS[one], "value": one, "on_tap": [{"open": one}]}
            for one in rest
        ]
        drawer = {"drawer": plan.title, "current": "home", "items": [home, *items]}
        return [{"icon_button": "menu", "label": plan.nav_label, "on_tap": [drawer]}]
    items = [{"menu_item": plan.labels[one], "icon": ICONS[one], "on_tap": [{"open": one}]} for one in rest]
    return [{"icon_button": "dots-vertical", "label": plan.more, "on_tap": [{"menu": items}]}]


def _me_page(plan: Plan) -> Data:
    lines = [
        {
            "list_item": plan.labels[one],
            "icon": ICONS[one],
            "trailing": {"icon": "chevron-right"},
            "on_tap": [{"open": one}],
        }
        for one in plan.places
    ]
    return {"top": {"top_bar": plan.nav_label, "leave": "back"}, "body": lines}


# -- the first page ------------------------------------------------------------------------------------


def _home(plan: Plan) -> Data:
    actions: list[Data] = []
    if plan.search == "page":
        actions.append({"icon_button": "magnify", "label": plan.search_label, "on_tap": [{"open": "search"}]})
    tools = _tools(plan)
    if plan.tools_at == "top":
        actions += [{"icon_button": icon, "label": label, "on_tap": tap} for icon, label, tap in tools]
    page: Data = {
        "vars": {"query": "", "only": plan.all_label, "sort": "name"},
        "top": {"top_bar": plan.title, "actions": [*actions, *_ways(plan)]},
        "body": [],
    }
    body = page["body"]
    if plan.has_banner:
        page["vars"]["is_fresh"] = 1
        words = f"New {plan.nouns} come every Friday."
        body.append(
            {
                "banner": words,
                "icon": "bell-outline",
                "dismiss": "Got it",
                "on_dismiss": [{"set": {"is_fresh": 0}}],
                "when": "is_fresh",
            }
        )
    if plan.search == "bar":
        body.append({"search_bar": "query", "hint": plan.hint})
    if tools and plan.tools_at == "page":
        chips = [{"chip": label, "icon": icon, "on_tap": tap} for icon, label, tap in tools]
        body.append({"row": chips, "pad": 12, "gap": 8})
    body += _filter_chips(plan)
    if plan.keeps_on:
        page["data"] = (
            f"SELECT id AS last_id, {quoted(plan.calls['go_on'] + ' ')} || name AS last_words FROM "
            f"{plan.table('item')} WHERE is_last"
        )
        tap = [{"open": "item", "with": {"id": "{last_id}"}}]
        card = {"card": [{"text": "{last_words}", "style": "title"}], "on_tap": tap, "style": "outlined"}
        body.append({"column": [card], "pad": 12})
    body += [_kinds(plan)] if plan.home == "categories" else [_catalogue(plan)]
    body.append({"space": 40})
    if plan.bottom:
        page["bottom"] = _bottom(plan, "home")
    return page


def _tools(plan: Plan) -> list[tuple[str, str, list[Data]]]:
    """Narrowing and sorting: icon, label, and what it does."""
    found: list[tuple[str, str, list[Data]]] = []
    if plan.filter in ("menu", "sheet"):
        choices = [(one, "only", one) for one in (plan.all_label, *plan.kinds)]
        found.append(
            ("filter-variant", plan.filter_label, _choosing(plan.filter, plan.filter_label, choices))
        )
    if plan.sort in ("menu", "sheet"):
        choices = [
            (plan.calls["by_name"], "sort", "name"),
            *((label, "sort", key) for label, _, key in plan.sorts()),
        ]
        found.append(("sort", plan.sort_label, _choosing(plan.sort, plan.sort_label, choices)))
    return found


def _choosing(way: str, title: str, choices: list[tuple[str, str, str]]) -> list[Data]:
    if way == "menu":
        return [
            {
                "menu": [
                    {"menu_item": label, "on_tap": [{"set": {name: value}}]} for label, name, value in choices
                ]
            }
        ]
    lines = [
        {"list_item": label, "on_tap": [{"set": {name: value}}, {"dismiss": None}]}
        for label, name, value in choices
    ]
    return [{"sheet": title, "body": lines}]


def _filter_chips(plan: Plan) -> list[Data]:
    options = [plan.all_label, *plan.kinds]
    if plan.filter == "tabs":
        return [{"tabs": "only", "options": {one: one for one in options}}]
    if plan.filter != "chips":
        return []
    return [chips(options[start : start + MANY]) for start in range(0, len(options), MANY)]


def _order(plan: Plan) -> str:
    cases = " ".join(f"WHEN {quoted(key)} THEN {sql}" for _, sql, key in plan.sorts())
    return f"CASE :sort {cases} ELSE 0 END, i.name" if cases else "i.name"


def _catalogue(plan: Plan) -> Data:
    where = f"(:only = {quoted(plan.all_label)} OR kind = :only)"
    if plan.search == "bar":
        where += " AND (trim(:query) = '' OR instr(folded(i.name || ' ' || p.name), folded(trim(:query))))"
    if plan.home == "sections":
        return listed(plan, where, "kind, i.name") | {"section": "kind", "header": {"header": "{kind}"}}
    return listed(plan, where, _order(plan))


def _kinds(plan: Plan) -> Data:
    sql = (
        f"SELECT kind AS kind_name, count(*) || ' {plan.nouns}' AS kind_count FROM "
        f"{plan.table('item')} GROUP BY kind ORDER BY kind"
    )
    tap = [{"open": "kind", "with": {"kind": "{kind_name}"}}]
    if plan.row_look in ("picture", "plain"):
        parts = [{"text": "{kind_name}", "style": "title"}, {"text": "{kind_count}", "style": "body_small"}]
        grid = {"grid": sql, "columns": 2, "gap": 12, "each": {"card": parts, "on_tap": tap}}
        return {"column": [grid], "pad": 12}
    row = {"list_item": "{kind_name}", "text": "{kind_count}", "icon": plan.data["icon"], "on_tap": tap}
    return {"list": sql, "each": row | {"trailing": {"icon": "chevron-right"}}}


def _kind_page(plan: Plan) -> Data:
    return {
        "params": ["kind"],
        "top": {"top_bar": "{kind}", "leave": "back"},
        "body": [listed(plan, "kind = :kind"), {"space": 40}],
    }


def _filters(plan: Plan) -> Data:
    prices = [one for one in plan.facts if one.kind == MONEY]
    cents = f"i.{prices[0].name}" if prices else "0"
    facts = ", ".join(f"i.{one.name}" for one in plan.facts)
    rows = (
        f"SELECT i.id AS id, i.name AS title, i.name AS thing_name, {plan.about_row} AS text, "
        f"{plan.about_row} AS about, i.kind AS kind, {cents} AS cents, "
        f"i.stars / 10.0 AS stars, i.name || ' ' || p.name AS words, {facts}{toggled_columns(plan)} "
        f"FROM {plan.table('item')} i JOIN {plan.table('person')} p ON p.id = i.person"
    )
    sorts = [("name", plan.calls["by_name"]), *((key, label) for label, _, key in plan.sorts())]
    found: Data = {
        "module": "filters",
        "title": plan.title,
        "rows": rows,
        "on_choose": [{"open": "item", "with": {"id": "{id}"}}],
        "leave": "none",
        "sorts": " UNION ALL ".join(
            f"SELECT {quoted(key)} AS sort_id, {quoted(label)} AS sort_words" for key, label in sorts
        ),
        "order": _order(plan).replace("i.name", "title"),
        "each": {**row_of(plan), "meta": "{stars_text}"},
        "ranges": bool(prices),
        "actions": _ways(plan),
    }
    del found["each"]["on_tap"]
    return found | ({"bottom": _bottom(plan, "home")} if plan.bottom else {})


def _search(plan: Plan) -> Data:
    """The module; what it remembers is no deed of anybody."""
    rows = (
        f"SELECT i.id AS id, i.name AS title, i.name AS thing_name, {plan.about_row} AS about, "
        f"i.kind AS kind, "
        f"i.name || ' ' || p.name || ' ' || i.kind AS words{toggled_columns(plan)} "
        f"FROM {plan.table('item')} i JOIN {plan.table('person')} p ON p.id = i.person"
    )
    each = {key: value for key, value in row_of(plan).items() if key != "on_tap"}
    popular = " UNION ALL ".join(f"SELECT {quoted(one)} AS words" for one in plan.people[:2])
    return {
        "hint": plan.hint,
        "rows": rows,
        "each": each,
        "popular": popular,
        "on_choose": [{"open": "item", "with": {"id": "{id}"}}],
    }


def _search_page(plan: Plan) -> Data:
    """Its own page, with what was looked for before; looking changes nothing."""
    terms = plan.table("term")
    found = listed(
        plan,
        "trim(:query) <> '' AND instr(folded(i.name || ' ' || p.name || ' ' || kind), folded(trim(:query)))",
        look=ROW,
    )
    clear = [
        {
            "dialog": "Clear the history?",
            "confirm": plan.sure,
            "on_confirm": [{"sql": f"DELETE FROM {terms}"}],
        }
    ]
    old: Data = {
        "list": f"SELECT words AS old_words FROM {terms} ORDER BY id",
        "each": {
            "list_item": "{old_words}",
            "icon": "history",
            "on_tap": [{"set": {"query": "{old_words}"}}],
        },
        "when": "remembers",
    }
    return {
        "vars": {"query": ""},
        "data": f"SELECT trim(:query) <> '' AS typing, trim(:query) = '' AND EXISTS (SELECT 1 FROM "
        f"{terms}) AS remembers",
        "top": {"top_bar": "Search", "leave": "back"},
        "on_open": [{"focus": "query"}],
        "body": [
            {"search_bar": "query", "hint": plan.hint},
            {
                "header": "Recent searches",
                "action": plan.calls["clear"],
                "on_action": clear,
                "when": "remembers",
            },
            old,
            {**found, "when": "typing", "empty": "Nothing found"},
        ],
    }


# -- the other places ----------------------------------------------------------------------------------


def _people_pages(plan: Plan) -> Data:
    people, items = plan.table("person"), plan.table("item")
    flip = [{"sql": f"UPDATE {people} SET followed = NOT followed WHERE id = :person_id"}]
    label = f"iif(followed, {quoted(plan.unfollow_label)}, {quoted(plan.follow_label)}) AS follow_label"
    sql = (
        f"SELECT id AS person_id, name AS person_name, iif(followed, 'You follow them', '') AS "
        f"follows, {label} FROM {people} ORDER BY name"
    )
    row: Data = {
        "list_item": "{person_name}",
        "text": "{follows}",
        "avatar": "{person_name}",
        "on_tap": [{"open": "person", "with": {"person_id": "{person_id}"}}],
    }
    if plan.follow_at == "list":
        row["trailing"] = {"button": "{follow_label}", "style": "tonal", "on_tap": flip}
    count = f"(SELECT count(*) FROM {items} WHERE person = :person_id)"
    data = (
        f"SELECT name AS person_name, {label}, {count} || iif({count} = 1, ' {plan.noun}', ' "
        f"{plan.nouns}') AS counted FROM {people} WHERE id = :person_id"
    )
    body: list[Data] = [{"text": "{counted}", "style": "title", "pad": 16, "gap": 8}]
    if plan.follow_at == "page":
        body.append({"column": [{"button": "{follow_label}", "on_tap": flip}], "pad": 16})
    body.append(listed(plan, "person = :person_id", look=ROW))
    page = {
        "params": ["person_id"],
        "data": data,
        "top": {"top_bar": "{person_name}", "leave": "back"},
        "body": body,
    }
    return {"people": _main(plan, "people", [{"list": sql, "each": row}]), "person": page}


def _all_notes(plan: Plan) -> Data:
    mine = "n.mine" if plan.note_at == "module" else "1"
    sql = (
        f"SELECT n.id AS note_id, n.text AS note_text, i.name AS thing_name, i.id AS id FROM "
        f"{plan.note_table} n JOIN {plan.table('item')} i ON i.id = n.{plan.note_owner} WHERE "
        f"{mine} ORDER BY n.id"
    )
    row = {
        "list_item": "{note_text}",
        "overline": "{thing_name}",
        "on_tap": [{"open": "item", "with": {"id": "{id}"}}],
    }
    return {"list": sql, "each": row, "empty": "Nothing noted yet"}


def _goal_line(plan: Plan) -> Data:
    """The weekly goal, changed by buttons or in a dialog."""
    me = plan.table("me")
    if plan.goal_at == "stepper":
        change = [{"sql": f"UPDATE {me} SET goal = :value WHERE id = 1"}]
        line = {"stepper": "{goal}", "label": plan.calls["goal"], "min": 1, "max": 20, "on_change": change}
        return {"column": [line], "pad": 16}
    number = "CAST(:new_goal AS INTEGER)"
    dialog = {
        "dialog": f"How many {plan.nouns} a week?",
        "body": [{"field": "new_goal", "label": "Number", "kind": "number"}],
        "confirm": plan.save,
        "on_confirm": [{"sql": f"UPDATE {me} SET goal = {number} WHERE id = 1 AND {number} > 0"}],
    }
    return {
        "list_item": plan.calls["goal"],
        "text": f"{{goal}} {plan.nouns}",
        "icon": "target",
        "on_tap": [{"set": {"new_goal": ""}}, dialog],
    }


def _stats_page(plan: Plan) -> Data:
    me = plan.table("me")
    shown = ", ".join(f"{one['name']} || ' {one['unit']}' AS {one['name']}_shown" for one in plan.stats)
    lines: list[Data] = [
        {"list_item": f"{{{one['name']}_shown}}", "text": one["label"]} for one in plan.stats
    ]
    lines.append(_goal_line(plan))
    pick = {
        "time_picker": "daily",
        "title": plan.calls["daily"],
        "on_pick": [{"sql": f"UPDATE {me} SET daily = :value"}],
    }
    lines.insert(
        plan.chance.randrange(len(lines) + 1),
        {
            "list_item": plan.calls["daily"],
            "text": "{daily_shown}",
            "icon": "alarm",
            "on_tap": [{"set": {"daily": "{daily_now}"}}, pick],
        },
    )
    times = "daily AS daily_now, clock_time(60 * daily) AS daily_shown"
    data = f"SELECT goal, {times}, {shown} FROM {me} WHERE id = 1"
    return _main(plan, "stats", lines, data=data, vars={"new_goal": "", "daily": 0})
