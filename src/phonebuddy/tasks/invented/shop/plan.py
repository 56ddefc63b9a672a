"""Shop plan: everything that chance decides about one invented shop: goods, words, how its pages are built.

Invariant: pages and deeds read the same plan, so what a deed's gold taps is on the pages.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.fields import CHOICE, MANY, NUMBER, Field
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.sketch import Data, Gold, filled, some

PATH = Path(__file__).parent / "domains.yaml"
SAYINGS, LABELS = PATH.with_name("says.yaml"), PATH.with_name("labels.yaml")
FEWEST, MOST = 12, 22
"""Goods of a shop."""
LEFT_OUT = 4
"""Goods that a shop of this kind could have and has not, at least."""
CHEAP = 6_000
"""Cents that are in everybody's wallet, most of the time."""
OWN = 3
"""How often people call the cart what the shop does, for each time that they use a word of their own."""
ENDINGS = (0, 0, 50, 90, 25, 75, 99, 40)


def shops() -> dict[str, Data]:
    found: dict[str, Data] = read_data(PATH)
    return found


def _sayings() -> dict[str, list[str]]:
    found: dict[str, list[str]] = read_data(SAYINGS)
    return found


def _labels() -> Data:
    found: Data = read_data(LABELS)
    return found


class Contact(NamedTuple):
    """Something that a shop tells about itself."""

    labels: list[str]
    icon: str
    kind: str
    said: str
    asks: list[str]
    """Questions for it, and below the same within a sentence."""
    things: list[str]
    value: str
    pick: float

    @property
    def label(self) -> str:
        return self.labels[int(self.pick * len(self.labels))]


