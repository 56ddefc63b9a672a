"""Reading: a view as a language model reads it: the instruction, then each text by itself in its light.

Texts do not see each other: what one means for a task is read once, however often it is on the screen; how
they go together is nano's own work. Invariant: the same view gives the same reading, and every token of nano
has a place in it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from phonebuddy.agents.nano.language.bert_files import signs_of
from phonebuddy.agents.nano.language.names import BERT, LLAMA, language_called
from phonebuddy.agents.nano.language.spelling import spell, spell_out
from phonebuddy.agents.nano.things import Thing
from phonebuddy.agents.nano.view import MOST_PAST, Done, View

BEFORE, BEHIND = "Task: ", "\n"
"""Around the instruction, for a language that knows no signs of its own; behind each text too."""
MOST_IDS = {LLAMA: 24, BERT: 16}
"""Of one text, by the kind of the language: one of the BERT kind takes fewer, for its speed."""
MOST_TOLD_IDS = 160
"""Of the instruction."""
STRETCH = 64
"""On a GPU so many ids or a multiple of it are read: its work is planned anew for every shape."""
Ids = tuple[int, ...]
Numbers = npt.NDArray[np.uint16]


class Frame(NamedTuple):
    """What stands around the instruction, and behind each text: what it means is known there."""

    words: str
    opening: Ids
    closing: Ids
    most: int
    """Ids of one text with what stands behind it."""


class Reading(NamedTuple):
    """The instruction and some texts, one behind the other, as numbers of two bytes."""

    ids: Numbers
    counts: Numbers
    """How many ids the instruction has, and each text."""
    where: Numbers
    """For each token of nano the place among the ids where it is known what it means."""
    apps: Numbers
    """For each app too; 0 where apps are not read."""

    def texts(self) -> list[bytes]:
        """The ids of each text, those of the instruction first."""
        ends = np.cumsum(self.counts.astype(np.int64))
        return [part.tobytes() for part in np.split(self.ids, ends[:-1])]


class Found(NamedTuple):
    """Where the tokens and the apps of a view stand in a writing."""

    where: Numbers
    apps: Numbers


class Writing:
    """The texts of some views of one instruction, each once, one behind the other."""

    def __init__(self, name: str, instruction: str) -> None:
        self._name = name
        self._before = len(_frame(name).words)
        told, self._ends = _instruction(name, instruction)
        self._ids, self._counts = [*told], [len(told)]
        self._places: dict[Ids, int] = {}

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, view: View, with_apps: bool) -> Found:
        """Write down what is new in a view of the instruction."""
        name, state = self._name, self._counts[0] - 1
        words = [self._place_of(self._before + word.end) for word in view.told]
        things = [self._put(_thing(name, thing)) for thing in view.look.things]
        read = [self._put(_thing(name, one.thing)) for one in view.read]
        done = [self._put(_done(name, one)) for one in view.done[: -MOST_PAST - 1 : -1]]
        apps = [self._put(_text(name, f"open {app}")) if with_apps else 0 for app in view.apps]
        return Found(np.array([state, *words, *things, *read, *done], np.uint16), np.array(apps, np.uint16))

    def reading(self, found: Found) -> Reading:
        """All that was written, for the view that was found so."""
        return Reading(np.array(self._ids, np.uint16), np.array(self._counts, np.uint16), *found)

    def _place_of(self, end: int) -> int:
        """Of the last id of the character before an end, which may have several; a word that is cut off
        stands at the end of the instruction."""
        place = bisect_left(self._ends, end)
        return place if place == len(self._ends) else bisect_right(self._ends, self._ends[place]) - 1

    def _put(self, text: Ids) -> int:
        """The place of a text's end."""
        if text not in self._places:
            self._ids += text
            self._counts.append(len(text))
            self._places[text] = len(self._ids) - 1
        return self._places[text]


def reading_of(view: View, name: str) -> Reading:
    """All that a language reads of one view."""
    writing = Writing(name, view.instruction)
    return writing.reading(writing.add(view, with_apps=True))


@lru_cache(maxsize=4)
def _frame(name: str) -> Frame:
    kind = language_called(name).kind
    if kind == BERT:
        before, behind = signs_of(name)
        return Frame("", (before,), (behind,), MOST_IDS[kind])
    return Frame(BEFORE, (), spell(name, BEHIND), MOST_IDS[kind])


@lru_cache(maxsize=2_000)
def _instruction(name: str, instruction: str) -> tuple[Ids, tuple[int, ...]]:
    """Its ids, and where in the written text each one ends."""
    frame = _frame(name)
    ids, ends = spell_out(name, frame.words + instruction)
    opening = (0,) * len(frame.opening)
    return (
        frame.opening + ids[:MOST_TOLD_IDS] + frame.closing,
        opening + ends[:MOST_TOLD_IDS],
    )


def _thing(name: str, thing: Thing) -> Ids:
    said = ", ".join(thing.texts) or thing.element.resource_id.rpartition("/")[2].replace("_", " ")
    return _text(name, said)


def _done(name: str, done: Done) -> Ids:
    return _text(name, f"{done.kind.replace('_', ' ')} {done.text}")


@lru_cache(maxsize=100_000)
def _text(name: str, text: str) -> Ids:
    frame = _frame(name)
    return spell(name, " ".join(text.split()))[: frame.most - len(frame.closing)] + frame.closing
