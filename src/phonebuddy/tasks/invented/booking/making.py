"""Deeds that book something: plainly, with options, by a property of the time or the price, or in vain.

Invariant: the booking that a goal asks for can be made from the first page on with what the sentence says.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.booking.golds import Golds
from phonebuddy.tasks.invented.booking.plan import Plan
from phonebuddy.tasks.invented.fields import Field
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, Deed, Gold, filled, some

NUM_PLAIN = 3
NUM_SAYINGS = 10
_WHEN = (
    "on {day} at {time}",
    "for {day} at {time}",
    ", {day}, {time}",
    "at {time} on {day}",
    "for {time} on {day}",
)


class Making:
    def __init__(self, plan: Plan, golds: Golds) -> None:
        self._plan, self._golds, self._chance = plan, golds, plan.chance
        self._same_day = (
            f"FROM {plan.t_open} f WHERE f.thing = o.thing AND f.left > 0 AND day_start(f.at) "
            f"= day_start(o.at)"
        )

    def deeds(self) -> list[Deed]:
        plan = self._plan
        found = [self._plain(number) for number in range(NUM_PLAIN)]
        found.append(self._missing())
        if plan.has_wait:
            found.append(self._no_time())
        if plan.flow == "free":
            return found
        found += [
            self._edge("earliest", "min"),
            self._edge("latest", "max"),
            self._after(),
            self._fallback(),
            self._full(),
        ]
        if plan.has_price and self._has_cheapest():
            says = self._golds.says("cheapest")
            thing = f"NOT t.gone AND {self._golds.is_cheapest}"
            found.append(self._made("cheapest", says, thing=thing, is_told=False))
        if plan.after == "booking":
            found.append(self._coded())
            if plan.remind in ("menu", "sheet"):
                found.append(self._reminded())
        return found

    # -- sayings ---------------------------------------------------------------------------------------

    def _head(self, name: str = "{name}", is_order: bool = False) -> str:
        """`book the court Linden`; `is_order`: and not `!I want the court Linden`."""
        it = self._chance.choice((name, name, f"the {self._plan.noun} {name}"))
        verbs = [one for one in self._plan.data["verbs"] if not (is_order and one.startswith(SAID_ALONE))]
        return filled(self._chance.choice(verbs), it=it)

    def _said(self, fields: list[Field], is_order: bool = False) -> tuple[str, ...]:
        found = []
        for _ in range(NUM_SAYINGS):
            told = [self._golds.said("told", one) for one in self._chance.sample(fields, len(fields))]
            head = f"{self._head(is_order=is_order)} {self._chance.choice(_WHEN)}".replace(" ,", ",")
            found.append(", ".join([head, *told]))
        if not fields and not is_order:
            found += self._plan.data["ways"]
        return tuple(found)

    # -- deeds -----------------------------------------------------------------------------------------

    def _made(
        self,
        name: str,
        says: tuple[str, ...],
        fields: list[Field] | None = None,
        *,
        thing: str = "NOT t.gone",
        where: str = "1",
        more: Data | None = None,
        then: Gold | None = None,
        goal: list[Data] | None = None,
        stored: dict[str, str] | None = None,
        new: Data | None = None,
        is_told: bool = True,
    ) -> Deed:
        """A deed that ends with a booking; `is_told`: the sentence names the thing."""
        plan, golds = self._plan, self._golds
        invented, draw, kept, gold = golds.entered(fields or [])
        if plan.flow == "free":
            invented |= golds.moment_new()
        draw = {
            "thing": golds.thing(thing),
            **draw,
            **golds.slot(fields or [], where),
            **(more or {}),
            **golds.seat_draw(),
        }
        script = [
            *golds.to_thing(plain=not is_told),
            *golds.to_form(),
            *gold,
            *golds.seated(),
            *golds.closing(),
            *(then or []),
        ]
        goals = [*golds.booked_goal(kept | (stored or {})), *golds.seat_goal(), *(goal or [])]
        return Deed(
            name,
            self._seated(says),
            script,
            goals,
            invented | (new or {}),
            draw,
            golds.before(),
            golds.booked_allow(),
        )

    def _seated(self, says: tuple[str, ...]) -> tuple[str, ...]:
        """Where seats are chosen, the sentence says which."""
        if not self._plan.has_seats:
            return says
        found = []
        for say in says:
            way = self._chance.choice(self._golds.says("seat"))
            lead = SAID_ALONE if say.startswith(SAID_ALONE) and way.startswith("{say}") else ""
            found.append(filled(lead + way, say=say.removeprefix(SAID_ALONE)))
        return tuple(found)

    def _plain(self, number: int) -> Deed:
        fields = some(self._chance, self._plan.fields, 0 if number == 0 else 1, number + 1)
        return self._made(f"book{number}", self._said(fields), fields)

    def _do(self) -> str:
        return self._head(is_order=True)

    def _edge(self, name: str, which: str) -> Deed:
        says = self._golds.says(name, do=self._do())
        return self._made(name, says, where=f"o.at = (SELECT {which}(f.at) {self._same_day})")

    def _after(self) -> Deed:
        table = self._plan.t_open
        earlier = (
            f"FROM {table} p WHERE p.thing = o.thing AND day_start(p.at) = day_start(o.at) AND p.at < o.at"
        )
        between = (
            f"SELECT 1 FROM {table} f WHERE f.thing = :thing AND f.left > 0 AND f.at > p.at AND f.at < :at"
        )
        bound = (
            f"SELECT clock_time(p.at) AS after FROM {table} p WHERE p.thing = :thing AND p.at < :at "
            f"AND day_start(p.at) = day_start(:at) AND NOT EXISTS ({between})"
        )
        says = self._golds.says("after", do=self._do())
        return self._made("after", says, where=f"EXISTS (SELECT 1 {earlier})", more={"bound": bound})

    def _fallback(self) -> Deed:
        table = self._plan.t_open
        full = f"FROM {table} p WHERE p.left <= 0 AND day_start(p.at) = day_start"
        taken = f"SELECT clock_time(p.at) AS taken {full}(:at) AND p.thing = :thing"
        day = (
            f"SELECT 1 FROM {table} s JOIN {table} p ON p.thing = s.thing AND day_start(p.at) = "
            f"day_start(s.at)"
        )
        says = self._golds.says("fallback", do=self._do())
        return self._made(
            "fallback",
            says,
            thing=f"EXISTS ({day} WHERE s.thing = t.id AND s.left > 0 AND p.left <= 0)",
            where=f"EXISTS (SELECT 1 {full}(o.at) AND p.thing = o.thing)",
            more={"taken": taken},
        )

    def _full(self) -> Deed:
        """A time that is taken already, and no other will do."""
        plan, golds = self._plan, self._golds
        thing = golds.thing(f"EXISTS (SELECT 1 FROM {plan.t_open} f WHERE f.thing = t.id AND f.left <= 0)")
        draw = {"thing": thing, **golds.slot([], is_full=True)}
        look: Gold = [*golds.to_thing(), *golds.to_times(), {"scroll_to": golds.time_label()}]
        says = tuple(one.replace("{taken}", "{time}") for one in golds.says("full", do=self._do()))
        answer = {"answer": "It cannot be done: that time is not available, it is full."}
        return Deed("full", says, [*look, answer], golds.looked(golds.times_page), {}, draw, end="impossible")

    def _coded(self) -> Deed:
        plan, golds = self._plan, self._golds
        ends = golds.says("with_code", code=plan.code.lower())
        says = tuple(f"{one}{self._chance.choice(ends)}" for one in self._said([]))
        code = {"coded": f"SELECT {plan.code_sql(':thing', ':at')} AS code"}
        then: Gold = [{"read": "got", "near": plan.code}, {"answer": "{got}"}]
        return self._made("coded", says, more=code, then=then, goal=[{"answer": "{code}"}])

    def _reminded(self) -> Deed:
        plan, golds = self._plan, self._golds
        says = tuple(
            filled(self._chance.choice(golds.says("reminded")), say=one)
            for one in self._said([], is_order=True)
        )
        then: Gold = [{"tap": plan.remind_label}, {"tap": "{remind}"}]
        new = {"remind": list(plan.reminders[1:])}
        return self._made("reminded", says, then=then, stored={"remind": ":remind"}, new=new)

    def _has_cheapest(self) -> bool:
        """Whether some group has one that is cheapest, and that can be booked."""
        by_kind: dict[str, list[tuple[int, bool]]] = {}
        for one in self._plan.things:
            by_kind.setdefault(one.kind, []).append((one.values["cents"], one.is_gone))
        first = (sorted(many)[:2] for many in by_kind.values() if len(many) > 1)
        return any(one[0] < two[0] and not one[1] for one, two in first)

    def _no_time(self) -> Deed:
        golds = self._golds
        gold = [*golds.to_thing(), {"answer": "It cannot be done: there are no free times for it."}]
        says = golds.says("no_time", do=self._do())
        return Deed(
            "no_time",
            says,
            gold,
            golds.looked("thing"),
            {},
            {"thing": golds.thing("t.gone")},
            end="impossible",
        )

    def _missing(self) -> Deed:
        golds = self._golds
        says = tuple(f"{self._head('{other}')}{tail}" for tail in golds.says("head_missing"))
        gold: Gold = [
            *golds.to_search("{other}"),
            {"answer": "It cannot be done: there is no such thing there."},
        ]
        looked = golds.looked(self._plan.home_page)
        return Deed("missing", says, gold, looked, {"other": self._plan.missing[:8]}, end="impossible")
