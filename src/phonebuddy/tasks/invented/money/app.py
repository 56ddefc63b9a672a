"""Money: invented apps about amounts: savings pots, invoices, points, prices to watch, meters.

One main book of things with amounts, and sometimes more beside it. Invariant: everything that a deed's gold
does is on the pages of this very sketch.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.money.acts import Doing, doing
from phonebuddy.tasks.invented.money.book import Book
from phonebuddy.tasks.invented.money.compound import compound_deeds
from phonebuddy.tasks.invented.money.data import domains, extras, settings
from phonebuddy.tasks.invented.money.deeds import deeds_of, reads_of, writes_of
from phonebuddy.tasks.invented.money.kit import Kit
from phonebuddy.tasks.invented.money.settings import Settings
from phonebuddy.tasks.invented.money.transfer import PAGE as TRANSFER
from phonebuddy.tasks.invented.money.transfer import TITLES, Sending
from phonebuddy.tasks.invented.sketch import COLORS, Data, Deed, Read, Sketch, Write, some

PAYEES = "payee"
"""The extra book that sending needs."""
_SETTINGS, _SENDING = 0.35, 0.7
_SIDE = 0.5
"""How many of the deeds of an extra book are kept: the main one comes first."""


def sketch_money(name: str, chance: random.Random) -> Sketch:
    return sketch_domain(name, chance.choice(sorted(domains())), chance)


def sketch_domain(name: str, domain: str, chance: random.Random) -> Sketch:
    """An app of a certain domain."""
    data = domains()[domain]
    title = chance.choice(data["titles"])
    kit = Kit(name, title.rstrip("*"), chance)
    beside = some(chance, data.get("extras", []), 0, 2)
    lines = Settings(kit, settings()) if chance.random() < _SETTINGS else None
    kit.places = [("main", kit.home, data["icon"])]
    kit.places += [(key, extras()[key]["place"], extras()[key]["icon"]) for key in beside]
    kit.places += [("settings", "Settings", "cog-outline")] if lines else []
    is_sending = PAYEES in beside and "amount" in data and not data.get("unit") and chance.random() < _SENDING
    kit.places += [(TRANSFER, chance.choice(TITLES), "send-outline")] if is_sending else []
    books = [Book(kit, "main", data)] + [Book(kit, key, extras()[key]) for key in beside]
    sending = Sending(books[0], next(book for book in books if book.key == PAYEES)) if is_sending else None
    done = [_acts_of(book, PAYEES in beside) for book in books]
    for book in books:
        book.build()
    if kit.pin:
        kit.tables.append(f"CREATE TABLE {name}_me (\n  id INTEGER PRIMARY KEY, pin TEXT NOT NULL\n);")
        kit.content[f"{name}_me"] = [{"pin": kit.pin}]
    return _sketch(kit, books, done, (lines, sending), () if title.endswith("*") else tuple(data["tells"]))


def _acts_of(book: Book, has_payees: bool) -> list[Doing]:
    """What is done with the things of a book; the acts stand on its pages from then on."""
    data = [one for one in book.data.get("acts", []) if one["do"] != "send" or has_payees]
    names = {one.name for one in book.every}
    data = [one for one in data if one.get("field", "cents") in names or one["do"] not in ("set", "state")]
    must = [one for one in data if one.get("must")]
    chosen = [*must, *some(book.chance, [one for one in data if one not in must], 1, 3)]
    done = [doing(book, number, one) for number, one in enumerate(chosen)]
    book.acts = [one.act for one in done]
    return done


def _sketch(
    kit: Kit,
    books: list[Book],
    done: list[list[Doing]],
    more: tuple[Settings | None, Sending | None],
    tells: tuple[str, ...],
) -> Sketch:
    main = books[0]
    app: Data = {
        "title": kit.title,
        "domain": plural(main.noun),
        "icon": main.data["icon"],
        "color": kit.chance.choice(COLORS),
        "start": "main",
        "schema": "\n".join(kit.tables) + "\n",
        "pages": kit.pages,
    }
    app |= {"modules": kit.modules} if kit.modules else {}
    deeds: list[Deed] = []
    reads: list[Read] = []
    writes: list[Write] = []
    for book, acts in zip(books, done, strict=True):
        own = [*(deed for act in acts for deed in act.deeds), *compound_deeds(book, acts), *deeds_of(book)]
        deeds += own if book is main else some(kit.chance, own, int(len(own) * _SIDE), int(len(own) * _SIDE))
        reads += reads_of(book)
        writes += [*(write for act in acts for write in act.writes), *writes_of(book)]
    lines, sending = more
    deeds += lines.deeds() if lines else []
    if sending:
        deeds, reads, writes = deeds + sending.deeds(), reads + sending.reads(), writes + sending.writes()
    return Sketch(kit.name, kit.title, tells, app, kit.content, tuple(deeds), tuple(reads), tuple(writes))
