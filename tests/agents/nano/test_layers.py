"""Layers against the plain way to compute them, in long and in short numbers."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from torch import Tensor, nn  # noqa: E402
from torch.nn.functional import scaled_dot_product_attention  # noqa: E402

from phonebuddy.agents.nano import layers as module  # noqa: E402
from phonebuddy.agents.nano.layers import Dropout, Layer, numbers_for  # noqa: E402
from phonebuddy.agents.nano.model import Nano, NanoConfig  # noqa: E402

B, N, WIDTH, HEADS = 3, 7, 16, 2


def _layer(dropout: float = 0.0) -> Layer:
    torch.manual_seed(1)
    return Layer(WIDTH, HEADS, dropout)


def _given() -> tuple[Tensor, Tensor]:
    torch.manual_seed(2)
    return torch.randn(B, N, WIDTH), torch.randn(HEADS, B, N, N)


def _plain(layer: Layer, x: Tensor, bias: Tensor) -> Tensor:
    into = layer.into(layer.before(x)).view(B, N, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
    mixed = scaled_dot_product_attention(into[0], into[1], into[2], attn_mask=bias.transpose(0, 1))
    x = x + layer.out(mixed.transpose(1, 2).reshape(B, N, WIDTH))
    found: Tensor = x + layer.think(layer.between(x))
    return found


def test_attention_is_the_usual_one() -> None:
    layer, (x, bias) = _layer(), _given()
    torch.testing.assert_close(layer(x, bias), _plain(layer, x, bias))


def test_short_numbers_differ_by_rounding_only() -> None:
    layer, (x, bias) = _layer(), _given()
    exact, rounded = layer(x, bias), layer(x, bias.bfloat16())
    assert rounded.dtype == torch.float32
    off = (rounded - exact).abs().max()
    assert 0 < off < 0.05
    rounded.sum().backward()
    gradient = layer.into.weight.grad
    assert gradient is not None and gradient.dtype == torch.float32 and gradient.abs().sum() > 0


def test_only_who_learns_on_a_processor_that_can_takes_short_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    cpu, cuda = torch.device("cpu"), torch.device("cuda")
    for able, device, learns, wanted in (
        (True, cpu, True, torch.bfloat16),
        (True, cpu, False, torch.float32),
        (False, cpu, True, torch.float32),
        (True, cuda, True, torch.float32),
    ):
        monkeypatch.setattr(module, "multiplies_short", lambda able=able: able)
        assert numbers_for(device, learns) is wanted


def test_dropout_leaves_its_share_out_and_keeps_the_mean() -> None:
    drop = Dropout(0.25)
    torch.manual_seed(3)
    found = drop(torch.ones(1_001, 37))
    assert found.shape == (1_001, 37)
    assert (found == 0).float().mean() == pytest.approx(0.25, abs=0.01)
    assert found.mean() == pytest.approx(1.0, abs=0.01)
    torch.manual_seed(3)
    assert torch.equal(drop(torch.ones(1_001, 37)), found)


def test_dropout_is_off_when_acting_and_where_none_is_wanted() -> None:
    x = torch.randn(5, 3)
    assert Dropout(0.5).eval()(x) is x
    assert Dropout(0.0)(x) is x


def test_what_is_said_is_the_sum_of_its_units() -> None:
    torch.manual_seed(4)
    nano = Nano(NanoConfig(width=16, layers=1, heads=2, unit_width=8))
    units = torch.randint(1, 500, (6, 5))
    units[:, 3:] = 0
    units[5] = 0
    found = nano._say(units)
    torch.testing.assert_close(
        found[:5], nn.functional.embedding(units, nano.unit.weight)[:5].sum(1) / 3**0.5
    )
    assert not found[5].any()
    found.sum().backward()
    gradient = nano.unit.weight.grad
    assert gradient is not None and not gradient[0].any() and gradient[units[0, 0]].any()
