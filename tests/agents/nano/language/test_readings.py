"""Readings: what a batch of them holds is what a slow loop would put there."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch")

from phonebuddy.agents.nano.language.readings import NO_TEXT, Readings

one_text = st.lists(st.integers(0, 0xFFFF), min_size=1, max_size=5)
readings = st.lists(st.lists(one_text, min_size=1, max_size=4), min_size=1, max_size=5)


@given(readings, st.data())
def test_a_batch_is_what_a_loop_would_make(given_texts: list[list[list[int]]], data: st.DataObject) -> None:
    shelf = Readings(
        [
            (
                np.array([one for text in texts for one in text], np.uint16).tobytes(),
                np.array([len(text) for text in texts], np.uint16).tobytes(),
            )
            for texts in given_texts
        ],
        "cpu",
    )
    which = data.draw(st.lists(st.integers(0, len(given_texts) - 1), min_size=1, max_size=4))
    found = shelf.of(np.array(which, np.int64))
    chosen = [given_texts[place] for place in which]
    longest = max(sum(map(len, texts)) for texts in chosen)
    assert found.told == max(len(texts[0]) for texts in chosen)
    assert found.ids.shape == found.item.shape == found.position.shape == (len(which), longest)
    for row, texts in enumerate(chosen):
        wanted = [
            (one, number, place + (len(texts[0]) if number else 0))
            for number, text in enumerate(texts)
            for place, one in enumerate(text)
        ]
        wanted += [(0, NO_TEXT, 0)] * (longest - len(wanted))
        assert list(zip(*(part[row].tolist() for part in found[:3]), strict=True)) == wanted
