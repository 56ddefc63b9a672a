"""GGUF: what llama.cpp's own library writes is read and unpacked as it does it; damage is told."""

from __future__ import annotations

import struct
from pathlib import Path

import gguf as judge
import numpy as np
import pytest
from gguf import GGMLQuantizationType as Kind

from phonebuddy.agents.nano.language.gguf import Gguf
from phonebuddy.errors import AgentError

SAMPLE = np.random.default_rng(0).normal(0, 1, (6, 64)).astype(np.float32)


def _written(path: Path, kind: Kind = Kind.F32, alignment: int = 32) -> Path:
    """A file of two tensors and some fields; the last tensor is packed."""
    writer = judge.GGUFWriter(path, "llama")
    if alignment != 32:
        writer.add_custom_alignment(alignment)
    writer.add_block_count(3)
    writer.add_rope_freq_base(1e5)
    writer.add_token_list(["a", "Ġb", "日"])
    writer.add_token_types([1, 1, 3])
    writer.add_tensor("flat", np.arange(5, dtype=np.float32))
    packed = judge.quantize(SAMPLE, kind)
    writer.add_tensor("packed", packed, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.mark.parametrize("kind", [Kind.F32, Kind.Q4_1, Kind.Q8_0])
def test_tensors_are_those_that_were_written(tmp_path: Path, kind: Kind) -> None:
    found = Gguf(_written(tmp_path / "a.gguf", kind))
    assert list(found) == ["flat", "packed"] and len(found) == 2
    assert found["flat"].tolist() == [0, 1, 2, 3, 4]
    expected = judge.dequantize(judge.quantize(SAMPLE, kind), kind).reshape(SAMPLE.shape)
    assert found["packed"].dtype == np.float32
    np.testing.assert_array_equal(found["packed"], expected)


def test_tensors_may_be_aligned_otherwise(tmp_path: Path) -> None:
    path = _written(tmp_path / "a.gguf", alignment=256)
    np.testing.assert_array_equal(Gguf(path)["packed"], SAMPLE)
    whole = path.read_bytes()
    said = b"general.alignment" + struct.pack("<I", 4)
    assert said + struct.pack("<I", 256) in whole
    path.write_bytes(whole.replace(said + struct.pack("<I", 256), said + struct.pack("<I", 0)))
    with pytest.raises(AgentError, match="every 0 bytes"):
        Gguf(path)


def test_fields_are_those_that_were_written(tmp_path: Path) -> None:
    found = Gguf(_written(tmp_path / "a.gguf"))
    assert found.number("llama.block_count") == 3
    assert found.number("llama.rope.freq_base") == 1e5
    assert found.texts("tokenizer.ggml.tokens") == ["a", "Ġb", "日"]


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    found = Gguf(_written(tmp_path / "a.gguf"))
    with pytest.raises(AgentError, match=r"a\.gguf .*no number llama\.feed.*install it again"):
        found.number("llama.feed")
    with pytest.raises(AgentError, match="no number tokenizer"):
        found.number("tokenizer.ggml.tokens")
    with pytest.raises(AgentError, match="no texts llama"):
        found.texts("llama.block_count")
    with pytest.raises(AgentError, match="no tensor gone"):
        found["gone"]


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    whole = _written(tmp_path / "a.gguf", Kind.Q8_0).read_bytes()
    size = SAMPLE.size // 32 * 34
    cut = tmp_path / "cut.gguf"
    for length in range(0, len(whole) - size, 7):
        cut.write_bytes(whole[:length])
        with pytest.raises(AgentError, match="install it again"):
            Gguf(cut)


@pytest.mark.parametrize(
    ("start", "why"),
    [(b"PK\x03\x04" + bytes(20), "begins with"), (b"GGUF" + struct.pack("<IQQ", 2, 0, 0), "form 2")],
)
def test_another_file_is_refused(tmp_path: Path, start: bytes, why: str) -> None:
    path = tmp_path / "a.gguf"
    path.write_bytes(start)
    with pytest.raises(AgentError, match=why):
        Gguf(path)


def test_a_packing_that_is_not_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="install it again"):
        Gguf(_written(tmp_path / "a.gguf", Kind.Q5_0))


def test_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"gone\.gguf"):
        Gguf(tmp_path / "gone.gguf")
