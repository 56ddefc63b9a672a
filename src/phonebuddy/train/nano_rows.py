"""NanoRows: the rows that nano learns from, made from episodes; no model is needed for that.

Invariant: rows depend on the episode and on the settings that `learner.ROW_SETTINGS` names alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from phonebuddy.agents.gold import SLIP
from phonebuddy.agents.nano.choices import Asks
from phonebuddy.agents.nano.demos import Shown, follow, show
from phonebuddy.agents.nano.language.reading import STRETCH, Found, Writing
from phonebuddy.agents.nano.literal import literal
from phonebuddy.agents.nano.packed import pack, without_questions
from phonebuddy.agents.nano.view import View, num_tokens, view_of
from phonebuddy.agents.policy import Turn
from phonebuddy.episode import Episode, Step
from phonebuddy.tasks.drills.make import is_drill
from phonebuddy.tasks.invented.village import FOLDER, is_invented
from phonebuddy.tasks.task import read_id
from phonebuddy.train.checkpoint import digest_of
from phonebuddy.train.learner import Row, Show, no_pictures

MOST_WRITTEN = 1_000
"""Ids of a language in one reading; the steps behind it begin another one."""


class NanoRows:
    """See the head of this file."""

    def __init__(self, config: Mapping[str, object]) -> None:
        self._literal = bool(config.get("literal", True))
        self._language = str(config.get("language", ""))
        self.dropped: Counter[str] = Counter()
        """Steps that could not be learned, by reason."""

    def rows(self, episode: Episode, show: Show = no_pictures) -> list[Row]:
        """Of a demonstration twice: as it was said, and in literal words, where it says what is done less
        literally than drills and tasks about invented apps. It looks at no pictures."""
        rows = self._rows(episode)
        own = any(step.choices for step in episode.steps)
        if self._literal and not own and not is_drill(episode.task) and not is_invented(episode.task):
            again = literal(episode)
            rows += self._rows(again) if again is not None else []
        return rows

    def _rows(self, episode: Episode) -> list[Row]:
        """Made once all texts of some steps are written down, where a language reads them."""
        steps: list[_Made] = []
        writing = self._writing(episode.instruction)
        for number, step in enumerate(episode.steps):
            if step.text == SLIP:
                continue
            turn = Turn(episode.instruction, step.seen, episode.steps[:number], episode.offered)
            view = view_of(turn)
            shown = _own(step, view) if step.choices else show(view, step.action)
            if shown.problem:
                self.dropped[shown.problem.partition(":")[0]] += 1
                continue
            if writing is not None and len(writing) > MOST_WRITTEN:
                writing = self._writing(episode.instruction)
            # Apps are many, and few steps ask for one.
            with_apps = any(ask.asks is Asks.APP for ask in shown.asks)
            found = writing.add(view, with_apps) if writing is not None else None
            steps.append(_Made(number, view, shown, writing, found))
        return [_row(episode, made) for made in steps]

    def _writing(self, instruction: str) -> Writing | None:
        return Writing(self._language, instruction) if self._language else None


class _Made(NamedTuple):
    """A step that can be learned, before it is packed."""

    number: int
    view: View
    shown: Shown
    writing: Writing | None
    found: Found | None


def _row(episode: Episode, made: _Made) -> Row:
    number, view, answered, writing, found = made
    step = episode.steps[number]
    length, bundle, reading = num_tokens(view), "", None
    if writing is not None and found is not None:
        reading = writing.reading(found)
        length = len(writing) + -len(writing) % STRETCH  # as one of the Llama kind is padded
        bundle = f"{episode.id} {digest_of([reading.ids.tobytes()])}"
    data, is_own = pack(view, answered.asks, answered.answers, reading), bool(step.choices)
    return Row(
        episode.id, number, episode.lane, step.seen.package, data, length, len(answered.answers),
        old_log_probs=step.log_probs, version=step.version, template=_kind(episode), bundle=bundle,
        seen=digest_of([without_questions(data)]) if is_own else "",
        did=digest_of([step.choices]) if is_own else "",
    )  # fmt: skip


def _own(step: Step, view: View) -> Shown:
    """The answers that nano gave itself."""
    answers = msgspec.msgpack.decode(step.choices, type=tuple[int, ...])
    try:
        _, asks = follow(view, answers)
    except ValueError:
        return Shown((), problem="not the choices of this nano")
    return Shown(answers, asks)


def _kind(episode: Episode) -> str:
    """What others have in common with a task: its template, or a phone's invented apps; a drill is alone."""
    if is_drill(episode.task):
        return ""
    return f"{FOLDER}/{read_id(episode.task)[1]}" if is_invented(episode.task) else episode.template
