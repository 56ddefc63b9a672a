"""Attic deeds: what is asked: to get things back, to try again, to take out of a group or move to another.

Invariant: whoever did it to another thing, or something else to this one, fails.
"""

from __future__ import annotations

from itertools import product

from phonebuddy.tasks.invented.attic.acting import about, stands
from phonebuddy.tasks.invented.attic.plan import FOR_GOOD, GROUP, HERE, MOVE, OUT, Plan
from phonebuddy.tasks.invented.attic.ways import Ways
from phonebuddy.tasks.invented.attic.words import BIN, State, words
from phonebuddy.tasks.invented.fields import DATE, Field
from phonebuddy.tasks.invented.sketch import Data, Deed, Read, filled

_YEARLESS = "substr(long_day({0}), 1, length(long_day({0})) - 5)"
DAYS = ("long_day({0})", _YEARLESS, _YEARLESS, "day({0})")
"""How people say a day."""
CALLED = ("{name}", "{name}", "the {n} {name}", "the {n} called {name}", '"{name}"')
TOLD = (
    "{name} {by}",
    "{name} {by}",
    "the {n} {name} {by}",
    "{name} (the one {by})",
    "the {n} called {name} {by}",
)
"""Of two things of one name."""
AGAIN = ("", "_again")
"""Each is asked for twice, in other words and of two of a name by another fact."""
READ_AS = {"date": "day", "money": "money", "number": "number", "choice": "text"}


