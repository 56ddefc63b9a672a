"""Halves: what is read in one app and what is written in another, fitted to each other.

Invariant: names of a second read begin with `s_`, those of a second write with `x_`, and what a second read
finds is `got2` (of a third one: `u_`, `got3`); so two halves never meet in a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.sketch import Data, Gold, Read, Write

GOT = "{got}"
ALSO = {"date": "day", "when": "text", "moment": "text", "address": "text", "mail": "text"}
"""Kinds of value that only built-in apps tell apart, and what they are to the others."""
_SLOT = re.compile(r"\{(r_\w+)\}")


class Source(NamedTuple):
    place: Place
    read: Read


class Target(NamedTuple):
    place: Place
    write: Write

    @property
    def takes_words(self) -> bool:
        """Whether any words can be written there: what is found in it is only compared as words are."""
        is_typed = any(
            GOT in str(step.get("type", "")) + str(step.get("with", "")) for step in self.write.gold
        )
        is_once = str(self.write.gold).count("got") == 1 and ":V" not in f"{self.write.goal}{self.write.draw}"
        return "text" in self.write.kinds and is_typed and is_once


class _Reading(Protocol):
    """What is read, and where; other sources know more of it."""

    @property
    def place(self) -> Place: ...

    @property
    def read(self) -> Read: ...


RUBRIC = "What was asked for stands where it was asked for; nothing else was changed."


def assembled(
    tag: str,
    says: list[Data],
    sources: Sequence[_Reading],
    targets: Sequence[Target],
    between: Sequence[Data],
) -> Data:
    """The template: everything read, then everything written; `between` is worked out in between."""
    value = sources[0].read.value
    stops = [(one.place, list(one.read.gold)) for one in sources]
    stops[-1][1].extend(between)
    stops += [(one.place, one.write.gold) for one in targets]
    places = [place for place, _ in stops]
    made: Data = {
        "apps": list(dict.fromkeys(app for place in places for app in place.apps)),
        "say": says,
        "draw": {key: sql for one in sources for key, sql in one.read.draw.items()}
        | {key: of_value(value, sql) for one in targets for key, sql in one.write.draw.items()},
        "goal": [check for one in targets for check in goal_of(one.write, value)],
        "allow": [rule for one in targets for rule in one.write.allow]
        + list(dict.fromkeys(rule for place in places for rule in place.sketch.looks)),
        "gold": journey(stops),
        "rubric": RUBRIC,
        "tags": [tag],
    }
    facts = {key: sql for one in targets for key, sql in one.write.facts.items()}
    new = {key: values for one in targets for key, values in one.write.new.items()}
    return made | {key: part for key, part in (("facts", facts), ("new", new)) if part}


# -- apps ------------------------------------------------------------------------------------------------


def apart(one: Place, other: Place) -> bool:
    """Whether they are two apps, neither the host of the other."""
    return one.sketch.name not in other.apps and other.sketch.name not in one.apps


def may_meet(one: Place, other: Place) -> bool:
    return one is other or apart(one, other)


def targets_for(places: Sequence[Place], kind: str, *besides: Place) -> list[Target]:
    """What takes a value of this kind in another app than these."""
    return [
        Target(place, one)
        for place in places
        if all(apart(place, other) for other in besides)
        for one in place.sketch.writes
        if {kind, ALSO.get(kind, kind)} & set(one.kinds)
    ]


def journey(stops: Sequence[tuple[Place, Gold]]) -> Gold:
    """From app to app: apps are found as they were left, so one is closed before it is begun anew."""
    gold: Gold = []
    seen: list[Place] = []
    for place, steps in stops:
        is_mini, hosted = len(place.apps) > 1, [one for one in seen if len(one.apps) > 1]
        way = place.way
        if any(one is place for one in seen):
            way = [{"close": way[0]["open"]}, *way]  # a mini goes with its host
        elif is_mini and hosted:
            way = [*way[: 0 if hosted[-1] is seen[-1] else 1], {"tap": "Close"}, *way[1:]]
        gold += [*way, *steps]
        seen.append(place)
    return gold


# -- values ----------------------------------------------------------------------------------------------


def changed(value: Any, change: Callable[[str], str]) -> Any:
    """Plain data with all of its texts changed, keys too."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(key): changed(one, change) for key, one in value.items()}
    return [changed(one, change) for one in value] if isinstance(value, list | tuple) else value


