"""Loading: a folder with a nano in it, read and written: weights in safetensors, its size in JSON.

Invariant: a folder that loads holds weights of exactly the model its JSON names; anything else is refused,
with what is wrong, and nothing in it is ever executed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from safetensors.torch import load

from phonebuddy.agents.device import moving_to
from phonebuddy.agents.folders import MODEL, find_model
from phonebuddy.agents.nano.language.names import fingerprint as language_print
from phonebuddy.agents.nano.meaning import fingerprint
from phonebuddy.agents.nano.model import FORM, Nano, NanoConfig
from phonebuddy.agents.nano.policy import NanoPolicy
from phonebuddy.errors import CheckpointError

WEIGHTS = "weights.safetensors"
KIND = "nano"
READER = "reader."
"""How the names of all weights begin that belong to a language."""


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON beside the weights."""

    kind: str
    config: dict[str, object]
    version: int


def load_policy(folder: str, device: str = "cpu") -> NanoPolicy:
    """The policy of a folder that training wrote: a checkpoint, or a run, whose model is taken."""
    model, version = load_model(find_model(Path(folder)), device)
    return NanoPolicy(model, 0.0, lambda: version)


def read_head(folder: Path) -> Model:
    """What kind of model lies in a folder."""
    try:
        head = msgspec.json.decode((folder / MODEL).read_bytes(), type=Model)
    except (OSError, msgspec.DecodeError) as error:
        raise CheckpointError(f"{folder / MODEL}: {error}") from None
    if head.kind != KIND:
        raise CheckpointError(f"{folder / MODEL} is of a '{head.kind}', not of a nano")
    check_form(head.config, str(folder / MODEL))
    return head


def check_form(config: Mapping[str, object], place: str) -> None:
    """Refuse a model of another form (those of before forms were counted have form 1), and one that read with
    other word vectors or another language than those installed here."""
    form = config.get("form", 1)
    if form != FORM:
        raise CheckpointError(
            f"{place}: a nano of form {form}, and this version acts with form {FORM};"
            " train it again: phonebuddy train sft --help"
        )
    words = config.get("words", fingerprint())
    if words != fingerprint():
        raise CheckpointError(
            f"{place}: trained with other word vectors ({words}) than those of the wordllama installed here"
            f" ({fingerprint()}); install the version it was trained with, or train it again"
        )
    language = str(config.get("language", ""))
    if language and config.get("language_print") not in ("", None, read := language_print(language)):
        raise CheckpointError(
            f"{place}: trained with other weights of {language} ({config.get('language_print')}) than those"
            f" installed here ({read}); install the version it was trained with: make language"
        )


def load_model(folder: Path, device: str = "cpu") -> tuple[Nano, int]:
    """The model, on a device, and how many updates it has had."""
    head = read_head(folder)
    try:
        model = Nano(msgspec.convert(head.config, NanoConfig))
    except msgspec.ValidationError as error:
        raise CheckpointError(f"{folder / MODEL}: {error}") from None
    try:
        data = (folder / WEIGHTS).read_bytes()
    except OSError as error:
        raise CheckpointError(f"{folder / WEIGHTS}: {error.strerror}") from None
    put_weights(model, data, str(folder / WEIGHTS))
    with moving_to(device):
        return model.eval().to(device), head.version


def put_weights(model: Nano, data: bytes, place: str, but: tuple[str, ...] = ()) -> None:
    """Give a model its weights; CheckpointError where they are damaged or of another size. Those whose names
    begin with one of `but` stay as they are."""
    try:
        own = {name: one for name, one in model.state_dict().items() if name.startswith(but)}
        model.load_state_dict(own | load(data))
    except Exception as error:  # whatever safetensors and torch raise for bytes that are no such weights
        said = " ".join(str(error).split())[:200]
        raise CheckpointError(
            f"{place}: these are not the weights of such a nano, or of an older one: {said}"
        ) from None
