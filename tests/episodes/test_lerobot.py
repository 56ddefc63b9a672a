"""LeRobot itself opens an export: skipped where it is not installed, which our own environment does not do.

To run it: `pip install 'lerobot[dataset]'` into an environment that has PhoneBuddy, then
`pytest -m slow tests/episodes/test_lerobot.py`.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from phonebuddy.episodes.export import export
from phonebuddy.episodes.pictures import Gallery
from phonebuddy.episodes.store import Store
from tests.episodes.made import golds

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]
SCREEN = "observation.images.screen"
WHY = "LeRobot is not installed: pip install 'lerobot[dataset]'"


@pytest.fixture
def lerobot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What is used of it; it looks nothing up and keeps nothing."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    dataset = pytest.importorskip("lerobot.datasets.lerobot_dataset", reason=WHY).LeRobotDataset
    tools = pytest.importorskip("lerobot.datasets.dataset_tools", reason=WHY)
    return SimpleNamespace(dataset=dataset, tools=tools)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    found = Store(tmp_path / "run")
    found.parts.add("one", golds()[:4])
    export(found, "lerobot", tmp_path / "out", lambda _count: None)
    return found


def opened(lerobot: Any, folder: Path, **how: object) -> Any:
    return lerobot.dataset("phones/gold", root=folder, **how)


def test_every_frame_is_the_step_it_was_made_of(lerobot: Any, store: Store, tmp_path: Path) -> None:
    found, gallery = opened(lerobot, tmp_path / "out"), Gallery(store)
    steps = [(one, place) for one in store.episodes() for place in range(len(one.steps))]
    assert (len(found), found.num_episodes, found.fps) == (len(steps), 4, 1)
    for frame, (episode, place) in zip(map(found.__getitem__, range(len(found))), steps, strict=True):
        pixels = (frame[SCREEN].permute(1, 2, 0).numpy() * 255).round()
        assert np.array_equal(pixels, gallery.pixels(episode, place)[:, :, :3])
        assert (frame["task"], frame["timestamp"].item()) == (episode.instruction, place)
        assert frame["next.done"].item() == (place + 1 == len(episode.steps))


def test_it_gives_what_is_around_a_frame(lerobot: Any, store: Store, tmp_path: Path) -> None:
    found = opened(lerobot, tmp_path / "out", delta_timestamps={"action": [0, 1], SCREEN: [-1, 0]})
    first, second = found[0], found[1]
    assert (first["action"][1] == second["action"][0]).all()
    assert (second["observation.state"] == first["action"][0]).all()
    assert first[f"{SCREEN}_is_pad"].tolist() == [True, False]
    assert (second[SCREEN][0] == first[SCREEN][1]).all()


def test_what_it_splits_joins_to_the_same(lerobot: Any, store: Store, tmp_path: Path) -> None:
    whole = opened(lerobot, tmp_path / "out")
    parts = lerobot.tools.split_dataset(whole, {"a": [0, 1, 2], "b": [3]}, output_dir=tmp_path / "parts")
    joined = lerobot.tools.merge_datasets(list(parts.values()), "phones/joined", tmp_path / "joined")
    assert len(joined) == len(whole) and joined.num_episodes == 4
    for name, facts in whole.meta.stats.items():
        for kind in ("min", "max", "mean", "std", "q50"):
            assert np.allclose(joined.meta.stats[name][kind], facts[kind], atol=1e-6), (name, kind)


def test_it_can_go_on_with_one(lerobot: Any, store: Store, tmp_path: Path) -> None:
    old = opened(lerobot, tmp_path / "out")
    last = old[len(old) - 1]
    mine = {name for name in old.meta.features if not name.endswith("_index")} - {"index", "timestamp"}
    frame = {name: last[name] for name in mine}
    frame[SCREEN] = (last[SCREEN].permute(1, 2, 0).numpy() * 255).round().astype(np.uint8)
    frame |= {name: last[name].numpy() for name in ("action", "observation.state")}
    frame |= {name: last[name].numpy().reshape(1) for name in ("next.reward", "next.done")}
    resume = getattr(lerobot.dataset, "resume", lerobot.dataset)
    more = resume("phones/gold", root=tmp_path / "out")
    more.add_frame({**frame, "task": "Something new"})
    more.save_episode()
    more.finalize()
    longer = opened(lerobot, tmp_path / "out")
    assert (len(longer), longer.num_episodes) == (len(old) + 1, 5)
    assert longer[len(old)]["task"] == "Something new"
    assert (longer[len(old)][SCREEN] == last[SCREEN]).all()
