"""Changes: what an episode changed, row by row, net, and which of it the task allows.

A phone's changeset is the difference to its image; a task may have changed rows before the agent began, so
the difference to the start is worked out here. Invariant: a row that is as it was at the start is no change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from phonebuddy.errors import AppError, TaskError
from phonebuddy.tasks.template import Allow, Value
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.state.changes import Change

MOST = 1_000_000
LOGS = frozenset(
    {
        "phone_event", "phone_input", "phone_app", "phone_clipboard", "phone_notification", "phone_schedule",
    }
)  # fmt: skip
"""Tables in which the phone keeps its own books: they follow from what was done, and nobody would mind."""
INCIDENTAL = Path(__file__).parent / "incidental.yaml"

Cell = None | int | float | str | bytes
Key = tuple[str, tuple[tuple[str, Cell], ...]]
Seen = Mapping[Key, Change]


def since_image(phone: WorldPhone) -> Seen:
    """What differs from the image, by table and key."""
    return {key_of(change): change for change in phone.changes(MOST) if change.table not in LOGS}


def key_of(change: Change) -> Key:
    return change.table, tuple(change.key.items())


def since_start(start: Seen, phone: WorldPhone) -> list[Change]:
    """What differs from the start, in a fixed order."""
    end = since_image(phone)
    found = []
    for key in sorted(start.keys() | end.keys(), key=repr):
        change = _between(key, start.get(key), end.get(key))
        if change is not None:
            found.append(change)
    return found


def _between(key: Key, one: Change | None, two: Change | None) -> Change | None:
    """From one difference to the image to another."""
    was_there = one.kind != "delete" if one is not None else two is not None and two.kind != "insert"
    is_there = two.kind != "delete" if two is not None else one is not None and one.kind != "insert"
    names = dict.fromkeys([*_names(one), *_names(two)])
    # Columns that only one side changed hold on the other side what the image holds.
    image = (two.before if two is not None else {}) | (one.before if one is not None else {})
    before = {n: one.after[n] if one is not None and n in one.after else image.get(n) for n in names}
    after = {n: two.after[n] if two is not None and n in two.after else image.get(n) for n in names}
    table, keys = key[0], dict(key[1])
    if was_there and is_there:
        differs = [name for name in names if before[name] != after[name]]
        if not differs:
            return None
        return Change(table, "update", keys, {n: before[n] for n in differs}, {n: after[n] for n in differs})
    if is_there:
        return Change(table, "insert", keys, {}, after)
    return Change(table, "delete", keys, before, {}) if was_there else None


def _names(change: Change | None) -> list[str]:
    return [] if change is None else [*change.before, *change.after]


def is_allowed(change: Change, rules: Iterable[Allow], phone: WorldPhone, values: dict[str, Value]) -> bool:
    return any(_fits(change, rule, phone, values) for rule in rules)


def _fits(change: Change, rule: Allow, phone: WorldPhone, values: dict[str, Value]) -> bool:
    if change.table != rule.table or rule.kind not in (change.kind, "change"):
        return False
    if rule.columns and change.kind == "update" and not change.after.keys() <= rule.columns:
        return False
    return not rule.where or _holds(change, rule, phone, values)


def _holds(change: Change, rule: Allow, phone: WorldPhone, values: dict[str, Value]) -> bool:
    """Whether a rule's condition is true of the row: as it is, or as it was where it is gone."""
    bound: dict[str, None | int | float | str | bytes] = {name: values[name] for name in rule.names}
    row = change.before if change.kind == "delete" else change.key
    bound |= {f"row_{name}": value for name, value in row.items()}
    if change.kind == "delete":
        columns = ", ".join(f':row_{name} AS "{name}"' for name in row)
        sql = f"SELECT 1 FROM (SELECT {columns}) AS {change.table} WHERE ({rule.where})"
    else:
        same = " AND ".join(f'"{name}" IS :row_{name}' for name in row)
        sql = f"SELECT 1 FROM {change.table} WHERE {same} AND ({rule.where})"
    try:
        return bool(phone.state(sql, bound))
    except AppError as error:
        raise TaskError(f"the rule 'where {rule.where}' does not run: {error}") from None


def say(change: Change) -> str:
    """A change in one line: `update contacts_person id=3: starred 0 -> 1`."""
    where = ", ".join(f"{name}={value!r}" for name, value in change.key.items())
    if change.kind == "update":
        how = ", ".join(f"{n} {_short(change.before[n])} -> {_short(change.after[n])}" for n in change.after)
    else:
        how = ", ".join(f"{n} {_short(v)}" for n, v in (change.after or change.before).items() if v)
    return f"{change.kind} {change.table} {where}: {how}"[:300]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


@lru_cache(maxsize=1)
def incidental() -> tuple[Allow, ...]:
    """What merely looking around may change: a message gets read, a search is remembered."""
    from phonebuddy.tasks.reading_incidental import read_incidental

    return read_incidental(INCIDENTAL)
