"""What is on the phone in an app for bookings: tables, things, their free times, what is booked already.

Invariant: for every deed there is something to do it with.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.booking.plan import DAYS, FULL, Plan
from phonebuddy.tasks.invented.fields import NUMBER, SWITCH, Field, quoted
from phonebuddy.tasks.invented.sketch import Data

_FAMILY = ("Alder", "Brook", "Carrow", "Dunning", "Ellis", "Farrow", "Grange", "Holt")
_GIVEN = ("Robin", "Sam", "Alex", "Kim", "Jo", "Chris", "Nico", "Toni")


class Content:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def content(self) -> Data:
        chance = self._plan.chance
        saved = set(chance.sample(range(1, len(self._plan.things) + 1), 3))
        things = [
            {"id": one.id, "name": one.name, "kind": one.kind, "gone": int(one.is_gone), **one.values}
            | {"saved": int(one.id in saved)}
            for one in self._plan.things
        ]
        found: Data = {self._plan.t_thing: things, self._plan.t_booking: self._bookings()}
        if self._plan.flow != "free":
            found["sql"] = [self._slots()]
        if self._plan.has_switches:
            found[self._plan.t_option] = [
                {"label": one, "value": number % 2} for number, one in enumerate(self._plan.switches)
            ]
        if self._plan.has_me:
            person = f"{chance.choice(_GIVEN)} {chance.choice(_FAMILY)}"
            found[self._plan.t_me] = [
                {
                    "id": 1,
                    "person": person,
                    "phone": f"07{chance.randint(100, 999)} {chance.randint(100000, 999999)}",
                }
            ]
        return found

    def _slots(self) -> str:
        chance, (low, high) = self._plan.chance, self._plan.data["hours"]
        step = chance.choice((15, 30, 60, 30))
        most = self._plan.data["count"]["most"] if self._plan.people or self._plan.has_seats else 1
        rows = []
        for thing in self._plan.things:
            for day in range(1, DAYS[self._plan.days] + 1) if not thing.is_gone else ():
                minutes = chance.sample(range(low * 60, high * 60, step), chance.randint(3, 5))
                rows += [f"({thing.id}, {day}, {minute}, {self._places(most)})" for minute in sorted(minutes)]
        return (
            f"INSERT INTO {self._plan.t_slot} (thing, at, places) SELECT column1, today() + 86400 * column2 "
            f"+ 60 "
            f"* column3, column4 "
            f"FROM (VALUES {', '.join(rows)})"
        )

    def _places(self, most: int) -> int:
        if self._plan.chance.random() < FULL:
            return 0
        return 1 if most == 1 else self._plan.chance.randint(most, most + 14)

    def _bookings(self) -> list[Data]:
        """Some to come and some past, each of another thing, on days of their own."""
        chance, (low, high) = self._plan.chance, self._plan.data["hours"]
        count = chance.randint(6, 8)
        days = [*chance.sample(range(1, 20), count - 2), *chance.sample(range(-40, -3), 2)]
        rows = []
        for number, (thing, day) in enumerate(
            zip(chance.sample(self._plan.things, count), days, strict=True)
        ):
            minute = chance.randrange(low * 60, high * 60, 15)
            row: Data = {"id": number + 1, "thing": thing.id, "at": f"=today() + {86400 * day + 60 * minute}"}
            row |= {one.name: self._drawn(one, number) for one in self._plan.fields}
            if self._plan.flow == "module":
                row = {"people": 1} | row | {"what": thing.name, "slot": "", "made": "=now()"}
            row["code"] = f"{self._plan.prefix}{chance.randint(1000, 9999)}"
            row["cents"] = int(thing.values.get("cents", 0)) * int(row.get("people", 1))
            if self._plan.flow != "module":
                row["remind"] = self._plan.reminders[number % len(self._plan.reminders)]
            rows.append(row)
        return rows

    def _drawn(self, one: Field, number: int) -> str | int:
        """For the booking of this number: for every change there is one that does not have it yet."""
        if one.kind == SWITCH:
            return number % 2
        if one.kind == NUMBER:
            return one.drawn(self._plan.chance)
        # Out of step with each other, so that of four bookings one differs from any two values.
        place = {"note": number, "people": (number + 1) // 2}.get(one.name, number // 2)
        return one.values[place % len(one.values)]

    @property
    def schema(self) -> str:
        facts = "".join(f", {one.column}" for one in self._plan.facts)
        fields = "".join(f", {one.column}" for one in self._plan.fields)
        heads = "sum(CAST(b.people AS INTEGER))" if self._plan.people else "count(*)"
        parts = [
            f"CREATE TABLE {self._plan.t_thing} (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT "
            f"NULL{facts}, "
            "saved INTEGER NOT NULL DEFAULT 0, gone INTEGER NOT NULL DEFAULT 0, waiting INTEGER NOT NULL "
            "DEFAULT 0);",
            ""
            if self._plan.flow == "module"
            else f"CREATE TABLE {self._plan.t_booking} (id INTEGER PRIMARY KEY, thing INTEGER NOT NULL, at "
            f"INTEGER NOT NULL{fields}, "
            f"code TEXT NOT NULL, cents INTEGER NOT NULL DEFAULT 0, status TEXT NOT NULL DEFAULT 'booked', "
            f"remind TEXT NOT NULL DEFAULT {quoted(self._plan.reminders[0])}, stars INTEGER NOT NULL "
            f"DEFAULT 0);",
        ]
        if self._plan.flow != "free":
            parts += [
                f"CREATE TABLE {self._plan.t_slot} (id INTEGER PRIMARY KEY, thing INTEGER NOT NULL, at "
                f"INTEGER "
                f"NOT NULL, places INTEGER NOT NULL);",
                f"CREATE INDEX {self._plan.t_slot}_thing ON {self._plan.t_slot} (thing, at);",
                f"CREATE VIEW {self._plan.t_open} AS SELECT s.id, s.thing, s.at, s.places - coalesce((SELECT "
                f"{heads} FROM {self._plan.t_booking} b "
                f"WHERE b.thing = s.thing AND b.at = s.at AND b.status = 'booked'), 0) AS left FROM "
                f"{self._plan.t_slot} s;",
            ]
        if self._plan.has_switches:
            parts.append(
                f"CREATE TABLE {self._plan.t_option} (id INTEGER PRIMARY KEY, label TEXT NOT NULL, value "
                f"INTEGER "
                f"NOT NULL);"
            )
        if self._plan.has_me:
            parts.append(
                f"CREATE TABLE {self._plan.t_me} (id INTEGER PRIMARY KEY, person TEXT NOT NULL, phone TEXT "
                f"NOT "
                f"NULL);"
            )
        if self._plan.has_ask:
            parts.append(
                f"CREATE TABLE {self._plan.t_message} (id INTEGER PRIMARY KEY, thing INTEGER NOT NULL, text "
                f"TEXT "
                f"NOT NULL);"
            )
        return "\n".join(parts) + "\n"
