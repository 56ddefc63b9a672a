"""Facts: three or four facts of one thing in one answer, some of them a page further on.

Invariant: none holds another, so an answer without one of them is no answer.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.looking.pages import NAME, Page, pages_of
from phonebuddy.tasks.invented.looking.words import framed, has_it, kinds_of, listed
from phonebuddy.tasks.invented.sketch import Deed, Gold, Read, Sketch
from phonebuddy.tasks.invented.wh.together import distinct, joined, told_all
from phonebuddy.tasks.invented.wh.words import names_in, shortened
from phonebuddy.tasks.invented.wording import capital, is_noun, is_plain

NUM_SAYS = 10
FEWEST = 3
FOUR = 0.4
"""How often there are four, where there are so many."""
WORDS = (
    "what",
    "when",
    "where",
    "who",
    "whom",
    "whose",
    "which",
    "how",
    "until",
    "since",
    "from",
    "at",
    "on",
    "in",
    "to",
)
"""What questions begin with that stand well in a row."""
MOST_WAYS = 16
"""Ways to say a fact that are looked at: making a phone must not take long."""
NUMBERS = {3: "three", 4: "four"}


class _Fact(NamedTuple):
    """A value, and how it is said of `it`."""

    read: Read
    clauses: list[str]
    questions: list[str]


def facts_deed(sketch: Sketch, chance: random.Random) -> Deed | None:
    pages = pages_of(sketch.reads, chance) if has_it(sketch) else []
    able = [page for page in pages if len(page.reads) + len(page.deeper) >= FEWEST]
    page = chance.choice(able) if able else None
    facts = _facts(page) if page else []
    if page is None or len(facts) < FEWEST:
        return None
    chosen = _chosen(page, facts, chance)
    reads, names = [fact.read for fact in chosen], names_in(page.reads)
    says = distinct([_said(chosen, [NAME, *names], chance) for _ in range(NUM_SAYS)])
    gold = [*page.way, *page.to("r_name"), *_read_all(page, reads)]
    return Deed("facts", says, gold, told_all(reads), {}, {"read": joined(reads)})


def _facts(page: Page) -> list[_Fact]:
    """Those that can be said of `it`."""
    kinds, every = kinds_of(page.reads), (*page.reads, *page.deeper)
    found = [_Fact(read, _clauses(read, kinds), _questions(read, kinds)) for read in every]
    return [fact for fact in found if fact.clauses and fact.questions]


def _clauses(read: Read, kinds: Sequence[str]) -> list[str]:
    able = [way for way in read.things if is_plain(way)]
    found = [_short(way, kinds) for way in able[:MOST_WAYS]]
    return [short for short in found if short and not short.startswith("it ")]


def _questions(read: Read, kinds: Sequence[str]) -> list[str]:
    able = [way for way in read.asks if not set(",:") & set(way) and way.split(" ", 1)[0] in WORDS]
    return [short.removesuffix("?") for way in able[:MOST_WAYS] if (short := _short(way, kinds))]


def _short(way: str, kinds: Sequence[str]) -> str:
    """Of `it`; empty where a word for the thing is left: `the next visit to the flat to let it`."""
    short = shortened(way)
    return "" if any(f"{kind} it" in short for kind in kinds) else short


def _chosen(page: Page, facts: Sequence[_Fact], chance: random.Random) -> list[_Fact]:
    """Some of the page, and one at least from further on where there are such."""
    size = 4 if len(facts) > FEWEST and chance.random() < FOUR else FEWEST
    found = chance.sample(facts, size)
    deeper = [fact for fact in facts if fact.read in page.deeper]
    if deeper and not any(fact in deeper for fact in found):
        found[chance.randrange(size)] = chance.choice(deeper)
    return found


def _said(facts: Sequence[_Fact], names: Sequence[str], chance: random.Random) -> str:
    asks = listed([chance.choice(fact.questions) for fact in facts], "and")
    parts = {
        "it": chance.choice(names), "asks": asks, "Asks": capital(asks), "num": NUMBERS[len(facts)],
        "list": listed([chance.choice(fact.clauses) for fact in facts], "and"),
    }  # fmt: skip
    nouns = [list(filter(is_noun, fact.clauses)) for fact in facts]
    if all(nouns):
        parts["nouns"] = listed([chance.choice(some) for some in nouns], "and")
    return framed("facts", parts, chance)


def _read_all(page: Page, reads: Sequence[Read]) -> Gold:
    """What is in sight first, and told as it was asked for."""
    every = (*page.reads, *page.deeper)
    gold: Gold = []
    for read in sorted(reads, key=every.index):
        if read in page.deeper and not any("tap" in step for step in gold):
            gold += read.gold[_page_end(read) : -1]
        gold.append({**read.gold[-1], "read": f"got{reads.index(read)}"})
    return [*gold, {"answer": ", ".join(f"{{got{at}}}" for at in range(len(reads)))}]


def _page_end(read: Read) -> int:
    """Behind the touch on the row."""
    return next(at for at, step in enumerate(read.gold) if step.get("tap") == NAME) + 1
