"""Asks: what is to be told of a Chinese app's things, and what cannot be: a thing that is not there.

Invariant: the answer stands on the pages, and no other thing has it by the words of the question.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import CHOICE, DATE, MONEY, NUMBER, TEXT, TIME
from phonebuddy.tasks.invented.sketch import Data, Deed, Read, Write, filled
from phonebuddy.tasks.invented.wh.words import looked
from phonebuddy.tasks.invented.zh.deeds import Deeds
from phonebuddy.tasks.invented.zh.fact import Fact
from phonebuddy.tasks.invented.zh.pages import about
from phonebuddy.tasks.invented.zh.plan import Plan
from phonebuddy.tasks.invented.zh.saying import QUESTION
from phonebuddy.tasks.invented.zh.ways import Ways
from phonebuddy.tasks.invented.zh.words import deeds, words

NUM_BOTH, NUM_ABSENT = 3, 2
KINDS = {TEXT: "text", NUMBER: "number", MONEY: "money", CHOICE: "text", DATE: "day", TIME: "time"}


class Asks:
    def __init__(self, plan: Plan, makes: Deeds, spare: list[str]) -> None:
        self._plan, self._makes, self._spare, self._ways = plan, makes, spare, Ways(plan)

    def all(self) -> list[Deed]:
        found = [self._fact(one) for one in self._plan.facts]
        found += [self._fact(self._plan.row_facts[0], is_twin=True)]
        for at in range(NUM_BOTH):
            one, two = self._plan.chance.sample(self._plan.facts, 2)
            found.append(self._both(one, two, at))
        for is_most in (False, True):
            found += [self._top(is_most), self._top_fact(is_most)]
        return found + [self._absent(at) for at in range(NUM_ABSENT)]

    def ways(self, fact: Fact) -> list[str]:
        """Questions about a fact of {it}."""
        generic = [filled(one, s=fact.said, q=fact.question) for one in words()["asks"]]
        return [*fact.data["asks"], *fact.data["asks"], *generic]

    # -- of a thing ------------------------------------------------------------------------------------

    def _value(self, fact: Fact, name: str) -> str:
        return f"{fact.wanted(f'i.{fact.field.name}')} AS {name}"

    def _fact(self, fact: Fact, is_twin: bool = False) -> Deed:
        asked = fact
        draw, names = self._makes.drawn(is_twin)
        if is_twin:
            # What tells the twins apart is not asked for.
            asked = next(one for one in self._plan.facts if one not in self._plan.row_facts)
        draw = {"one": draw["one"].replace("SELECT ", f"SELECT {self._value(asked, 'value')}, ", 1)}
        says = self._questions(self.ways(asked), names)
        gold = [*self._ways.to_thing(is_twin=is_twin), _read("got", asked), {"answer": "{got}"}]
        name = f"tell_{asked.field.name}" + "_twin" * is_twin
        return Deed(name, says, gold, [{"answer": "{value}"}], {}, draw)

    def _questions(self, ways: list[str], names: list[str], **parts: str) -> tuple[str, ...]:
        return tuple(f"{way}{QUESTION}" for way in self._makes.said(ways, names, **parts))

    def _both(self, one: Fact, two: Fact, at: int) -> Deed:
        draw, names = self._makes.drawn(False)
        first, second = self._value(one, "value"), self._value(two, "value2")
        sql = draw["one"].replace("SELECT ", f"SELECT {first}, {second}, ", 1)
        # Each counts only where the one does not stand in the other.
        apart = "instr(value, value2) = 0 AND instr(value2, value) = 0"
        parts = {"s": one.said, "q": one.question, "s2": two.said, "q2": two.question}
        says = self._questions(words()["both"], names, **parts)
        gold = [*self._ways.to_thing(), _read("got", one), _read("got2", two)]
        gold.append({"answer": f"{one.said}：{{got}}；{two.said}：{{got2}}"})
        goal = [{"answer": "{value}"}, {"answer": "{value2}"}]
        return Deed(f"both{at}", says, gold, goal, {}, {"one": f"SELECT * FROM ({sql}) WHERE {apart}"})

    # -- the first, the most ---------------------------------------------------------------------------

    def _extreme(self, is_most: bool, columns: str) -> Data:
        """The one thing that has the least or the most of what the rows show; and the last row."""
        plan, column = self._plan, self._plan.compared.field.name
        pick = f"SELECT {'max' if is_most else 'min'}({column}) FROM {plan.table}"
        alone = f"(SELECT count(*) FROM {plan.table} o WHERE o.{column} = i.{column}) = 1"
        sql = f"SELECT i.name AS name, {about(plan)} AS mark{columns} FROM {plan.table} i"
        return {"last": self._last(), "one": f"{sql} WHERE i.{column} = ({pick}) AND {alone}"}

    def _last(self) -> str:
        plan = self._plan
        order = plan.sorting.replace("i.name, i.id", "i.name DESC, i.id DESC")
        order = {"i.id": "i.id DESC", "i.id DESC": "i.id"}.get(order, order)
        return f"SELECT {about(plan)} AS last_mark FROM {plan.table} i ORDER BY {order} LIMIT 1"

    def _adjective(self, is_most: bool) -> str:
        return str(self._plan.compared.data["adj"][is_most])

    def _top(self, is_most: bool) -> Deed:
        plan = self._plan
        says = self._questions(words()["top"], [""], adj=self._adjective(is_most))
        gold = [*self._ways.look_through(), {"scroll_to": "{mark}"}, {"answer": "{name}"}]
        others = f"SELECT name FROM {plan.table} WHERE instr(:name, name) = 0"
        goal: list[Data] = [{"answer": "{name}"}, {"unsaid": others}]
        return Deed(f"top{int(is_most)}", says, gold, goal, {}, self._extreme(is_most, ""))

    def _top_fact(self, is_most: bool) -> Deed:
        plan = self._plan
        other = plan.chance.choice([one for one in plan.facts if one not in plan.row_facts])
        parts = {"adj": self._adjective(is_most), "s2": other.said, "q2": other.question}
        says = self._questions(words()["top_fact"], [""], **parts)
        way = [*self._ways.look_through(), {"tap": "{mark}"}]
        gold = [*way, _read("got", other), {"answer": "{got}"}]
        draw = self._extreme(is_most, f", {self._value(other, 'value')}")
        return Deed(f"top_fact{int(is_most)}", says, gold, [{"answer": "{value}"}], {}, draw)

    # -- what is not there -----------------------------------------------------------------------------

    def _absent(self, at: int) -> Deed:
        """Asked in the words for what is there."""
        plan = self._plan
        names = [filled(one, name="{ghost}") for one in words()["it"]]
        says: tuple[str, ...] = self._makes.said(deeds()[plan.offers[at].name]["says"], names)
        for fact in plan.chance.sample(plan.facts, 3):
            says += self._questions(self.ways(fact), names)
        gold = [*self._ways.look_for("ghost"), {"answer": filled(words()["absent"], m=plan.measure)}]
        new, draw = {"ghost": self._spare}, {"last": self._last()}
        return Deed(f"absent{at}", says, gold, looked(plan.name), new, draw, end="impossible")

    # -- for tasks over two apps -----------------------------------------------------------------------

    def reads(self) -> list[Read]:
        found = []
        for fact in self._plan.facts:
            draw, _ = self._makes.drawn(False)
            sql = draw["one"].replace(
                "i.id AS id, i.name AS name", f"i.name AS r_name, {self._value(fact, 'r_value')}"
            )
            asks = tuple(filled(one, it="{r_name}") for one in self.ways(fact))
            things = (f"{{r_name}}的{fact.said}",)
            gold = [*self._ways.to_thing("r_name"), _read("got", fact)]
            found.append(Read(KINDS[fact.kind], things, asks, {"read": sql}, "r_value", gold))
        return found

    def writes(self) -> list[Write]:
        """A message about a thing takes anything."""
        plan = self._plan
        draw, _ = self._makes.drawn(False)
        sql = draw["one"].replace("i.id AS id, i.name AS name", "i.id AS w_id, i.name AS w_name")
        rows = f"SELECT body FROM {plan.talks} WHERE id > :w_last AND thing = :w_id"
        says = self._makes.said(words()["pass_on"], [""], app2=plan.title, it2="{w_name}")
        facts = {"w_before": f"SELECT coalesce(max(id), 0) AS w_last FROM {plan.talks}"}
        goal = [{"exactly 1": rows, "saying": "{r_value}"}]
        allow = (f"insert {plan.talks} where id = :w_last + 1",)
        return [
            Write(("text",), says, {"write": sql}, facts, self._ways.talk("w_name", "{got}"), goal, allow)
        ]


def _read(name: str, fact: Fact) -> Data:
    return {"read": name, "near": fact.label}
