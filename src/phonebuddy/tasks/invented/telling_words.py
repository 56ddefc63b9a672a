"""Telling words: how a deed and a fact of the same thing are said in one breath, the thing by name only once.

Data of telling.yaml. Invariant: the thing is called by its name, or by what the deed knows it by, wherever it
comes first; what comes second says `it` where that reads well, and the name again where it does not.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.halves import Target
from phonebuddy.tasks.invented.phrasing import ORDERS, tell
from phonebuddy.tasks.invented.sketch import SAID_ALONE, WOVEN, Data, Deed, Sketch, filled
from phonebuddy.tasks.invented.wording import UNNAMED, Words, capital, fitting, is_noun

PATH = Path(__file__).parent / "telling.yaml"
GUESSED = 0.3
"""How often the app goes unnamed where only the name of the thing tells it."""
ALONE = 0.2
"""How often a deed is said in a sentence of its own, where it has some."""
NOUN = 0.7
"""How often a fact is told by a noun, `its price`, where a clause would do."""
REVERSED = 0.25
"""How often the telling comes first in the words though the deed comes first in the work."""
TOLD_FIRST = 0.7
"""How often the telling comes first in the words where it comes first in the work."""
_SLOT = re.compile(r"\{(\w+)\}")
_CALLED = re.compile(r"\b(?:the|my) ([\w-]+(?: [\w-]+)?) (?:called|for) \{")
_OF_IT = re.compile(r"\bthe ([\w'-]+(?: [\w'-]+)?) of it\b")
_UNSAID = re.compile(r"\bof it$|[:,] it\b|\b(?:the|my|old|new|this|that) it\b|\bstands with it\b")
"""What nobody says of a thing that is `it`."""
_VALUES = ("{b}", "{noun}", "{any}", "{story}", "{Story}")


def telling_frames() -> Data:
    return read_data(PATH)


class TellingWords:
    """Ways to say one task."""

    def __init__(
        self,
        source: Sketch,
        deed: Deed,
        kind: str,
        things: Sequence[str],
        target: Target,
        chance: random.Random,
    ) -> None:
        """`things`: words for the fact, of this kind, with the names of the deed."""
        self._source, self._target, self._chance = source, target, chance
        self._kind, self._things, self._words = kind, things, Words(chance)
        self._deeds = [way for way in deed.says if not way.endswith("?")]
        self._slots = set(_SLOT.findall(" ".join(self._things)))
        self._is_named = all(self._slots & set(_SLOT.findall(way)) for way in deed.says)
        every = " ".join((*deed.says, *self._things))
        self._thing = _thing({*source.tells, *_nouns(deed, self._things)}, self._slots)
        people = not source.names_tell or tell(tuple(telling_frames()["people"]), every)
        self._has_it = not people
        self._names_tell = source.names_tell and not deed.name.startswith(WOVEN)

    def said(self, is_last: bool) -> str | None:
        """`is_last`: the deed comes after the telling. None where the parts do not fit each other."""
        way = self._way(is_last)
        if way is None:
            return None
        is_alone = way.startswith(SAID_ALONE)
        frame = self._frame("alone" if is_alone else self._order(is_last))
        clause, fits = way.removeprefix(SAID_ALONE), fitting(frame.replace("{b}", "{with}"))
        if self._chance.random() < NOUN:
            fits = is_noun
        is_first = frame.find("{a}") < min(frame.find(slot) for slot in _VALUES if slot in frame)
        thing = self._value(fits, is_short=is_first)
        if thing is None:
            return None
        if is_first:
            clause = self._placed(clause, is_alone)
        else:
            thing = self._standing(thing)
            clause = self._short(clause) or clause
        return self._filled(frame, clause, thing)

    def _way(self, is_last: bool) -> str | None:
        """Sentences of their own stand before the telling, and only where the deed is done first."""
        alone = [way for way in self._deeds if way.startswith(SAID_ALONE) and not is_last]
        asked = [way for way in self._deeds if not way.startswith(SAID_ALONE)]
        ways = alone if alone and self._chance.random() < ALONE else asked or alone
        return self._chance.choice(ways) if ways else None

    def _order(self, is_last: bool) -> str:
        """Which frames: the thing is told first only by its name."""
        if is_last:
            return "told_first" if self._is_named and self._chance.random() < TOLD_FIRST else "told_before"
        return "but_first" if self._is_named and self._chance.random() < REVERSED else "then"

    def _frame(self, key: str) -> str:
        has_stories = bool(self._target.write.stories)
        return str(self._chance.choice([
            frame for frame in telling_frames()[key] if has_stories or "tory}" not in frame
        ]))  # fmt: skip

    def _one_of(self, key: str) -> str:
        return str(self._chance.choice(telling_frames()[key]))

    # -- parts -----------------------------------------------------------------------------------------

    def _value(self, fits: Callable[[str], bool], is_short: bool) -> str | None:
        """Words for the fact, with `it` for the thing if that is known by then."""
        if is_short and (self._has_it or not self._is_named):
            short = [one for thing in self._things if (one := self._short(thing)) and fits(one)]
            if short:
                return self._chance.choice(short)
        named = [thing for thing in self._things if fits(thing)]
        return self._chance.choice(named) if named and self._is_named else None

    def _short(self, text: str) -> str | None:
        """With `it` for the thing; None where that would not read well."""
        found = list(self._thing.finditer(text))
        if len(found) != 1 or not self._has_it:
            return None
        begin, end = found[0].span()
        before, after = text[:begin].split(), text[end:]
        if before[1:] and before[1] == before[-1] and before[1] in telling_frames()["particles"]:
            return None
        is_verb = len(before) == 1
        if not found[0][1] and before and not is_verb and before[-1] not in telling_frames()["links"]:
            return None
        if after.startswith("'s "):
            return f"{text[:begin]}its{after[2:]}"
        short = _OF_IT.sub(r"its \1", f"{text[:begin]}it{after}")
        return None if _UNSAID.search(short) else short

    def _is_told(self, clause: str) -> bool:
        source = self._source
        often = UNNAMED if tell(source.tells, clause) else GUESSED if source.tells and self._names_tell else 0
        return self._chance.random() < often

    def _placed(self, clause: str, is_alone: bool) -> str:
        if self._is_told(clause):
            return clause
        frame = self._one_of("alone_in" if is_alone else "in")
        return filled(frame, way=clause, app=self._words.app(self._source))

    def _standing(self, thing: str) -> str:
        if self._is_told(thing):
            return thing
        return filled(self._one_of("standing"), thing=thing, app=self._words.app(self._source))

    def _filled(self, frame: str, clause: str, thing: str) -> str:
        write = self._words.deed(self._target.place.sketch, self._target.write)
        that = self._words.one_of("that", self._kind)
        told, into = write(thing), write("that" if that == "it" else that)
        story = ""
        if "tory}" in frame:
            story = filled(self._chance.choice(self._target.write.stories), thing=thing, noun=thing)
        whole = filled(
            frame, a=clause, b=told, noun=thing, any=thing, into=into, story=story, Story=capital(story)
        )
        return ORDERS + whole.removeprefix(SAID_ALONE) if frame.startswith(SAID_ALONE) else whole


def _nouns(deed: Deed, things: Sequence[str]) -> set[str]:
    """What the thing is: `booking`, if a fact is that of `my booking for {name}` and the deed says so."""
    said = " ".join(deed.says)
    return {noun for noun in _CALLED.findall(f"{said} {' '.join(things)}") if noun in said}


def _thing(nouns: set[str], slots: set[str]) -> re.Pattern[str]:
    """A thing as it is called in a sentence; the group is what says more than its name."""
    noun = "|".join(map(re.escape, sorted(nouns, key=len, reverse=True))) or "-"
    name = rf"\{{(?:{'|'.join(slots)})\}}"
    return re.compile(
        rf"((?:the|my) (?:{noun}) (?:called |for )?{name}|(?:the|my) {name} (?:{noun})\b)|{name}"
    )
