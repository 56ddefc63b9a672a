"""Counts deeds: numbers made higher and lower, and amounts, those within a limit and those above it.

Invariant: what is refused is asked for in the words of what is not, so only the page tells them apart.
"""

from __future__ import annotations

import re

from phonebuddy.tasks.invented.counts.amounts import OK
from phonebuddy.tasks.invented.counts.data import ways
from phonebuddy.tasks.invented.counts.plan import HIGHEST, POOR, POTS, RICH, THING, Act, Counter, Counts
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.grammar import an
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, Trial, filled

IMPOSSIBLE = "impossible"
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
BEYOND = 3
"""How far above what there is people ask for."""
_DOLLARS = ("${v}", "${v}", "{v} dollars")


def deeds_of(plan: Counts) -> list[Deed]:
    found = [deed for counter in plan.counters for deed in _counting(plan, counter)]
    found.append(_removing(plan))
    for act in plan.acts:
        found += [_paying(plan, act, True), _paying(plan, act, False), _refused(plan, act, False)]
        found += [_refused(plan, act, True)] if act.does == "out" else []
    return [*found, _missing(plan)]


# -- numbers of things ---------------------------------------------------------------------------------


def _counting(plan: Counts, counter: Counter) -> list[Deed]:
    column = counter.column
    told = {"n": list(range(2, HIGHEST - 1))}
    by = {"n": [2, 3]}
    low = max(counter.least, 1)
    found = [
        _counted(plan, counter, "to", told, ":n", f"{column} <> :n"),
        _counted(plan, counter, "more", by, f"{column} + :n", "1"),
        _counted(plan, counter, "fewer", by, f"{column} - :n", f"{column} - :n >= {low}"),
        _counted(plan, counter, "one_more", {}, f"{column} + 1", "1"),
        _counted(plan, counter, "one_fewer", {}, f"{column} - 1", f"{column} - 1 >= {low}"),
        _counted(plan, counter, "to_one", {}, "1", f"{column} >= 3"),
    ]
    return [*found, _too_many(plan, counter)] if plan.count_as == "saved" else found


def _counted(plan: Counts, counter: Counter, form: str, new: Data, wanted: str, where: str) -> Deed:
    one = (
        f"SELECT id, name, {wanted} AS wanted, max(0, {wanted} - {counter.column}) AS more, "
        f"max(0, {counter.column} - ({wanted})) AS less FROM {plan.thing_table} "
        f"WHERE {where} AND {wanted} <= most"
    )
    gold = [*plan.to_thing(), *_presses(plan, counter), *plan.saved()]
    goal = [{"present": f"SELECT 1 FROM {plan.thing_table} WHERE id = :id AND {counter.column} = :wanted"}]
    allow = (f"update {plan.thing_table}({counter.column}) where id = :id",)
    name = f"{form}_{counter.column}"
    return Deed(name, _says(plan, counter, form), gold, goal, new, _draw(one, bool(new)), {}, allow)


def _presses(plan: Counts, counter: Counter) -> Gold:
    return [
        {"repeat": "{more}", "do": [plan.press(counter, True)]},
        {"repeat": "{less}", "do": [plan.press(counter, False)]},
    ]


def _draw(one: str, has_number: bool) -> Data:
    if not has_number:
        return {"one": one}
    cases = " ".join(f"WHEN {number} THEN '{word}'" for number, word in enumerate(_WORDS, 2))
    # All ways name the same, so the thing decides whether its number is said in letters.
    return {"one": one, "said": f"SELECT iif(length(:name) % 2, CASE :n {cases} END, :n) AS said_n"}


def _says(plan: Counts, counter: Counter, form: str) -> tuple[str, ...]:
    words = {"unit": counter.unit, "units": counter.units, "n": "{said_n}"}
    called = plan.data["things"]["called"]
    return tuple(an(filled(way, it=it, **words)) for way in ways(form, counter.groups) for it in called)


def _too_many(plan: Counts, counter: Counter) -> Deed:
    """More than there is: the page says so when it is saved."""
    column = counter.column
    one = (
        f"SELECT id, name, :n - {column} AS more, 0 AS less FROM {plan.thing_table} "
        f"WHERE :n > most AND :n <= most + {BEYOND}"
    )
    answer = {"answer": "It cannot be done: {name} does not take as many as {said_n}."}
    gold = [*plan.to_thing(), *_presses(plan, counter), *plan.saved(), answer]
    new, says = {"n": list(range(7, HIGHEST + 2))}, _says(plan, counter, "to")
    return Deed(f"over_{column}", says, gold, [plan.seen(THING)], new, _draw(one, True), end=IMPOSSIBLE)


def _removing(plan: Counts) -> Deed:
    called = plan.data["things"]["called"]
    counter = plan.counters[0]
    said = ways("remove", counter.groups)
    says = tuple(an(filled(way, it=it, unit=counter.unit)) for way in said for it in called)
    tap: Data = {"tap": plan.remove}
    if plan.count_as in ("stepper", "buttons"):
        is_near = plan.remove_as == "button"
        tap = {"tap": plan.remove, "near": "{name}"} if is_near else {"tap": f"{plan.remove}: {{name}}"}
    goal = [{"absent": f"SELECT 1 FROM {plan.thing_table} WHERE id = :id"}]
    draw = {"one": f"SELECT id, name FROM {plan.thing_table}"}
    allow = (f"delete {plan.thing_table} where id = :id",)
    return Deed("remove", says, [*plan.to_thing(), tap], goal, {}, draw, {}, allow)


# -- amounts -------------------------------------------------------------------------------------------


def _typed_amounts(plan: Counts, act: Act, low: int, high: int) -> list[str]:
    """Some that are not offered."""
    able = [one for one in range(low, high) if one not in act.presets]
    drawn = sorted(plan.chance.sample(able, 8))
    return [f"{one}{plan.chance.choice(('', '', '', '.50'))}" for one in drawn]


