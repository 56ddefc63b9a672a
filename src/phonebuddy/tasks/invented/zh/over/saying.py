"""Saying: whole Chinese sentences for tasks over several apps.

Invariant: where the words for what is read do not tell its app, the app is named.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from phonebuddy.tasks.invented.sketch import Write, filled
from phonebuddy.tasks.invented.zh.over.parts import Source
from phonebuddy.tasks.invented.zh.over.words import frames

NAMED = 0.5
"""How often an app is named that need not be."""
SPACED = 0.5
"""How often names have a space before and behind them, as in the suite; the others are typed without."""
WAYS, OFTEN = ("order", "looked", "after", "story"), (3, 3, 2, 2)
"""How a value that is carried is said, and how often so."""
_EDGE = re.compile(r"(?<=[\u4e00-\u9fff])(?=\{)|(?<=\})(?=[\u4e00-\u9fff])")
_DOUBLE = re.compile(r"([，。：；])[，。：；]+|。(?=[？）])")


class Saying:
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def one_of(self, form: str, kind: str = "") -> str:
        found = frames()[form]
        return self.pick(found[kind] if kind else found)

    def pick(self, ways: Sequence[str]) -> str:
        return self._chance.choice(ways)

    def shuffled(self, ways: Sequence[str]) -> list[str]:
        return self._chance.sample(ways, len(ways))

    def whole(self, frame: str, **parts: str) -> str:
        """The sentence, tidied where two marks have met."""
        text = _DOUBLE.sub(lambda match: match[1] or "", filled(frame, **parts))
        return _EDGE.sub(" ", text) if self._chance.random() < SPACED else text

    def noun(self, source: Source) -> str:
        return self.placed(source, self.pick(source.read.things))

    def placed(self, source: Source, noun: str) -> str:
        """With its app before it, where nothing else tells it."""
        return f"{self.pick(source.called)}里{noun}" if source.has_to_name else noun

    def carried(
        self, source: Source, write: Write, that: str, nouns: Sequence[str], asks: Sequence[str]
    ) -> str:
        """What is read goes to one place; `nouns` and `asks` are words for it, `that` what is said later."""
        (way,) = self._chance.choices(WAYS, OFTEN)
        noun = self.placed(source, self.pick(nouns))
        if way == "order" or (way == "after" and that == "name"):
            return self.whole(self.one_of("order"), c=filled(self.pick(write.says), v=noun))
        if way == "story" and write.stories:
            thing = self.pick(asks) if asks and not source.has_to_name else noun
            return self.whole(self.one_of("story"), c=filled(self.pick(write.stories), v=noun, thing=thing))
        order = filled(self.pick(write.says), v=self.one_of("that", that))
        if way == "after":
            return self.whole(self.one_of("after"), c=order, n=noun)
        return self._looked(source, order, [*nouns, *asks])

    def _looked(self, source: Source, order: str, things: Sequence[str]) -> str:
        thing = self.pick(things)
        is_said = any(name in thing for name in source.called)
        if source.called and (source.has_to_name or (not is_said and self._chance.random() < NAMED)):
            return self.whole(self.one_of("looked_in"), thing=thing, c=order, app=self.pick(source.called))
        return self.whole(self.one_of("looked"), thing=thing, c=order)
