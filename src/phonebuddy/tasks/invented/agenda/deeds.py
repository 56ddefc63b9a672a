"""Deeds of an agenda: other times, another day, all day, no deadline, a reminder, two weekdays.

Invariant: a goal names the thing by its id, and `allow` lets nothing change but what was asked for; a thing
never ends before it starts.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.tasks.invented.agenda.data import words
from phonebuddy.tasks.invented.agenda.moments import DAYS, moved, said_time
from phonebuddy.tasks.invented.agenda.plan import WEEK
from phonebuddy.tasks.invented.agenda.ways import Ways
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, filled

SOONER, LATER = "sooner", "later"
SHIFTS = {SOONER: [-75, -60, -45, -30, -20, -15], LATER: [5, 10, 15, 20, 30, 40, 45]}
"""Minutes; nothing lasts less than an hour, so a start may be so much later and an end so much earlier."""
DAYS_OFF = {
    SOONER: [-1, -2, -3, -5, -7, -12, -20, -30],
    LATER: [1, 2, 3, 4, 6, 7, 10, 14, 21, 30, 45, 60, 80],
}
HOURS, LENGTHS = list(range(420, 1080, 35)), [30, 45, 60, 75, 90, 110, 120, 150]
TURNS = 2
"""How often a way counts that says which way it goes: there are fewer of them."""
_BY_DAY = {
    True: (
        "the {n} on {told_day} at {told_time}",
        "my {told_time} {n} on {told_day}",
        "the {told_time} {n} of {told_day}",
    ),
    False: ("the {n} due on {told_day}", "the {n} whose last day is {told_day}", "my {n} due on {told_day}"),
}
"""A thing without its name: held at some time, owed by some day."""
_BOTH = {"a": "{first_said}", "b": "{last_said}"}
"""The slots of two times or days; other frames have an `{a}` and a `{b}` of their own."""


class Deeds:
    def __init__(self, ways: Ways) -> None:
        self._ways, self._plan = ways, ways.plan
        self._table, self._chance, self._slots = ways.plan.table, ways.plan.chance, ways.plan.slots

    def all(self) -> list[Deed]:
        found = self._held() if self._plan.is_held else self._owed()
        unnamed = [self._unnamed(one) for one in found if self._can_be_unnamed(one)]
        return [*map(self._named, [*found, self._weekly()]), *unnamed]

    def _held(self) -> list[Deed]:
        found = [self._shifting(form, turn) for form in ("start", "end") for turn in (SOONER, LATER)]
        found += [self._moving("day", "day", turn, "1") for turn in (SOONER, LATER)]
        return [
            *found,
            self._spanning(),
            self._filling(),
            self._timing(),
            self._pinging(),
            self._silencing("ping"),
        ]

    def _owed(self) -> list[Deed]:
        found = [self._moving("due", "due", turn, "due <> 0") for turn in (SOONER, LATER)]
        found.append(self._moving("due", "due", "", "due = 0"))
        found += [self._moving("begins", "begins", "", "1"), self._moving("ping", "ping_on", "", "1")]
        return [*found, self._hurrying(), self._resting(), self._silencing("ping_on")]

    # -- words -----------------------------------------------------------------------------------------

    def _says(self, form: str, turn: str = "", **parts: str) -> tuple[str, ...]:
        """Ways to ask for it, in which `{it}` is still to be filled."""
        ways = words()["forms"][form]
        return tuple(filled(way, **parts) for way in [*ways["any"], *ways.get(turn, ()) * TURNS])

    def _one(self, where: str) -> Data:
        return {"one": f"SELECT id, name FROM {self._table} WHERE {where}"}

    def _deed(
        self, name: str, says: Sequence[str], gold: Gold, sets: dict[str, str], draw: Data, new: Data
    ) -> Deed:
        """Gold from the page of the thing on; who is meant is still to be said."""
        is_so = " AND ".join(f"{column} = {value}" for column, value in sets.items())
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND {is_so}"}]
        allow = (f"update {self._table}({', '.join(sets)}) where id = :id",)
        return Deed(name, tuple(says), gold, goal, new, draw, {}, allow)

    # -- times -----------------------------------------------------------------------------------------

    def _shifting(self, form: str, turn: str) -> Deed:
        column = f"{form}s"
        said = self._clock(f"{column} + :far")
        times = f"SELECT {column} + :far AS moment, clock_time(60 * ({column} + :far)) AS clock, {said} AS v"
        draw = {**self._one("NOT whole"), "times": f"{times} FROM {self._table} WHERE id = :id"}
        shifts = SHIFTS[turn] if form == "start" or turn == LATER else [-one for one in SHIFTS[LATER]]
        gold = self._ways.changed(self._ways.time(self._slots[column], "{clock}"))
        says = self._says(form, turn, v="{v}")
        return self._deed(f"{form}_{turn}", says, gold, {column: ":moment"}, draw, {"far": shifts})

    def _clock(self, minutes: str) -> str:
        """SQL for a time as somebody says it; what is typed is said as it is typed."""
        is_typed = self._plan.times == "typed"
        return f"clock_time(60 * ({minutes}))" if is_typed else said_time(minutes, self._chance)

    def _between(self, start: str) -> Data:
        """Two times, the second `lasts` minutes after the first."""
        one, two = start, f"{start} + :lasts"
        # People say both by one clock.
        said = [f"clock_time(60 * ({each}))" for each in (one, two)]
        columns = f"{one} AS first, {two} AS last, {said[0]} AS first_said, {said[1]} AS last_said"
        return {"times": f"SELECT {columns} FROM {self._table} WHERE id = :id"}

    def _set_both(self) -> list[Gold]:
        return [
            self._ways.time(self._slots["starts"], "{first_said}"),
            self._ways.time(self._slots["ends"], "{last_said}"),
        ]

    def _spanning(self) -> Deed:
        draw = {**self._one("NOT whole"), **self._between("starts + :far")}
        gold = self._ways.changed(*self._set_both())
        new = {"far": [-120, -90, -60, 60, 90, 120, 150], "lasts": LENGTHS}
        sets = {"starts": ":first", "ends": ":last"}
        return self._deed("span", self._says("span", **_BOTH), gold, sets, draw, new)

    def _filling(self) -> Deed:
        gold = self._ways.changed(self._ways.whole())
        return self._deed("whole", self._says("whole"), gold, {"whole": "1"}, self._one("NOT whole"), {})

    def _timing(self) -> Deed:
        draw = {**self._one("whole"), **self._between(":hour")}
        gold = self._ways.changed(self._ways.whole(), *self._set_both())
        sets = {"whole": "0", "starts": ":first", "ends": ":last"}
        new = {"hour": HOURS, "lasts": LENGTHS}
        return self._deed("timed", self._says("timed", **_BOTH), gold, sets, draw, new)

    def _pinging(self) -> Deed:
        moment = "starts - :early"
        said = self._clock(moment)
        times = f"SELECT {moment} AS moment, clock_time(60 * ({moment})) AS clock, {said} AS v"
        where = f"NOT whole AND ping <> {moment}"
        draw = {**self._one(where), "times": f"{times} FROM {self._table} WHERE id = :id"}
        gold = self._ways.changed(self._ways.time(self._slots["ping"], "{clock}"))
        new = {"early": [5, 10, 20, 25, 35, 40, 50, 75]}
        return self._deed("ping", self._says("ping", v="at {v}"), gold, {"ping": ":moment"}, draw, new)

    def _hurrying(self) -> Deed:
        """A deadline gets a time."""
        said = self._clock(":hour")
        draw = {
            **self._one("due <> 0 AND due_at = -1"),
            "times": f"SELECT clock_time(60 * :hour) AS clock, {said} AS v",
        }
        gold = self._ways.changed(self._ways.time(self._slots["due_at"], "{clock}"))
        says = self._says("due_at", v="{v}")
        return self._deed("due_at", says, gold, {"due_at": ":hour"}, draw, {"hour": [*HOURS, 930, 720, 1020]})

    # -- days ------------------------------------------------------------------------------------------

    def _moving(self, form: str, column: str, turn: str, where: str) -> Deed:
        is_free = f"iif({column} = 0, today(), {column}) + 86400 * :far > today()"
        draw = {**self._one(f"{where} AND {is_free}"), **moved(column, self._table, self._chance)}
        gold = self._ways.changed(self._ways.day(self._slots[column]))
        says = self._says(form, turn, v="on {v}" if form == "ping" else "{v}")
        new = {"far": DAYS_OFF[turn or LATER]}
        return self._deed(f"{column}_{turn or 'set'}", says, gold, {column: ":moment"}, draw, new)

    # -- taking away -----------------------------------------------------------------------------------

    def _resting(self) -> Deed:
        sets = {"due": "0", "due_at": "-1"}
        gold = self._ways.clear(self._slots["due"])
        return self._deed("undue", self._says("undue"), gold, sets, self._one("due <> 0"), {})

    def _silencing(self, column: str) -> Deed:
        one = self._slots[column]
        where, gold = self._one(f"{column} <> {one.none}"), self._ways.clear(one)
        return self._deed("unping", self._says("unping"), gold, {column: str(one.none)}, where, {})

    # -- weekdays --------------------------------------------------------------------------------------

    def _weekly(self) -> Deed:
        pairs = [f"{one} {two}" for at, one in enumerate(WEEK) for two in WEEK[at + 1 :]]
        columns = self._plan.columns
        wanted = {one: f"(instr(:pair, {quoted(day)}) > 0)" for one, day in zip(columns, WEEK, strict=True)}
        flips = ", ".join(f"{one} <> {wanted[one]} AS flip_{one}" for one in columns)
        names = "substr(:pair, 1, instr(:pair, ' ') - 1) AS first_said"
        names += ", substr(:pair, instr(:pair, ' ') + 1) AS last_said"
        differs = " OR ".join(f"{one} <> {wanted[one]}" for one in columns)
        draw = {
            **self._one(f"({differs})"),
            "days": f"SELECT {flips}, {names} FROM {self._table} WHERE id = :id",
        }
        new = {"pair": self._chance.sample(pairs, 10)}
        return self._deed("week", self._says("week", **_BOTH), self._ways.week(), wanted, draw, new)

    # -- who is meant ----------------------------------------------------------------------------------

    def _named(self, deed: Deed) -> Deed:
        called = ("{name}", "{name}", "{name}", "the {n} {name}", "my {n} {name}")
        gold = [*self._ways.to_thing(), *deed.gold]
        return deed._replace(says=self._of(called, deed.says), gold=gold)

    def _can_be_unnamed(self, deed: Deed) -> bool:
        """Where the list says what it is told by."""
        return ("NOT whole" if self._plan.is_held else "due <> 0") in deed.draw["one"]

    def _unnamed(self, deed: Deed) -> Deed:
        """The same, of a thing that is told by when it is."""
        plan = self._plan
        told = f"{self._chance.choice(DAYS).format(plan.when_column)} AS told_day"
        told += ", clock_time(60 * starts) AS told_time" if plan.is_held else ""
        one = deed.draw["one"].replace("SELECT id, name", f"SELECT id, name, {told}")
        says, gold = self._of(_BY_DAY[plan.is_held], deed.says), [*self._ways.to_row(), *deed.gold]
        name, draw = f"{deed.name}_by_day", {**deed.draw, "one": one}
        return deed._replace(name=name, says=says, gold=gold, draw=draw)

    def _of(self, called: Sequence[str], says: Sequence[str]) -> tuple[str, ...]:
        pick, noun = self._chance.choice, self._plan.noun
        return tuple(filled(filled(way, it=pick(called)), n=noun) for way in says)
