"""Deeds of an app that keeps a list: enter, change, rename, mark, delete, act, settings, lines of a thing.

Invariant: a goal names the rows by their ids, and `allow` lets nothing else change.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import DATE, NUMBER, SWITCH, Entry, Field
from phonebuddy.tasks.invented.records.called import called
from phonebuddy.tasks.invented.records.form import Forms
from phonebuddy.tasks.invented.records.says import NUM_SAYS, SAYS, Wording
from phonebuddy.tasks.invented.records.ways import Ways
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, filled, some


class Deeds:
    def __init__(self, ways: Ways, words: Wording) -> None:
        self._ways, self._words, self._plan = ways, words, ways.plan
        self._table, self._chance = self._plan.table, self._plan.chance

    def all(self) -> list[Deed]:
        plan = self._plan
        found = [
            self._adding(0),
            self._adding(1),
            self._adding(2),
            self._renaming(),
            self._deleting(),
            self._deleting_two(),
        ]
        found += [self._editing(one) for one in plan.fields if one.kind != SWITCH and one.style != "stepper"]
        found += [self._stepping(one) for one in plan.fields if one.kind == NUMBER and one.style == "stepper"]
        found += [self._switching(one, to) for one in plan.fields if one.kind == SWITCH for to in (0, 1)]
        found += self._editing_two()
        if plan.mark:
            found += [self._marking(1), self._marking(0), self._marking_two(), self._adding_marked()]
        if plan.act:
            found.append(self._acting())
        if plan.sub:
            found += [self._noting(), self._unnoting()]
        found += [self._setting(one) for one in plan.settings]
        return found

    # -- draws -----------------------------------------------------------------------------------------

    def one(self, where: str = "1") -> Data:
        return {"one": f"SELECT id, name FROM {self._table} WHERE {where}"}

    def two(self, where: str = "1") -> Data:
        both = f"SELECT id AS other_id, name AS other_name FROM {self._table} WHERE id <> :id AND {where}"
        return {**self.one(where), "two": both}

    def unlike(self, *entries: tuple[Field, Entry]) -> str:
        """Things that are not yet what they are to become; a day always lies after what is there."""
        return " AND ".join(
            ["1", *(f"{one.name} IS NOT {entry.stored}" for one, entry in entries if one.kind != DATE)]
        )

    # -- entering and changing -------------------------------------------------------------------------

    def _adding(self, number: int) -> Deed:
        plan, ways = self._plan, self._ways
        offered = plan.quick if plan.entry == "dialog" else [one for one in plan.fields if one.kind != SWITCH]
        fields = [] if number == 0 else some(self._chance, offered, number, number + 1)
        entries = {one.name: ways.entry(one, True) for one in fields}
        new: Data = {"name": list(plan.free)}
        draw: Data = {}
        for entry in entries.values():
            new |= entry.new
            draw |= entry.draw
        wheres = ["name = :name", *(f"{one.name} = {entries[one.name].stored}" for one in fields)]
        says = tuple(self._new_said([(one, entries[one.name]) for one in fields]) for _ in range(NUM_SAYS))
        goal = [{"exactly 1": f"SELECT 1 FROM {self._table} WHERE {' AND '.join(wheres)}"}]
        facts = {"before": f"SELECT max(id) AS last FROM {self._table}"}
        allow = (f"insert {self._table} where id = :last + 1",)
        return Deed(f"add{number}", says, self._entered(entries), goal, new, draw, facts, allow)

    def _adding_marked(self) -> Deed:
        """Something new, and then something more with it."""
        plan, ways = self._plan, self._ways
        assert plan.mark is not None, "asked before"
        heads = [
            head for head in self._words.says(SAYS["add"], *self._words.own("add")) if not head.endswith("?")
        ]
        tails = SAYS["then_marked"]
        said, pick = called(plan.mark["said"]), self._chance.choice
        says = tuple(head + filled(pick(tails), s=pick(said)) for head in heads)
        gold = [*self._entered({}), *ways.mark(1, is_plain=True)]
        goal = [{"exactly 1": f"SELECT 1 FROM {self._table} WHERE name = :name AND marked"}]
        facts = {"before": f"SELECT max(id) AS last FROM {self._table}"}
        return Deed(
            "add_marked",
            says,
            gold,
            goal,
            {"name": list(plan.free)},
            {},
            facts,
            (f"insert {self._table} where id = :last + 1",),
        )

    def _entered(self, entries: dict[str, Entry]) -> Gold:
        plan, ways = self._plan, self._ways
        named: Gold = [{"type": "{name}", "into": plan.words["name"]}]
        golds = {one.name: entries[one.name].gold for one in plan.fields if one.name in entries}
        gold: Gold = [{"tap": plan.words["add"]}, *named]
        if plan.entry == "dialog":
            return [*gold, *(step for part in golds.values() for step in part), {"tap": plan.words["save"]}]
        gold += ways.hidden(named)
        for at, step in enumerate(Forms(plan).steps() if plan.entry == "wizard" else [plan.fields]):
            gold += [{"tap": plan.words["next"]}] if at else []
            gold += [
                line
                for one in step
                if one.name in golds
                for line in [*golds[one.name], *ways.hidden(golds[one.name])]
            ]
        return [*gold, {"tap": plan.words["save"]}]

    def _new_said(self, told: list[tuple[Field, Entry]]) -> str:
        chance = self._chance
        head = chance.choice(self._words.says(SAYS["add"], *self._words.own("add")))
        parts = []
        for one, entry in told:
            own = self._plan.about(one).get("told", ())
            way = chance.choice(
                ("{s} {v}", "{s}: {v}", "with the {s} {v}", "the {s} is {v}", "{v} as the {s}", *own, *own)
            )
            said = chance.choice(called(one.said))
            parts.append(filled(way, s=said, v=self._ways.said(one, entry.said)))
        chance.shuffle(parts)
        joined = " and ".join(parts) if len(parts) == 2 and chance.random() < 0.4 else ", ".join(parts)
        return head + (", " + joined if parts else "")

    def _editing(self, one: Field) -> Deed:
        entry, own = self._ways.entry(one, False), self._plan.about(one).get("sets", ())
        says = self._words.says(SAYS["set"], *own, s=one.said, v=self._ways.said(one, entry.said))
        gold = [*self._ways.to_thing(), *self._ways.changed([entry.gold])]
        draw = {**self.one(self.unlike((one, entry))), **entry.draw}
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND {one.name} = {entry.stored}"}]
        return Deed(f"edit_{one.name}", says, gold, goal, entry.new, draw, {}, self._changes(one.name))

    def _changes(self, *columns: str) -> tuple[str, ...]:
        return (f"update {self._table}({', '.join(columns)}) where id = :id",)

    def _editing_two(self) -> list[Deed]:
        ways = self._ways
        able = [one for one in self._plan.fields if one.kind != SWITCH and one.style != "stepper"]
        if len(able) < 2:
            return []
        one, two = some(self._chance, able, 2, 2)
        first, second = ways.entry(one, False), ways.entry(two, False)
        says = self._words.says(
            SAYS["set_two"],
            s=one.said,
            v=ways.said(one, first.said),
            s2=two.said,
            v2=ways.said(two, second.said),
        )
        gold = [*ways.to_thing(), *ways.changed([first.gold, second.gold])]
        draw = {**self.one(self.unlike((one, first), (two, second))), **first.draw, **second.draw}
        goal = [
            {
                "present": (
                    f"SELECT 1 FROM {self._table} WHERE id = :id AND {one.name} = "
                    f"{first.stored} AND {two.name} = {second.stored}"
                )
            }
        ]
        return [
            Deed(
                "edit_two",
                says,
                gold,
                goal,
                {**first.new, **second.new},
                draw,
                {},
                self._changes(one.name, two.name),
            )
        ]

    def _stepping(self, one: Field) -> Deed:
        """A number that is changed by its buttons."""
        says = self._words.says(
            SAYS["set"],
            *self._plan.about(one).get("sets", ()),
            s=one.said,
            v=self._ways.said(one, "{wanted}"),
        )
        far = (
            f"SELECT max(:wanted - {one.name}, 0) AS more, max({one.name} - :wanted, 0) AS "
            f"less FROM {self._table} WHERE id = :id"
        )
        presses: Gold = [
            {"repeat": "{more}", "do": [{"tap": f"More: {one.label}"}]},
            {"repeat": "{less}", "do": [{"tap": f"Less: {one.label}"}]},
        ]
        gold = [*self._ways.to_thing(), *self._ways.changed([presses])]
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND {one.name} = :wanted"}]
        new = {"wanted": list(range(one.low, one.high + 1))}
        return Deed(
            f"edit_{one.name}",
            says,
            gold,
            goal,
            new,
            {**self.one(f"{one.name} <> :wanted"), "far": far},
            {},
            self._changes(one.name),
        )

    def _switching(self, one: Field, to: int) -> Deed:
        own = self._plan.about(one).get("on" if to else "off", ())
        frames = SAYS["switch_on" if to else "switch_off"]
        says = self._words.says(
            (
                *own,
                *own,
                *(f"{frame} for {{it}}" for frame in frames if frame[0] != "!" and "settings" not in frame),
            ),
            t=one.said,
        )
        gold = [*self._ways.to_thing(), *self._ways.changed([[{"tap": one.label, "role": "switch"}]])]
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND {one.name} = {to}"}]
        return Deed(
            f"switch_{one.name}{to}",
            says,
            gold,
            goal,
            {},
            self.one(f"{one.name} = {1 - to}"),
            {},
            self._changes(one.name),
        )

    def renamed(self) -> Gold:
        """Another name, on the page of a thing."""
        plan = self._plan
        typed: Gold = [{"replace": plan.words["name"], "with": "{other}"}]
        if plan.editing == "inline":
            return [*self._ways.choose("edit"), *typed, {"tap": plan.words["set"]}]
        return self._ways.changed([typed])

    def _renaming(self) -> Deed:
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND name = :other"}]
        gold, new = [*self._ways.to_thing(), *self.renamed()], {"other": list(self._plan.free)}
        return Deed(
            "rename",
            self._words.says(SAYS["rename"], *self._words.own("rename")),
            gold,
            goal,
            new,
            self.one(),
            {},
            self._changes("name"),
        )

    # -- deleting, marking, acting ---------------------------------------------------------------------

    def gone(self, slot: str = "id") -> tuple[str, ...]:
        subs = (f"delete {self._plan.sub_table} where thing = :{slot}",) if self._plan.sub else ()
        return (f"delete {self._table} where id = :{slot}", *subs)

    def _deleting(self) -> Deed:
        goal = [{"absent": f"SELECT 1 FROM {self._table} WHERE id = :id"}]
        return Deed(
            "delete",
            self._words.says(SAYS["delete"], *self._words.own("delete")),
            self._ways.delete(),
            goal,
            {},
            self.one(),
            {},
            self.gone(),
        )

    def _deleting_two(self) -> Deed:
        goal = [{"absent": f"SELECT 1 FROM {self._table} WHERE id IN (:id, :other_id)"}]
        first, second = (
            self._ways.delete(is_plain=True),
            self._ways.on(self._ways.delete("other_name", is_plain=True)),
        )
        gold = [*first, *second]
        if self._plan.deletes_at == "select":
            at = len(self._ways.to_list()) + 1
            gold = [*first[:at], self._ways.row("other_name"), *first[at:]]
        return Deed(
            "delete_two",
            self._words.says(SAYS["delete_two"]),
            gold,
            goal,
            {},
            self.two(),
            {},
            (*self.gone(), *self.gone("other_id")),
        )

    def _marking(self, to: int) -> Deed:
        assert self._plan.mark is not None, "asked before"
        says = self._words.says(
            SAYS["mark"] if to else SAYS["unmark"],
            *self._words.own("mark" if to else "unmark"),
            s=self._plan.mark["said"],
        )
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND marked = {to}"}]
        draw = self.one(f"marked = {1 - to}")
        return Deed(f"mark{to}", says, self._ways.mark(to), goal, {}, draw, {}, self._changes("marked"))

    def _marking_two(self) -> Deed:
        plan, ways = self._plan, self._ways
        assert plan.mark is not None, "asked before"
        if ways.marks_on_page:
            gold = ways.to_two(ways.mark_here(1), ways.mark_here(1))
        else:
            gold = [*ways.mark(1), *ways.on(ways.mark(1, "other_name"))]
        goal = [{"exactly 2": f"SELECT 1 FROM {self._table} WHERE id IN (:id, :other_id) AND marked"}]
        says = self._words.says(SAYS["mark_two"], s=plan.mark["said"])
        return Deed(
            "mark_two",
            says,
            gold,
            goal,
            {},
            self.two("NOT marked"),
            {},
            (f"update {self._table}(marked) where id in (:id, :other_id)",),
        )

    def _acting(self) -> Deed:
        assert self._plan.act is not None, "asked before"
        gold = [*self._ways.to_thing(), {"tap": self._plan.act["label"]}]
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND acted = today()"}]
        return Deed(
            "act",
            self._words.says(self._plan.act["says"]),
            gold,
            goal,
            {},
            self.one(),
            {},
            self._changes("acted"),
        )

    # -- lines of a thing ------------------------------------------------------------------------------

    def _noting(self) -> Deed:
        plan = self._plan
        assert plan.sub is not None, "asked before"
        gold = [*self._ways.to_thing(), *self.noted("{line}")]
        goal = [
            {
                "exactly 1": (
                    f"SELECT 1 FROM {plan.sub_table} WHERE thing = :id AND text = :line AND id = :last + 1"
                )
            }
        ]
        facts = {"before": f"SELECT coalesce(max(id), 0) AS last FROM {plan.sub_table}"}
        allow = (f"insert {plan.sub_table} where thing = :id AND id = :last + 1",)
        return Deed(
            "note",
            self._words.says(
                (*plan.sub["says"], *SAYS["note"]), sub=plan.sub["noun"], subs=plan.sub["title"].lower()
            ),
            gold,
            goal,
            {"line": plan.sub["new"]},
            self.one(),
            facts,
            allow,
        )

    def noted(self, text: str) -> Gold:
        """On the page of a thing."""
        plan = self._plan
        assert plan.sub is not None, "asked before"
        typed: Gold = [{"tap": plan.sub["label"]}, {"type": text, "into": plan.sub["field"]}]
        way: Gold = [{"tap": plan.sub["title"]}] if plan.subs_apart else []
        return [
            *way,
            *typed,
            *(self._ways.hidden(typed) if plan.sub_at == "page" else []),
            {"tap": plan.words["set"]},
        ]

    def _unnoting(self) -> Deed:
        plan = self._plan
        assert plan.sub is not None, "asked before"
        frames = SAYS["unnote"]
        says = self._words.says(frames, sub=plan.sub["noun"], subs=plan.sub["title"].lower())
        draw = {
            "one": (
                f"SELECT t.id, t.name, i.id AS item, i.text AS line FROM {plan.table} t, "
                f"{plan.sub_table} i WHERE i.thing = t.id"
            )
        }
        way: Gold = [{"tap": plan.sub["title"]}] if plan.subs_apart else []
        gold = [*self._ways.to_thing(), *way, {"tap": f"Remove {plan.sub['noun']} {{line}}"}]
        goal = [{"absent": f"SELECT 1 FROM {plan.sub_table} WHERE id = :item"}]
        return Deed("unnote", says, gold, goal, {}, draw, {}, (f"delete {plan.sub_table} where id = :item",))

    # -- settings --------------------------------------------------------------------------------------

    def _setting(self, one: Data) -> Deed:
        table, key, title = f"{self._plan.name}_choice", one["key"], one["title"]
        way, allow = self._ways.to_place("settings"), (f"update {table}({key})",)
        if "values" in one:
            says = self._words.says(SAYS["pick"], t=one["said"], v="{value}")
            goal = [{"present": f"SELECT 1 FROM {table} WHERE {key} = :value"}]
            new = {"value": [value for value in one["values"] if value != one["value"]]}
            return Deed(
                f"set_{key}", says, [*way, {"tap": title}, {"tap": "{value}"}], goal, new, {}, {}, allow
            )
        to = 1 - one["value"]
        goal = [{"present": f"SELECT 1 FROM {table} WHERE {key} = {to}"}]
        gold = [*way, {"tap": title, "role": "switch"}]
        return Deed(
            f"set_{key}",
            self._words.says(
                SAYS["switch_on" if to else "switch_off"], *one["on" if to else "off"], t=one["said"]
            ),
            gold,
            goal,
            {},
            {},
            {},
            allow,
        )
