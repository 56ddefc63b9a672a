"""Files of the BERT kind: what is written is what is read, and what is damaged is told by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from safetensors.numpy import save_file
from safetensors.torch import save_file as save_torch

from phonebuddy.agents.nano.language import bert_files
from phonebuddy.agents.nano.language.attention import BLOCK
from phonebuddy.agents.nano.language.bert_files import (
    CONFIG,
    WORDS,
    BertShape,
    Floats,
    bert_shape_of,
    bert_tensors_of,
    signs_of,
    words_of_bert,
)
from phonebuddy.agents.nano.language.reading import MOST_TOLD_IDS
from phonebuddy.errors import AgentError
from tests.agents.nano.language.installed import needs_minilm

WEIGHTS = "some.safetensors"
SHAPE = BertShape(8, 2, 2, 16, 6, 256, 1e-12)
VOCABULARY = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "##b")
SIZES = {
    "embeddings.word_embeddings.weight": (6, 8),
    "embeddings.position_embeddings.weight": (256, 8),
    "embeddings.token_type_embeddings.weight": (2, 8),
    "embeddings.LayerNorm.weight": (8,),
    "embeddings.LayerNorm.bias": (8,),
    "encoder.layer.0.attention.self.query.weight": (8, 8),
    "encoder.layer.0.attention.self.key.bias": (8,),
    "encoder.layer.1.attention.self.value.weight": (8, 8),
    "encoder.layer.1.attention.output.dense.weight": (8, 8),
    "encoder.layer.0.attention.output.LayerNorm.weight": (8,),
    "encoder.layer.1.intermediate.dense.weight": (16, 8),
    "encoder.layer.1.intermediate.dense.bias": (16,),
    "encoder.layer.0.output.dense.weight": (8, 16),
    "encoder.layer.0.output.dense.bias": (8,),
    "encoder.layer.1.output.LayerNorm.bias": (8,),
}
"""Some of what a file holds."""


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Words are looked for anew, in this test and in the next."""
    words_of_bert.cache_clear()
    yield
    words_of_bert.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgotten: None) -> Path:
    """A small language that is taken for minilm."""
    monkeypatch.setattr(bert_files, "file_of", lambda name: tmp_path / WEIGHTS)
    (tmp_path / CONFIG).write_bytes(
        msgspec.json.encode({"architectures": ["x"], **msgspec.to_builtins(SHAPE)})
    )
    (tmp_path / WORDS).write_text("\n".join(VOCABULARY) + "\n", "utf-8")
    save_file(_tensors(), tmp_path / WEIGHTS)
    return tmp_path


def _tensors() -> dict[str, Floats]:
    draw = np.random.default_rng(1)
    sizes = {**bert_files._sizes(SHAPE), "pooler.dense.weight": (8, 8)}
    return {key: draw.normal(0, 1, size).astype(np.float32) for key, size in sizes.items()}


def _read_all() -> None:
    """All that is ever read of a language's files."""
    bert_shape_of("minilm")
    bert_tensors_of("minilm")
    words_of_bert.cache_clear()
    signs_of("minilm")


def test_tiny_bert_is_always_the_same() -> None:
    one, other = bert_tensors_of("tiny-bert"), bert_tensors_of("tiny-bert")
    shape = bert_shape_of("tiny-bert")
    assert one is not other and list(one) == list(other)
    assert len(one) == 5 + 16 * shape.num_hidden_layers
    for key, tensor in one.items():
        assert np.array_equal(tensor, other[key]) and tensor.dtype == np.float32
        assert abs(tensor.mean() - key.endswith("LayerNorm.weight")) < 0.1 and 0 < tensor.std() < 0.2
    assert len({tensor.tobytes() for tensor in one.values()}) == len(one), "no two are the same"


def test_signs_of_tiny_bert_are_no_bytes_and_have_vectors() -> None:
    opening, closing = signs_of("tiny-bert")
    assert {opening, closing} == {256, 257} and bert_shape_of("tiny-bert").vocab_size == 258


