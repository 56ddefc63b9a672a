"""What people say to an app that keeps a list: the ways of says.yaml with the words of one app.

Invariant: all ways to say one deed name the same things.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.grammar import an
from phonebuddy.tasks.invented.records.called import called
from phonebuddy.tasks.invented.records.plan import Plan
from phonebuddy.tasks.invented.sketch import filled

PATH = Path(__file__).parent / "says.yaml"
NUM_SAYS = 24
"""Ways to say one deed that phrases are chosen from."""
_FACTS = ("s", "s2", "p")
"""Slots for what a fact or a mark is called."""
OWN = 4
"""How often a way counts that is of one domain: it says what is meant, and not what the button says."""
SAYS: dict[str, tuple[str, ...]] = {key: tuple(ways) for key, ways in read_data(PATH).items()}


class Wording:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def called(self, slot: str = "name") -> tuple[str, ...]:
        """Ways to call a thing."""
        noun = self._plan.noun
        plain = f"{{{slot}}}"
        return plain, f"the {noun} {plain}", f"my {noun} {plain}", f"the {noun} called {plain}", plain

    def own(self, key: str) -> tuple[str, ...]:
        """What people say in this domain."""
        return tuple(self._plan.data.get("says", {}).get(key, ()))

    def says(self, frames: Iterable[str], *others: str, **parts: str) -> tuple[str, ...]:
        """Ways to say it, each with one way to call the thing; `others` are of this domain."""
        noun, pick = self._plan.noun, self._plan.chance.choice
        article = an(f"a {noun}")
        ways = [*frames, *others * OWN]
        found = []
        for number in range(max(NUM_SAYS, len(ways))):
            way = ways[number] if number < len(ways) else pick(ways)
            given = {"it": pick(self.called()), "that": "{other_name}", "n": noun, "ns": self._plan.nouns}
            found.append(filled(way, **(given | {"a": article} | self._called_so(parts))))
        return tuple(dict.fromkeys(found))

    def at(self, slot: str, frames: Iterable[str], **parts: str) -> tuple[str, ...]:
        """Ways to say it of a thing that another name stands for, in every way to call it."""
        return tuple(
            filled(way, it=it, **self._called_so(parts)) for way in frames for it in self.called(slot)
        )

    def _called_so(self, parts: dict[str, str]) -> dict[str, str]:
        """With facts and marks by one of their names, now this and now that."""
        pick = self._plan.chance.choice
        return parts | {key: pick(called(parts[key])) for key in _FACTS if key in parts}
