"""Golds and draws of an app for bookings: the ways through its pages, and SQL for what is asked about.

Invariant: the way depends on the plan alone; names that are drawn mean the same in every deed.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.tasks.invented.booking.plan import Plan
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.fields import CHOICE, NUMBER, SWITCH, TEXT, Field, quoted
from phonebuddy.tasks.invented.meant import meant
from phonebuddy.tasks.invented.sketch import Data, Gold, filled

WORDS = Path(__file__).parent / "words.yaml"
OWN = 5
"""How often a way counts that does without the name of what it is about."""
HIDE: Data = {"press": "back"}
"""Puts the keyboard away, below which the rest of a form may lie."""

COMING = "b.status = 'booked' AND b.at > now() + 3600"
"""SQL for bookings that are still ahead."""


def ways() -> dict[str, list[str]]:
    found: dict[str, list[str]] = read_data(WORDS)
    return found


class Golds:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._chance = plan.chance

    # -- ways ------------------------------------------------------------------------------------------

    def _home(self) -> Gold:
        """From the first page to what can be booked."""
        return [{"tap": self._plan.new}] if self._plan.opens_mine else []

    def to_place(self, label: str) -> Gold:
        """To one of the main pages."""
        if label == self._plan.mine and self._plan.opens_mine:
            return []
        opened = {"drawer": [{"tap": "Menu"}], "overflow": [{"tap": "More options"}]}.get(self._plan.nav, [])
        return [*opened, {"tap": label}]

    def to_search(self, words: str) -> Gold:
        """To where words are looked for, if anywhere."""
        plan = self._plan
        if plan.search == "none" or (plan.layout == "kinds" and plan.search != "page"):
            return [*self._home(), {"swipe": "up"}]
        opened: Gold = [] if plan.search == "bar" else [{"tap": "Search"}]
        return [*self._home(), *opened, {"type": words, "into": plan.hint}]

    def to_row(self, slot: str = "name", kind: str = "kind", plain: bool = False) -> Gold:
        """To where the row of a thing is in sight; `plain`: without searching."""
        plan = self._plan
        if (
            plan.search in ("bar", "icon")
            and plan.layout != "kinds"
            and not plain
            and self._chance.random() < 0.4
        ):
            return self.to_search(f"{{{slot}}}")
        return [*self._home(), *([{"tap": f"{{{kind}}}"}] if plan.layout == "kinds" else [])]

    def to_thing(self, slot: str = "name", kind: str = "kind", plain: bool = False) -> Gold:
        if self._plan.search == "page" and not plain and self._chance.random() < 0.5:
            return [*self.to_search(f"{{{slot}}}"), {"tap": f"{{{slot}}}"}]
        return [*self.to_row(slot, kind, plain), {"tap": f"{{{slot}}}"}]

    def home_again(self) -> Gold:
        """From the page of a thing to the first one."""
        backs = 1 + (self._plan.layout == "kinds") + self._plan.opens_mine
        return [HIDE] * backs

    def to_booking(self, slot: str = "name") -> Gold:
        return [*self.to_place(self._plan.mine), {"tap": f"{{{slot}}}"}]

    def to_past(self) -> Gold:
        tab: Gold = [{"tap": "Past"}] if self._plan.past_at == "tabs" else []
        return [*self.to_place(self._plan.mine), *tab, {"tap": "{name}"}]

    def chosen(self, label: str) -> Gold:
        """One of the actions on the page of a booking."""
        return [{"tap": "More options"}, {"tap": label}] if self._plan.actions == "menu" else [{"tap": label}]

    def _day(self) -> Gold:
        plan = self._plan
        if plan.flow == "free" or plan.days == "picker":
            return [{"tap": plan.day_label}, {"pick_date": "{day_long}"}]
        if plan.days == "month":
            return [{"repeat": "{turns}", "do": [{"tap": "Next month"}]}, {"tap": "{day_long}"}]
        return [] if plan.days == "all" else [{"tap": "{day_short}"}]

    def time_label(self) -> str:
        return "{day_short}, {time}" if self._plan.days == "all" else "{time}"

    def when(self) -> Gold:
        if self._plan.flow == "free":
            return [*self._day(), {"tap": self._plan.time_label}, {"pick_time": "{time}"}]
        return [*self._day(), {"tap": self.time_label()}]

    def to_times(self) -> Gold:
        """From the page of a thing to the times of a day."""
        start: Gold = [] if self._plan.flow == "sheet" else [{"tap": self._plan.start}]
        return [*start, *self._day()]

    def to_form(self) -> Gold:
        start: Gold = [] if self._plan.flow == "sheet" else [{"tap": self._plan.start}]
        return [*start, *self.when()]

    def closing(self) -> Gold:
        plan = self._plan
        if plan.confirm in ("review", "sheet") and plan.flow != "free":
            return [{"tap": plan.next}, {"tap": plan.book}]
        return [{"tap": plan.book}, *([{"tap": plan.sure}] if plan.confirm == "dialog" else [])]

    def edited(self) -> Gold:
        """The end of the form that changes a booking."""
        return self.closing() if self._plan.flow == "free" else [{"tap": self._plan.save}]

    def written(self, text: str) -> Gold:
        """From the page of a thing: a message about it."""
        plan = self._plan
        return [{"tap": plan.ask}, {"type": text, "into": plan.question_label}, {"tap": plan.send}]

    def owner_entered(self, label: str, text: str) -> Gold:
        """On the owner's page."""
        return [{"replace": label, "with": text}, {"tap": self._plan.save}]

    @property
    def times_page(self) -> str:
        """The page on which the times of a day stand."""
        steps = "when_times" if self._plan.days == "list" else "when"
        return {"sheet": "thing", "page": "book", "steps": steps, "module": "booking"}[self._plan.flow]

    # -- seats -----------------------------------------------------------------------------------------

    def seated(self) -> Gold:
        return [{"tap": "Seat {seat}"}] if self._plan.has_seats else []

    def seat_draw(self) -> Data:
        return (
            {"place": f"SELECT seat FROM ({self._plan.seats_sql}) WHERE NOT taken"}
            if self._plan.has_seats
            else {}
        )

    def seat_goal(self) -> list[Data]:
        rows = f"SELECT 1 FROM {self._plan.t_booking}_seat WHERE booking > :last AND seat = :seat"
        return [{"exactly 1": rows}] if self._plan.has_seats else []

    # -- what is said and drawn ------------------------------------------------------------------------

    def says(self, deed: str, **parts: str) -> tuple[str, ...]:
        """Ways to say it, with the words of this app."""
        plan = self._plan
        words = {"noun": plan.noun, "nouns": plan.nouns, "booked": plan.booked, "bookeds": plan.bookeds}
        words["many"] = plan.data.get("count", {}).get("many", "")
        found = [filled(way, **(parts | words)) for way in ways()[deed]]
        self._chance.shuffle(found)
        return tuple(found)

    def said(self, part: str, one: Field) -> str:
        """What a sentence says about a field: `told`, `change` or `edit` it."""
        return self._chance.choice(self.said_all(part, one))

    def said_all(self, part: str, one: Field) -> tuple[str, ...]:
        kind = (
            "people" if one.name == "people" else {SWITCH: "switch", CHOICE: "choice"}.get(one.kind, "text")
        )
        value, own = f"{{n_{one.name}}}", meant("booking", one.said).sets if part != "edit" else ()
        ways = self.says(f"{part}_{kind}", s=one.said, v=value)
        return ways + tuple(filled(way, v=value) for way in own * OWN)

    def one(self, where: str = "1", more: str = "") -> str:
        """A booking that is still ahead."""
        plan = self._plan
        columns = f"b.id AS id, b.thing AS thing, t.name AS name{more}"
        return (
            f"SELECT {columns} FROM {plan.t_booking} b JOIN {plan.t_thing} t ON t.id = b.thing WHERE "
            f"{COMING} AND {where}"
        )

    @property
    def is_cheapest(self) -> str:
        """SQL: of its group it alone costs least."""
        group = f"SELECT count(*) FROM {self._plan.t_thing} g WHERE g.kind = t.kind"
        return f"({group} AND g.cents <= t.cents) = 1 AND ({group}) > 1"

    def looked(self, page: str) -> list[Data]:
        """A goal: that page was seen."""
        app = quoted(self._plan.name)
        return [
            {
                "present": f"SELECT 1 FROM phone_event WHERE app = {app} AND kind = 'page' AND detail = "
                f"{quoted(page)}"
            }
        ]

    def thing(self, where: str) -> str:
        return (
            f"SELECT t.id AS thing, t.name AS name, t.kind AS kind FROM {self._plan.t_thing} t WHERE {where}"
        )

    def slot(
        self, fields: list[Field], where: str = "1", is_moving: bool = False, is_full: bool = False
    ) -> Data:
        """A free time of :thing, as it is said and as the pages call it."""
        plan = self._plan
        said = self._chance.choice(("long_day({at})", "day({at})", "full_date({at})", "long_day({at})"))
        if plan.flow == "free":
            at = (
                "today() + 86400 * :days_off + 60 * (60 * CAST(substr(:time, 1, 2) AS INTEGER) + "
                "CAST(substr(:time, 4, 2) AS INTEGER))"
            )
            return {"slot": f"SELECT {at} AS at, {filled(said, at=at)} AS day, long_day({at}) AS day_long"}
        short = {"list": "relative_day(day_start(o.at), today())", "all": "day(o.at)"}.get(
            plan.days, "replace(substr(day(o.at), 1, length(day(o.at)) - 4), ',', '')"
        )
        need = ":n_people" if any(one.name == "people" for one in fields) else "1"
        enough = "o.left <= 0" if is_full else f"o.left >= CAST({need} AS INTEGER)"
        taken = f" AND o.at <> (SELECT b.at FROM {plan.t_booking} b WHERE b.id = :id)" if is_moving else ""
        return {
            "slot": f"SELECT o.id AS slot, o.at AS at, {filled(said, at='o.at')} AS day, long_day(o.at) AS "
            f"day_long, {short} AS day_short, clock_time(o.at) AS time, "
            f"iif(month(o.at) = month(today() + 86400), 0, 1) AS turns FROM {plan.t_open} o "
            f"WHERE o.thing = :thing AND {enough}{taken} AND {where}"
        }

    def moment_new(self) -> Data:
        """A day and a time that are invented, where any can be asked for."""
        low, high = self._plan.data["hours"]
        times = {
            f"{self._chance.randint(low, high - 1):02}:{self._chance.randrange(0, 60, 5):02}"
            for _ in range(8)
        }
        return {
            "days_off": sorted(self._chance.sample(range(1, 40), 8)),
            "time": sorted({*times, f"{low:02}:10", f"{high - 1:02}:35"}),
        }

    # -- fields ----------------------------------------------------------------------------------------

    def entered(self, fields: list[Field]) -> tuple[Data, Data, dict[str, str], Gold]:
        """Into a form that is new: what is invented, drawn, kept, and done."""
        new, draw, stored, gold = Data(), Data(), dict[str, str](), list[Data]()
        for one in [each for each in self._plan.fields if each in fields]:
            slot = f"n_{one.name}"
            stored[one.name] = f":{slot}"
            if one.kind == SWITCH:
                stored[one.name] = "1"
                gold.append({"tap": one.label, "role": "switch"})
                continue
            new[slot] = list(one.values[1:])
            if one.kind == NUMBER:
                new[slot] = list(range(2, one.high + 1))
                draw["more_drawn"] = f"SELECT :{slot} - 1 AS more"
                gold.append({"repeat": "{more}", "do": [{"tap": f"More: {one.label}"}]})
            elif one.kind == TEXT:
                new[slot] = list(one.values)
                gold += [{"type": f"{{{slot}}}", "into": one.label}, HIDE]
            else:
                gold += self._picked(one)
        if (
            gold
            and gold[-1] == HIDE
            and self._plan.starts_at == "bottom"
            and self._plan.flow in ("page", "steps")
        ):
            gold.pop()  # the button stands in a bar above the keyboard
        return new, draw, stored, gold

    def _picked(self, one: Field) -> Gold:
        value = f"{{n_{one.name}}}"
        return (
            [{"tap": value}]
            if one.style in ("segmented", "radio", "chips")
            else [{"tap": one.label}, {"tap": value}]
        )

    def changed(self, fields: list[Field]) -> tuple[Data, str, str, list[str], dict[str, str], Gold]:
        """In a filled form: what is invented; columns, joins, conditions of the draw; what is kept; done."""
        new, columns, joins, stored, gold = Data(), "", "", dict[str, str](), list[Data]()
        wheres = ["1"]
        for one in [each for each in self._plan.fields if each in fields]:
            slot = f"n_{one.name}"
            stored[one.name] = f":{slot}"
            if one.kind == SWITCH:
                stored[one.name] = "1"
                wheres.append(f"b.{one.name} = 0")
                gold.append({"tap": one.label, "role": "switch"})
            elif one.kind == NUMBER:
                numbers = " UNION ALL ".join(f"SELECT {number} AS value" for number in range(2, one.high + 1))
                columns += (
                    f", n.value AS {slot}, max(n.value - b.{one.name}, 0) AS up, max(b.{one.name} - "
                    f"n.value, 0) AS down"
                )
                joins += f"JOIN ({numbers}) n"
                wheres.append(f"n.value <> b.{one.name}")
                gold += [
                    {"repeat": "{up}", "do": [{"tap": f"More: {one.label}"}]},
                    {"repeat": "{down}", "do": [{"tap": f"Less: {one.label}"}]},
                ]
            elif one.kind == TEXT:
                new[slot] = list(one.values)
                wheres.append(f"b.{one.name} <> :{slot}")
                gold += [{"replace": one.label, "with": f"{{{slot}}}"}, HIDE]
            else:
                new[slot] = list(one.values[1:] if one.name == "people" else one.values)
                wheres.append(f"b.{one.name} <> :{slot}")
                gold += self._picked(one)
        if gold[-1] == HIDE and self._plan.flow != "free":
            gold.pop()  # the button to save stands at the top
        return new, columns, joins, wheres, stored, gold

    # -- what is checked -------------------------------------------------------------------------------

    def before(self) -> Data:
        return {"before": f"SELECT coalesce(max(id), 0) AS last FROM {self._plan.t_booking}"}

    def booked_goal(self, stored: dict[str, str]) -> list[Data]:
        """One booking more, with what was said and otherwise as the form begins."""
        first = {
            one.name: str(one.first) if isinstance(one.first, int) else quoted(one.first)
            for one in self._plan.fields
        }
        fields = "".join(f" AND {name} = {value}" for name, value in (first | stored).items())
        return [
            {
                "exactly 1": f"SELECT 1 FROM {self._plan.t_booking} WHERE id > :last AND thing = :thing AND "
                f"at = :at AND status = 'booked'{fields}"
            }
        ]

    def booked_allow(self) -> tuple[str, ...]:
        found = [f"insert {self._plan.t_booking} where id = :last + 1"]
        if self._plan.has_seats:
            found.append(f"insert {self._plan.t_booking}_seat where booking = :last + 1")
        return tuple(found)
