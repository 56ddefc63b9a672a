"""The plan of an app for bookings: what chance decides: the things, the words, the build, the content.

Invariant: pages and deeds are made from this
one plan, so that everything a deed's gold does is on the pages of this very sketch.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.tasks.invented.booking.data import domains
from phonebuddy.tasks.invented.fields import CHOICE, MONEY, NUMBER, SWITCH, TEXT, Field, quoted
from phonebuddy.tasks.invented.grammar import an, plural
from phonebuddy.tasks.invented.sketch import Data, filled, some

FEWEST, MOST = 8, 14
"""Things on a phone."""
DAYS = {"strip": 4, "grid": 8, "list": 7, "month": 16, "picker": 16, "all": 4}
"""How many days ahead there are free times, by how a day is chosen."""
FULL = 0.15
"""How many of the times are full."""
_START = (
    "Book",
    "Book now",
    "Choose a time",
    "See free times",
    "Check availability",
    "Reserve",
    "Find a time",
    "Select date",
)
_CONFIRM = (
    "Confirm",
    "Confirm {booked}",
    "Book it",
    "Complete booking",
    "Place booking",
    "Submit",
    "Request",
    "Finish",
)
_NEXT = ("Continue", "Next", "Review", "Go on", "To summary")
_SURE = ("Yes", "Confirm", "Yes, go ahead", "OK")
_CANCEL = ("Cancel {booked}", "Call off", "Cancel it", "Withdraw", "Give it up")
_MOVE = ("Reschedule", "Move", "Change time", "Pick another time", "Postpone or move")
_EDIT = ("Edit", "Change details", "Modify", "Edit {booked}", "Adjust")
_SAVE = ("Save", "Done", "Apply", "Save changes", "Update", "Keep changes")
_MINE = ("My bookings", "Bookings", "Upcoming", "My {bookeds}", "Booked", "Reservations")
_HOME = ("Home", "Explore", "Discover", "Browse", "All {nouns}")
_SAVED = ("Favourites", "Saved", "Shortlist", "Wish list")
_STAR = {
    "Favourites": "Add to favourites",
    "Saved": "Save for later",
    "Shortlist": "Shortlist it",
    "Wish list": "Add to wish list",
}
_UNSTAR = {
    "Favourites": "Remove from favourites",
    "Saved": "Do not keep",
    "Shortlist": "Off the shortlist",
    "Wish list": "Take off wish list",
}
_ME = ("Account", "Profile", "Settings", "My account")
_CODES = ("Code", "Booking code", "Reference", "Confirmation number", "Booking number")
_NEW = ("New {booked}", "Book something", "Add {booked}", "Make a booking", "New booking")
_WAIT = ("Join the waiting list", "Tell me when free", "Waiting list", "Notify me")
_ASK = ("Ask a question", "Write to us", "Send a message", "Contact", "Message")
_SEND = ("Send", "Submit", "Send message", "Post")
_REMINDERS = ("No reminder", "1 hour before", "3 hours before", "1 day before", "2 days before")
_SWITCHES = (
    "Mail confirmations", "Text reminders", "Special offers", "Show prices with tax", "Share with family",
    "Waiting list alerts", "Calendar sync", "Large text in lists",
)  # fmt: skip


class Thing(NamedTuple):
    """Something that can be booked."""

    id: int
    name: str
    kind: str
    values: Data
    """Of its facts, by column."""
    is_gone: bool
    """Whether there is no free time at all."""


class Plan:
    """Everything that chance decides about one app."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance = name, chance
        self.domain = chance.choice(sorted(domains()))
        self.data = domains()[self.domain]
        title = chance.choice(self.data["titles"])
        self.is_brand, self.title = title.endswith("*"), title.rstrip("*")
        self.noun = chance.choice(self.data["nouns"])
        self.tells = () if self.is_brand else tuple(self.data["tells"])
        self.booked = chance.choice(self.data["booked"])
        self.nouns, self.bookeds = plural(self.noun), plural(self.booked)
        self.t_thing, self.t_slot, self.t_open = f"{name}_thing", f"{name}_slot", f"{name}_open"
        self.t_booking, self.t_option, self.t_me = f"{name}_booking", f"{name}_switch", f"{name}_me"
        self.t_message = f"{name}_message"
        self._shape()
        self.facts = self._facts()
        self.fields = self._fields()
        self._words()
        self.things = self._things()

    # -- what it has -----------------------------------------------------------------------------------

    def _shape(self) -> None:
        chance = self.chance
        flows = ["page", "steps", "sheet", "steps", "page"]
        flows += ["free", "free"] if self.data.get("anytime") else ["module"] if "count" in self.data else []
        self.flow = chance.choice(flows)
        self.days = chance.choice(("strip", "grid", "list", "month", "picker", "all"))
        if self.days in ("list", "month") and self.flow != "steps":
            # A month on a page that scrolls takes the finger for itself.
            self.days = chance.choice(("grid", "picker", "strip"))
        self.times = chance.choice(("chips", "list", "cards"))
        self.confirm = chance.choice(("none", "dialog", "review", "review", "sheet"))
        if self.flow == "sheet" and self.confirm != "dialog":
            self.confirm = "none"
        self.after = chance.choice(("booking", "home", "booking"))
        self.layout = chance.choice(("list", "cards", "grid", "sections", "kinds", "list"))
        self.search = chance.choice(("none", "bar", "icon", "page", "bar"))
        self.filter = (
            chance.choice(("none", "tabs", "chips")) if self.layout in ("list", "cards", "grid") else "none"
        )
        self.sort = self.layout != "kinds" and "price" in self.data and chance.random() < 0.5
        self.nav = chance.choice(("bottom", "drawer", "icons", "overflow", "bottom"))
        if self.nav == "icons":
            # More than a few do not fit beside the title.
            self.search, self.sort = "bar" if self.search != "none" else "none", False
        self._shape_rest()

    def _shape_rest(self) -> None:
        chance = self.chance
        self.fact_style = chance.choice(("value", "label", "meta", "row"))
        self.actions = chance.choice(("buttons", "menu", "icons"))
        self.cancel_at = chance.choice(("page", "page", "page", "swipe", "hold"))
        self.asks = chance.random() < 0.6
        self.deletes = chance.random() < 0.4
        """Whether what is cancelled is gone; otherwise it stays and says so."""
        self.past_at = chance.choice(("tabs", "sections"))
        self.has_saved, self.saved_at = chance.random() < 0.7, chance.choice(("bar", "row", "button"))
        if self.saved_at == "row" and self.layout in ("cards", "grid"):
            self.saved_at = "bar"
        self.has_move, self.has_ask = chance.random() < 0.8, chance.random() < 0.6
        self.ask_at = chance.choice(("page", "dialog"))
        self.has_wait = chance.random() < 0.6
        self.remind = chance.choice(("switch", "menu", "sheet", "none"))
        self.has_me, self.has_switches = chance.random() < 0.7, chance.random() < 0.6
        self.has_stars = chance.random() < 0.6
        self.starts_at = chance.choice(("button", "fab", "bottom"))
        self.opens_mine = self.flow != "module" and chance.random() < 0.25
        """Whether it begins with what is booked, from where one goes on to what there is."""
        self.has_next = not self.opens_mine and chance.random() < 0.35
        """Whether the first page tells what comes next."""
        self.is_form_first = chance.random() < 0.4
        self.is_boxed = chance.random() < 0.3
        """Whether what is told about a thing stands on a card."""
        self.row_style = chance.choice(("list", "cards"))
        self.has_seats = False
        if self.flow == "module":
            self._shape_module()

    def _shape_module(self) -> None:
        """As the shared module books: what it has not got cannot be asked for."""
        self.days, self.confirm, self.after, self.cancel_at = "picker", "dialog", "booking", "page"
        self.asks, self.deletes, self.has_move, self.has_stars = True, False, False, False
        self.remind, self.actions = "none", "buttons"
        self.has_seats = "seats" in self.data and self.chance.random() < 0.6

    def _facts(self) -> list[Field]:
        """What a page says about a thing."""
        chance, data = self.chance, self.data
        found = []
        if "price" in data:
            low, high = data["price"]
            found.append(
                Field(
                    "cents", MONEY, chance.choice(("Price", "Costs", "Fee", "Rate")), "price", (), low, high
                )
            )
        if "minutes" in data:
            low, high = data["minutes"]
            found.append(
                Field(
                    "minutes",
                    NUMBER,
                    chance.choice(("Duration", "Takes", "Length")),
                    "duration",
                    (),
                    low,
                    high,
                    "min",
                )
            )
        for key, one in data.get("facts", {}).items():
            label, values = chance.choice(one["labels"]), tuple(one["values"])
            found.append(Field(f"fact_{key}", TEXT, label, one["said"], values))
        found.append(Field("phone", TEXT, chance.choice(("Phone", "Call us", "Hotline")), "phone number"))
        kept = some(chance, found[1:], 2, len(found) - 1)
        chosen = [found[0], *kept]
        chance.shuffle(chosen)
        return chosen

    def _people(self, style: str) -> Field:
        one = self.data["count"]
        values = tuple(str(number) for number in range(1, one["most"] + 1))
        label, said = self.chance.choice(one["labels"]), f"number of {one['many']}"
        kind = NUMBER if style == "stepper" else CHOICE
        return Field("people", kind, label, said, values, 1, one["most"], "", style)

    def _fields(self) -> list[Field]:
        """What is filled in when booking."""
        chance, data, found = self.chance, self.data, list[Field]()
        if self.flow == "module":
            return [] if self.has_seats else [self._people("stepper")]
        if "count" in data:
            found.append(self._people(chance.choice(("stepper", "stepper", "menu"))))
        if "option" in data and chance.random() < 0.85:
            one, style = data["option"], chance.choice(("menu", "sheet", "radio", "chips"))
            if len(one["values"]) <= 3 and chance.random() < 0.4:
                style = "segmented"
            label, values = chance.choice(one["labels"]), tuple(one["values"])
            found.append(Field("choice", CHOICE, label, one["said"], values, style=style))
        if "extra" in data and chance.random() < 0.6:
            label = chance.choice(data["extra"]["labels"])
            found.append(Field("extra", SWITCH, label, label.lower()))
        if chance.random() < 0.8:
            one = data["note"]
            found.append(Field("note", TEXT, chance.choice(one["labels"]), one["said"], tuple(one["values"])))
        chance.shuffle(found)
        return found[:2] if self.flow == "sheet" else found

    def _words(self) -> None:
        chance = self.chance
        parts = {"booked": self.booked, "bookeds": self.bookeds, "nouns": self.nouns}

        def word(choices: tuple[str, ...], *others: str) -> str:
            return filled(
                chance.choice([one for one in choices if filled(one, **parts) not in others]), **parts
            )

        self.start, self.next = word(_START), word(_NEXT)
        self.sure = word(_SURE)
        self.sure_cancel = chance.choice(("Yes", "Yes, cancel", "Cancel booking", "OK"))
        self.book = word(_CONFIRM, self.start, self.sure)
        self.cancel, self.move, self.edit, self.save = word(_CANCEL), word(_MOVE), word(_EDIT), word(_SAVE)
        self.mine, self.home = word(_MINE, self.title), word(_HOME)
        self.saved, self.new = word(_SAVED), word(_NEW)
        self.star, self.unstar = _STAR[self.saved], _UNSTAR[self.saved]
        self.me, self.code = word(_ME), word(_CODES)
        self.wait, self.ask, self.send = word(_WAIT), word(_ASK), word(_SEND)
        self.day_label = chance.choice(("Day", "Date", "When"))
        self.time_label = chance.choice(("Time", "Starts at", "At"))
        self.total = chance.choice(("Total", "To pay", "Sum", "Amount due"))
        self.remind_label = chance.choice(("Reminder", "Remind me", "Alert"))
        hints = (
            an(f"Find a {self.noun}"),
            "Search by name",
            "What are you looking for?",
            f"Search {self.nouns}",
            "Type a name",
        )
        self.hint = chance.choice(hints)
        self.prefix = "".join(chance.sample("ABCDEFGHKLMNPRSTUVWXYZ", 2))
        self.switches = some(chance, _SWITCHES, 3, 5)
        self.question_label = chance.choice(("Your message", "Your question", "Text"))
        self.phone_label = chance.choice(("Phone number", "Mobile", "Your phone"))
        self.name_label = chance.choice(("Full name", "Name on bookings"))
        if self.flow == "module":
            self.book, self.sure, self.day_label, self.code = "Book", "Book", "Choose a day", "Code"
            self.cancel = self.sure_cancel = "Cancel booking"

    @property
    def people(self) -> Field | None:
        return next((one for one in self.fields if one.name == "people"), None)

    @property
    def has_price(self) -> bool:
        return "price" in self.data

    @property
    def home_page(self) -> str:
        """Where what can be booked stands."""
        return "kinds" if self.layout == "kinds" else "things"

    @property
    def start_page(self) -> str:
        return "mine" if self.opens_mine else self.home_page

    @property
    def line_style(self) -> str:
        """How a booking is told about: whole days do not fit at the end of a line."""
        return "label" if self.fact_style == "meta" else self.fact_style

    def fact(self, name: str) -> Field | None:
        return next((one for one in self.facts if one.name == name), None)

    # -- what is on the phone --------------------------------------------------------------------------

    def _things(self) -> list[Thing]:
        chance = self.chance
        every = [(name, kind) for kind, names in self.data["things"].items() for name in names]
        chance.shuffle(every)
        count = min(chance.randint(FEWEST, MOST), len(every) - 3)
        self.missing = [name for name, _ in every[count:]]
        """Names of what this app does not have."""
        gone = set(chance.sample(range(count), 2)) if self.has_wait else set()
        kinds = {kind: place for place, kind in enumerate(self.data["things"])}
        chosen = sorted(every[:count], key=lambda one: kinds[one[1]])
        return [
            Thing(at + 1, name, kind, self._values(), at in gone) for at, (name, kind) in enumerate(chosen)
        ]

    def _values(self) -> Data:
        chance = self.chance
        found: Data = {
            one.name: one.drawn(chance) for one in self.facts if one.name not in ("phone", "minutes")
        }
        if self.fact("phone"):
            found["phone"] = (
                f"0{chance.randint(20, 99)} {chance.randint(100, 999)} {chance.randint(1000, 9999)}"
            )
        length = self.fact("minutes")
        if length:
            found["minutes"] = chance.randrange(length.low, length.high + 1, 5)
        return found

    @property
    def reminders(self) -> tuple[str, ...]:
        return ("Off", "On") if self.remind == "switch" else _REMINDERS

    @property
    def seats_sql(self) -> str:
        """The seats at :slot; some are taken."""
        rows, letters = (
            " UNION ALL ".join(f"SELECT {n} AS n" for n in range(1, 8)),
            "SELECT 1 AS m UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4",
        )
        name = "n || substr('ABCD', m, 1)"
        return (
            f"SELECT {name} AS seat, {name} AS label, (n * 7 + m * 5 + CAST(:slot AS INTEGER)) % 4 = 0 "
            f"AS taken, 0 AS extra FROM ({rows}) CROSS JOIN ({letters}) WHERE :slot <> ''"
        )

    def code_sql(self, thing: str, moment: str) -> str:
        """SQL for the code of a booking that is made."""
        count = f"(SELECT count(*) FROM {self.t_booking})"
        if self.flow == "module":
            return (
                f"{quoted(self.prefix)} || printf('%05d', ({count} * 7919 + {thing} * 613 + {moment} / "
                f"60) % 90000 + 10000)"
            )
        return (
            f"{quoted(self.prefix)} || printf('%04d', ({thing} * 613 + {moment} / 60 * 7 + {count} * "
            f"7919) % 9000 + 1000)"
        )
