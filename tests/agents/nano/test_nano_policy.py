"""Nano with a tiny model: decisions, their scores again, weights."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

torch = pytest.importorskip("torch")

from phonebuddy.agents.nano.arrays import spans  # noqa: E402
from phonebuddy.agents.nano.features import Sort  # noqa: E402
from phonebuddy.agents.nano.loading import load_policy  # noqa: E402
from phonebuddy.agents.nano.meaning import parts_of  # noqa: E402
from phonebuddy.agents.nano.model import FORM, NanoConfig  # noqa: E402
from phonebuddy.agents.nano.words import NUM_SIGNS, unit, words_of  # noqa: E402
from phonebuddy.agents.policy import Turn  # noqa: E402
from phonebuddy.episode import Episode, Step  # noqa: E402
from phonebuddy.errors import CheckpointError  # noqa: E402
from phonebuddy.train.checkpoint import write_model  # noqa: E402
from phonebuddy.train.disguise import Disguise  # noqa: E402
from phonebuddy.train.learner import learner_from  # noqa: E402
from phonebuddy.train.nano import NanoLearner  # noqa: E402
from tests.agents.decided import decisions  # noqa: E402
from tests.agents.nano.test_nano_views import turns_of  # noqa: E402
from tests.episodes.made import golds  # noqa: E402

TINY = {"width": 16, "layers": 1, "heads": 2, "unit_width": 8}


def some_turns() -> list[Turn]:
    return [turn for episode in golds()[:2] for turn in turns_of(episode)]


def chances(count: int) -> list[random.Random]:
    return [random.Random(place) for place in range(count)]


def own_episode(learner: NanoLearner, temperature: float = 1.0) -> Episode:
    """A gold episode in which nano decided: its decisions are kept, the screens are gold's."""
    episode = golds()[2]
    steps: list[Step] = []
    for place, step in enumerate(episode.steps):
        turn = Turn(episode.instruction, step.seen, tuple(steps), episode.offered)
        (decision,) = learner.policy(temperature).act([turn], [random.Random(place)])
        steps.append(msgspec.structs.replace(
            step, action=decision.action, choices=decision.choices, log_probs=decision.log_probs, version=3
        ))  # fmt: skip
    return msgspec.structs.replace(episode, steps=tuple(steps))


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_company_changes_nothing(temperature: float) -> None:
    policy = NanoLearner(TINY).policy(temperature)
    turns = some_turns()
    together = policy.act(turns, chances(len(turns)))
    alone = [policy.act([turn], [chance])[0] for turn, chance in zip(turns, chances(len(turns)), strict=True)]
    assert [one.action for one in together] == [one.action for one in alone]
    for one, two in zip(together, alone, strict=True):
        assert one.choices == two.choices
        assert one.log_probs == pytest.approx(two.log_probs, abs=1e-5)


def test_chances_decide() -> None:
    policy = NanoLearner(TINY).policy(1.0)
    turn = some_turns()[3]
    found = {policy.act([turn], [random.Random(seed)])[0].choices for seed in range(8)}
    assert len(found) > 1
    assert policy.act([turn], [random.Random(5)]) == policy.act([turn], [random.Random(5)])


def test_scores_are_those_that_were_drawn_from() -> None:
    learner = NanoLearner(TINY)
    learner.train(False)
    rows = learner.rows(own_episode(learner))
    batch = learner.collate(rows)
    scored = learner.log_probs(batch)
    assert len(rows) == len(golds()[2].steps) and {row.version for row in rows} == {3}
    assert torch.allclose(scored.log_probs, batch.old_log_probs, atol=1e-5)
    assert (scored.log_probs[~batch.mask] == 0).all() and (scored.entropy >= 0).all()


def test_rows_are_scored_the_same_in_any_company() -> None:
    learner = NanoLearner(TINY)
    learner.train(False)
    rows = [row for episode in golds()[:2] for row in learner.rows(episode)]
    together = learner.log_probs(learner.collate(rows)).log_probs.sum(1)
    alone = torch.cat([learner.log_probs(learner.collate([row])).log_probs.sum(1) for row in rows])
    assert torch.allclose(together, alone, atol=1e-4)


def test_every_part_of_the_model_learns() -> None:
    learner = NanoLearner(TINY)
    rows = [row for episode in golds() for row in learner.rows(episode)]
    scored = learner.log_probs(learner.collate(rows))
    (-scored.log_probs.sum()).backward()
    idle = {"places", "word_key", "word_in"}  # no gold here asks for these
    for name, parameter in learner.model.named_parameters():
        if name.partition(".")[0] not in idle:
            assert parameter.grad is not None and parameter.grad.abs().sum() > 0, name


