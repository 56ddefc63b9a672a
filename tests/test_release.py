"""tools/release.py: what it writes acts as the model it was given; what is no nano changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from phonebuddy.agents.nano.loading import WEIGHTS, load_model  # noqa: E402
from phonebuddy.errors import CheckpointError  # noqa: E402
from phonebuddy.train.checkpoint import write_model  # noqa: E402
from phonebuddy.train.nano import NanoLearner  # noqa: E402
from tools.release import main, release  # noqa: E402

TINY = {"width": 16, "layers": 1, "heads": 2, "unit_width": 8}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of a training that has ended."""
    torch.manual_seed(0)
    learner = NanoLearner(TINY)
    learner.version = 7
    write_model(tmp_path / "run" / "model", learner)
    return tmp_path / "run"


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_released_nano_is_the_trained_one_in_half_the_space(run: Path, tmp_path: Path) -> None:
    count = release([run], tmp_path / "released")
    given, version = load_model(run / "model")
    found, also = load_model(tmp_path / "released")
    assert (version, also) == (7, 7) and found.config == given.config
    pairs = list(zip(given.state_dict().items(), found.state_dict().items(), strict=True))
    assert count == sum(one.numel() for (_, one), _ in pairs)
    for (name, one), (same, two) in pairs:
        assert name == same and torch.equal(one.half().float(), two), name
    sizes = [(place / WEIGHTS).stat().st_size for place in (tmp_path / "released", run / "model")]
    assert sizes[0] < 0.6 * sizes[1]


def test_releasing_what_is_released_changes_nothing(run: Path, tmp_path: Path) -> None:
    release([run], tmp_path / "one")
    release([tmp_path / "one"], tmp_path / "two")
    assert files_of(tmp_path / "one") == files_of(tmp_path / "two")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda model: (model / "model.json").unlink(), "no model.json in .*; train one"),
        (lambda model: (model / WEIGHTS).unlink(), "No such file"),
        (lambda model: (model / WEIGHTS).write_bytes(b"half a file"), "not the weights of such a nano"),
        (
            lambda model: (model / "model.json").write_text('{"kind": "vlm", "config": {}, "version": 1}'),
            "of a 'vlm', not of a nano",
        ),
    ],
)
def test_what_is_no_nano_leaves_the_released_one(harm, said: str, run: Path, tmp_path: Path) -> None:
    release([run], tmp_path / "released")
    before = files_of(tmp_path / "released")
    harm(run / "model")
    with pytest.raises(CheckpointError, match=said):
        release([run], tmp_path / "released")
    assert files_of(tmp_path / "released") == before


def test_the_script_ends_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="nothing is released: no model.json in .*; train one"):
        main(str(tmp_path))


def test_of_several_it_is_the_mean(run: Path, tmp_path: Path) -> None:
    torch.manual_seed(1)
    write_model(tmp_path / "other" / "model", NanoLearner(TINY))
    release([run, tmp_path / "other"], tmp_path / "released")
    one, two, mean = (
        load_model(place)[0].state_dict()
        for place in (run / "model", tmp_path / "other" / "model", tmp_path / "released")
    )
    for name, found in mean.items():
        assert torch.equal(found, ((one[name] + two[name]) / 2).half().float()), name
    write_model(tmp_path / "wide" / "model", NanoLearner({**TINY, "width": 32}))
    with pytest.raises(CheckpointError, match="several sizes"):
        release([run, tmp_path / "wide"], tmp_path / "released")


def test_without_a_folder_it_says_so() -> None:
    with pytest.raises(SystemExit, match="no folder"):
        main()
