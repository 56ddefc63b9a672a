"""What the owner does: habits, the sport and calls that come of them, plans, trips with trains and hotels.

Invariant: a trip's rides leave and return on its first and last day.
"""

from __future__ import annotations

import random

from phonebuddy.world.life.draft import DAY, Draft, Row, whole
from phonebuddy.world.life.parts import Habit, Plan, TripPart

PACE = {"run": 330, "walk": 720, "swim": 1800, "ride": 180}
"""Seconds a kilometre takes."""
BACK = 70
"""How many days of the past there are."""


def add_habits(draft: Draft) -> None:
    dice = draft.chance("habits")
    for kind in draft.character.habits:
        habit = draft.sources.routines.habits[kind]
        who = draft.with_role(habit.company) if habit.company else []
        person = whole(who[0], "id") if who else 0
        shift = 5 * dice.randint(-3, 3) if habit.alarm or habit.activity else 0
        draft.add(
            "habit",
            kind=kind,
            title=habit.title,
            days=str(habit.days),
            minute=habit.minute + shift,
            minutes=habit.minutes,
            place=draft.place(habit.place) if habit.place else 0,
            person=person,
            calendar=habit.calendar if habit.event else "",
            alarm=habit.alarm,
        )


def each_day(draft: Draft, row: Row) -> list[int]:
    """The days of the past on which a habit came, counted from today."""
    first_weekday = (draft.today // DAY + 3) % 7
    return [day for day in range(-BACK, 0) if str((first_weekday + day) % 7 + 1) in str(row["days"])]


def add_activities(draft: Draft) -> None:
    """Sport and calls that habits left behind."""
    dice = draft.chance("activities")
    for row in draft.rows["habit"]:
        habit = draft.sources.routines.habits[str(row["kind"])]
        for day in each_day(draft, row):
            if dice.randrange(6) == 0:
                continue
            if habit.activity:
                _add_activity(draft, dice, habit, row, day)
            if habit.call:
                _add_call(draft, dice, whole(row, "person"), draft.moment(day, whole(row, "minute")), "out")
    for _ in range(24):
        person = dice.choice(draft.rows["person"])
        at = draft.moment(-dice.randrange(1, 30), dice.randrange(500, 1260))
        _add_call(draft, dice, whole(person, "id"), at, dice.choice(("in", "in", "out", "missed")))


def _add_activity(draft: Draft, dice: random.Random, habit: Habit, row: Row, day: int) -> None:
    seconds = 60 * max(15, habit.minutes + dice.randint(-8, 8)) + dice.randrange(60)
    meters = seconds * 1000 // (PACE[habit.activity] + dice.randint(-15, 25))
    at = draft.moment(day, whole(row, "minute") + dice.randrange(15))
    draft.add(
        "activity",
        kind=habit.activity,
        title=habit.title,
        at=at,
        seconds=seconds,
        meters=meters // 10 * 10,
        climb=0 if habit.activity == "swim" else dice.randrange(10, 140),
        pulse=dice.randint(98, 158),
        place=row["place"],
        person=row["person"],
    )


def _add_call(draft: Draft, dice: random.Random, person: int, at: int, kind: str) -> None:
    if person:
        seconds = 0 if kind == "missed" else dice.randrange(40, 1900)
        phone = draft.person(person)["phone"]
        draft.add("call", person=person, phone=phone, at=at, kind=kind, seconds=seconds, event=0)


def add_trips(draft: Draft) -> None:
    """One past trip at most, and two to come: those that fit the character."""
    dice = draft.chance("trips")
    fitting = [trip for trip in draft.sources.routines.trips if set(trip.tags) & set(draft.character.stories)]
    past = [trip for trip in fitting if trip.ahead[1] < 0][:1]
    ahead = [trip for trip in fitting if trip.ahead[0] > 0]
    for trip in [*past, *ahead[:3]]:
        _add_trip(draft, dice, trip)


def _add_trip(draft: Draft, dice: random.Random, trip: TripPart) -> None:
    far = trip.by == "flight"
    used = {row["town"] for row in draft.rows["trip"]}
    towns = [t for t in draft.rows["town"][1:] if bool(t["far"]) == far and t["id"] not in used]
    town = dice.choice(towns)
    kin = [one for one in draft.with_role("family") if one["role"] not in ("partner", "child")]
    host = dice.choice(kin) if trip.reason == "family" else None
    if host is not None:
        host["town"] = town["name"]
    leaves = draft.moment(dice.randint(*trip.ahead), 0)
    returns = leaves + trip.days * DAY
    slots = {"town": str(town["name"]), "who": str(host["call"]) if host is not None else ""}
    nights = trip.days * draft.price(dice.randrange(7900, 12900, 100))
    number = draft.add(
        "trip",
        title=draft.fill(trip.title, slots),
        town=town["id"],
        leaves=leaves,
        returns=returns,
        reason=trip.reason,
        person=host["id"] if host is not None else 0,
        hotel=_hotel(draft, dice, str(town["name"])) if trip.hotel else 0,
        hotel_code=f"H{dice.randrange(10000, 99999)}" if trip.hotel else "",
        hotel_cents=nights if trip.hotel else 0,
    )
    draft.add(
        "event",
        kind="trip",
        title=draft.fill(trip.title, slots),
        at=leaves,
        ends=returns,
        all_day=1,
        place=draft.rows["trip"][number - 1]["hotel"],
        person=host["id"] if host is not None else 0,
        trip=number,
        calendar="work" if trip.reason == "work" else "home",
        remind=1440,
        note="",
        story="",
    )
    for origin, target, day in ((1, whole(town, "id"), leaves), (whole(town, "id"), 1, returns)):
        _add_ride(draft, dice, number, trip.by, (origin, target), day, whole(town, "km"))


def _hotel(draft: Draft, dice: random.Random, town: str) -> int:
    names = draft.pools.firms["hotel"]
    house, street = dice.randrange(1, 90), dice.choice(draft.pools.streets)
    return draft.add(
        "place",
        kind="hotel",
        name=dice.choice(names),
        town=town,
        x=dice.randrange(200, 800),
        y=dice.randrange(200, 800),
        street=f"{street}{house}号" if draft.language == "zh" else f"{house} {street}",
        opens=0,
        closes=1440,
        phone=f"+1 555 04{dice.randrange(100):02d} {dice.randrange(1000):03d}",
        lat=0.0,
        lon=0.0,
        rating=round(3.6 + dice.random() * 1.3, 1),
        person=0,
    )


def _add_ride(
    draft: Draft, dice: random.Random, trip: int, by: str, towns: tuple[int, int], day: int, km: int
) -> None:
    minutes = 75 + km // 11 if by == "flight" else 20 + km * 60 // 140
    departs = day + 60 * (5 * dice.randrange(84, 216))
    train = by == "train"
    letters = ("G", "D", "IC") if train else ("LK",)
    draft.add(
        "ride",
        trip=trip,
        kind=by,
        number=f"{dice.choice(letters)} {dice.randrange(101, 1990)}",
        origin=towns[0],
        target=towns[1],
        departs=departs,
        arrives=departs + 60 * minutes,
        coach=str(dice.randrange(1, 16)) if train else f"{dice.choice('ABC')}{dice.randrange(1, 40)}",
        seat=f"{dice.randrange(1, 30)}{dice.choice('ABCDF')}",
        code=f"{dice.choice('KLMNPR')}{dice.randrange(10000, 99999)}",
        cents=draft.price(km * 11 + 900 if train else km * 5 + 4900),
        bought=draft.moment(-dice.randrange(2, 26), dice.randrange(600, 1300))
        if day > draft.today
        else day - 20 * DAY + 60 * 700,
    )


def add_plans(draft: Draft) -> None:
    """What fills the weeks: something on most days, not twice the same within a fortnight."""
    dice = draft.chance("plans")
    fitting = [one for one in draft.sources.routines.plans if set(one.tags) & set(draft.character.stories)]
    last: dict[str, int] = {}
    for day in range(1 - BACK, 60):
        for _ in range(dice.choice((0, 1, 1, 2))):
            fresh = [one for one in fitting if day - last.get(one.title, -99) > 13]
            weekend = (draft.today // DAY + 3 + day) % 7 > 4
            free = [one for one in fresh if not (weekend and one.calendar == "work")]
            if free:
                plan = dice.choice(free)
                last[plan.title] = day
                _add_plan(draft, dice, plan, day)


def _add_plan(draft: Draft, dice: random.Random, plan: Plan, day: int) -> None:
    people = draft.with_role(plan.role)
    if not people:
        return
    person = dice.choice(people[:30])
    at = draft.moment(day, plan.minute + 15 * dice.randrange(-2, 3))
    event = draft.add(
        "event",
        kind=plan.kind,
        title=draft.fill(plan.title, {"a": str(person["call"])}),
        at=at,
        ends=at + 60 * plan.minutes,
        all_day=0,
        place=draft.place(plan.place) if plan.place else 0,
        person=person["id"],
        trip=0,
        calendar=plan.calendar,
        remind=dice.choice((-1, 10, 30, 60)),
        note=plan.note,
        story="",
    )
    if "{a}" in plan.title:
        draft.add("guest", event=event, person=person["id"], answer=dice.choice(("yes", "yes", "open")))
