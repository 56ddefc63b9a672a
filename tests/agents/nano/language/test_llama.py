"""Llama: items do not see each other, only adapters learn, and what was learned elsewhere is read rightly."""

from __future__ import annotations

import copy

import pytest
import torch
from torch import Tensor

from phonebuddy.agents.nano.language import llama as module
from phonebuddy.agents.nano.language.adapted import Adapted
from phonebuddy.agents.nano.language.files import tensors_of
from phonebuddy.agents.nano.language.llama import Llama
from phonebuddy.agents.nano.language.spelling import spell
from phonebuddy.errors import AgentError
from tests.agents.nano.language.installed import needs_smollm2

BEGINNING, FIRST, SECOND = (1, 2, 3, 4), (5, 6, 7), (8, 9)


@pytest.fixture
def llama() -> Llama:
    """One that has learned something."""
    torch.manual_seed(0)
    found = Llama("tiny", 4)
    with torch.no_grad():
        for key, parameter in found.named_parameters():
            if key.endswith(".up"):
                parameter.normal_(0, 0.1)
    return found


def _read(llama: Llama, *items: tuple[int, ...], padding: int = 0) -> Tensor:
    """The beginning and the items behind it, with some padding whose tokens are anything."""
    ids, item, position = list(BEGINNING), [0] * len(BEGINNING), list(range(len(BEGINNING)))
    for place, one in enumerate(items, 1):
        ids += one
        item += [place] * len(one)
        position += range(len(BEGINNING), len(BEGINNING) + len(one))
    ids, item, position = ids + [7] * padding, item + [-1] * padding, position + [3] * padding
    found: Tensor = llama(
        torch.tensor([ids]), torch.tensor([item]), torch.tensor([position]), len(BEGINNING)
    )[0]
    return found


def _plain(llama: Llama, ids: tuple[int, ...]) -> Tensor:
    every = torch.tensor([ids])
    with torch.no_grad():
        found: Tensor = llama(every, torch.zeros_like(every), torch.arange(len(ids))[None], len(ids))[0]
    return found


def test_an_item_does_not_see_another(llama: Llama) -> None:
    both, alone = _read(llama, FIRST, SECOND), _read(llama, SECOND)
    assert both.shape == (9, llama.width) and both.dtype == torch.float32
    torch.testing.assert_close(both[7:], alone[4:])
    torch.testing.assert_close(both[:4], alone[:4])
    torch.testing.assert_close(both[:7], _plain(llama, BEGINNING + FIRST))


def test_an_item_sees_the_beginning_and_itself(llama: Llama) -> None:
    found = _read(llama, FIRST)
    assert not torch.allclose(found[6], _read(llama, (9, *FIRST[1:]))[6])
    changed = _plain(llama, (9, *BEGINNING[1:], *FIRST))
    assert not torch.allclose(found[6], changed[6])


def test_items_of_any_length_up_to_a_block_are_read_whole(llama: Llama) -> None:
    """Wherever they lie: over the edges of blocks too."""
    items = [
        tuple(range(10 + place, 10 + place + length)) for place, length in enumerate((32, 1, 31, 17, 32))
    ]
    together = _read(llama, *items)
    start = len(BEGINNING)
    for item in items:
        torch.testing.assert_close(
            together[start : start + len(item)], _plain(llama, BEGINNING + item)[4:], rtol=1e-4, atol=1e-5
        )
        start += len(item)


def test_a_long_beginning_is_seen_whole(llama: Llama) -> None:
    ids = tuple(range(100))
    whole = _plain(llama, ids)
    torch.testing.assert_close(_plain(llama, ids[:70])[69], whole[69], rtol=1e-4, atol=1e-5)
    assert not torch.allclose(_plain(llama, (5, *ids[1:]))[99], whole[99])


def test_nothing_sees_what_comes_later(llama: Llama) -> None:
    torch.testing.assert_close(_read(llama, (5, 6, 200))[:6], _read(llama, FIRST)[:6])


def test_positions_are_those_given(llama: Llama) -> None:
    """Only how far tokens are apart counts."""
    ids, item = torch.tensor([BEGINNING]), torch.zeros(1, 4, dtype=torch.long)
    near, moved, far = (
        llama(ids, item, torch.tensor([at]), 4) for at in ([0, 1, 2, 3], [7, 8, 9, 10], [0, 2, 4, 6])
    )
    torch.testing.assert_close(near, moved)
    assert not torch.allclose(near, far)


def test_padding_changes_nothing(llama: Llama) -> None:
    padded = _read(llama, FIRST, padding=5)
    torch.testing.assert_close(padded[:7], _read(llama, FIRST))
    assert padded.isfinite().all()


def test_a_row_of_padding_alone_is_finite(llama: Llama) -> None:
    none = torch.full((1, 3), -1)
    found = llama(torch.zeros_like(none), none, torch.zeros_like(none), 3)
    found.sum().backward()
    assert found.isfinite().all()
    assert all(
        parameter.grad is not None and parameter.grad.isfinite().all() for parameter in llama.parameters()
    )


