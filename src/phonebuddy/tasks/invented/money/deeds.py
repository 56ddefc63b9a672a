"""Money deeds: what can be asked of any book: add, change, rename, delete, mark, look up, compare and sum up.

Invariant: every question's answer stands on the pages that its gold looks at.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import CHOICE, DATE, MONEY, NUMBER, READ_AS, SWITCH, TEXT, Field
from phonebuddy.tasks.invented.grammar import an
from phonebuddy.tasks.invented.meant import meant
from phonebuddy.tasks.invented.money.book import Book
from phonebuddy.tasks.invented.money.data import ways
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Deed, Gold, Read, Write, filled, some

OWN, SETS = 3, 12
"""How often a question counts that does without the name of the fact, and a wish for another value."""


def deeds_of(book: Book) -> list[Deed]:
    found: list[Deed] = []
    if book.grows:
        found += [_adding(book, number) for number in range(2)] + [_deleting(book)]
        found += [_deleting_best(book, *best, at) for at, best in enumerate(book.superlatives()[:1])]
    if book.edits:
        able = _able(book)
        found += [_editing(book, [one]) for one in some(book.chance, able, 1, 3)]
        if len(able) > 1 and book.edits_by == "page":
            found.append(_editing(book, some(book.chance, able, 2, 2)))
        found += [_renaming(book), _missing(book)]
    if book.mark:
        found += [_marking(book, 1), _marking(book, 0)]
    return [*found, *_questions(book)]


def _able(book: Book) -> list[Field]:
    """What a task may enter: no switches, and no days that must lie behind us."""
    return [one for one in book.entered if one.kind != SWITCH and not (one.kind == DATE and one.high < 0)]


def _adding(book: Book, number: int) -> Deed:
    chance, form = book.chance, book.new_form
    fields = some(chance, _able(book), min(number, 1), 3)
    if book.amount and book.has_entered and book.amount not in fields:
        fields = [book.amount, *fields]
    new: Data = {"name": list(book.free)}
    draw: Data = {}
    entries = [book.named.invented("name", chance, True, tuple(book.free))]
    told, wheres = [], ["name = :name"]
    for one in book.entered:
        if one not in fields:
            entries.append(one.invented("unused", chance, True)._replace(gold=[]))
            continue
        entry = one.invented(f"n_{one.name}", chance, True)
        entries.append(entry)
        new |= entry.new
        draw |= entry.draw
        wheres.append(f"{one.name} = {entry.stored}")
        told.append((one.said, said_of(one, entry.said)))
    says = tuple(_new_said(book, told) for _ in range(10))
    goal = [{"exactly 1": f"SELECT 1 FROM {book.table} WHERE {' AND '.join(wheres)}"}]
    facts = {"before": f"SELECT max(id) AS last FROM {book.table}"}
    gold = [*book.kit.to(book.key), {"tap": book.add}, *form.gold(entries)]
    return Deed(
        f"{book.key}_add{number}",
        says,
        gold,
        goal,
        new,
        draw,
        facts,
        (f"insert {book.table} where id = :last + 1",),
    )


def said_of(one: Field, said: str) -> str:
    """A value as people say it."""
    return (
        f"${said}" if one.kind == MONEY else f"{said} {one.unit}" if one.kind == NUMBER and one.unit else said
    )


def _new_said(book: Book, told: list[tuple[str, str]]) -> str:
    chance = book.chance
    parts = [filled(chance.choice(ways("part")), s=said, v=value) for said, value in told]
    return an(filled(chance.choice(ways("add")), n=book.noun)) + (", " + ", ".join(parts) if parts else "")


def _edit_gold(book: Book, one: Field, name: str, gold: Gold) -> Gold:
    """Changing one detail by touching its row, where there is no form for all of them."""
    if one.kind in (CHOICE, DATE, "time"):
        return [{"tap": one.label}, gold[-1]]
    return [
        {"tap": one.label},
        {"replace": f"{one.label}:", "with": f"{{{name}}}"},
        {"press": "back"},
        {"tap": book.save, "role": "button"},
    ]


def _editing(book: Book, fields: list[Field]) -> Deed:
    chance = book.chance
    entries = {one.name: one.invented(f"n_{one.name}", chance, False) for one in fields}
    new = {key: value for entry in entries.values() for key, value in entry.new.items()}
    draw = {key: value for entry in entries.values() for key, value in entry.draw.items()}
    if book.edits_by == "page":
        changed = [entries.get(one.name) for one in [book.named, *book.entered]]
        gold = [*_choose_edit(book), *book.edit_form.gold(changed)]
    else:
        gold = [
            step for one in fields for step in _edit_gold(book, one, f"n_{one.name}", entries[one.name].gold)
        ]
    says = tuple(_change_said(book, it, fields, entries) for it in book.called() for _ in range(4))
    wheres = " AND ".join(f"{one.name} = {entries[one.name].stored}" for one in fields)
    # Days are moved forward: nobody turns a calendar back and forth.
    others = " AND ".join(
        f"{one.name} {'<' if one.kind == DATE else 'IS NOT'} {entries[one.name].stored}" for one in fields
    )
    one_of = {"one": f"SELECT id, name FROM {book.table} WHERE {others}"}
    goal = [{"present": f"SELECT 1 FROM {book.table} WHERE id = :id AND {wheres}"}]
    columns = ", ".join(one.name for one in fields)
    name = f"{book.key}_edit_" + "_".join(one.name for one in fields)
    way = [] if _is_held(book) else book.way()
    return Deed(
        name,
        says,
        [*way, *gold],
        goal,
        new,
        {**draw, **one_of},
        {},
        (f"update {book.table}({columns}) where id = :id",),
    )


def _is_held(book: Book) -> bool:
    return book.tools_at == "hold" and book.edits_by == "page"


def _choose_edit(book: Book) -> Gold:
    return (
        [*book.kit.to(book.key), {"hold": "{name}", "role": "text"}, {"tap": book.edit}]
        if _is_held(book)
        else book.choose(book.edit)
    )


def _change_said(book: Book, it: str, fields: list[Field], entries: Data) -> str:
    first, *others = fields
    able = [one for one in ways("change") if not others or not one.startswith("!")]
    way = book.chance.choice([*able, *(meant("money", first.said).sets * SETS if not others else ())])
    text = filled(way, it=it, s=first.said, v=said_of(first, entries[first.name].said))
    for one in others:
        more = book.chance.choice(
            (", and change the {s} to {v}", ", and make the {s} {v}", ", also its {s}: {v}")
        )
        text += filled(more, s=one.said, v=said_of(one, entries[one.name].said))
    return text


def _renaming(book: Book) -> Deed:
    says = tuple(filled(way, it=it) for it in book.called() for way in ways("rename"))
    entry = book.named.invented("other", book.chance, False, tuple(book.free))
    if book.edits_by == "page":
        gold = [*_choose_edit(book), *book.edit_form.gold([entry, *(None for _ in book.entered)])]
    else:
        gold = _edit_gold(book, book.named, "other", entry.gold)
    goal = [{"present": f"SELECT 1 FROM {book.table} WHERE id = :id AND name = :other"}]
    way = [] if _is_held(book) else book.way()
    one = {"one": f"SELECT id, name FROM {book.table}"}
    return Deed(
        f"{book.key}_rename",
        says,
        [*way, *gold],
        goal,
        {"other": list(book.free)},
        one,
        {},
        (f"update {book.table}(name) where id = :id",),
    )


def _delete_gold(book: Book) -> Gold:
    if book.swipes:
        swiped: Gold = [*book.kit.to(book.key), {"swipe": "left", "on": "{name}"}]
        return [*swiped, {"tap": book.sure}] if book.asks and book.made_by != "records" else swiped
    if book.tools_at == "hold":
        gold: Gold = [*book.kit.to(book.key), {"hold": "{name}", "role": "text"}, {"tap": book.delete}]
    else:
        gold = [*book.way(is_plain=True), *book.choose(book.delete)]
    return [*gold, {"tap": book.sure}] if book.asks else gold


def _deleting(book: Book) -> Deed:
    says = tuple(filled(way, it=it) for it in book.called() for way in ways("delete"))
    goal = [{"absent": f"SELECT 1 FROM {book.table} WHERE id = :id"}]
    one = {"one": f"SELECT id, name FROM {book.table}"}
    return Deed(
        f"{book.key}_delete",
        says,
        _delete_gold(book),
        goal,
        {},
        one,
        {},
        (f"delete {book.table} where id = :id",),
    )


def _deleting_best(book: Book, words: tuple[str, ...], sql: str, at: int) -> Deed:
    says = tuple(filled(way, it=it) for it in words for way in ways("delete"))
    goal = [{"absent": f"SELECT 1 FROM {book.table} WHERE id = :id"}]
    one = {"one": f"SELECT id, name FROM {book.table} WHERE {sql}"}
    return Deed(
        f"{book.key}_delete_best{at}",
        says,
        _delete_gold(book),
        goal,
        {},
        one,
        {},
        (f"delete {book.table} where id = :id",),
    )


def _missing(book: Book) -> Deed:
    """Something is named that is not there."""
    says = tuple(
        filled(way, it=it) for it in book.called("ghost") for way in ways("missing") if "{other}" in way
    )
    find: Gold = [{"type": "{ghost}", "into": book.hint}] if book.search == "bar" else [{"swipe": "up"}]
    gold = [
        *book.kit.to(book.key),
        *find,
        {"answer": f"It cannot be done: there is no {book.noun} called {{ghost}}."},
    ]
    half = len(book.free) // 2
    new = {"ghost": list(book.free[:half]), "other": list(book.free[half:])}
    goal = [book.seen("")]
    return Deed(f"{book.key}_missing", says, gold, goal, new, {}, {}, (), "impossible")


def _marking(book: Book, to: int) -> Deed:
    assert book.mark is not None
    label = book.mark["label"]
    says = tuple(filled(way, it=it) for it in book.called() for way in book.mark["on" if to else "off"])
    if book.is_marked_in_row:
        gold: Gold = [*book.kit.to(book.key), {"tap": f"{label}: {{name}}"}]
    else:
        there = label if to or book.mark_at == "switch" else f"Not {label.lower()}"
        gold = [*book.way(), {"tap": there, **({"role": "switch"} if book.mark_at == "switch" else {})}]
    goal = [{"present": f"SELECT 1 FROM {book.table} WHERE id = :id AND marked = {to}"}]
    one = {"one": f"SELECT id, name FROM {book.table} WHERE marked = {1 - to}"}
    return Deed(
        f"{book.key}_mark{to}",
        says,
        gold,
        goal,
        {},
        one,
        {},
        (f"update {book.table}(marked) where id = :id",),
    )


# -- questions -----------------------------------------------------------------------------------------


def _questions(book: Book) -> list[Deed]:
    found: list[Deed] = []
    numbers = [one for one in book.every if one.kind in (MONEY, NUMBER)]
    for one in some(book.chance, numbers, 1, 2):
        found += [_two(book, one, "sum"), _two(book, one, "gap"), _comparing(book, one)]
    for at, (words, sql) in enumerate(book.superlatives()[:2]):
        says = tuple(f"which is {it.removeprefix('whichever ')}?" for it in words if "whichever" not in it)
        says += tuple(f"tell me the name of {it}: which one is it?" for it in words if "whichever" not in it)
        gold = [*book.kit.to(book.key), {"scroll_to": "{name}"}, {"answer": "{name}"}]
        draw = {"one": f"SELECT name FROM {book.table} WHERE {sql}"}
        found.append(Deed(f"{book.key}_most{at}", says, gold, [{"answer": "{name}"}], {}, draw))
    if book.filter is not None:
        found.append(_counting(book))
    return found


def _both(book: Book, one: Field) -> Gold:
    return [
        *book.way("one_name", True),
        {"read": "first", "near": one.label},
        {"press": "back"},
        {"tap": "{two_name}", "role": "text"},
        {"read": "second", "near": one.label},
    ]


def _two(book: Book, one: Field, how: str) -> Deed:
    sign = "+" if how == "sum" else "-"
    worth = f"a.{one.name} {sign} b.{one.name}"
    shown = f"money({worth})" if one.kind == MONEY else f"CAST({worth} AS TEXT)"
    draw = {
        "pair": f"SELECT a.name AS one_name, b.name AS two_name, {shown} AS total FROM {book.table} "
        f"a JOIN {book.table} b "
        f"ON a.id <> b.id AND a.{one.name} > b.{one.name}"
    }
    step = (
        f"SELECT money(cents(:first) {sign} cents(:second))"
        if one.kind == MONEY
        else f"SELECT number(:first) {sign} number(:second)"
    )
    gold = [*_both(book, one), {"work_out": "sum_total", "as": step}, {"answer": "{sum_total}"}]
    says = tuple(filled(way, one="{one_name}", two="{two_name}", s=one.said) for way in ways(how))
    return Deed(f"{book.key}_{how}_{one.name}", says, gold, [{"answer": "{total}"}], {}, draw)


def _comparing(book: Book, one: Field) -> Deed:
    draw = {
        "pair": f"SELECT a.name AS one_name, b.name AS two_name, iif(a.{one.name} > b.{one.name}, "
        f"a.name, b.name) AS winner, "
        f"iif(a.{one.name} > b.{one.name}, b.name, a.name) AS loser FROM {book.table} a JOIN "
        f"{book.table} b ON a.{one.name} <> b.{one.name}"
    }
    says = tuple(filled(way, one="{one_name}", two="{two_name}", s=one.said) for way in ways("compare"))
    goal = [{"answer": "{winner}"}, {"unsaid": "SELECT :loser"}]
    return Deed(
        f"{book.key}_compare_{one.name}", says, [*_both(book, one), {"answer": "{winner}"}], goal, {}, draw
    )


def _counting(book: Book) -> Deed:
    assert book.filter is not None
    column = book.filter.name
    draw = {
        "value": f"SELECT {column} AS value, CAST(count(*) AS TEXT) AS how_many FROM {book.table} "
        f"GROUP BY {column}"
    }
    says = tuple(filled(way, p=book.plural, s=book.filter.said, v="{value}") for way in ways("count"))
    gold = [
        *book.kit.to(book.key),
        *book.to_filter("value"),
        {"read": "got", "match": book.counted},
        {"answer": "{got}"},
    ]
    return Deed(f"{book.key}_count", says, gold, [{"answer": "{how_many}"}], {}, draw)


# -- what can be read and written ----------------------------------------------------------------------


def reads_of(book: Book) -> list[Read]:
    found = []
    for one in book.every:
        if one.kind == SWITCH:
            continue
        own, called = meant("money", one.said), book.called("r_name")
        things = tuple(filled(f"the {one.said} of {{it}}", it=it) for it in called)
        asks = tuple(f"what is {thing}?" for thing in things) + tuple(
            filled(way, s=one.said) for way in ways("read")
        )
        asks += tuple(filled(way, it=it) for way in own.asks for it in called) * OWN
        things += tuple(filled(way, it=it) for way in own.things for it in called[:2])
        shown = f"CAST({one.name} AS TEXT)" if one.kind == NUMBER else one.shown()
        draw = {"read": f"SELECT name AS r_name, {shown} AS r_value FROM {book.table}"}
        look: Gold = [{"read": "got", "near": one.label}]
        if one.kind == NUMBER:
            look = [{"read": "r_raw", "near": one.label}, {"work_out": "got", "as": "SELECT number(:r_raw)"}]
        found.append(Read(READ_AS[one.kind], things, asks, draw, "r_value", [*book.way("r_name"), *look]))
    if book.has_lines:
        found.append(_line_read(book))
    return found


def _line_read(book: Book) -> Read:
    """What one line of a statement comes to."""
    shown = "abs(l.cents)" if book.unit else "money(abs(l.cents))"
    draw = {
        "read": f"SELECT t.name AS r_name, l.what AS r_what, CAST({shown} AS TEXT) AS r_value FROM "
        f"{book.lines} l "
        f"JOIN {book.table} t ON t.id = l.owner"
    }
    opened: Gold = [{"tap": book.activity}] if book.lines_at == "page" else []
    worked = "SELECT abs(number(:r_raw))" if book.unit else "SELECT money(abs(cents(:r_raw)))"
    gold = [
        *book.way("r_name"),
        *opened,
        {"read": "r_raw", "near": "{r_what}"},
        {"work_out": "got", "as": worked},
    ]
    kind = "number" if book.unit else "money"
    return Read(kind, ways("line_things"), ways("line_asks"), draw, "r_value", gold)


def writes_of(book: Book) -> list[Write]:
    if not book.edits:
        return []
    return [_write(book, one) for one in book.entered if one.kind == TEXT]


def _write(book: Book, one: Field) -> Write:
    says = tuple(filled(way, it=it, s=one.said) for it in book.called("w_name") for way in ways("write"))
    typed: Gold = [{"replace": one.label, "with": "{got}"}]
    if book.edits_by == "page":
        entry = one.invented("unused", book.chance, False)._replace(gold=typed)
        form = book.edit_form.gold([entry if each == one else None for each in [book.named, *book.entered]])
        held = [*book.kit.to(book.key), {"hold": "{w_name}", "role": "text"}, {"tap": book.edit}]
        gold = [*(held if _is_held(book) else [*book.way("w_name"), *book.choose(book.edit)]), *form]
    else:
        gold = [*book.way("w_name"), *_edit_gold(book, one, "got", typed)]
    goal = [{"exactly 1": f"SELECT {one.name} FROM {book.table} WHERE id = :w_id", "saying": "{V}"}]
    draw = {"write": f"SELECT id AS w_id, name AS w_name FROM {book.table}"}
    kinds = ANYTHING
    return Write(kinds, says, draw, {}, gold, goal, (f"update {book.table}({one.name}) where id = :w_id",))
