"""Learner and Row: what the trainers ask of a policy that can be trained, and the one form training data has.

Invariant: a row is made from stored steps alone and holds all that its learner needs to score the step again;
trainers read its labels (episode, weight, advantage, ...) and never its data.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from phonebuddy.agents.policy import Policy
from phonebuddy.episode import Episode, Lane
from phonebuddy.errors import CheckpointError, EpisodeError, SetupError, nearest
from phonebuddy.train.settings import section

if TYPE_CHECKING:
    import torch

KINDS = {"nano": "phonebuddy.train.nano:NanoLearner", "vlm": "phonebuddy.train.vlm:VlmLearner"}
"""Where each kind of learner lives; imported when one is made, since it brings torch."""

ROW_MAKERS = {"nano": "phonebuddy.train.nano_rows:NanoRows", "vlm": "phonebuddy.train.vlm_rows:VlmRows"}
"""Who makes the rows of a kind: a learner may be too large to be made for that alone."""

PICTURED = frozenset({"vlm"})
"""Kinds that learn from pictures: their demonstrations are collected with them."""

ROW_SETTINGS: Mapping[str, frozenset[str]] = defaultdict(
    frozenset,
    nano=frozenset({"literal", "language"}),
    vlm=frozenset({"path", "tiny", "most_tokens", "most_pixels", "thinking"}),
)
"""Of each kind's config, what its rows depend on: learners that agree on it can share files of rows."""

Show = Callable[[int], bytes | str]
"""The picture of a step's screen, by the step's number: a PNG, or the file one lies in."""


def no_pictures(number: int) -> bytes | str:
    raise EpisodeError(f"step {number} has no picture to learn from; collect with --pixels")


class Row(msgspec.Struct, frozen=True):
    """One step to learn from; `msgspec.structs.replace` gives it its weight and advantage."""

    episode: str
    step: int
    lane: Lane
    source: str
    """The app in front, by package: what mixture weights name."""
    data: bytes
    """The step in the learner's own form: the screen, the words, the choices."""
    length: int
    """How much room it takes in a batch, in the learner's own units: tokens."""
    num_choices: int
    group: str = ""
    """Episodes that are compared with each other."""
    weight: float = 1.0
    advantage: float = 0.0
    old_log_probs: tuple[float, ...] = ()
    """Of each choice, under the policy that made it; empty for a demonstration."""
    version: int = 0
    """How many updates that policy had had."""
    template: str = ""
    """The kind of task it is a step of; empty where every task is a kind of its own."""
    seen: str = ""
    """Names what was shown to who made the choices: rows with the same were the same to it. Empty for a
    demonstration."""
    did: str = ""
    """Names the choices that were made."""
    bundle: str = ""
    """Rows with the same one share what takes most room; their length is that of all of them together."""


class Batch(NamedTuple):
    """Rows side by side. `inputs` is the learner's own; the rest is [rows] or [rows, most choices]."""

    inputs: Mapping[str, torch.Tensor]
    weight: torch.Tensor
    advantage: torch.Tensor
    old_log_probs: torch.Tensor
    mask: torch.Tensor
    """True where there is a choice."""


class Scored(NamedTuple):
    """What a learner gives to the choices of a batch, each [rows, most choices], zero outside the mask."""

    log_probs: torch.Tensor
    entropy: torch.Tensor
    mask: torch.Tensor


