"""Studio shelf: what was made, in a list or a grid, chosen by a long press; albums, and the page of a thing.

Invariant: a tap opens a thing until one is chosen; from then on taps choose, and the bar has the acts.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.studio.parts import asked
from phonebuddy.tasks.invented.studio.plan import (
    ALBUM,
    ALBUMS,
    ARCHIVE,
    DELETE,
    FAVOUR,
    ICONS,
    OUT,
    SHELF,
    TAKE,
    Plan,
)

LASTED = "printf('%d:%02d', t.secs / 60, t.secs % 60)"


def shelf_pages(plan: Plan) -> Data:
    titles = {page: title for page, title, _ in plan.kit.places}
    shelf = plan.kit.placed({"body": [_things(plan, SHELF)]}, SHELF, titles[SHELF], [])
    albums = plan.kit.placed({"body": [_albums(plan)]}, ALBUMS, titles[ALBUMS], [])
    album: Data = {"params": ["grp", "group_name"], "top": {"top_bar": "{group_name}", "leave": "back"}}
    album["body"] = [_things(plan, ALBUM)]
    return {
        SHELF: shelf | _chosen(plan, SHELF, shelf["top"]),
        ALBUMS: albums,
        ALBUM: album | _chosen(plan, ALBUM, album["top"]),
        TAKE: _thing(plan),
    }


def _clear(plan: Plan) -> Data:
    return {"sql": f"UPDATE {plan.takes} SET chosen = 0"}


def _chosen(plan: Plan, where: str, top: Data) -> Data:
    """What the bar shows while things are chosen; going back then only lets go of them."""
    counted = f"(SELECT sum(chosen) FROM {plan.takes})"
    top |= {"selected": "{num_chosen}", "on_clear": [_clear(plan)]}
    top["selection_actions"] = [
        {"icon_button": ICONS[act], "label": plan.labels[act], "on_tap": _act(plan, act)}
        for act in plan.acts[where]
    ]
    return {
        "data": f"SELECT {counted} AS num_chosen, coalesce({counted}, 0) = 0 AS none_chosen",
        "on_back": [_clear(plan) | {"when": "num_chosen"}, {"back": None, "when": "none_chosen"}],
    }


def _act(plan: Plan, act: str) -> list[Data]:
    change = {
        ARCHIVE: f"UPDATE {plan.takes} SET away = 1",
        DELETE: f"DELETE FROM {plan.takes}",
        OUT: f"UPDATE {plan.takes} SET grp = 0",
        FAVOUR: f"UPDATE {plan.takes} SET liked = 1",
    }[act]
    done: list[Data] = [{"sql": f"{change} WHERE chosen"}, _clear(plan)]
    return asked(plan.labels[act], plan.sure, done) if act in plan.asks else done


def _things(plan: Plan, where: str) -> Data:
    about = f"t.kind || ' · ' || {LASTED} || ' · ' || day(t.made)"
    about += f" || iif(t.stuck, {quoted(' · ' + plan.stuck)}, '')"
    sql = f"SELECT t.id AS id, t.name AS thing_name, {about} AS about, t.chosen AS is_chosen"
    sql += f", t.stuck AS is_stuck, (SELECT sum(chosen) FROM {plan.takes}) AS is_choosing FROM {plan.takes} t"
    sql += f" WHERE NOT t.away{' AND t.grp = :grp' if where == ALBUM else ''} ORDER BY {plan.order}"
    choose = {"sql": f"UPDATE {plan.takes} SET chosen = NOT chosen WHERE id = :id"}
    touches: Data = {
        "on_long_press": [choose],
        "on_tap": [
            choose | {"when": "is_choosing"},
            {"open": TAKE, "with": {"id": "{id}"}, "unless": "is_choosing"},
        ],
    }
    again: Data = {"icon_button": "refresh", "label": f"{plan.retry}: {{thing_name}}", "when": "is_stuck"}
    again["on_tap"] = _again(plan)
    in_row = [again] if plan.retry_at == "row" else []
    if plan.listing == "grid":
        lines: list[Data] = [
            {"icon": "check-circle", "when": "is_chosen"},
            {"icon": plan.data["icon"], "unless": "is_chosen"},
            {"text": "{thing_name}", "style": "title"},
            {"text": "{about}", "style": "body_small"},
            *in_row,
        ]
        grid: Data = {"grid": sql, "each": {"card": lines, **touches}, "columns": 2, "gap": 10}
        return {"column": [grid], "pad": 12}
    row: Data = {"list_item": "{thing_name}", "text": "{about}", "selected": "{is_chosen}", **touches}
    row |= {"trailing": again} if in_row else {}
    leading = {"none": {}, "icon": {"icon": plan.data["icon"]}, "avatar": {"avatar": "{thing_name}"}}
    return {"list": sql, "each": row | leading[plan.leading], "empty": "Nothing here"}


def _again(plan: Plan) -> list[Data]:
    return [{"sql": f"UPDATE {plan.takes} SET stuck = 0 WHERE id = :id"}]


def _albums(plan: Plan) -> Data:
    held = f"SELECT count(*) FROM {plan.takes} t WHERE t.grp = a.id AND NOT t.away"
    albums = f"SELECT a.id AS grp, a.name AS group_name, ({held}) AS held FROM {plan.albums} a"
    return {
        "list": f"{albums} ORDER BY a.name",
        "each": {
            "list_item": "{group_name}",
            "meta": "{held}",
            "icon": "folder-outline",
            "on_tap": [{"open": ALBUM, "with": {"grp": "{grp}", "group_name": "{group_name}"}}],
        },
    }


def _thing(plan: Plan) -> Data:
    rows = [(plan.facts["made"], "made_on"), (plan.facts["length"], "lasted"), (plan.kind_label, "made_as")]
    columns = f"t.name AS thing_name, day(t.made) AS made_on, {LASTED} AS lasted"
    columns += ", t.kind AS made_as, t.stuck AS is_stuck"
    top: Data = {"top_bar": "{thing_name}", "leave": "back"}
    body: list[Data] = [{"list_item": label, "meta": f"{{{column}}}"} for label, column in rows]
    if plan.retry_at == "page":
        button: Data = {"button": plan.retry, "style": "tonal", "on_tap": _again(plan), "when": "is_stuck"}
        body += [{"column": [{"text": plan.stuck, "color": "error", "when": "is_stuck"}, button], "pad": 16}]
    elif plan.retry_at == "menu":
        items: list[Data] = [{"menu_item": plan.retry, "on_tap": _again(plan)}]
        drop = {"sql": f"DELETE FROM {plan.takes} WHERE id = :id"}
        items.append({"menu_item": plan.labels[DELETE], "on_tap": [drop, {"back": None}]})
        dots: Data = {"icon_button": "dots-vertical", "label": plan.options, "on_tap": [{"menu": items}]}
        top["actions"] = [dots]
    return {
        "params": ["id"],
        "data": f"SELECT {columns} FROM {plan.takes} t WHERE t.id = :id",
        "top": top,
        "body": body,
    }
