"""Reader: nothing to say at first, and what is read is evened out as it was spread when it was settled."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from phonebuddy.agents.nano.language.bert import Bert  # noqa: E402
from phonebuddy.agents.nano.language.llama import Llama  # noqa: E402
from phonebuddy.agents.nano.language.reader import FARTHEST, LEAST_SPREAD, Reader  # noqa: E402
from phonebuddy.errors import AgentError  # noqa: E402
from tests.agents.nano.language.made import MADE_HERE  # noqa: E402


@pytest.mark.parametrize(("name", "kind", "prefix"), [("tiny", Llama, "llama"), ("tiny-bert", Bert, "bert")])
def test_a_language_lies_under_the_name_of_its_kind(name: str, kind: type, prefix: str) -> None:
    """Its weights are kept under it."""
    reader = Reader(name, 2, 8, 0.0)
    assert type(reader.language) is kind
    own = {f"{prefix}.{key}" for key in reader.language.state_dict()}
    others = {"middle", "spread", "to_token.weight", "to_app.weight"}
    assert own and set(reader.state_dict()) == own | others


def test_a_language_that_is_none_is_refused() -> None:
    with pytest.raises(AgentError, match="no language 'bert'"):
        Reader("bert", 2, 8, 0.0)


@pytest.mark.parametrize("name", MADE_HERE)
def test_a_new_one_says_nothing(name: str) -> None:
    reader = Reader(name, 2, 8, 0.0)
    meant = torch.randn(2, 3, 32)
    assert reader.tokens(meant).shape == (2, 3, 8) and not reader.tokens(meant).any()
    assert not reader.apps(meant).any() and not reader.is_settled


def test_what_is_read_is_evened_out() -> None:
    torch.manual_seed(0)
    reader = Reader("tiny", 2, 32, 0.0)
    meant = torch.randn(500, 32) * torch.linspace(0.1, 40, 32) + 30
    meant[:, 5] = 7.0
    reader.settle(meant)
    assert reader.is_settled and float(reader.spread.min()) == pytest.approx(LEAST_SPREAD)
    with torch.no_grad():
        reader.to_token.weight.copy_(torch.eye(32))
    found = reader.tokens(meant)
    kept = torch.arange(32) != 5
    assert found[:, kept].mean(0).abs().max() < 1e-4 and not found[:, 5].abs().max() > 0.01
    assert (found[:, kept].std(0, correction=0) - 1).abs().max() < 1e-3
    assert reader.tokens(meant + 1e6).max() == FARTHEST, "what is far out counts no more than this"


@pytest.mark.parametrize("name", MADE_HERE)
def test_how_it_was_settled_goes_with_its_weights(name: str) -> None:
    one, other = Reader(name, 2, 8, 0.0), Reader(name, 2, 8, 0.0)
    one.settle(torch.randn(20, 32) + 3)
    other.load_state_dict(one.state_dict())
    assert other.is_settled and torch.equal(other.spread, one.spread)