def test_scrambling_keeps_what_agrees() -> None:
    learner = NanoLearner({**TINY, "scramble": 0.5})
    learner.study([row for episode in golds() for row in learner.rows(episode)])
    units = torch.tensor([[[0, 5, 4000, 9000], [9000, 4000, 7000, 0]]])
    usual = torch.tensor([[[1.0]]])
    assert learner._unknown is not None
    disguise = Disguise(NanoConfig(scramble=0.5), learner._unknown, "cpu")
    mixed = disguise.scramble(units, torch.tensor([[[77]]]), usual)
    assert mixed[0, 0, 0] == 0 and mixed[0, 0, 1] == 5, "signs and nothing stay"
    assert mixed[0, 0, 2] == mixed[0, 1, 1] and mixed[0, 0, 3] == mixed[0, 1, 0]
    salts = torch.arange(200).view(-1, 1, 1)
    share = (disguise.scramble(units.expand(200, -1, -1), salts, usual)[:, 0, 2] != 4000).float().mean()
    assert 0.3 < float(share) < 0.7


def test_a_word_of_many_apps_is_kept_more_often() -> None:
    learner = NanoLearner(TINY)
    rows = [row for episode in golds() for row in learner.rows(episode)]
    apps = [msgspec.structs.replace(rows[0], source=f"app{place}") for place in range(9)]
    learner.study([*rows, *apps])
    assert learner._unknown is not None
    told, other = words_of(golds()[0].instruction)[0].units[0], unit("never said anywhere")
    assert learner._unknown[told] == pytest.approx(0.2) and learner._unknown[other] == pytest.approx(0.6)


def test_an_app_nobody_opens_has_a_made_up_name() -> None:
    learner = NanoLearner({**TINY, "rename": 0.0})
    rows = [row for episode in golds() for row in learner.rows(episode)]
    learner.study(rows)
    batch = learner.collate(rows)
    learner.train(True)
    never = batch.inputs["never_opened"]
    shown = learner._inputs(batch).apps
    assert (~never).sum(1).tolist() == [3] * len(rows), "clock, contacts and notes are opened"
    assert (shown[never][:, 0] != batch.inputs["apps"][never][:, 0]).float().mean() > 0.9
    meant = learner._inputs(batch).apps_meant
    named = never & (batch.inputs["apps_meant"][..., 0] > 0)
    assert (meant[named][:, 0] != batch.inputs["apps_meant"][named][:, 0]).float().mean() > 0.9
    assert (meant[~never] == batch.inputs["apps_meant"][~never]).all()
    learner.train(False)
    assert (learner._inputs(batch).apps == batch.inputs["apps"]).all()
    assert (learner._inputs(batch).apps_meant == batch.inputs["apps_meant"]).all()


@pytest.mark.parametrize(("share", "low", "high"), [(0.0, 0.0, 0.0), (0.5, 0.2, 0.8), (1.0, 1.0, 1.0)])
def test_resource_ids_are_hidden_in_some_rows_of_training(share: float, low: float, high: float) -> None:
    learner = NanoLearner({**TINY, "hide_ids": share})
    rows = [row for episode in golds() for row in learner.rows(episode)]
    learner.study(rows)
    batch = learner.collate(rows)
    is_id = (batch.inputs["units"] > 0) & (batch.inputs["units"] < NUM_SIGNS)
    learner.train(True)
    gone = is_id & (learner._inputs(batch).units == 0)
    assert is_id.any() and low <= (gone.sum() / is_id.sum()).item() <= high
    learner.train(False)
    assert (learner._inputs(batch).units == batch.inputs["units"]).all()


@pytest.mark.parametrize(("share", "low", "high"), [(0.0, 0.0, 0.0), (0.5, 0.2, 0.8), (1.0, 1.0, 1.0)])
def test_roles_are_hidden_in_some_rows_of_training(share: float, low: float, high: float) -> None:
    """Of things; what was done stays."""
    learner = NanoLearner({**TINY, "hide_roles": share})
    rows = [row for episode in golds() for row in learner.rows(episode)]
    learner.study(rows)
    batch = learner.collate(rows)
    before, sort = batch.inputs["sign"], batch.inputs["sort"]
    has_role = (before > 0) & ((sort == Sort.THING) | (sort == Sort.READ))
    learner.train(True)
    after = learner._inputs(batch).sign
    gone = has_role & (after == 0)
    assert has_role.any() and low <= (gone.sum() / has_role.sum()).item() <= high
    assert (after[~has_role] == before[~has_role]).all()
    learner.train(False)
    assert (learner._inputs(batch).sign == before).all()


