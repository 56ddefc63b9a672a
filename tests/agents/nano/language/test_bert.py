"""Bert: items do not see each other, only adapters learn, and what was learned elsewhere is read rightly."""

from __future__ import annotations

import copy
from collections.abc import Mapping

import pytest
import torch
from torch import Tensor
from torch.nn.functional import gelu, layer_norm

from phonebuddy.agents.nano.language import bert as module
from phonebuddy.agents.nano.language.adapted import Adapted
from phonebuddy.agents.nano.language.bert import NUM_LEARNED, Bert
from phonebuddy.agents.nano.language.bert_files import CONFIG, bert_shape_of, bert_tensors_of, signs_of
from phonebuddy.agents.nano.language.names import file_of
from phonebuddy.agents.nano.language.spelling import spell
from phonebuddy.errors import AgentError
from tests.agents.nano.language.installed import needs_minilm

BEGINNING, FIRST, SECOND = (1, 2, 3, 4), (5, 6, 7), (8, 9)
BOTH = ["tiny-bert", pytest.param("minilm", marks=needs_minilm)]
ADAPTED = ("qkv", "out", "feed", "back")


def _learned(name: str = "tiny-bert", rank: int = 4) -> Bert:
    """One that has learned something."""
    torch.manual_seed(0)
    found = Bert(name, rank)
    with torch.no_grad():
        for key, parameter in found.named_parameters():
            if key.endswith(".up"):
                parameter.normal_(0, 0.1)
    return found


@pytest.fixture
def bert() -> Bert:
    return _learned()


def _given(*items: tuple[int, ...], padding: int = 0, nothing: int = 7) -> tuple[Tensor, Tensor, Tensor, int]:
    """The beginning and the items behind it, with some padding whose tokens are anything."""
    ids, item, position = list(BEGINNING), [0] * len(BEGINNING), list(range(len(BEGINNING)))
    for place, one in enumerate(items, 1):
        ids += one
        item += [place] * len(one)
        position += range(len(BEGINNING), len(BEGINNING) + len(one))
    ids, item, position = ids + [nothing] * padding, item + [-1] * padding, position + [nothing] * padding
    return torch.tensor([ids]), torch.tensor([item]), torch.tensor([position]), len(BEGINNING)


def _read(bert: Bert, *items: tuple[int, ...], padding: int = 0, nothing: int = 7) -> Tensor:
    found: Tensor = bert(*_given(*items, padding=padding, nothing=nothing))[0]
    return found


@torch.no_grad()
def _plain(bert: Bert, ids: tuple[int, ...]) -> Tensor:
    every = torch.tensor([ids])
    found: Tensor = bert(every, torch.zeros_like(every), torch.arange(len(ids))[None], len(ids))[0]
    return found


def _reference(name: str, ids: Tensor, item: Tensor, position: Tensor) -> Tensor:
    """What Devlin et al. describe, of one row, with a mask over all pairs of tokens."""
    shape, tensors = bert_shape_of(name), _all(name)

    def dense(x: Tensor, place: str) -> Tensor:
        return x @ tensors[f"{place}.weight"].T + tensors[f"{place}.bias"]

    def norm(x: Tensor, place: str) -> Tensor:
        weight, bias = tensors[f"{place}.weight"], tensors[f"{place}.bias"]
        return layer_norm(x, (shape.hidden_size,), weight, bias, shape.layer_norm_eps)

    def heads(x: Tensor) -> Tensor:
        return x.view(len(x), shape.num_attention_heads, -1).transpose(0, 1)

    words, places, sorts = (
        tensors[f"embeddings.{one}_embeddings.weight"] for one in ("word", "position", "token_type")
    )
    sees = (item == 0) | (item == item[:, None])
    x = norm(words[ids] + places[position] + sorts[0], "embeddings.LayerNorm")
    for layer in range(shape.num_hidden_layers):
        at = f"encoder.layer.{layer}"
        q, k, v = (heads(dense(x, f"{at}.attention.self.{one}")) for one in ("query", "key", "value"))
        worth = (q @ k.transpose(1, 2) / q.shape[-1] ** 0.5).masked_fill(~sees, -torch.inf)
        taken = (worth.softmax(-1) @ v).transpose(0, 1).flatten(1)
        x = norm(x + dense(taken, f"{at}.attention.output.dense"), f"{at}.attention.output.LayerNorm")
        x = norm(
            x + dense(gelu(dense(x, f"{at}.intermediate.dense")), f"{at}.output.dense"),
            f"{at}.output.LayerNorm",
        )
    return x


