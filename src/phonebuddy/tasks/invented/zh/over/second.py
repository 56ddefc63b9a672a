"""Second: another fact beside the first one, of the same thing or of another.

Invariant: neither value is part of the other, so that each counts.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.halves import Target, apart, may_meet, name_in, second_read
from phonebuddy.tasks.invented.zh.over.parts import Source


def sibling(source: Source, every: Sequence[Source], chance: random.Random) -> Source | None:
    """Another fact of the same thing, on the same page."""
    name = name_in(source.read)
    able = [one for one in every if _are_siblings(one, source)] if name and source.its else []
    return _beside(chance.choice(able), source, f"s_{name[2:]} = :{name}") if able else None


def _are_siblings(one: Source, source: Source) -> bool:
    is_same = one.place is source.place and name_in(one.read) == name_in(source.read)
    is_there = one.read.gold[:-1] == source.read.gold[:-1]
    return is_same and is_there and one.its not in ("", source.its)


def is_stranger(one: Source, source: Source, target: Target) -> bool:
    """Whether it can be a fact of something else."""
    if one.read is source.read or not apart(one.place, target.place):
        return False
    return bool(name_in(one.read)) if one.place is source.place else may_meet(one.place, source.place)


def stranger(found: Source, source: Source) -> Source:
    name = name_in(found.read)
    is_alike = found.place is source.place and name == name_in(source.read)
    return _beside(found, source, f"s_{name[2:]} <> :{name}" if is_alike else "1")


def _beside(found: Source, source: Source, where: str) -> Source:
    read, value = second_read(found.read), source.read.value
    ((key, sql),) = read.draw.items()
    differs = f"instr(:{value}, {read.value}) = 0 AND instr({read.value}, :{value}) = 0"
    return found._replace(
        read=read._replace(draw={key: f"SELECT * FROM ({sql}) WHERE {where} AND {differs}"})
    )