@pytest.mark.parametrize("rename", [0.0, 1.0])
def test_where_the_right_app_is_named_all_may_have_other_names(rename: float) -> None:
    learner = NanoLearner({**TINY, "rename": rename, "scramble": 0.01, "scramble_common": 0.0})
    (episode,) = [one for one in golds() if one.task.startswith("clock/switch_off")][:1]
    told = msgspec.structs.replace(episode, instruction="Open Clock and mind the notes")
    row, *_ = learner.rows(msgspec.structs.replace(told, steps=told.steps[:1]))
    learner.study([row])
    batch = learner.collate([row])
    learner.train(True)
    before, after = batch.inputs, learner._inputs(batch)
    right = int(before["APP.column"][0])
    (clock,) = parts_of("clock")
    place = int((before["meant"][0] == clock).any(-1).nonzero()[0, 0])
    assert (after.apps_meant[0, right, 0] != clock) == bool(rename)
    assert (after.apps[0, right, 0] != before["apps"][0, right, 0]) == bool(rename)
    assert after.meant[0, place, 0] == after.apps_meant[0, right, 0], "its name and the word for it agree"
    assert after.units[0, place, 0] == after.apps[0, right, 0]


def test_meanings_are_moved_in_training_only() -> None:
    learner = NanoLearner({**TINY, "dropout": 0.0})
    rows = [row for episode in golds() for row in learner.rows(episode)]
    learner.study(rows)
    batch = learner.collate(rows)
    learner.train(True)
    moved = learner._inputs(batch)
    assert moved.blur is not None and moved.blur_by is not None and float(moved.blur_by.max()) <= 0.8
    learner.train(False)
    still = learner._inputs(batch)
    assert still.blur is None
    meanings = learner.model.scene(still).meanings
    assert not torch.allclose(learner.model.scene(moved).meanings, meanings)
    assert float(meanings.norm(dim=-1).max()) <= 1.001


def test_weights_travel(tmp_path: Path) -> None:
    learner = NanoLearner(TINY)
    write_model(tmp_path / "model", learner)
    turns = some_turns()[:4]
    wanted = learner.policy(0.0).act(turns, chances(4))
    assert load_policy(str(tmp_path)).act(turns, chances(4)) == wanted
    again = learner_from("nano", learner.config(), learner.tensors(), 7)
    found = decisions(again.policy(0.0), turns, chances(4))
    assert [one.action for one in found] == [one.action for one in wanted]
    assert found[0].version == 7


def test_foreign_weights_are_refused(tmp_path: Path) -> None:
    learner = NanoLearner(TINY)
    with pytest.raises(CheckpointError, match="not the weights of such a nano"):
        NanoLearner({**TINY, "width": 32}).put_tensors(learner.tensors(), 0)
    with pytest.raises(CheckpointError, match="not the weights"):
        learner.put_tensors(learner.tensors()[:-9], 0)
    with pytest.raises(CheckpointError, match="train one"):
        load_policy(str(tmp_path))
    write_model(tmp_path / "model", learner)
    (tmp_path / "model" / "model.json").write_text('{"kind": "vlm", "config": {}, "version": 1}')
    with pytest.raises(CheckpointError, match="of a 'vlm'"):
        load_policy(str(tmp_path))
    with pytest.raises(CheckpointError, match="unknown field"):
        NanoLearner({"wide": 3})


def test_a_nano_of_another_form_is_refused(tmp_path: Path) -> None:
    learner = NanoLearner(TINY)
    write_model(tmp_path / "model", learner)
    head = tmp_path / "model" / "model.json"
    head.write_text(head.read_text().replace(f'"form": {FORM}', '"form": 99'))
    with pytest.raises(
        CheckpointError, match=f"form 99, and this version acts with form {FORM}; train it again"
    ):
        load_policy(str(tmp_path))
    head.write_text(f'{{"kind": "nano", "config": {msgspec.json.encode(TINY).decode()}, "version": 1}}')
    with pytest.raises(CheckpointError, match="a nano of form 1"):
        load_policy(str(tmp_path))
    with pytest.raises(CheckpointError, match="form 99"):
        learner_from("nano", {**TINY, "form": 99})


def test_rows_on_the_shelf_are_scored_as_rows_beside_it() -> None:
    learner = NanoLearner(TINY)
    rows = [row for episode in golds() for row in learner.rows(episode)]
    learner.train(False)
    before = learner.log_probs(learner.collate(rows[3:20])).log_probs
    learner.study(rows)
    assert torch.allclose(learner.log_probs(learner.collate(rows[3:20])).log_probs, before, atol=1e-6)
    mixed = [*rows[3:19], msgspec.structs.replace(rows[19], weight=2.0)]
    assert torch.allclose(learner.log_probs(learner.collate(mixed)).log_probs, before, atol=1e-6)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5)), max_size=6))
def test_spans_are_what_they_say(given_spans: list[tuple[int, int]]) -> None:
    starts, counts = (np.array([one[side] for one in given_spans], np.int64) for side in (0, 1))
    wanted = [start + step for start, count in given_spans for step in range(count)]
    assert spans(starts, counts).tolist() == wanted


def test_the_standard_size_is_two_to_five_million() -> None:
    assert 2_000_000 <= NanoLearner({}).num_parameters() <= 5_000_000