def _all(name: str) -> Mapping[str, Tensor]:
    return {key: torch.from_numpy(one) for key, one in bert_tensors_of(name).items()}


@pytest.mark.parametrize("name", BOTH)
def test_what_is_read_is_what_a_plain_one_reads(name: str) -> None:
    """Wrong positions, heads, norms or numbers would all be seen here."""
    ids, item, position, told = _given(FIRST, SECOND, tuple(range(40, 72)), (3,))
    with torch.no_grad():
        found = Bert(name, 4)(ids, item, position, told)[0]
    torch.testing.assert_close(found, _reference(name, ids[0], item[0], position[0]), rtol=1e-4, atol=1e-4)


def test_an_item_does_not_see_another_and_the_beginning_sees_none(bert: Bert) -> None:
    both, alone = _read(bert, FIRST, SECOND), _read(bert, SECOND)
    assert both.shape == (9, bert.width) and both.dtype == torch.float32
    torch.testing.assert_close(both[7:], alone[4:])
    torch.testing.assert_close(both[:7], _read(bert, FIRST))
    for found in (both, alone):
        torch.testing.assert_close(found[:4].detach(), _plain(bert, BEGINNING))


def test_an_item_sees_the_beginning_and_itself(bert: Bert) -> None:
    found = _read(bert, FIRST)
    assert not torch.allclose(found[6], _read(bert, (9, *FIRST[1:]))[6], atol=1e-3)
    ids, item, position, told = _given(FIRST)
    ids[0, 0] = 9
    assert not torch.allclose(found[6], bert(ids, item, position, told)[0, 6], atol=1e-3)


def test_within_an_item_what_comes_later_is_seen(bert: Bert) -> None:
    found, changed = _read(bert, FIRST, SECOND), _read(bert, (*FIRST[:2], 200), SECOND)
    assert not torch.allclose(found[4], changed[4], atol=1e-3)
    torch.testing.assert_close(found[:4], changed[:4])
    torch.testing.assert_close(found[7:], changed[7:])


def test_within_the_beginning_what_comes_later_is_seen(bert: Bert) -> None:
    ids = tuple(range(100))
    whole = _plain(bert, ids)
    assert not torch.allclose(_plain(bert, (*ids[:99], 5))[0], whole[0], atol=1e-4)
    assert not torch.allclose(_plain(bert, (5, *ids[1:]))[99], whole[99], atol=1e-4)


def test_items_of_any_length_up_to_a_block_are_read_as_alone(bert: Bert) -> None:
    """Wherever they lie."""
    items = [
        tuple(range(10 + place, 10 + place + length)) for place, length in enumerate((32, 1, 31, 17, 32))
    ]
    together = _read(bert, *items)
    start = len(BEGINNING)
    for item in items:
        torch.testing.assert_close(
            together[start : start + len(item)], _read(bert, item)[4:], rtol=1e-4, atol=1e-5
        )
        start += len(item)


def test_positions_are_those_given(bert: Bert) -> None:
    ids, item = torch.tensor([BEGINNING]), torch.zeros(1, 4, dtype=torch.long)
    near, moved = (bert(ids, item, torch.tensor([at]), 4) for at in ([0, 1, 2, 3], [0, 1, 2, 4]))
    assert not torch.allclose(near[0, 3], moved[0, 3], atol=1e-3)


@torch.no_grad()
def test_padding_is_never_read(bert: Bert) -> None:
    padded = _read(bert, FIRST, padding=5)
    torch.testing.assert_close(padded[:7], _read(bert, FIRST))
    assert not padded[7:].any()
    torch.testing.assert_close(_read(bert, FIRST, padding=5, nothing=10**6), padded, rtol=0, atol=0)