def test_what_was_written_is_read(folder: Path) -> None:
    found, wanted = bert_tensors_of("minilm"), _tensors()
    assert bert_shape_of("minilm") == SHAPE
    for key, size in SIZES.items():
        assert found[key].shape == size and found[key].dtype == np.float32
        np.testing.assert_array_equal(found[key], wanted[key])
    assert words_of_bert("minilm") == {word: place for place, word in enumerate(VOCABULARY)}
    assert signs_of("minilm") == (2, 3)
    _read_all()


@needs_minilm
def test_minilm_is_of_its_shape() -> None:
    shape, tensors = bert_shape_of("minilm"), bert_tensors_of("minilm")
    assert shape == BertShape(384, 6, 12, 1536, 30_522, 512, 1e-12)
    assert len(words_of_bert("minilm")) == shape.vocab_size and signs_of("minilm") == (101, 102)
    assert tensors["encoder.layer.5.intermediate.dense.weight"].shape == (1536, 384)
    for key in bert_files._sizes(shape):
        assert tensors[key].dtype == np.float32 and np.isfinite(tensors[key]).all()


@pytest.mark.parametrize("name", ["tiny-bert", pytest.param("minilm", marks=needs_minilm)])
def test_the_longest_reading_has_places(name: str) -> None:
    assert bert_shape_of(name).max_position_embeddings >= MOST_TOLD_IDS + 2 + BLOCK


def _gone(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def _a_folder(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).unlink()
        (folder / name).mkdir()

    return change


def _holds(name: str, content: bytes) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).write_bytes(content)

    return change


def _says(**what: object) -> Callable[[Path], None]:
    return _holds(CONFIG, msgspec.json.encode({**msgspec.to_builtins(SHAPE), **what}))


def _without(key: str) -> Callable[[Path], None]:
    kept = {name: tensor for name, tensor in _tensors().items() if name != key}
    return lambda folder: save_file(kept, folder / WEIGHTS)


def _with(key: str, tensor: Floats) -> Callable[[Path], None]:
    return lambda folder: save_file({**_tensors(), key: tensor}, folder / WEIGHTS)


def _as(dtype: torch.dtype) -> Callable[[Path], None]:
    held = {key: torch.from_numpy(one).to(dtype) for key, one in _tensors().items()}
    return lambda folder: save_torch(held, folder / WEIGHTS)


