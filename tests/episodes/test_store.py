"""The store: what was written is read back, and a writer may be killed at any moment."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phonebuddy.episode import Episode
from phonebuddy.episodes import tables
from phonebuddy.episodes.arrow import pa, pq
from phonebuddy.episodes.store import Store
from phonebuddy.errors import EpisodeError
from phonebuddy.world.phone import WorldPhone
from tests.episodes.made import episodes, golds

small = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@small
@given(st.lists(episodes, max_size=3))
def test_what_was_written_is_read_back(found: list[Episode]) -> None:
    heads, steps = tables.episode_table(found), tables.step_table(found)
    assert list(tables.read_episodes(heads, steps)) == found
    assert tables.read_heads(heads) == [msgspec.structs.replace(one, steps=()) for one in found]


def test_played_episodes_are_read_back(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.parts.add("b", golds()[:2])
    store.parts.add("a", golds()[2:])
    assert list(store.episodes()) == [*golds()[2:], *golds()[:2]]
    assert list(store.episodes({golds()[1].id})) == [golds()[1]]
    assert store.parts.lengths() == {one.id: len(one.steps) for one in golds()}


class Killed(BaseException):
    """As kill -9 is to the code it hits: nothing runs after it."""


@pytest.mark.parametrize("moment", range(6))
def test_a_part_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """The writer dies before its n-th step: opening, writing, renaming, of steps and then of episodes."""
    store = Store(tmp_path)
    store.parts.add("first", golds()[:1])
    count = 0

    def dies(real: object) -> object:
        def work(*args: object, **kwargs: object) -> object:
            nonlocal count
            count += 1
            if count > moment:
                raise Killed
            assert callable(real)
            return real(*args, **kwargs)

        return work

    with monkeypatch.context() as patch, pytest.raises(Killed):
        for owner, name in ((pq, "write_table"), (os, "fsync"), (Path, "replace")):
            patch.setattr(owner, name, dies(getattr(owner, name)))
        store.parts.add("second", golds()[1:])
    again = Store(tmp_path)
    again.parts.tidy()
    assert list(again.episodes()) == [golds()[0]]
    assert not list(tmp_path.rglob("*.part"))
    again.parts.add("second", golds()[1:])
    assert [one.id for one in again.heads()] == [one.id for one in golds()]


def test_a_name_is_used_once(tmp_path: Path) -> None:
    Store(tmp_path).parts.add("one", golds()[:1])
    with pytest.raises(EpisodeError, match="part one is there already"):
        Store(tmp_path).parts.add("one", golds()[:1])


def test_damage_is_named(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.parts.add("one", golds()[:1])
    path = tmp_path / "steps" / "one.parquet"
    data = path.read_bytes()
    for broken in (b"", data[: len(data) // 2], b"nonsense"):
        path.write_bytes(broken)
        with pytest.raises(EpisodeError, match="one.parquet: cannot be read"):
            list(store.episodes())


def test_a_flipped_bit_is_the_same_or_refused(tmp_path: Path) -> None:
    """Never other steps: without checksums every eighth flip gave some."""
    store = Store(tmp_path)
    store.parts.add("one", golds()[:2])
    path = tmp_path / "steps" / "one.parquet"
    data = path.read_bytes()
    num_refused = 0
    for seed in range(40):
        chance, flipped = random.Random(seed), bytearray(data)
        flipped[chance.randrange(4, len(data) - 8)] ^= 1 << chance.randrange(8)
        path.write_bytes(flipped)
        try:
            assert list(store.episodes()) == list(golds()[:2]), seed
        except EpisodeError:
            num_refused += 1
    assert num_refused > 5


def test_tidying_takes_away_what_a_collection_left_and_nothing_else(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.parts.add("0001-000-00000", golds()[:1])
    ours = [tmp_path / "steps" / name for name in ("0001-000-00001.parquet", "0001-000-00002.77.part")]
    ours.append(tmp_path / "images" / "ab" / f"{'ab' * 32}.77-78.part")
    ours[-1].parent.mkdir(parents=True)
    theirs = [tmp_path / "steps" / "train-0.parquet", tmp_path / "episodes" / "notes.txt"]
    theirs.append(tmp_path / "steps" / "film.part")
    for path in (*ours, *theirs):
        path.write_bytes(b"x")
    store.tidy()
    assert [path.exists() for path in (*ours, *theirs)] == [False] * 3 + [True] * 3
    assert list(store.episodes()) == [golds()[0]]
    assert store.parts.last_collection() == 1


def test_what_cannot_be_written_says_why_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(EpisodeError, match="file/steps/one.parquet cannot be written: .*another folder"):
        Store(tmp_path / "file").parts.add("one", golds()[:1])

    def full(*_args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr(Path, "write_bytes", full)
    said = "No space left on device; free space, then give the same command again"
    with pytest.raises(EpisodeError, match=f"one.parquet cannot be written: {said}"):
        Store(tmp_path / "run").parts.add("one", golds()[:1])
    with pytest.raises(EpisodeError, match=f"png cannot be written: {said}"):
        Store(tmp_path / "run").pictures.keep(WorldPhone().observe())


def test_steps_of_another_part_are_noticed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.parts.add("one", golds()[:1])
    store.parts.add("two", golds()[1:2])
    (tmp_path / "steps" / "two.parquet").replace(tmp_path / "steps" / "one.parquet")
    with pytest.raises(EpisodeError, match="part one is damaged"):
        list(store.episodes())


def test_another_schema_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.parts.add("one", golds()[:1])
    path = tmp_path / "episodes" / "one.parquet"
    table = pq.ParquetFile(path).read()
    pq.write_table(table.replace_schema_metadata({"phonebuddy.schema": "99"}), path)
    with pytest.raises(EpisodeError, match="schema 99; this program reads schema 1"):
        store.heads()
    other = pa.table({"id": ["x"]}).replace_schema_metadata({"phonebuddy.schema": "1"})
    pq.write_table(other, path)
    with pytest.raises(EpisodeError, match="other columns"):
        store.heads()


def test_without_pyarrow_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyarrow'] = None; import phonebuddy.episodes.store"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "SetupError: episodes on disk need pyarrow" in done.stderr
    assert "pip install 'phonebuddy[train]'" in done.stderr


def test_a_folder_without_episodes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EpisodeError, match="phonebuddy collect -o"):
        Store.open(tmp_path)


def test_the_same_picture_is_kept_once(tmp_path: Path) -> None:
    pictures = Store(tmp_path).pictures
    phone = WorldPhone()
    name = pictures.keep(phone.observe())
    assert pictures.keep(phone.observe()) == name
    assert pictures.read(name) == phone.observe().png()
    assert [path.stem for path in (tmp_path / "images").rglob("*.*")] == [name]
    pictures.path(name).write_bytes(b"torn")
    with pytest.raises(EpisodeError, match=f"{name}.png is damaged.*put it back from a copy"):
        pictures.read(name)
    pictures.path(name).unlink()
    with pytest.raises(
        EpisodeError, match=f"{name}.png cannot be read: No such file.*put it back from a copy"
    ):
        pictures.read(name)
    for bad in ("../../etc/passwd", "", "A" * 64):
        with pytest.raises(EpisodeError, match="no picture's hash"):
            pictures.read(bad)


def test_an_empty_picture_is_written_again(tmp_path: Path) -> None:
    """As a power cut leaves it."""
    pictures, screen = Store(tmp_path).pictures, WorldPhone().observe()
    path = pictures.path(pictures.keep(screen))
    path.write_bytes(b"")
    assert pictures.read(pictures.keep(screen)) == screen.png()
    left = path.with_suffix(".7-7.part")
    left.write_bytes(b"torn")
    pictures.tidy()
    assert path.exists() and not left.exists()


def test_datasets_reads_a_run(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="no datasets: make test-peers")
    from phonebuddy.episodes.card import write_card
    from phonebuddy.episodes.drawing import Wish
    from phonebuddy.episodes.phones import read_phones
    from phonebuddy.episodes.run import Asked

    store = Store(tmp_path / "run")
    store.parts.add("one", golds())
    write_card(store, Asked("gold", Wish(), read_phones("world:2")))
    with tempfile.TemporaryDirectory() as cache:
        steps = datasets.load_dataset(str(tmp_path / "run"), "steps", split="train", cache_dir=cache)
        heads = datasets.load_dataset(str(tmp_path / "run"), "episodes", split="train", cache_dir=cache)
    assert len(steps) == sum(len(one.steps) for one in golds())
    assert heads["id"][:] == [one.id for one in golds()]
    assert (
        f"| all | {len(golds())} | {len(golds())} | 0 | 0 |" in (tmp_path / "run" / "README.md").read_text()
    )
