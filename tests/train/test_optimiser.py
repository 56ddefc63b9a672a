"""Optimisers: what learns by which rule, at which rate, and how it is saved."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from phonebuddy.errors import TrainError  # noqa: E402
from phonebuddy.train.learner import Learner, learner_from  # noqa: E402
from phonebuddy.train.optimiser import Optimiser, optimiser_for  # noqa: E402
from phonebuddy.train.schedule import set_rate  # noqa: E402
from phonebuddy.train.settings import SftSettings  # noqa: E402
from tests.train.bandit import Bandit  # noqa: E402

SMALL = {"width": 16, "layers": 2, "heads": 2, "unit_width": 4}
MUON = SftSettings(learning_rate=0.001, matrix_rate=0.003)


def stepped(optimiser: Optimiser) -> None:
    torch.manual_seed(2)
    for group in optimiser.param_groups:
        for parameter in group["params"]:
            parameter.grad = torch.randn_like(parameter)
    optimiser.step()
    optimiser.zero_grad()


def test_every_parameter_learns_by_one_rule() -> None:
    learner = learner_from("nano", SMALL)
    parameters = [id(one) for one in learner.parameters()]
    optimiser = optimiser_for(learner, MUON)
    taken = [id(one) for group in optimiser.param_groups for one in group["params"]]
    assert sorted(taken) == sorted(parameters)
    before = [one.detach().clone() for one in learner.parameters()]
    stepped(optimiser)
    assert not any(
        torch.equal(old, new) for old, new in zip(before, learner.parameters(), strict=True) if old.any()
    )


def test_matrices_are_those_of_layers() -> None:
    learner = learner_from("nano", SMALL)
    assert len(learner.matrices()) == 4 * 2
    assert all(one.ndim == 2 and 16 in one.shape for one in learner.matrices())


def test_rates_keep_their_shares() -> None:
    optimiser = optimiser_for(learner_from("nano", SMALL), MUON)
    set_rate(optimiser, 0.0002)
    assert [group["lr"] for group in optimiser.param_groups] == pytest.approx([0.0002, 0.0006])


def test_loaded_it_goes_on_exactly() -> None:
    def made() -> tuple[Learner, Optimiser]:
        torch.manual_seed(1)
        learner = learner_from("nano", SMALL)
        return learner, optimiser_for(learner, MUON)

    whole, one = made()
    other, two = made()
    stepped(one)
    stepped(two)
    state = {place: dict(values) for place, values in two.state_dict()["state"].items()}
    again = optimiser_for(other, MUON)
    again.load_state_dict({**again.state_dict(), "state": state})
    stepped(one)
    stepped(again)
    for ours, theirs in zip(whole.parameters(), other.parameters(), strict=True):
        assert torch.equal(ours, theirs)


def test_a_learner_without_such_matrices_is_refused() -> None:
    with pytest.raises(TrainError, match="matrix_rate: a bandit has no matrices"):
        optimiser_for(Bandit(), MUON)