class Deeds:
    def __init__(self, plan: Plan) -> None:
        self._plan, self._ways = plan, Ways(plan)

    def all(self) -> list[Deed]:
        plan = self._plan
        found: list[Deed] = []
        for is_twin, again in product((False, True), AGAIN):
            end = "_twin" * is_twin + again
            found += [self._back(state, is_twin, end) for state in plan.states]
            found += [self._out(is_twin, end), self._move(is_twin, end)]
        found += [self._away(state) for state in plan.states if state.do]
        return [*found, self._for_good()] if plan.has_bin else found

    # -- which thing -----------------------------------------------------------------------------------

    def _drawn(self, where: str, is_twin: bool, join: str = "", columns: str = "") -> tuple[Data, Field]:
        """A thing, with `{said}` for what tells it from its twin; the fact that does so."""
        plan = self._plan
        fact = plan.chance.choice(plan.row_facts)
        said = fact.shown(f"i.{fact.name}")
        if fact.kind == DATE:
            said = plan.chance.choice(DAYS).format(f"i.{fact.name}")
        same = f"SELECT count(*) FROM {plan.table} o WHERE o.name = i.name AND o.place = i.place"
        twins = f"({same}) {'> 1' if is_twin else '= 1'}"
        told = f", {about(plan)} AS mark, {said} AS said" if is_twin else ""
        sql = f"SELECT i.id AS id, i.name AS name{told}{columns} FROM {plan.table} i {join}"
        return {"one": f"{sql} WHERE {where} AND {twins}"}, fact

    def _says(self, ways: list[str], fact: Field, is_twin: bool) -> tuple[str, ...]:
        """Sayings with all that is not for the task to fill."""
        plan, found = self._plan, []
        names = list(CALLED)
        if is_twin:
            tellings = [filled(one, v="{said}") for one in plan.telling[fact.name]]
            names = [filled(one, by=by) for one in TOLD for by in tellings]
        for way in ways:
            its = plan.chance.sample(names, 2) if "{it}" in way else [""]
            found += [filled(filled(way, it=it), n=plan.noun, ns=plan.nouns, g=plan.group_noun) for it in its]
        return tuple(dict.fromkeys(found))

    # -- back from where it is, and there --------------------------------------------------------------

    def _back(self, state: State, is_twin: bool, end: str) -> Deed:
        plan, name = self._plan, f"undo_{state.name}"
        draw, fact = self._drawn(f"i.place = '{state.name}'", is_twin)
        says = self._says(words()["states"][state.name]["back"], fact, is_twin)
        gold = self._ways.do(state.name if state.page else HERE, name, is_twin)
        goal = [{"exactly 1": f"SELECT 1 FROM {plan.table} WHERE id = :id AND place = ''"}]
        allow = (f"update {plan.table}(place) where id = :id",)
        return Deed(name + end, says, gold, goal, {}, draw, {}, allow)

    def _away(self, state: State) -> Deed:
        plan, name = self._plan, f"do_{state.name}"
        draw, fact = self._drawn("i.place = ''", False)
        says = self._says(words()["states"][state.name]["away"], fact, False)
        goal = [{"exactly 1": f"SELECT 1 FROM {plan.table} WHERE id = :id AND place = '{state.name}'"}]
        allow = (f"update {plan.table}(place) where id = :id",)
        return Deed(name, says, self._ways.do(HERE, name, False), goal, {}, draw, {}, allow)

    def _for_good(self) -> Deed:
        plan = self._plan
        draw, fact = self._drawn(f"i.place = '{BIN}'", True)
        says = self._says(words()["says"]["for_good"], fact, True)
        goal = [{"absent": f"SELECT 1 FROM {plan.table} WHERE id = :id"}]
        allow = (f"delete {plan.table} where id = :id",)
        return Deed(FOR_GOOD, says, self._ways.do(BIN, FOR_GOOD, True), goal, {}, draw, {}, allow)

    # -- in groups -------------------------------------------------------------------------------------

    def _membership(self, is_twin: bool, join: str = "", columns: str = "") -> tuple[Data, Field]:
        plan = self._plan
        joins = f"JOIN {plan.members} m ON m.thing = i.id JOIN {plan.groups} g ON g.id = m.grp {join}"
        columns = f", m.id AS member_id, g.id AS grp_id, g.name AS grp_name{columns}"
        return self._drawn(stands(plan, GROUP), is_twin, joins, columns)

    def _out(self, is_twin: bool, end: str) -> Deed:
        plan = self._plan
        draw, fact = self._membership(is_twin)
        says = self._says(words()["says"]["out"], fact, is_twin)
        goal = [
            {"absent": f"SELECT 1 FROM {plan.members} WHERE id = :member_id"},
            {"exactly 1": f"SELECT 1 FROM {plan.table} WHERE id = :id AND place = ''"},
        ]
        allow = (f"delete {plan.members} where id = :member_id",)
        gold = self._ways.do(GROUP, OUT, is_twin)
        return Deed(OUT + end, says, gold, goal, {}, draw, {}, allow)

    def _move(self, is_twin: bool, end: str) -> Deed:
        plan = self._plan
        inside = f"SELECT 1 FROM {plan.members} x WHERE x.thing = i.id AND x.grp = t.id"
        join = f"JOIN {plan.groups} t ON NOT EXISTS ({inside})"
        draw, fact = self._membership(is_twin, join, ", t.id AS to_id, t.name AS to_name")
        says = self._says(words()["says"]["move"], fact, is_twin)
        goal = [{"exactly 1": f"SELECT 1 FROM {plan.members} WHERE id = :member_id AND grp = :to_id"}]
        allow = (f"update {plan.members}(grp) where id = :member_id",)
        gold = self._ways.do(GROUP, MOVE, is_twin)
        return Deed(MOVE + end, says, gold, goal, {}, draw, {}, allow)

    # -- what is read ----------------------------------------------------------------------------------

    def reads(self) -> list[Read]:
        """Facts of things of the main list, that are the only ones of their name."""
        plan, found = self._plan, []
        alone = f"(SELECT count(*) FROM {plan.table} o WHERE o.name = i.name) = 1"
        for one in plan.facts:
            value = one.shown(f"i.{one.name}")
            sql = f"SELECT i.name AS r_name, {value} AS r_value FROM {plan.table} i WHERE i.place = ''"
            parts = {"s": one.said, "n": plan.noun}
            asks = tuple(filled(way, **parts) for way in words()["says"]["asks"])
            things = tuple(filled(way, **parts) for way in words()["says"]["things"])
            gold = [*self._ways.to_thing("r_name"), {"read": "got", "near": one.label}]
            draw = {"read": f"{sql} AND {alone}"}
            found.append(Read(READ_AS[one.kind], things, asks, draw, "r_value", gold))
        return found
