"""Library questions: people to follow, and what can be counted, compared, added up and looked up.

Invariant: an answer stands on pages that gold has seen.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import Field
from phonebuddy.tasks.invented.library.asked import Asked
from phonebuddy.tasks.invented.library.ways import BACK
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold


class Questions(Asked):
    def _topmost(self, sort: tuple[str, str, str]) -> Deed:
        """Of all: found by sorting."""
        plan, ways = self.plan, self.ways
        label, _, key = sort
        name, _, which = key.partition(" ")
        bound = "max" if which == "most" else "min"
        best = f"{name} = (SELECT {bound}({name}) FROM {self.items})"
        draw = {"best": f"SELECT name FROM {self.items} WHERE {best} GROUP BY {name} HAVING count(*) = 1"}
        tool: Gold = (
            [{"tap": f"Sort: {plan.calls['by_name']}"}, {"tap": label, "role": "radio"}]
            if plan.sort == "chip"
            else [{"tap": plan.sort_label}, {"tap": label}]
        )
        gold = [*tool, {"scroll_to": "{name}"}, {"answer": "{name}"}]
        return Deed(
            f"top_{which}",
            ways.says("top_what", most=plan.said[name][which]),
            gold,
            [{"answer": "{name}"}],
            {},
            draw,
        )

    def _following(self, to: int) -> Deed:
        plan, ways, people = self.plan, self.ways, self.plan.table("person")
        label = plan.follow_label if to else plan.unfollow_label
        tap: Gold = (
            [{"tap": label, "near": "{person}"}]
            if plan.follow_at == "list"
            else [{"tap": "{person}"}, {"tap": label}]
        )
        goal = [{"present": f"SELECT 1 FROM {people} WHERE id = :person_id AND followed = {to}"}]
        draw = {"one": f"SELECT id AS person_id, name AS person FROM {people} WHERE followed = {1 - to}"}
        says = ways.says("follow" if to else "unfollow")
        return Deed(
            f"follow{to}",
            says,
            [*ways.go("people"), *tap],
            goal,
            {},
            draw,
            {},
            (f"update {people}(followed) where id = :person_id",),
        )

    def _follow_maker(self) -> Deed:
        """Whoever made something."""
        plan, ways, people = self.plan, self.ways, self.plan.table("person")
        gold: Gold = [*ways.to_item(), {"tap": "{person}"}]
        if plan.follow_at == "page":
            gold.append({"tap": plan.follow_label})
        else:
            back = (
                [*ways.again()]
                if not any("type" in step for step in gold) or plan.home == "categories"
                else [BACK]
            )
            gold = [
                *ways.to_item(is_searched=False),
                {"read": "maker", "near": plan.by_label},
                *back,
                *ways.go("people"),
                {"tap": plan.follow_label, "near": "{maker}"},
            ]
        draw = {
            "one": (
                f"SELECT i.id AS id, i.name AS name, p.id AS person_id, p.name AS person FROM "
                f"{self.items} i JOIN {people} p ON p.id = i.person WHERE NOT followed"
            )
        }
        goal = [{"present": f"SELECT 1 FROM {people} WHERE id = :person_id AND followed"}]
        return Deed(
            "follow_maker",
            ways.says("follow_maker"),
            gold,
            goal,
            {},
            draw,
            {},
            (f"update {people}(followed) where id = :person_id",),
        )

    def _person_count(self) -> Deed:
        plan, ways = self.plan, self.ways
        draw = {
            "one": (
                f"SELECT p.name AS person, count(*) AS counted FROM {self.items} i JOIN "
                f"{plan.table('person')} p ON p.id = i.person GROUP BY p.id"
            )
        }
        gold = [
            *ways.go("people"),
            {"tap": "{person}"},
            {"read": "got", "match": rf"^(\d+) {plan.noun[:3]}"},
            {"answer": "{got}"},
        ]
        return Deed("person_count", ways.says("person_count"), gold, [{"answer": "{counted}"}], {}, draw)

    def _kind_count(self) -> Deed:
        ways = self.ways
        draw = {"one": f"SELECT kind, count(*) AS counted FROM {self.items} GROUP BY kind"}
        last = {
            "last": f"SELECT name AS last_one FROM {self.items} WHERE kind = :kind ORDER BY name DESC LIMIT 1"
        }
        gold: Gold = [
            *ways.narrowed(),
            {"scroll_to": "{last_one}"},
            {"work_out": "got", "as": "SELECT :counted"},
            {"answer": "{got}"},
        ]
        return Deed(
            "kind_count", ways.says("kind_count"), gold, [{"answer": "{counted}"}], {}, {**draw, **last}
        )

    def _done_count(self) -> Deed:
        ways = self.ways
        draw = {
            "one": f"SELECT kind, sum(finished) AS counted FROM {self.items} GROUP BY kind",
            "last": (
                f"SELECT name AS last_one FROM {self.items} WHERE kind = :kind ORDER BY name DESC LIMIT 1"
            ),
        }
        gold: Gold = [
            *ways.narrowed(),
            {"scroll_to": "{last_one}"},
            {"work_out": "got", "as": "SELECT :counted"},
            {"answer": "{got}"},
        ]
        return Deed(
            "done_count",
            ways.says("done_count", done=self.plan.data["done"][0]),
            gold,
            [{"answer": "{counted}"}],
            {},
            draw,
        )

    def _saved_count(self) -> Deed:
        ways = self.ways
        draw = {
            "one": f"SELECT count(*) AS counted FROM {self.items} WHERE save",
            "last": f"SELECT name AS last_one FROM {self.items} WHERE save ORDER BY name DESC LIMIT 1",
        }
        gold: Gold = [
            *ways.go("saved"),
            {"scroll_to": "{last_one}"},
            {"work_out": "got", "as": "SELECT :counted"},
            {"answer": "{got}"},
        ]
        return Deed(
            "saved_count",
            ways.says("saved_count", place=self.plan.labels["saved"]),
            gold,
            [{"answer": "{counted}"}],
            {},
            draw,
        )

    def _showing(self) -> Deed:
        """A page is opened, and nothing more."""
        plan = self.plan
        place = plan.chance.choice(plan.places)
        return Deed(
            "show",
            self.ways.says("show", place=plan.labels[place]),
            self.ways.go(place),
            self.looked(place),
        )

    def _last_what(self) -> Deed:
        draw = {"one": f"SELECT name AS last_one FROM {self.items} WHERE is_last"}
        gold: Gold = [{"read": "got", "match": f"^{self.plan.calls['go_on']} (.+)$"}, {"answer": "{got}"}]
        return Deed("last_what", self.ways.says("last_what"), gold, [{"answer": "{last_one}"}], {}, draw)

    def _two(self, one: Field) -> tuple[Data, Gold]:
        """Two things and a look at what each of them has."""
        ways = self.ways
        draw = {
            "first": f"SELECT id AS id_one, name AS one, {one.name} AS had_one FROM {self.items}",
            "second": (
                f"SELECT id AS id_two, name AS two, {one.name} AS had_two FROM {self.items} WHERE id "
                f"<> :id_one AND {one.name} <> :had_one"
            ),
        }
        looks = [*ways.to_item("one", False), {"read": "first_seen", "near": one.label}, *ways.again()]
        return draw, [*looks, *ways.to_item("two", False), {"read": "second_seen", "near": one.label}]

    def _comparing(self, one: Field) -> Deed:
        draw, gold = self._two(one)
        draw["larger"] = "SELECT iif(:had_one > :had_two, :one, :two) AS larger"
        head = {"money": "cents", "number": "number", "date": "moment"}[one.kind]
        gold += [
            {"work_out": "got", "as": f"SELECT iif({head}(:first_seen) > {head}(:second_seen), :one, :two)"},
            {"answer": "{got}"},
        ]
        says = self.ways.says("compare", more=self.plan.said[one.name]["more"])
        return Deed(f"compare_{one.name}", says, gold, [{"answer": "{larger}"}], {}, draw)

    def _adding_up(self, one: Field) -> Deed:
        draw, gold = self._two(one)
        head, shown = (
            ("cents", "money(:had_one + :had_two)")
            if one.kind == "money"
            else ("number", "CAST(:had_one + :had_two AS TEXT)")
        )
        draw["both"] = f"SELECT {shown} AS both"
        total = f"{head}(:first_seen) + {head}(:second_seen)"
        gold = [
            *gold,
            {"work_out": "got", "as": f"SELECT money({total})" if one.kind == "money" else f"SELECT {total}"},
            {"answer": "{got}"},
        ]
        return Deed(
            f"sum_{one.name}", self.ways.says("sum", s=one.said), gold, [{"answer": "{both}"}], {}, draw
        )
