"""Money acts: what is done with amounts: paying in and out, moving, sending, setting, approving, reading.

Each gives what stands on the page and the deeds that ask for it. Invariant: a goal says the exact amount and
everything that changes with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.fields import MONEY, NUMBER, TEXT, Entry, Field, quoted
from phonebuddy.tasks.invented.money.book import Book
from phonebuddy.tasks.invented.money.inputs import Amount, Form, Input, Pick
from phonebuddy.tasks.invented.money.shape import Act
from phonebuddy.tasks.invented.sketch import ANYTHING, SAID_ALONE, Data, Deed, Gold, Write, filled

_GO = ("Confirm", "Done", "OK", "Go ahead", "Submit", "Save", "Finish")
_SURE = ("Yes, do it", "Confirm now", "Yes", "Approve now")
_AMOUNTS = ("Amount", "How much?", "Sum", "Value")
_NOTES = ("Note", "Reference", "Message", "What for?", "Remark")
_ICONS = {
    "in": "plus-circle-outline",
    "out": "minus-circle-outline",
    "move": "swap-horizontal",
    "send": "send-outline",
    "set": "tune",
    "state": "check",
    "reading": "counter",
}
_NOTED = (
    ", note: {note}",
    " with the note {note}",
    " and write {note} as the note",
    ", for {note}",
    " ({note})",
)
_SECRETS = (", my PIN is {pin}", " (PIN {pin})", "; the PIN is {pin}", ", PIN {pin}")


class Plan(NamedTuple):
    """What an act enters and changes."""

    inputs: list[Input]
    entries: list[Entry]
    do: list[Data]
    goal: list[Data]
    allow: tuple[str, ...]
    where: str = "1"
    """Which things it can be done with."""
    checks: tuple[tuple[str, str], ...] = ()
    slots: tuple[tuple[str, str], ...] = ()
    """What `{a}`, `{to}` and `{v}` stand for in its sayings."""


class Doing(NamedTuple):
    """An act with its plan and what is asked of it."""

    act: Act
    plan: Plan
    gold: Gold
    """From the page of the thing on."""
    is_secured: bool
    deeds: list[Deed]
    writes: list[Write]

    @property
    def does(self) -> str:
        done: str = self.act.data["do"]
        return done


def doing(book: Book, number: int, data: Data) -> Doing:
    """One act of a book: its place on the page, and the deeds."""
    chance, key = book.chance, f"{book.key}_act{number}"
    label = chance.choice(data["labels"])
    plan = _PLANS[data["do"]](book, data, label)
    secret = (
        book.kit.secret
        if data.get("secured") or (data["do"] in ("out", "send") and chance.random() < 0.7)
        else ""
    )
    button = chance.choice([one for one in (*data.get("buttons", ()), *_GO) if one != label])
    form = None
    if plan.inputs or secret:
        form = _form(book, key, label, plan, button, secret)
    sure = chance.choice(_SURE) if not form and chance.random() < 0.5 else ""
    do = (
        [{"dialog": f"{label}?", "text": "{thing_name}", "confirm": sure, "on_confirm": plan.do}]
        if sure
        else plan.do
    )
    act = Act(key, data, label, data.get("icon", _ICONS[data["do"]]), form, do)
    end: Gold = form.gold(plan.entries) if form else [{"tap": sure}] if sure else []
    gold = [*book.choose(label, is_act=True), *end]
    is_secured = bool(secret)
    if book.may_be_beside and not (form and form.is_over) and chance.random() < 0.5:
        book.beside = act
    is_beside = book.beside is act
    quick = (
        [*book.kit.to(book.key), {"tap": label, "near": "{name}"}, *end]
        if is_beside
        else [*book.way(), *gold]
    )
    return Doing(
        act,
        plan,
        gold,
        is_secured,
        _deeds(book, number, data, plan, gold, quick, is_secured),
        _amount_write(book, data, plan, act, is_secured),
    )


def _form(book: Book, key: str, label: str, plan: Plan, button: str, secret: str) -> Form:
    chance = book.chance
    is_small = len(plan.inputs) < 3 and not any(
        isinstance(one, Amount) and one.style == "keypad" for one in plan.inputs
    )
    is_typed = all(
        not isinstance(one, Pick) and not (isinstance(one, Field) and one.kind == "date")
        for one in plan.inputs
    )
    styles = ["page", "page", "steps"] if plan.inputs else ["page"]
    has_room = book.made_by != "records"
    styles += ["sheet", "sheet"] if is_small and is_typed and has_room else []
    styles += ["dialog"] if has_room and len(plan.inputs) + bool(secret) == 1 and is_typed else []
    style = chance.choice(styles)
    review = chance.choice(_SURE) if chance.random() < 0.35 else ""
    return Form(
        key,
        label,
        plan.inputs,
        plan.do,
        button,
        style,
        review,
        chance.choice(("top", "bottom", "bottom")),
        book.next,
        secret,
        checks=plan.checks,
    )


def _deeds(
    book: Book, number: int, data: Data, plan: Plan, gold: Gold, quick: Gold, is_secured: bool
) -> list[Deed]:
    new = {key: value for entry in plan.entries for key, value in entry.new.items()}
    draw = {key: value for entry in plan.entries for key, value in entry.draw.items()}
    said = dict(plan.slots)
    code, facts = secret_draw(book, is_secured), before(book, data["do"])
    one = {"one": f"SELECT id, name, cents AS had FROM {book.table} WHERE {plan.where}"}
    name = f"{book.key}_act{number}"
    says = sayings(book, data["says"], said, book.called(), is_secured)
    found = [Deed(name, says, quick, plan.goal, new, {**one, **draw, **code}, facts, plan.allow)]
    for place, (words, sql) in enumerate(
        book.superlatives()[:2] if data["do"] in ("in", "set", "state", "move") else ()
    ):
        best = {"one": f"SELECT id, name, cents AS had FROM {book.table} WHERE ({plan.where}) AND {sql}"}
        if plan.where == "1":
            told = sayings(book, data["says"], said, words, is_secured)
            found.append(
                Deed(
                    f"{name}_best{place}",
                    told,
                    [*book.way("name", True), *gold],
                    plan.goal,
                    new,
                    {**best, **draw, **code},
                    facts,
                    plan.allow,
                )
            )
    found += _lacking(book, name, data, new, said)
    return found


def secret_draw(book: Book, is_secured: bool) -> Data:
    return {"secret": book.kit.secret} if is_secured else {}


def before(book: Book, does: str) -> Data:
    """The last line there was, for what writes one."""
    has_line = book.has_lines and does not in ("set", "state")
    return {"before": f"SELECT coalesce(max(id), 0) AS last FROM {book.lines}"} if has_line else {}


def _lacking(book: Book, name: str, data: Data, new: Data, said: dict[str, str]) -> list[Deed]:
    """What cannot be done, or not without asking."""
    seen = [book.seen("_one")]
    found = []
    if "vague" in data:
        says = sayings(book, data["vague"], {}, book.called(), False)
        gold = [*book.way(), {"ask": f"How much is it to be for the {book.noun} {{name}}?"}]
        found.append(
            Deed(
                f"{name}_vague",
                says,
                gold,
                seen,
                {},
                {"one": f"SELECT id, name FROM {book.table}"},
                end="ask",
            )
        )
    if data["do"] == "out":
        scale = 1 if book.unit else 100
        too_much = {
            "one": f"SELECT id, name, CAST(cents / {scale} + 40 AS TEXT) AS n_amount FROM {book.table}"
        }
        kept = {key: value for key, value in new.items() if key != "n_amount"}
        says = sayings(book, data["says"], said, book.called(), False)
        gold = [*book.way(), {"answer": "It cannot be done: there is not enough in {name}."}]
        found.append(Deed(f"{name}_short", says, gold, seen, kept, too_much, end="impossible"))
    return found


def sayings(
    book: Book, ways: Sequence[str], said: dict[str, str], called: Sequence[str], is_secured: bool
) -> tuple[str, ...]:
    """Every way with every name of the thing; what else is told stands behind it."""
    chance, found = book.chance, []
    note = said.get("note", "")
    for way in ways:
        # `the invoice of the invoice Meyer` is said by nobody.
        for it in (called[0], called[0]) if book.noun in way else tuple(called):
            text = filled(way, it=it, **{key: value for key, value in said.items() if key != "note"})
            text = text.replace("$$", chance.choice(("${n_amount}", "{n_amount} dollars", "${n_amount}")))
            text += filled(chance.choice(_NOTED), note=note) if note else ""
            found.append(text + (chance.choice(_SECRETS) if is_secured else ""))
    return tuple(found)


def _amount_write(book: Book, data: Data, plan: Plan, act: Act, is_secured: bool) -> list[Write]:
    """Setting an amount of money takes one that was read elsewhere."""
    if data["do"] != "set" or is_secured or not isinstance(plan.inputs[0], Field) or not act.form:
        return []
    field, column = plan.inputs[0], data["field"]
    if field.kind not in (MONEY, TEXT):
        return []
    is_money = field.kind == MONEY
    # What is said of it stands inside another sentence.
    ways = [way for way in data["says"] if not way.startswith(SAID_ALONE)]
    says = sayings(book, ways, {"v": "{v}"}, book.called("w_name"), False)
    typed: Gold = [{"type": "{got}", "into": field.label}]
    if is_money:
        plain = "SELECT printf('%.2f', cents(:got) / 100.0)"
        typed = [{"work_out": "w_plain", "as": plain}, {"type": "{w_plain}", "into": field.label}]
    entry = Entry({}, {}, "", "", typed)
    gold = [*book.way("w_name"), *book.choose(act.label, is_act=True), *act.form.gold([entry])]
    shown = f"money({column})" if is_money else column
    goal = [{"exactly 1": f"SELECT {shown} FROM {book.table} WHERE id = :w_id", "saying": "{V}"}]
    draw = {"write": f"SELECT id AS w_id, name AS w_name FROM {book.table}"}
    kinds = ("money",) if is_money else ANYTHING
    return [Write(kinds, says, draw, {}, gold, goal, (f"update {book.table}({column}) where id = :w_id",))]


# -- the plans of acts ---------------------------------------------------------------------------------


def _amount(book: Book, data: Data) -> Amount:
    chance = book.chance
    styles = (
        "field",
        "field",
        "quick",
        "chips",
        "keypad",
        *(("stepper", "stepper") if data.get("few") else ()),
    )
    label = chance.choice((*data.get("amounts", ()), *_AMOUNTS))
    return Amount("amount", label, book.unit, data.get("low", 5), data.get("high", 60), chance.choice(styles))


def _said_amount(book: Book) -> str:
    return f"{{n_amount}} {book.data.get('unit_said', book.unit)}" if book.unit else "$$"


def _note(book: Book, data: Data) -> tuple[list[Input], list[Entry]]:
    """A line to say what it is for, in some apps."""
    notes = data.get("notes")
    if not notes or book.chance.random() < 0.5:
        return [], []
    field = Field("remark", TEXT, book.chance.choice(_NOTES), "note", tuple(notes))
    return [field], [field.invented("n_note", book.chance, True)]


def _changed(book: Book, sign: str, what: str, who: str = ":id") -> list[Data]:
    kept = f"{sign}(SELECT {book_amount(book)})"
    return [
        {"sql": f"UPDATE {book.table} SET cents = cents + {kept} WHERE id = {who}"},
        {"sql": f"INSERT INTO {book.lines} (owner, at, what, cents) VALUES ({who}, today(), {what}, {kept})"},
    ]


def book_amount(book: Book) -> str:
    return Amount("amount", "", book.unit, 0, 0, "field").kept()


def _in(book: Book, data: Data, label: str) -> Plan:
    return _in_or_out(book, data, label, "")


def _out(book: Book, data: Data, label: str) -> Plan:
    return _in_or_out(book, data, label, "-")


def _in_or_out(book: Book, data: Data, label: str, sign: str) -> Plan:
    amount = _amount(book, data)
    entry = amount.invented("n_amount", book.chance)
    notes, noted = _note(book, data)
    what = "trim(:remark)" if notes else quoted(label)
    line = f"owner = :id AND cents = {sign}{entry.stored}" + (" AND what = :n_note" if notes else "")
    goal = [
        {
            "present": f"SELECT 1 FROM {book.table} WHERE id = :id AND cents = :had {sign or '+'} "
            f"{entry.stored}"
        },
        {"exactly 1": f"SELECT 1 FROM {book.lines} WHERE id > :last AND {line}"},
    ]
    allow = (f"update {book.table}(cents) where id = :id", f"insert {book.lines} where id = :last + 1")
    checks = (
        (
            (
                f"SELECT {amount.kept()} <= (SELECT cents FROM {book.table} WHERE id = :id)",
                "There is not enough",
            ),
        )
        if sign
        else ()
    )
    where = f"cents >= {entry.stored}" if sign else "1"
    slots = (("a", _said_amount(book)), *((("note", "{n_note}"),) if notes else ()))
    return Plan(
        [amount, *notes], [entry, *noted], _changed(book, sign, what), goal, allow, where, checks, slots
    )


def _move(book: Book, data: Data, label: str) -> Plan:
    amount = _amount(book, data)
    entry = amount.invented("n_amount", book.chance)
    rows = f"SELECT id AS pick_id, name AS pick_name FROM {book.table} WHERE id <> :id ORDER BY name"
    pick = Pick(
        "other",
        book.chance.choice(("To", "Where to", f"To which {book.noun}?", "Destination")),
        rows,
        book.chance.choice(("sheet", "radio", "sheet")),
    )
    chosen = pick.invented("n_to")
    do = [*_changed(book, "-", quoted(label)), *_changed(book, "", quoted(label), ":other")]
    goal = [
        {"present": f"SELECT 1 FROM {book.table} WHERE id = :id AND cents = :had - {entry.stored}"},
        {
            "exactly 1": f"SELECT 1 FROM {book.lines} WHERE id > :last AND owner = :n_to_id AND "
            f"cents = {entry.stored}"
        },
        {
            "exactly 1": f"SELECT 1 FROM {book.lines} WHERE id > :last AND owner = :id AND cents = "
            f"-{entry.stored}"
        },
    ]
    allow = (
        f"update {book.table}(cents) where id = :id or id = :n_to_id",
        f"insert {book.lines} where id = :last + 1 or id = :last + 2",
    )
    checks = (
        (f"SELECT {amount.kept()} <= (SELECT cents FROM {book.table} WHERE id = :id)", "There is not enough"),
    )
    pairs: list[tuple[Input, Entry]] = [(amount, entry), (pick, chosen)]
    if book.chance.random() < 0.5:
        pairs.reverse()
    slots = (("a", _said_amount(book)), ("to", "{n_to}"))
    return Plan(
        [one for one, _ in pairs],
        [one for _, one in pairs],
        do,
        goal,
        allow,
        f"cents >= {entry.stored}",
        checks,
        slots,
    )


def _send(book: Book, data: Data, label: str) -> Plan:
    plan = _in_or_out(book, data, label, "-")
    payees = f"{book.kit.name}_payee"
    rows = f"SELECT id AS pick_id, name AS pick_name FROM {payees} ORDER BY name"
    pick = Pick(
        "other",
        book.chance.choice(("To", "Recipient", "Who gets it?", "Payee")),
        rows,
        book.chance.choice(("sheet", "radio")),
    )
    chosen = pick.invented("n_to")
    what = f"(SELECT 'To ' || name FROM {payees} WHERE id = :other)"
    goal = [
        plan.goal[0],
        {
            "exactly 1": f"SELECT 1 FROM {book.lines} WHERE id > :last AND owner = :id AND cents = "
            f"-{plan.entries[0].stored} AND what = 'To ' || :n_to"
        },
    ]
    amount = plan.inputs[:1]
    return Plan(
        [pick, *amount],
        [chosen, plan.entries[0]],
        _changed(book, "-", what),
        goal,
        plan.allow,
        plan.where,
        plan.checks,
        (("a", _said_amount(book)), ("to", "{n_to}")),
    )


def _set(book: Book, data: Data, label: str) -> Plan:
    field = next(one for one in book.every if one.name == data["field"])
    put = field._replace(
        name=f"x_{field.name}", label=book.chance.choice((field.label, *data.get("amounts", ())))
    )
    entry = put.invented(f"n_{field.name}", book.chance, True)
    do = [{"sql": f"UPDATE {book.table} SET {field.name} = {put.kept()} WHERE id = :id"}]
    goal = [{"present": f"SELECT 1 FROM {book.table} WHERE id = :id AND {field.name} = {entry.stored}"}]
    said = (
        f"${entry.said}"
        if field.kind == MONEY
        else f"{entry.said} {field.unit}".strip()
        if field.kind == NUMBER
        else entry.said
    )
    allow = (f"update {book.table}({field.name}) where id = :id",)
    return Plan(
        [put],
        [entry],
        do,
        goal,
        allow,
        f"{field.name} IS NOT {entry.stored}" if field.kind != "date" else "1",
        (),
        (("v", said),),
    )


def _state(book: Book, data: Data, label: str) -> Plan:
    to, column = quoted(data["to"]), data["field"]
    do = [{"sql": f"UPDATE {book.table} SET {column} = {to} WHERE id = :id"}]
    goal = [{"present": f"SELECT 1 FROM {book.table} WHERE id = :id AND {column} = {to}"}]
    return Plan([], [], do, goal, (f"update {book.table}({column}) where id = :id",), f"{column} <> {to}")


def _reading(book: Book, data: Data, label: str) -> Plan:
    shown = book.chance.choice(data.get("amounts", _AMOUNTS))
    amount = Amount("amount", shown, book.unit, 1, 9, "field")
    entry = Entry(
        {"n_more": sorted(book.chance.sample(range(3, 400), 8))},
        {"n_value": "SELECT CAST(:had + :n_more AS TEXT) AS n_amount"},
        "{n_amount}",
        "CAST(:n_amount AS INTEGER)",
        [{"type": "{n_amount}", "into": shown}],
    )
    do = [
        {"sql": f"UPDATE {book.table} SET cents = {amount.kept()} WHERE id = :id"},
        {
            "sql": f"INSERT INTO {book.lines} (owner, at, what, cents) VALUES (:id, today(), "
            f"{quoted(label)}, {amount.kept()})"
        },
    ]
    goal = [
        {"present": f"SELECT 1 FROM {book.table} WHERE id = :id AND cents = {entry.stored}"},
        {
            "exactly 1": f"SELECT 1 FROM {book.lines} WHERE id > :last AND owner = :id AND cents = "
            f"{entry.stored}"
        },
    ]
    allow = (f"update {book.table}(cents) where id = :id", f"insert {book.lines} where id = :last + 1")
    checks = (
        (
            f"SELECT {amount.kept()} >= (SELECT cents FROM {book.table} WHERE id = :id)",
            "That is less than before",
        ),
    )
    return Plan([amount], [entry], do, goal, allow, "1", checks, (("a", _said_amount(book)),))


_PLANS = {
    "in": _in,
    "out": _out,
    "move": _move,
    "send": _send,
    "set": _set,
    "state": _state,
    "reading": _reading,
}
