"""Filing: every name has its letter, Chinese ones that of their reading; those of a letter lie together."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.world.state.filing import OTHER, filing_key, folded, initial

HAN = st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF)
NAMES = st.text(alphabet=st.one_of(st.characters(codec="utf-8"), HAN, st.sampled_from("aBzZé ")), max_size=6)


@pytest.mark.parametrize(
    "name, letter",
    [
        ("Ada Kulkarni", "A"), ("éva", "E"), ("Ångström", "A"), ("  zoe", "Z"),
        ("沈思琪", "S"), ("阎嘉怡", "Y"), ("孔一诺", "K"), ("董佳宁", "D"), ("覃宇", "Q"),
        ("啊", "A"), ("座", "Z"), ("上海", "S"), ("北京", "B"),
        ("+1 555", OTHER), ("", OTHER), ("Ωmega", OTHER), ("🦊", OTHER), ("嬲", OTHER),
    ],
)  # fmt: skip
def test_the_letter_of_a_name(name: str, letter: str) -> None:
    assert initial(name) == letter


def test_names_in_the_order_of_an_address_book() -> None:
    names = ["7up", "阎嘉怡", "Yara", "沈思琪", "Sven", "孙悦", "Ada", "Zoe", "安娜"]
    assert sorted(names, key=filing_key) == [
        "Ada", "安娜", "Sven", "沈思琪", "孙悦", "Yara", "阎嘉怡", "Zoe", "7up",
    ]  # fmt: skip


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_plain_letters_are_folded_as_they_are_beside_others(text: str) -> None:
    assert "e" + folded(text) == folded("É" + text)


@given(st.lists(NAMES, max_size=20))
def test_sorted_names_come_letter_by_letter_and_the_rest_last(names: list[str]) -> None:
    letters = [initial(name) for name in sorted(names, key=filing_key)]
    blocks = [letter for letter, _ in groupby(letters)]
    assert len(blocks) == len(set(blocks))
    assert OTHER not in blocks[:-1]
    for name in names:
        filing_key(name).encode()  # what SQLite is given can always be written
