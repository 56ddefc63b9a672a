"""Whole: a template of what is read here and written there.

Invariant: everything is read first, then everything written; nobody is told a thing about themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from phonebuddy.tasks.invented.halves import Target, goal_of, journey, name_in, of_value
from phonebuddy.tasks.invented.sketch import Data, Write
from phonebuddy.tasks.invented.zh.over.parts import Source
from phonebuddy.world.state.speech import CHINESE

NUM_SAYS = 8
RUBRIC = "What was asked for stands where it was asked for; nothing else was changed."
_NAMED = re.compile(r"\{([wx]_\w+)\}")


def whole(
    tag: str,
    say: Callable[[], str],
    sources: Sequence[Source],
    targets: Sequence[Target],
    between: Sequence[Data] = (),
) -> Data:
    value = sources[0].read.value
    stops = [(one.place, list(one.read.gold)) for one in sources]
    stops[-1][1].extend(between)
    stops += [(one.place, one.write.gold) for one in targets]
    places = [place for place, _ in stops]
    made: Data = {
        "apps": list(dict.fromkeys(app for place in places for app in place.apps)),
        "say": [{CHINESE: one} for one in dict.fromkeys(say() for _ in range(NUM_SAYS))],
        "draw": {key: sql for one in sources for key, sql in one.read.draw.items()}
        | {key: of_value(value, sql) for one in targets for key, sql in _drawn(one.write, sources[0])},
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


def _drawn(write: Write, source: Source) -> list[tuple[str, str]]:
    """Somebody else than the one it is about, and nothing whose name is part of another's."""
    names = [name for name in _NAMED.findall(write.says[0]) if name not in write.new]
    if len(names) != 1:
        return list(write.draw.items())
    (name,), about = names, name_in(source.read)
    others = f"{name} <> :{about}" if about else "1"
    return [
        (key, _told_apart(sql, name, others) if f"AS {name}" in sql else sql)
        for key, sql in write.draw.items()
    ]


def _told_apart(sql: str, name: str, where: str) -> str:
    alike = f"SELECT count(*) FROM ({sql}) AS o WHERE instr(o.{name}, w.{name})"
    return f"SELECT * FROM ({sql}) AS w WHERE {where} AND ({alike}) = 1"
