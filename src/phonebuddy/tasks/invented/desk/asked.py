"""Asked: what people ask of a desk app: deeds, alone and in pairs, to things known by name or by their facts.

Invariant: a goal names the rows by their ids, and `allow` lets nothing else change.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.deeds import Deeds
from phonebuddy.tasks.invented.desk.goals import Goals
from phonebuddy.tasks.invented.desk.parts import ORDERED, Button, Line
from phonebuddy.tasks.invented.desk.ways import Ways
from phonebuddy.tasks.invented.desk.wording import FRAMES, Wording
from phonebuddy.tasks.invented.desk.words import lexicon
from phonebuddy.tasks.invented.fields import DATE, TIME, quoted
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, filled

NUM_PAIRS, NUM_ALIKE = 3, 2
"""Tasks of two deeds in one app, and of one that is done to two things."""


class Asked:
    def __init__(self, ways: Ways) -> None:
        self._ways, self._plan = ways, ways.plan
        self._words, self._goals = Wording(ways.plan), Goals(ways.plan)
        self._table, self._chance = self._plan.table, self._plan.chance

    def all(self) -> list[Deed]:
        plan = self._plan
        found = Deeds(self._ways).all(plan.buttons)
        found += self._both() + self._telling() + self._put_away()
        for line in plan.shown:
            found += [*self._whose(line), *self._ranked(line)]
        return [*found, *self._missing()]

    def _both(self) -> list[Deed]:
        """One thing after the other: two deeds, or one of them done to both."""
        able = [one for one in self._plan.buttons if not one.pick]
        found = []
        for number in range(NUM_PAIRS if len(able) > 1 else 0):
            first, second = self._chance.sample(able, 2)
            says = self._words.joined(first.act.says, second.act.says)
            found.append(self._pair(f"both{number}", first, second, says))
        for one in self._chance.sample(able, min(len(able), NUM_ALIKE)):
            says = self._words.of_two(one.act.says)
            found += [self._pair(f"two_{one.act.name}", one, one, says)] if says else []
        return found

    def _pair(self, name: str, first: Button, second: Button, says: tuple[str, ...]) -> Deed:
        ways, goals = self._ways, self._goals
        gold = [*ways.act(first, is_plain=True), *ways.again(first)]
        gold += ways.act(second, slot="other_name", is_plain=True)
        other = (
            f"SELECT id AS other_id, name AS other_name FROM {self._table} "
            f"WHERE id <> :id AND place = '' AND NOT {second.column}"
        )
        draw = {**goals.undone(first), "two": other}
        goal = [goals.done(first), goals.done(second, "other_id")]
        allow = (*goals.changed(first), *goals.changed(second, "other_id"))
        return Deed(name, says, gold, goal, {}, draw, {}, allow)

    def _put_away(self) -> list[Deed]:
        """A fact of something that is off the list."""
        places = sorted({row["place"] for row in self._plan.rows} - {""})
        if not places:
            return []
        place, line = self._chance.choice(places), self._chance.choice(self._plan.lines)
        said = self._chance.choice(lexicon().places[place].said)
        says = self._words.says(line.fact.asks, FRAMES["placed"], place=said)
        draw = self._goals.one(f"place = {quoted(place)}", f"{line.shown} AS told")
        gold = [*self._ways.to_thing(place=place), *self._ways.to_fact(line)]
        gold += [{"read": "got", "near": line.field.label}, {"answer": "{got}"}]
        return [Deed(f"away_{line.fact.name}", says, gold, [{"answer": "{told}"}], {}, draw)]

    def _telling(self) -> list[Deed]:
        """Something is done to a thing, and a fact of it is told."""
        plan, ways = self._plan, self._ways
        able = [
            one for one in plan.buttons if one.act.name in plan.spots and not one.act.goes and not one.pick
        ]
        if not able:
            return []
        one, line = self._chance.choice(able), self._chance.choice(plan.lines)
        draw = self._goals.undone(one, f"{line.shown} AS told")
        gold = [*ways.to_thing(), *ways.act_here(one), *ways.to_fact(line)]
        gold += [{"read": "got", "near": line.field.label}, {"answer": "{got}"}]
        says = self._words.telling(one.act.says, line.fact.things)
        goal = [self._goals.done(one), {"answer": "{told}"}]
        return [Deed("telling", says, gold, goal, {}, draw, {}, self._goals.changed(one))]

    # -- found by what it is like ----------------------------------------------------------------------

    def _chosen(self, name: str, called: list[str], draw: Data, look: Gold, column: str = "") -> list[Deed]:
        """Some deeds on a thing that is known by a fact."""
        able = [one for one in self._plan.buttons if not one.pick]
        found = []
        for one in self._chance.sample(able, min(2, len(able))):
            drawn = {**draw, "one": draw["one"].replace("WHERE ", f"WHERE NOT {one.column} AND ", 1)}
            if column and any(row[one.column] for row in self._plan.listed()):
                continue  # the most of those to which it was not done is not the most of all
            gold = [*look, *self._ways.act(one, is_plain=True)]
            says = self._words.says(one.act.says, called)
            done = [self._goals.done(one)]
            found.append(
                Deed(f"do_{one.act.name}_{name}", says, gold, done, {}, drawn, {}, self._goals.changed(one))
            )
        return found

    def _whose(self, line: Line) -> list[Deed]:
        shown = f"full_date({line.field.name})" if line.field.kind == DATE else line.shown
        draw = {"one": f"SELECT id, name, {shown} AS known FROM {self._table} WHERE place = ''"}
        called = self._words.about(line, FRAMES["whose"], v="{known}")
        if not called or not self._plan.distinct(line):
            return []
        return self._chosen(f"by_{line.fact.name}", called, draw, [])

    def _ranked(self, line: Line) -> list[Deed]:
        plan, one = self._plan, line.field
        if one.kind not in ORDERED or not plan.distinct(line):
            return []
        is_most = self._chance.random() < 0.5
        keys = ("latest", "earliest") if one.kind in (DATE, TIME) else ("most", "least")
        key = keys[0 if is_most else 1]
        called = self._words.about(line, FRAMES[key])
        if not called:
            return []
        order = f"{one.name} {'DESC' if is_most else 'ASC'}"
        draw = {
            "one": f"SELECT id, name FROM {self._table} WHERE place = '' ORDER BY {order} LIMIT 1",
            **self._ways.last_drawn(),
        }
        look = self._ways.seen_through()
        known = [x for x in called if x.startswith("the ")]
        says = tuple(filled(way, x=x, n=plan.noun) for way in FRAMES["which"] for x in known)
        gold = [*look, {"answer": "{name}"}]
        which = Deed(f"which_{line.fact.name}", says, gold, [{"answer": "{name}"}], {}, draw)
        return [which, *self._chosen(f"{key}_{line.fact.name}", called, draw, look, one.name)]

    def _missing(self) -> list[Deed]:
        """What is not there can neither be changed nor told."""
        one, line = self._chance.choice(self._plan.buttons), self._chance.choice(self._plan.lines)
        ways = {"deed": one.act.says, "fact": line.fact.asks}
        refused = {"answer": f"It cannot be done: there is no {self._plan.noun} called {{ghost}}."}
        found = []
        for name, said in ways.items():
            if any("{with}" in way for way in said):
                continue
            says = self._words.says(said, slot="ghost")
            gold = [*self._ways.seen_through(), refused]
            new, draw = {"ghost": list(self._plan.free)}, self._ways.last_drawn()
            found.append(
                Deed(f"missing_{name}", says, gold, [self._goals.looked()], new, draw, {}, (), "impossible")
            )
        return found
