"""Adapted: what is frozen stays, what was learned is added, and what is kept follows what it was made of."""

from __future__ import annotations

import copy

import pytest
import torch
from torch import Tensor

from phonebuddy.agents.nano.language.adapted import SCALE, Adapted
from phonebuddy.train.optimiser import adamw

FROZEN = torch.randn(5, 3, generator=torch.Generator().manual_seed(3))
BIAS = torch.arange(5.0)


def _learned(rank: int = 2, bias: Tensor | None = BIAS) -> Adapted:
    torch.manual_seed(0)
    adapted = Adapted(FROZEN, bias, rank=rank)
    with torch.no_grad():
        adapted.up.normal_()
    return adapted


def _wanted(adapted: Adapted, x: Tensor) -> Tensor:
    bias = 0 if adapted.bias is None else adapted.bias
    return x @ FROZEN.T + SCALE * x @ adapted.down.T @ adapted.up.T + bias


@pytest.fixture
def x() -> Tensor:
    return torch.randn(7, 3, generator=torch.Generator().manual_seed(4))


@pytest.mark.parametrize("bias", [None, BIAS])
@pytest.mark.parametrize("learns", [True, False])
def test_of_rank_0_nothing_learns(x: Tensor, bias: Tensor | None, learns: bool) -> None:
    adapted = Adapted(FROZEN, bias, rank=0)
    assert not adapted.state_dict() and not list(adapted.parameters())
    with torch.set_grad_enabled(learns):
        for dtype in (torch.float32, torch.bfloat16, torch.float32):
            found = adapted(x.to(dtype))
            assert not found.requires_grad and found.dtype == dtype
            off = torch.nn.functional.linear(x, FROZEN, bias) - found
            assert off.abs().max() <= (0 if dtype == torch.float32 else 0.1)


@pytest.mark.parametrize("bias", [None, BIAS])
@pytest.mark.parametrize("rank", [1, 2, 8])
def test_what_was_learned_is_added_apart_or_merged(x: Tensor, rank: int, bias: Tensor | None) -> None:
    adapted = _learned(rank, bias)
    apart = adapted(x)
    with torch.no_grad():
        merged = adapted(x)
    assert apart.requires_grad and not merged.requires_grad
    torch.testing.assert_close(apart, _wanted(adapted, x))
    torch.testing.assert_close(merged, apart.detach())


@pytest.mark.parametrize("learns", [True, False])
def test_before_it_has_learned_it_is_exactly_the_frozen_one(x: Tensor, learns: bool) -> None:
    with torch.set_grad_enabled(learns):
        found = Adapted(FROZEN, BIAS, rank=4)(x)
    assert torch.equal(found, torch.nn.functional.linear(x, FROZEN, BIAS))


def test_only_the_adapter_is_a_parameter_and_in_the_state() -> None:
    adapted = _learned()
    assert set(adapted.state_dict()) == {key for key, _ in adapted.named_parameters()} == {"down", "up"}


def test_a_gradient_is_that_of_both_in_one(x: Tensor) -> None:
    adapted = _learned()
    given = x.requires_grad_()
    found = torch.autograd.grad(adapted(given).pow(2).sum(), [given, adapted.down, adapted.up])
    wanted = torch.autograd.grad(_wanted(adapted, given).pow(2).sum(), [given, adapted.down, adapted.up])
    for one, other in zip(found, wanted, strict=True):
        torch.testing.assert_close(one, other)


@torch.no_grad()
def test_a_kept_weight_follows_adapters_that_change(x: Tensor) -> None:
    adapted = _learned()
    adapted(x)
    for change in (
        lambda: adapted.up.mul_(2),
        lambda: adapted.down.add_(1),
        lambda: adapted.load_state_dict(_learned().state_dict()),
        lambda: setattr(adapted, "up", torch.nn.Parameter(adapted.up * 3)),
        lambda: setattr(adapted.down, "data", adapted.down * 0.5),
        lambda: setattr(adapted.up, "data", adapted.up * 0.5),
    ):
        before = adapted(x)
        change()
        assert not torch.allclose(adapted(x), before)
        torch.testing.assert_close(adapted(x), _wanted(adapted, x))


@torch.no_grad()
@pytest.mark.parametrize("rank", [0, 2])
def test_a_kept_weight_follows_numbers_that_are_longer_or_shorter(x: Tensor, rank: int) -> None:
    adapted = _learned() if rank else Adapted(FROZEN, BIAS, rank=0)
    exact = adapted(x)
    for dtype in (torch.bfloat16, torch.float64, torch.float32, torch.bfloat16):
        found = adapted(x.to(dtype))
        assert found.dtype == dtype
        torch.testing.assert_close(found.float(), exact, rtol=0.05, atol=0.05)
    assert torch.equal(adapted(x), exact)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("rank", [0, 4])
def test_a_weight_is_made_once(
    x: Tensor, monkeypatch: pytest.MonkeyPatch, dtype: torch.dtype, rank: int
) -> None:
    adapted = _learned() if rank else Adapted(FROZEN, BIAS, rank=0)
    before = adapted(x.to(dtype)).detach()
    monkeypatch.setattr(Adapted, "_merged", lambda *_: pytest.fail("merged again"))
    for learns in (True, False):
        with torch.set_grad_enabled(learns):
            assert torch.equal(adapted(x.to(dtype)), before)


def test_what_is_learned_from_is_what_is_drawn_from(x: Tensor) -> None:
    adapted = _learned()
    with torch.no_grad():
        drawn = adapted(x.bfloat16())
    assert torch.equal(adapted(x.bfloat16()), drawn)


def test_looking_roughly_leaves_nothing_rough_behind(x: Tensor) -> None:
    adapted, fresh = _learned(), _learned()
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        adapted(x.bfloat16())
    assert torch.equal(adapted(x.bfloat16()), fresh(x.bfloat16()))


def test_what_is_kept_is_dropped_when_it_learns(x: Tensor) -> None:
    adapted = _learned()
    optimizer = adamw([{"params": list(adapted.parameters())}], 0.1, (0.9, 0.98))
    with torch.no_grad():
        before = adapted(x)
    adapted(x).pow(2).sum().backward()
    optimizer.step()
    with torch.no_grad():
        assert not torch.allclose(adapted(x), before)
        torch.testing.assert_close(adapted(x), _wanted(adapted, x))


@torch.no_grad()
def test_a_copy_keeps_its_own(x: Tensor) -> None:
    adapted = _learned()
    before = adapted(x)
    other = copy.deepcopy(adapted)
    other.up.zero_()
    assert torch.equal(adapted(x), before)
    torch.testing.assert_close(other(x), _wanted(other, x))


def test_what_is_frozen_is_left_as_it_is(x: Tensor) -> None:
    before = FROZEN.clone()
    adapted = _learned()
    optimizer = torch.optim.AdamW(adapted.parameters(), lr=0.5)
    adapted(x).sum().backward()
    optimizer.step()
    with torch.no_grad():
        adapted(x)
    assert torch.equal(FROZEN, before) and adapted.frozen.data_ptr() == FROZEN.data_ptr()
