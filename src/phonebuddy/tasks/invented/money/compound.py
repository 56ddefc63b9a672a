"""Money compounds: what takes more than one look or act: two things, a condition, all of it, up to a goal.

Invariant: a task whose condition does not hold changes nothing, and looking is what it asks for.
"""

from __future__ import annotations

import re

from phonebuddy.tasks.invented.fields import MONEY, Field
from phonebuddy.tasks.invented.money.acts import Doing, before, sayings, secret_draw
from phonebuddy.tasks.invented.money.book import Book
from phonebuddy.tasks.invented.money.data import ways
from phonebuddy.tasks.invented.money.inputs import Amount
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, filled


def compound_deeds(book: Book, done: list[Doing]) -> list[Deed]:
    found: list[Deed] = []
    for one in done:
        if one.does in ("in", "state", "set") and book.chance.random() < 0.7:
            found.append(_pair(book, one))
        if one.does == "in":
            found += _conditions(book, one)
        amount = next((each for each in one.plan.inputs if isinstance(each, Amount)), None)
        if amount and amount.style in ("field", "quick") and one.does in ("in", "out", "move"):
            found += _whole(book, one, amount)
    if book.mark and book.is_marked_in_row:
        found.append(_marks(book))
    return found


def _other(sql: str) -> str:
    """A goal or rule for the second thing."""
    return re.sub(r":(id|had)\b", r":\g<1>2", sql)


def _pair(book: Book, one: Doing) -> Deed:
    """The same with two things."""
    plan, data = one.plan, one.act.data
    both = ("each of {name} and {name2}", "both {name} and {name2}", "{name} and {name2} each")
    plain = [way for way in data["says"] if not way.startswith("!")]
    says = sayings(
        book,
        plain,
        dict(plan.slots),
        both if one.does == "in" else both[1:2] * 2 + ("{name} and also {name2}",),
        one.is_secured,
    )
    entries = plan.entries
    new = {key: value for entry in entries for key, value in entry.new.items()}
    draw = {key: value for entry in entries for key, value in entry.draw.items()}
    where = {"state": f"a.{plan.where} AND b.{plan.where}", "set": f"a.{plan.where} AND b.{plan.where}"}.get(
        one.does, "1"
    )
    where = "1" if plan.where == "1" else where
    pair = {
        "one": "SELECT a.id, a.name, a.cents AS had, b.id AS id2, b.name AS name2, b.cents AS had2 "
        f"FROM {book.table} a JOIN {book.table} b ON a.id <> b.id WHERE {where}"
    }
    goal = [*plan.goal, *({key: _other(sql) for key, sql in check.items()} for check in plan.goal)]
    rules = [rule.replace("id = :last + 1", "id > :last and id <= :last + 2") for rule in plan.allow]
    allow = tuple(dict.fromkeys([*rules, *(_other(rule) for rule in rules)]))
    back: Gold = [{"press": "back"}, {"tap": "{name2}", "role": "text"}]
    gold = [*book.way(is_plain=True), *one.gold, *back, *one.gold]
    # Days are drawn before the things they are set for.
    draws = {**pair, **draw} if one.does != "set" else {**draw, **pair}
    return Deed(
        f"{one.act.key}_pair",
        says,
        gold,
        goal,
        new,
        {**draws, **secret_draw(book, one.is_secured)},
        before(book, one.does),
        allow,
    )


