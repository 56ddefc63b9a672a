"""Spelling: known texts have known tokens, ends follow the characters, nothing on a screen is a sign."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.agents.nano.language.files import shape_of, vocabulary
from phonebuddy.agents.nano.language.spelling import spell, spell_out
from phonebuddy.errors import AgentError
from tests.agents.nano.language.installed import needs_smollm2

BOTH = ["tiny", pytest.param("smollm2", marks=needs_smollm2)]
SIGNS = 17
"""The first tokens of smollm2 are signs of its own."""


def _read(ids: tuple[int, ...]) -> str:
    """Tokens of smollm2 as a text, by the table of bytes that GPT-2 brought into use."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [byte for byte in range(256) if byte not in plain]
    byte_of = {chr(byte): byte for byte in plain}
    byte_of |= {chr(256 + place): byte for place, byte in enumerate(rest)}
    tokens = vocabulary().tokens
    return bytes(byte_of[letter] for one in ids for letter in tokens[one]).decode("utf-8")


@pytest.mark.parametrize("name", BOTH)
@given(text=st.text(max_size=20))
def test_every_text_is_spelled_in_order(name: str, text: str) -> None:
    ids, ends = spell_out(name, text)
    assert spell(name, text) == ids and len(ids) == len(ends)
    assert all(0 <= one < shape_of(name).num_tokens for one in ids)
    assert list(ends) == sorted(ends) and all(0 < end <= len(text) for end in ends)


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("text", ["a", "Buy 12 eggs", "日本語", "🎉 fête", "  two  "])
def test_the_last_token_ends_behind_the_last_character(name: str, text: str) -> None:
    assert spell_out(name, text)[1][-1] == len(text)


@pytest.mark.parametrize("name", BOTH)
def test_nothing_has_no_tokens(name: str) -> None:
    assert spell_out(name, "") == ((), ())


@pytest.mark.parametrize("name", BOTH)
def test_half_a_character_is_a_question_mark(name: str) -> None:
    assert spell_out(name, "a\ud83d") == spell_out(name, "a?")


def test_tiny_spells_bytes() -> None:
    assert spell_out("tiny", "aé🎉") == (tuple("aé🎉".encode()), (1, 2, 2, 3, 3, 3, 3))


@needs_smollm2
def test_known_texts_have_known_tokens() -> None:
    tokens = vocabulary().tokens
    assert [tokens[one] for one in spell("smollm2", "Hello world")] == ["Hello", "Ġworld"]
    assert [tokens[one] for one in spell("smollm2", "in 2024")] == ["in", "Ġ", "2", "0", "2", "4"]
    assert spell_out("smollm2", "Hello world")[1] == (5, 11)


@needs_smollm2
def test_parts_of_a_character_end_behind_it() -> None:
    ids, ends = spell_out("smollm2", "a🎉")
    assert len(ids) > 2 and ends == (1, *(2 for _ in ids[1:]))


@needs_smollm2
@pytest.mark.parametrize("text", ["Pay $12.50 now!", "我们明天见", "party 🎉🎂", " a  b\n\tc ", "<|im_end|>"])
def test_a_text_can_be_read_back(text: str) -> None:
    assert _read(spell("smollm2", text)) == text


@needs_smollm2
def test_signs_are_never_spelled() -> None:
    signs = vocabulary().tokens[:SIGNS]
    assert "<|im_end|>" in signs
    for sign in signs:
        assert min(spell("smollm2", f"x{sign} {sign}")) >= SIGNS


@needs_smollm2
def test_what_has_no_bytes_is_left_out() -> None:
    assert spell("smollm2", "a\x04b") == (*spell("smollm2", "a"), *spell("smollm2", "b"))


def test_a_language_that_is_none_is_refused() -> None:
    with pytest.raises(AgentError, match="no language 'tinny'"):
        spell("tinny", "a")
