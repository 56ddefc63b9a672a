"""Weighed: what takes more than one look at a desk app: two facts, two things, a condition, something untold.

Invariant: gold has read on pages whatever it decides by or answers.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.goals import Goals
from phonebuddy.tasks.invented.desk.parts import ORDERED, Button, Line
from phonebuddy.tasks.invented.desk.ways import BACK, Ways
from phonebuddy.tasks.invented.desk.wording import FRAMES, Wording, heads_of
from phonebuddy.tasks.invented.fields import DATE, MONEY, NUMBER, TIME
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, Deed, Gold, filled

NUM_SAYS = 24
MOST_BY_STATE = 2


class Weighed:
    def __init__(self, ways: Ways) -> None:
        self._ways, self._plan, self._chance = ways, ways.plan, ways.plan.chance
        self._words, self._goals = Wording(ways.plan), Goals(ways.plan)

    def all(self) -> list[Deed]:
        return [
            *self._two_facts(),
            *self._compared(),
            *self._conditions(),
            *self._untold(),
            *self._by_state(),
        ]

    def _two_facts(self) -> list[Deed]:
        """Two that are easily taken for each other, where there are such."""
        lines = self._plan.lines
        pairs = [(one, two) for one in lines for two in lines if two.fact.name in one.fact.near]
        one, two = self._chance.choice(pairs) if pairs else self._chance.sample(lines, 2)
        says = []
        for _ in range(NUM_SAYS):
            first, second = (self._chance.choice(each.fact.things) for each in (one, two))
            it = self._chance.choice(self._words.called())
            parts = {"t": filled(first, it=it), "t2": filled(second, it=self._chance.choice((it, "it")))}
            says.append(filled(self._chance.choice(FRAMES["two_facts"]), **parts))
        draw = self._goals.one("place = ''", f"{one.shown} AS told", f"{two.shown} AS told_too")
        # What was folded away is in sight from the first time on.
        is_open = self._plan.apart_at == "fold" and one in self._plan.apart and two in self._plan.apart
        last = [{"read": "got_too", "near": two.field.label}] if is_open else self._read(two, "got_too")
        gold = [*self._ways.to_thing(), *self._read(one, "got"), *last, {"answer": "{got}, {got_too}"}]
        goal = [{"answer": "{told}"}, {"answer": "{told_too}"}]
        return [Deed("two_facts", tuple(dict.fromkeys(says)), gold, goal, {}, draw)]

    def _read(self, line: Line, into: str) -> Gold:
        """On the page of a thing, and back to it."""
        ways = self._ways
        read: Data = {"read": into, "near": line.field.label}
        if line not in self._plan.apart and self._plan.apart_at == "tab" and self._plan.apart:
            return [{"tap": self._plan.words["facts"]}, read]
        return [*ways.to_fact(line), read, *ways.from_fact(line)]

    def _compared(self) -> list[Deed]:
        able = [
            one for one in self._plan.lines if one.field.kind in ORDERED and heads_of(one) and not one.clear
        ]
        if not able:
            return []
        line = self._chance.choice(able)
        column, is_more = line.field.name, self._chance.random() < 0.5
        words = ("later", "earlier") if line.field.kind in (DATE, TIME) else ("higher", "lower")
        says = self._words.about(line, FRAMES["compared"], more=words[0 if is_more else 1])
        other = (
            f"SELECT name AS other_name, {column} AS other_raw FROM {self._plan.table} "
            f"WHERE place = '' AND {column} <> :raw"
        )
        better = f"SELECT iif((:raw > :other_raw) = {int(is_more)}, :name, :other_name) AS better"
        draw = {**self._goals.one("place = ''", f"{column} AS raw"), "two": other, "best": better}
        gold: Gold = []
        for slot, into in (("name", "got"), ("other_name", "got_too")):
            gold += [*self._ways.to_thing(slot, is_plain=True), *self._read(line, into), BACK]
        return [
            Deed("compared", tuple(says), [*gold, {"answer": "{better}"}], [{"answer": "{better}"}], {}, draw)
        ]

    def _conditions(self) -> list[Deed]:
        """What is to be done depends on a value: once it holds, once it does not."""
        plan = self._plan
        lines = [
            one for one in plan.lines if one.field.kind in (MONEY, NUMBER) and heads_of(one) and not one.clear
        ]
        acts = [one for one in plan.buttons if one.act.name in plan.spots and not one.pick and _asked(one)]
        if not lines or len(acts) < 2:
            return []
        line = self._chance.choice(lines)
        first, second = self._chance.sample(acts, 2)
        return [self._condition(line, first, second, holds) for holds in (True, False)]

    def _condition(self, line: Line, first: Button, second: Button, holds: bool) -> Deed:
        column = line.field.name
        limit = f"{column} {'-' if holds else '+'} (1 + abs({column}) / 4)"
        whole = f"100 * (({limit}) / 100)" if line.field.kind == MONEY else limit
        bound = line.field.shown(f"({whole})")
        least = 200 if line.field.kind == MONEY else 1
        where = f"place = '' AND NOT {first.column} AND NOT {second.column} AND {column} > {least}"
        draw = self._goals.one(where, f"{bound} AS bound")
        says = []
        for _ in range(NUM_SAYS):
            a, b = (filled(self._chance.choice(_asked(each)), it="it") for each in (first, second))
            it, head = self._chance.choice(self._words.called()), self._chance.choice(heads_of(line))
            parts = {"a": a, "b": b, "it": it, "s": head}
            says.append(filled(self._chance.choice(FRAMES["conditions"]), **parts))
        right = first if holds else second
        gold = [*self._ways.to_thing(), *self._read(line, "seen"), *self._ways.act_here(right)]
        name, done = f"if_{line.fact.name}_{int(holds)}", [self._goals.done(right)]
        return Deed(name, tuple(dict.fromkeys(says)), gold, done, {}, draw, {}, self._goals.changed(right))

    def _untold(self) -> list[Deed]:
        """Nobody said what it is to become."""
        able = [one for one in self._plan.lines if one.is_set and heads_of(one)]
        if not able:
            return []
        line = self._chance.choice(able)
        ways = [filled(frame, s=head) for head in heads_of(line) for frame in FRAMES["untold"]]
        gold = [*self._ways.to_thing(), {"ask": f"What should the {heads_of(line)[0]} of {{name}} be?"}]
        draw, looked = self._goals.one("place = ''"), [self._goals.looked()]
        return [Deed("untold", self._words.says(ways), gold, looked, {}, draw, {}, (), "ask")]

    def _by_state(self) -> list[Deed]:
        """Undone for the only thing to which it was done."""
        listed = self._plan.listed()
        able = [
            one
            for one in self._plan.buttons
            if one.undo and not one.act.goes and sum(row[one.column] for row in listed) == 1
        ]
        found = []
        for one in self._chance.sample(able, min(len(able), MOST_BY_STATE)):
            says = self._words.says(one.act.undo_says, FRAMES["states"], state=one.act.state)
            draw = self._goals.one(f"place = '' AND {one.column}")
            gold, goal = self._ways.act(one, False, is_plain=True), [self._goals.put_back(one)]
            allow = self._goals.changed(one)
            found.append(Deed(f"undo_{one.act.name}_by_state", says, gold, goal, {}, draw, {}, allow))
        return found


def _asked(one: Button) -> list[str]:
    """Ways that are no sentences of their own."""
    return [way for way in one.act.says if not way.startswith(SAID_ALONE)]
