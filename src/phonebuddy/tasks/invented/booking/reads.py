"""What can be asked about an app for bookings, read from it for elsewhere, and written into it from there.

Invariant: every answer stands on a page of this sketch, or is worked out of what does.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.booking.golds import COMING, HIDE, OWN, Golds
from phonebuddy.tasks.invented.booking.plan import Plan
from phonebuddy.tasks.invented.fields import TEXT, Field
from phonebuddy.tasks.invented.meant import meant
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Deed, Gold, Read, Write, filled

_DAY, _TIME = r"^(\w+, \d+ \w+ \d+), \d\d:\d\d$", r"^\w+, \d+ \w+ \d+, (\d\d:\d\d)$"
"""What the shared module writes in one."""


class Questions:
    def __init__(self, plan: Plan, golds: Golds) -> None:
        self._plan, self._golds = plan, golds

    def deeds(self) -> list[Deed]:
        plan = self._plan
        found = [self._next(), self._on_day()]
        if plan.flow != "module":
            found.append(self._count())
        if plan.has_price:
            found += [self._sum(), self._compare(), self._cheapest()]
            is_seen = plan.starts_at != "bottom" or plan.confirm == "review"
            if plan.people and plan.flow in ("page", "steps") and is_seen:
                found.append(self._total(plan.people))
        if plan.flow != "free":
            found.append(self._first_free())
            if plan.people and plan.flow != "module" and (plan.times != "chips" or plan.days == "all"):
                found.append(self._places())
        return found

    def _count(self) -> Deed:
        plan, golds = self._plan, self._golds
        gold = [
            *golds.to_place(plan.mine),
            {"read": "got", "match": r"^(\d+) upcoming$"},
            {"answer": "{got}"},
        ]
        draw = (
            f"SELECT CAST(count(*) AS TEXT) AS number FROM {plan.t_booking} WHERE status = 'booked' AND "
            f"at >= now()"
        )
        return Deed("count", golds.says("count"), gold, [{"answer": "{number}"}], {}, {"count": draw})

    def _listed(self, name: str, draw: str) -> Deed:
        """A question about the list of bookings, answered with a name in it."""
        golds = self._golds
        gold = [*golds.to_place(self._plan.mine), {"scroll_to": "{name}"}, {"answer": "{name}"}]
        others = (
            f"SELECT t.name FROM {self._plan.t_thing} t JOIN {self._plan.t_booking} b ON b.thing = "
            f"t.id WHERE b.id <> :id AND t.name <> :name"
        )
        return Deed(
            name, golds.says(name), gold, [{"answer": "{name}"}, {"unsaid": others}], {}, {"one": draw}
        )

    def _next(self) -> Deed:
        table = self._plan.t_booking
        soonest = (
            f"b.at = (SELECT min(f.at) FROM {table} f WHERE f.status = 'booked' AND f.at > now() + 3600)"
        )
        return self._listed("next", self._golds.one(soonest))

    def _on_day(self) -> Deed:
        return self._listed("on_day", self._golds.one("1", ", long_day(b.at) AS day"))

    def _two(self, more: str) -> Data:
        t = self._plan.t_thing
        columns = f"a.name AS one, a.kind AS kind_one, b.name AS two, b.kind AS kind_two, {more}"
        return {"pair": f"SELECT {columns} FROM {t} a JOIN {t} b ON a.id <> b.id AND a.cents <> b.cents"}

    def _both(self, is_kept: bool) -> Gold:
        """To the prices of two things."""
        golds, price = self._golds, self._plan.fact("cents")
        assert price is not None, "asked only where there are prices"
        gold: Gold = []
        for slot in ("one", "two"):
            gold += golds.to_thing(slot, f"kind_{slot}", plain=True)
            gold.append(
                {"read": f"price_{slot}", "near": price.label} if is_kept else {"scroll_to": price.label}
            )
            gold += golds.home_again() if slot == "one" else []
        return gold

    def _sum(self) -> Deed:
        worked = {"work_out": "sum", "as": "SELECT money(cents(:price_one) + cents(:price_two))"}
        gold = [*self._both(True), worked, {"answer": "{sum}"}]
        draw = self._two("money(a.cents + b.cents) AS both")
        return Deed("sum", self._golds.says("sum"), gold, [{"answer": "{both}"}], {}, draw)

    def _compare(self) -> Deed:
        names = (
            "iif(a.cents < b.cents, a.name, b.name) AS best",
            "iif(a.cents < b.cents, b.name, a.name) AS worst",
        )
        goal = [
            {"answer": "{best}"},
            {"unsaid": f"SELECT name FROM {self._plan.t_thing} WHERE name = :worst"},
        ]
        gold = [*self._both(False), {"answer": "{best}"}]
        return Deed("compare", self._golds.says("compare"), gold, goal, {}, self._two(", ".join(names)))

    def _cheapest(self) -> Deed:
        plan, golds = self._plan, self._golds
        gold = [*golds.to_row(plain=True), {"scroll_to": "{name}"}, {"answer": "{name}"}]
        others = f"SELECT name FROM {plan.t_thing} WHERE kind = :kind AND id <> :thing"
        draw = {"thing": golds.thing(golds.is_cheapest)}
        return Deed(
            "cheapest_of",
            golds.says("cheapest_of"),
            gold,
            [{"answer": "{name}"}, {"unsaid": others}],
            {},
            draw,
        )

    def _total(self, people: Field) -> Deed:
        """As far as the price, and no further."""
        plan, golds = self._plan, self._golds
        new, draw, _, gold = golds.entered([people])
        total = (
            f"SELECT money(cents * CAST(:n_people AS INTEGER)) AS total FROM {plan.t_thing} WHERE id = :thing"
        )
        draw = {"thing": golds.thing("NOT t.gone"), **draw, **golds.slot([people]), "total": total}
        seen: Gold = [{"tap": plan.next}] if plan.confirm == "review" else []
        answer: Gold = [{"read": "got", "near": plan.total}, {"answer": "{got}"}]
        script = [*golds.to_thing(), *golds.to_form(), *gold, *seen, *answer]
        return Deed("total", golds.says("total"), script, [{"answer": "{total}"}], new, draw)

    def _first_free(self) -> Deed:
        plan, golds = self._plan, self._golds
        day = "f.thing = o.thing AND f.left > 0 AND day_start(f.at) = day_start(o.at)"
        first = f"o.at = (SELECT min(f.at) FROM {plan.t_open} f WHERE {day})"
        draw = {"thing": golds.thing("NOT t.gone"), **golds.slot([], first)}
        gold = [*golds.to_thing(), *golds.to_times(), {"scroll_to": golds.time_label()}, {"answer": "{time}"}]
        return Deed("first_free", golds.says("first_free"), gold, [{"answer": "{time}"}], {}, draw)

    def _places(self) -> Deed:
        golds = self._golds
        left = (
            f"SELECT CAST(left AS TEXT) AS number FROM {self._plan.t_open} WHERE thing = :thing AND at = :at"
        )
        draw = {"thing": golds.thing("NOT t.gone"), **golds.slot([]), "places": left}
        worked = {"work_out": "free", "as": "SELECT number(:got)"}
        gold = [
            *golds.to_thing(),
            *golds.to_times(),
            {"read": "got", "near": golds.time_label()},
            worked,
            {"answer": "{free}"},
        ]
        return Deed("places", golds.says("places"), gold, [{"answer": "{number}"}], {}, draw)


class Values:
    """What can be read, and what takes values."""

    def __init__(self, plan: Plan, golds: Golds) -> None:
        self._plan, self._golds = plan, golds

    def reads(self) -> list[Read]:
        plan, golds = self._plan, self._golds
        found = []
        kinds = {"cents": "money", "minutes": "number", "phone": "phone"}
        for one in plan.facts:
            own = meant("booking", one.said)
            ways = ("the {s} of {it}", f"the {{s}} of the {plan.noun} {{it}}", *own.things)
            things = tuple(filled(way, s=one.said, it="{r_name}") for way in ways)
            asks = (
                golds.says(f"read_{one.name}") if one.name in kinds else golds.says("read_fact", s=one.said)
            ) + tuple(filled(way, it="{r_name}") for way in own.asks * OWN)
            draw = f"SELECT name AS r_name, kind AS r_kind, {one.shown()} AS r_value FROM {plan.t_thing}"
            gold = [*golds.to_thing("r_name", "r_kind"), {"read": "got", "near": one.label}]
            found.append(Read(kinds.get(one.name, "text"), things, asks, {"read": draw}, "r_value", gold))
        return [*found, *self._booked_reads()]

    def _booked_reads(self) -> list[Read]:
        plan, golds = self._plan, self._golds
        lines = [
            ("text", plan.code, "b.code", "code"),
            ("day", plan.day_label, "long_day(b.at)", "day"),
            ("time", plan.time_label, "clock_time(b.at)", "time"),
        ]
        if plan.has_price and plan.flow != "module":
            lines.append(("money", plan.total, "money(b.cents)", "total"))
        found = []
        for kind, label, sql, said in lines:
            tables = f"{plan.t_booking} b JOIN {plan.t_thing} t ON t.id = b.thing"
            draw = f"SELECT t.name AS r_name, {sql} AS r_value FROM {tables} WHERE {COMING}"
            gold = [*golds.to_booking("r_name"), self._seen(kind, label)]
            things = golds.says("read_booked", s=said) + golds.says(f"booked_{said}")
            found.append(Read(kind, things, golds.says(f"read_{said}"), {"read": draw}, "r_value", gold))
        return found

    def _seen(self, kind: str, label: str) -> Data:
        """How a line of a booking is read."""
        if self._plan.flow == "module" and kind != "text":
            return {"read": "got", "match": _TIME if kind == "time" else _DAY}
        return {"read": "got", "near": label}

    def writes(self) -> list[Write]:
        plan, golds, found = self._plan, self._golds, list[Write]()
        note = next((one for one in plan.fields if one.kind == TEXT), None)
        if note:
            found.append(self._noted(note))
        if plan.has_ask:
            found.append(self._asked())
        if plan.has_me:
            gold = [*golds.to_place(plan.me), *golds.owner_entered(plan.phone_label, "{got}")]
            goal = [{"exactly 1": f"SELECT phone FROM {plan.t_me}", "saying": "{V}"}]
            found.append(
                Write(
                    ("phone",), golds.says("write_phone"), {}, {}, gold, goal, (f"update {plan.t_me}(phone)",)
                )
            )
        return found

    def _noted(self, note: Field) -> Write:
        plan, golds = self._plan, self._golds
        tables = f"{plan.t_booking} b JOIN {plan.t_thing} t ON t.id = b.thing"
        draw = {"write": f"SELECT b.id AS w_id, t.name AS w_name FROM {tables} WHERE {COMING}"}
        typed: Gold = [{"replace": note.label, "with": "{got}"}]
        if plan.flow == "free":
            typed.append(HIDE)
        gold = [*golds.to_booking("w_name"), *golds.chosen(plan.edit), *typed, *golds.edited()]
        goal = [{"exactly 1": f"SELECT note FROM {plan.t_booking} WHERE id = :w_id", "saying": "{V}"}]
        allow = (f"update {plan.t_booking}(note) where id = :w_id",)
        return Write(ANYTHING, golds.says("write_note", s=note.said), draw, {}, gold, goal, allow)

    def _asked(self) -> Write:
        plan, golds = self._plan, self._golds
        draw = {"write": f"SELECT id AS w_thing, name AS w_name, kind AS w_kind FROM {plan.t_thing}"}
        facts = {"w_before": f"SELECT coalesce(max(id), 0) AS w_last FROM {plan.t_message}"}
        gold = [*golds.to_thing("w_name", "w_kind"), *golds.written("{got}")]
        rows = f"SELECT text FROM {plan.t_message} WHERE id > :w_last AND thing = :w_thing"
        allow = (f"insert {plan.t_message} where id = :w_last + 1",)
        return Write(
            ANYTHING,
            golds.says("write_message"),
            draw,
            facts,
            gold,
            [{"exactly 1": rows, "saying": "{V}"}],
            allow,
        )
