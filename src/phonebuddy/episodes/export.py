"""Export: a run in the form that somebody else's trainer reads; and a run of the good episodes only.

Invariant: what is written appears under its name whole or not at all; nothing is ever written over.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from phonebuddy.episode import Episode
from phonebuddy.episodes.card import write_card
from phonebuddy.episodes.export_chat import export_chat
from phonebuddy.episodes.export_lerobot import export_lerobot
from phonebuddy.episodes.filters import Chosen
from phonebuddy.episodes.pictures import Gallery
from phonebuddy.episodes.run import RUN, read_asked
from phonebuddy.episodes.samples import samples_of
from phonebuddy.episodes.store import Store
from phonebuddy.errors import EpisodeError, nearest

PART = 128
"""Episodes in one file."""
Advance = Callable[[int], None]
Write = Callable[[Iterable[Episode], Gallery, Path, Advance], dict[str, object]]


def export_samples(
    episodes: Iterable[Episode], _gallery: Gallery, folder: Path, advance: Advance
) -> dict[str, object]:
    """Write `samples.jsonl`: the same as chat, without pictures and without the form of a conversation."""
    count = 0
    with (folder / "samples.jsonl").open("wb") as file:
        for episode in episodes:
            for sample in samples_of(episode):
                file.write(msgspec.json.encode(sample) + b"\n")
                count += 1
            advance(1)
    return {"samples": count}


FORMS: dict[str, Write] = {"chat": export_chat, "lerobot": export_lerobot, "samples": export_samples}


def export(store: Store, form: str, folder: Path, advance: Advance) -> dict[str, object]:
    """Write a run in another form into a new folder."""
    if form not in FORMS:
        raise EpisodeError(f"no form '{form}'{nearest(form, FORMS)}; there are: {', '.join(FORMS)}")
    with _new_folder(folder) as part:
        numbers = FORMS[form](store.episodes(), Gallery(store), part, advance)
        if not any(numbers.values()):
            raise EpisodeError(
                f"{store.folder} has no step to export; see: phonebuddy episodes stats {store.folder}"
            )
    return {"form": form, "folder": str(folder), **numbers}


def keep_chosen(store: Store, chosen: Chosen, folder: Path) -> None:
    """A run of the chosen episodes alone, with why the others are not in it in `dropped.jsonl`."""
    with _new_folder(folder) as part:
        _write_chosen(store, chosen, Store(part), folder.name)


def _write_chosen(store: Store, chosen: Chosen, other: Store, name: str) -> None:
    waiting: list[Episode] = []
    count = 0
    for episode in store.episodes(set(chosen.kept)):
        _take_pictures(store, other, episode)
        waiting.append(episode)
        if len(waiting) == PART:
            other.parts.add(f"{count:05d}", waiting)
            waiting, count = [], count + 1
    other.parts.add(f"{count:05d}", waiting)
    dropped = sorted(chosen.dropped.items())
    lines = [{"episode": id, "rule": rule, "why": why} for id, (rule, why) in dropped]
    (other.folder / "dropped.jsonl").write_bytes(
        b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    )
    if (store.folder / RUN).exists():
        shutil.copyfile(store.folder / RUN, other.folder / RUN)
        write_card(other, read_asked(store.folder), name)


def _take_pictures(store: Store, other: Store, episode: Episode) -> None:
    for step in episode.steps:
        if step.seen.image and not other.pictures.path(step.seen.image).exists():
            other.pictures.add(store.pictures.read(step.seen.image))


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """An empty folder beside the one that is to be: it gets the name once all is written, or goes."""
    if folder.exists():
        raise EpisodeError(f"{folder} is there already; take another one with -o")
    part = folder.with_name(f"{folder.name}.{os.getpid()}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    try:
        yield part
        part.replace(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
