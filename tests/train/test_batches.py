"""Batches, schedule and settings: laws and mistakes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch")

from phonebuddy.agents.nano.language.names import BERT, LANGUAGES, LLAMA, language_called
from phonebuddy.errors import TrainError
from phonebuddy.train.collate import STRETCH, ahead, endless, one_pass, parts_of
from phonebuddy.train.learner import Batch, Row, learner_from
from phonebuddy.train.schedule import learning_rate
from phonebuddy.train.settings import SftSettings, preset_names, read_preset, section

lengths = st.lists(st.integers(1, 50), min_size=1, max_size=40)


def rows_of(sizes: list[int]) -> list[Row]:
    return [Row(f"e{place}", 0, "mock", "app", b"", size, 1) for place, size in enumerate(sizes)]


@given(lengths, st.integers(1, 200))
def test_parts_fit_and_lose_nothing(sizes: list[int], budget: int) -> None:
    parts = list(parts_of(rows_of(sizes), budget))
    assert sorted(row.episode for part in parts for row in part) == sorted(f"e{n}" for n in range(len(sizes)))
    for part in parts:
        assert len(part) == 1 or len(part) * max(row.length for row in part) <= budget


bundled = st.lists(st.tuples(st.integers(1, 50), st.sampled_from(["", "", "a", "b", "c", "d"])), min_size=1)
"""How long rows are, and what they share; rows that share something are as long as the first of them."""


def bundles_of(sizes: list[tuple[int, str]]) -> list[Row]:
    length: dict[str, int] = {}
    return [
        msgspec.structs.replace(row, bundle=bundle, length=length.setdefault(bundle or row.episode, size))
        for row, (size, bundle) in zip(rows_of([size for size, _ in sizes]), sizes, strict=True)
    ]


@given(bundled, st.integers(1, 200), st.integers(0, 5))
def test_rows_that_share_something_go_together_and_count_once(
    sizes: list[tuple[int, str]], budget: int, number: int
) -> None:
    rows = bundles_of(sizes)
    for parts in (list(parts_of(rows, budget)), one_pass(rows, budget, 0, number)):
        assert sorted(row.episode for part in parts for row in part) == sorted(row.episode for row in rows)
        shared = [{row.bundle for row in part if row.bundle} for part in parts]
        assert sum(map(len, shared)) == len({row.bundle for row in rows if row.bundle})
        for part in parts:
            things = {row.bundle or row.episode: row.length for row in part}
            assert len(things) == 1 or len(things) * max(things.values()) <= budget


@given(st.integers(1, 9), st.integers(1, 9))
def test_a_bundle_takes_the_room_of_one(count: int, others: int) -> None:
    rows = bundles_of([(10, "a")] * count + [(10, "")] * others)
    assert [len(part) for part in parts_of(rows, 20)][:1] == [count + 1]


def plain_parts(rows: list[Row], budget: int) -> list[list[Row]]:
    """As rows went together before there were bundles."""
    found: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: row.length):
        if not found or row.length * (len(found[-1]) + 1) > budget:
            found.append([])
        found[-1].append(row)
    return found


@given(lengths, st.integers(1, 200), st.integers(0, 3))
def test_without_bundles_parts_are_those_of_before(sizes: list[int], budget: int, number: int) -> None:
    rows = rows_of(sizes)
    assert list(parts_of(rows, budget)) == plain_parts(rows, budget)
    chance, order = random.Random(f"pass/7/{number}"), list(rows)
    chance.shuffle(order)
    wanted: list[list[Row]] = []
    stretch: list[Row] = []
    for row in order:
        stretch.append(row)
        if sum(one.length for one in stretch) >= STRETCH * budget:
            wanted += plain_parts(stretch, budget)
            stretch = []
    wanted += plain_parts(stretch, budget)
    chance.shuffle(wanted)
    assert one_pass(rows, budget, 7, number) == wanted


@given(st.integers(0, 6))
def test_batches_that_are_made_ahead_come_in_order(count: int) -> None:
    parts = [rows_of([size]) for size in range(1, count + 1)]
    made: list[int] = []

    def collate(rows: Sequence[Row]) -> Batch:
        made.append(rows[0].length)
        return cast(Batch, rows[0].length)

    found = cast(list[int], list(ahead(parts, collate)))
    assert found == made == list(range(1, count + 1))


def test_a_batch_that_cannot_be_made_is_said() -> None:
    def collate(rows: Sequence[Row]) -> Batch:
        if rows[0].length == 2:
            raise TrainError("no picture")
        return cast(Batch, rows[0].length)

    found = ahead([rows_of([1]), rows_of([2]), rows_of([3])], collate)
    assert next(found) == cast(Batch, 1)
    with pytest.raises(TrainError, match="no picture"):
        next(found)


@given(lengths, st.integers(1, 200), st.integers(0, 9), st.integers(0, 30))
def test_a_pass_goes_on_where_it_was(sizes: list[int], budget: int, seed: int, skip: int) -> None:
    rows = rows_of(sizes)
    whole = list(islice(endless(rows, budget, seed), skip + 5))
    assert list(islice(endless(rows, budget, seed, skip), 5)) == whole[skip:]
    assert sorted(row.episode for part in one_pass(rows, budget, seed, 0) for row in part) == sorted(
        row.episode for row in rows
    )


def test_passes_differ() -> None:
    rows = rows_of(list(range(1, 41)))
    assert one_pass(rows, 60, 0, 0) != one_pass(rows, 60, 0, 1)


def test_the_rate_goes_up_then_down() -> None:
    settings = SftSettings(updates=100, warm_up=10, learning_rate=1.0, last_share=0.1)
    rates = [learning_rate(settings, update) for update in range(100)]
    assert rates[0] == pytest.approx(0.1) and max(rates) == rates[9] == pytest.approx(0.982, abs=0.01)
    assert rates[9:] == sorted(rates[9:], reverse=True) and rates[-1] == pytest.approx(0.1)


def test_every_preset_reads() -> None:
    assert {"nano", "nano-full"} <= set(preset_names())
    for name in preset_names():
        preset = read_preset(name)
        section(preset, "sft", SftSettings)
        model = preset.get("model") or {}
        assert isinstance(model, dict)
        if name.startswith("nano"):
            language = model.get("language", "")
            assert language in ("", *LANGUAGES)
            # The language itself need not be installed, and takes seconds to read.
            small = {LLAMA: "tiny", BERT: "tiny-bert"}
            stand_in = small[language_called(language).kind] if language else ""
            learner_from("nano", {**model, "unit_width": 2, "language": stand_in})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sfd: {}", "no section 'sfd' \\(did you mean 'sft'\\?\\)"),
        ("- 1", "a preset has sections"),
        ("sft: [", "while parsing"),
    ],
)
def test_a_wrong_preset_says_why(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(TrainError, match=message):
        read_preset(str(path))


def test_wrong_settings_say_why() -> None:
    with pytest.raises(TrainError, match="did you mean 'nano'"):
        read_preset("nanno")
    with pytest.raises(TrainError, match="no setting 'update' \\(did you mean 'updates'\\?\\)"):
        section({"sft": {"update": 3}}, "sft", SftSettings)
    with pytest.raises(TrainError, match="Expected `int`"):
        section({"sft": {"updates": "many"}}, "sft", SftSettings)
    with pytest.raises(TrainError, match="must hold names"):
        section({"sft": 3}, "sft", SftSettings)
