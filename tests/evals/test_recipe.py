"""The recipe: its settings, its stages, its report from folders; the whole of it, killed, in a slow test."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from phonebuddy.episode import Episode
from phonebuddy.episodes.drawing import CARDS, DRILLS, INVENTED, draw_tasks
from phonebuddy.episodes.run import Asked
from phonebuddy.episodes.store import Store
from phonebuddy.errors import (
    CheckpointError,
    EpisodeError,
    EvalError,
    PhoneBuddyError,
    SetupError,
    TrainError,
)
from phonebuddy.evals.ablations import some_apps
from phonebuddy.evals.cooked import keep_command
from phonebuddy.evals.recipe import HALF, MIXED, REAL, SFT, Kitchen, Say, Site, part_of_real
from phonebuddy.evals.recipe_report import report
from phonebuddy.evals.recipe_settings import Lanes, Recipe, read_recipe, with_defaults
from phonebuddy.evals.stages import MARK, Facts, Stages, claim
from phonebuddy.tasks.invented.village import is_invented
from phonebuddy.tasks.splits import plan
from phonebuddy.train.metrics import Metrics
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.settings import preset_names


@pytest.mark.parametrize("name", preset_names())
def test_presets_read_and_keep_the_lanes_apart(name: str) -> None:
    recipe = read_recipe(name)
    mock, real = recipe.wish("mock", 5, 0), recipe.wish("real", 5, 0)
    assert mock.split == real.split == "train" and recipe.real == "stand-in"
    assert mock.persons and real.persons and mock.persons[1] < real.persons[0]
    assert mock.without_interruptions and recipe.phones("real").kind == "served"
    assert recipe.rl.is_deterministic, "a recipe can be repeated"


def test_drills_keep_to_the_people_of_their_lane() -> None:
    recipe = read_recipe("nano-tiny")
    assert recipe.collect.drills, "the whole recipe, which a slow test runs, has them"
    for lane, (first, last) in (("mock", recipe.lanes.mock_persons), ("real", recipe.lanes.real_persons)):
        tasks = draw_tasks(recipe.wish(lane, 40, 7, DRILLS))
        persons = {int(task.partition("@")[2].partition(".")[0]) for task in tasks}
        assert all(task.startswith("drills/") for task in tasks) and len(set(tasks)) == 40
        assert all(first <= person <= last for person in persons)


def test_invented_apps_are_other_ones_in_each_lane_and_at_each_stage() -> None:
    recipe = read_recipe("nano-tiny")
    assert recipe.collect.invented, "the whole recipe, which a slow test runs, has them"
    stages = [(lane, seed) for lane in ("mock", "real") for seed in (7, 8)]
    drawn = [draw_tasks(recipe.wish(lane, 90, seed, INVENTED)) for lane, seed in stages]
    phones = [{task.partition("@")[2].partition(".")[0] for task in tasks} for tasks in drawn]
    assert all(len(set(tasks)) == 90 and all(is_invented(task) for task in tasks) for tasks in drawn)
    assert len(set.union(*phones)) == sum(map(len, phones)) == 12


@pytest.mark.parametrize("suite", [CARDS, DRILLS])
def test_cards_and_drills_come_whatever_the_categories(suite: str) -> None:
    recipe = read_recipe("nano-tiny", changes=("collect.categories=[single, mini]",))
    assert len(draw_tasks(recipe.wish("mock", 4, 7, suite))) == 4


def test_rl_has_as_many_drills_and_invented_tasks_as_others(tmp_path: Path) -> None:
    for number, (drills, invented, apps, wanted) in enumerate(
        ((6, 6, "", 12), (6, 0, "", 8), (0, 6, "", 8), (0, 6, "[clock, notes]", 4))
    ):
        changes = [f"collect.drills={drills}", f"collect.invented={invented}"]
        recipe = read_recipe("nano-tiny", changes=(*changes, *([f"collect.apps={apps}"] if apps else [])))
        tasks = Kitchen(tmp_path / str(number), recipe, 0, Site(), lambda _line: None)._tasks_of("mock")
        assert len(tasks) == wanted
        assert sum(task.startswith("drills/") for task in tasks) == (4 if drills else 0)
        assert sum(is_invented(task) for task in tasks) == (4 if invented and not apps else 0)


def test_who_learns_from_few_apps_is_not_coached_on_invented_ones(tmp_path: Path) -> None:
    for number, (changes, suites) in enumerate(
        (((), [INVENTED, *["", DRILLS, INVENTED] * 2]), (("collect.apps=[clock, notes]",), ["", DRILLS] * 2))
    ):
        kitchen = _Coach(tmp_path / str(number), read_recipe("nano-tiny", changes=changes), 0, Site(), print)
        coached = kitchen.recipe.collect.coached
        assert coached is not None
        kitchen.coach([], coached)
        assert kitchen.suites == suites


def test_each_round_of_coaching_has_the_model_of_the_one_before_and_other_tasks(tmp_path: Path) -> None:
    changes = ("collect.coached={tasks: 4, after: 3, meanwhile: 2, rounds: 3}",)
    kitchen = _Coach(tmp_path, read_recipe("nano-tiny", changes=changes), 7, Site(), print)
    assert kitchen.recipe.collect.coached is not None
    last, _ = kitchen.coach([], kitchen.recipe.collect.coached)
    assert last.name == "sft-meanwhile-3"
    names, models, seeds = zip(*kitchen.coached, strict=True)
    assert names == ("collect-coached", "collect-coached-2", "collect-coached-3")
    assert models == ("sft-first", "sft-meanwhile", "sft-meanwhile-2")
    assert len(set(seeds)) == 3
    assert kitchen.learned["sft-meanwhile"] == []
    assert kitchen.learned["sft-meanwhile-3"] == ["collect-coached", "collect-coached-2"]


def test_a_model_that_learns_nothing_is_not_coached_twice() -> None:
    with pytest.raises(TrainError, match="set coached.meanwhile"):
        read_recipe("nano-tiny", changes=("collect.coached={tasks: 4, rounds: 2}",))


def test_a_recipe_can_start_from_a_model(tmp_path: Path) -> None:
    from phonebuddy.train.checkpoint import write_model
    from phonebuddy.train.learner import learner_from

    recipe = read_recipe("nano-tiny")
    for name in ("one", "other"):
        write_model(tmp_path / name, learner_from(recipe.kind, recipe.model))
    folder, lines = tmp_path / "run", list[str]()
    kitchen = _Coach(folder, recipe, 0, Site(), lines.append, tmp_path / "one")
    assert recipe.collect.coached is not None
    kitchen.coach([], recipe.collect.coached)
    assert not any(line.startswith("sft-first") for line in lines)
    assert kitchen.coached[0][1] == "one"
    with pytest.raises(TrainError, match="begun with another init"):
        Kitchen(folder, recipe, 0, Site(), print, tmp_path / "other")
    with pytest.raises(TrainError, match="begun with another init"):
        Kitchen(folder, recipe, 0, Site(), print)
    Kitchen(tmp_path / "new", recipe, 0, Site(), print)
    with pytest.raises(TrainError, match="begun with no init"):
        Kitchen(tmp_path / "new", recipe, 0, Site(), print, tmp_path / "one")
    with pytest.raises(TrainError, match="holds a nano, and the preset tiny-cpu trains a vlm"):
        Kitchen(tmp_path / "vlm", read_recipe("tiny-cpu"), 0, Site(), print, tmp_path / "one")
    with pytest.raises(CheckpointError, match="train one"):
        Kitchen(tmp_path / "none", recipe, 0, Site(), print, tmp_path / "nowhere")


def test_more_gold_is_played_for_a_model_that_is_given(tmp_path: Path) -> None:
    """It is learned from behind the first round: what goes on meanwhile has only what was there."""
    from phonebuddy.train.checkpoint import write_model
    from phonebuddy.train.learner import learner_from

    coached = "collect.coached={tasks: 4, more: 9, meanwhile: 5, rounds: 2}"
    recipe = read_recipe("nano-tiny", changes=(coached, "collect.invented=8"))
    write_model(tmp_path / "one", learner_from(recipe.kind, recipe.model))
    for folder, init in (("with", tmp_path / "one"), ("without", None)):
        kitchen = _Coach(tmp_path / folder, recipe, 0, Site(), lambda _line: None, init)
        assert recipe.collect.coached is not None
        _, found = kitchen.coach([], recipe.collect.coached)
        assert [place.name for place in found].count("collect-invented-more") == 1
        assert ("collect-invented-more" in kitchen.learned["sft-meanwhile"]) == (init is None)
        assert "collect-invented-more" in kitchen.learned["sft-meanwhile-2"]


class _Coach(Kitchen):
    """Notes what is to be collected and collects nothing."""

    def __init__(
        self, folder: Path, recipe: Recipe, seed: int, site: Site, say: Say, init: Path | None = None
    ) -> None:
        super().__init__(folder, recipe, seed, site, say, init)
        self.suites: list[str] = []
        self.coached: list[tuple[str, str, int]] = []
        """Stages with those who err in them and the seeds of their tasks."""
        self.learned: dict[str, list[str]] = {}
        """Of each stage of learning, what it learns from."""

    def supervise(self, place: Path, stores: list[Path], recipe: Recipe, start: Path | None = None) -> Facts:
        self.learned[place.name] = [store.name for store in stores]
        return {}

    def _collect(self, place: Path, asked: Asked) -> Facts:
        kind, _, model = asked.agent.partition(":")
        assert kind == ("gold" if place.name == "collect-invented-more" else "coached")
        self.suites.append(asked.wish.suite)
        if model:
            self.coached.append((place.name, Path(model).name, asked.wish.seed))
        return {}


def test_what_a_preset_may_not_say() -> None:
    with pytest.raises(TrainError, match="overlap"):
        Lanes(mock_persons=(0, 120))
    with pytest.raises(TrainError, match="did you mean 'nano"):
        read_recipe("nanno")


def test_a_preset_says_what_it_starts_from_unless_it_is_told(tmp_path: Path) -> None:
    from phonebuddy.cli.recipe import open_kitchen
    from phonebuddy.train.checkpoint import write_model
    from phonebuddy.train.learner import learner_from

    tiny = read_recipe("nano-tiny")
    assert tiny.init == "" and open_kitchen(tmp_path / "new", tiny, 0, 1, "cpu").init is None
    for name in ("own", "other"):
        write_model(tmp_path / name, learner_from(tiny.kind, tiny.model))
    recipe = msgspec.structs.replace(tiny, init=str(tmp_path / "own"))
    assert open_kitchen(tmp_path / "one", recipe, 0, 1, "cpu").init == tmp_path / "own"
    other = tmp_path / "other"
    assert open_kitchen(tmp_path / "two", recipe, 0, 1, "cpu", other).init == other
    path = tmp_path / "mine.yaml"
    path.write_text("init: [released]\n", "utf-8")
    with pytest.raises(TrainError, match="is no model; say a folder"):
        read_recipe(str(path))


def test_only_a_nano_is_coached() -> None:
    with pytest.raises(TrainError, match="only a nano is coached"):
        read_recipe("tiny-cpu", changes=("collect.coached={tasks: 3}",))


def test_muon_is_refused_where_there_are_no_matrices_before_anything_is_collected() -> None:
    with pytest.raises(TrainError, match="sft: matrix_rate is for a nano, and the model is a vlm"):
        read_recipe("tiny-cpu", changes=("sft.matrix_rate=0.01",))
    assert read_recipe("nano", changes=("sft.matrix_rate=0.01",)).sft.matrix_rate == 0.01


def test_a_preset_file_with_a_wrong_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("rl: {group_sizes: 4}\n", "utf-8")
    with pytest.raises(TrainError, match="did you mean 'group_size'"):
        read_recipe(str(path))
    path.write_text("rl: {group_size: 1}\n", "utf-8")
    with pytest.raises(TrainError, match="nobody to be better than"):
        read_recipe(str(path))


def test_settings_can_be_changed_by_name() -> None:
    recipe = read_recipe(
        "nano", changes=("rl.steps=3", "collect.apps=[clock, notes]", "rl.learning_rate=1e-5")
    )
    assert recipe.rl.steps == 3 and recipe.collect.apps == ("clock", "notes")
    assert recipe.rl.group_size == read_recipe("nano").rl.group_size
    for change, says in (
        ("rl.step=3", "did you mean 'steps'"),
        ("rl.steps", "section.name=value"),
        ("rl.steps=[e", "is no value"),
        ("el.steps=1", "section.name=value"),
        ("rls.steps=1", "no section 'rls' .did you mean 'rl'.*there are: about, init, lanes"),
        ("rl.task=3", "did you mean 'tasks'.*rest_above, tasks, per_phone$"),
        ("rl.tasks=many", "Expected `int`, got `str`"),
        ("rl.tasks=", "Expected `int`, got `null`"),
        ("rl.tasks=0", "rl: tasks is 0; accepted: 1 or more"),
        ("rl.group_size=1", "nobody to be better than"),
    ):
        with pytest.raises(TrainError, match=says):
            read_recipe("nano", changes=(change,))


@pytest.mark.parametrize(
    "change",
    [
        "sft.updates=0", "sft.evaluate_every=0", "sft.checkpoint_every=0", "sft.token_budget=0",
        "sft.parts_per_update=0", "sft.held_share=2", "sft.learning_rate=-1", "sft.mixture={mock: -1}",
        "evals.seeds=0", "evals.per_category=-1", "collect.mock=-5", "collect.coached={tasks: -1}",
        "collect.coached={rounds: 0}", "lanes.real_fault_rate=7", "lanes.real_latency_s=-1",
        "lanes.mock_persons=[99, 0]", "lanes.real_persons=[220, 230]", "ablations.shares=[2.0]",
        "ablations.coverage=[0]", "ablations.rl_steps=0", "collect.apps=[nope]",
        "collect.categories=[nope]", "rl.groups=0",
    ],
)  # fmt: skip
def test_settings_that_cannot_be_are_refused(change: str) -> None:
    with pytest.raises(PhoneBuddyError):
        read_recipe("nano", changes=(change,))


def test_a_device_that_is_not_there_binds_no_folder(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="device 'gpu' is not there"):
        Kitchen(tmp_path / "run", read_recipe("nano-tiny"), 0, Site(device="gpu"), print)
    assert not (tmp_path / "run").exists()


def test_tasks_of_attached_phones_come_from_the_option_or_the_preset_and_are_for_no_others(
    tmp_path: Path,
) -> None:
    for name in ("mine", "other"):
        task = {"name": name, "instruction": "Look", "rubric": ["It looked."]}
        (tmp_path / f"{name}.yaml").write_text(json.dumps([task]), "utf-8")
    mine, other = str(tmp_path / "mine.yaml"), str(tmp_path / "other.yaml")
    attached, said = "lanes.real_phones=adb:X", f"lanes.real_tasks={mine}"
    assert read_recipe("nano", "", mine, (attached,)).lanes.real_tasks == mine
    assert read_recipe("nano", "adb:X", "", (said,)).lanes.real_tasks == mine
    assert read_recipe("nano", "adb:X", other, (said,)).lanes.real_tasks == other
    for real, tasks, changes, says in (
        ("served:4", mine, (), "is for attached phones"),
        ("", mine, (), "is for attached phones"),
        ("served:4", "", (attached, said), "is for attached phones"),
        ("adb:X", "", (), "give --real-tasks FILE"),
        ("adb:X", str(tmp_path / "none.yaml"), (), "No such file"),
    ):
        with pytest.raises(PhoneBuddyError, match=says):
            read_recipe("nano", real, tasks, changes)


def test_a_larger_coverage_holds_all_of_a_smaller_one_and_no_test_app() -> None:
    recipe = read_recipe("nano")
    few, more = (set(some_apps(recipe, count, seed=3)) for count in (5, 10))
    assert len(few) == 5 and len(more) == 10 and few < more
    assert not more & plan().test_apps


def test_a_stage_that_is_done_is_not_run_again(tmp_path: Path) -> None:
    said: list[str] = []
    runs: list[str] = []

    def work(place: Path) -> Facts:
        runs.append(place.name)
        if len(runs) == 1:
            raise KeyboardInterrupt
        return {"rows": 3}

    with pytest.raises(KeyboardInterrupt):
        Stages(tmp_path, said.append).run("sft", work)
    assert not (tmp_path / "sft" / MARK).exists()
    Stages(tmp_path, said.append).run("sft", work)
    stages = Stages(tmp_path, said.append)
    assert stages.run("sft", work) == tmp_path / "sft"
    assert runs == ["sft", "sft"] and stages.done[0]["rows"] == 3 and said[-1] == "sft: done before"


def test_a_damaged_mark_is_said(tmp_path: Path) -> None:
    (tmp_path / "sft").mkdir()
    (tmp_path / "sft" / MARK).write_text("{")
    with pytest.raises(TrainError, match="delete it to run the stage again"):
        Stages(tmp_path, print).run("sft", lambda _place: {})


def test_a_folder_belongs_to_one_recipe(tmp_path: Path) -> None:
    claim(tmp_path, {"seed": 0, "recipe": {"a": 1}})
    claim(tmp_path, {"seed": 0, "recipe": {"a": 1}})
    with pytest.raises(TrainError, match="another seed"):
        claim(tmp_path, {"seed": 1, "recipe": {"a": 1}})


def test_what_differs_from_another_recipe_is_said(tmp_path: Path) -> None:
    def facts(*changes: str) -> Facts:
        return {"seed": 0, "recipe": msgspec.to_builtins(read_recipe("nano", changes=changes))}

    claim(tmp_path, facts(), with_defaults)
    says = r"begun with another recipe.rl.learning_rate: 0.0001, which is 0.0002 now"
    with pytest.raises(TrainError, match=says):
        claim(tmp_path, facts("rl.learning_rate=2e-4"), with_defaults)
    with pytest.raises(TrainError, match="begun with no recipe.model.blur, which is 0.5 now"):
        claim(tmp_path, facts("model.blur=0.5"), with_defaults)


def test_a_setting_that_is_new_and_at_its_default_makes_no_other_recipe(tmp_path: Path) -> None:
    now: Facts = {"seed": 0, "recipe": msgspec.to_builtins(read_recipe("nano-tiny"))}
    before = msgspec.json.decode(msgspec.json.encode(now))
    del before["recipe"]["rl"]["credit"], before["recipe"]["init"], before["recipe"]["lanes"]["real_judge"]
    claim(tmp_path, before)
    claim(tmp_path, now, with_defaults)
    changed: Facts = {
        "seed": 0,
        "recipe": msgspec.to_builtins(read_recipe("nano-tiny", changes=("rl.kl=1",))),
    }
    del before["recipe"]["rl"]["kl"]
    (tmp_path / "recipe.json").write_bytes(msgspec.json.encode(before))
    with pytest.raises(TrainError, match="another recipe.rl.kl: 0.0, which is 1.0 now"):
        claim(tmp_path, changed, with_defaults)


@pytest.mark.parametrize("data", ['{"seed": 0, "rec', "[1]"])
def test_a_damaged_recipe_is_said(tmp_path: Path, data: str) -> None:
    (tmp_path / "recipe.json").write_text(data)
    with pytest.raises(TrainError, match=r"recipe.json is damaged: .*another folder with -o"):
        claim(tmp_path, {"seed": 0})


def test_a_stage_is_worked_on_by_one_at_a_time(tmp_path: Path) -> None:
    first, second = (Stages(tmp_path, lambda _line: None, patience_s=0) for _ in range(2))

    def work(_place: Path) -> Facts:
        with pytest.raises(EpisodeError, match="another recipe works on .*sft; wait for it"):
            second.run("sft", lambda _place: {"n": 2})
        second.run("evaluate", lambda _place: {})
        return {"n": 1}

    first.run("sft", work)
    second.run("sft", lambda _place: {"n": 2})
    assert [facts.get("n") for facts in second.done] == [None, 1]


def cooked(folder: Path, seed: int, results: dict[str, str]) -> Path:
    """A folder as a recipe leaves it, with these results of each model."""
    claim(folder, {"seed": seed, "recipe": msgspec.to_builtins(read_recipe("nano-tiny"))})
    words = {"+": "success", "-": "failure"}
    for model, line in results.items():
        slug = "".join(letter if letter.isalnum() else "-" for letter in model.lower())
        episodes = [
            Episode(
                f"{n:03}", f"clock/add_alarm@220.{n}", "clock/add_alarm", "single", ("clock",), "Wake me",
                "nano", 0, "mock", "world", (), words[one],  # type: ignore[arg-type]
            )
            for n, one in enumerate(line)
        ]  # fmt: skip
        place = folder / f"evaluate-{slug}"
        Store(place).parts.add("0001-000-00000", episodes)
        (place / MARK).write_text(json.dumps({"name": place.name, "model": model, "seconds": 1.0}))
    Metrics(folder / "rl-mixed").write(0, {"mock/success": 0.5})
    return folder


def test_a_report_over_seeds(tmp_path: Path) -> None:
    one = cooked(tmp_path / "a", 0, {SFT: "----", REAL: "+---", HALF: "----", MIXED: "++--"})
    two = cooked(tmp_path / "b", 1, {SFT: "+---", REAL: "++--", HALF: "+---", MIXED: "+++-"})
    results = report([one, two], tmp_path / "both", "phonebuddy train report a b")
    cells = {(cell.model, cell.category): cell for cell in results.cells}
    assert (cells[MIXED, "overall"].successes, cells[MIXED, "overall"].episodes) == (5, 8)
    pairs = {(one.model, one.than) for one in results.differences}
    assert pairs == {(REAL, SFT), (MIXED, SFT), (MIXED, REAL), (MIXED, HALF)}
    kept = json.loads((tmp_path / "both" / "results.json").read_bytes())
    assert {"model", "category", "successes", "episodes", "low", "high"} <= set(kept["cells"][0])
    page = (tmp_path / "both" / "report.html").read_text("utf-8")
    assert "stand-in" in page and "RL, mixed, seed 0" in page and "phonebuddy train report a b" in page


def test_seeds_with_other_models_are_not_compared(tmp_path: Path) -> None:
    """Half of the tasks are easy for seed 0 and none for seed 1, and RL changes nothing in either: with RL of
    seed 0 only, it would seem to."""
    one = cooked(tmp_path / "a", 0, {SFT: "++--", MIXED: "++--"})
    two = cooked(tmp_path / "b", 1, {SFT: "----"})
    with pytest.raises(EvalError, match=r"b has no evaluation of Real\+Mock.*--seed 1 -o .*b"):
        report([one, two], tmp_path / "c", "")
    assert not (tmp_path / "c").exists()


def test_a_seed_counts_once_and_a_start_is_one(tmp_path: Path) -> None:
    one = cooked(tmp_path / "a", 0, {SFT: "+-"})
    again = cooked(tmp_path / "b", 0, {SFT: "+-"})
    for pair in ([one, one], [one, again]):
        with pytest.raises(EvalError, match="seed 0 is given 2 times"):
            report(pair, tmp_path / "c", "")
    other = cooked(tmp_path / "d", 1, {SFT: "+-"})
    facts = json.loads((other / "recipe.json").read_bytes())
    (other / "recipe.json").write_text(json.dumps({**facts, "init": "abc"}))
    with pytest.raises(EvalError, match="different models"):
        report([one, other], tmp_path / "c", "")


def test_folders_with_one_name_keep_their_curves(tmp_path: Path) -> None:
    folders = [cooked(tmp_path / name / "full", seed, {SFT: "+-"}) for seed, name in enumerate("ab")]
    report(folders, tmp_path / "c", "")
    page = (tmp_path / "c" / "report.html").read_text("utf-8")
    assert page.count("Curves of RL, mixed") == 2


def test_a_report_counts_tasks_with_apps_that_were_not_in_training(tmp_path: Path) -> None:
    one = cooked(tmp_path / "a", 0, {SFT: "+-"})
    heads = [("clock",), ("clock", "maps"), ("music",)]
    episodes = [
        Episode(
            f"9{n:02}", f"clock/add_alarm@221.{n}", "clock/add_alarm", "single", apps, "Wake me",
            "nano", 0, "mock", "world", (), "success",
        )
        for n, apps in enumerate(heads)
    ]  # fmt: skip
    Store(one / "evaluate-sft").parts.add("0001-000-00001", episodes)
    results = report([one], tmp_path / "c", "")
    assert (results.tasks_with_new_apps, results.tasks) == (2, 5)


def test_ablations_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    models = ("RL, 100% mock", "RL, 25% mock", "SFT, 10 apps", "SFT, 5 apps", "SFT, all apps")
    found = report([cooked(tmp_path / "a", 0, dict.fromkeys((*models, SFT), "+"))], tmp_path / "c", "")
    assert list(dict.fromkeys(cell.model for cell in found.cells)) == [
        SFT, "RL, 25% mock", "RL, 100% mock", "SFT, 5 apps", "SFT, 10 apps", "SFT, all apps",
    ]  # fmt: skip


def test_nothing_evaluated_is_no_report(tmp_path: Path) -> None:
    one = cooked(tmp_path / "a", 0, {})
    keep_command(one, "phonebuddy train recipe -o a --workers 4")
    with pytest.raises(EvalError, match="evaluated yet; go on: phonebuddy train recipe -o a --workers 4"):
        report([one], tmp_path / "c", "phonebuddy train report a")
    assert not (tmp_path / "c").exists()


def test_a_report_says_the_command_of_the_recipe_too(tmp_path: Path) -> None:
    one = cooked(tmp_path / "a", 0, {SFT: "+-"})
    assert report([one], tmp_path / "c", "phonebuddy train report a").commands == (
        "phonebuddy train report a",
    )
    keep_command(one, "phonebuddy train recipe -o a")
    assert report([one], tmp_path / "c", "phonebuddy train recipe -o a").commands == (
        "phonebuddy train recipe -o a",
    )
    again = report([one], tmp_path / "c", "phonebuddy train report a")
    assert again.commands == ("phonebuddy train recipe -o a", "phonebuddy train report a")
    keep_command(one, "phonebuddy train recipe -o a --workers 9")
    claim(one, json.loads((one / "recipe.json").read_bytes()))


def test_a_damaged_mark_is_said_by_a_report_too(tmp_path: Path) -> None:
    one = cooked(tmp_path / "a", 0, {SFT: "+-"})
    (one / "evaluate-sft" / MARK).write_text("{")
    with pytest.raises(TrainError, match="delete it to run the stage again"):
        report([one], tmp_path / "c", "")


def test_whatever_is_not_attached_is_a_stand_in() -> None:
    assert {read_recipe("nano", real=real).real for real in ("world:4", "served:4")} == {"stand-in"}


@pytest.mark.parametrize(
    ("steps", "groups", "share", "part"),
    [
        (8, 4, 0.5, ("Real, half", 4)),
        (8, 4, 0.25, ("Real, 75%", 6)),
        (30, 16, 0.75, ("Real, 25%", None)),
        (32, 16, 0.75, ("Real, 25%", 8)),
        (5, 4, 0.5, ("Real, half", None)),
        (8, 5, 0.5, ("", None)),
        (8, 4, 0.0, ("", None)),
        (8, 4, 1.0, ("", None)),
    ],
)
def test_real_is_taken_where_it_has_had_as_many_real_rollouts(
    steps: int, groups: int, share: float, part: tuple[str, int | None]
) -> None:
    rl = RlSettings(steps=steps, groups=groups, mock_share=share)
    found = part_of_real(rl)
    assert found == (part if part[1] else None)
    if found:
        assert found.step * groups == steps * rl.quotas()["real"]


def test_lanes_that_would_not_add_up_are_refused_before_anything_is_collected(tmp_path: Path) -> None:
    changes = ("rl.groups=6", "rl.oversample=1.5")
    kitchen = Kitchen(tmp_path, read_recipe("nano-tiny", changes=changes), 0, Site(), print)
    with pytest.raises(TrainError, match=r"3 groups a step and oversample 1.5 would start 4.5"):
        kitchen.cook()
    assert [path.name for path in tmp_path.iterdir()] == ["recipe.json"]


def test_folders_of_different_recipes_are_not_mixed(tmp_path: Path) -> None:
    one = cooked(tmp_path / "a", 0, {SFT: "+"})
    two = tmp_path / "b"
    claim(two, {"seed": 1, "recipe": msgspec.to_builtins(read_recipe("nano"))})
    with pytest.raises(EvalError, match="different recipes"):
        report([one, two], tmp_path / "c", "")
    with pytest.raises(EvalError, match="no recipe"):
        report([tmp_path / "none"], tmp_path / "c", "")


def start(*words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", "from phonebuddy.cli.main import main; main()", "train", *words]
    return subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE)


def killed_until_done(chance: random.Random, kills: int, *words: str) -> bytes:
    """Run a command to its end, killing it with all its processes at some points before."""
    for _ in range(kills):
        process = start(*words)
        time.sleep(chance.uniform(5, 40))
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    process = start(*words)
    output, _ = process.communicate()
    assert process.returncode == 0
    return output


@pytest.mark.slow
def test_the_whole_recipe_killed_and_gone_on(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    words = ("recipe", "--preset", "nano-tiny", "-o", str(tmp_path / "r"), "--json")
    found = json.loads(killed_until_done(random.Random(4), 4, *words))
    assert {row["model"] for row in found["success"]} == {SFT, REAL, HALF, MIXED}
    facts = json.loads((tmp_path / "r" / "rl-mixed" / MARK).read_bytes())
    both = json.loads((tmp_path / "r" / "rl-real" / MARK).read_bytes())
    assert facts["mock_rollouts"] + facts["real_rollouts"] == both["real_rollouts"]
