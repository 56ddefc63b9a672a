"""Who is in a life: the owner, family, friends, colleagues, and those who are called when something is
needed.

Invariant: family comes first, then friends, colleagues and services, and nobody shares a phone number.
"""

from __future__ import annotations

import random
import unicodedata

from phonebuddy.world.life.draft import DAY, Draft, Row, whole
from phonebuddy.world.life.parts import Pools

FEMALE = frozenset(("mother", "sister", "grandmother", "aunt", "niece", "daughter"))
MALE = frozenset(("father", "brother", "grandfather", "uncle", "nephew", "son"))
OLDER = {"mother": 28, "father": 30, "grandmother": 55, "grandfather": 57, "aunt": 26, "uncle": 27}
YOUNGER = {"child": -28, "niece": -24, "nephew": -25, "daughter": -28, "son": -30, "grandchild": -58}
OWN_NAME = frozenset(
    ("mother", "father", "brother", "sister", "child", "son", "daughter", "grandfather", "grandmother")
)
CLOSE = {"partner": 3, "mother": 3, "father": 2, "child": 3, "daughter": 3, "son": 2}
MAIL_HOSTS = ("mail.example", "post.example", "inbox.example")


class Names:
    """Names nobody else has: each family name once, so that a name is enough to find somebody."""

    def __init__(self, pools: Pools, foreign: Pools, dice: random.Random) -> None:
        self._dice = dice
        self._women = [dice.sample(pool.women, len(pool.women)) for pool in (pools, foreign)]
        self._men = [dice.sample(pool.men, len(pool.men)) for pool in (pools, foreign)]
        self._families = [dice.sample(pool.families, len(pool.families)) for pool in (pools, foreign)]
        self._taken = [0, 0, 0, 0, 0, 0]

    def given(self, sex: str, foreign: bool = False) -> str:
        pool = (self._women if sex == "f" else self._men)[foreign]
        return pool[self._next(2 * foreign + (sex == "m")) % len(pool)]

    def family(self, foreign: bool = False) -> str:
        pool = self._families[foreign]
        return pool[self._next(4 + foreign) % len(pool)]

    def _next(self, which: int) -> int:
        self._taken[which] += 1
        return self._taken[which] - 1


def whole_name(given: str, family: str) -> str:
    """A name as it is written: in Chinese characters the family name first, without a space."""
    return f"{family}{given}" if "\u4e00" <= family[:1] <= "\u9fff" else f"{given} {family}"


def mail_name(given: str, family: str, number: int) -> str:
    """What stands before the @: the name, or a number where mail cannot spell it."""
    plain = unicodedata.normalize("NFKD", f"{given}.{family}".lower().replace(" ", ""))
    plain = "".join(letter for letter in plain if letter.isascii())
    return plain if len(plain) > 4 else f"{100000 + number}"


def host_of(firm: str, number: int) -> str:
    """The mail host of a firm."""
    plain = "".join(letter for letter in firm.lower() if letter.isascii() and letter.isalnum())
    return f"{plain or f'firm{number}'}.example"


def add_owner(draft: Draft) -> Names:
    """The owner, without home, work and bank; and the names that are left for the others."""
    dice = draft.chance("owner")
    names = Names(draft.pools, draft.sources.foreign, draft.chance("names"))
    character = draft.character
    sex = character.sex if character.sex in ("f", "m") else dice.choice("fm")
    given, family = names.given(sex), names.family()
    age = dice.randint(*character.age)
    handle = mail_name(given, family, 4000 + dice.randrange(900)).replace(".", "")
    pet = dice.choice(draft.pools.pets[character.pet]) if character.pet else ""
    firm = _employer(draft, dice)
    draft.add(
        "owner",
        character=character.character,
        language=draft.language,
        given=given,
        family=family,
        name=whole_name(given, family),
        handle=handle,
        sex=sex,
        birthday=draft.today - (age * 365 + dice.randrange(360)) * DAY,
        phone="+1 555 0100 000",
        mail=f"{mail_name(given, family, 4711)}@mail.example",
        work_mail=f"{mail_name(given, family, 4711)}@{host_of(firm, 1)}" if firm else "",
        home=1,
        work=0,
        street="",
        town="",
        job=character.job,
        employer=firm,
        income=draft.price(character.income),
        bank="",
        account=f"PB {dice.randrange(1000, 9999)} {dice.randrange(1000, 9999)} {dice.randrange(1000, 9999)}",
        card=f"{dice.randrange(1000, 9999)}",
        wifi=_wifi(draft, dice),
        wifi_key=f"plum-kettle-{dice.randrange(100, 999)}",
        pet=pet,
        pet_kind=draft.pools.pet_kinds.get(character.pet, ""),
        car=f"PB {dice.randrange(100, 999)} {dice.choice('ABCDEFGH')}{dice.choice('KLMNPRST')}"
        if character.car
        else "",
    )
    return names


