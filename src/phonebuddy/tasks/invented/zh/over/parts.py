"""Parts: what can be read and written on a Chinese phone, in built-in apps and in those of the village.

Invariant: draws, golds and goals are those of bridges.yaml and of the sketches; only words are Chinese.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.bridges import bridges
from phonebuddy.tasks.invented.halves import Target, changed
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Read, Write
from phonebuddy.tasks.invented.zh.over.words import built_in, frames, shown
from phonebuddy.tasks.invented.zh.words import facts
from phonebuddy.world.image import default_apps

HOST_TITLE = "Hub"
OF = "的"
"""Between a thing and its fact."""
MOST, MORE = "最", "更"
ORDERING = ("把", "在", "到", "去", "用", "给")
"""How an order begins that may follow on other words."""
ASKING = ("请", "麻烦", "替我", "帮我", "能", "让")
"""What frames say already."""
LOOKING = ("查", "看", "先", "{thing}")
"""Ways that are frames themselves."""


class Source(NamedTuple):
    place: Place
    read: Read
    """Its things are nouns, its asks clauses."""
    its: str
    """The fact without its thing; nothing where nobody would say it so."""
    sides: tuple[str, str]
    """Having less of it and more of it; nothing where that makes no sense."""
    unit: str
    called: tuple[str, ...]

    @property
    def has_to_name(self) -> bool:
        return not self.read.tells

    def named_already(self) -> Source:
        """For words that have said the app where that is needed."""
        return self._replace(read=self.read._replace(tells=True), called=())


class Goal(NamedTuple):
    """Where a value goes."""

    target: Target
    to: tuple[str, ...] = ()
    """What stands before somebody's own words."""


def sources_of(places: Sequence[Place]) -> list[Source]:
    """Of invented apps."""
    return [_own(place, read) for place in places for read in place.sketch.reads]


def goals_of(places: Sequence[Place]) -> list[Goal]:
    return [Goal(Target(place, _own_write(write))) for place in places for write in place.sketch.writes]


@lru_cache(maxsize=1)
def built_in_parts() -> tuple[list[Source], list[Goal]]:
    """Of apps that every phone has."""
    sources: list[Source] = []
    goals: list[Goal] = []
    for place in _places():
        data = built_in()["apps"][place.sketch.name]
        sources += _reads(place, data)
        goals += _writes(place, data)
    return sources, goals


def _places() -> Iterator[Place]:
    apps, known = default_apps().apps, built_in()["apps"]
    for sketch in bridges():
        if sketch.name in known:
            yield Place(sketch, apps[sketch.name].manifest.host, HOST_TITLE)


def _reads(place: Place, data: Data) -> Iterator[Source]:
    for read in place.sketch.reads:
        words = data.get("reads", {}).get(read.things[0])
        if words is None:
            continue
        own = read._replace(
            things=tuple(words["n"]),
            asks=tuple(words["q"]),
            draw=changed(read.draw, shown),
            gold=changed(read.gold, shown),
        )
        its = words.get("its", "")
        less, more = words.get("adj") or [its + one for one in frames()["adj"].get(read.kind, ("", ""))]
        yield Source(place, own, its, (less, more), words.get("unit", ""), tuple(data["called"]))


def _writes(place: Place, data: Data) -> Iterator[Goal]:
    for write in place.sketch.writes:
        words = data.get("writes", {}).get(write.says[0])
        if words is None:
            continue
        own = write._replace(
            says=tuple(words["says"]), stories=tuple(words["stories"]), new=words.get("new", write.new),
            draw=changed(write.draw, shown), gold=changed(write.gold, shown), goal=changed(write.goal, shown),
        )  # fmt: skip
        yield Goal(Target(place, own), tuple(words.get("to", ())))


# -- of the village --------------------------------------------------------------------------------------


def _own(place: Place, read: Read) -> Source:
    """A brand does not tell what is in it, so it is said."""
    its, title = read.things[0].rpartition(OF)[2], place.sketch.title
    fact = next(one for one in facts().values() if one["said"] == its)
    sides = ("", "") if its in frames()["dated"] else fact.get("adj", ("", ""))
    less, more = (one.replace(MOST, MORE) for one in sides)
    own = read._replace(tells=bool(place.sketch.tells))
    return Source(place, own, its, (less, more), fact.get("unit", ""), (title,))


def _own_write(write: Write) -> Write:
    """Its orders take a noun, its stories a clause."""
    plain = [way for way in write.says if not way.startswith(ASKING) and not way.endswith("？")]
    ways = [way.replace("{v_n}", "{v}").replace("{v_it}", "{thing}") for way in plain]
    says = tuple(way for way in ways if "{v}" in way and way.startswith(ORDERING))
    stories = tuple(way for way in ways if way not in says and not way.startswith(LOOKING))
    goal = [{key: text.replace("{r_value}", "{V}") for key, text in check.items()} for check in write.goal]
    return write._replace(kinds=ANYTHING, says=says, stories=stories, goal=goal)
