"""Checkpoints: everything a training needs to go on exactly, in a folder that is there whole or not at all.

`step-00000120/` holds the model (model.json, weights.safetensors: an agent can be made of it), the optimiser,
the chances, what else the trainer keeps, and manifest.json with the size and SHA-256 of each file. It is
written beside its place and renamed. Invariant: a folder named step-N that was written by us is complete; one
that is damaged or of another training is refused before anything is trained.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
import torch
from safetensors.torch import load, save

from phonebuddy.agents.folders import MODEL
from phonebuddy.errors import CheckpointError
from phonebuddy.train.learner import Learner
from phonebuddy.train.optimiser import Optimiser

FORM = 1
MANIFEST, WEIGHTS = "manifest.json", "weights.safetensors"
TRAINING = "training.txt"
"""Beside the weights of a result: the name of the training it came of."""
OPTIMISER, CHANCES, STATE = "optimiser.safetensors", "chances.safetensors", "state.json"
KEPT = 2
"""Checkpoints that stay: the last, and the one before it in case somebody harms the last."""


class Mark(msgspec.Struct, frozen=True):
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    form: int
    step: int
    training: str
    """Of which training it is; another one does not go on from it."""
    files: dict[str, Mark]


class Checkpoint(NamedTuple):
    """One that was read and found whole."""

    step: int
    files: dict[str, bytes]

    @property
    def state(self) -> dict[str, object]:
        found: dict[str, object] = msgspec.json.decode(self.files[STATE])
        return found


def model_json(learner: Learner) -> bytes:
    head = {"kind": learner.name, "config": learner.config(), "version": learner.version}
    return msgspec.json.format(msgspec.json.encode(head)) + b"\n"


def write_model(folder: Path, learner: Learner, training: str = "") -> None:
    """The model alone, as the result of a training, whose name is kept with it; there whole or not at all."""
    files = {**learner.files(), MODEL: model_json(learner), WEIGHTS: learner.tensors()}
    _write_whole(folder, files | ({TRAINING: training.encode()} if training else {}))


def is_trained(folder: Path, training: str) -> bool:
    """Whether the result of this training lies in a folder; that of another one is refused, and so is one of
    before results were named, unless checkpoints say of which training it is."""
    model = folder / "model"
    if not (model / MODEL).is_file():
        return False
    try:
        of = (model / TRAINING).read_text("utf-8")
    except OSError:
        if latest(folder / "checkpoints"):
            return False
        of = "from before results were named"
    if of != training:
        raise _of_another(model, of, training)
    return True


def _of_another(place: Path, of: str, training: str) -> CheckpointError:
    return CheckpointError(
        f"{place} is of another training ({of}, not {training}): other data, settings or seed."
        " Use the same ones, or another folder"
    )


def save_checkpoint(
    folder: Path,
    step: int,
    training: str,
    learner: Learner,
    optimiser: Optimiser,
    state: Mapping[str, object],
    blobs: Mapping[str, bytes] | None = None,
) -> Path:
    """Write step-N into a folder and take away those that are no longer needed."""
    files = {
        MODEL: model_json(learner),
        WEIGHTS: learner.tensors(),
        OPTIMISER: _optimiser(optimiser),
        CHANCES: save(_chances()),
        STATE: msgspec.json.encode(dict(state)),
        **(blobs or {}),
    }
    marks = {name: Mark(len(data), hashlib.sha256(data).hexdigest()) for name, data in files.items()}
    files[MANIFEST] = msgspec.json.encode(Manifest(FORM, step, training, marks))
    place = folder / f"step-{step:08d}"
    _write_whole(place, files)
    for old in _steps(folder)[:-KEPT]:
        shutil.rmtree(old)
    return place


def latest(folder: Path) -> Path | None:
    """The last checkpoint of a folder, unread."""
    found = _steps(folder)
    return found[-1] if found else None


def read_checkpoint(place: Path, training: str) -> Checkpoint:
    """A checkpoint with every file checked; CheckpointError says what is wrong and what can be done."""
    way_on = f"delete {place} to go on from the one before it, or start anew in another folder"
    try:
        manifest = msgspec.json.decode((place / MANIFEST).read_bytes(), type=Manifest)
        files = {name: (place / _plain(name)).read_bytes() for name in manifest.files}
    except (OSError, msgspec.DecodeError) as error:
        raise CheckpointError(f"{place} is damaged: {error}; {way_on}") from None
    if manifest.form != FORM:
        raise CheckpointError(f"{place} has form {manifest.form}; this version reads {FORM}")
    for name, mark in manifest.files.items():
        if Mark(len(files[name]), hashlib.sha256(files[name]).hexdigest()) != mark:
            raise CheckpointError(f"{place / name} is damaged: it is not what was written; {way_on}")
    if manifest.training != training:
        raise _of_another(place, manifest.training, training)
    return Checkpoint(manifest.step, files)


def restore(checkpoint: Checkpoint, learner: Learner, optimiser: Optimiser) -> None:
    """Put a learner, its optimiser and all chances where they were."""
    head = msgspec.json.decode(checkpoint.files[MODEL])
    if head["kind"] != learner.name or head["config"] != learner.config():
        raise CheckpointError(f"the checkpoint is of a {head['kind']} of another size: {head['config']}")
    learner.put_tensors(checkpoint.files[WEIGHTS], head["version"])
    _put_optimiser(optimiser, load(checkpoint.files[OPTIMISER]))
    _put_chances(load(checkpoint.files[CHANCES]))


# -- parts ---------------------------------------------------------------------------------------------------


def _optimiser(optimiser: Optimiser) -> bytes:
    """The tensors of an optimiser, by the place of their parameter."""
    state = optimiser.state_dict()["state"]
    found = {}
    for place, values in state.items():
        for name, value in values.items():
            found[f"{place}/{name}"] = torch.as_tensor(value).detach().cpu().contiguous()
    return save(found)


def _put_optimiser(optimiser: Optimiser, tensors: Mapping[str, torch.Tensor]) -> None:
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, tensor in tensors.items():
        place, _, name = key.partition("/")
        state.setdefault(int(place), {})[name] = tensor
    optimiser.load_state_dict({**optimiser.state_dict(), "state": state})


def _chances() -> dict[str, torch.Tensor]:
    found = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        found["cuda"] = torch.cuda.get_rng_state()
    return found


def _put_chances(states: Mapping[str, torch.Tensor]) -> None:
    torch.set_rng_state(states["cpu"])
    if "cuda" in states and torch.cuda.is_available():
        torch.cuda.set_rng_state(states["cuda"])


def _steps(folder: Path) -> list[Path]:
    return sorted(folder.glob("step-[0-9]*")) if folder.is_dir() else []


def _plain(name: str) -> str:
    """A name of a manifest as a file in the same folder, and nowhere else."""
    if name != Path(name).name or name in (".", ".."):
        raise CheckpointError(f"a manifest names '{name}', which is no file of its folder")
    return name


def _write_whole(place: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a new folder; whoever looks sees all of them or none."""
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.parent / f".{place.name}.part"
    for old in (part, place):
        if old.exists():
            shutil.rmtree(old)
    part.mkdir()
    for name, data in files.items():
        _write(part / _plain(name), data)
    _sync(part)
    os.replace(part, place)
    _sync(place.parent)


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def digest_of(parts: Iterable[bytes]) -> str:
    """A short name for a training: the same for the same settings and data."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()[:16]
