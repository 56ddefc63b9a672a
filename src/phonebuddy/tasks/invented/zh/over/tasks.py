"""Tasks over several apps of a Chinese phone: values carried, compared and decided by.

Invariant: gold reads before it writes, every write is checked, and names of a second half are renamed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.carrying import COUNTABLE
from phonebuddy.tasks.invented.halves import (
    ALSO,
    Target,
    apart,
    name_in,
    second_read,
    second_write,
    size_of,
    taking,
    winner,
)  # fmt: skip
from phonebuddy.tasks.invented.sketch import Data, filled
from phonebuddy.tasks.invented.zh.over.deciding import forked, told
from phonebuddy.tasks.invented.zh.over.done import done_tasks
from phonebuddy.tasks.invented.zh.over.parts import Goal, Source, built_in_parts, goals_of, sources_of
from phonebuddy.tasks.invented.zh.over.saying import Saying
from phonebuddy.tasks.invented.zh.over.second import is_stranger, sibling, stranger
from phonebuddy.tasks.invented.zh.over.whole import whole
from phonebuddy.tasks.invented.zh.over.words import frames, shown

NUM_OVER, NUM_DONE = 50, 8
"""Tasks on one phone: as many as others over several apps."""
FROM_TO = (("built in", "built in"), ("built in", "built in"), ("own", "built in"), ("built in", "own"))
TRIES = 20
SAME = 2 / 3
"""How often two facts are of one thing."""


def over_tasks(places: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    sources, goals = built_in_parts()
    pools = {"built in": (sources, goals), "own": (sources_of(places), goals_of(places))}
    found: dict[str, Data] = {}
    for number in range(NUM_OVER):
        read_in, written_in = chance.choice(FROM_TO)
        (form,) = chance.choices(list(FORMS), [weight for _, weight in FORMS.values()])
        made = _Maker(pools[read_in][0], pools[written_in][1], chance).task(form)
        if made is not None:
            found[f"over_{form}{number}"] = made
    return found | done_tasks(places, goals, NUM_DONE, chance)


class _Maker:
    """Makes one task of what can be read and written."""

    def __init__(self, sources: Sequence[Source], goals: Sequence[Goal], chance: random.Random) -> None:
        self._sources, self._goals, self._chance = sources, goals, chance
        self._saying = Saying(chance)

    def task(self, form: str) -> Data | None:
        make, _ = FORMS[form]
        for _ in range(TRIES):
            source = self._source(lambda _: True)
            goal = self._goal(source) if source else None
            made = make(self, source, goal) if source and goal else None
            if made is not None:
                return made
        return None

    def _source(self, fits: Callable[[Source], bool]) -> Source | None:
        """App by app, so that one with many values is not asked more often."""
        able = [one for one in self._sources if fits(one)]
        apps = sorted({one.place.sketch.name for one in able})
        if not apps:
            return None
        app = self._chance.choice(apps)
        return self._chance.choice([one for one in able if one.place.sketch.name == app])

    def _goal(self, source: Source, *besides: Place) -> Goal | None:
        kinds = {source.read.kind, ALSO.get(source.read.kind, source.read.kind)}
        able = [
            one
            for one in self._goals
            if kinds & set(one.target.write.kinds)
            and all(apart(one.target.place, place) for place in (source.place, *besides))
        ]
        return self._chance.choice(able) if able else None

    # -- forms -----------------------------------------------------------------------------------------

    def _carried(self, source: Source, goal: Goal) -> Data:
        read, write = source.read, goal.target.write

        def say() -> str:
            return self._saying.carried(source, write, read.kind, read.things, read.asks)

        return whole("value", say, [source], [goal.target])

    def _both(self, source: Source, goal: Goal) -> Data | None:
        """Two facts of one thing, or of two, in one text."""
        if not goal.target.takes_words:
            return None
        is_same = self._chance.random() < SAME
        other = (
            sibling(source, self._sources, self._chance) if is_same else self._stranger(source, goal.target)
        )
        if other is None:
            return None
        typed = [f"{{{source.read.value}}}", f"{{{other.read.value}}}"]
        target = taking(goal.target, "{got}；{got2}", typed)

        def say() -> str:
            saying, frame = self._saying, self._saying.one_of("both")
            if is_same:
                nouns = [filled(frame, n=noun, m=other.its) for noun in source.read.things]
                return saying.carried(source, target.write, "both", nouns, ())
            noun = filled(frame, n=saying.noun(source), m=saying.noun(other))
            return saying.carried(source.named_already(), target.write, "both", [noun], ())

        return _two("value", say, source, other, target, is_same)

    def _only(self, source: Source, goal: Goal) -> Data | None:
        """One fact of a thing, and not the other one."""
        other = sibling(source, self._sources, self._chance)
        if not goal.target.takes_words or other is None:
            return None

        def say() -> str:
            noun = self._saying.noun(source)
            order = filled(self._saying.pick(goal.target.write.says), v=noun)
            return self._saying.whole(self._saying.one_of("only"), c=order, its=other.its)

        made = whole("value", say, [source], [goal.target])
        unsaid = [
            {
                key.replace("exactly 1", "exactly 0"): text.replace("{V}", f"{{{other.read.value}}}")
                for key, text in check.items()
            }
            for check in goal.target.write.goal
            if "saying" in check
        ]
        draw = made["draw"]
        made["draw"] = (
            source.read.draw
            | other.read.draw
            | {key: sql for key, sql in draw.items() if key not in source.read.draw}
        )
        return made | {"goal": [*made["goal"], *unsaid]}

    def _twice(self, source: Source, goal: Goal) -> Data | None:
        """One value in two places."""
        also = self._goal(source, goal.target.place)
        if also is None or any(word in goal.target.write.says[0] for word in frames()["changed"]):
            return None
        second = Target(also.target.place, second_write(also.target.write))

        def say() -> str:
            saying, that = self._saying, source.read.kind
            order = filled(saying.pick(goal.target.write.says), v=saying.noun(source))
            other = filled(saying.pick(second.write.says), v=saying.one_of("that", that))
            return saying.whole(saying.one_of("twice"), c=order, d=other)

        return whole("value", say, [source], [goal.target, second])

    def _which(self, source: Source, goal: Goal) -> Data | None:
        """The name of the one with less, or more, of two."""
        read, name = source.read, name_in(source.read)
        is_able = name and read.kind in COUNTABLE and source.sides[0]
        if not is_able or not goal.target.takes_words:
            return None
        at = self._chance.randrange(2)
        side, other = ("less", "more")[at], second_read(read)
        ((key, sql),) = other.draw.items()
        one, two = size_of(f":{read.value}", read.kind), size_of(other.value, read.kind)
        differs = (
            f"SELECT * FROM ({sql}) WHERE s_{name[2:]} <> :{name} AND {two} <> {one} AND {two} IS NOT NULL"
        )
        other = other._replace(draw={key: shown(differs)})
        worked = {
            "work_out": "c_got",
            "as": shown(f"SELECT {winner(side, read.kind, name, ':got', ':got2')}"),
        }
        won = shown(winner(side, read.kind, name, f":{read.value}", f":{other.value}"))
        target = taking(goal.target, "{c_got}", ["{c_name}"])
        parts = {"a": f"{{{name}}}", "b": f"{{s_{name[2:]}}}", "adj": source.sides[at]}

        def say() -> str:
            nouns, asks = ([filled(way, **parts) for way in frames()[key]] for key in ("which_n", "which_q"))
            return self._saying.carried(source, target.write, "name", nouns, asks)

        made = whole("compare", say, [source, source._replace(read=other)], [target], [worked])
        made["draw"] = made["draw"] | {"won": f"SELECT {won} AS c_name"}
        return made

    def _told(self, source: Source, goal: Goal) -> Data | None:
        return told(source, goal, self._saying)

    def _forked(self, source: Source, goal: Goal) -> Data | None:
        other = self._goal(source, goal.target.place)
        return forked(source, goal, other, self._saying) if other else None

    def _stranger(self, source: Source, target: Target) -> Source | None:
        """A fact of something else."""
        found = self._source(lambda one: is_stranger(one, source, target))
        return stranger(found, source) if found else None


def _two(
    tag: str, say: Callable[[], str], source: Source, other: Source, target: Target, is_same: bool
) -> Data:
    """What is on one page is read there at once."""
    if not is_same:
        return whole(tag, say, [source, other], [target])
    made = whole(tag, say, [source], [target], other.read.gold[-1:])
    drawn = {key: sql for key, sql in made["draw"].items() if key not in source.read.draw}
    return made | {"draw": source.read.draw | other.read.draw | drawn}


FORMS: dict[str, tuple[Callable[[_Maker, Source, Goal], Data | None], int]] = {
    "carried": (_Maker._carried, 28),
    "both": (_Maker._both, 16),
    "only": (_Maker._only, 8),
    "twice": (_Maker._twice, 12),
    "which": (_Maker._which, 14),
    "told": (_Maker._told, 14),
    "forked": (_Maker._forked, 8),
}
"""Forms of tasks, and how often each is made."""
