"""Inputs: chats with their pictures as tensors, with answers behind them.

Prompts are padded on the left, answers on the right, so that all answers begin at one column: for the actor,
who writes them, as for the trainer, who scores them. Invariant: a batch that exists has as many tokens for
pictures as features of pictures, in every row; anything else would be learned as noise, and is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image

from phonebuddy.agents.vlm.model import Vlm
from phonebuddy.agents.vlm.reader import Reader
from phonebuddy.errors import TrainError
from phonebuddy.screen import Pixels
from phonebuddy.traces.pictures import decode_picture

Tensors = dict[str, torch.Tensor]


def prompts_of(reader: Reader, chats: Sequence[str], pictures: Sequence[Pixels]) -> Tensors:
    """Chats with one picture each, padded on the left."""
    images = [Image.fromarray(np.ascontiguousarray(pixels[:, :, :3])) for pixels in pictures]
    # One list for each chat: models differ in whether a flat list is one chat's pictures or one for each.
    found = reader.processor(
        text=list(chats), images=[[image] for image in images], return_tensors="pt", padding=True,
        padding_side="left", add_special_tokens=reader.adds_special(chats[0]),
    )  # fmt: skip
    return check_pictures({name: value.to(reader.device) for name, value in found.items()}, reader)


def check_pictures(inputs: Tensors, reader: Reader) -> Tensors:
    """The inputs, if every row has as many picture tokens as picture features."""
    tokens = (inputs["input_ids"] == reader.image_token).sum(1).tolist()
    if 0 in tokens or not any(name.startswith("pixel_values") for name in inputs):
        raise TrainError(_disagree(tokens, "none"))
    grid = inputs.get("image_grid_thw")
    if grid is not None:
        merged = reader.processor.image_processor.merge_size**2
        features = (grid.prod(-1) // merged).tolist()
        if features != tokens:
            raise TrainError(_disagree(tokens, str(features)))
    return inputs


def _disagree(tokens: Sequence[int], features: str) -> str:
    return (
        f"picture tokens and picture features disagree: {list(tokens)} tokens, features: {features}."
        " The model would learn from pictures it does not see. Check that the processor in the model's folder"
        " is the model's own and that nothing cuts prompts; raise model.most_tokens instead of cutting"
    )


def with_answers(
    reader: Reader, prompts: Tensors, answers: Sequence[Sequence[int]]
) -> tuple[Tensors, torch.Tensor]:
    """Prompts with answers behind them, padded on the right; and where there is an answer."""
    most = max(map(len, answers))
    pad = reader.processor.tokenizer.pad_token_id
    ids = torch.full((len(answers), most), pad if pad is not None else reader.ends[0])
    for row, answer in enumerate(answers):
        ids[row, : len(answer)] = torch.tensor(answer)
    mask = torch.arange(most) < torch.tensor([len(answer) for answer in answers])[:, None]
    if torch.isin(ids[mask], torch.tensor(reader.banned)).any():
        raise TrainError(_disagree([], "an answer holds tokens of pictures"))
    ids, mask = ids.to(reader.device), mask.to(reader.device)
    found = dict(prompts)
    for name, value in prompts.items():
        # Masks and kinds of tokens grow with the tokens; pictures do not, whatever shape they happen to have.
        if "pixel" not in name and value.shape == prompts["input_ids"].shape:
            more = ids if name == "input_ids" else mask if name == "attention_mask" else torch.zeros_like(ids)
            found[name] = torch.cat([value, more.to(value.dtype)], 1)
    return found, mask


def score(vlm: Vlm, inputs: Mapping[str, torch.Tensor], num_answer: int) -> torch.Tensor:
    """The scores of the tokens of the answers, [rows, tokens, vocabulary], with gradient."""
    with vlm.arithmetic(), vlm.recomputing():
        # The score of a token stands one place before it; all others are not even computed.
        given: dict[str, Any] = dict(inputs)
        try:
            found = vlm.model(**given, logits_to_keep=num_answer + 1, use_cache=False)
        except ValueError as error:  # how models say that pictures and their tokens disagree
            raise TrainError(f"the model refuses this batch: {error}") from None
    return vlm.ban(found.logits[:, -num_answer - 1 : -1])


def read_picture(picture: bytes | str) -> Pixels:
    """The pixels of a picture, or of the file it lies in."""
    return decode_picture(data_of(picture), "the picture of a step")


def data_of(picture: bytes | str) -> bytes:
    """A picture as it is, or as its file holds it."""
    if isinstance(picture, bytes):
        return picture
    try:
        return Path(picture).read_bytes()
    except OSError as error:
        raise TrainError(f"{picture}: the picture of a step cannot be read: {error.strerror}") from None