def test_a_row_of_padding_alone_is_finite(bert: Bert) -> None:
    none = torch.full((1, 3), -1)
    found = bert(torch.zeros_like(none), none, torch.zeros_like(none), 3)
    found.sum().backward()
    assert found.isfinite().all()
    assert all(
        parameter.grad is not None and parameter.grad.isfinite().all() for parameter in bert.parameters()
    )


def test_rows_do_not_see_each_other(bert: Bert) -> None:
    """However long the beginning of another is."""
    ids = torch.tensor([[*BEGINNING, *FIRST, *[0] * 33], [*range(40)]])
    item = torch.tensor([[0] * 4 + [1] * 3 + [-1] * 33, [0] * 39 + [1]])
    position = torch.tensor([[*range(7), *[0] * 33], [*range(40)]])
    both = bert(ids, item, position, 39)
    torch.testing.assert_close(both[0, :7], _read(bert, FIRST))
    torch.testing.assert_close(both[1], bert(ids[1:], item[1:], position[1:], 39)[0])


def test_in_short_numbers_the_same_is_read_but_for_rounding(
    bert: Bert, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = _read(bert, FIRST, SECOND, padding=40)
    monkeypatch.setattr(module, "precision_of", lambda _device: torch.bfloat16)
    for learns in (True, False):
        with torch.set_grad_enabled(learns):
            rounded = _read(bert, FIRST, SECOND, padding=40)
        assert rounded.dtype == torch.float32
        off = (rounded - exact)[:9].detach().abs().max()
        assert 0 < off < 0.05 * exact.detach().abs().max()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_only_adapters_of_the_last_layers_learn_and_are_in_the_state(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(module, "NUM_LEARNED", count)
    bert = _learned()
    wanted = {
        f"layers.{layer}.{part}.{half}"
        for layer in range(3 - count, 3) for part in ADAPTED for half in ("down", "up")
    }  # fmt: skip
    assert set(bert.state_dict()) == {key for key, _ in bert.named_parameters()} == wanted
    other = Bert("tiny-bert", 4)
    other.load_state_dict(bert.state_dict())
    torch.testing.assert_close(_read(other, FIRST), _read(bert, FIRST), rtol=0, atol=0)


@needs_minilm
def test_of_minilm_half_of_the_layers_learn() -> None:
    keys = {key.split(".")[1] for key in Bert("minilm", 1).state_dict()}
    assert keys == {"3", "4", "5"} and NUM_LEARNED == 3


def test_nothing_is_computed_backwards_through_layers_that_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NUM_LEARNED", 1)
    bert, learns = _learned(), list[bool]()
    for layer in bert.layers:
        layer.register_forward_hook(lambda _layer, _given, found: learns.append(found.requires_grad))
    _read(bert, FIRST).sum().backward()
    assert learns == [False, False, True]


def test_a_model_that_has_learned_nothing_is_the_frozen_one() -> None:
    frozen, *others = (_read(Bert("tiny-bert", rank), FIRST, SECOND) for rank in (0, 1, 8))
    with torch.no_grad():
        others.append(_read(Bert("tiny-bert", 3), FIRST, SECOND))
    for other in others:
        torch.testing.assert_close(other.detach(), frozen, rtol=0, atol=0)


def test_a_gradient_reaches_every_adapter_and_nothing_else(bert: Bert) -> None:
    _read(bert, FIRST, SECOND).pow(3).sum().backward()
    assert all(parameter.grad is not None and parameter.grad.any() for parameter in bert.parameters())
    assert len(list(bert.parameters())) == 3 * len(ADAPTED) * 2
    assert not any(buffer.requires_grad for buffer in bert.buffers())


@pytest.mark.parametrize("name", BOTH)
def test_with_and_without_gradients_the_same_is_read(name: str) -> None:
    bert = _learned(name)
    learning = _read(bert, FIRST, SECOND)
    with torch.no_grad():
        acting = _read(bert, FIRST, SECOND)
    assert learning.requires_grad and not torch.allclose(
        acting, _read(Bert(name, 4), FIRST, SECOND), atol=0.01
    )
    torch.testing.assert_close(learning.detach(), acting, rtol=0, atol=1e-5)


def test_what_is_kept_is_dropped_when_an_adapter_changes(bert: Bert) -> None:
    optimizer = torch.optim.AdamW(bert.parameters(), lr=0.1)
    before = _plain(bert, BEGINNING)
    learned = _read(bert)
    torch.testing.assert_close(before, learned.detach())
    learned.pow(3).sum().backward()
    optimizer.step()
    after = _plain(bert, BEGINNING)
    assert not torch.allclose(before, after)
    torch.testing.assert_close(after, _read(bert).detach())


def test_a_copy_keeps_its_own(bert: Bert) -> None:
    before = _plain(bert, BEGINNING)
    other = copy.deepcopy(bert)
    with torch.no_grad():
        for parameter in other.parameters():
            parameter.mul_(2)
    assert not torch.allclose(_plain(other, BEGINNING), before)
    torch.testing.assert_close(_plain(bert, BEGINNING), before, rtol=0, atol=0)


def test_nothing_is_merged_twice_without_gradients(bert: Bert, monkeypatch: pytest.MonkeyPatch) -> None:
    before = _plain(bert, BEGINNING)
    monkeypatch.setattr(Adapted, "_merged", lambda *_: pytest.fail("merged again"))
    torch.testing.assert_close(_plain(bert, BEGINNING), before, rtol=0, atol=0)


def test_models_share_what_is_frozen_and_leave_it_as_it_is(bert: Bert) -> None:
    other, tensors = Bert("tiny-bert", 4), _all("tiny-bert")
    optimizer = torch.optim.AdamW(bert.parameters(), lr=0.1)
    _read(bert, FIRST).sum().backward()
    optimizer.step()
    assert other.words.data_ptr() == bert.words.data_ptr()
    assert torch.equal(bert.words, tensors["embeddings.word_embeddings.weight"])
    feed = bert.get_buffer("layers.2.feed.frozen")
    assert feed.data_ptr() == other.get_buffer("layers.2.feed.frozen").data_ptr()
    assert torch.equal(feed, tensors["encoder.layer.2.intermediate.dense.weight"])


@pytest.mark.gpu
@pytest.mark.parametrize("padding", [0, 1, 5])
def test_a_gpu_reads_nearly_the_same(bert: Bert, padding: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = _read(bert, FIRST, SECOND, padding=padding)
    monkeypatch.setattr(module, "precision_of", lambda _device: torch.bfloat16)
    ids, item, position, told = _given(FIRST, SECOND, padding=padding)
    bert.to("cuda")
    found = bert(ids.cuda(), item.cuda(), position.cuda(), told)
    found.sum().backward()
    assert found.dtype == torch.float32
    with torch.no_grad():
        acting = bert(ids.cuda(), item.cuda(), position.cuda(), told)
    for one in (found.detach(), acting):
        torch.testing.assert_close(one.cpu()[0], expected.detach(), rtol=0.05, atol=0.05)


def test_a_language_that_is_none_is_refused() -> None:
    with pytest.raises(AgentError, match="no language"):
        Bert("large", 4)


def _sentence(text: str) -> tuple[int, ...]:
    opening, closing = signs_of("minilm")
    return (opening, *spell("minilm", text), closing)


@needs_minilm
def test_minilm_is_read_as_transformers_reads_it() -> None:
    transformers = pytest.importorskip("transformers", reason="transformers is an extra: pip install .[vlm]")
    config = transformers.BertConfig.from_json_file(str(file_of("minilm").parent / CONFIG))
    judge = transformers.BertModel(config, add_pooling_layer=False).eval()
    assert not judge.load_state_dict(_all("minilm"), strict=False).missing_keys
    for text in ("Delete the alarm at 07:30", "Grüß René [SEP] unaffable 🎉", ""):
        ids = _sentence(text)
        with torch.no_grad():
            wanted = judge(torch.tensor([ids])).last_hidden_state[0]
        torch.testing.assert_close(_plain(Bert("minilm", 1), ids), wanted, rtol=0, atol=1e-4)


@needs_minilm
def test_minilm_knows_english() -> None:
    """What is said in other words is nearer than what is said in the same ones."""
    bert = Bert("minilm", 1)
    asked, same, other = (
        torch.nn.functional.normalize(_plain(bert, _sentence(text)).mean(0), dim=0)
        for text in ("Remove the alarm", "Delete the wake-up call", "Move the lamp")
    )
    assert asked @ same > asked @ other + 0.2
