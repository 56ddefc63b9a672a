"""Optimisers: what learns by which rule, at which rate, and how it is saved."""

from __future__ import annotations

import msgspec
import pytest

torch = pytest.importorskip("torch")

from phonebuddy.errors import TrainError  # noqa: E402
from phonebuddy.train.learner import Learner, learner_from  # noqa: E402
from phonebuddy.train.nano import NanoLearner  # noqa: E402
from phonebuddy.train.optimiser import Optimiser, optimiser_for  # noqa: E402
from phonebuddy.train.schedule import set_rate  # noqa: E402
from phonebuddy.train.settings import SftSettings  # noqa: E402
from tests.train.bandit import Bandit  # noqa: E402

SMALL = {"width": 16, "layers": 2, "heads": 2, "unit_width": 4}
READING = {**SMALL, "literal": False, "language": "tiny-bert", "language_rank": 2}
MUON = SftSettings(learning_rate=0.001, matrix_rate=0.003)
OWN = SftSettings(learning_rate=0.001, language_rate=0.005)
ALL = SftSettings(learning_rate=0.001, matrix_rate=0.003, language_rate=0.005)


def stepped(optimiser: Optimiser) -> None:
    torch.manual_seed(2)
    for group in optimiser.param_groups:
        for parameter in group["params"]:
            parameter.grad = torch.randn_like(parameter)
    optimiser.step()
    optimiser.zero_grad()


ASKED = pytest.mark.parametrize(("config", "settings"), [(SMALL, MUON), (READING, OWN), (READING, ALL)])


@ASKED
def test_every_parameter_learns_by_one_rule(config: dict[str, object], settings: SftSettings) -> None:
    learner = learner_from("nano", config)
    parameters = [id(one) for one in learner.parameters()]
    optimiser = optimiser_for(learner, settings)
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


@pytest.mark.parametrize(
    ("settings", "rates"),
    [(MUON, [0.0002, 0.0006]), (OWN, [0.0002, 0.001]), (ALL, [0.0002, 0.001, 0.0006])],
)
def test_rates_keep_their_shares(settings: SftSettings, rates: list[float]) -> None:
    optimiser = optimiser_for(learner_from("nano", READING), settings)
    for share in (1.0, 0.5):
        set_rate(optimiser, 0.0002 * share)
        assert [group["lr"] for group in optimiser.param_groups] == pytest.approx(
            [rate * share for rate in rates]
        )


@pytest.mark.parametrize("language", ["tiny", "tiny-bert"])
def test_what_is_learned_of_a_language_has_a_rate_of_its_own(language: str) -> None:
    """All of the reader: adapters, and what takes their meaning to tokens and apps."""
    learner = NanoLearner({**READING, "language": language})
    reader = learner.model.reader
    assert reader is not None
    own = {id(one) for one in reader.parameters()}
    assert own == {id(one) for one in learner.language()} and len(own) > 2
    plain, reading = optimiser_for(learner, OWN).param_groups
    assert {id(one) for one in reading["params"]} == own
    assert not own & {id(one) for one in plain["params"]}
    assert not own & {id(one) for one in learner.matrices()}


def test_a_rate_of_its_own_is_how_far_a_language_goes() -> None:
    """Of the first step of AdamW, which is as long as the rate."""
    learner = NanoLearner(READING)
    optimiser = optimiser_for(learner, msgspec.structs.replace(OWN, weight_decay=0.0))
    set_rate(optimiser, 0.0002)
    before = {name: one.detach().clone() for name, one in learner.model.named_parameters()}
    stepped(optimiser)
    for name, one in learner.model.named_parameters():
        step = float((one.detach() - before[name]).abs().median())
        assert step == pytest.approx(0.001 if name.startswith("reader.") else 0.0002, rel=0.02), name


def test_without_a_rate_of_its_own_a_language_learns_as_all_do() -> None:
    learner = learner_from("nano", READING)
    (group,) = optimiser_for(learner, SftSettings()).param_groups
    assert [id(one) for one in group["params"]] == [id(one) for one in learner.parameters()]


@ASKED
def test_loaded_it_goes_on_exactly(config: dict[str, object], settings: SftSettings) -> None:
    def made() -> tuple[Learner, Optimiser]:
        torch.manual_seed(1)
        learner = learner_from("nano", config)
        return learner, optimiser_for(learner, settings)

    whole, one = made()
    other, two = made()
    stepped(one)
    stepped(two)
    state = {place: dict(values) for place, values in two.state_dict()["state"].items()}
    again = optimiser_for(other, settings)
    again.load_state_dict({**again.state_dict(), "state": state})
    stepped(one)
    stepped(again)
    for ours, theirs in zip(whole.parameters(), other.parameters(), strict=True):
        assert torch.equal(ours, theirs)


def test_a_learner_without_such_matrices_is_refused() -> None:
    with pytest.raises(TrainError, match="matrix_rate: a bandit has no matrices"):
        optimiser_for(Bandit(), MUON)


def test_a_learner_without_a_language_is_refused() -> None:
    says = "no language that reads along; leave it out"
    for learner in (Bandit(), learner_from("nano", SMALL)):
        assert not learner.language()
        for settings in (OWN, ALL):
            with pytest.raises(TrainError, match=f"^sft.language_rate: a {learner.name} has {says}$"):
                optimiser_for(learner, settings)


@pytest.mark.parametrize("rate", [0, -0.1])
def test_a_rate_that_cannot_be_is_refused(rate: float) -> None:
    with pytest.raises(TrainError, match="language_rate is .*; accepted: nothing, or above 0"):
        SftSettings(language_rate=rate)
