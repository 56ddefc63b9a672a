"""The pieces of data lives are made of, with their types: characters, names, routines, stories and small
talk.

docs/life.md says how to write them. Invariant: a key that nobody reads is refused.
"""

from __future__ import annotations

import msgspec


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of data whose keys are all known."""


class Character(Strict, frozen=True):
    """A kind of person; the seed makes one of it."""

    character: str
    language: str
    age: tuple[int, int]
    sex: str
    job: str
    work: str
    """employers, a kind of firm or of place, or empty."""
    income: int
    savings: int
    family: list[str]
    friends: int
    colleagues: int
    pet: str
    car: int
    bills: list[str]
    habits: list[str]
    stories: list[str]


class Service(Strict, frozen=True):
    firm: str
    note: str
    place: str


class Pools(Strict, frozen=True):
    women: list[str]
    men: list[str]
    families: list[str]
    streets: list[str]
    towns: list[str]
    employers: list[str]
    firms: dict[str, list[str]]
    services: dict[str, Service]
    places: dict[str, list[str]]
    calls: dict[str, str]
    pets: dict[str, list[str]]
    pet_kinds: dict[str, str]
    months: list[str]
    weekdays: list[str]
    bands: list[str]
    albums: list[str]
    songs: list[str]


class EventPart(Strict, frozen=True):
    kind: str
    title: str
    calendar: str = "home"
    remind: int = -1
    note: str = ""
    guests: list[str] = []


class MailPart(Strict, frozen=True):
    day: int
    minute: int
    subject: str
    text: str
    who: str = ""
    to: str = ""
    firm: str = ""


class TaskPart(Strict, frozen=True):
    title: str
    list: str = "home"
    due: int | None = None
    done: int | None = None
    priority: int = 0
    about: str = ""


class NotePart(Strict, frozen=True):
    title: str
    body: str
    folder: str = "home"
    at: int = -5
    about: str = ""
    pinned: int = 0


class DebtPart(Strict, frozen=True):
    who: str
    cents: int
    text: str
    day: int


class OrderPart(Strict, frozen=True):
    app: str
    what: str
    cents: int
    day: int


class TastePart(Strict, frozen=True):
    who: str
    topic: str
    value: str | int
    text: str
    day: int


class PhotoPart(Strict, frozen=True):
    title: str
    picture: str
    day: int = 0
    person: str = ""


class Story(Strict, frozen=True):
    """Something that happens, as it is told all over the phone."""

    story: str
    tag: str
    who: dict[str, str] = {}
    day: tuple[int, int] | None = None
    weekend: int = 0
    minute: int = 0
    minutes: int = 60
    place: str = ""
    place_of: str = ""
    number: tuple[int, int] = (0, 0)
    amount: int = 0
    event: EventPart | None = None
    debt: DebtPart | None = None
    order: OrderPart | None = None
    taste: TastePart | None = None
    say: list[tuple[str, int, int, str]] = []
    mail: list[MailPart] = []
    task: list[TaskPart] = []
    note: list[NotePart] = []
    photo: list[PhotoPart] = []


class Habit(Strict, frozen=True):
    title: str
    days: str | int
    minute: int
    minutes: int
    place: str = ""
    alarm: int = 0
    event: int = 0
    calendar: str = "home"
    cost: int = 0
    category: str = ""
    firm: str = ""
    activity: str = ""
    call: int = 0
    company: str = msgspec.field(default="", name="with")
    """The role of whoever it is with."""


class Bill(Strict, frozen=True):
    firm: str
    cents: tuple[int, int]
    day: int
    term: int
    auto: int
    title: str
    category: str
    same: int = 0


class Till(Strict, frozen=True):
    category: str
    cents: tuple[int, int]
    often: int
    place: str = ""
    firm: str = ""


class Meal(Strict, frozen=True):
    place: str
    dish: str
    cents: int


class TripPart(Strict, frozen=True):
    title: str
    reason: str
    days: int
    ahead: tuple[int, int]
    by: str
    hotel: int
    tags: list[str]


class Plan(Strict, frozen=True):
    kind: str
    title: str
    role: str
    place: str
    minute: int
    minutes: int
    calendar: str
    tags: list[str]
    note: str


class Good(Strict, frozen=True):
    key: int
    name: str
    cents: int
    options: str = ""


class Routines(Strict, frozen=True):
    habits: dict[str, Habit]
    bills: dict[str, Bill]
    till: list[Till]
    meals: list[Meal]
    trips: list[TripPart]
    notes: list[NotePart]
    tasks: list[TaskPart]
    photos: list[PhotoPart]
    letters: dict[str, str | dict[str, str]]
    goods: list[Good]
    plans: list[Plan]


class Post(Strict, frozen=True):
    picture: str
    text: str


class Coming(Strict, frozen=True):
    """A message that arrives while the phone is used."""

    minute: int
    role: str
    which: int
    text: str


class Sent(Strict, frozen=True):
    """A picture that came with a message."""

    picture: str
    file: str
    text: str


class Chats(Strict, frozen=True):
    family: list[list[str]]
    friend: list[list[str]]
    colleague: list[list[str]]
    service: list[list[str]]
    posts: list[Post]
    replies: list[str]
    coming: list[Coming]
    sent: list[Sent]


class Sources(Strict, frozen=True):
    """Everything a life is drawn from, in one language."""

    language: str
    pools: Pools
    foreign: Pools
    """Names of the other language, for friends from elsewhere."""
    routines: Routines
    stories: list[Story]
    chats: Chats
    foreign_chats: Chats
    """What friends from elsewhere say, in the other language."""