class Shop:
    """One shop as chance made it."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance = name, chance
        self.data = data = shops()[chance.choice(sorted(shops()))]
        title = chance.choice(data["titles"])
        self.is_brand, self.title = title.endswith("*"), title.rstrip("*")
        self.shop_said = f"{data['shop']} shop"
        self.tells = () if self.is_brand else (str(data["shop"]), *data["nouns"])
        self.noun, self.units = chance.choice(data["nouns"]), chance.choice(data["units"])
        self.product, self.cart, self.order, self.line = (
            f"{name}_product",
            f"{name}_cart",
            f"{name}_cart_order",
            f"{name}_cart_line",
        )
        self.state, self.coupon, self.review, self.contact = (
            f"{name}_state",
            f"{name}_coupon",
            f"{name}_reviews",
            f"{name}_contact",
        )
        self._goods()
        self._words()
        self._shape()
        self._parts()

    def one_of(self, *choices: str) -> str:
        return self.chance.choice(choices)

    def likely(self, share: float) -> bool:
        return self.chance.random() < share

    def ways(self, key: str, **parts: str) -> tuple[str, ...]:
        """How people say something, with the words of this shop, or others for its cart and what is liked."""
        carts, likes = [self.cart_said] * OWN + _labels()["carts_said"], [self.likes_said] * OWN
        likes += _labels()["likes_said"]
        words = {"noun": self.noun, "nouns": plural(self.noun), "units": self.units, "shop": self.shop_said}
        return tuple(
            filled(way, cart=self.one_of(*carts), likes=self.one_of(*likes), **words, **parts)
            for way in _sayings()[key]
        )

    # -- goods -----------------------------------------------------------------------------------------

    def _goods(self) -> None:
        chance, goods = self.chance, self.data["goods"]
        pairs = [(name, category) for category, names in goods.items() for name in names]
        chance.shuffle(pairs)
        count = min(chance.randint(FEWEST, MOST), len(pairs) - LEFT_OUT)
        self.goods = pairs[:count]
        self.missing = [name for name, _ in pairs[count:]]
        self.categories = [one for one in goods if any(category == one for _, category in self.goods)]
        low, high = self.data["cents"]
        self.prices: list[int] = []
        while len(self.prices) < count:
            cents = chance.randint(low // 100, high // 100) * 100 + chance.choice(ENDINGS)
            if cents not in self.prices:
                self.prices.append(cents)

    def _words(self) -> None:
        """What pages, buttons and fields are called."""
        self.cart_word = self._label("carts")
        self.cart_said = self.cart_word.lower()
        self.likes_word, self.like, self.unlike, self.likes_said = self.chance.choice(_labels()["likes"])
        self.orders_word, self.account_word = self._label("orders"), self._label("accounts")
        self.help_word, self.home_word = self._label("helps"), self._label("homes")
        self.add = filled(self._label("adds"), cart=self.cart_said)
        self.checkout, self.place, self.next = (
            self._label("checkouts"),
            self._label("places"),
            self._label("nexts"),
        )
        self.save, self.send, self.sure = self._label("saves"), self._label("sends"), self._label("sure")
        self.again, self.cancel, self.return_ = (
            self._label("agains"),
            self._label("cancels"),
            self._label("returns"),
        )
        self.code, self.redeem = self._label("codes"), self._label("redeems")
        self.cheapest, self.best, self.dearest = (
            self._label("cheapest"),
            self._label("best"),
            self._label("dearest"),
        )
        self.hint, self.amount = self._label("hints"), self._label("amounts")
        self.rated, self.note, self.fee_word = self._label("rated"), self._label("notes"), self._label("fees")
        self.street, self.wishes = self._label("addresses"), self._label("wishes")
        self.statuses: dict[str, str] = self.chance.choice(_labels()["statuses"])
        self.prefix = "".join(self.chance.choice("ABCDEFGHKLMNPRSTVW") for _ in range(2))
        self.calls = {key: self.chance.choice(words) for key, words in _labels()["calls"].items()}
        self.one_more, self.one_less = self.calls.pop("one")

    def _label(self, key: str) -> str:
        return str(self.chance.choice(_labels()[key]))

    def _shape(self) -> None:
        """How the pages are built."""
        self.layout = self.one_of(
            "list", "list", "cards", "grid", "grid", "sections", "categories", "filters"
        )
        self.nav = self.one_of("bottom", "bottom", "drawer", "icons", "account")
        self.finds = "none" if self.layout == "filters" else self.one_of("bar", "bar", "icon", "page", "none")
        self.narrows = (
            self.one_of("tabs", "chips", "none") if self.layout in ("list", "cards", "grid") else "none"
        )
        self.sorts = (
            "none"
            if self.layout in ("filters", "categories")
            else self.one_of("menu", "sheet", "chips", "none")
        )
        rowless = self.layout == "filters"
        self.like_at = (
            self.one_of("bar", "page") if rowless else self.one_of("bar", "page", "row", "hold", "swipe")
        )
        if self.like_at in ("row", "swipe") and self.layout == "grid":
            self.like_at = "hold"
        self.option = self._option() if self.likely(0.55) else None
        self.must_choose = self.option is not None and self.likely(0.5)
        self.quick = (
            not rowless
            and self.layout != "grid"
            and self.option is None
            and self.likely(0.35)
            and self.like_at != "row"
        )
        self.counts = self.likely(0.7)
        """Whether the page of a product asks how many."""
        self.adds_at = self.one_of("page", "page", "bottom", "fab", "sheet")
        self.cart_at = self.one_of("icon", "button")
        """How one gets from a product to the cart."""
        self.then = self.one_of("stay", "stay", "cart")
        self._shape_buying()

    def _shape_buying(self) -> None:
        self.price_as = self.one_of("big", "line", "fact")
        self.is_module = self.likely(0.2)
        """Whether cart and orders are those of the module, which has words of its own."""
        self.calls |= {"total": "Total", "remove": "Remove"} if self.is_module else {}
        self.cart_as = self.one_of("stepper", "sheet", "menu", "swipe", "hold")
        self.clears = self.one_of("icon", "menu", "none")
        self.checks = self.one_of("page", "page", "wizard")
        self.is_sure = self.likely(0.35)
        self.orders_as = self.one_of("rows", "overline", "cards")
        self.orders_tabs = self.likely(0.3)
        self.calls_off = self.likely(0.6)
        """Whether calling an order off is asked about."""
        self.has_image = self.likely(0.65)
        self.picture: str = self.data["picture"]
        self.facts_as = self.one_of("items", "swapped", "lines")
        self.likes_as = self.one_of("plain", "bin", "swipe", "select")
        self.account_as = self.one_of("inline", "bar", "dialog")
        self.categories_as = self.one_of("list", "tiles", "cards")
        self.promises = self.chance.choice(_labels()["promises"]) if self.likely(0.4) else ""
        """What a banner on the first page says."""
        self.has_number = self.likely(0.5)
        """Whether the first page says how many goods there are."""
        self.reviews_as = self.one_of("module", "page", "dialog", "none")
        self.is_filled = self.likely(0.55)
        """Whether there is something in the cart."""

    def _option(self) -> Field:
        data = self.data["option"]
        values = tuple(data["values"])
        label = self.chance.choice(data["labels"])
        return Field("choice", CHOICE, label, data["said"], values, style=self._choice_style(len(values)))

    def _choice_style(self, count: int) -> str:
        styles = ["radio", "chips", "menu", "sheet"]
        return self.chance.choice([*styles, "segmented"] if count <= MANY else styles)

    def _parts(self) -> None:
        """The facts about a product, what is asked at the checkout, and why things are sent back."""
        chance, facts = self.chance, self.data["facts"]
        chosen = some(chance, sorted(facts), 1, 3)
        chance.shuffle(chosen)
        self.facts = [self._fact(name, facts[name]) for name in chosen]
        self.facts.append(Field("stock", NUMBER, self._label("stocks"), "stock", low=3, high=60))
        self.told: dict[str, tuple[str, ...]] = {}
        """How people tell what they choose at the checkout, by what it is called."""
        self.form = [self._form_field(name) for name in some(chance, sorted(_labels()["form"]), 2, 3)]
        chance.shuffle(self.form)
        self.has_note = self.likely(0.7)
        self.fee = chance.choice((0, 250, 390, 495))
        reasons = tuple(chance.choice(_labels()["reasons"]))
        style = self.one_of("radio", "chips", "menu")
        self.reason = Field("reason", CHOICE, self._label("reason"), "reason", reasons, style=style)
        self._customer()

    def _customer(self) -> None:
        """What the shop knows about its customer, and what it tells about itself."""
        chance = self.chance
        self.switch, self.switch_label, self.switch_said = chance.choice(_labels()["switches"])
        self.is_switched = self.likely(0.5)
        ways = _labels()["switching"][self.switch]["off" if self.is_switched else "on"]
        self.switching = tuple(filled(way, shop=self.shop_said) for way in ways)
        """How people ask for the opposite."""
        codes = chance.sample(_labels()["coupons"], 6)
        self.codes, self.wrong_codes = codes[:3], codes[3:]
        values = {
            "phone": f"0{chance.randint(20, 99)} {chance.randint(100, 999)} {chance.randint(1000, 9999)}",
            "opens": f"{chance.randint(7, 11):02}:{chance.choice((0, 15, 30, 45)):02}",
            "closes": f"{chance.randint(16, 21):02}:{chance.choice((0, 15, 30, 45)):02}",
            "address": f"{self._label('streets')} {chance.randint(2, 98)}",
        }
        chosen = some(chance, sorted(values), 3, 4)
        chance.shuffle(chosen)
        self.contacts = [
            Contact(**_labels()["contacts"][one], value=values[one], pick=chance.random()) for one in chosen
        ]

    def _fact(self, name: str, data: Data) -> Field:
        values = tuple(data.get("values", ()))
        return Field(
            name,
            data["kind"],
            self.chance.choice(data["labels"]),
            data["said"],
            values,
            data.get("low", 1),
            data.get("high", 20),
            data.get("unit", ""),
        )

    def _form_field(self, name: str) -> Field:
        data, pick = _labels()["form"][name], self.chance.choice
        values, said = tuple(pick(data["values"])), pick(data["said"])
        self.told[said] = tuple(data["told"])
        return Field(name, CHOICE, pick(data["labels"]), said, values, style=self._choice_style(len(values)))

    # -- ways through the pages ------------------------------------------------------------------------

    def to(self, place: str) -> Gold:
        """From the first page to another main page: cart, likes, orders, account or help."""
        word = self.word(place)
        if self.nav == "bottom" and place == "help":
            return [{"tap": self.account_word}, {"tap": word}]
        if self.nav == "bottom" or place == "cart":
            return [{"tap": word}]
        if self.nav == "drawer":
            return [{"tap": self.calls["menu"]}, {"tap": word}]
        if self.nav == "icons":
            return [{"tap": self.calls["options"]}, {"tap": word}]
        return [{"tap": self.account_word}] + ([] if place == "account" else [{"tap": word}])

    def read(self, label: str, got: str = "got") -> Gold:
        """A fact, as this shop shows facts."""
        return (
            [{"read": got, "match": f"^{label}: (.+)$"}]
            if self.facts_as == "lines"
            else [{"read": got, "near": label}]
        )

    def enter(self, label: str, text: str) -> Gold:
        """Something into a field on the page of the customer."""
        typed: Gold = [{"replace": label, "with": text}]
        if self.account_as == "dialog":
            return [{"tap": label}, *typed, {"tap": self.save}]
        return [*typed, *([{"press": "back"}] if self.account_as == "inline" else []), {"tap": self.save}]

    def word(self, place: str) -> str:
        words: dict[str, str] = {
            "home": self.home_word,
            "cart": self.cart_word,
            "likes": self.likes_word,
            "orders": self.orders_word,
            "account": self.account_word,
            "help": self.help_word,
        }
        return words[place]

    def to_row(self, name: str = "name", category: str = "category") -> Gold:
        """To where the row of a product is."""
        return [{"tap": f"{{{category}}}"}] if self.layout == "categories" else []

    def tap(self, slot: str) -> Data:
        """On the name of a product in a list; buttons on its row may be called after it."""
        has_buttons = self.quick or self.like_at == "row"
        return {"tap": slot, "role": "text"} if has_buttons else {"tap": slot}

    def to_product(self, name: str = "name", category: str = "category") -> Gold:
        """To the page of one product."""
        slot = f"{{{name}}}"
        looks = self.likely(0.5)
        if self.layout == "filters" and looks:
            return [{"type": slot, "into": "Search in this list"}, self.tap(slot)]
        if self.finds == "bar" and looks:
            return [{"type": slot, "into": self.hint}, self.tap(slot)]
        if self.finds in ("icon", "page") and looks:
            return [{"tap": self.calls["search"]}, {"type": slot, "into": self.hint}, self.tap(slot)]
        return [*self.to_row(name, category), self.tap(slot)]

    def from_product(self) -> Gold:
        """From the page of a product, where something was just added, to the cart."""
        return [] if self.then == "cart" else [{"tap": self.cart_link}]

    @property
    def is_cheap(self) -> bool:
        """Whether what it sells can be paid from a wallet."""
        return max(self.prices) < CHEAP

    @property
    def shows_stars(self) -> bool:
        """Whether the rows of goods say how they are rated."""
        is_full = self.quick or self.like_at == "row"
        return self.layout in ("list", "sections", "cards", "filters") and not is_full

    @property
    def cart_link(self) -> str:
        return self.cart_word if self.cart_at == "icon" else f"See {self.cart_said}"

    def back_home(self) -> Gold:
        """From the page of a product, reached without searching, where something was just added."""
        steps = 1 + (self.layout == "categories") + (self.then == "cart")
        # The message at the bottom goes by itself; the last row of this list lies below it.
        waits: Gold = [{"wait": 5}] if self.layout == "filters" else []
        return [*([{"press": "back"}] * steps), *waits]

    @property
    def number(self) -> str:
        """SQL for the number of an order."""
        return f"'{self.prefix}-' || (10000 + id)"

    @property
    def status(self) -> str:
        """SQL for what is said about an order."""
        if self.is_module:
            return f"(SELECT status_words FROM {self.cart}_shown WHERE id = {self.order}.id)"
        cases = " ".join(f"WHEN '{key}' THEN '{word}'" for key, word in self.statuses.items())
        return f"CASE status {cases} END"
