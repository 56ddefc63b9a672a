"""Library asked: what all deeds of an app of a plan share: drawing a thing, stars, notes, what may change.

Invariant: plain data for templates; nothing here is asked by itself.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import Field
from phonebuddy.tasks.invented.library.plan import Plan
from phonebuddy.tasks.invented.library.ways import Ways
from phonebuddy.tasks.invented.sketch import Data, Gold


class Asked:
    def __init__(self, plan: Plan) -> None:
        self.plan, self.ways = plan, Ways(plan)
        self.items = plan.table("item")

    def one_of(self, where: str = "1") -> Data:
        return {"one": f"SELECT id, name FROM {self.items} WHERE {where}"}

    def allowed(self, columns: str, id_name: str = "id") -> str:
        return f"update {self.items}({columns}) where id = :{id_name}"

    def looked(self, page: str) -> list[Data]:
        return [
            {
                "present": (
                    f"SELECT 1 FROM phone_event WHERE app = '{self.plan.name}' AND kind = 'page' AND "
                    f"detail = '{page}'"
                )
            }
        ]

    def best(self, one: Field, which: str) -> Data:
        """The thing that has the most or the least in its group, with no other beside it."""
        bound = "max" if which == "most" else "min"
        best = f"(SELECT {bound}({one.name}) FROM {self.items} o WHERE o.kind = i.kind)"
        alone = (
            f"(SELECT count(*) FROM {self.items} o WHERE o.kind = i.kind AND o.{one.name} = i.{one.name}) = 1"
        )
        return {"best": f"SELECT id, name, kind FROM {self.items} i WHERE {one.name} = {best} AND {alone}"}

    def stars(self) -> tuple[Data, Gold, list[Data], Data, tuple[str, ...]]:
        """What is new, gold on the page of a thing, goal, facts, and what may change."""
        plan, ways = self.plan, self.ways
        new, tap = {"stars": [2, 3, 4, 5]}, {"tap": "{stars} stars", "role": "button"}
        if plan.rate_at == "module":
            table = plan.table("reviews")
            goal = [{"exactly 1": f"SELECT 1 FROM {table} WHERE thing = :id AND mine AND stars = :stars"}]
            gold = [*ways.act(plan.rate_label, "rate"), {"tap": "Write a review"}, tap, {"tap": "Publish"}]
            return (
                new,
                gold,
                goal,
                {"old": f"SELECT max(id) AS last_review FROM {table}"},
                (f"insert {table} where id = :last_review + 1",),
            )
        gold = (
            [tap]
            if plan.rate_at == "inline"
            else [*ways.act(plan.rate_label, "rate"), tap, {"tap": plan.save}]
        )
        goal = [{"present": f"SELECT 1 FROM {self.items} WHERE id = :id AND mine = :stars"}]
        return new, gold, goal, {}, (self.allowed("mine"),)

    def note_goal(self) -> tuple[list[Data], Data]:
        goal = [
            {
                "exactly 1": (
                    f"SELECT 1 FROM {self.plan.note_table} WHERE {self.plan.note_owner} = :id AND text = "
                    f":note AND id > :last"
                )
            }
        ]
        return goal, {"note": self.plan.note_texts[8:]}

    def note_allowed(self) -> tuple[Data, tuple[str, ...]]:
        table = self.plan.note_table
        return {"before": f"SELECT max(id) AS last FROM {table}"}, (f"insert {table} where id = :last + 1",)
