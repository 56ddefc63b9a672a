"""Showing: an episode in words, and as a film strip.

Invariant: what is shown is what is stored; a picture that was not kept is drawn from the step's snapshot.
"""

from __future__ import annotations

from pathlib import Path

import skia

from phonebuddy.agents.prompt import call
from phonebuddy.episode import Episode
from phonebuddy.episodes.pictures import Gallery
from phonebuddy.episodes.store import Store
from phonebuddy.errors import EpisodeError, nearest
from phonebuddy.world.sheet import Shot, draw_sheet, save_png

COLUMNS, WIDTH = 7, 270
LONGEST = 100


def find_episode(store: Store, id: str) -> Episode:
    """An episode by its id, which may be of a fault."""
    for parts in (store.parts, store.faults):
        for episode in parts.episodes({id}):
            return episode
    known = [head.id for parts in (store.parts, store.faults) for head in parts.heads()]
    hint = f"see: phonebuddy episodes list {store.folder}"
    raise EpisodeError(f"no episode '{id}' in {store.folder}{nearest(id, known)}; {hint}")


def describe(episode: Episode) -> dict[str, object]:
    """All there is to know of an episode that can be said in words."""
    return {
        "episode": episode.id,
        "task": episode.task,
        "instruction": episode.instruction,
        "agent": episode.agent,
        "phone": f"{episode.phone} ({episode.lane} lane)",
        "result": episode.result,
        "ending": episode.ending or f"fault: {episode.cause}",
        "reasons": list(episode.reasons),
        "side_effects": list(episode.side_effects),
        "changes": f"{len(episode.changeset)} bytes",
        "list": [
            {
                "step": number,
                "app": step.seen.package.rpartition(".")[2],
                "page": step.seen.activity,
                "action": call(step.action),
                "text": step.text[:LONGEST],
                "ms": step.latency_ms,
            }
            for number, step in enumerate(episode.steps)
        ],
    }


def draw_strip(store: Store, episode: Episode, path: Path) -> None:
    """The screens of an episode side by side, each with what was done next."""
    gallery = Gallery(store)
    shots = [
        Shot(f"{number} {call(step.action)}", gallery.pixels(episode, number))
        for number, step in enumerate(episode.steps)
    ]
    if not shots:
        raise EpisodeError(f"episode {episode.id} has no steps to draw")
    sheet: skia.Image = draw_sheet(shots, min(COLUMNS, len(shots)), WIDTH)
    save_png(sheet, path)
