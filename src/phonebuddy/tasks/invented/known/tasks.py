"""Tasks: values that go into one text of a known app, or into two parts of one thing there.

Data of forms.yaml. Invariant: frames are the same for one value, two and three, so only the values that the
sentence names tell how many are wanted; each is checked, and none may stand in the part of the other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.halves import Target, apart, changed, journey, taking
from phonebuddy.tasks.invented.known.facts import Facts, Sources
from phonebuddy.tasks.invented.known.words import ASKED, CLAUSES, NOUNS, FactWords, frames
from phonebuddy.tasks.invented.phrasing import ORDERS, phrases
from phonebuddy.tasks.invented.several import KEPT, in_order
from phonebuddy.tasks.invented.several import PLACES as WRITTEN
from phonebuddy.tasks.invented.sketch import ANYTHING, SAID_ALONE, Data, Write, filled
from phonebuddy.tasks.invented.texts import place_of
from phonebuddy.tasks.invented.wording import Words, capital

FORMS = Path(__file__).parent / "forms.yaml"
COUNTS = (1, 1, 2, 2, 3)
"""How many values the texts of one phone have."""
NUM_PARTS = 3
"""Tasks on one phone about two parts of one thing."""
NUM_SAYS = 8
OWN = 0.7
"""How often the values are in invented apps."""
LINE = 0.4
"""How often a text is a title, a subject or a place."""
BY_QUESTION = 0.6
"""How often question words name the values, where they can."""
ORDERED = 0.4
"""How often the order of several values is asked for."""
GIVEN = 0.35
"""How often one of two parts is a text of the sentence."""
TEXT = "w_text"
TRIES = 12


class Form(NamedTuple):
    """A thing of an app in which two parts are filled in."""

    place: Place
    kinds: tuple[tuple[str, ...], ...]
    write: Write
    given: int
    """The part that may be a text of the sentence."""
    texts: tuple[str, ...]


def known_tasks(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """Tasks over two apps or three; `others` are not invented, and the values go to them."""
    maker = _Maker(Sources(places), Sources(others), others, chance)
    makers = [*(lambda count=count: maker.text(count) for count in COUNTS), *[maker.parts] * NUM_PARTS]
    found: dict[str, Data] = {}
    for number, make in enumerate(makers):
        made = next((made for _ in range(TRIES) if (made := make()) is not None), None)
        if made is not None:
            found[f"known{number}"] = made
    return found


def lines(others: Sequence[Place]) -> list[Target]:
    """Titles, subjects and places that take any words."""
    known = {place.sketch.name: place for place in others}
    return [
        Target(known[one["app"]], _write(one, ANYTHING))
        for one in read_data(FORMS)["lines"]
        if one["app"] in known
    ]


def forms(others: Sequence[Place]) -> list[Form]:
    known = {place.sketch.name: place for place in others}
    found = []
    for one in read_data(FORMS)["parts"]:
        kinds = tuple(ANYTHING if kind == "anything" else tuple(kind) for kind in one["kinds"])
        if one["app"] in known:
            write = _write(one, ())
            found.append(Form(known[one["app"]], kinds, write, one["given"] - 1, tuple(one["texts"])))
    return found


def _write(data: Data, kinds: tuple[str, ...]) -> Write:
    draw, facts, new = (data.get(key, {}) for key in ("draw", "facts", "new"))
    allow = tuple(data["allow"])
    return Write(kinds, tuple(data["says"]), draw, facts, data["gold"], data["goal"], allow, new, tells=True)


class _Maker:
    def __init__(
        self, own: Sources, built_in: Sources, others: Sequence[Place], chance: random.Random
    ) -> None:
        self._sources, self._chance = (own, built_in), chance
        every = [Target(place, write) for place in others for write in place.sketch.writes]
        self._texts = [one for one in every if one.takes_words and place_of(one.write) in WRITTEN]
        self._lines, self._forms = lines(others), forms(others)

    def _facts(self, kinds: Sequence[Sequence[str]], target: Place) -> Facts | None:
        own, built_in = self._sources
        found = (own if self._chance.random() < OWN else built_in).drawn(kinds, self._chance)
        return found if found and all(apart(place, target) for place in found.places) else None

    # -- one text --------------------------------------------------------------------------------------

    def text(self, count: int) -> Data | None:
        chance = self._chance
        target = chance.choice(self._lines if chance.random() < LINE else self._texts)
        facts = self._facts([()] * count, target.place)
        if facts is None:
            return None
        typed = ", ".join(f"{{{one}}}" for one in KEPT[:count])
        place, write = taking(target, typed, [f"{{{one}}}" for one in facts.values])
        spoken = FactWords(facts, chance)
        way = _way(spoken, chance)
        is_ordered = count > 1 and chance.random() < ORDERED
        says = [self._said(spoken, target, way, is_ordered) for _ in range(NUM_SAYS)]
        goal = [in_order(check, facts.values) for check in write.goal] if is_ordered else write.goal
        goal = [_without(check, facts.beside) for check in goal] if facts.beside else goal
        return whole(facts, place, write._replace(goal=goal), phrases(says, "", (), chance))

    def _said(self, spoken: FactWords, target: Target, way: str, is_ordered: bool) -> str:
        chance, words = self._chance, Words(self._chance)
        deed = words.deed(target.place.sketch, target.write, "put_briefly")
        frame = chance.choice(frames()[way])
        order = chance.choice(_orders(frame)) if is_ordered else ""
        key = "them" if target not in self._lines else "named" if way == NOUNS else "titles"
        them = frames()[key][str(spoken.count)]
        into = deed(chance.choice(them)) + order
        parts = {"into": into, "Into": capital(into)}
        if way == NOUNS:
            listed = spoken.listed()
            return _ordering(filled(frame, all=listed, **{"with": deed(listed) + order}, **parts))
        clauses = spoken.clauses() if way == CLAUSES else ""
        return _ordering(filled(frame, c=clauses, q=_asked(spoken, way), **parts))

    # -- two parts -------------------------------------------------------------------------------------

    def parts(self) -> Data | None:
        chance = self._chance
        form = chance.choice(self._forms)
        is_given = chance.random() < GIVEN
        kinds = [kind for at, kind in enumerate(form.kinds) if not (is_given and at == form.given)]
        facts = self._facts(kinds, form.place)
        if facts is None:
            return None
        got, values = list(KEPT[:2]), list(facts.values)
        new = dict(form.write.new)
        if is_given:
            got = [KEPT[0], KEPT[0]]
            got[form.given] = TEXT
            values.insert(form.given, TEXT)
            new[TEXT] = list(form.texts)
        write = form.write._replace(
            new=new,
            gold=changed(form.write.gold, lambda text: _typed(text, got)),
            goal=changed(form.write.goal, lambda text: _valued(text, values)),
        )
        spoken = FactWords(facts, chance)
        way = _way(spoken, chance)
        says = [self._said_parts(spoken, form, way, is_given) for _ in range(NUM_SAYS)]
        return whole(facts, form.place, write, phrases(says, "", (), chance))

    def _said_parts(self, spoken: FactWords, form: Form, way: str, is_given: bool) -> str:
        chance = self._chance
        if way == NOUNS:
            named = spoken.nouns()
        elif is_given:
            named = [chance.choice(frames()["only"])]
        else:
            named = list(chance.choice(frames()["first"]))
        if is_given:
            named.insert(form.given, f'"{{{TEXT}}}"')
        deed = filled(chance.choice(form.write.says), one=named[0], two=named[1])
        frame = chance.choice(frames()[f"parts_{way}"])
        asked = _asked(spoken, way)
        clauses = spoken.clauses() if way == CLAUSES else ""
        return _ordering(filled(frame, both=deed, refs=deed, Refs=capital(deed), c=clauses, q=asked))


def _way(spoken: FactWords, chance: random.Random) -> str:
    able = spoken.ways
    return chance.choice(able) if able and chance.random() < BY_QUESTION else NOUNS


def _asked(spoken: FactWords, way: str) -> str:
    return spoken.questions() if way == ASKED else ""


def _orders(frame: str) -> list[str]:
    """Words for that the order counts: no sentence of their own where one goes on behind them."""
    is_last = frame.endswith(("{into}", "{Into}", "{with}"))
    return [one for one in frames()["ordered"] if is_last or one.startswith(",")]


def _ordering(way: str) -> str:
    """What begins with ! asks for something, and so does what has two sentences."""
    is_several = way.startswith(SAID_ALONE) or ". " in way
    return ORDERS + way.removeprefix(SAID_ALONE) if is_several else way


def _without(check: Data, value: str) -> Data:
    """What also says a value that nobody asked for does not count."""
    (rows, sql), *saying = check.items()
    return {rows: f"WITH said(t) AS ({sql}) SELECT t FROM said WHERE instr(t, :{value}) = 0"} | dict(saying)


def _typed(text: str, got: Sequence[str]) -> str:
    return text.replace("{got}", "{one}").replace("{got2}", f"{{{got[1]}}}").replace("{one}", f"{{{got[0]}}}")


def _valued(text: str, values: Sequence[str]) -> str:
    for number, value in enumerate(values, 1):
        text = text.replace(f"{{V{number}}}", f"{{{value}}}").replace(f":V{number}", f":{value}")
    return text


def whole(facts: Facts, place: Place, write: Write, say: list[Data]) -> Data:
    """The template: everything read, then everything written."""
    places = [*facts.places, place]
    looks = [rule for one in places for rule in one.sketch.looks]
    made: Data = {
        "apps": list(dict.fromkeys(app for one in places for app in one.apps)),
        "say": say,
        "draw": facts.draw | write.draw,
        "goal": write.goal,
        "allow": [*write.allow, *dict.fromkeys(looks)],
        "gold": journey([*facts.stops, (place, write.gold)]),
        "rubric": "What was asked for stands where it should, and no more; nothing else was changed.",
        "tags": ["value"],
    }
    return made | {key: part for key, part in (("facts", write.facts), ("new", write.new)) if part}
