"""Carrying: tasks over several apps of a phone: what stands in one is needed in another.

One value or two, into one place or two, the name of whichever is cheaper, one deed or another as a value has
it. Invariant: gold reads before it writes, every write is checked, and names of a second half are renamed.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.halves import (
    Source,
    Target,
    apart,
    assembled,
    counted,
    goal_of,
    is_counted,
    journey,
    limits,
    may_meet,
    name_in,
    second_read,
    second_write,
    size_of,
    summed,
    taking,
    targets_for,
    winner,
)  # fmt: skip
from phonebuddy.tasks.invented.phrasing import phrases, tell
from phonebuddy.tasks.invented.sketch import Data, Read, filled
from phonebuddy.tasks.invented.wording import Words, fitting, is_noun, is_plain, is_price

NUM_CROSS = 48
"""Tasks over several apps on one phone."""
NUM_SAYS = 8
BUILT_IN = 1 / 3
"""How many of them lead from a built-in app to a built-in app."""
OWN = (("invented", "built in"), ("invented", "built in"), ("built in", "invented"), ("invented", "invented"))
"""Where the others lead from and to."""
TRIES = 12
"""Pairs of apps that are drawn for a kind of task until one fits."""
OUTRIGHT = 0.5
"""How often prices are compared in few words."""
COUNTABLE = ("money", "number", "time")


def crossings(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """Tasks over several apps; `others` are not invented, and a third of the tasks is about them alone."""
    pools = {"invented": places, "built in": others}
    found: dict[str, Data] = {}
    for number in range(NUM_CROSS):
        ways = ("built in", "built in") if chance.random() < BUILT_IN else chance.choice(OWN)
        made = _Maker(pools[ways[0]], pools[ways[1]], chance).task()
        if made is not None:
            found[f"cross{number}"] = made
    return found


def carried(source: Source, target: Target, chance: random.Random) -> Data:
    """A task in which one value is carried into one place."""
    return _Maker((), (), chance)._carried(source, target)


def unmistaken(other: Place, places: Sequence[Place]) -> Place:
    """Without the names for it that could mean an invented app as well."""
    words = tuple(word for place in places for word in place.sketch.tells)
    found = copy.copy(other)
    found.sketch = other.sketch._replace(
        called=tuple(name for name in other.sketch.called if not tell(words, name))
    )
    return found


class _Maker:
    """Makes one task that leads from some places to some others."""

    def __init__(self, sources: Sequence[Place], targets: Sequence[Place], chance: random.Random) -> None:
        self._sources, self._targets, self._chance = sources, targets, chance
        self._words = Words(chance)

    def task(self) -> Data | None:
        (make,) = self._chance.choices(*zip(*_KINDS, strict=True))
        for _ in range(TRIES):
            source = self._source(lambda _place, _read: True)
            target = self._target(source.read.kind, source.place) if source else None
            made: Data | None = make(self, source, target) if source and target else None
            if made is not None:
                return made
        return None

    # -- drawing ---------------------------------------------------------------------------------------

    def _source(self, fits: Callable[[Place, Read], bool]) -> Source | None:
        """App by app, so that one with many values is not asked more often."""
        found = [(place, [one for one in place.sketch.reads if fits(place, one)]) for place in self._sources]
        found = [(place, reads) for place, reads in found if reads]
        if not found:
            return None
        place, reads = self._chance.choice(found)
        return Source(place, self._chance.choice(reads))

    def _other(self, source: Source, target: Target, kind: str = "") -> Source | None:
        """Something else to read, in the same app or another."""
        found = self._source(
            lambda place, one: one is not source.read and kind in ("", one.kind)
            and apart(place, target.place) and may_meet(place, source.place)
        )  # fmt: skip
        return found and Source(found.place, second_read(found.read))

    def _target(self, kind: str, *besides: Place) -> Target | None:
        """Place by place, so that apps with many of them, where people write most, come more often."""
        found = targets_for(self._targets, kind, *besides)
        return self._chance.choice(found) if found else None

    # -- kinds of task ---------------------------------------------------------------------------------

    def _carried(self, source: Source, target: Target) -> Data:
        def say() -> str:
            return self._words.carried(source.place.sketch, source.read, target.place.sketch, target.write)

        return self._whole("value", say, [source], [target])

    def _pair(self, source: Source, target: Target) -> Data | None:
        """Two values in one place."""
        other = self._other(source, target)
        if other is None or not target.takes_words:
            return None
        target = taking(target, "{got}, {got2}", [f"{{{source.read.value}}}", f"{{{other.read.value}}}"])

        def say() -> str:
            words, deed = self._words, self._words.deed(target.place.sketch, target.write)
            one, two = (words.thing(each.place.sketch, each.read, is_plain) for each in (source, other))
            frame, that = words.one_of("pair"), words.one_of("both")
            return words.framed(frame, deed, that, both=f"{one} and {two}", one=one, two=two)

        return self._whole("value", say, [source, other], [target])

    def _summed(self, source: Source, target: Target) -> Data | None:
        """Two amounts as one."""
        other = self._other(source, target, "money")
        if source.read.kind != "money" or other is None or not target.takes_words:
            return None
        worked = {"work_out": "c_got", "as": f"SELECT {summed(':got', ':got2')}"}
        target = taking(target, "{c_got}", ["{c_sum}"])

        def say() -> str:
            words, deed = self._words, self._words.deed(target.place.sketch, target.write)
            one, two = (words.thing(each.place.sketch, each.read, is_noun) for each in (source, other))
            both = filled(words.one_of("together"), one=one, two=two)
            return words.framed(words.one_of("sum"), deed, words.one_of("total"), both=both, one=one, two=two)

        made = self._whole("arithmetic", say, [source, other], [target], [worked])
        total = summed(f":{source.read.value}", f":{other.read.value}")
        made["draw"] = made["draw"] | {"total": f"SELECT {total} AS c_sum"}
        return made

    def _twice(self, source: Source, target: Target) -> Data | None:
        """One value in two places."""
        other = self._target(source.read.kind, source.place, target.place)
        if other is None:
            return None
        other = Target(other.place, second_write(other.write))

        def say() -> str:
            frame = self._words.one_of("twice")
            thing = self._words.thing(source.place.sketch, source.read, fitting(frame))
            deed, also = (self._words.deed(each.place.sketch, each.write) for each in (target, other))
            that = [self._words.one_of("that", source.read.kind) for _ in range(2)]
            return self._words.framed(frame, deed, that[0], thing=thing, also=also(that[1]))

        return self._whole("value", say, [source], [target, other])

    def _compared(self, source: Source, target: Target) -> Data | None:
        """The name of the one with less, or more, of two."""
        read, name = source.read, name_in(source.read)
        if not name or read.kind not in COUNTABLE or not target.takes_words:
            return None
        side = self._chance.choice(("less", "more"))
        other = second_read(read)
        (key, sql), *_ = other.draw.items()
        one, two = size_of(f":{read.value}", read.kind), size_of(other.value, read.kind)
        differs = (
            f"SELECT * FROM ({sql}) WHERE s_{name[2:]} <> :{name} AND {two} <> {one} AND {two} IS NOT NULL"
        )
        other = other._replace(draw={key: differs})
        won = winner(side, read.kind, name, f":{read.value}", f":{other.value}")
        worked = {"work_out": "c_got", "as": f"SELECT {winner(side, read.kind, name, ':got', ':got2')}"}
        target = taking(target, "{c_got}", ["{c_name}"])

        def say() -> str:
            return self._which(side, source, Source(source.place, other), target)

        made = self._whole("compare", say, [source, Source(source.place, other)], [target], [worked])
        made["draw"] = made["draw"] | {"won": f"SELECT {won} AS c_name"}
        return made

    def _which(self, side: str, source: Source, other: Source, target: Target) -> str:
        words, sketch = self._words, source.place.sketch
        deed = words.deed(target.place.sketch, target.write)
        names = {"a": f"{{{name_in(source.read)}}}", "b": f"{{s_{name_in(source.read)[2:]}}}"}
        if is_price(source.read) and self._chance.random() < OUTRIGHT:
            value = filled(words.one_of("outright", side), **names)
            return deed(filled(words.one_of("standing"), thing=value, app=words.app(sketch)))
        one = words.thing(sketch, source.read, is_plain)
        two = self._chance.choice([each for each in other.read.things if is_plain(each)] or other.read.things)
        won = words.one_of("winner", side, "price" if is_price(source.read) else source.read.kind)
        return words.framed(words.one_of("which"), deed, won, one=one, two=two, **names)

    def _forked(self, source: Source, target: Target) -> Data | None:
        """One deed or another, as a value has it."""
        kind = source.read.kind
        other = self._target(kind, source.place, target.place) if kind in COUNTABLE else None
        if other is None or not all(is_counted(each.write) for each in (target, other)):
            return None
        other = Target(other.place, second_write(other.write))

        def say() -> str:
            deed, also = (self._words.deed(each.place.sketch, each.write) for each in (target, other))
            that = [self._words.one_of("that", kind) for _ in range(2)]
            frame = self._words.one_of("forks")
            return self._words.framed(frame, deed, that[0], also=also(that[1]), **self._over(source))

        is_over = f"{size_of(':got', kind)} > {size_of(':c_limit', kind)}"
        worked = {"work_out": "c_got", "as": f"SELECT iif({is_over}, 1, 0)"}
        unless = {"work_out": "c_got2", "as": "SELECT 1 - :c_got"}
        made = self._whole("condition", say, [source], [target, other], [worked, unless])
        made["gold"] = journey([(source.place, [*source.read.gold, worked, unless])])
        for each, times in ((target, "{c_got}"), (other, "{c_got2}")):
            steps = journey([(source.place, []), (each.place, each.write.gold)])[len(source.place.way) :]
            made["gold"].append({"repeat": times, "do": steps})
        made["goal"] = [counted(check, "{c_is}") for check in goal_of(target.write, source.read.value)]
        made["goal"] += [counted(check, "{c_not}") for check in goal_of(other.write, source.read.value)]
        made["draw"] = made["draw"] | limits(source.read)
        return made

    def _over(self, source: Source) -> dict[str, str]:
        thing = self._words.thing(source.place.sketch, source.read, is_noun)
        return {"thing": thing, "over": self._words.one_of("over", source.read.kind)}

    def _whole(
        self, tag: str, say: Callable[[], str], sources: list[Source], targets: list[Target],
        between: Sequence[Data] = (),
    ) -> Data:  # fmt: skip
        says = phrases([say() for _ in range(NUM_SAYS)], "", (), self._chance)
        return assembled(tag, says, sources, targets, between)


_KINDS = (
    (_Maker._carried, 45), (_Maker._pair, 12), (_Maker._twice, 13), (_Maker._compared, 12),
    (_Maker._forked, 9), (_Maker._summed, 4),
)  # fmt: skip
"""Kinds of task, and how often each is made."""
