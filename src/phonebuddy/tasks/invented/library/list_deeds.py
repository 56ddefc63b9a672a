"""Library list deeds: what can be asked about the owner's own lists.

Invariant: everything a deed's gold does is on the pages of this very plan.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.library.plan import LISTED, Plan
from phonebuddy.tasks.invented.library.ways import Ways
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold


def list_deeds(plan: Plan) -> list[Deed]:
    return _ListDeeds(plan).all()


class _ListDeeds:
    def __init__(self, plan: Plan) -> None:
        self._plan, self._ways = plan, Ways(plan)
        self._items, self._lists, self._entries = (plan.table(one) for one in ("item", "list", "entry"))

    def all(self) -> list[Deed]:
        found = [
            self._making(),
            self._making_with(),
            self._renaming(),
            self._dropping(),
            self._adding(),
            self._taking_off(),
            self._moving(),
        ]
        found += [self._asking(), self._counting(), self._missing()]
        found += self._best_inside()
        plan = self._plan
        if self._ways.narrows and plan.row_facts[0] in plan.measured:
            found.append(self._adding_best())
        if plan.list_make == "page":
            found.append(self._describing())
        return found

    def _drawn(self) -> Data:
        return {"list": f"SELECT id AS list_id, name AS list FROM {self._lists}"}

    def _making(self) -> Deed:
        plan, ways = self._plan, self._ways
        gold = [
            *ways.go("lists"),
            {"tap": plan.list_new},
            {"type": "{list}", "into": plan.list_field},
            {"tap": plan.list_save},
        ]
        goal = [{"exactly 1": f"SELECT 1 FROM {self._lists} WHERE name = :list"}]
        facts = {"before": f"SELECT max(id) AS last FROM {self._lists}"}
        return Deed(
            "list_new",
            ways.says("list_new"),
            gold,
            goal,
            {"list": plan.new_lists},
            {},
            facts,
            (f"insert {self._lists} where id = :last + 1",),
        )

    def _making_with(self) -> Deed:
        """A new list from the page of a thing."""
        plan, ways = self._plan, self._ways
        gold = [
            *ways.to_item(),
            *ways.act(plan.list_label, "lists"),
            {"tap": plan.list_new},
            {"type": "{list}", "into": plan.list_field},
            {"tap": plan.list_save},
        ]
        joined = f"FROM {self._lists} l JOIN {self._entries} e ON e.list = l.id WHERE l.name = :list"
        goal = [{"exactly 1": f"SELECT 1 {joined}"}, {"exactly 1": f"SELECT 1 {joined} AND e.item = :id"}]
        facts = {
            "before": f"SELECT (SELECT max(id) FROM {self._lists}) AS last, (SELECT max(id) FROM "
            f"{self._entries}) AS last_entry"
        }
        allow = (
            f"insert {self._lists} where id = :last + 1",
            f"insert {self._entries} where id = :last_entry + 1",
        )
        draw = {"one": f"SELECT id, name FROM {self._items}"}
        return Deed(
            "list_new_with",
            ways.says("list_new_with"),
            gold,
            goal,
            {"list": plan.new_lists},
            draw,
            facts,
            allow,
        )

    def _act(self, label: str) -> Gold:
        """Renaming or deleting: where the plan says."""
        plan = self._plan
        if plan.list_acts == "hold":
            return [*self._ways.go("lists"), {"hold": "{list}"}, {"tap": label}]
        inside = [*self._ways.go("lists"), {"tap": "{list}"}]
        return [*inside, *([{"tap": plan.more}] if plan.list_acts == "menu" else []), {"tap": label}]

    def _renaming(self) -> Deed:
        plan = self._plan
        gold = [
            *self._act(plan.list_edit),
            {"replace": plan.list_field, "with": "{other}"},
            {"tap": plan.list_save},
        ]
        goal = [{"present": f"SELECT 1 FROM {self._lists} WHERE id = :list_id AND name = :other"}]
        allow = (f"update {self._lists}(name) where id = :list_id",)
        return Deed(
            "list_rename",
            self._ways.says("list_rename"),
            gold,
            goal,
            {"other": plan.new_lists},
            self._drawn(),
            {},
            allow,
        )

    def _dropping(self) -> Deed:
        plan = self._plan
        gold = [*self._act(plan.list_drop), *([{"tap": plan.sure}] if plan.list_asks else [])]
        goal = [{"absent": f"SELECT 1 FROM {self._lists} WHERE id = :list_id"}]
        allow = (f"delete {self._lists} where id = :list_id", f"delete {self._entries} where list = :list_id")
        return Deed("list_drop", self._ways.says("list_delete"), gold, goal, {}, self._drawn(), {}, allow)

    def _put_on(self) -> Gold:
        """On the page of a thing."""
        plan = self._plan
        opens = self._ways.act(plan.list_label, "lists")
        if plan.list_choose == "tap":
            return [*opens, {"tap": "{list}"}]
        return [*opens, {"tap": "{list}", "role": "checkbox"}, {"tap": plan.calls["ready"]}]

    def _add_goal(self) -> tuple[list[Data], Data, tuple[str, ...]]:
        goal = [{"exactly 1": f"SELECT 1 FROM {self._entries} WHERE list = :list_id AND item = :id"}]
        facts = {"before": f"SELECT max(id) AS last FROM {self._entries}"}
        return goal, facts, (f"insert {self._entries} where id = :last + 1",)

    def _free_list(self) -> Data:
        """One that the thing is not on."""
        inside = f"SELECT list FROM {self._entries} WHERE item = :id"
        return {"list": f"SELECT id AS list_id, name AS list FROM {self._lists} WHERE id NOT IN ({inside})"}

    def _adding(self) -> Deed:
        goal, facts, allow = self._add_goal()
        full = (
            f"(SELECT count(*) FROM {self._entries} e WHERE e.item = i.id) < (SELECT count(*) FROM "
            f"{self._lists})"
        )
        draw = {"one": f"SELECT id, name FROM {self._items} i WHERE {full}", **self._free_list()}
        return Deed(
            "list_add",
            self._ways.says("list_add"),
            [*self._ways.to_item(), *self._put_on()],
            goal,
            {},
            draw,
            facts,
            allow,
        )

    def _adding_best(self) -> Deed:
        plan, ways = self._plan, self._ways
        one = plan.row_facts[0].name
        goal, facts, allow = self._add_goal()
        best = f"(SELECT max({one}) FROM {self._items} o WHERE o.kind = i.kind)"
        alone = f"(SELECT count(*) FROM {self._items} o WHERE o.kind = i.kind AND o.{one} = i.{one}) = 1"
        full = (
            f"(SELECT count(*) FROM {self._entries} e WHERE e.item = i.id) < (SELECT count(*) FROM "
            f"{self._lists})"
        )
        draw = {
            "one": f"SELECT id, name, kind FROM {self._items} i WHERE {one} = {best} AND {alone} AND {full}",
            **self._free_list(),
        }
        gold = [*ways.narrowed(), ways.tap(), *self._put_on()]
        return Deed(
            "list_add_best",
            ways.says("list_add_best", most=plan.said[one]["most"]),
            gold,
            goal,
            {},
            draw,
            facts,
            allow,
        )

    def _asking(self) -> Deed:
        plan = self._plan
        look, page = self._ways.seen()
        goal = [
            {
                "present": f"SELECT 1 FROM phone_event WHERE app = '{plan.name}' AND kind = 'page' "
                f"AND detail = '{page}'"
            }
        ]
        gold = [*look, {"ask": f"Which {plan.list_noun} shall it be?"}]
        return Deed(
            "list_ask",
            self._ways.says("list_ask"),
            gold,
            goal,
            {},
            {"one": f"SELECT id, name FROM {self._items}"},
            {},
            (),
            "ask",
        )

    def _drawn_entry(self) -> Data:
        return {
            "one": f"SELECT e.id AS entry_id, i.id AS id, i.name AS name, l.id AS list_id, l.name AS list "
            f"FROM {self._entries} e "
            f"JOIN {self._items} i ON i.id = e.item JOIN {self._lists} l ON l.id = e.list"
        }

    def _taking_off(self) -> Deed:
        plan, ways = self._plan, self._ways
        off: dict[str, Gold] = {
            "icon": [{"tap": f"{plan.calls['off_list']}: {{name}}"}],
            "swipe": [{"swipe": "left", "on": "{name}"}],
            "hold": [{"hold": "{name}"}, {"tap": plan.calls["off_list"]}],
        }
        gold = [*ways.go("lists"), {"tap": "{list}"}, *off[plan.list_out]]
        goal = [{"absent": f"SELECT 1 FROM {self._entries} WHERE list = :list_id AND item = :id"}]
        allow = (f"delete {self._entries} where id = :entry_id",)
        return Deed("list_remove", ways.says("list_remove"), gold, goal, {}, self._drawn_entry(), {}, allow)

    def _moving(self) -> Deed:
        ways = self._ways
        draw = {
            **self._drawn_entry(),
            "to": f"SELECT id AS other_id, name AS other FROM {self._lists} WHERE id NOT IN (SELECT list "
            f"FROM {self._entries} WHERE item = :id)",
        }
        full = (
            f" WHERE (SELECT count(*) FROM {self._entries} o WHERE o.item = i.id) < (SELECT "
            f"count(*) FROM {self._lists})"
        )
        draw["one"] += full
        gold = [
            *ways.go("lists"),
            {"tap": "{list}"},
            {"hold": "{name}"},
            {"tap": self._plan.calls["move"]},
            {"tap": "{other}"},
        ]
        goal = [
            {"exactly 1": f"SELECT 1 FROM {self._entries} WHERE list = :other_id AND item = :id"},
            {"absent": f"SELECT 1 FROM {self._entries} WHERE list = :list_id AND item = :id"},
        ]
        facts = {"before": f"SELECT max(id) AS last FROM {self._entries}"}
        allow = (
            f"update {self._entries}(list) where id = :entry_id",
            f"delete {self._entries} where id = :entry_id",
            f"insert {self._entries} where id = :last + 1 and item = :id",
        )
        return Deed("list_move", ways.says("list_move"), gold, goal, {}, draw, facts, allow)

    def _counting(self) -> Deed:
        ways = self._ways
        draw = {
            "one": f"SELECT l.name AS list, count(*) AS counted FROM {self._lists} l JOIN {self._entries} "
            f"e ON e.list = l.id GROUP BY l.id"
        }
        gold = [
            *ways.go("lists"),
            {"read": "row", "near": "{list}"},
            {"work_out": "got", "as": "SELECT number(:row)"},
            {"answer": "{got}"},
        ]
        return Deed("list_count", ways.says("list_count"), gold, [{"answer": "{counted}"}], {}, draw)

    def _missing(self) -> Deed:
        """Onto a list that is not there."""
        plan, ways = self._plan, self._ways
        logged = f"SELECT 1 FROM phone_event WHERE app = '{plan.name}' AND kind = 'page'"
        gold = [*ways.go("lists"), {"answer": f"It cannot be done: there is no such {plan.list_noun}."}]
        draw, goal = (
            {"one": f"SELECT id, name FROM {self._items}"},
            [{"present": f"{logged} AND detail = 'lists'"}],
        )
        says = ways.says("list_add")
        return Deed("list_missing", says, gold, goal, {"list": plan.new_lists}, draw, {}, (), "impossible")

    def _best_inside(self) -> list[Deed]:
        """The one with the most of all on a list: which it is, and something to switch about it."""
        plan, ways = self._plan, self._ways
        fact = plan.row_facts[0]
        if fact not in plan.measured:
            return []
        inside = f"FROM {self._entries} o JOIN {self._items} j ON j.id = o.item WHERE o.list = e.list"
        top = f"(SELECT max(j.{fact.name}) {inside})"
        alone = f"(SELECT count(*) {inside} AND j.{fact.name} = i.{fact.name}) = 1"
        sql = f"{self._drawn_entry()['one']} WHERE i.{fact.name} = {top} AND {alone}"
        most: str = plan.said[fact.name]["most"]
        there = [*ways.go("lists"), {"tap": "{list}"}]
        gold: Gold = [*there, {"scroll_to": "{name}"}, {"answer": "{name}"}]
        says = ways.says("list_best_what", most=most)
        found = [Deed("list_best_what", says, gold, [{"answer": "{name}"}], {}, {"one": sql})]
        for one in (one for one in plan.toggles if one.place not in LISTED):
            named = f"the {most} {plan.noun} {plan.list_in} my {plan.list_noun} {{list}}"
            says = ways.says(tuple(way.replace("{it}", named) for way in one.do))
            goal = [{"present": f"SELECT 1 FROM {self._items} WHERE id = :id AND {one.column}"}]
            gold = [*there, {"tap": "{name}", "role": "text"}, *ways.flipped(one, 1, is_there=True)]
            allow = (f"update {self._items}({one.column}) where id = :id",)
            draw = {"one": f"{sql} AND NOT i.{one.column}"}
            found.append(Deed(f"list_best_{one.column}", says, gold, goal, {}, draw, {}, allow))
        return found

    def _describing(self) -> Deed:
        plan = self._plan
        gold = [
            *self._act(plan.list_edit),
            {"replace": plan.list_about, "with": "{about}"},
            {"tap": plan.list_save},
        ]
        goal = [{"present": f"SELECT 1 FROM {self._lists} WHERE id = :list_id AND about = :about"}]
        new = {"about": plan.note_texts[8:]}
        return Deed(
            "list_about",
            self._ways.says("list_about"),
            gold,
            goal,
            new,
            self._drawn(),
            {},
            (f"update {self._lists}(about) where id = :list_id",),
        )
