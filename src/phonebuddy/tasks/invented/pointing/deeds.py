"""Deeds that can be asked for without the name of their thing, once or for several things.

Invariant: the thing has one name, which every way says; copies for further things draw other rows and share
what is not of the thing, such as the new value.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from phonebuddy.tasks.invented.halves import changed
from phonebuddy.tasks.invented.sketch import Data, Deed, Sketch
from phonebuddy.tasks.invented.telling import is_able, said_in
from phonebuddy.tasks.invented.wh.untold import fact_in

NAMES = ("name", "title")
"""What things are known by."""
WORDY = 4
"""Words of a value that is a text of its own."""
_SLOT = re.compile(r"\{(\w+)\}")
_OF = re.compile(r"^[^:]* (?:of|for) [^:]*$|'s ")
"""What a fact is of; a thing that lies somewhere is none."""
_LIST = re.compile(r"SELECT (?:DISTINCT )?(.*)", re.DOTALL)
_AS = re.compile(r"(?:.* AS |(?:\w+\.)?)(\w+)", re.DOTALL)


class Pointable(NamedTuple):
    deed: Deed
    slot: str
    """Under which the thing's name is drawn."""
    key: str
    """The draw that gives it."""

    @property
    def sql(self) -> str:
        return str(self.deed.draw[self.key])

    def other(self, *known: str) -> str:
        """SQL for the name of a thing that it could be done to as well, none of these."""
        apart = " AND ".join(apart_from(self.slot, f":{one}") for one in (self.slot, *known))
        return f"SELECT {self.slot} AS p_other FROM ({self.sql}) WHERE {apart}"

    def again(self, number: int) -> Deed:
        """The same for another thing; names of the thing get the number."""
        own = self._own_names()
        either = "|".join(sorted(own, key=len, reverse=True))
        bound, slots = re.compile(rf":({either})\b"), re.compile(rf"\{{({either})\}}")

        def change(text: str) -> str:
            return slots.sub(rf"{{\1_{number}}}", bound.sub(rf":\1_{number}", text))

        draw: Data = {}
        for key, sql in self.deed.draw.items():
            if not own & set(columns_of(sql)):
                continue
            columns = ", ".join(f'"{one}" AS {one}_{number}' for one in columns_of(sql))
            draw[f"{key}_{number}"] = f"SELECT {columns} FROM ({change(sql)})" + (
                self._apart(number) if key == self.key else ""
            )
        return self.deed._replace(
            draw=draw, gold=changed(self.deed.gold, change), goal=changed(self.deed.goal, change),
            allow=tuple(map(change, self.deed.allow)),
        )  # fmt: skip

    def _apart(self, number: int) -> str:
        mine = self.slot
        before = [mine, *(f"{mine}_{one}" for one in range(2, number))]
        return f" WHERE {' AND '.join(apart_from(mine, f':{one}') for one in before)}"

    def _own_names(self) -> set[str]:
        """What is drawn of the thing: with it, or by what was drawn with it."""
        own = set(columns_of(self.sql))
        for key, sql in self.deed.draw.items():
            if key != self.key and own & set(re.findall(r":(\w+)", sql)):
                own |= set(columns_of(sql))
        return own

    @property
    def is_repeatable(self) -> bool:
        """Whether several things can be asked for in one breath: only their names differ."""
        is_silent = not self.deed.facts and not said_in(self.deed) & (self._own_names() - {self.slot})
        is_seen = not any("swipe" in step for step in self.deed.gold)  # what is to be undone hides the next
        return is_silent and is_seen and all(columns_of(sql) for sql in self.deed.draw.values())


def pointable(sketch: Sketch) -> list[Pointable]:
    """Deeds with a text of several words are left out: nobody could tell where the text ends."""
    able = [deed for deed in sketch.deeds if is_able(deed) and not _has_text(deed)]
    return [one for deed in able if (one := _pointable(deed))]


def _has_text(deed: Deed) -> bool:
    return any(len(str(value).split()) >= WORDY for values in deed.new.values() for value in values)


def _pointable(deed: Deed) -> Pointable | None:
    for key, sql in deed.draw.items():
        columns = set(columns_of(sql))
        for slot in NAMES:
            is_named = slot in columns and all(slot in _SLOT.findall(way) for way in deed.says)
            if is_named and columns & said_in(deed) == {slot}:
                return Pointable(deed, slot, key)
    return None


def given_value(deed: Deed) -> tuple[str, list[str]]:
    """The name of the one value that a deed gives to a fact as it is said, and words for the fact, if any."""
    if len(deed.new) != 1:
        return "", []
    (value,) = deed.new
    facts = [fact for way in deed.says if (fact := fact_in(way, {value})) and _OF.search(fact)]
    return value, list(dict.fromkeys(facts)) if len(deed.new[value]) > 1 else []


def apart_from(one: str, other: str) -> str:
    """SQL for that neither text is in the other."""
    return f"instr({one}, {other}) = 0 AND instr({other}, {one}) = 0"


def columns_of(sql: str) -> list[str]:
    """The names that a plain query gives; none of one that is not plain."""
    parts, depth, begin = [], 0, 0
    text = sql.strip()
    found = _LIST.match(text)
    if found is None:
        return []
    text = found[1]
    for at, sign in enumerate(text):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0 and (sign == "," or text.startswith(" FROM ", at)):
            parts.append(text[begin:at].strip())
            begin = at + 1
            if sign != ",":
                break
    else:
        parts.append(text[begin:].strip())
    names = [match[1] if (match := _AS.fullmatch(part)) else "" for part in parts]
    return names if all(names) else []
