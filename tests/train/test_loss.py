"""The loss against a case worked by hand, against TRL's, and cut into parts."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace

import pytest

pytest.importorskip("torch")

import torch

from phonebuddy.train.loss import Clip, policy_loss, row_weights

CLIP = Clip(0.2, 0.28)


def test_gradient_by_hand() -> None:
    """Two rollouts: one good of two steps with two choices and one, one bad of one step with one choice.

    Ratios: exp(0) = 1 for choice 1; exp(0.1) = 1.10517 for choice 2; row 2 has exp(0.5) = 1.64872, above
    1.28 and held, so no gradient; the bad row has exp(-0.1) = 0.904837 and advantage -1: above 0.8, not held.
    """
    new = torch.tensor([[-1.0, -0.4], [-0.5, 0.0], [-1.1, 0.0]], requires_grad=True)
    old = torch.tensor([[-1.0, -0.5], [-1.0, 0.0], [-1.0, 0.0]])
    mask = torch.tensor([[True, True], [True, False], [True, False]])
    weights = torch.tensor(row_weights(["good", "good", "bad"]))
    assert weights.tolist() == [0.25, 0.25, 0.5]
    found = policy_loss(new, old, mask, torch.tensor([1.0, 1.0, -1.0]), weights, CLIP)
    found.loss.backward()
    # -(1/4 * (1 + 1.10517)/2 + 1/4 * 1.28 - 1/2 * 0.904837)
    assert found.loss.item() == pytest.approx(-(0.2631462 + 0.32 - 0.4524187), abs=1e-6)
    assert new.grad is not None
    expected = torch.tensor([[-0.125, -0.138146], [0.0, 0.0], [0.452419, 0.0]])
    assert torch.allclose(new.grad, expected, atol=1e-6)
    assert float(found.clipped) == pytest.approx(0.25)
    assert float(found.mismatch) == pytest.approx(0.25 * 0.05 + 0.25 * 0.5 + 0.5 * 0.1)


def test_a_bad_choice_is_held_from_below_only() -> None:
    new = torch.tensor([[-0.9], [-2.0]], requires_grad=True)
    old = torch.tensor([[-1.5], [-1.0]])
    ones = torch.ones(2, 1, dtype=torch.bool)
    policy_loss(new, old, ones, torch.tensor([-1.0, -1.0]), torch.tensor([0.5, 0.5]), CLIP).loss.backward()
    assert new.grad is not None
    # Grown by exp(0.6): pushed down in full. Shrunk to exp(-1) < 0.8: left alone.
    assert new.grad[0, 0] == pytest.approx(0.5 * 1.8221188) and new.grad[1, 0] == 0


def batch(rows: int, seed: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    chance = torch.Generator().manual_seed(seed)
    new = -torch.rand(rows, 5, generator=chance)
    old = new + 0.4 * torch.randn(rows, 5, generator=chance)
    mask = torch.arange(5).unsqueeze(0) < torch.randint(1, 6, (rows, 1), generator=chance)
    return new, old, mask, torch.randn(rows, generator=chance)


@pytest.mark.parametrize("seed", range(5))
def test_parts_add_up(seed: int) -> None:
    new, old, mask, gain = batch(12, seed)
    weights = torch.full((12,), 1 / 12)
    whole = policy_loss(new, old, mask, gain, weights, CLIP).loss
    halves = [
        policy_loss(new[s], old[s], mask[s], gain[s], weights[s], CLIP).loss for s in (slice(5), slice(5, 12))
    ]
    assert float(whole) == pytest.approx(sum(float(half) for half in halves), abs=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_equal_to_trl_on_one_turn(seed: int) -> None:
    """TRL's own code on the same log-probabilities: one turn a rollout, so every row weighs the same."""
    trl = pytest.importorskip("trl", reason="no trl: make test-peers")
    new, old, mask, gain = batch(8, seed)
    theirs = trl_loss(trl.GRPOTrainer, new, old, mask, gain)
    ours = policy_loss(new, old, mask, gain, torch.full((8,), 1 / 8), CLIP).loss
    assert float(ours) == pytest.approx(float(theirs), abs=1e-6)


def trl_loss(
    trainer: type, new: torch.Tensor, old: torch.Tensor, mask: torch.Tensor, gain: torch.Tensor
) -> torch.Tensor:
    """Its private loss on a trainer that has nothing but what that reads: no model, no data, no device."""
    bare = SimpleNamespace(
        loss_type="grpo", epsilon_low=CLIP.low, epsilon_high=CLIP.high, beta=0.0, top_entropy_quantile=1.0,
        importance_sampling_level="token", use_vllm=False, off_policy_mask_threshold=None,
        current_gradient_accumulation_steps=1, aux_loss_enabled=False, _entropy_bonus_enabled=False,
        args=SimpleNamespace(delta=None), model=SimpleNamespace(training=True),
        accelerator=SimpleNamespace(
            gather=lambda value: value, reduce=lambda value, **_k: value, num_processes=1
        ),
        _metrics={"train": defaultdict(list)},
        _get_per_token_logps_and_entropies=lambda *_a, **_k: (new, torch.zeros_like(new), None),
    )  # fmt: skip
    ids = torch.zeros(new.shape, dtype=torch.long)
    inputs = {
        "prompt_ids": ids[:, :1], "prompt_mask": mask[:, :1].long(), "completion_ids": ids,
        "completion_mask": mask.long(), "advantages": gain, "old_per_token_logps": old,
    }  # fmt: skip
    loss: torch.Tensor = trainer._compute_loss(bare, bare.model, inputs)  # type: ignore[attr-defined]
    return loss
