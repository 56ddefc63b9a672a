"""Words: how a task is said whose thing, things or person only another app names.

Data of frames.yaml and places.yaml. Invariant: no sentence says what is meant; each says where it stands.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.halves import Source, Target
from phonebuddy.tasks.invented.phrasing import tell
from phonebuddy.tasks.invented.pointing.deeds import Pointable
from phonebuddy.tasks.invented.pointing.hints import Hint
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, Sketch, filled
from phonebuddy.tasks.invented.wording import QUESTIONS, UNNAMED, Words, capital, is_noun

PATH = Path(__file__).parent / "frames.yaml"
ALONE = 0.2
"""How often a deed is said in a sentence of its own, where it has some."""
QUOTED = 0.5
"""How often the title of a note, task or event stands in quotes."""
OFTEN = 3
"""So many ways make sure that a word is a noun."""
TITLE = "{p_title}"
_CALLED = re.compile(r"\b(?:the|my) ([\w-]+(?: [\w-]+)?) called \"?\{")
_BAD_BEFORE = re.compile(
    r"\b(?:the|my|our|an?|this|that|old|new|called|named|no|dear|(?:the|my|our) [\w-]+|our [\w-]+ [\w-]+) $",
    re.IGNORECASE,
)
_BAD_AFTER = re.compile(r"'s|\w|-| (?:of mine|for short)")
_ONE_THING = re.compile(r"\b(?:it|its|itself|is|has|was|this|that|one|he|she|him|her|not|no|never)\b|n't\b")
"""What is said of one thing only, or means another thing of each than of all."""


def frames() -> Data:
    return read_data(PATH)


class DeedWords:
    """Ways to say that a deed is to be done to what a hint names; form: thing or list."""

    def __init__(
        self, sketch: Sketch, pointed: Pointable, hint: Hint, form: str, chance: random.Random
    ) -> None:
        self._sketch, self._hint, self._form, self._chance = sketch, hint, form, chance
        self._thing = _thing({*_nouns(sketch, pointed.slot), *sketch.tells}, pointed.slot)
        self._words = Words(chance)
        able = [way for way in pointed.deed.says if self._is_able(way)]
        self._asked = [way for way in able if not self._is_alone(way)]
        self._alone = [way for way in able if self._is_alone(way)] if form == "thing" else []

    def said(self) -> str | None:
        """None where no way can do without the name."""
        is_alone = bool(self._alone) and (not self._asked or self._chance.random() < ALONE)
        ways = self._alone if is_alone else self._asked
        if not ways:
            return None
        way = self._chance.choice(ways)
        frame = self._one_of(f"{self._form}_alone" if is_alone else self._form)
        place, short = _place(self._hint, frame, self._chance), self._one_of(f"{self._form}_short")
        named = f"{self._one_of(f'{self._form}_names')} {place['rel']}"
        clause = way.removeprefix(SAID_ALONE)
        a, that = (self._placed(self._with(clause, name), is_alone) for name in (named, short))
        parts = {"a": a, "that": that, "where": place["where"], "look": place["look"]}
        return filled(frame, **parts, **{capital(key): capital(text) for key, text in parts.items()})

    def _is_able(self, way: str) -> bool:
        found = list(self._thing.finditer(way))
        if len(found) != 1 or way.endswith("?"):
            return False
        begin, end = found[0].span()
        around = f"{way[:begin]} {way[end:]}"
        if self._form == "list" and (_ONE_THING.search(around) or way.startswith(SAID_ALONE)):
            return False
        return not _BAD_BEFORE.search(way[:begin]) and not _BAD_AFTER.match(way[end:])

    def _is_alone(self, way: str) -> bool:
        return way.startswith(SAID_ALONE) or self._thing.match(way) is not None

    def _with(self, clause: str, name: str) -> str:
        found = self._thing.search(clause)
        assert found is not None, "only ways that say the name are taken"
        noun = found["noun"] or found["after"] or "one"
        whole = f"{clause[: found.start()]}{filled(name, noun=noun)}{clause[found.end() :]}"
        return capital(whole) if clause[:1].isupper() else whole

    def _placed(self, clause: str, is_alone: bool) -> str:
        if tell(self._sketch.tells, clause) and self._chance.random() < UNNAMED:
            return clause
        frame = self._one_of("alone_in" if is_alone else "in")
        return filled(frame, way=clause, app=self._words.app(self._sketch))

    def _one_of(self, key: str) -> str:
        return str(self._chance.choice(frames()[key]))


def _thing(nouns: set[str], slot: str) -> re.Pattern[str]:
    """A thing as a sentence calls it; the groups are what it is."""
    noun, name = "|".join(map(re.escape, sorted(nouns, key=len, reverse=True))) or "-", rf"\{{{slot}\}}"
    return re.compile(
        rf'(?:\b(?:the|my|our) (?P<noun>{noun}) (?:called |named )?)"?{name}"?'
        rf'|\b(?:the|my|our) "?{name}"? (?P<after>{noun})\b|"?{name}"?'
    )


class ValueWords:
    """Ways to say that a fact gets the value that a hint names."""

    def __init__(self, sketch: Sketch, facts: Sequence[str], hint: Hint, chance: random.Random) -> None:
        """`facts`: words for the fact: `the price of {name}`."""
        self._sketch, self._facts, self._hint, self._chance = sketch, facts, hint, chance
        self._words = Words(chance)

    def said(self) -> str:
        fact = self._chance.choice(self._facts)
        if not tell(self._sketch.tells, fact) or self._chance.random() >= UNNAMED:
            standing = self._chance.choice(frames()["fact_in"])
            fact = filled(standing, s=fact, app=self._words.app(self._sketch))
        frame = str(self._chance.choice(frames()["value"]))
        parts = _place(self._hint, frame, self._chance) | {"s": fact}
        return filled(frame, **parts, **{capital(key): capital(text) for key, text in parts.items()})


class TellingWords:
    """Ways to say that a fact is to be told to whom a hint names."""

    def __init__(
        self, source: Source, target: Target, person: str, hint: Hint, chance: random.Random
    ) -> None:
        """`person`: the name in the target's ways that is left out."""
        self._source, self._hint, self._chance, self._words = source, hint, chance, Words(chance)
        self._slot, self._target = f"{{{person}}}", target

    def said(self) -> str:
        frame = str(self._chance.choice(frames()["who"]))
        thing = self._words.thing(self._source.place.sketch, self._source.read, _is_named)
        deed = self._words.deed(self._target.place.sketch, self._target.write)
        rel = _place(self._hint, frame, self._chance)["rel"]
        who = f"{self._chance.choice(frames()['who_names'])} {rel}"
        told, into = (deed(value).replace(self._slot, who) for value in (thing, "that"))
        return filled(frame, b=told, into=into, Into=capital(into), any=thing, noun=thing)


