"""Values of an app that keeps a list: what can be read there and carried elsewhere, and what takes a value.

Invariant: names drawn for what is read begin with r_, for what is written with w_.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import MONEY, NUMBER, READ_AS, TEXT, Field
from phonebuddy.tasks.invented.records.deeds import Deeds
from phonebuddy.tasks.invented.records.says import OWN, SAYS, Wording
from phonebuddy.tasks.invented.records.ways import Ways
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Gold, Read, Write


class Values:
    def __init__(self, ways: Ways, words: Wording, deeds: Deeds) -> None:
        self._ways, self._words, self._deeds, self._plan = ways, words, deeds, ways.plan
        self._table = self._plan.table

    def reads(self) -> list[Read]:
        found = [self._read(one) for one in self._plan.fields if self._ways.is_read(one)]
        if "overview" in self._plan.places:
            found += [
                self._total(label, sql)
                for label, sql in list(self._ways.places.totals().items())[1:]
                if sql.startswith("money")
            ]
        return found + self._latest()

    def _read(self, one: Field) -> Read:
        own = self._words.at("r_name", self._plan.about(one).get("asks", ()))
        told = self._words.at("r_name", self._plan.about(one).get("things", ()))
        things = (*told, *self._words.at("r_name", ("the {s} of {it}",), s=one.said))
        asks = self._words.at("r_name", SAYS["asked"], s=one.said)
        draw = {"read": f"SELECT name AS r_name, {one.shown()} AS r_value FROM {self._table}"}
        return Read(
            self._plan.about(one).get("reads", READ_AS[one.kind]),
            things,
            (*own * OWN, *asks),
            draw,
            "r_value",
            self._ways.read(one, "got", "r_name"),
        )

    def _total(self, label: str, sql: str) -> Read:
        said = label.removesuffix(", all together").lower()
        things = (
            f"the {said} of all {self._plan.nouns} together",
            f"the total {said} of my {self._plan.nouns}",
        )
        asks = tuple(f"what is {thing}?" for thing in things) + (
            f"what do all my {self._plan.nouns} come to, by {said}?",
        )
        gold = [*self._ways.to_place("overview"), {"read": "got", "near": label}]
        return Read(
            "money", things, asks, {"read": f"SELECT {sql} AS r_value FROM {self._table}"}, "r_value", gold
        )

    def _latest(self) -> list[Read]:
        """The newest line of a thing."""
        plan = self._plan
        if not plan.sub:
            return []
        noun, table = plan.sub["noun"], plan.sub_table
        things = tuple(f"the latest {noun} of {it}" for it in self._words.called("r_name"))
        asks = tuple(f"what {way} {thing}?" for thing in things for way in ("is", "was"))
        newest = (
            "SELECT t.name AS r_name, i.text AS r_value, day(i.at) AS r_day FROM "
            f"{plan.table} t, {table} i WHERE i.thing = t.id AND i.at = (SELECT max(at) "
            f"FROM {table} WHERE thing = t.id)"
        )
        way: Gold = [{"tap": plan.sub["title"]}] if plan.subs_apart else []
        gold = [*self._ways.to_thing("r_name"), *way, {"read": "got", "near": "{r_day}"}]
        return [Read("text", things, asks, {"read": newest}, "r_value", gold)]

    def writes(self) -> list[Write]:
        plan = self._plan
        found = [self._write(one) for one in plan.of_kind(TEXT) if plan.about(one).get("takes") == "any"]
        found += [self._money(one) for one in plan.of_kind(MONEY)]
        return (
            found
            + [self._number(one) for one in plan.of_kind(NUMBER) if one.style != "stepper"]
            + self._line()
        )

    def _write(self, one: Field) -> Write:
        frames = SAYS["write"]
        says = self._words.at("w_name", frames, s=one.said)
        gold: Gold = [{"replace": one.label, "with": "{got}"}]
        if self._plan.editing == "inline":
            gold = self._ways.in_place(one, "{got}")
        goal = [{"exactly 1": f"SELECT {one.name} FROM {self._table} WHERE id = :w_id", "saying": "{V}"}]
        return self._written(ANYTHING, says, gold, goal, one)

    def _money(self, one: Field) -> Write:
        frames = SAYS["write_money"]
        says = self._words.at("w_name", frames, s=one.said)
        bare: Data = {"work_out": "bare", "as": "SELECT printf('%.2f', cents(:got) / 100.0)"}
        gold: Gold = [{"replace": one.label, "with": "{bare}"}]
        if self._plan.editing == "inline":
            gold = self._ways.in_place(one, "{bare}")
        goal = [
            {"exactly 1": f"SELECT money({one.name}) FROM {self._table} WHERE id = :w_id", "saying": "{V}"}
        ]
        written = self._written(("money",), says, gold, goal, one)
        return written._replace(gold=[bare, *written.gold])

    def _number(self, one: Field) -> Write:
        says = self._words.at("w_name", SAYS["write_money"], s=one.said)
        bare: Data = {"work_out": "bare", "as": "SELECT CAST(number(:got) AS INTEGER)"}
        gold: Gold = [{"replace": one.label, "with": "{bare}"}]
        if self._plan.editing == "inline":
            gold = self._ways.in_place(one, "{bare}")
        kept = f"{one.name} = CAST(replace(:V, ',', '') AS INTEGER)"
        goal = [{"exactly 1": f"SELECT 1 FROM {self._table} WHERE id = :w_id AND {kept}"}]
        written = self._written(("number",), says, gold, goal, one)
        return written._replace(gold=[bare, *written.gold])

    def _written(
        self, kinds: tuple[str, ...], says: tuple[str, ...], gold: Gold, goal: list[Data], one: Field
    ) -> Write:
        draw = {"write": f"SELECT id AS w_id, name AS w_name FROM {self._table}"}
        whole = [*self._ways.to_thing("w_name"), *self._ways.changed([gold])]
        return Write(
            kinds, says, draw, {}, whole, goal, (f"update {self._table}({one.name}) where id = :w_id",)
        )

    def _line(self) -> list[Write]:
        plan = self._plan
        if not plan.sub:
            return []
        table = plan.sub_table
        says = self._words.at(
            "w_name", SAYS["write_line"], sub=plan.sub["noun"], subs=plan.sub["title"].lower()
        )
        draw = {"write": f"SELECT id AS w_id, name AS w_name FROM {plan.table}"}
        facts = {"w_before": f"SELECT coalesce(max(id), 0) AS w_last FROM {table}"}
        goal = [
            {
                "exactly 1": f"SELECT text FROM {table} WHERE thing = :w_id AND id = :w_last + 1",
                "saying": "{V}",
            }
        ]
        gold = [*self._ways.to_thing("w_name"), *self._deeds.noted("{got}")]
        return [
            Write(
                ANYTHING,
                says,
                draw,
                facts,
                gold,
                goal,
                (f"insert {table} where thing = :w_id AND id = :w_last + 1",),
            )
        ]
