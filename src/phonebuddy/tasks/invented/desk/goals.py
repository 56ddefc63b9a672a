"""Goals: what tasks about a desk app draw, what must hold at their end, and what may change.

Invariant: a goal names its row by the id that was drawn, and so does what may change.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.parts import Button, Line
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data


class Goals:
    def __init__(self, plan: Plan) -> None:
        self._plan, self.table = plan, plan.table

    def one(self, where: str, *columns: str) -> Data:
        """A thing."""
        return {"one": f"SELECT {', '.join(('id', 'name', *columns))} FROM {self.table} WHERE {where}"}

    def undone(self, one: Button, *columns: str) -> Data:
        """A thing of the list to which it was not done."""
        return self.one(f"place = '' AND NOT {one.column}", *columns)

    def changed(self, one: Button, slot: str = "id") -> tuple[str, ...]:
        columns = [one.column, *(["place"] if one.act.goes else []), *([one.picked] if one.pick else [])]
        return (f"update {self.table}({', '.join(columns)}) where id = :{slot}",)

    def set(self, line: Line) -> tuple[str, ...]:
        return (f"update {self.table}({line.field.name}) where id = :id",)

    def done(self, one: Button, slot: str = "id") -> Data:
        wheres = [f"id = :{slot}", f"{one.column} = 1"]
        wheres += [f"place = {quoted(one.act.goes)}"] if one.act.goes else []
        wheres += [f"{one.picked} = :pick"] if one.pick else []
        return {"present": f"SELECT 1 FROM {self.table} WHERE {' AND '.join(wheres)}"}

    def put_back(self, one: Button) -> Data:
        rest = f"WHERE id = :id AND NOT {one.column} AND place = ''"
        return {"present": f"SELECT 1 FROM {self.table} {rest}"}

    def looked(self) -> Data:
        """Whoever refuses or asks has looked."""
        event = f"WHERE app = {quoted(self._plan.name)} AND kind = 'page'"
        return {"present": f"SELECT 1 FROM phone_event {event}"}