def second_read(read: Read) -> Read:
    return renamed_read(read, "s", 2)


def renamed_read(read: Read, letter: str, number: int) -> Read:
    """With names of its own; what it finds is `got` and the number."""

    def change(text: str) -> str:
        return re.sub(r"\bgot\b", f"got{number}", re.sub(r"\br_(?=\w)", f"{letter}_", text))

    draw = {f"{key}{number}": change(sql) for key, sql in read.draw.items()}
    things = tuple(map(change, read.things))
    return read._replace(things=things, draw=draw, value=change(read.value), gold=changed(read.gold, change))


def second_write(write: Write) -> Write:
    def change(text: str) -> str:
        return re.sub(r"\bw_(?=\w)", "x_", text)

    draw, facts = (
        {f"{change(key)}2": change(sql) for key, sql in part.items()} for part in (write.draw, write.facts)
    )
    return write._replace(
        says=tuple(map(change, write.says)), draw=draw, facts=facts, new=changed(write.new, change),
        gold=changed(write.gold, change), goal=changed(write.goal, change),
        allow=tuple(map(change, write.allow)), stories=tuple(map(change, write.stories)),
    )  # fmt: skip


def taking(target: Target, typed: str, said: list[str]) -> Target:
    """The same place for other words."""
    gold = changed(target.write.gold, lambda text: text.replace(GOT, typed))
    goal = [
        {key: said if text == "{V}" else text for key, text in check.items()} for check in target.write.goal
    ]
    return Target(target.place, target.write._replace(gold=gold, goal=goal))


def goal_of(write: Write, value: str) -> list[Data]:
    return [
        changed(check, lambda text: of_value(value, text.replace("{V}", f"{{{value}}}")))
        for check in write.goal
    ]


def of_value(value: str, sql: str) -> str:
    return re.sub(r":V\b", f":{value}", sql)


def is_counted(write: Write) -> bool:
    return all("exactly 1" in check for check in write.goal)


def counted(check: Data, times: str) -> Data:
    return {key.replace("exactly 1", f"exactly {times}"): text for key, text in check.items()}


def name_in(read: Read) -> str:
    """The only name in the words for a value, where there is but one."""
    names = {name for thing in read.things for name in _SLOT.findall(thing)}
    return names.pop() if len(names) == 1 and len(read.draw) == 1 else ""


def size_of(name: str, kind: str) -> str:
    """SQL for how much a text says; nothing where it is no time."""
    if kind == "time":
        minutes = f"60 * substr({name}, 1, 2) + substr({name}, 4, 2)"
        return f"iif({name} GLOB '[0-2][0-9]:[0-5][0-9]', {minutes}, NULL)"
    return f"CAST(replace(replace(replace({name}, '-$', ''), '$', ''), ',', '') AS REAL)"


def summed(one: str, two: str) -> str:
    """SQL for two amounts as one."""
    return f"money(CAST(round(100 * ({size_of(one, 'money')} + {size_of(two, 'money')})) AS INTEGER))"


def winner(side: str, kind: str, name: str, one: str, two: str) -> str:
    sign = "<" if side == "less" else ">"
    return f"iif({size_of(one, kind)} {sign} {size_of(two, kind)}, :{name}, :s_{name[2:]})"


def limits(read: Read) -> Data:
    """What a value is measured by: now less, now more than it is; and what follows."""
    kind, size = read.kind, size_of(f":{read.value}", read.kind)
    shown = {
        "money": f"money(100 * step * CAST(round({size} * f / step) AS INTEGER))",
        "number": f"CAST(round({size} * f) AS INTEGER)",
        "time": f"clock_time(300 * CAST(round({size} * f / 5) AS INTEGER))",
    }[kind]
    factors = "SELECT 0.9 AS f UNION SELECT 1.1" if kind == "time" else "SELECT 0.5 AS f UNION SELECT 1.5"
    steps = f"SELECT iif({size} < 20, 1, 5) AS step"
    is_over = f"{size} > {size_of(':c_limit', kind)}"
    return {
        "limit": f"SELECT {shown} AS c_limit FROM ({factors}), ({steps}) WHERE {size} > 1",
        "depends": f"SELECT iif({is_over}, 1, 0) AS c_is, iif({is_over}, 0, 1) AS c_not",
    }