def _employer(draft: Draft, dice: random.Random) -> str:
    work = draft.character.work
    if work == "employers":
        return dice.choice(draft.pools.employers)
    options = draft.pools.firms.get(work) or draft.pools.places.get(work) or [""]
    return dice.choice(options)


def _wifi(draft: Draft, dice: random.Random) -> str:
    return f"Lindenhof-{dice.randrange(10, 99)}"


def add_people(draft: Draft, names: Names) -> None:
    dice = draft.chance("people")
    for role in draft.character.family:
        _add_relative(draft, names, dice, role)
    for number in range(draft.character.friends):
        _add_other(draft, names, dice, "friend", "neighbour" if number % 19 == 5 else "friend")
    if draft.owner["employer"] or draft.character.colleagues:
        for number in range(draft.character.colleagues):
            _add_other(draft, names, dice, "colleague", "boss" if number == 0 else "colleague")
    for role in draft.pools.services:
        _add_service(draft, names, dice, role)


def _phone(number: int, dice: random.Random) -> str:
    # A prime keeps the numbers apart and hides that they were counted.
    mixed = (number * 700 + dice.randrange(700)) * 31337 % 99991
    return f"+1 555 01{mixed // 1000:02d} {mixed % 1000:03d}"


def _add(draft: Draft, dice: random.Random, **given: str | int | None) -> None:
    number = len(draft.rows["person"]) + 1
    first, last = str(given["given"]), str(given["family"])
    firm = str(given.get("company") or "")
    host = (
        host_of(firm, number)
        if given["relation"] in ("colleague", "service") and firm
        else dice.choice(MAIL_HOSTS)
    )
    row: Row = {
        "name": whole_name(first, last),
        "call": first,
        "phone": _phone(number, dice),
        "mail": f"{mail_name(first, last, number * 61 + dice.randrange(60))}@{host}",
        "street": _street(draft, dice),
        "town": dice.choice(draft.pools.towns[:6]),
        "company": "",
        "birthday": None,
        "close": 0,
        "note": "",
    }
    draft.add("person", **{**row, **given})


def _street(draft: Draft, dice: random.Random) -> str:
    house, street = 1 + dice.randrange(180), dice.choice(draft.pools.streets)
    return f"{street}{house}号" if draft.language == "zh" else f"{house} {street}"


def _add_relative(draft: Draft, names: Names, dice: random.Random, role: str) -> None:
    owner = draft.owner
    sex = "f" if role in FEMALE else "m" if role in MALE else dice.choice("fm")
    if role == "partner":
        sex = "m" if owner["sex"] == "f" else "f"
    years = OLDER.get(role, YOUNGER.get(role, dice.randint(-4, 4)))
    born = whole(owner, "birthday") - (years * 365 + dice.randrange(-400, 400)) * DAY
    first = names.given(sex)
    _add(
        draft,
        dice,
        given=first,
        family=str(owner["family"]) if role in OWN_NAME else names.family(),
        sex=sex,
        relation="family",
        role=role,
        birthday=born - born % DAY,
        close=CLOSE.get(role, 1),
        call=draft.pools.calls.get(role, first),
        **(
            {"street": str(owner["street"]), "town": str(owner["town"])}
            if role in ("partner", "child")
            else {}
        ),
    )


def _add_other(draft: Draft, names: Names, dice: random.Random, relation: str, role: str) -> None:
    sex, foreign = dice.choice("fm"), dice.randrange(8) == 0
    near = len([one for one in draft.rows["person"] if one["relation"] == relation]) < 14
    firm = str(draft.owner["employer"]) if relation == "colleague" else ""
    if relation == "friend" and dice.randrange(5) < 3:
        firm = dice.choice(draft.pools.employers)
    _add(
        draft,
        dice,
        given=names.given(sex, foreign),
        family=names.family(foreign),
        sex=sex,
        relation=relation,
        role=role,
        company=firm,
        birthday=draft.today - dice.randrange(8000, 21000) * DAY,
        close=(2 if near else 1) - (relation != "friend"),
    )


def _add_service(draft: Draft, names: Names, dice: random.Random, role: str) -> None:
    service, sex = draft.pools.services[role], dice.choice("fm")
    _add(
        draft,
        dice,
        given=names.given(sex),
        family=names.family(),
        sex=sex,
        relation="service",
        role=role,
        company=service.firm,
        note=service.note,
        town=str(draft.owner["town"]),
    )
