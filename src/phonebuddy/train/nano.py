"""NanoLearner: nano as trainers want it: rows from episodes, batches from rows, scores with gradient.

Invariant: the scores of a batch are those the policy drew from, as long as the weights are the same; chances
that only help learning come from torch's generator and are off outside training.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import save

from phonebuddy.agents.nano.arrays import put
from phonebuddy.agents.nano.choices import Asks
from phonebuddy.agents.nano.language.names import fingerprint
from phonebuddy.agents.nano.loading import READER, check_form, put_weights
from phonebuddy.agents.nano.model import FORM, Nano, NanoConfig, Questions
from phonebuddy.agents.nano.policy import NanoPolicy
from phonebuddy.agents.nano.relations import Inputs
from phonebuddy.agents.nano.shelf import Shelf, answers_of, of_kind, questions_of
from phonebuddy.episode import Episode
from phonebuddy.errors import CheckpointError
from phonebuddy.train.disguise import Disguise
from phonebuddy.train.learner import Batch, Row, Scored, Show, no_pictures
from phonebuddy.train.nano_rows import NanoRows

COUNTED = ("num_local", "num_told")
"""Inputs that are one number each."""
SETTLING = 24
"""Rows in which a language sees how what it reads is spread."""
COMMON = 6
"""A word of so many apps is everybody's."""


