"""Replay: enters a stored episode again, action by action, and compares everything with what was stored.

Invariant: an episode that is the same gives the same bytes: elements, pictures, snapshots, changes, verdict.
The first thing that differs is named; nothing is compared loosely.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from phonebuddy.episode import Episode, Step
from phonebuddy.episodes.runner import ERROR, done_steps
from phonebuddy.episodes.showing import find_episode
from phonebuddy.episodes.stage import Assignment, Judged, Opening, WorldStage
from phonebuddy.episodes.store import Pictures, Store
from phonebuddy.episodes.tables import elements_text
from phonebuddy.errors import EpisodeError, PhoneBuddyError
from phonebuddy.screen import Screen
from phonebuddy.tasks.trial import Talk
from phonebuddy.world.look import LookSpec

SHOWN = 80


class Replayed(NamedTuple):
    """What became of one episode: `same`, `differs`, or `skipped` where it cannot be entered again."""

    episode: str
    task: str
    outcome: str
    detail: str


def ids_to_replay(store: Store, given: Sequence[str]) -> set[str]:
    """The ids of episodes that were named; a try that broke is refused."""
    found = [find_episode(store, id) for id in given]
    for episode in found:
        if episode.result == "fault":
            raise EpisodeError(
                f"'{episode.id}' is a try that broke ({episode.cause}), and only whole episodes are played"
                f" again; what there is: phonebuddy episodes list {store.folder}"
            )
    return {episode.id for episode in found}


def replay_all(episodes: Iterable[Episode], pictures: Pictures) -> Iterator[Replayed]:
    """Each episode again, on one mock phone; its pictures are read too."""
    stage = WorldStage()
    try:
        for episode in episodes:
            if episode.phone != "world":
                detail = f"it was played on a phone of kind '{episode.phone}'"
                yield Replayed(episode.id, episode.task, "skipped", detail)
                continue
            found = replay(episode, stage, pictures)
            yield Replayed(episode.id, episode.task, "differs" if found else "same", found)
    finally:
        stage.close()


def replay(episode: Episode, stage: WorldStage, pictures: Pictures) -> str:
    """The first difference, in words; nothing where the episode is the same again."""
    try:
        return _replay(episode, stage, pictures)
    except (PhoneBuddyError, msgspec.MsgspecError) as error:
        stage.mend()
        return f"it cannot be entered: {error}"


def _replay(episode: Episode, stage: WorldStage, pictures: Pictures) -> str:
    look = msgspec.json.decode(episode.versions["look"], type=LookSpec)
    opening = stage.open(Assignment(episode.id, episode.task, episode.seed, episode.lane, 0, look))
    if found := _opening_differs(episode, opening):
        return found
    talk, screen = Talk(), opening.screen
    for number, step in enumerate(episode.steps):
        if found := _step_differs(step, screen, stage) or _picture_broken(step, pictures):
            return f"step {number}: {found}"
        if number >= len(done_steps(episode)):
            break
        talk.note(step.action)
        screen = stage.act(step.action)
    ending = talk.ending()._replace(kind=episode.ending)
    return _judged_differs(episode, stage.judge(ending))


def _opening_differs(episode: Episode, opening: Opening) -> str:
    for name, now in opening.versions.items():
        if episode.versions.get(name) != now:
            return f"made with {name} {episode.versions.get(name)}; now it is {now}"
    return _first(
        ("instruction", episode.instruction, opening.instruction),
        ("apps offered", episode.offered, opening.offered),
    )


def _step_differs(step: Step, screen: Screen, stage: WorldStage) -> str:
    seen = step.seen
    image = hashlib.sha256(screen.png()).hexdigest() if seen.image else ""
    snapshot = stage.snapshot() if step.snapshot else b""
    return _first(
        ("package", seen.package, screen.package),
        ("activity", seen.activity, screen.activity),
        ("size", (seen.width, seen.height), (screen.width, screen.height)),
        ("clock", seen.time_s, screen.time_s),
        ("elements", elements_text(seen.elements), elements_text(screen.elements)),
        ("picture", seen.image, image),
        ("snapshot", step.snapshot, snapshot),
    )


def _picture_broken(step: Step, pictures: Pictures) -> str:
    try:
        if step.seen.image:
            pictures.read(step.seen.image)
    except EpisodeError as error:
        return str(error)
    return ""


def _judged_differs(episode: Episode, judged: Judged) -> str:
    if episode.ending == ERROR:
        judged = judged._replace(result="failure", reasons=(episode.reasons[0], *judged.reasons))
    return _first(
        ("result", episode.result, judged.result),
        ("reasons", episode.reasons, judged.reasons),
        ("side effects", episode.side_effects, judged.side_effects),
        ("changeset", episode.changeset, judged.changeset),
    )


def _first(*pairs: tuple[str, object, object]) -> str:
    return next((f"{what}: {_differ(was, now)}" for what, was, now in pairs if was != now), "")


def _differ(was: object, now: object) -> str:
    """Where two values part, in short."""
    one, two = (value if isinstance(value, str) else repr(value) for value in (was, now))
    both = enumerate(zip(one, two, strict=False))
    at = next((place for place, (a, b) in both if a != b), min(len(one), len(two)))
    at = max(0, at - SHOWN // 4)
    return f"was {one[at : at + SHOWN]!r}, now {two[at : at + SHOWN]!r}"