def _paid_says(plan: Counts, act: Act, slot: str = "name") -> tuple[str, ...]:
    called = [one.replace("{name}", f"{{{slot}}}") for one in plan.data["pots"]["called"]]
    return tuple(
        filled(way, it=it, a=plan.chance.choice(_DOLLARS)) for way in ways(act.does) for it in called
    )


def _entered(plan: Counts, act: Act, is_offered: bool) -> Gold:
    """From the first page to behind `Continue`."""
    opened: Gold = [{"tap": plan.options}] if plan.acts_as == "menu" else []
    chosen: Gold = [{"tap": "${v}"}]
    if not is_offered:
        confirmed: Gold = [{"tap": OK, "role": "button"}] if act.other_as == "dialog" else []
        chosen = [{"tap": act.other}, {"type": "{v}", "into": act.field}, {"press": "back"}, *confirmed]
    tap = {"tap": act.label, **({"role": "button"} if plan.acts_as == "buttons" else {})}
    return [*plan.to_pot(), *opened, tap, *chosen, {"tap": plan.next, "role": "button"}]


def _paying(plan: Counts, act: Act, is_offered: bool) -> Deed:
    column = "monthly" if act.does == "set" else "cents"
    cents = "CAST(round(100 * CAST(:v AS REAL)) AS INTEGER)"
    most = RICH[0] if act.does == "out" else act.limit
    values = [str(one) for one in act.presets] if is_offered else _typed_amounts(plan, act, 7, most)
    where = {"in": "1", "out": f"cents >= {cents}", "set": f"monthly <> {cents}"}[act.does]
    worth = {"in": f"cents + {cents}", "out": f"cents - {cents}", "set": cents}[act.does]
    draw = {"one": f"SELECT id, name, {worth} AS wanted FROM {plan.pot_table} WHERE {where}"}
    goal = [{"present": f"SELECT 1 FROM {plan.pot_table} WHERE id = :id AND {column} = :wanted"}]
    gold = [*_entered(plan, act, is_offered), *([{"tap": act.sure, "role": "button"}] if act.sure else [])]
    name = f"{act.does}_{'offered' if is_offered else 'typed'}"
    allow = (f"update {plan.pot_table}({column}) where id = :id",)
    return Deed(name, _paid_says(plan, act), gold, goal, {"v": values}, draw, {}, allow)


def _refused(plan: Counts, act: Act, is_offered: bool) -> Deed:
    """More than there is, or than is allowed: the page says so behind `Continue`."""
    cents = "CAST(round(100 * CAST(:v AS REAL)) AS INTEGER)"
    if is_offered:
        values = [str(one) for one in act.presets if one > POOR[1]]
    else:
        low, high = (30, 190) if act.does == "out" else (act.limit + 1, act.limit + 80)
        values = _typed_amounts(plan, act, low, high)
    where = f"cents < {cents}" if act.does == "out" else "1"
    draw = {"one": f"SELECT id, name FROM {plan.pot_table} WHERE {where}"}
    answer = {"answer": "It cannot be done: ${v} is refused for {name}, it is over the limit."}
    gold = [*_entered(plan, act, is_offered), answer]
    name = f"{act.does}_refused{'_offered' if is_offered else ''}"
    return Deed(name, _paid_says(plan, act), gold, [plan.seen(act.page)], {"v": values}, draw, end=IMPOSSIBLE)


def trials_of(plan: Counts) -> list[Trial]:
    """Amounts within a limit and above it, with what the page says to these."""
    found = []
    for act in plan.acts:
        works, refused = _paying(plan, act, False), _refused(plan, act, False)
        why = f"replace({quoted(act.refusal)}, '{{has}}', money(cents)) AS why"
        draw = {"one": refused.draw["one"].replace("SELECT id, name", f"SELECT id, name, {why}", 1)}
        pattern = re.escape(act.refusal).replace(r"\ ", " ").replace(r"\{has\}", r"\S+")
        bare = refused._replace(gold=refused.gold[:-1], goal=[], draw=draw, end=works.end)
        found.append(Trial(works, bare, {"read": "got", "match": f"^{pattern}$"}))
    return found


def _missing(plan: Counts) -> Deed:
    """Something is named that holds no money here."""
    act = plan.acts[0]
    noun = plan.data["pots"]["noun"]
    gold = [
        *plan.kit.to(POTS),
        {"swipe": "up"},
        {"answer": f"It cannot be done: there is no {noun} called {{ghost}}."},
    ]
    new = {"ghost": plan.ghosts, "v": [str(one) for one in act.presets]}
    return Deed("missing", _paid_says(plan, act, "ghost"), gold, [plan.seen(POTS)], new, end=IMPOSSIBLE)


# -- what can be read ----------------------------------------------------------------------------------


def reads_of(plan: Counts) -> list[Read]:
    facts = (
        ("cents", plan.balance, "balance", ("how much is on {it}?", "how much money is left on {it}?")),
        ("monthly", plan.monthly, "monthly amount", ("how much does {it} get every month?",)),
    )
    called = [one.replace("{name}", "{r_name}") for one in plan.data["pots"]["called"]]
    found = []
    for column, label, said, asked in facts:
        things = tuple(f"the {said} of {it}" for it in called)
        asks = tuple(f"what is {thing}?" for thing in things)
        asks += tuple(filled(way, it=it) for way in asked for it in called)
        draw = {"read": f"SELECT name AS r_name, money({column}) AS r_value FROM {plan.pot_table}"}
        gold: Gold = [*plan.to_pot("r_name"), {"read": "got", "near": label}]
        found.append(Read("money", things, asks, draw, "r_value", gold))
    return found
