"""Library switch deeds: to keep, get and finish things: one, two, all of a group, the largest, the missing.

Invariant: what is switched is said by name or by what the lists show.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import Field
from phonebuddy.tasks.invented.library.asked import Asked
from phonebuddy.tasks.invented.library.plan import LISTED, SEEN, Toggle
from phonebuddy.tasks.invented.library.ways import BACK
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold


class SwitchDeeds(Asked):
    def _flipping(self, one: Toggle, to: int) -> Deed:
        ways = self.ways
        gold = [*ways.find(), *ways.flipped(one, to)]
        goal = [{"present": f"SELECT 1 FROM {self.items} WHERE id = :id AND {one.column} = {to}"}]
        says = ways.says(one.do if to else one.undo)
        return Deed(
            f"{one.column}{to}",
            says,
            gold,
            goal,
            {},
            self.one_of(f"{one.column} = {1 - to}"),
            {},
            (self.allowed(one.column),),
        )

    def _flipping_two(self, one: Toggle) -> Deed:
        """The same for two things."""
        ways = self.ways
        gold: Gold = [
            *ways.find("one", False),
            *ways.flipped(one, 1, "one"),
            *ways.next_after(one, "two"),
            *ways.flipped(one, 1, "two"),
        ]
        where = f"FROM {self.items} WHERE {one.column} = 0"
        draw = {
            "first": f"SELECT id AS id_one, name AS one {where}",
            "second": f"SELECT id AS id_two, name AS two {where} AND id <> :id_one",
        }
        both = (
            "{one} and {two}",
            "both {one} and {two}",
            "two {ns}, {one} and {two}",
            "{one} as well as {two}",
        )
        says = tuple(way.replace("{it}", pair) for way in one.do if not way.startswith("!") for pair in both)
        goal = [
            {"exactly 2": f"SELECT 1 FROM {self.items} WHERE id IN (:id_one, :id_two) AND {one.column} = 1"}
        ]
        allow = (self.allowed(one.column, "id_one"), self.allowed(one.column, "id_two"))
        return Deed(f"{one.column}_two", ways.says(says), gold, goal, {}, draw, {}, allow)

    def _conditions(self) -> list[Deed]:
        """If it is finished, one thing; if not, another."""
        plan, ways = self.plan, self.ways
        done = plan.toggle("finished")
        others = [one for one in plan.toggles if one.column != "finished" and one.place not in LISTED]
        if done is None or done.place not in SEEN or len(others) < 2:
            return []
        first, second = others
        parts = {
            "state": plan.data["done"][0],
            "first": first.do[0].replace("{it}", "it"),
            "second": second.do[0].replace("{it}", "it"),
        }
        says = ways.says("if_then", **parts)
        found = []
        for is_done, one in enumerate((first, second)):
            gold = [*ways.to_item(), *ways.flipped(one, 1, is_there=True)]
            goal = [{"present": f"SELECT 1 FROM {self.items} WHERE id = :id AND {one.column} = 1"}]
            where = f"finished = {is_done} AND {first.column} = 0 AND {second.column} = 0"
            found.append(
                Deed(
                    f"if{is_done}", says, gold, goal, {}, self.one_of(where), {}, (self.allowed(one.column),)
                )
            )
        return found

    def _finish_all(self, one: Toggle) -> Deed:
        """Two things of a group that are not finished, which the instruction does not name."""
        plan, ways = self.plan, self.ways
        open_ones = f"FROM {self.items} WHERE finished = 0"
        draw = {
            "group": f"SELECT kind, min(id) AS id_one, max(id) AS id_two {open_ones} GROUP BY kind HAVING "
            f"count(*) = 2",
            "first": f"SELECT name AS one {open_ones} AND id = :id_one",
            "second": f"SELECT name AS two {open_ones} AND id = :id_two",
        }
        back = [] if one.place in LISTED else [BACK]
        gold = [*ways.narrowed(), *ways.flipped(one, 1, "one"), *back, *ways.flipped(one, 1, "two")]
        goal = [{"absent": f"SELECT 1 {open_ones} AND kind = :kind"}]
        allow = (self.allowed("finished", "id_one"), self.allowed("finished", "id_two"))
        return Deed(
            "finish_all", ways.says("finish_all", done=plan.data["done"][0]), gold, goal, {}, draw, {}, allow
        )

    def _both(self, one: Toggle) -> Deed:
        """Two things about one."""
        ways = self.ways
        new, gold, goal, facts, allow = self.stars()
        ends = (
            " and give it {stars} stars",
            " and rate it with {stars} stars",
            ", and my rating for it is {stars} stars",
            ", then leave {stars} stars for it",
        )
        says = tuple(way + end for way in one.do if not way.startswith("!") for end in ends)
        goal = [*goal, {"present": f"SELECT 1 FROM {self.items} WHERE id = :id AND {one.column} = 1"}]
        is_here = self.plan.rate_at != "module"
        allow = (self.allowed(f"{one.column}, mine"),) if is_here else (*allow, self.allowed(one.column))
        gold = [*ways.to_item(), *ways.flipped(one, 1, is_there=True), *gold]
        return Deed("both", ways.says(says), gold, goal, new, self.one_of(f"{one.column} = 0"), facts, allow)

    def _extremes(self, one: Field) -> list[Deed]:
        plan, ways = self.plan, self.ways
        found = []
        for which in ("most", "least"):
            most: str = plan.said[one.name][which]
            draw = self.best(one, which)
            gold: Gold = [*ways.narrowed(), {"scroll_to": "{name}"}, {"answer": "{name}"}]
            found.append(
                Deed(
                    f"{which}_what", ways.says("best_what", most=most), gold, [{"answer": "{name}"}], {}, draw
                )
            )
            for toggle in plan.toggles[:2]:
                found.append(self._flip_best(toggle, most, which, draw))
        if "rate" in plan.has:
            most = plan.said[one.name]["most"]
            new, gold, goal, facts, allow = self.stars()
            gold = [*ways.narrowed(), ways.tap(), *gold]
            found.append(
                Deed(
                    "rate_best",
                    ways.says("rate_best", most=most),
                    gold,
                    goal,
                    new,
                    self.best(one, "most"),
                    facts,
                    allow,
                )
            )
        if "notes" in plan.has:
            least = plan.said[one.name]["least"]
            gold = [*ways.narrowed(), ways.tap(), *ways.noted("{note}")]
            says = ways.says("note_best", most=least)
            found.append(
                Deed(
                    "note_best",
                    says,
                    gold,
                    *self.note_goal(),
                    self.best(one, "least"),
                    *self.note_allowed(),
                )
            )
        return found

    def _flip_best(self, toggle: Toggle, most: str, which: str, best: Data) -> Deed:
        ways = self.ways
        sql = f"{best['best']} AND {toggle.column} = 0"
        named = ("the {most} {n} in {kind}", "the {most} of the {kind} {ns}", "the {most} {kind} {n}")
        says = tuple(way.replace("{it}", name) for way in toggle.do for name in named)
        goal = [{"present": f"SELECT 1 FROM {self.items} WHERE id = :id AND {toggle.column} = 1"}]
        gold = [*ways.narrowed(), *ways.flipped(toggle, 1)]
        return Deed(
            f"{toggle.column}_{which}",
            ways.says(says, most=most),
            gold,
            goal,
            {},
            {"best": sql},
            {},
            (self.allowed(toggle.column),),
        )

    def _best_of_person(self, one: Toggle, fact: Field) -> Deed:
        """Found by searching for who made it."""
        plan, ways = self.plan, self.ways
        best = f"(SELECT max({fact.name}) FROM {self.items} o WHERE o.person = i.person)"
        alone = (
            f"(SELECT count(*) FROM {self.items} o WHERE o.person = i.person AND o.{fact.name} = "
            f"i.{fact.name}) = 1"
        )
        many = f"(SELECT count(*) FROM {self.items} o WHERE o.person = i.person) > 1"
        draw = {
            "best": f"SELECT i.id AS id, i.name AS name, p.name AS person FROM {self.items} i JOIN "
            f"{plan.table('person')} p ON p.id = i.person "
            f"WHERE {one.column} = 0 AND {fact.name} = {best} AND {alone} AND {many}"
        }
        named = (
            "the {most} {n} by {person}",
            "the {most} of the {ns} by {person}",
            "what {person} has as the {most} {n}",
        )
        says = tuple(way.replace("{it}", name) for way in one.do for name in named)
        goal = [{"present": f"SELECT 1 FROM {self.items} WHERE id = :id AND {one.column} = 1"}]
        gold = [*ways.find("person", True), *ways.flipped(one, 1)]
        return Deed(
            "by_person",
            ways.says(says, most=plan.said[fact.name]["most"]),
            gold,
            goal,
            {},
            draw,
            {},
            (self.allowed(one.column),),
        )

    def _missing(self, one: Toggle) -> Deed:
        """Something that is not there is looked for."""
        plan, ways = self.plan, self.ways
        gold = [*ways.find("absent", True), {"answer": f"It cannot be done: there is no such {plan.noun}."}]
        page = "search" if plan.search == "page" else "home"
        return Deed(
            "missing",
            ways.says(one.do, "absent"),
            gold,
            self.looked(page),
            {"absent": plan.free},
            {},
            {},
            (),
            "impossible",
        )
