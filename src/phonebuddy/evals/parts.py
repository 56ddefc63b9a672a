"""Parts: where an agent succeeds and how it fails: by app, by language, by the way its failures end.

Invariant: as in scores.py a fault is in no rate, and a table depends on results alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from phonebuddy.evals.scores import Outcome

ENDINGS = {
    "finish": "said that it was done",
    "call_user": "asked back",
    "limit": "ran out of steps",
    "error": "gave no action that can be done",
    "held": "was stopped before something that is not for real",
}


class Part(msgspec.Struct, frozen=True):
    """One agent on the tasks that have something in common."""

    model: str
    of: str
    """An app by its name, or the language of the request."""
    successes: int
    episodes: int
    rate: float


class Failed(msgspec.Struct, frozen=True):
    """How often the failures of an agent ended so."""

    model: str
    ending: str
    episodes: int
    share: float


def by_app(model: str, outcomes: Sequence[Outcome]) -> list[Part]:
    """The apps with the least success first; a task over several apps counts for each."""
    names = sorted({app for one in outcomes for app in one.apps})
    found = [_part(model, name, [one for one in outcomes if name in one.apps]) for name in names]
    return sorted((part for part in found if part.episodes), key=lambda part: (part.rate, -part.episodes))


def by_language(model: str, outcomes: Sequence[Outcome]) -> list[Part]:
    names = sorted({one.language for one in outcomes})
    found = [_part(model, name, [one for one in outcomes if one.language == name]) for name in names]
    return [part for part in found if part.episodes]


def by_ending(model: str, outcomes: Sequence[Outcome]) -> list[Failed]:
    """Of failures only, the commonest first."""
    ended = Counter(one.ending for one in outcomes if one.result == "failure")
    return [
        Failed(model, ENDINGS.get(name, name), count, count / ended.total())
        for name, count in sorted(ended.items(), key=lambda item: (-item[1], item[0]))
    ]


def _part(model: str, of: str, outcomes: Sequence[Outcome]) -> Part:
    counted = [one for one in outcomes if one.result != "fault"]
    successes = sum(one.result == "success" for one in counted)
    return Part(model, of, successes, len(counted), successes / len(counted) if counted else 0.0)
