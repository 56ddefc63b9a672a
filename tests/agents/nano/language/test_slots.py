"""Slots: whatever texts there are, each token sees the instruction and its own text, as a slow loop would."""

from __future__ import annotations

import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st
from torch import Tensor

from phonebuddy.agents.nano.language.attention import BLOCK, NEVER
from phonebuddy.agents.nano.language.bert_files import bert_shape_of
from phonebuddy.agents.nano.language.reading import MOST_IDS
from phonebuddy.agents.nano.language.slots import (
    MULTIPLE,
    Slots,
    attend_in,
    slots_of,
)

Texts = list[int]
"""The lengths of one row: that of the instruction, then that of each text."""
SHAPE = bert_shape_of("tiny-bert")
HEADS, SIZE = SHAPE.num_attention_heads, SHAPE.hidden_size // SHAPE.num_attention_heads


def some_rows(most_texts: int, most_rows: int) -> st.SearchStrategy[list[Texts]]:
    texts = st.lists(st.integers(1, BLOCK), max_size=most_texts)
    row = st.builds(lambda told, texts: [told, *texts], st.integers(1, 40), texts)
    return st.lists(row, min_size=1, max_size=most_rows)


EDGES = [[40, 32, 1, 31, 1, 32, 16, 16, 17], [1, 32, 32], [32], [8, *[11] * 30]]
"""Texts that fill a block, that miss it by one, and none."""


def items_of(rows: list[Texts]) -> Tensor:
    """Whose each token is, padded."""
    longest = max(map(sum, rows))
    return torch.tensor([
        [number for number, length in enumerate(row) for _ in range(length)] + [-1] * (longest - sum(row))
        for row in rows
    ])  # fmt: skip


