"""Ablations vary one thing each; here nothing is trained, only what would be is looked at."""

from __future__ import annotations

from pathlib import Path

from phonebuddy.evals.ablations import run_ablations
from phonebuddy.evals.recipe import Kitchen, Site
from phonebuddy.evals.recipe_settings import Recipe, read_recipe
from phonebuddy.evals.stages import Facts


class Pretended(Kitchen):
    """Notes what it is asked to do."""

    def __init__(self, folder: Path, recipe: Recipe) -> None:
        super().__init__(folder, recipe, 0, Site(), lambda _line: None)
        self.collected: dict[str, Recipe] = {}
        self.updates: dict[str, int] = {}
        self.reinforced: dict[str, tuple[float | None, int | None]] = {}
        self.tried: list[str] = []

    def demonstrate(self, place: Path, lane: object, recipe: Recipe | None = None) -> Facts:
        assert recipe is not None
        self.collected[place.name] = recipe
        return {}

    def supervise(self, place: Path, stores: list[Path], recipe: Recipe, start: Path | None = None) -> Facts:
        assert [store.name for store in stores] == [f"{place.name}-collect"]
        self.updates[place.name] = recipe.sft.updates
        return {}

    def reinforce(  # type: ignore[override]
        self, place: Path, start: Path, mock_share: float | None, steps: int | None = None
    ) -> Facts:
        assert start == self.stages.folder / "sft"
        self.reinforced[place.name] = (mock_share, steps)
        return {}

    def try_out(self, model: str, folder: Path, wish: object = None) -> Path:
        self.tried.append(model)
        return folder


def test_each_varies_one_thing(tmp_path: Path) -> None:
    changes = ("ablations.coverage=[5, 10]", "ablations.shares=[0.0, 0.5, 1.0]", "ablations.sft_updates=7")
    kitchen = Pretended(tmp_path, read_recipe("nano", changes=changes))
    found = run_ablations(kitchen)
    apps = {name: len(recipe.collect.apps) for name, recipe in kitchen.collected.items()}
    assert apps == {
        "ablation-coverage-5-collect": 5, "ablation-coverage-10-collect": 10,
        "ablation-coverage-all-collect": 0, "ablation-no-cross-collect": 0,
    }  # fmt: skip
    assert kitchen.collected["ablation-no-cross-collect"].collect.categories == ("single", "mini")
    assert set(kitchen.updates.values()) == {7}
    steps = kitchen.recipe.ablations.rl_steps
    assert list(kitchen.reinforced.values()) == [(0.0, steps), (0.5, steps), (1.0, steps)]
    assert list(found) == kitchen.tried and len(kitchen.tried) == 7


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    recipe = read_recipe("nano-tiny")
    run_ablations(Pretended(tmp_path, recipe))
    again = Pretended(tmp_path, recipe)
    run_ablations(again)
    assert not again.collected and not again.updates and not again.reinforced