def _conditions(book: Book, one: Doing) -> list[Deed]:
    """Only if there is too little: once where it is so, once where it is not."""
    assert book.amount is not None
    plan, scale = one.plan, 1 if book.unit else 100
    worths = sorted(row["cents"] for row in book.rows)
    floors = sorted(
        {worths[len(worths) // 2] // scale, worths[len(worths) // 3] // scale, worths[2] // scale + 1}
    )
    if len(floors) < 2 or floors[0] * scale <= worths[0]:
        return []
    floor = f"{{n_floor}} {book.data.get('unit_said', book.unit)}" if book.unit else "${n_floor}"
    says = tuple(_if_said(book, one, floor, at) for at in range(12))
    new = {key: value for entry in plan.entries for key, value in entry.new.items()} | {
        "n_floor": [str(value) for value in floors]
    }
    draw = {key: value for entry in plan.entries for key, value in entry.draw.items()}
    shown = "CAST(cents AS TEXT)" if book.unit else "money(cents)"
    found = []
    for name, test in (("low", "<"), ("enough", ">=")):
        drawn = {
            "one": f"SELECT id, name, cents AS had, {shown} AS told FROM {book.table} "
            f"WHERE cents {test} {scale} * CAST(:n_floor AS INTEGER)"
        }
        drawn |= {**draw, **secret_draw(book, one.is_secured)}
        if name == "low":
            made = Deed(
                f"{one.act.key}_low",
                says,
                [*book.way(), *one.gold],
                plan.goal,
                new,
                drawn,
                before(book, "in"),
                plan.allow,
            )
        else:
            made = Deed(f"{one.act.key}_enough", says, _told(book), [{"answer": "{told}"}], new, drawn)
        found.append(made)
    return found


def _told(book: Book) -> Gold:
    """What there is, read and said."""
    assert book.amount is not None
    work = "SELECT number(:had_shown)" if book.unit else "SELECT money(cents(:had_shown))"
    read = {"read": "had_shown", "near": book.amount.label}
    return [*book.way(), read, {"work_out": "got", "as": work}, {"answer": "{got}"}]


def _if_said(book: Book, one: Doing, floor: str, at: int) -> str:
    assert book.amount is not None
    plain = [way for way in one.act.data["says"] if not way.startswith("!")]
    way = plain[at % len(plain)]
    frame = ways("condition")[at % len(ways("condition"))]
    it = "them" if book.data.get("people") else "it"
    short = sayings(book, [way], dict(one.plan.slots), [it], False)[0]
    named = sayings(book, [way], dict(one.plan.slots), ["{name}"], False)[0]
    text = filled(
        frame, do_it=named, do=short, it=book.chance.choice(book.called()), s=book.amount.said, f=floor
    )
    text += book.chance.choice((", my PIN is {pin}", " (PIN {pin})")) if one.is_secured else ""
    return text + filled(book.chance.choice(ways("otherwise")), s=book.amount.said)


def _whole(book: Book, one: Doing, amount: Amount) -> list[Deed]:
    """All there is, or all that is missing: read first, then entered."""
    assert book.amount is not None
    plan, form = one.plan, one.act.form
    assert form is not None
    entries = [entry if entry.said in ("{n_amount}", "{n_to}") else None for entry in plan.entries]
    enter = [*book.choose(one.act.label, is_act=True), *form.gold(entries)]
    to = {name: draw for entry in plan.entries for name, draw in entry.draw.items() if name == "n_to"}
    code, facts = secret_draw(book, one.is_secured), before(book, one.does)
    read: Gold = [*book.way(is_plain=True), {"read": "had_shown", "near": book.amount.label}]
    if one.does == "in":
        target = next((each for each in book.fields if each.name == "target" and each.kind == MONEY), None)
        return (
            [
                _up_to(
                    book,
                    one,
                    target,
                    [*read, {"read": "aim_shown", "near": target.label}],
                    enter,
                    {**code},
                    facts,
                )
            ]
            if target
            else []
        )
    work = "SELECT number(:had_shown)" if book.unit else "SELECT printf('%.2f', cents(:had_shown) / 100.0)"
    said = {"s": book.amount.said, "to": "{n_to}"}
    out = ways("all_paid") if book.data.get("people") else ways("all_out")
    says = sayings(book, out if one.does == "out" else ways("all_over"), said, book.called(), one.is_secured)
    draw = {"one": f"SELECT id, name, cents AS had FROM {book.table} WHERE cents > 0", **to, **code}
    goal: list[Data] = [{"present": f"SELECT 1 FROM {book.table} WHERE id = :id AND cents = 0"}]
    goal += [{"exactly 1": f"SELECT 1 FROM {book.lines} WHERE id > :last AND owner = :id AND cents = -:had"}]
    if one.does == "move":
        goal.append(
            {
                "exactly 1": f"SELECT 1 FROM {book.lines} WHERE id > :last AND owner = :n_to_id AND "
                f"cents = :had"
            }
        )
    gold = [*read, {"work_out": "n_amount", "as": work}, *enter]
    return [Deed(f"{one.act.key}_all", says, gold, goal, {}, draw, facts, plan.allow)]


def _up_to(book: Book, one: Doing, target: Field, read: Gold, enter: Gold, code: Data, facts: Data) -> Deed:
    says = sayings(book, ways("up_to"), {"t": target.said}, book.called(), one.is_secured)
    work = "SELECT printf('%.2f', (cents(:aim_shown) - cents(:had_shown)) / 100.0)"
    draw = {
        "one": f"SELECT id, name, cents AS had, target AS aim FROM {book.table} WHERE cents < target",
        **code,
    }
    goal: list[Data] = [
        {"present": f"SELECT 1 FROM {book.table} WHERE id = :id AND cents = :aim"},
        {"exactly 1": f"SELECT 1 FROM {book.lines} WHERE id > :last AND owner = :id AND cents = :aim - :had"},
    ]
    gold = [*read, {"work_out": "n_amount", "as": work}, *enter]
    return Deed(f"{one.act.key}_up_to", says, gold, goal, {}, draw, facts, one.plan.allow)


def _marks(book: Book) -> Deed:
    """Two switches of the list."""
    assert book.mark is not None
    says = sayings(
        book,
        [way for way in book.mark["on"] if not way.startswith("!")],
        {},
        ("both {name} and {name2}", "{name} and {name2}"),
        False,
    )
    label = book.mark["label"]
    gold = [*book.kit.to(book.key), {"tap": f"{label}: {{name}}"}, {"tap": f"{label}: {{name2}}"}]
    draw = {
        "one": f"SELECT a.id, a.name, b.id AS id2, b.name AS name2 FROM {book.table} a JOIN {book.table} b "
        "ON a.id <> b.id WHERE NOT a.marked AND NOT b.marked"
    }
    goal = [{"exactly 2": f"SELECT 1 FROM {book.table} WHERE (id = :id OR id = :id2) AND marked"}]
    return Deed(
        f"{book.key}_marks",
        says,
        gold,
        goal,
        {},
        draw,
        {},
        (f"update {book.table}(marked) where id = :id or id = :id2",),
    )
