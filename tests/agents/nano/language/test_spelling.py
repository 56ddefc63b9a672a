"""Spelling: known texts have known tokens, ends follow the characters, nothing on a screen is a sign."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.agents.nano.language.bert_files import bert_shape_of, words_of_bert
from phonebuddy.agents.nano.language.files import shape_of, vocabulary
from phonebuddy.agents.nano.language.names import BERT, file_of, language_called
from phonebuddy.agents.nano.language.spelling import spell, spell_out
from phonebuddy.errors import AgentError
from tests.agents.nano.language.installed import needs_minilm, needs_smollm2

ALL = [
    "tiny",
    "tiny-bert",
    pytest.param("smollm2", marks=needs_smollm2),
    pytest.param("minilm", marks=needs_minilm),
]
MIXED = "Grüß René, dann 打开时钟: 07:30 or 1,250.50 🎉 ok"
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


def _num_tokens(name: str) -> int:
    is_bert = language_called(name).kind == BERT
    return bert_shape_of(name).vocab_size if is_bert else shape_of(name).num_tokens


@pytest.mark.parametrize("name", ALL)
@given(text=st.text(max_size=20))
def test_every_text_is_spelled_in_order(name: str, text: str) -> None:
    ids, ends = spell_out(name, text)
    assert spell(name, text) == ids and len(ids) == len(ends)
    assert all(0 <= one < _num_tokens(name) for one in ids)
    assert list(ends) == sorted(ends) and all(0 < end <= len(text) for end in ends)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("text", ["a", "Buy 12 eggs", "日本語", "🎉 fête", "  two  "])
def test_the_last_token_ends_behind_the_last_character(name: str, text: str) -> None:
    """Of minilm white space is none."""
    assert spell_out(name, text)[1][-1] == len(text.rstrip() if name == "minilm" else text)


@pytest.mark.parametrize("name", ALL)
def test_nothing_has_no_tokens(name: str) -> None:
    assert spell_out(name, "") == ((), ())


@pytest.mark.parametrize("name", ALL)
def test_half_a_character_is_a_question_mark(name: str) -> None:
    assert spell_out(name, "a\ud83d") == spell_out(name, "a?")


@pytest.mark.parametrize("name", ["tiny", "tiny-bert"])
def test_those_made_here_spell_bytes(name: str) -> None:
    assert spell_out(name, "aé🎉") == (tuple("aé🎉".encode()), (1, 2, 2, 3, 3, 3, 3))


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


def _words(text: str) -> list[str]:
    """Tokens of minilm as they stand in its list."""
    words = list(words_of_bert("minilm"))
    return [words[one] for one in spell("minilm", text)]


@needs_minilm
@pytest.mark.parametrize(
    ("text", "words", "ends"),
    [
        ("Remove the Alarm", ["remove", "the", "alarm"], (6, 10, 16)),
        ("unaffable", ["una", "##ffa", "##ble"], (3, 6, 9)),
        ("delete", ["del", "##ete"], (3, 6)),
        ("at 07:30!", ["at", "07", ":", "30", "!"], (2, 5, 6, 8, 9)),
        ("  two\n\twords ", ["two", "words"], (5, 12)),
        ("开aß", ["[UNK]", "a", "##ß"], (1, 2, 3)),
    ],
)
def test_known_texts_have_known_words(text: str, words: list[str], ends: tuple[int, ...]) -> None:
    assert _words(text) == words and spell_out("minilm", text)[1] == ends


@needs_minilm
def test_accents_are_dropped_and_ends_are_those_of_the_text_as_it_was() -> None:
    assert spell_out("minilm", "Müller") == spell_out("minilm", "muller") and _words("Müller") == ["muller"]
    assert _words("cafe\u0301 rené") == ["cafe", "rene"]
    whole, plain = (spell_out("minilm", f"e{accent}" * 3 + " fête now") for accent in ("\u0301", ""))
    assert whole[0] == plain[0] and whole[1][-2:] == (11, 15) and plain[1][-2:] == (8, 12)


@needs_minilm
def test_signs_on_a_screen_are_letters() -> None:
    words = words_of_bert("minilm")
    signs = [word for word in words if word.startswith("[") and word.endswith("]") and len(word) > 2]
    assert {"[CLS]", "[SEP]", "[UNK]", "[PAD]", "[MASK]", "[unused7]"} <= set(signs)
    for sign in signs:
        for text in (sign, f"x{sign} {sign.lower()}x", f" {sign}{sign}"):
            assert not {words[one] for one in signs} & set(spell("minilm", text)), text
    assert _words("a [SEP] b") == ["a", "[", "sep", "]", "b"]


@needs_minilm
def test_what_has_no_word_is_unknown_once() -> None:
    assert _words("🎉 " + "x" * 101 + " ok") == ["[UNK]", "[UNK]", "ok"]
    assert spell_out("minilm", "x" * 101 + " ok")[1] == (101, 104)


@needs_minilm
@pytest.mark.parametrize("text", ["", " ", "\n \t", "\u0301", "\x04"])
def test_white_space_and_what_is_nothing_has_no_tokens(text: str) -> None:
    assert spell_out("minilm", text) == ((), ())


@needs_minilm
def test_words_are_those_of_the_tokenizer_that_comes_with_minilm() -> None:
    from tokenizers import Tokenizer

    judge = Tokenizer.from_file(str(file_of("minilm").parent / "tokenizer.json"))
    judge.no_truncation()
    judge.no_padding()
    for text in (
        "Delete the alarm at 07:30",
        MIXED,
        "don't re-open http://a.b/c_d?e=1,000%",
        "ÀÉÎõü ǅ ﬁ İ ß",
    ):
        wanted = judge.encode(text, add_special_tokens=False)
        assert spell_out("minilm", text) == (tuple(wanted.ids), tuple(end for _, end in wanted.offsets))
