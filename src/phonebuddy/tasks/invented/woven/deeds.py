"""Deeds: what is asked about woven lines: a part, two parts, the line as it stands; and what can be read.

Invariant: a question for a part is not answered by its line, one for the line not by a part.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import TypeVar

from phonebuddy.tasks.invented.entering import entered
from phonebuddy.tasks.invented.sketch import WOVEN, Data, Deed, Gold, Read, Sketch, filled
from phonebuddy.tasks.invented.wording import is_noun
from phonebuddy.tasks.invented.woven.pages import pages_of, schema_of
from phonebuddy.tasks.invented.woven.plan import LEAST, PAGE, Plan, any_of
from phonebuddy.tasks.invented.woven.words import Fact, Theme, frames, themes

OFTEN = 0.45
"""How many apps get such a list, where they have room for a way in."""
NUM_SAYS = 16
NUM_ONE, NUM_TWO, NUM_BY = 2, 2, 2
"""Questions for a part, for two of one line, and for a part of what another part tells."""
WHOLES = 0.5
"""How often a whole address is what other apps are told, and not its parts."""
_T = TypeVar("_T")
NUMBER = "number"
"""What things go by. Not `name`: that lets a sentence do without the app, and these names tell none."""


def with_woven(sketch: Sketch, chance: random.Random) -> Sketch:
    """The app, now and then with a list whose lines say several things, and what is asked about it."""
    start = sketch.app.get("pages", {}).get(sketch.app["start"])
    if chance.random() >= OFTEN or start is None:
        return sketch
    said = json.dumps([sketch.app, sketch.content], ensure_ascii=False).lower()
    kind = chance.choice(sorted(themes()))
    titles = [title for title in themes()[kind].titles if title.lower() not in said]
    names = _names(themes()[kind], said, chance)
    found = entered(start, title := chance.choice(titles), themes()[kind].icon, PAGE) if titles else None
    if found is None or len(names) < LEAST or any(one.lower() in said for one in frames()["pin"]["labels"]):
        return sketch
    return _added(sketch, Plan(sketch.name, kind, title, names, chance), *found)


def _names(theme: Theme, said: str, chance: random.Random) -> list[str]:
    """Without what the app says already; two that are alike come first."""
    able = [name for name in theme.names if name.lower() not in said]
    at = chance.choice((0, 2))
    return [*able[at:], *able[:at]]


def _added(sketch: Sketch, plan: Plan, start: Data, way: Gold) -> Sketch:
    app, maker = sketch.app, _Maker(plan, way)
    pages = {**app["pages"], app["start"]: start, **pages_of(plan)}
    return sketch._replace(
        app=app | {"schema": f"{app['schema']}{schema_of(plan)}", "pages": pages},
        content=sketch.content | {plan.table: plan.rows},
        deeds=(*sketch.deeds, *maker.deeds()),
        reads=(*sketch.reads, *maker.reads()),
    )


class _Maker:
    def __init__(self, plan: Plan, way: Gold) -> None:
        self._plan, self._way, self._chance = plan, way, plan.chance
        theme = plan.theme
        told = [name for line in plan.lines for name in line.facts]
        self._facts = [theme.facts[name] for name in told]
        self._wholes = [one for one in theme.wholes.values() if plan.line_of(one) is not None]
        self._listed = plan.listed.sql(plan.shown)

    # -- what can be read ------------------------------------------------------------------------------

    def reads(self) -> list[Read]:
        """Of a whole and its parts only one or the others: nobody could tell both in one text."""
        facts, wholes = self._facts, self._wholes
        if wholes and self._chance.random() < WHOLES:
            parts = {name for one in wholes for name in one.parts}
            facts = [*wholes, *(fact for fact in facts if fact.name not in parts)]
        return [self._read(fact) for fact in facts]

    def _read(self, fact: Fact) -> Read:
        things, asks = (self._called(ways, f"{{r_{NUMBER}}}") for ways in (fact.things, fact.asks))
        sql = f"SELECT name AS r_{NUMBER}, {self._plan.value(fact)} AS r_value FROM {self._plan.table}"
        gold = self._to(fact, f"{{r_{NUMBER}}}", "got")
        return Read(fact.kind, things, asks, {"read": sql}, "r_value", gold)

    def _to(self, fact: Fact, name: str, got: str) -> Gold:
        opened: Gold = [{"tap": name}] if self._plan.has_page else []
        return [*self._way, *opened, self._look(fact, name, got)]

    def _look(self, fact: Fact, name: str, got: str) -> Data:
        """On its page, or in the list in the line of the thing."""
        plan = self._plan
        line = plan.line_of(fact)
        assert line is not None, f"no line says {fact.name}"
        before = "" if plan.has_page else f"{name}{_escaped(plan.mark)}"
        return {"read": got, "match": line.pattern(plan.values, fact.parts, before)}

    # -- what is asked ---------------------------------------------------------------------------------

    def deeds(self) -> list[Deed]:
        chance, facts = self._chance, self._facts
        able = [*self._wholes, *facts]
        found = [self._one(f"one{at}", fact) for at, fact in enumerate(_some(able, NUM_ONE, chance))]
        for whole in self._wholes:
            # Twins: the whole, and one of its parts.
            found += [self._one("whole", whole), self._one("part", self._plan.fact(whole.parts[-1]))]
        found += self._twos()
        found += [self._by(at, *pair) for at, pair in enumerate(_some(self._marks(), NUM_BY, chance))]
        found += [self._line(), *self._named()]
        return [*found, self._pinned()] if self._plan.has_page else found

    def _called(self, ways: Sequence[str], name: str) -> tuple[str, ...]:
        """Each with words for the thing, by its name."""
        calls, noun = frames()["called"], self._plan.noun
        return tuple(filled(way, it=filled(self._chance.choice(calls), it=name, n=noun)) for way in ways)

    def _drawn(self, **values: str) -> Data:
        columns = "".join(f", {sql} AS {name}" for name, sql in values.items())
        return {"one": f"SELECT id, name AS {NUMBER}{columns} FROM {self._plan.table}"}

    def _unsaid(self, facts: Sequence[Fact]) -> list[Data]:
        """The lines they stand in, where those say more."""
        plan, parts = self._plan, {name for fact in facts for name in fact.parts}
        lines = [line for line in plan.lines if parts & set(line.facts) and set(line.facts) - parts]
        return [
            {"unsaid": f"SELECT {line.sql(plan.shown)} FROM {plan.table} WHERE id = :id"} for line in lines
        ]

    def _one(self, name: str, fact: Fact) -> Deed:
        says = self._called(fact.asks, f"{{{NUMBER}}}")
        gold = [*self._to(fact, f"{{{NUMBER}}}", "got"), {"answer": "{got}"}]
        goal: list[Data] = [{"answer": "{told}"}, *self._unsaid([fact])]
        return Deed(f"{WOVEN}{name}", says, gold, goal, draw=self._drawn(told=self._plan.value(fact)))

    def _twos(self) -> list[Deed]:
        lines = [line for line in self._plan.lines if len(line.facts) > 1]
        found = []
        for at, line in enumerate(_some(lines, NUM_TWO, self._chance)):
            one, two = (self._plan.fact(name) for name in self._chance.sample(line.facts, 2))
            found.append(self._two(at, one, two))
        return found

    def _two(self, at: int, one: Fact, two: Fact) -> Deed:
        plan = self._plan
        says = tuple(self._both(one, two) for _ in range(NUM_SAYS))
        first, second = plan.value(one), plan.value(two)
        apart = f" WHERE instr({first}, {second}) = 0 AND instr({second}, {first}) = 0"
        draw = {key: sql + apart for key, sql in self._drawn(told=first, told2=second).items()}
        name = f"{{{NUMBER}}}"
        gold = [*self._to(one, name, "got"), self._look(two, name, "got2"), {"answer": "{got}, {got2}"}]
        goal: list[Data] = [{"answer": "{told}"}, {"answer": "{told2}"}, *self._unsaid([one, two])]
        return Deed(f"{WOVEN}two{at}", tuple(dict.fromkeys(says)), gold, goal, draw=draw)

    def _both(self, one: Fact, two: Fact) -> str:
        """The thing by its name first, then as `it`."""
        chance, slot = self._chance, f"{{{NUMBER}}}"
        frame = chance.choice(frames()["two"])
        (a,), (x,) = (self._called([chance.choice(ways)], slot) for ways in (one.asks, _nouns(one)))
        b, y = (filled(chance.choice(ways), it="it") for ways in (two.asks, _nouns(two)))
        return filled(frame, a=a.removesuffix("?"), b=b.removesuffix("?"), x=x, y=y)

    def _marks(self) -> list[tuple[Fact, Fact]]:
        """Facts in the list that a thing can be told by, each with another one that is asked for."""
        facts = [self._plan.fact(name) for name in self._plan.listed.facts]
        return [(mark, fact) for mark in filter(self._tells, facts) for fact in facts if fact is not mark]

    def _tells(self, fact: Fact) -> bool:
        """Whether people tell things by it, and there is one of which nothing else has the same."""
        values = [row[fact.column] for row in self._plan.rows]
        return bool(fact.by) and any(values.count(value) == 1 for value in values)

    def _by(self, at: int, mark: Fact, fact: Fact) -> Deed:
        """Of a thing that goes unnamed: found by one part of its line, asked for another."""
        plan = self._plan
        its = self._told_by(mark)
        says = tuple(filled(way, it=self._chance.choice(its)) for way in fact.asks)
        values = plan.values | {mark.name: "{mark}"}
        before = f"{self._any_name()}{_escaped(plan.mark)}" if plan.listing == "single" else ""
        look = {"read": "got", "match": plan.listed.pattern(values, fact.parts, before)}
        draw = {
            key: f"{sql} AS t WHERE {self._is_only(mark)}"
            for key, sql in self._drawn(told=plan.value(fact), mark=plan.value(mark)).items()
        }
        goal: list[Data] = [{"answer": "{told}"}, *self._unsaid([fact])]
        return Deed(f"{WOVEN}by{at}", says, [*self._way, look, {"answer": "{got}"}], goal, draw=draw)

    def _told_by(self, mark: Fact) -> list[str]:
        calls, noun = frames()["told_by"], self._plan.noun
        return [filled(way, n=noun, by=filled(by, v="{mark}")) for way in calls for by in mark.by]

    def _is_only(self, mark: Fact) -> str:
        return f"(SELECT count(*) FROM {self._plan.table} o WHERE o.{mark.column} = t.{mark.column}) = 1"

    def _any_name(self) -> str:
        return any_of([str(row["name"]) for row in self._plan.rows])

    def _line(self) -> Deed:
        """The whole line."""
        key = "single" if self._plan.listing == "single" else "line"
        says = self._called(frames()[key], f"{{{NUMBER}}}")
        gold = [*self._way, {"scroll_to": f"{{{NUMBER}}}"}, {"answer": "{line}"}]
        draw = self._drawn(line=self._listed)
        return Deed(f"{WOVEN}line", says, gold, [{"answer": "{line}"}], draw=draw)

    def _named(self) -> list[Deed]:
        """The whole name of a thing, told by a part of its line."""
        facts = [self._plan.fact(name) for name in self._plan.listed.facts]
        marks = [fact for fact in facts if self._tells(fact)]
        if not marks:
            return []
        mark = self._chance.choice(marks)
        its = self._told_by(mark)
        says = tuple(filled(way, it=self._chance.choice(its)) for way in frames()["name"])
        draw = {
            key: f"{sql} AS t WHERE {self._is_only(mark)}"
            for key, sql in self._drawn(mark=self._plan.value(mark), line=self._listed).items()
        }
        gold = [*self._way, {"scroll_to": "{line}"}, {"answer": f"{{{NUMBER}}}"}]
        goal: list[Data] = [
            {"answer": f"{{{NUMBER}}}"},
            {"unsaid": f"SELECT {self._listed} FROM {self._plan.table} WHERE id = :id"},
        ]
        return [Deed(f"{WOVEN}name", says, gold, goal, draw=draw)]

    def _pinned(self) -> Deed:
        """Something to do to a thing, so that a part of its lines can be told in the same breath."""
        plan = self._plan
        says = self._called(frames()["pin"]["says"], f"{{{NUMBER}}}")
        gold = [*self._way, {"tap": f"{{{NUMBER}}}"}, {"tap": plan.pin}]
        goal: list[Data] = [{"present": f"SELECT 1 FROM {plan.table} WHERE id = :id AND pinned"}]
        allow = (f"update {plan.table}(pinned) where id = :id",)
        return Deed(f"{WOVEN}pin", says, gold, goal, draw=self._drawn(), allow=allow)


def _nouns(fact: Fact) -> list[str]:
    return [thing for thing in fact.things if is_noun(thing)]


def _escaped(text: str) -> str:
    return any_of([text])


def _some(choices: Sequence[_T], most: int, chance: random.Random) -> list[_T]:
    return chance.sample(choices, min(most, len(choices)))
