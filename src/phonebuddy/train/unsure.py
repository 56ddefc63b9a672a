"""Unsure: of the steps to learn those that the model which is gone on from does not do for sure yet.

Half of what gold shows it does already, and hardly anything is learned from that; some of it stays all the
same, lest it be forgotten. Invariant: which steps stay follows from the rows, the model and the settings; it
is found once and kept in the training's folder, so that a run which is gone on with learns the same.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import torch

from phonebuddy.agents.precision import precision_of
from phonebuddy.errors import TrainError
from phonebuddy.train.collate import ahead, parts_of
from phonebuddy.train.learner import Learner, Row
from phonebuddy.train.settings import SftSettings
from phonebuddy.train.trainers import Trainers

CHOSEN = "unsure.json"
TOLD = 10
"""How often it is said how far it is."""
Tell = Callable[[str], None]


class Chosen(msgspec.Struct, frozen=True):
    """Which rows of a training are learned."""

    training: str
    places: tuple[int, ...]


def unsure(
    learner: Learner, rows: Sequence[Row], settings: SftSettings, folder: Path, training: str, tell: Tell,
    trainers: Trainers,
) -> list[Row]:  # fmt: skip
    """Rows with a choice that was less likely than `sure`, and a share of the others; all where it is 1."""
    if settings.sure == 1:
        return list(rows)
    with trainers.first():
        chosen = _read(folder / CHOSEN, training)
        if chosen is None:
            chosen = _choose(learner, rows, settings, tell)
            _write(folder / CHOSEN, Chosen(training, chosen))
    if trainers.is_first:
        tell(f"{len(chosen)} of {len(rows)} steps stay: what it does for sure is left out")
    if not chosen:
        raise TrainError(
            f"nothing is left to learn: it does all {len(rows)} steps for sure already; raise sft.sure (1"
            " leaves nothing out) or sft.sure_share"
        )
    return [rows[place] for place in chosen]


def _choose(learner: Learner, rows: Sequence[Row], settings: SftSettings, tell: Tell) -> tuple[int, ...]:
    found = least_likely(learner, rows, settings.token_budget, tell)
    chance = random.Random(f"unsure/{settings.seed}")
    limit = math.log(settings.sure)
    # Drawn for every row, so that one which becomes sure changes nothing for the others.
    drawn = [chance.random() < settings.sure_share for _ in rows]
    return tuple(
        place
        for place, (least, is_drawn) in enumerate(zip(found, drawn, strict=True))
        if least <= limit or is_drawn
    )


@torch.no_grad()
def least_likely(
    learner: Learner, rows: Sequence[Row], budget: int, tell: Tell = lambda _line: None
) -> list[float]:
    """The log-probability of each row's least likely choice."""
    learner.train(False)
    device = next(learner.parameters()).device
    # Nobody needs it exactly, and it takes half the time.
    numbers = precision_of(device)
    roughly = torch.autocast(device.type, numbers, enabled=numbers is not torch.float32)
    found: dict[int, float] = {}
    parts = list(parts_of(rows, budget))
    for number, (part, batch) in enumerate(zip(parts, ahead(parts, learner.collate), strict=True), 1):
        with roughly:
            scored = learner.log_probs(batch)
        least = scored.log_probs.masked_fill(~scored.mask, 0.0).amin(1)
        found |= {id(row): value for row, value in zip(part, least.tolist(), strict=True)}
        if number * TOLD // len(parts) != (number - 1) * TOLD // len(parts):
            tell(f"{len(found)} of {len(rows)} steps looked at")
    learner.train(True)
    return [found[id(row)] for row in rows]


def _read(place: Path, training: str) -> tuple[int, ...] | None:
    """What was chosen before; None where that was for another training or never whole."""
    try:
        kept = msgspec.json.decode(place.read_bytes(), type=Chosen)
    except (OSError, msgspec.MsgspecError):
        return None
    return kept.places if kept.training == training else None


def _write(place: Path, chosen: Chosen) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(chosen))
    part.replace(place)