def _is_named(thing: str) -> bool:
    """`the price of {r_name}`, and not `from whom I got it`."""
    return is_noun(thing) and thing.startswith("the ")


def _place(hint: Hint, frame: str, chance: random.Random) -> dict[str, str]:
    """Words for where it stands, with a title in quotes as often as not; none is a question behind `as`."""
    is_within = "{where}" in frame.lstrip(SAID_ALONE)[1:]
    drawn: dict[str, str] = {}
    for key, texts in hint.words.items():
        is_plain = key == "where" and is_within
        drawn[key] = chance.choice([one for one in texts if not is_plain or not one.startswith(QUESTIONS)])
    mark = '"' if chance.random() < QUOTED else ""
    return {key: text.replace(TITLE, f"{mark}{TITLE}{mark}") for key, text in drawn.items()}


def _nouns(sketch: Sketch, slot: str) -> set[str]:
    """What things of the app are: `the lesson called {name}`, or often enough `the lesson {name}`."""
    ways = [way for deed in sketch.deeds for way in deed.says]
    before = re.compile(rf"\b(?:the|my) ([\w-]+) \"?\{{{slot}\}}")
    plain = Counter(noun for way in ways for noun in before.findall(way))
    called = {noun for way in ways for noun in _CALLED.findall(way)}
    return called | {noun for noun, times in plain.items() if times >= OFTEN}


def telling_ways(says: Sequence[str], person: str) -> tuple[str, ...]:
    """Those in which somebody can be `the person who ...`: once, and not as the owner of something."""
    slot = f"{{{person}}}"
    unsaid = (f"{slot}'s", ": {v}")  # nobody says `by text: that`
    return tuple(way for way in says if way.count(slot) == 1 and not any(one in way for one in unsaid))
