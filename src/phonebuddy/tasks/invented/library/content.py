"""Library content: the rows of an app of a plan.

Invariant: there is something to draw for every deed, whatever chance gave.
"""

from __future__ import annotations

import re
from typing import Any

from phonebuddy.tasks.invented.library.plan import FLAGS, Plan
from phonebuddy.tasks.invented.sketch import Data


def content_of(plan: Plan) -> Data:
    chance = plan.chance
    kinds = [plan.kinds[number % len(plan.kinds)] for number in range(len(plan.names))]
    people = [number % len(plan.people) + 1 for number in range(len(plan.names))]
    chance.shuffle(people)
    columns = {one.name: plan.drawn_values(one) for one in plan.facts}
    items = []
    for number, name in enumerate(plan.names):
        row: Data = {"id": number + 1, "name": name, "kind": kinds[number], "person": people[number]}
        row |= {one: values[number] for one, values in columns.items()}
        row |= {one: int(chance.random() < 0.4) for one in FLAGS}
        far = chance.randint(max(2, plan.far // 2), plan.far) if plan.far else 0
        row |= {
            "far": far,
            "progress": chance.randrange(far) if far else 0,
            "stars": chance.randint(25, 50),
            "is_last": 0,
        }
        items.append(row)
    chance.choice(items)["is_last"] = 1
    top = _see_to_cases(plan, items)
    found: Data = {plan.table("item"): items}
    found[plan.table("person")] = [
        {"name": name, "followed": number % 2} for number, name in enumerate(plan.people)
    ]
    found |= _kept_content(plan, top)
    stats: Data = {one["name"]: chance.randint(one["low"], one["high"]) for one in plan.stats}
    found[plan.table("me")] = [
        {
            "id": 1,
            "goal": chance.randint(2, 4),
            "daily": 60 * chance.randint(7, 21) + chance.randrange(0, 60, 5),
            **stats,
        }
    ]
    found |= _searched(plan)
    if "settings" in plan.places:
        found[plan.table("settings")] = [_setting(plan, one) for one in plan.settings]
        found["sql"] = [f"UPDATE {plan.table('settings')} SET first = value"]
    return found


def _searched(plan: Plan) -> Data:
    """What was looked for before."""
    terms = [one.lower() for one in plan.kinds[:3]]
    found: Data = {plan.table("term"): [{"words": one} for one in terms]}
    if plan.search == "page" and plan.is_search_shared:
        found[plan.table("search")] = [
            {"text": one, "at": f"=now() - 7200 * {number + 1}"} for number, one in enumerate(terms)
        ]
    return found


def _spoken(plan: Plan, notes: list[Data]) -> Data:
    """What people say about things, where a module holds it."""
    chance, found = plan.chance, dict[str, Any]()
    others = [
        (number + 1, chance.choice(plan.people), chance.choice(plan.note_texts[16:]))
        for number in range(len(plan.names))
        for _ in range(2)
    ]
    if "notes" in plan.has and plan.note_at == "module":
        rows = [
            {"thing": one["item"], "author": "Me", "at": "=now() - 90000", "text": one["text"], "mine": 1}
            for one in notes
        ]
        heard = {(thing, author): text for thing, author, text in others}
        rows += [
            {
                "thing": thing,
                "author": author,
                "at": f"=now() - 86400 * {chance.randint(2, 90)}",
                "text": text,
                "likes": chance.randrange(9),
            }
            for (thing, author), text in heard.items()
        ]
        found[plan.table("comments")] = rows
    if "rate" in plan.has and plan.rate_at == "module":
        found[plan.table("reviews")] = [
            {
                "thing": thing,
                "author": author,
                "at": f"=now() - 86400 * {chance.randint(2, 90)}",
                "stars": chance.randint(1, 5),
                "text": text,
            }
            for thing, author, text in others
        ]
    return found


def _see_to_cases(plan: Plan, items: list[Data]) -> int:
    """Something to switch on among the largest and the smallest, and one of each case; the largest of all."""
    fact = plan.row_facts[0].name
    size = {
        row["id"]: int(re.findall(r"-?\d+", str(row[fact]))[-1]) if fact in plan.measures else 0
        for row in items
    }
    inside = [row for row in items if row["kind"] == plan.kinds[0]]
    ends = (max(inside, key=lambda row: size[row["id"]]), min(inside, key=lambda row: size[row["id"]]))
    top = max(items, key=lambda row: size[row["id"]])
    twice = next(row for row in items if row["person"] == 1)  # the first person has made two things at least
    twice["person"], top["person"] = top["person"], 1
    for row in (*ends, top):
        row |= dict.fromkeys(FLAGS, 0)
    second = sorted((row for row in items if row["kind"] == plan.kinds[1]), key=lambda row: row is not top)
    for number, row in enumerate(second):
        row["finished"] = int(number > 1)
    others = [row for row in items if row not in (*ends, top) and row["kind"] != plan.kinds[1]]
    others[0] |= dict.fromkeys(FLAGS, 1)
    others[1] |= {"save": 0, "offline": 0, "finished": 1}
    return int(top["id"])


def _kept_content(plan: Plan, top: int) -> Data:
    """Lists, notes and parts."""
    chance, ids = plan.chance, {name: number + 1 for number, name in enumerate(plan.names)}
    lists = [{"id": number + 1, "name": name} for number, name in enumerate(plan.lists)]
    entries = [
        {"list": number + 1, "item": ids[one]}
        for number, inside in enumerate(plan.lists.values())
        for one in inside
    ]
    if all(one["item"] != top for one in entries):
        entries.append({"list": 1, "item": top})
    texts = plan.note_texts[:8]
    notes = [
        {"item": ids[name], "text": text}
        for name, text in zip(chance.sample(plan.names, len(texts)), texts, strict=True)
    ]
    found: Data = {
        plan.table("list"): lists,
        plan.table("entry"): entries,
        plan.table("note"): notes,
        **_spoken(plan, notes),
    }
    if "parts" in plan.has:
        rows = []
        for name in plan.names:
            parts = plan.data["parts"]["names"]
            chosen = [parts[at] for at in sorted(chance.sample(range(len(parts)), min(5, len(parts))))]
            done = chance.randint(0, 3)
            rows += [
                {"item": ids[name], "name": part, "done": int(at < done)} for at, part in enumerate(chosen)
            ]
        found[plan.table("part")] = rows
    return found


def _setting(plan: Plan, one: Data) -> Data:
    options = one.get("options")
    row = {key: one[key] for key in ("name", "title", "text", "section", "icon") if key in one}
    return (
        row
        | {"value": plan.setting_values[one["name"]]}
        | ({"options": str(options).replace("'", '"')} if options else {})
    )
