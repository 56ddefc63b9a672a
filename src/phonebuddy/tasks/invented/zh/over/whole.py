"""Whole: a template of what is read here and written there.

Invariant: everything is read first, then everything written; nobody is told a thing about themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from phonebuddy.tasks.invented.halves import Target, assembled, name_in
from phonebuddy.tasks.invented.sketch import Data, Write
from phonebuddy.tasks.invented.zh.over.parts import Source
from phonebuddy.world.state.speech import CHINESE

NUM_SAYS = 8
_NAMED = re.compile(r"\{([wx]_\w+)\}")


def whole(
    tag: str,
    say: Callable[[], str],
    sources: Sequence[Source],
    targets: Sequence[Target],
    between: Sequence[Data] = (),
) -> Data:
    says: list[Data] = [{CHINESE: one} for one in dict.fromkeys(say() for _ in range(NUM_SAYS))]
    others = [
        one._replace(write=one.write._replace(draw=dict(_drawn(one.write, sources[0])))) for one in targets
    ]
    return assembled(tag, says, sources, others, between)


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