class Learner(Protocol):
    """A policy that can be trained."""

    version: int
    """How many updates it has had."""

    @property
    def dropped(self) -> Counter[str]:
        """Steps that `rows` left out, by reason."""
        ...

    @property
    def name(self) -> str: ...

    def rows(self, episode: Episode, show: Show = no_pictures) -> list[Row]:
        """One row for each step that can be learned; those of its own episodes keep its log-probabilities."""
        ...

    def study(self, rows: Sequence[Row]) -> None:
        """Look through all demonstrations before they are learned; what is never chosen is no bad choice."""
        ...

    def collate(self, rows: Sequence[Row]) -> Batch: ...

    def log_probs(self, batch: Batch, temperature: float = 1.0) -> Scored:
        """With gradient, as a policy of this temperature draws."""
        ...

    def parameters(self) -> Iterator[torch.nn.Parameter]: ...

    def matrices(self) -> list[torch.nn.Parameter]:
        """Those of the parameters that are matrices within layers, where they may learn by Muon; or none."""
        ...

    def language(self) -> list[torch.nn.Parameter]:
        """Those of the parameters that belong to a language that reads along; or none."""
        ...

    def to(self, device: str) -> None:
        """Move the weights; batches made afterwards lie there too."""
        ...

    def train(self, on: bool) -> None:
        """Whether chances that only help learning (dropout) are taken."""
        ...

    def config(self) -> dict[str, object]:
        """What makes it the kind it is, as JSON: with `tensors`, all that `learner_from` needs."""
        ...

    def tensors(self) -> bytes:
        """The weights, as a safetensors file."""
        ...

    def put_tensors(self, data: bytes, version: int) -> None:
        """Take other weights; raises CheckpointError when they do not fit."""
        ...

    def files(self) -> dict[str, bytes]:
        """What else belongs into a model's folder, by name: what other programs need to read it."""
        ...

    def policy(self, temperature: float) -> Policy:
        """Acts with the same weights, now and after further updates; 0 takes the best choice every time."""
        ...


def check_model(kind: str, config: Mapping[str, object]) -> None:
    """Refuse settings of a model that cannot be made, before hours go into collecting for it."""
    made = section({"model": dict(config)}, "model", settings_of(kind))
    if kind == "vlm":
        from phonebuddy.agents.vlm.config import VlmConfig, check_folder

        assert isinstance(made, VlmConfig)
        check_folder(made)
    if kind == "nano" and (language := config.get("language")):
        from phonebuddy.agents.nano.language.names import fingerprint

        fingerprint(str(language))


def settings_of(kind: str) -> type[msgspec.Struct]:
    """What a model of a kind is asked for with."""
    if kind == "nano":
        from phonebuddy.agents.nano.model import NanoConfig

        return NanoConfig
    if kind == "vlm":
        from phonebuddy.agents.vlm.config import VlmConfig

        return VlmConfig
    raise _no_learner(kind)


def _no_learner(kind: str) -> CheckpointError:
    return CheckpointError(f"no learner '{kind}'{nearest(kind, KINDS)}; there are: {', '.join(KINDS)}")


class RowMaker(Protocol):
    """Makes rows; every learner does."""

    @property
    def dropped(self) -> Counter[str]: ...

    def rows(self, episode: Episode, show: Show = no_pictures) -> list[Row]: ...


def row_maker(kind: str, config: Mapping[str, object]) -> RowMaker:
    """Whoever makes the rows of a kind of learner, as light as can be."""
    if kind not in ROW_MAKERS:
        return learner_from(kind, config)
    maker: RowMaker = _made(kind, ROW_MAKERS[kind])(config)
    return maker


def _made(kind: str, place: str) -> Callable[[Mapping[str, object]], Any]:
    """The maker at a place, which may need what is not installed."""
    module, _, name = place.partition(":")
    try:
        found: Callable[[Mapping[str, object]], Any] = getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        raise SetupError(f"a {kind} needs {error.name}: pip install 'phonebuddy[train,{kind}]'") from None
    return found


def learner_from(kind: str, config: Mapping[str, object], tensors: bytes = b"", version: int = 0) -> Learner:
    """A learner of a kind, new or with these weights; what a fresh process calls."""
    if kind not in KINDS:
        raise _no_learner(kind)
    learner: Learner = _made(kind, KINDS[kind])(config)
    if tensors:
        learner.put_tensors(tensors, version)
    return learner