def laid(rows: list[Texts]) -> tuple[Slots, list[list[list[int]]]]:
    """The slots, and of each row's texts where the tokens lie, the instruction's first."""
    slots = slots_of(items_of(rows), max(row[0] for row in rows), torch.float32)
    flat = iter(slots.places.which.tolist())
    found = [[[next(flat) for _ in range(length)] for length in row] for row in rows]
    assert next(flat, None) is None
    for number, row in enumerate(found):
        assert all(slot // slots.places.length == number for text in row for slot in text), "in its own row"
    return slots, [[[slot % slots.places.length for slot in text] for text in row] for row in found]


@given(some_rows(30, 4))
@example(EDGES)
def test_no_text_lies_across_an_edge_and_no_two_tokens_in_one_slot(rows: list[Texts]) -> None:
    slots, found = laid(rows)
    assert slots.places.rows == len(rows) and slots.places.length % BLOCK == 0
    behind = -(-max(row[0] for row in rows) // BLOCK) * BLOCK
    for told, *texts in found:
        assert told == list(range(len(told))), "the instruction lies first"
        for text in texts:
            assert text == list(range(text[0], text[0] + len(text))) and text[0] >= behind
            assert text[0] // BLOCK == text[-1] // BLOCK < slots.places.length // BLOCK
        taken = [slot for text in (told, *texts) for slot in text]
        assert len(taken) == len(set(taken))


@given(some_rows(30, 4))
@example(EDGES)
def test_little_room_is_left(rows: list[Texts]) -> None:
    """Two texts that lie in two blocks would not have fitted into one."""
    slots, found = laid(rows)
    for _, *texts in found:
        for one, two in zip(texts, texts[1:], strict=False):
            assert two[0] == one[-1] + 1 or one[-1] % BLOCK + len(two) >= BLOCK
            assert two[0] // BLOCK - one[0] // BLOCK <= 1
    last = max(slot for row in found for text in row for slot in text)
    assert slots.places.length - last <= BLOCK


@given(some_rows(30, 4), st.sampled_from([(), (3,), (2, 3)]))
@example(EDGES, (2, 3))
def test_what_was_spread_is_picked_again(rows: list[Texts], width: tuple[int, ...]) -> None:
    slots = laid(rows)[0]
    item = items_of(rows)
    assert slots.taken.tolist() == (item.flatten() >= 0).nonzero().squeeze(1).tolist()
    x = torch.randn(len(slots.taken), *width)
    every = slots.places.spread(x)
    assert every.shape == (len(rows), slots.places.length, *width)
    assert torch.equal(slots.places.picked(every), x)
    empty = torch.ones(len(rows) * slots.places.length, dtype=torch.bool)
    empty[slots.places.which] = False
    assert not every.flatten(0, 1)[empty].any(), "nothing in between"


@given(some_rows(30, 3))
@example(EDGES)
def test_each_token_sees_the_instruction_and_its_own_text_once_and_nothing_else(rows: list[Texts]) -> None:
    slots, found = laid(rows)
    blocks = slots.places.length // BLOCK
    longest = max(row[0] for row in rows)
    assert longest <= slots.told < longest + MULTIPLE and slots.told % MULTIPLE == 0
    assert slots.mask.shape == (len(rows) * blocks, 1, BLOCK, slots.told + BLOCK)
    assert set(slots.mask.unique().tolist()) <= {0.0, NEVER}
    for number, (told, *texts) in enumerate(found):
        for text in (told, *texts):
            for slot in text:
                block, place = divmod(slot, BLOCK)
                seen = (slots.mask[number * blocks + block, 0, place] == 0).nonzero().squeeze(1).tolist()
                # Keys are the first slots of the row, then those of the block.
                where = [key if key < slots.told else key - slots.told + block * BLOCK for key in seen]
                assert sorted(where) == sorted({*told, *text}), (number, slot)


def alone(rows: list[Texts], q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """What each token takes, one by one: m x heads x d."""
    found, start = [], 0
    for told, *texts in rows:
        instruction = list(range(start, start + told))
        for own in (told, *texts):
            text = list(range(start, start + own))
            seen = sorted({*instruction, *text})
            for token in text:
                for head in range(q.shape[1]):
                    worth = torch.stack([q[token, head] @ k[other, head] for other in seen])
                    share = torch.softmax(worth / q.shape[2] ** 0.5, 0)
                    found.append(share @ v[seen, head])
            start += own
    return torch.stack(found).view(q.shape)


@settings(max_examples=15)
@given(some_rows(5, 2), st.integers(0, 99))
@example([[9, 32, 1, 20], [1, 5], [33]], 0)
def test_attention_is_that_of_a_loop(rows: list[Texts], seed: int) -> None:
    draw = torch.Generator().manual_seed(seed)
    slots = laid(rows)[0]
    q, k, v = torch.randn(3, len(slots.places.which), HEADS, SIZE, generator=draw)
    found = attend_in(slots, *(slots.places.spread(one) for one in (q, k, v)))
    assert found.shape == (len(rows), slots.places.length, HEADS, SIZE) and found.isfinite().all()
    torch.testing.assert_close(slots.places.picked(found), alone(rows, q, k, v), rtol=1e-4, atol=1e-5)


def test_a_row_of_padding_alone_takes_no_room() -> None:
    for item in (torch.full((2, 5), -1), torch.tensor([[0, 0, 1], [-1, -1, -1]])):
        slots = slots_of(item, 2, torch.float32)
        assert len(slots.places.which) == len(slots.taken) == (item >= 0).sum()
        every = torch.zeros(2, slots.places.length, HEADS, SIZE)
        assert attend_in(slots, every, every, every).isfinite().all()


def test_a_processor_attends_in_float32() -> None:
    slots = slots_of(items_of(EDGES), 40, torch.bfloat16)
    assert slots.mask.dtype == torch.float32
    every = torch.randn(len(EDGES), slots.places.length, HEADS, SIZE).bfloat16()
    found = attend_in(slots, every, every, every)
    assert found.dtype == torch.float32
    torch.testing.assert_close(found, attend_in(slots, *(3 * [every.float()])), rtol=0, atol=0)


def test_a_block_holds_a_text() -> None:
    assert max(MOST_IDS.values()) <= BLOCK
