"""Filters: which episodes of a run are good to learn from, and why the others are not.

Invariant: every episode is either kept or dropped with one reason, by the first rule that it breaks; the same
run and rules always keep the same ones.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from phonebuddy.actions import to_json
from phonebuddy.episode import Episode


class Rules(msgspec.Struct, frozen=True):
    """What an episode must be to be kept; a rule that is off keeps everything."""

    success: bool = False
    """Its task was done."""
    clean: bool = False
    """It changed nothing that its task did not allow."""
    shortest: bool = False
    """No other try at its task did it in fewer steps; where none did it, none took fewer."""
    distinct: bool = False
    """No earlier one was asked the same and did the same."""
    per_app: int = 0
    """At most so many of each app, those of several apps counted for each; 0: any number."""


class Digest(NamedTuple):
    """What the rules look at, so that a run need not be held in memory."""

    id: str
    task: str
    apps: tuple[str, ...]
    result: str
    has_side_effects: bool
    num_steps: int
    course: bytes
    """Names what was asked and done."""


Reasons = Iterator[tuple[str, str]]
"""Ids, and why they go."""
Pass = Callable[[Sequence[Digest]], Reasons]


class Chosen(NamedTuple):
    kept: list[str]
    dropped: dict[str, tuple[str, str]]
    """The rule that was broken and why, by id."""


def digest_of(episode: Episode) -> Digest:
    done = msgspec.json.encode([episode.instruction, *(to_json(step.action) for step in episode.steps)])
    return Digest(
        episode.id, episode.task, episode.apps, episode.result, bool(episode.side_effects),
        len(episode.steps), hashlib.sha256(done).digest(),
    )  # fmt: skip


def choose(episodes: Iterable[Episode], rules: Rules) -> Chosen:
    """Which episodes to keep."""
    left = sorted((digest_of(episode) for episode in episodes), key=lambda one: one.id)
    dropped: dict[str, tuple[str, str]] = {}
    for rule, reasons in _passes(rules):
        dropped |= {id: (rule, why) for id, why in reasons(left)}
        left = [one for one in left if one.id not in dropped]
    return Chosen([one.id for one in left], dropped)


def _passes(rules: Rules) -> Iterator[tuple[str, Pass]]:
    """The rules that are on, in the order in which they are asked."""
    if rules.success:
        yield "success", _not_done
    if rules.clean:
        yield "clean", _unclean
    if rules.distinct:
        yield "distinct", _doubled
    if rules.shortest:
        yield "shortest", _longer
    if rules.per_app:
        yield "per_app", lambda left: _more_than_enough(left, rules.per_app)


def _not_done(left: Sequence[Digest]) -> Reasons:
    return ((one.id, f"not a success but a {one.result}") for one in left if one.result != "success")


def _unclean(left: Sequence[Digest]) -> Reasons:
    return ((one.id, "it has side effects") for one in left if one.has_side_effects)


def _doubled(left: Sequence[Digest]) -> Reasons:
    first: dict[bytes, str] = {}
    for one in left:
        before = first.setdefault(one.course, one.id)
        if before != one.id:
            yield one.id, f"the same as {before}"


def _longer(left: Sequence[Digest]) -> Reasons:
    best: dict[str, Digest] = {}
    for one in left:
        best[one.task] = min(best.get(one.task, one), one, key=_success_then_short)
    for one in left:
        if best[one.task].id != one.id:
            yield one.id, _say_longer(best[one.task], one)


def _success_then_short(one: Digest) -> tuple[bool, int]:
    return one.result != "success", one.num_steps


def _say_longer(best: Digest, one: Digest) -> str:
    if one.result == "success":
        return f"{best.id} does it in {best.num_steps} steps, this one in {one.num_steps}"
    if best.result == "success":
        return f"{best.id} does it, and the result of this one is {one.result}"
    return f"{best.id} took {best.num_steps} steps, this one {one.num_steps}; neither is a success"


def _more_than_enough(left: Sequence[Digest], most: int) -> Reasons:
    count: Counter[str] = Counter()
    # In an order that does not prefer any task.
    for one in sorted(left, key=lambda one: hashlib.sha256(one.id.encode()).digest()):
        full = [app for app in one.apps if count[app] >= most]
        if full:
            yield one.id, f"there are {most} of {full[0]} already"
        else:
            count.update(one.apps)
