"""Settings of a recipe: what is said of the tasks of RL and of the rate of a language, and refused early."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.errors import TrainError
from phonebuddy.evals.recipe import Kitchen, Site
from phonebuddy.evals.recipe_settings import read_recipe
from phonebuddy.tasks.invented.village import is_invented
from phonebuddy.tasks.task import read_id


@pytest.mark.parametrize(("per_phone", "phones"), [(1, 12), (2, 6), (5, 3), (12, 1)])
def test_rl_tries_things_on_many_phones(tmp_path: Path, per_phone: int, phones: int) -> None:
    """It learns the phones that it tries them on."""
    changes = ("rl.tasks=12", f"rl.per_phone={per_phone}", "collect.drills=1", "collect.invented=1")
    recipe = read_recipe("nano-tiny", changes=changes)
    tasks = Kitchen(tmp_path, recipe, 0, Site(), lambda _line: None)._tasks_of("mock")
    kinds = ([one for one in tasks if one.startswith("drills/")], [one for one in tasks if is_invented(one)])
    for some in (*kinds, [one for one in tasks if one not in kinds[0] + kinds[1]]):
        assert len(some) == 12 and len({read_id(one)[1] for one in some}) == phones


def test_a_rate_for_a_language_is_refused_for_a_vlm_before_anything_is_collected() -> None:
    with pytest.raises(TrainError, match="sft: language_rate is for a nano, and the model is a vlm"):
        read_recipe("tiny-cpu", changes=("sft.language_rate=0.01",))


@pytest.mark.parametrize("language", ["minilm", "tiny-bert"])
def test_a_rate_for_a_language_is_read_where_there_is_one(language: str) -> None:
    changes = (f"model.language={language}", "sft.language_rate=0.01")
    assert read_recipe("nano-tiny", changes=changes).sft.language_rate == 0.01


def test_a_rate_for_the_language_of_the_start_is_read(tmp_path: Path) -> None:
    """The model that is gone on from may bring the language."""
    path = tmp_path / "mine.yaml"
    path.write_text("init: released-smollm2\nmodel: {dropout: 0.1}\nsft: {language_rate: 0.01}\n")
    assert read_recipe(str(path)).sft.language_rate == 0.01
