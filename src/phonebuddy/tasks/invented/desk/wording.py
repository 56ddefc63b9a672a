"""Wording: sentences about the things of one desk app, from the ways of the lexicon.

Invariant: all ways to say one task name the same things.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.desk.parts import Line
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.sketch import SAID_ALONE, filled

PATH = Path(__file__).parent / "frames.yaml"
FRAMES: dict[str, tuple[str, ...]] = {key: tuple(ways) for key, ways in read_data(PATH).items()}
NUM_JOINED = 24
"""Sentences of two parts."""
_SINGLE = re.compile(r"\b(?:it|its|it's|is|was|has|does|takes|itself|a|one)\b(?!\})|'s\b|\{it\}.*\{it\}")
_HEAD = re.compile(r"the (.+) (?:of|for) \{it\}")


class Wording:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def called(self, slot: str = "name") -> tuple[str, ...]:
        """Ways to call a thing."""
        return tuple(self._filled(way, name=f"{{{slot}}}") for way in FRAMES["called"])

    def says(
        self,
        ways: Iterable[str],
        names: Sequence[str] = (),
        slot: str = "name",
        **parts: str,
    ) -> tuple[str, ...]:
        """Ways to say it, each with two ways to call the thing."""
        pick = self._plan.chance.choice
        called = [self._filled(name, name=f"{{{slot}}}", **parts) for name in names] or self.called(slot)
        found = [self._filled(way, it=pick(called), **parts) for way in ways for _ in range(2)]
        return tuple(dict.fromkeys(found))

    def _filled(self, way: str, **parts: str) -> str:
        """People have several nouns for one thing."""
        return filled(way, n=self._plan.chance.choice(self._plan.thing.nouns), **parts)

    def joined(self, first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
        """Two deeds on two things in one sentence; sentences of their own go with each other."""
        chance, found = self._plan.chance, []
        for _ in range(NUM_JOINED):
            is_alone = chance.random() < 0.3
            one, two = (
                [way for way in ways if way.startswith(SAID_ALONE) == is_alone] for ways in (first, second)
            )
            if one and two:
                a, b = (chance.choice(ways).removeprefix(SAID_ALONE) for ways in (one, two))
                frame = chance.choice(FRAMES["both_alone" if is_alone else "both"])
                a, b = (
                    filled(a, it=chance.choice(self.called())),
                    filled(b, it=chance.choice(self.called("other_name"))),
                )
                found.append(filled(frame, a=a, b=b))
        return tuple(dict.fromkeys(found))

    def of_two(self, ways: Sequence[str]) -> tuple[str, ...]:
        """The same is done to two things; ways in which one of them would be meant are left out."""
        pick = self._plan.chance.choice
        plain = [way for way in ways if not way.startswith(SAID_ALONE) and not _SINGLE.search(way)]
        nouns = [plural(noun) for noun in self._plan.thing.nouns]
        return tuple(filled(way, it=filled(pick(FRAMES["two"]), ns=pick(nouns))) for way in plain)

    def telling(self, ways: Sequence[str], things: Sequence[str]) -> tuple[str, ...]:
        """Something is done, and something is told about the same thing."""
        chance, found = self._plan.chance, []
        asked = [way for way in ways if not way.startswith(SAID_ALONE)]
        for _ in range(NUM_JOINED):
            frame, thing = chance.choice(FRAMES["tells"]), chance.choice(things)
            a = filled(chance.choice(asked), it=chance.choice(self.called()))
            found.append(filled(frame, a=a, t=filled(thing, it="{name}")))
        return tuple(dict.fromkeys(found))

    def about(self, line: Line, frames: Sequence[str], **parts: str) -> list[str]:
        """`the letter whose author is {known}`; none where people have no noun for the fact."""
        return [self._filled(frame, s=head, **parts) for head in heads_of(line) for frame in frames]


def heads_of(line: Line) -> list[str]:
    """Nouns that people have for a fact: `author` of `the author of {it}`."""
    return [found[1] for thing in line.fact.things if (found := _HEAD.fullmatch(thing))]
