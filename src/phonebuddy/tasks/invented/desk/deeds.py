"""Deeds: what is done to one thing of a desk app: its deeds and their undoing, facts changed and taken away.

Invariant: a goal names the row by its id, and `allow` lets nothing else change.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.tasks.invented.desk.goals import Goals
from phonebuddy.tasks.invented.desk.parts import Button, Line
from phonebuddy.tasks.invented.desk.ways import Ways
from phonebuddy.tasks.invented.desk.wording import FRAMES, Wording
from phonebuddy.tasks.invented.desk.words import lexicon
from phonebuddy.tasks.invented.fields import DATE, quoted
from phonebuddy.tasks.invented.sketch import Data, Deed


class Deeds:
    def __init__(self, ways: Ways) -> None:
        self._ways, self._plan = ways, ways.plan
        self._words, self._goals = Wording(ways.plan), Goals(ways.plan)
        self._table, self._chance = self._plan.table, self._plan.chance

    def all(self, buttons: Sequence[Button]) -> list[Deed]:
        """With these buttons, and with every fact that allows it."""
        lines = self._plan.lines
        found = [self._doing(one) for one in buttons]
        found += [deed for one in buttons if one.undo for deed in self._undoing(one)]
        found += [self._setting(one) for one in lines if one.is_set]
        return found + [self._clearing(one) for one in lines if one.clear]

    def _picked(self, one: Button) -> tuple[Data, Data]:
        """What is new and what is drawn where something is chosen."""
        if not one.pick:
            return {}, {}
        said = {pick[0]: self._chance.choice(pick[1:] or pick) for pick in one.act.picks}
        cases = " ".join(f"WHEN {quoted(pick)} THEN {quoted(words)}" for pick, words in said.items())
        return {"pick": list(said)}, {"picked": f"SELECT CASE :pick {cases} END AS pick_said"}

    def _doing(self, one: Button) -> Deed:
        new, picked = self._picked(one)
        draw = {**self._goals.undone(one), **picked}
        says = self._words.says(one.act.says, **{"with": "{pick_said}"})
        gold = self._ways.act(one)
        return Deed(
            f"do_{one.act.name}", says, gold, [self._goals.done(one)], new, draw, {}, self._goals.changed(one)
        )

    def _undoing(self, one: Button) -> list[Deed]:
        if not any(row[one.column] for row in self._plan.rows):
            return []
        place = one.act.goes
        draw = self._goals.one(f"place = {quoted(place)} AND {one.column}")
        frames = FRAMES["placed"] if place else FRAMES["called"]
        said = self._chance.choice(lexicon().places[place].said) if place else ""
        says = self._words.says(one.act.undo_says, frames, place=said)
        goal = [self._goals.put_back(one)]
        gold = self._ways.act(one, False, place=place)
        return [Deed(f"undo_{one.act.name}", says, gold, goal, {}, draw, {}, self._goals.changed(one))]

    def _setting(self, line: Line) -> Deed:
        ways, one = self._ways, line.field
        entry = ways.entry(line)
        says = self._words.says(line.fact.sets, v=ways.said(line, entry.said))
        wheres = ["place = ''", *([] if one.kind == DATE else [f"{one.name} IS NOT {entry.stored}"])]
        draw = {**self._goals.one(" AND ".join(wheres)), **entry.draw}
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND {one.name} = {entry.stored}"}]
        gold = [*ways.to_thing(), *entry.gold]
        allow = self._goals.set(line)
        return Deed(f"set_{line.fact.name}", says, gold, goal, entry.new, draw, {}, allow)

    def _clearing(self, line: Line) -> Deed:
        name = line.field.name
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND {name} = {line.none}"}]
        gold = [*self._ways.to_thing(), *self._ways.clear(line)]
        draw = self._goals.one(f"place = '' AND {name} <> {line.none}")
        allow = self._goals.set(line)
        says = self._words.says(line.fact.clear)
        return Deed(f"clear_{line.fact.name}", says, gold, goal, {}, draw, {}, allow)