QUERY, FEED = "encoder.layer.1.attention.self.query.weight", "encoder.layer.0.intermediate.dense.weight"
DAMAGES = {
    "config gone": (CONFIG, _gone(CONFIG)),
    "config a folder": (CONFIG, _a_folder(CONFIG)),
    "config empty": (CONFIG, _holds(CONFIG, b"")),
    "config no JSON": (CONFIG, _holds(CONFIG, b"\xff\xfe{")),
    "config cut off": (CONFIG, _holds(CONFIG, b'{"hidden_size": 8, "num_hid')),
    "config a list": (CONFIG, _holds(CONFIG, b"[]")),
    "config of something else": (CONFIG, _holds(CONFIG, b'{"hidden_size": 8}')),
    "config with a word for a number": (CONFIG, _says(hidden_size="wide")),
    "config with nothing for a number": (CONFIG, _says(num_hidden_layers=None)),
    "config of a wider one": (WEIGHTS, _says(hidden_size=16)),
    "config of a negative one": (WEIGHTS, _says(hidden_size=-8)),
    "config of a deeper one": (WEIGHTS, _says(num_hidden_layers=3)),
    "config of more words": (WEIGHTS, _says(vocab_size=7)),
    "weights gone": (WEIGHTS, _gone(WEIGHTS)),
    "weights a folder": (WEIGHTS, _a_folder(WEIGHTS)),
    "weights empty": (WEIGHTS, _holds(WEIGHTS, b"")),
    "weights something else": (WEIGHTS, _holds(WEIGHTS, b"GGUF no safetensors at all")),
    "weights with a head too long": (WEIGHTS, _holds(WEIGHTS, b"\xff" * 64)),
    "weights with a head that is no JSON": (WEIGHTS, _holds(WEIGHTS, b"\x04" + bytes(7) + b"oops")),
    "weights of nothing": (WEIGHTS, lambda folder: save_file({}, folder / WEIGHTS)),
    "a matrix gone": (WEIGHTS, _without(QUERY)),
    "a bias gone": (WEIGHTS, _without("encoder.layer.0.output.LayerNorm.bias")),
    "the words' vectors gone": (WEIGHTS, _without("embeddings.word_embeddings.weight")),
    "a matrix of another size": (WEIGHTS, _with(QUERY, np.zeros((8, 9), np.float32))),
    "a matrix that lies on its side": (WEIGHTS, _with(FEED, np.zeros((8, 16), np.float32))),
    "a matrix that is flat": (WEIGHTS, _with(QUERY, np.zeros(64, np.float32))),
    "weights in bfloat16": (WEIGHTS, _as(torch.bfloat16)),
    "weights in 8 bits": (WEIGHTS, _as(torch.float8_e4m3fn)),
    "weights in float16": (WEIGHTS, _as(torch.float16)),
    "weights in whole numbers": (WEIGHTS, _as(torch.int64)),
    "config without heads": (CONFIG, _says(num_attention_heads=0)),
    "config of heads that do not divide": (CONFIG, _says(num_attention_heads=3)),
    "config without layers": (CONFIG, _says(num_hidden_layers=0)),
    "config with too few places": (CONFIG, _says(max_position_embeddings=100)),
    "more words than vectors": (WORDS, _holds(WORDS, "\n".join((*VOCABULARY, "c", "d")).encode())),
    "fewer words than vectors": (WORDS, _holds(WORDS, "\n".join(VOCABULARY[:-1]).encode())),
    "words gone": (WORDS, _gone(WORDS)),
    "words a folder": (WORDS, _a_folder(WORDS)),
    "words empty": (WORDS, _holds(WORDS, b"")),
    "words in no known letters": (WORDS, _holds(WORDS, b"[CLS]\n[SEP]\n[UNK]\n\xff\n")),
    "words without an opening": (WORDS, _holds(WORDS, b"[PAD]\n[UNK]\n[SEP]\na\nb\nc\n")),
    "words without a closing": (WORDS, _holds(WORDS, b"[PAD]\n[UNK]\n[CLS]\na\nb\nc\n")),
    "words without one for the unknown": (WORDS, _holds(WORDS, b"[PAD]\n[SEP]\n[CLS]\na\nb\nc\n")),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_is_told_by_its_name(folder: Path, damage: str) -> None:
    file, change = DAMAGES[damage]
    change(folder)
    with pytest.raises(AgentError, match=rf"/{file} is of no language model .*install it again") as error:
        _read_all()
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("file", [WEIGHTS, CONFIG])
def test_a_file_cut_off_anywhere_is_refused(folder: Path, file: str) -> None:
    whole = (folder / file).read_bytes()
    for length in range(0, len(whole), max(1, len(whole) // 150)):
        (folder / file).write_bytes(whole[:length])
        with pytest.raises(AgentError, match=rf"/{file} is of no language model"):
            _read_all()


def test_the_missing_sign_is_named(folder: Path) -> None:
    (folder / WORDS).write_text("[UNK]\n[CLS]\na\nb\nc\nd\n", "utf-8")
    with pytest.raises(AgentError, match=r"no \[SEP\]"):
        words_of_bert("minilm")


def test_the_tensor_that_does_not_fit_is_named(folder: Path) -> None:
    _without(QUERY)(folder)
    with pytest.raises(AgentError, match=rf"no {QUERY} of \(8, 8\)"):
        bert_tensors_of("minilm")