def test_in_short_numbers_the_same_is_read_but_for_rounding(
    llama: Llama, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = _read(llama, FIRST, SECOND, padding=40)
    monkeypatch.setattr(module, "precision_of", lambda _device: torch.bfloat16)
    rounded = _read(llama, FIRST, SECOND, padding=40)
    assert rounded.dtype == torch.float32
    off = (rounded - exact)[:9].detach().abs().max()
    assert 0 < off < 0.05 * exact.detach().abs().max()


def test_rows_do_not_see_each_other(llama: Llama) -> None:
    ids = torch.tensor([BEGINNING, (9, 8, 7, 6)])
    both = llama(ids, torch.zeros_like(ids), torch.arange(4).expand(2, 4), 4)
    torch.testing.assert_close(both[0], _plain(llama, BEGINNING))


def test_only_adapters_are_in_the_state(llama: Llama) -> None:
    keys = set(llama.state_dict())
    assert keys == {key for key, _ in llama.named_parameters()}
    assert len(keys) == 2 * 4 * 2 and all(key.endswith((".down", ".up")) for key in keys)
    other = Llama("tiny", 4)
    other.load_state_dict(llama.state_dict())
    torch.testing.assert_close(_read(other, FIRST), _read(llama, FIRST), rtol=0, atol=0)


def test_a_model_that_has_learned_nothing_is_the_frozen_one() -> None:
    one, other = (_plain(Llama("tiny", rank), BEGINNING) for rank in (1, 8))
    torch.testing.assert_close(one, other, rtol=0, atol=0)


def test_a_gradient_reaches_every_adapter_and_nothing_else(llama: Llama) -> None:
    _read(llama, FIRST, SECOND).square().sum().backward()
    assert all(parameter.grad is not None and parameter.grad.any() for parameter in llama.parameters())
    assert not any(buffer.requires_grad for buffer in llama.buffers())


def test_what_is_kept_is_dropped_when_an_adapter_changes(llama: Llama) -> None:
    optimizer = torch.optim.AdamW(llama.parameters(), lr=0.1)
    before = _plain(llama, BEGINNING)
    learned = _read(llama)
    torch.testing.assert_close(before, learned.detach())
    learned.square().sum().backward()
    optimizer.step()
    after = _plain(llama, BEGINNING)
    assert not torch.allclose(before, after)
    torch.testing.assert_close(after, _read(llama).detach())


def test_a_copy_keeps_its_own(llama: Llama) -> None:
    before = _plain(llama, BEGINNING)
    other = copy.deepcopy(llama)
    with torch.no_grad():
        for parameter in other.parameters():
            parameter.mul_(2)
    assert not torch.allclose(_plain(other, BEGINNING), before)
    torch.testing.assert_close(_plain(llama, BEGINNING), before, rtol=0, atol=0)


def test_nothing_is_merged_twice_without_gradients(llama: Llama, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _plain(llama, BEGINNING)
    monkeypatch.setattr(Adapted, "_merged", lambda *_: pytest.fail("merged again"))
    torch.testing.assert_close(_plain(llama, BEGINNING), before, rtol=0, atol=0)


def test_models_share_what_is_frozen_and_leave_it_as_it_is(llama: Llama) -> None:
    other = Llama("tiny", 4)
    assert other.tokens.data_ptr() == llama.tokens.data_ptr()
    torch.testing.assert_close(llama.tokens, torch.from_numpy(tensors_of("tiny")["token_embd.weight"]))


@pytest.mark.gpu
@pytest.mark.parametrize("padding", [0, 1, 5])
def test_a_gpu_reads_nearly_the_same(llama: Llama, padding: int) -> None:
    expected = _read(llama, FIRST, SECOND, padding=padding)
    ids = torch.tensor([[*BEGINNING, *FIRST, *SECOND, *[7] * padding]], device="cuda")
    item = torch.tensor([[0] * 4 + [1] * 3 + [2] * 2 + [-1] * padding], device="cuda")
    position = torch.tensor([[0, 1, 2, 3, 4, 5, 6, 4, 5, *[3] * padding]], device="cuda")
    found = llama.to("cuda")(ids, item, position, 4)
    found.sum().backward()
    assert found.dtype == torch.float32
    with torch.no_grad():
        acting = llama(ids, item, position, 4)
    for one in (found.detach(), acting):
        torch.testing.assert_close(one.cpu()[0, :9], expected.detach()[:9], rtol=0.05, atol=0.05)


def test_a_language_that_is_none_is_refused() -> None:
    with pytest.raises(AgentError, match="no language"):
        Llama("large", 4)


PARAGRAPH = """The bakery on the corner opens at six in the morning. By seven, the first loaves are on the \
shelf and people stand in line for coffee. The owner knows most of her customers by name, and she often asks \
them about their children or their work. On weekends there are cakes as well, and they are usually sold out \
before noon."""


@needs_smollm2
def test_smollm2_knows_english() -> None:
    """Wrong positions, heads or numbers would all be seen here."""
    llama, ids = Llama("smollm2", 1), spell("smollm2", PARAGRAPH)
    logits = _plain(llama, ids)[:-1] @ llama.tokens.T
    loss = torch.nn.functional.cross_entropy(logits, torch.tensor(ids[1:]))
    assert loss.exp() < 40


@needs_smollm2
def test_smollm2_knows_the_capital_of_france() -> None:
    llama, ids = Llama("smollm2", 1), spell("smollm2", "The capital of France is")
    best = int((_plain(llama, ids)[-1] @ llama.tokens.T).argmax())
    assert (best,) == spell("smollm2", " Paris")
