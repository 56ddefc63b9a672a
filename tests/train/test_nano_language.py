"""Learning with a language: it begins as the nano it was, learns, and is kept; its rows are its own."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import msgspec
import pytest

torch = pytest.importorskip("torch")

from safetensors.torch import load  # noqa: E402
from torch import Tensor  # noqa: E402

from phonebuddy.agents.nano.language import bert  # noqa: E402
from phonebuddy.agents.nano.language.reading import STRETCH  # noqa: E402
from phonebuddy.agents.nano.packed import unpack  # noqa: E402
from phonebuddy.episodes.store import Store  # noqa: E402
from phonebuddy.train import nano_rows, sft  # noqa: E402
from phonebuddy.train.learner import Row, learner_from, row_maker  # noqa: E402
from phonebuddy.train.nano import NanoLearner  # noqa: E402
from phonebuddy.train.rows import make_rows  # noqa: E402
from phonebuddy.train.settings import SftSettings  # noqa: E402
from tests.agents.conftest import one_thread  # noqa: E402, F401
from tests.agents.nano.language.made import MADE_HERE, READING, SMALL, reading, talking  # noqa: E402
from tests.episodes.made import golds  # noqa: E402

SETTINGS = SftSettings(
    updates=4, token_budget=2_000, parts_per_update=2, warm_up=1, held_share=0.0, checkpoint_every=2,
    evaluate_every=4, learning_rate=0.01,
)  # fmt: skip


LANGUAGES = pytest.mark.parametrize("name", MADE_HERE)


@cache
def rows(name: str = "tiny") -> tuple[Row, ...]:
    maker = row_maker("nano", reading(name))
    return tuple(row for episode in golds()[:3] for row in maker.rows(episode))


def reader_of(learner: NanoLearner) -> dict[str, Tensor]:
    return {name: one for name, one in load(learner.tensors()).items() if name.startswith("reader.")}


@LANGUAGES
def test_a_nano_with_a_new_language_acts_as_before(name: str) -> None:
    plain = NanoLearner(SMALL)
    learner = NanoLearner(reading(name))
    learner.begin_with(plain.tensors(), 9)
    plain_rows = [row for episode in golds()[:3] for row in plain.rows(episode)]
    assert [(row.episode, row.step) for row in plain_rows] == [(row.episode, row.step) for row in rows(name)]
    for one in (plain, learner):
        one.train(False)
    before = plain.log_probs(plain.collate(plain_rows)).log_probs
    assert learner.version == 9
    assert torch.equal(learner.log_probs(learner.collate(rows(name))).log_probs, before)
    learner.study(rows(name))
    assert torch.equal(learner.log_probs(learner.collate(rows(name))).log_probs, before)


@LANGUAGES
@pytest.mark.parametrize("rate", [None, 0.02])
def test_the_language_learns(tmp_path: Path, name: str, rate: float | None) -> None:
    learner = NanoLearner({**reading(name), "dropout": 0.0, "scramble": 0.0})
    some = rows(name)[:8]
    before, loss = reader_of(learner), sft.evaluate(learner, some, 2_000).loss
    settings = msgspec.structs.replace(SETTINGS, updates=8, parts_per_update=1, language_rate=rate)
    sft.train_sft(learner, some, settings, tmp_path)
    assert sft.evaluate(learner, some, 2_000).loss < 0.7 * loss
    same = [key for key, one in reader_of(learner).items() if torch.equal(one, before[key])]
    assert not same and len(before) > 10, "every part of it"


def test_layers_that_do_not_learn_stay_and_the_others_learn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bert, "NUM_LEARNED", 1)
    learner = NanoLearner({**reading("tiny-bert"), "dropout": 0.0, "scramble": 0.0})
    before = reader_of(learner)
    assert sum(key.startswith("reader.bert.") for key in before) == 4 * 2
    frozen = [one.clone() for one in learner.model.buffers()]
    some = rows("tiny-bert")[:8]
    learner.study(some)
    reader = learner.model.reader
    assert reader is not None
    settled = {id(reader.middle), id(reader.spread)}
    sft.train_sft(learner, some, msgspec.structs.replace(SETTINGS, updates=3), tmp_path)
    assert not [key for key, one in reader_of(learner).items() if torch.equal(one, before[key])]
    for one, old in zip(learner.model.buffers(), frozen, strict=True):
        assert id(one) in settled or torch.equal(one, old)


def test_what_a_rate_of_its_own_is_for(tmp_path: Path) -> None:
    """A language that hardly learns changes little, and the nano beside it as much as ever."""
    changed = []
    for rate in (None, 1e-6):
        torch.manual_seed(1)
        learner = NanoLearner({**reading("tiny-bert"), "dropout": 0.0, "scramble": 0.0})
        learner.study(rows("tiny-bert")[:8])
        before = load(learner.tensors())
        settings = msgspec.structs.replace(SETTINGS, language_rate=rate, weight_decay=0.0)
        sft.train_sft(learner, rows("tiny-bert")[:8], settings, tmp_path / str(rate))
        after = load(learner.tensors())
        changed.append({key: float((one - after[key]).abs().max()) for key, one in before.items()})
    for key, far in changed[0].items():
        if key in ("reader.middle", "reader.spread"):
            assert not far, "it was settled before"
        elif key.startswith("reader."):
            assert far > 1e-3 and changed[1][key] < 1e-5
        elif far > 0.005:
            assert changed[1][key] > 0.005


@LANGUAGES
def test_it_is_settled_once_and_stays_so(name: str) -> None:
    learner = NanoLearner(reading(name))
    learner.study(rows(name))
    settled = reader_of(learner)
    assert settled["reader.middle"].any() and (settled["reader.spread"] != 1).all()
    learner.study(rows(name)[:2])
    again = learner_from("nano", learner.config(), learner.tensors(), 3)
    again.study(rows(name)[-2:])
    for one in (learner, again):
        assert isinstance(one, NanoLearner)
        assert all(torch.equal(tensor, settled[key]) for key, tensor in reader_of(one).items())


@LANGUAGES
@pytest.mark.parametrize("rate", [None, 0.02])
def test_training_that_was_stopped_ends_the_same(tmp_path: Path, name: str, rate: float | None) -> None:
    settings = msgspec.structs.replace(SETTINGS, language_rate=rate)

    def run(folder: Path) -> bytes:
        torch.manual_seed(1)
        model = sft.train_sft(NanoLearner(reading(name)), rows(name), settings, folder)
        return (model / "weights.safetensors").read_bytes()

    whole = run(tmp_path / "whole")
    shutil.copytree(tmp_path / "whole" / "checkpoints", tmp_path / "stopped" / "checkpoints")
    assert [path.name for path in (tmp_path / "stopped" / "checkpoints").iterdir()] == ["step-00000002"]
    assert run(tmp_path / "stopped") == whole


def test_of_apps_nobody_opens_other_names_are_read_in_training() -> None:
    """Else their own would be learned to be wrong. The name that is read is that of another wrong app."""
    learner = NanoLearner(READING)
    learner.study(rows())
    batch = learner.collate(rows())
    before, never = batch.inputs["apps_where"], batch.inputs["never_opened"]
    learner.train(False)
    shown = learner._inputs(batch).apps_where
    assert shown is not None and torch.equal(shown, before)
    learner.train(True)
    read = learner._inputs(batch).apps_where
    assert read is not None
    for row, right in zip(batch.inputs["APP.row"], batch.inputs["APP.column"], strict=True):
        own = before[row][~never[row]].tolist()
        assert int(never[row].sum()) > 3 and len(own) == 3
        assert read[row][~never[row]].tolist() == own, "names of apps that are opened stay"
        others = set(read[row][never[row]].tolist())
        assert others == set(own) - {int(before[row, right])}, "each wrong one stands in for some"


@LANGUAGES
def test_rows_are_scored_the_same_in_any_company(name: str) -> None:
    learner = talking(name)
    learner.train(False)
    together = learner.log_probs(learner.collate(rows(name))).log_probs.sum(1)
    alone = torch.cat([learner.log_probs(learner.collate([row])).log_probs.sum(1) for row in rows(name)[::4]])
    assert torch.allclose(together[::4], alone, atol=1e-4)


@LANGUAGES
def test_steps_of_an_episode_are_one_bundle(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nano_rows, "MOST_WRITTEN", 10_000)
    whole, other = (row_maker("nano", reading(name)).rows(golds()[place]) for place in (2, 3))
    assert [len({row.bundle for row in some}) for some in (whole, other, whole + other)] == [1, 1, 2]
    for row in whole + other:
        num_ids = len(unpack(row.data).reading[0]) // 2
        assert row.bundle and row.length % STRETCH == 0 and 0 <= row.length - num_ids < STRETCH
    monkeypatch.setattr(nano_rows, "MOST_WRITTEN", 600)
    cut = row_maker("nano", reading(name)).rows(golds()[2])
    assert 1 < len({row.bundle for row in cut}) < len(cut), "a long episode is several"
    learner = talking(name)
    learner.train(False)
    scored = [learner.log_probs(learner.collate(some)).log_probs for some in (whole, cut)]
    assert torch.allclose(*scored, atol=1e-4), "and means the same"


def test_rows_with_and_without_a_language_are_kept_apart(tmp_path: Path) -> None:
    Store(tmp_path / "gold").parts.add("a", golds()[:1])
    found: dict[int, list[Row]] = {}
    for config in (SMALL, READING, reading("tiny-bert")):
        learner = learner_from("nano", config)
        found[len(found)], _ = make_rows("nano", learner.config(), [tmp_path / "gold"], tmp_path / "rows", 1)
    assert len(list((tmp_path / "rows").iterdir())) == 3
    assert not any(row.bundle or unpack(row.data).reading for row in found[0])
    assert all(row.bundle and unpack(row.data).reading for row in found[1] + found[2])
    assert unpack(found[1][0].data).reading != unpack(found[2][0].data).reading
    louder = {**READING, "language_rank": 3}
    make_rows("nano", learner_from("nano", louder).config(), [tmp_path / "gold"], tmp_path / "rows", 1)
    assert len(list((tmp_path / "rows").iterdir())) == 3, "how much is learned of it does not matter"


def test_a_row_of_before_is_read() -> None:
    old = msgspec.msgpack.decode(msgspec.msgpack.encode(rows()[0]))
    del old["bundle"]
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(old), type=Row).bundle == ""


@pytest.mark.parametrize("name", MADE_HERE)
def test_what_is_measured_after_learning_is_what_it_has_learned(tmp_path: Path, name: str) -> None:
    learner = NanoLearner({**reading(name), "dropout": 0.0, "scramble": 0.0})
    some = rows(name)[:8]
    learner.study(some)
    sft.evaluate(learner, some, 2_000)
    sft.train_sft(learner, some, msgspec.structs.replace(SETTINGS, updates=20), tmp_path)
    again = learner_from("nano", learner.config(), learner.tensors(), 0)
    again.study(some)
    assert sft.evaluate(learner, some, 2_000).loss == pytest.approx(
        sft.evaluate(again, some, 2_000).loss, abs=1e-3
    )
