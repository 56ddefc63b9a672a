"""Rows of nano: shared out among processes, and the same whatever was looked at before."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch")

from phonebuddy.agents.nano import said, things, told, view
from phonebuddy.episodes.store import Store
from phonebuddy.train.nano import NanoLearner
from phonebuddy.train.rows import _shares, make_rows
from tests.episodes.made import golds

TINY = {"width": 16, "layers": 1, "heads": 2, "unit_width": 4}


@given(st.dictionaries(st.sampled_from("abc"), st.integers(1, 9)), st.integers(1, 6))
def test_every_lot_is_taken_once_and_in_order(counts: dict[str, int], workers: int) -> None:
    missing = {store: [(f"{store}{number}",) for number in range(count)] for store, count in counts.items()}
    shares = _shares(missing, workers)
    assert len(shares) <= workers and all(lots for share in shares for lots in share.values())
    for store, lots in missing.items():
        assert [lot for share in shares for lot in share.get(store, ())] == lots


def test_rows_come_in_the_same_order_whoever_was_done_first(tmp_path: Path) -> None:
    found: list[list[tuple[str, int, bytes]]] = []
    for name, order in (("one", (0, 1)), ("other", (1, 0))):
        store = Store(tmp_path / name)
        for place in order:
            store.parts.add(f"part-{len(found)}-{order.index(place)}", golds()[place : place + 1])
        config = NanoLearner(TINY).config()
        rows, _ = make_rows("nano", config, [tmp_path / name], tmp_path / "rows", 1)
        found.append([(row.episode, row.step, row.data) for row in rows])
    assert found[0] == found[1]
    assert len({episode for episode, _, _ in found[0]}) == 2


def test_rows_do_not_depend_on_what_was_made_before() -> None:
    learner = NanoLearner(TINY)
    warm = [[row.data for row in learner.rows(one)] for one in (*golds(), *golds())]
    for one, before in zip(golds(), warm, strict=False):
        things._KNOWN.clear()
        view._DONE.clear()
        for cached in (things._thing, said.say, told.told_of):
            cached.cache_clear()
        assert [row.data for row in learner.rows(one)] == before
    assert warm[: len(golds())] == warm[len(golds()) :]
