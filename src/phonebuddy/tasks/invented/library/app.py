"""Library: an invented app in which people browse things and keep some: courses, comics, birds, patterns.

Invariant: everything a deed's gold does is on the pages of this very sketch.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.fields import CHOICE, READ_AS, TEXT
from phonebuddy.tasks.invented.library.content import content_of
from phonebuddy.tasks.invented.library.deeds import deeds_of
from phonebuddy.tasks.invented.library.pages import app_of
from phonebuddy.tasks.invented.library.plan import Plan
from phonebuddy.tasks.invented.library.ways import Ways
from phonebuddy.tasks.invented.meant import meant
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Gold, Read, Sketch, Write, some

OWN = 2
"""How often a question counts that does without the name of the fact."""
FEWEST_DEEDS, MOST_DEEDS = 18, 26
"""Of all that could be asked of an app: no kind of app shall have more tasks than the others."""


def sketch_library(name: str, chance: random.Random) -> Sketch:
    plan = Plan(name, chance)
    tells = () if plan.is_brand else tuple(plan.data.get("tells") or plan.data["nouns"])
    app, content = app_of(plan), content_of(plan)
    return Sketch(
        name,
        plan.title,
        tells,
        app,
        content,
        tuple(some(chance, deeds_of(plan), FEWEST_DEEDS, MOST_DEEDS)),
        tuple(_reads(plan)),
        tuple(_writes(plan)),
        looks_of(plan),
    )


def looks_of(plan: Plan) -> tuple[str, ...]:
    """What merely looking around changes."""
    return (f"change {plan.table('search')}",) if plan.search == "page" and plan.is_search_shared else ()


def _reads(plan: Plan) -> list[Read]:
    ways, items = Ways(plan), plan.table("item")
    found = []
    for one in plan.facts:
        other, asked = meant("library", one.said), plan.said[one.name].get("ask", "")
        own = ways.says((*other.asks, *((f"{asked}?",) if asked else ())), "r_name")
        asks = (*own * OWN, *ways.says("fact", "r_name", s=one.said))
        things = ways.says((*other.things, "the {s} of {it}"), "r_name", s=one.said)
        draw = {"read": f"SELECT name AS r_name, {plan.shown(one)} AS r_value FROM {items}"}
        gold: Gold = [*ways.to_item("r_name"), {"read": "got", "near": one.label}]
        kind = "text" if one.kind in (CHOICE, TEXT) else READ_AS[one.kind]
        found.append(Read(kind, things, asks, draw, "r_value", gold))
    found.append(_maker(plan, ways))
    if "stats" in plan.places:
        found += [_stat(plan, ways, one) for one in plan.stats[:2]]
        found.append(_daily(plan, ways))
    if "progress" in plan.has:
        found.append(_progress(plan, ways))
    if "rate" in plan.has and plan.rate_at == "module":
        found.append(_mean(plan, ways))
    return found


def _maker(plan: Plan, ways: Ways) -> Read:
    joined = f"{plan.table('item')} i JOIN {plan.table('person')} p ON p.id = i.person"
    draw = {"read": f"SELECT i.name AS r_name, p.name AS r_value FROM {joined}"}
    return Read(
        "text",
        ways.says("maker_things", "r_name"),
        ways.says("maker", "r_name"),
        draw,
        "r_value",
        [*ways.to_item("r_name"), {"read": "got", "near": plan.by_label}],
    )


def _stat(plan: Plan, ways: Ways, one: Data) -> Read:
    draw = {"read": f"SELECT rtrim({one['name']} || ' {one['unit']}') AS r_value FROM {plan.table('me')}"}
    gold: Gold = [*ways.go("stats"), {"read": "got", "near": one["label"]}]
    return Read("number", (one["thing"],), tuple(one["ask"]), draw, "r_value", gold)


def _daily(plan: Plan, ways: Ways) -> Read:
    draw = {"read": f"SELECT clock_time(60 * daily) AS r_value FROM {plan.table('me')}"}
    things = ("the time of my daily reminder", "when the daily reminder comes")
    gold = [*ways.go("stats"), {"read": "got", "near": plan.calls["daily"]}]
    return Read("time", things, ways.says("daily_when"), draw, "r_value", gold)


def _mean(plan: Plan, ways: Ways) -> Read:
    """What people gave on average, as the module says it."""
    mean = f"SELECT printf('%.1f', avg(stars)) FROM {plan.table('reviews')} WHERE thing = i.id"
    draw = {"read": f"SELECT name AS r_name, ({mean}) AS r_value FROM {plan.table('item')} i"}
    things = ways.says(("the average rating of {it}", "the average stars of {it}"), "r_name")
    gold = [
        *ways.to_item("r_name"),
        *ways.act(plan.rate_label, "rate"),
        {"read": "got", "match": r"^(\d\.\d)$"},
    ]
    return Read("number", things, ways.says("mean", "r_name"), draw, "r_value", gold)


def _progress(plan: Plan, ways: Ways) -> Read:
    draw = {"read": f"SELECT name AS r_name, progress || ' of ' || far AS r_value FROM {plan.table('item')}"}
    return Read(
        "text",
        ways.says("progress_things", "r_name"),
        ways.says("progress_what", "r_name", u=plan.unit),
        draw,
        "r_value",
        [*ways.to_item("r_name"), {"read": "got", "near": plan.calls["progress"]}],
    )


def _writes(plan: Plan) -> list[Write]:
    found = []
    if "notes" in plan.has:
        found.append(_note(plan))
    if "lists" in plan.has:
        found += _list_writes(plan)
    return found


def _note(plan: Plan) -> Write:
    ways, notes = Ways(plan), plan.note_table
    says = ways.says("note_write", "w_name")
    typed = ways.noted("{got}")
    draw = {"write": f"SELECT id AS w_id, name AS w_name FROM {plan.table('item')}"}
    facts = {"before": f"SELECT max(id) AS w_last FROM {notes}"}
    goal = [
        {
            "exactly 1": f"SELECT text FROM {notes} WHERE {plan.note_owner} = :w_id AND id > :w_last",
            "saying": "{V}",
        }
    ]
    return Write(
        ANYTHING,
        says,
        draw,
        facts,
        [*ways.to_item("w_name"), *typed],
        goal,
        (f"insert {notes} where id = :w_last + 1",),
    )


def _list_writes(plan: Plan) -> list[Write]:
    ways, lists = Ways(plan), plan.table("list")
    says = ways.says("list_write")
    gold = [
        *ways.go("lists"),
        {"tap": plan.list_new},
        {"type": "{got}", "into": plan.list_field},
        {"tap": plan.list_save},
    ]
    facts = {"before": f"SELECT max(id) AS w_last FROM {lists}"}
    goal = [{"exactly 1": f"SELECT name FROM {lists} WHERE id > :w_last", "saying": "{V}"}]
    found = [Write(("text", "day"), says, {}, facts, gold, goal, (f"insert {lists} where id = :w_last + 1",))]
    if plan.list_make == "page":
        says = ways.says("about_write")
        draw = {"write": f"SELECT id AS w_id, name AS w_list FROM {lists}"}
        edit: Gold = [{"hold": "{w_list}"}, {"tap": plan.list_edit}]
        if plan.list_acts != "hold":
            edit = [
                {"tap": "{w_list}"},
                *([{"tap": plan.more}] if plan.list_acts == "menu" else []),
                {"tap": plan.list_edit},
            ]
        gold = [
            *ways.go("lists"),
            *edit,
            {"replace": plan.list_about, "with": "{got}"},
            {"tap": plan.list_save},
        ]
        goal = [{"exactly 1": f"SELECT about FROM {lists} WHERE id = :w_id", "saying": "{V}"}]
        found.append(
            Write(ANYTHING, says, draw, {}, gold, goal, (f"update {lists}(about) where id = :w_id",))
        )
    return found
