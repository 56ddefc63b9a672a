"""Where a life takes place: towns, streets, firms, and the places the owner goes to.

Invariant: place 1 is home.
"""

from __future__ import annotations

import random

from phonebuddy.world.life.draft import Draft, whole
from phonebuddy.world.life.people import host_of

OPEN = {
    "home": (0, 1440),
    "work": (420, 1200),
    "station": (0, 1440),
    "airport": (0, 1440),
    "park": (0, 1440),
    "restaurant": (690, 1380),
    "cafe": (420, 1140),
    "bakery": (360, 1080),
    "cinema": (780, 1440),
    "supermarket": (420, 1260),
    "gym": (360, 1320),
    "pool": (420, 1260),
    "hotel": (0, 1440),
    "theatre": (1020, 1380),
    "bank": (540, 960),
}
DEFAULT_OPEN = (540, 1080)


def add_towns(draft: Draft) -> None:
    """The owner's town, then the others; a few are far enough to fly."""
    dice = draft.chance("towns")
    towns = dice.sample(draft.pools.towns, len(draft.pools.towns))
    lat, lon = 48 + dice.random() * 4, 8 + dice.random() * 4
    for number, name in enumerate(towns):
        far = number % 5 == 4
        km = 0 if number == 0 else dice.randint(900, 2400) if far else dice.randint(40, 420)
        draft.add(
            "town",
            name=name,
            code=_code(number, dice),
            km=km,
            far=int(far),
            lat=round(lat + (dice.random() - 0.5) * km / 60, 4),
            lon=round(lon + (dice.random() - 0.5) * km / 40, 4),
        )
    for name in dice.sample(draft.pools.streets, len(draft.pools.streets)):
        draft.add("street", name=name)


def _code(number: int, dice: random.Random) -> str:
    letters = "ABCDEFGHKLMNPRSTVWXZ"
    return letters[number % 20] + dice.choice(letters) + dice.choice(letters)


def add_firms(draft: Draft) -> None:
    dice = draft.chance("firms")
    kinds = [("employer", [str(draft.owner["employer"])]), *draft.pools.firms.items()]
    for kind, names in kinds:
        for name in dice.sample(names, len(names)):
            number = len(draft.rows["company"]) + 1
            phone = f"+1 555 02{dice.randrange(100):02d} {dice.randrange(1000):03d}"
            draft.add("company", kind=kind, name=name, mail=f"hello@{host_of(name, number)}", phone=phone)
    draft.owner["bank"] = draft.firm("bank")["name"]


def add_places(draft: Draft) -> None:
    """Home, work, and one or more of each kind; services work where their firm is."""
    dice = draft.chance("places")
    town = str(draft.rows["town"][0]["name"])
    home = _add(draft, dice, "home", "", town)
    row = draft.rows["place"][home - 1]
    owner = draft.owner
    row["name"] = {"en": "Home", "zh": "家"}[draft.language]
    row["x"], row["y"] = 500, 500
    owner["street"], owner["town"] = row["street"], town
    if owner["employer"]:
        owner["work"] = _add(draft, dice, "work", str(owner["employer"]), town)
    for kind, names in draft.pools.places.items():
        for name in dice.sample(names, len(names)):
            _add(draft, dice, kind, name, town)


def link_people(draft: Draft) -> None:
    """Services work at their firm's place; the closest live at places one can go to."""
    for person in draft.rows["person"]:
        if person["relation"] == "service":
            for place in draft.rows["place"]:
                if place["name"] == person["company"]:
                    place["person"], place["phone"] = person["id"], person["phone"]
                    person["street"], person["town"] = place["street"], place["town"]
        elif whole(person, "close") >= 2 and person["role"] not in ("partner", "child"):
            _add_house(
                draft, whole(person, "id"), str(person["name"]), str(person["street"]), str(person["town"])
            )


def _add_house(draft: Draft, number: int, name: str, street: str, town: str) -> None:
    dice = draft.chance(f"house {number}")
    made = _add(draft, dice, "house", name, town)
    draft.rows["place"][made - 1].update(
        street=street, person=number, rating=0.0, phone="", opens=0, closes=1440
    )


def _add(draft: Draft, dice: random.Random, kind: str, name: str, town: str) -> int:
    base = draft.rows["town"][0]
    x, y = dice.randrange(60, 940), dice.randrange(60, 940)
    house, street = dice.randrange(1, 120), dice.choice(draft.pools.streets)
    opens, closes = OPEN.get(kind, DEFAULT_OPEN)
    private = kind in ("home", "work", "house")
    return draft.add(
        "place",
        kind=kind,
        name=name,
        town=town,
        x=x,
        y=y,
        opens=opens,
        closes=closes,
        street=f"{street}{house}号" if draft.language == "zh" else f"{house} {street}",
        phone="" if private else f"+1 555 03{dice.randrange(100):02d} {dice.randrange(1000):03d}",
        lat=round(float(str(base["lat"])) + (500 - y) / 20000, 5),
        lon=round(float(str(base["lon"])) + (x - 500) / 13000, 5),
        rating=0.0 if private else round(3.4 + dice.random() * 1.5, 1),
        person=0,
    )


def add_weather(draft: Draft) -> None:
    """Yesterday to ten days ahead, for every town."""
    dice = draft.chance("weather")
    kinds = ("sun", "sun", "cloud", "cloud", "rain", "rain", "wind", "storm", "fog")
    for town in draft.rows["town"]:
        warm = dice.randint(13, 22)
        for day in range(-1, 11):
            kind = dice.choice(kinds)
            wet = {"rain": (60, 95), "storm": (70, 98), "cloud": (10, 45)}.get(kind, (0, 15))
            high = warm + dice.randint(-4, 5) - 3 * (kind in ("rain", "storm", "fog"))
            draft.add(
                "weather",
                town=town["id"],
                day=draft.moment(day, 0),
                kind=kind,
                low=high - dice.randint(5, 10),
                high=high,
                rain=dice.randint(*wet),
                wind=dice.randint(30, 60) if kind in ("wind", "storm") else dice.randint(3, 25),
            )