class NanoLearner:
    """See the head of this file."""

    name = "nano"

    def __init__(self, config: Mapping[str, object]) -> None:
        check_form({"form": FORM, **config}, "config")
        try:
            self._config = msgspec.convert(dict(config), NanoConfig)
        except msgspec.ValidationError as error:
            raise CheckpointError(f"nano cannot be made like this: {error}") from None
        if self._config.language:
            read = fingerprint(self._config.language)
            self._config = msgspec.structs.replace(self._config, language_print=read)
        self._model = Nano(self._config)
        self._device = "cpu"
        self.version = 0
        self._opened = torch.zeros(0, dtype=torch.long)
        """The apps that are opened in some row, by a number for what each is called."""
        self._unknown: torch.Tensor | None = None
        """How often each unit is made unknown, once the rows were studied."""
        self._shelved: _Shelved | None = None
        self._maker = NanoRows(config)

    @property
    def model(self) -> Nano:
        return self._model

    def num_parameters(self) -> int:
        return sum(one.numel() for one in self._model.parameters())

    # -- rows -----------------------------------------------------------------------------------------------

    @property
    def dropped(self) -> Counter[str]:
        """Steps that could not be learned, by reason."""
        return self._maker.dropped

    def rows(self, episode: Episode, show: Show = no_pictures) -> list[Row]:
        return self._maker.rows(episode, show)

    def study(self, rows: Sequence[Row]) -> None:
        """Note which apps are ever opened: others get made-up names, lest theirs be learned as wrong.

        Note too which words many apps have in common: those are learned as words, others as something unknown
        that agrees or does not, since that is what the words of a new app are. A language that reads along
        notes how what it reads is spread, once.
        """
        shelved = _Shelved(rows, self._device)
        self._opened = torch.cat((self._opened.to(self._device), shelved.opened()))
        sources: dict[str, int] = {}
        source = np.array([sources.setdefault(row.source, len(sources)) for row in rows], np.int64)
        counts = shelved.shelf.groups_saying(source, len(sources))
        share = (1 - (counts - 1) / (COMMON - 1)).clamp(0, 1)
        low, high = self._config.scramble_common, self._config.scramble
        self._unknown = low + (high - low) * share
        self._shelved = shelved.knowing(self._opened)
        if self._config.language:
            some = np.linspace(0, len(rows) - 1, min(len(rows), SETTLING)).astype(np.int64)
            self._model.settle(shelved.shelf.inputs(some))

    # -- batches --------------------------------------------------------------------------------------------

    def collate(self, rows: Sequence[Row]) -> Batch:
        """A batch of rows that were studied, or of others, which takes longer."""
        shelved = self._shelved
        if shelved is None or any(id(row) not in shelved.places for row in rows):
            shelved = _Shelved(rows, self._device).knowing(self._opened)
        which = np.array([shelved.places[id(row)] for row in rows], np.int64)
        inputs = shelved.shelf.inputs(which)
        tensors = {
            name: one
            for name in inputs.__struct_fields__
            if isinstance(one := getattr(inputs, name), torch.Tensor)
        }
        tensors |= {name: torch.tensor(getattr(inputs, name)) for name in COUNTED}
        tensors["never_opened"] = shelved.shelf.app_rows(which, shelved.never_opened)
        asked, places = shelved.shelf.asked(which)
        for asks in Asks:
            some, where = of_kind(asked, asks)
            if not len(where):
                continue
            questions = questions_of(asks, some, inputs)
            for name in questions.__struct_fields__:
                if (value := getattr(questions, name)) is not None:
                    tensors[f"{asks.name}.{name}"] = value
            tensors[f"{asks.name}.place"] = put(places[where], self._device)
            tensors[f"{asks.name}.column"] = put(answers_of(some, inputs), self._device)
        most = max(row.num_choices for row in rows)
        return Batch(
            tensors,
            put(np.array([row.weight for row in rows], np.float32), self._device),
            put(np.array([row.advantage for row in rows], np.float32), self._device),
            put(_padded([row.old_log_probs for row in rows], most), self._device),
            put(np.arange(most) < np.array([row.num_choices for row in rows])[:, None], self._device),
        )

    def log_probs(self, batch: Batch, temperature: float = 1.0) -> Scored:
        inputs = self._inputs(batch)
        scene = self._model.scene(inputs)
        log_probs, entropy = (torch.zeros(batch.mask.shape, device=batch.mask.device) for _ in range(2))
        for asks in Asks:
            if f"{asks.name}.row" not in batch.inputs:
                continue
            questions = self._questions(asks, batch)
            logits = self._model.logits(asks, inputs, scene, questions).float()
            scores = torch.log_softmax(logits / temperature, -1)
            place, column = batch.inputs[f"{asks.name}.place"], batch.inputs[f"{asks.name}.column"]
            where = (questions.row, place)
            log_probs = log_probs.index_put(where, scores.gather(1, column[:, None])[:, 0])
            entropy = entropy.index_put(where, -(scores.exp() * scores.clamp(min=-30)).sum(-1))
        return Scored(log_probs, entropy, batch.mask)

    def _inputs(self, batch: Batch) -> Inputs:
        given = {name: batch.inputs[name] for name in Inputs.__struct_fields__ if name in batch.inputs}
        num_local, num_told = (int(given.pop(name)) for name in COUNTED)
        if self._model.training and self._config.scramble > 0 and self._unknown is not None:
            Disguise(self._config, self._unknown, self._device).put_on(given, batch.inputs)
        return Inputs(num_local=num_local, num_told=num_told, **given)

    def _questions(self, asks: Asks, batch: Batch) -> Questions:
        names = [name for name in Questions.__struct_fields__ if f"{asks.name}.{name}" in batch.inputs]
        return Questions(**{name: batch.inputs[f"{asks.name}.{name}"] for name in names})

    # -- weights --------------------------------------------------------------------------------------------

    def parameters(self) -> Iterator[torch.nn.Parameter]:
        return self._model.parameters()

    def matrices(self) -> list[torch.nn.Parameter]:
        return [one for one in self._model.layers.parameters() if one.ndim == 2]

    def language(self) -> list[torch.nn.Parameter]:
        return list(self._model.reader.parameters()) if self._model.reader is not None else []

    def to(self, device: str) -> None:
        self._model.to(device)
        self._device = device
        if device.startswith("cuda"):
            torch.set_float32_matmul_precision("high")
        self._unknown = self._unknown.to(device) if self._unknown is not None else None

    def train(self, on: bool) -> None:
        self._model.train(on)

    def config(self) -> dict[str, object]:
        built: dict[str, object] = msgspec.to_builtins(self._config)
        return built

    def tensors(self) -> bytes:
        return save({name: one.detach().cpu().contiguous() for name, one in self._model.state_dict().items()})

    def put_tensors(self, data: bytes, version: int) -> None:
        put_weights(self._model, data, "weights")
        self.version = version

    def begin_with(self, data: bytes, version: int) -> None:
        """Take the weights of a nano like this one that had no language."""
        put_weights(self._model, data, "weights", but=(READER,))
        self.version = version

    def files(self) -> dict[str, bytes]:
        return {}

    def policy(self, temperature: float) -> NanoPolicy:
        return NanoPolicy(self._model, temperature, lambda: self.version)


class _Shelved:
    """Rows on a shelf."""

    def __init__(self, rows: Sequence[Row], device: str) -> None:
        self.rows = rows
        """Kept, so that no other row can take the place of one of them in `places`."""
        self.places = {id(row): place for place, row in enumerate(rows)}
        self.shelf = Shelf([row.data for row in rows], device)
        self._names = self.shelf.app_names()
        self.never_opened = torch.zeros_like(self._names, dtype=torch.bool)

    def opened(self) -> torch.Tensor:
        """The names of the apps that are opened or closed by the answers of some row."""
        names: torch.Tensor = torch.unique(self._names[self.shelf.answered_apps()])
        return names

    def knowing(self, opened: torch.Tensor) -> _Shelved:
        self.never_opened = ~torch.isin(self._names, opened.to(self._names.device))
        # What is padded is no app at all.
        self.never_opened[-1] = False
        return self


def _padded(rows: Sequence[Sequence[float]], width: int) -> npt.NDArray[np.float32]:
    found = np.zeros((len(rows), width), np.float32)
    for place, row in enumerate(rows):
        found[place, : len(row)] = row
    return found
