"""Ticks deeds: lines ticked, dropped, reworded, moved and added; lists ticked as a whole, written to, copied.

Invariant: the same line on another list, and every other line of this one, must stay as it is.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.sketch import Data, Deed, filled
from phonebuddy.tasks.invented.ticks.plan import ALL, CLEAR, NONE, PIN, Plan
from phonebuddy.tasks.invented.ticks.ways import Ways
from phonebuddy.tasks.invented.ticks.words import words

CALLED = ("{name}", "{name}", "the {n} {name}", "my {n} {name}", '"{name}"', "the {n} called {name}")
"""A list; `{on}` in sayings."""
ONE = ("{words}", "{words}", '"{words}"', "the {l} {words}", "the {l} {words}", "the {l} called {words}")
TWO = (
    "{words} and {words2}",
    '"{words}" and "{words2}"',
    "{words} as well as {words2}",
    "the {ls} {words} and {words2}",
)
FRESH = (
    ("{fresh}", "{fresh}", '"{fresh}"'),
    ("{fresh} and {fresh2}", '"{fresh}" and "{fresh2}"', "{fresh} plus {fresh2}"),
)
"""Lines that are there, and new ones; `{it}` in sayings."""
NUMBER_WORDS = (
    {
        "them": "it",
        "is": "is",
        "was": "was",
        "has": "has",
        "does": "does",
        "belongs": "belongs",
        "needs": "needs",
    },
    {
        "them": "them",
        "is": "are",
        "was": "were",
        "has": "have",
        "does": "do",
        "belongs": "belong",
        "needs": "need",
    },
)
"""How one line and two are spoken of."""
AGAIN = ("", "_again")
"""What is not asked of one line and of two is asked twice, in other words."""
SAME = "lower(replace(replace(replace({0}, ' ', ''), char(10), ''), '.', ''))"
"""SQL for a text without what does not matter where another was put behind it."""


def deeds_of(plan: Plan) -> list[Deed]:
    return _Deeds(plan).all()


class _Deeds:
    def __init__(self, plan: Plan) -> None:
        self._plan, self._ways, self._chance = plan, Ways(plan), plan.chance

    def all(self) -> list[Deed]:
        found = [self._ticks(form, count) for form in ("tick", "untick") for count in (1, 2)]
        found += [self._drops(1), self._drops(2), self._adds(1), self._adds(2)]
        for again in AGAIN:
            found += [one._replace(name=one.name + again) for one in self._others()]
        return found

    def _others(self) -> list[Deed]:
        found = [self._fix(), self._reword(), self._move(), self._none(), self._clear(), self._left()]
        found += [
            self._note("append"),
            self._note("rewrite"),
            self._pins(),
            self._copy(),
            self._copy_without(),
        ]
        if ALL in self._plan.acts:
            found += [self._every("every"), self._every("but")]
        return found

    # -- sayings and draws -----------------------------------------------------------------------------

    def _says(self, form: str, calls: tuple[str, ...] = ("",), count: int = 1) -> tuple[str, ...]:
        """With all that is not for the task to fill."""
        plan, found = self._plan, []
        for way in words()["says"][form]:
            parts = {"it": self._chance.choice(calls), "on": self._chance.choice(CALLED)}
            parts["an"] = self._chance.choice(CALLED[:1] * 2 + CALLED[-1:])
            found.append(plan.said(filled(filled(way, **parts), **NUMBER_WORDS[count > 1])))
        return tuple(dict.fromkeys(found))

    def _drawn(self, wheres: tuple[str, ...], besides: str = "", also: str = "", columns: str = "") -> Data:
        """A list with so many of its lines, which are as each condition has it."""
        plan = self._plan
        ends = [str(at) if at > 1 else "" for at in range(1, len(wheres) + 1)]
        picked = "".join(f", l{end}.id AS line_id{end}, l{end}.words AS words{end}" for end in ends)
        joins = "".join(
            f" JOIN {plan.lines} l{end} ON l{end}.thing = t.id AND {filled(where, l=f'l{end}')}"
            for end, where in zip(ends, wheres, strict=True)
        )
        apart = [f"l{a}.id <> l{b}.id" for at, a in enumerate(ends) for b in ends[:at]]
        where = " AND ".join([*apart, *([also] if also else [])]) or "1"
        sql = f"SELECT t.id AS id, t.name AS name{picked}{columns} FROM {plan.things} t{joins}{besides}"
        return {"one": f"{sql} WHERE {where}"}

    def _rest(self, also: str = "1") -> str:
        return f"SELECT 1 FROM {self._plan.lines} WHERE thing = :id AND {also}"

    def _fresh(self, count: int) -> Data:
        """New lines; none is on a list already."""
        drawn = self._chance.sample(self._plan.data["new"], len(self._plan.data["new"]))
        half = len(drawn) // 2
        return {"fresh": drawn} if count == 1 else {"fresh": drawn[:half], "fresh2": drawn[half:]}

    # -- lines -----------------------------------------------------------------------------------------

    def _ticks(self, form: str, count: int) -> Deed:
        is_on = form == "tick"
        draw = self._drawn(("NOT {l}.done" if is_on else "{l}.done",) * count)
        lines = ["{words}", "{words2}"][:count]
        gold = [*self._ways.to(), *self._ways.inside()]
        for line in lines:
            gold += self._ways.tick(line)
        ids = ", ".join([":line_id", ":line_id2"][:count])
        done = "done" if is_on else "NOT done"
        goal = [{f"exactly {count}": f"SELECT 1 FROM {self._plan.lines} WHERE id IN ({ids}) AND {done}"}]
        allow = (f"update {self._plan.lines}(done) where id IN ({ids})",)
        return Deed(
            f"{form}{count}", self._says(form, (ONE, TWO)[count - 1], count), gold, goal, {}, draw, {}, allow
        )

    def _fix(self) -> Deed:
        """One was ticked, another was meant."""
        draw = self._drawn(("{l}.done", "NOT {l}.done"))
        ways = self._ways
        gold = [*ways.to(), *ways.inside(), *ways.tick("{words}"), *ways.tick("{words2}")]
        goal = [
            {"exactly 1": f"SELECT 1 FROM {self._plan.lines} WHERE id = :line_id AND NOT done"},
            {"exactly 1": f"SELECT 1 FROM {self._plan.lines} WHERE id = :line_id2 AND done"},
        ]
        allow = (f"update {self._plan.lines}(done) where id IN (:line_id, :line_id2)",)
        return Deed("fix", self._says("fix"), gold, goal, {}, draw, {}, allow)

    def _drops(self, count: int) -> Deed:
        draw = self._drawn(("1",) * count)
        gold = [*self._ways.to(), *self._ways.inside()]
        for line in ["{words}", "{words2}"][:count]:
            gold += self._ways.drop(line)
        ids = ", ".join([":line_id", ":line_id2"][:count])
        goal = [{"absent": f"SELECT 1 FROM {self._plan.lines} WHERE id IN ({ids})"}]
        allow = (f"delete {self._plan.lines} where id IN ({ids})",)
        return Deed(
            f"drop{count}", self._says("drop", (ONE, TWO)[count - 1], count), gold, goal, {}, draw, {}, allow
        )

    def _adds(self, count: int) -> Deed:
        plan = self._plan
        gold = [*self._ways.to(), *self._ways.inside()]
        goal: list[Data] = []
        for slot in ("fresh", "fresh2")[:count]:
            gold += self._ways.add(f"{{{slot}}}")
            goal.append({"exactly 1": self._rest(f"NOT done AND lower(words) = lower(:{slot})")})
        facts = {"before": f"SELECT max(id) AS last, max(id) + {count} AS most FROM {plan.lines}"}
        allow = (f"insert {plan.lines} where thing = :id and id > :last and id <= :most",)
        says = self._says("add", FRESH[count - 1], count)
        return Deed(f"add{count}", says, gold, goal, self._fresh(count), self._drawn(()), facts, allow)

    def _reword(self) -> Deed:
        """In place, or by a line that goes and one that comes."""
        plan, ways = self._plan, self._ways
        gold = [*ways.to(), *ways.inside(), *ways.reword("{words}", "{fresh}")]
        facts = {
            "before": f"SELECT max(id) AS last, sum(thing = :id) AS many FROM {plan.lines}",
        }
        goal = [
            {"absent": self._rest("words = :words")},
            {"exactly 1": self._rest("NOT done AND lower(words) = lower(:fresh)")},
            {"exactly {many}": self._rest()},
        ]
        allow = (f"change {plan.lines} where thing = :id and (id = :line_id or id > :last)",)
        draw = self._drawn(("NOT {l}.done",))
        return Deed("reword", self._says("reword"), gold, goal, self._fresh(1), draw, facts, allow)

    def _move(self) -> Deed:
        """From one list to another, which has no such line."""
        plan, ways = self._plan, self._ways
        has = f"SELECT 1 FROM {plan.lines} x WHERE x.thing = o.id AND x.words = l.words"
        other = f" JOIN {plan.things} o ON o.id <> t.id AND NOT EXISTS ({has})"
        draw = self._drawn(("NOT {l}.done",), other, "", ", o.id AS to_id, o.name AS to_name")
        gold = [*ways.to(), *ways.inside(), *ways.drop("{words}"), *ways.out(), {"press": "back"}]
        gold += [*ways.to_next("{to_name}"), *ways.inside(), *ways.add("{words}")]
        facts = {"before": f"SELECT max(id) AS last FROM {plan.lines}"}
        there = f"SELECT 1 FROM {plan.lines} WHERE thing = :to_id AND lower(words) = lower(:words)"
        goal = [{"absent": self._rest("words = :words")}, {"exactly 1": there}]
        # The last line of all may be the one that goes, and the new one then has its number.
        allow = (
            f"delete {plan.lines} where id = :line_id",
            f"change {plan.lines} where thing = :to_id and id >= :last and lower(words) = lower(:words)",
        )
        return Deed("move", self._says("move"), gold, goal, {}, draw, facts, allow)

    # -- all lines of a list ---------------------------------------------------------------------------

    def _every(self, form: str) -> Deed:
        """All are ticked, or all but one."""
        plan, ways = self._plan, self._ways
        some = f"(SELECT sum(NOT x.done) FROM {plan.lines} x WHERE x.thing = t.id) > 2"
        is_but = form == "but"
        draw = self._drawn(("NOT {l}.done",) if is_but else (), also=some)
        gold = [*ways.to(), *ways.act(ALL)]
        goal = [{"absent": self._rest("NOT done" + " AND id <> :line_id" * is_but)}]
        if is_but:
            gold += [*ways.inside(), *ways.tick("{words}")]
            goal.append({"exactly 1": self._rest("NOT done AND id = :line_id")})
        allow = (f"update {plan.lines}(done) where thing = :id",)
        return Deed(form, self._says(form, ONE), gold, goal, {}, draw, {}, allow)

    def _none(self) -> Deed:
        plan = self._plan
        some = f"(SELECT sum(x.done) FROM {plan.lines} x WHERE x.thing = t.id) > 1"
        goal = [{"absent": self._rest("done")}]
        allow = (f"update {plan.lines}(done) where thing = :id",)
        gold = [*self._ways.to(), *self._ways.act(NONE)]
        return Deed("none", self._says("none"), gold, goal, {}, self._drawn((), also=some), {}, allow)

    def _clear(self) -> Deed:
        plan = self._plan
        some = f"(SELECT sum(x.done) FROM {plan.lines} x WHERE x.thing = t.id) > 0"
        facts = {"before": f"SELECT count(*) AS many FROM {plan.lines} WHERE thing = :id AND NOT done"}
        goal = [{"absent": self._rest("done")}, {"exactly {many}": self._rest()}]
        allow = (f"delete {plan.lines} where thing = :id and done",)
        gold = [*self._ways.to(), *self._ways.act(CLEAR)]
        return Deed("clear", self._says("clear"), gold, goal, {}, self._drawn((), also=some), facts, allow)

    def _left(self) -> Deed:
        """The one line that has no tick yet."""
        lone = f"(SELECT sum(NOT x.done) FROM {self._plan.lines} x WHERE x.thing = t.id) = 1"
        draw = self._drawn(("NOT {l}.done",), also=lone)
        gold = [*self._ways.to(), *self._ways.inside(), {"scroll_to": "{words}"}, {"answer": "{words}"}]
        others = f"SELECT words FROM {self._plan.lines} WHERE thing = :id AND done"
        goal = [{"answer": "{words}"}, {"unsaid": others}]
        return Deed("left", self._says("left"), gold, goal, {}, draw)

    # -- the list itself -------------------------------------------------------------------------------

    def _note(self, form: str) -> Deed:
        """Its text gets longer, or becomes another."""
        plan = self._plan
        is_more = form == "append"
        draw = self._drawn((), columns=", t.note AS note")
        wanted = SAME.format(":note || :text") if is_more else SAME.format(":text")
        goal = [
            {"exactly 1": f"SELECT 1 FROM {plan.things} WHERE id = :id AND {SAME.format('note')} = {wanted}"}
        ]
        gold = [*self._ways.to(), *self._ways.write("{text}", is_more)]
        new = {"text": list(plan.data["texts"])}
        allow = (f"update {plan.things}(note) where id = :id",)
        return Deed(form, self._says(form), gold, goal, new, draw, {}, allow)

    def _pins(self) -> Deed:
        """One list instead of another."""
        plan, ways = self._plan, self._ways
        draw = self._drawn(
            (),
            f" JOIN {plan.things} o ON o.id <> t.id",
            "t.pinned AND NOT o.pinned",
            ", o.id AS to_id, o.name AS to_name",
        )
        gold = [*ways.to(), *ways.act("unpin"), {"press": "back"}, *ways.to_next("{to_name}"), *ways.act(PIN)]
        goal = [
            {"exactly 1": f"SELECT 1 FROM {plan.things} WHERE id = :id AND NOT pinned"},
            {"exactly 1": f"SELECT 1 FROM {plan.things} WHERE id = :to_id AND pinned"},
        ]
        allow = (f"update {plan.things}(pinned) where id IN (:id, :to_id)",)
        return Deed("swap", self._says("swap"), gold, goal, {}, draw, {}, allow)

    def _copied(self, missing: str) -> tuple[list[Data], Data, tuple[str, ...]]:
        """What holds once there is a copy: the same lines as far as wanted, and no other thing."""
        plan = self._plan
        mine = f"SELECT max(id) FROM {plan.things}"
        facts = {
            "before": f"SELECT max(id) AS last FROM {plan.things}",
            "lines": f"SELECT max(id) AS last_line, sum(thing = :id{missing}) AS many FROM {plan.lines}",
        }
        alike = f"SELECT 1 FROM {plan.lines} a JOIN {plan.lines} b ON b.words = a.words AND b.thing = :id"
        copy = f"SELECT 1 FROM {plan.things} WHERE id = :last + 1 AND lower(name) = lower(:fresh_name)"
        goal = [
            {"exactly 1": f"{copy} AND id = ({mine})"},
            {"exactly {many}": f"{alike} WHERE a.thing = :last + 1 AND NOT a.done"},
            {"exactly {many}": f"SELECT 1 FROM {plan.lines} WHERE thing = :last + 1"},
        ]
        allow = (
            f"insert {plan.things} where id = :last + 1",
            f"insert {plan.lines} where thing = :last + 1 and id > :last_line",
        )
        return goal, facts, allow

    def _copy(self) -> Deed:
        goal, facts, allow = self._copied("")
        gold = [*self._ways.to(), *self._ways.copy("{fresh_name}")]
        new = {"fresh_name": list(self._plan.data["fresh"])}
        return Deed("copy", self._says("copy"), gold, goal, new, self._drawn(()), facts, allow)

    def _copy_without(self) -> Deed:
        """All lines but one."""
        ways = self._ways
        goal, facts, allow = self._copied(" AND id <> :line_id")
        goal.append(
            {"absent": f"SELECT 1 FROM {self._plan.lines} WHERE thing = :last + 1 AND words = :words"}
        )
        gold = [*ways.to(), *ways.copy("{fresh_name}"), *ways.to_copy("{fresh_name}")]
        gold += [*ways.inside(), *ways.drop("{words}")]
        new = {"fresh_name": list(self._plan.data["fresh"])}
        return Deed(
            "copy_without", self._says("copy_without"), gold, goal, new, self._drawn(("1",)), facts, allow
        )
