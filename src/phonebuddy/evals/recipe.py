"""The recipe: collect in both environments, SFT, RL real only, RL mixed, evaluate all, report.

Every stage has a folder and is resumable; the same command goes on wherever it was killed.
Invariant: all models of a recipe start from one SFT model, are tried on the same tasks, and both branches
of RL have had the same number of rollouts.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from phonebuddy.agents.device import check_device, leave_room
from phonebuddy.episode import Lane as LaneName
from phonebuddy.episodes.collect_messages import Played
from phonebuddy.episodes.collector import Begun, Watch
from phonebuddy.episodes.drawing import CARDS, DRILLS, INVENTED, Wish, draw_tasks
from phonebuddy.episodes.phones import read_phones
from phonebuddy.episodes.real_stage import tasks_in
from phonebuddy.episodes.run import Asked
from phonebuddy.errors import TrainError
from phonebuddy.evals.beside import ROWS, collect_stage, collected_beside
from phonebuddy.evals.recipe_settings import Coached, CollectSettings, Recipe, with_defaults
from phonebuddy.evals.run import evaluate
from phonebuddy.evals.scores import cells
from phonebuddy.evals.stages import Facts, Stages, claim
from phonebuddy.train.checkpoint import digest_of
from phonebuddy.train.lanes import groups_to_start
from phonebuddy.train.learner import PICTURED
from phonebuddy.train.metrics import Place, Value
from phonebuddy.train.rl_settings import RlSettings

if TYPE_CHECKING:
    from phonebuddy.train.trainers import Trainers

SFT, REAL, HALF, MIXED = "SFT", "Real", "Real, half", "Real+Mock"
"""The models, named as in the published table; `Real, half` is the part of `Real` when the real lane has a
half."""
RL_SEED = 50_000
"""Tasks of RL are drawn with a seed so much higher than those of the demonstrations: other tasks."""
CLUMSY_SEED = 25_000
COACHED_SEED = 35_000
TURN_SEED = 1_000
"""Between the tasks of one round of coaching and those of the next."""
MORE_SEED = 45
DRILL_SEED = 70
Say = Callable[[str], None]


class Part(NamedTuple):
    """`Real` on its way, when it has had as many real rollouts as `Real+Mock` will have."""

    model: str
    step: int


def part_of_real(rl: RlSettings) -> Part | None:
    """None where that is at no whole step, or the lanes are not mixed."""
    share = rl.quotas().get("real", 0) / rl.groups
    step, rest = divmod(rl.steps * rl.quotas().get("real", 0), rl.groups)
    if rest or not 0 < step < rl.steps:
        return None
    return Part(HALF if share == 1 / 2 else f"{REAL}, {share:.0%}", step)


def models_of(rl: RlSettings) -> list[str]:
    """Those of a recipe, without ablations, in the order of the published table."""
    part = part_of_real(rl)
    return [SFT, REAL, *([part.model] if part else []), MIXED]


class Site(msgspec.Struct, frozen=True):
    """Where a recipe runs."""

    workers: int = 2
    device: str = "cpu"
    """Where models learn and act."""

    @property
    def threads(self) -> int:
        """Of whoever learns. One that feeds a GPU has little to share out, and would wait for threads on
        processors on which others play."""
        return self.workers if self.device == "cpu" else 1


class Kitchen:
    """One recipe at work in one folder."""

    def __init__(
        self, folder: Path, recipe: Recipe, seed: int, site: Site, say: Say, init: Path | None = None
    ) -> None:
        self.recipe = recipe
        self.seed = seed
        self.site = site
        self.say = say
        self.init = init
        """A model to start from instead of a new one; it is the first that is coached."""
        self.stages = Stages(folder, say)
        # Before the folder is bound to it.
        check_device(site.device)
        facts: Facts = {"seed": seed, "recipe": msgspec.to_builtins(recipe)}
        claim(folder, facts | ({"init": _weights_of(init, recipe)} if init else {}), with_defaults)

    def cook(self) -> dict[str, Path]:
        """All stages; the folder with the evaluation of each model."""
        rl = self.recipe.rl
        for quota in (rl.groups, *rl.quotas().values()):
            groups_to_start(
                quota, rl.oversample
            )  # what RL would refuse is refused before hours of collecting
        mock = self.stages.run("collect-mock", lambda place: self.demonstrate(place, "mock"))
        stores = [mock]
        if not self.recipe.is_attached:
            stores.append(self.stages.run("collect-real", lambda place: self.demonstrate(place, "real")))
        if self.recipe.collect.clumsy:
            stores.append(self.stages.run("collect-clumsy", self.demonstrate_clumsily))
        for suite in self._practised():
            stores.append(self.stages.run(f"collect-{suite}", partial(self.practise, suite=suite)))
        first = self.init
        if self.recipe.collect.coached is not None:
            first, coached = self.coach(stores, self.recipe.collect.coached)
            stores += coached
        sft = self.stages.run("sft", lambda place: self.supervise(place, stores, self.recipe, first))
        branches = {SFT: sft}
        only = self.stages.run("rl-real", lambda place: self.reinforce(place, sft, 0.0))
        branches[REAL] = only
        part = part_of_real(rl)
        if part and (only / f"model-{part.step}").is_dir():
            branches[part.model] = only / f"model-{part.step}"
        branches[MIXED] = self.stages.run("rl-mixed", lambda place: self.reinforce(place, sft, None))
        return {model: self.try_out(model, folder) for model, folder in branches.items()}

    def demonstrate(self, place: Path, lane: LaneName, recipe: Recipe | None = None) -> Facts:
        """Gold episodes of a lane."""
        recipe = recipe or self.recipe
        count = recipe.collect.mock if lane == "mock" else recipe.collect.real
        return self._collect(place, _asked("gold", recipe.wish(lane, count, self.seed), recipe, lane))

    def demonstrate_clumsily(self, place: Path) -> Facts:
        """Gold that slips now and then, on other tasks of the mock lane."""
        wish = self.recipe.wish("mock", self.recipe.collect.clumsy, CLUMSY_SEED + self.seed)
        return self._collect(place, _asked("clumsy", wish, self.recipe))

    def _endless(self, counts: CollectSettings | Coached | None = None) -> dict[str, int]:
        """The suites without an end that are wanted, and how many tasks of each."""
        counts = counts or self.recipe.collect
        # Who learns from few apps only does so to see what few apps come to.
        wanted = {DRILLS: counts.drills, INVENTED: 0 if self.recipe.collect.apps else counts.invented}
        return {suite: count for suite, count in wanted.items() if count}

    def _practised(self) -> dict[str, int]:
        """Those, and cards, which gold alone plays: they start where nobody has to find to."""
        collect = self.recipe.collect
        return self._endless() | ({CARDS: collect.cards} if collect.cards and not collect.apps else {})

    def practise(self, place: Path, suite: str) -> Facts:
        """Gold episodes of drills, of tasks about invented apps or of cards, in the mock lane."""
        wish = self.recipe.wish("mock", self._practised()[suite], DRILL_SEED + self.seed, suite)
        return self._collect(place, _asked("gold", wish, self.recipe))

    def coach(self, stores: list[Path], coached: Coached) -> tuple[Path, list[Path]]:
        """A model to go on from, and what else is collected: a first model's mistakes, put right, on tasks
        that it has not seen."""
        found = []
        more = self._asked_more(coached)
        first = self.init
        if first is None:
            with self._beside(more):
                learn = partial(self.supervise_for, coached.after, stores)
                first = self.stages.run("sft-first", learn)
            found += self._gather(more)
            more = {}
        for turn in range(1, coached.rounds + 1):
            # Where there is no first model to wait for, more gold is played behind the first mistakes.
            played = self._asked_coached(coached, first, turn) | more
            more = {}
            learned = stores + list(found)
            with self._beside(played):
                if coached.meanwhile:
                    go_on = partial(self.supervise_for, coached.meanwhile, learned, start=first)
                    first = self.stages.run(_in_turn("sft-meanwhile", turn), go_on)
            found += self._gather(played)
        return first, found

    def _asked_more(self, coached: Coached) -> dict[str, Asked]:
        if not coached.more or INVENTED not in self._endless():
            return {}
        wish = self.recipe.wish("mock", coached.more, MORE_SEED + self.seed, INVENTED)
        return {f"collect-{INVENTED}-more": _asked("gold", wish, self.recipe)}

    def _asked_coached(self, coached: Coached, first: Path, turn: int) -> dict[str, Asked]:
        found = {}
        wanted = {"": coached.tasks} if coached.tasks else {}
        for suite, count in {**wanted, **self._endless(coached)}.items():
            seed = COACHED_SEED + (turn - 1) * TURN_SEED + self.seed
            name = _in_turn(f"collect-coached-{suite}".rstrip("-"), turn)
            wish = self.recipe.wish("mock", count, seed, suite)
            found[name] = _asked(f"coached:{first}", wish, self.recipe)
        return found

    def _beside(self, stages: dict[str, Asked]) -> AbstractContextManager[None]:
        """Collect some stages, and make rows of them, while something else is done; where nothing is gained
        by that, do not."""
        if self.site.device == "cpu" or not stages:
            return nullcontext()
        from phonebuddy.train.start import begin

        config = begin(self.recipe.kind, self.recipe.model, self.init).config()
        folder, site = self.stages.folder, self.site
        return collected_beside(folder, stages, self.recipe.kind, config, site.workers, site.device)

    def _gather(self, stages: dict[str, Asked]) -> list[Path]:
        """Stages that were collected beside another, or are now."""
        return [self.stages.run(name, partial(self._collect, asked=asked)) for name, asked in stages.items()]

    def _collect(self, place: Path, asked: Asked) -> Facts:
        return collect_stage(place, asked, self.site.workers, self.site.device, self._begun("episodes"))

    def supervise_for(
        self, updates: int, stores: list[Path], place: Path, start: Path | None = None
    ) -> Facts:
        """Learn for fewer or more updates than the last model does."""
        sft = msgspec.structs.replace(self.recipe.sft, updates=updates)
        return self.supervise(place, stores, msgspec.structs.replace(self.recipe, sft=sft), start)

    def supervise(self, place: Path, stores: list[Path], recipe: Recipe, start: Path | None = None) -> Facts:
        """Learn from the demonstrations of both lanes, from a model on where there is one."""
        from phonebuddy.train.memory import give_back

        found = self._learn(place, stores, recipe, start)
        give_back()
        return found

    def _learn(self, place: Path, stores: list[Path], recipe: Recipe, start: Path | None) -> Facts:
        import torch

        from phonebuddy.train.rows import make_rows
        from phonebuddy.train.sft import train_sft
        from phonebuddy.train.start import begin

        torch.set_num_threads(self.site.threads)
        torch.manual_seed(self.seed)
        learner = begin(recipe.kind, recipe.model, start)
        learner.to(self.site.device)
        rows, dropped = make_rows(
            recipe.kind, learner.config(), stores, self.stages.folder / ROWS, self.site.workers
        )
        settings = msgspec.structs.replace(recipe.sft, seed=self.seed)
        train_sft(learner, rows, settings, place, lambda line: self.say(f"  {line}"))
        return {"rows": len(rows), "dropped": sum(dropped.values()), "updates": settings.updates}

    def reinforce(
        self, place: Path, start: Path, mock_share: float | None, steps: int | None = None,
        metrics_to: tuple[Place, ...] = (), trainers: Trainers | None = None,
    ) -> Facts:  # fmt: skip
        """RL from a model, with another share of the mock lane or for fewer steps where given."""
        from phonebuddy.train.rl_run import LanePlan, Machine, RlPlan, run_rl

        settings = self.recipe.rl
        if steps is not None:
            settings = msgspec.structs.replace(settings, steps=steps)
        part = part_of_real(settings)
        if mock_share is not None:
            settings = msgspec.structs.replace(settings, mock_share=mock_share)
        leave_room(self.site.device)
        lanes: dict[LaneName, LanePlan] = {}
        for lane in settings.quotas():
            lanes[lane] = LanePlan(self.recipe.phones(lane), self._tasks_of(lane))
        plan = RlPlan(settings, lanes, self.seed, keep=(part.step,) if part else ())
        machine = Machine(self.site.device, self.site.workers, self.site.threads)
        tell = self._tell_step(settings.steps)
        rollouts = run_rl(place, start, plan, machine, tell, metrics_to, trainers)
        return {"steps": settings.steps, **{f"{lane}_rollouts": count for lane, count in rollouts.items()}}

    def _tasks_of(self, lane: LaneName) -> tuple[str, ...]:
        """What a lane's pool is filled from in RL."""
        if lane == "real" and self.recipe.is_attached:
            return tuple(sorted(tasks_in(self.recipe.lanes.real_tasks)))
        count = self.recipe.rl_tasks
        tasks = self._drawn_apart(self.recipe.wish(lane, count, RL_SEED + self.seed))
        for suite in self._endless():
            # As many again, of which none is of a known kind: what is learnt from these carries over.
            tasks += self._drawn_apart(self.recipe.wish(lane, count, DRILL_SEED + 1_000 + self.seed, suite))
        return tuple(tasks)

    def _drawn_apart(self, wish: Wish) -> list[str]:
        """On many phones, whatever it takes to make them."""
        return draw_tasks(msgspec.structs.replace(wish, per_phone=self.recipe.rl_per_phone))

    def _tell_step(self, steps: int) -> Callable[[int, dict[str, Value]], None]:
        def tell(step: int, line: dict[str, Value]) -> None:
            shown = [
                f"{name} {line[name]:.2f}"
                for name in ("mock/success", "real/success", "entropy")
                if isinstance(line.get(name), float)
            ]
            self.say(f"  step {step} of {steps}: {', '.join(shown)}, {line['seconds']} s")

        return tell

    def try_out(self, model: str, folder: Path, wish: Wish | None = None) -> Path:
        """Evaluate a model; the folder of the evaluation."""
        evals = self.recipe.evals
        slug = "".join(letter if letter.isalnum() else "-" for letter in model.lower())

        def work(place: Path) -> Facts:
            asked = Asked(
                f"{self.recipe.kind}:{folder}", wish or self.recipe.test_wish(), read_phones(evals.phones),
                repeat=evals.seeds, snapshots=False,
            )  # fmt: skip
            found = evaluate(place, asked, self.site.workers, self._begun("episodes"), self.site.device)
            shown = {cell.category: f"{cell.successes} of {cell.episodes}" for cell in cells(model, found)}
            self.say(f"  {model}: {', '.join(f'{name} {text}' for name, text in shown.items())}")
            return {"model": model, **shown}

        return self.stages.run(f"evaluate-{slug}", work)

    def _begun(self, what: str) -> Begun:
        """Says about ten times how far it is."""

        def begun(total: int, done: int) -> Watch:
            count = done

            def watch(_played: Played) -> None:
                nonlocal count
                before, count = count, count + 1
                if before * 10 // max(1, total) != count * 10 // max(1, total):
                    self.say(f"  {count} of {total} {what}")

            return watch

        return begun


def _in_turn(stage: str, turn: int) -> str:
    """The name of a stage that comes once a round."""
    return stage if turn == 1 else f"{stage}-{turn}"


def _asked(agent: str, wish: Wish, recipe: Recipe, lane: LaneName = "mock") -> Asked:
    """Demonstrations in a lane, with pictures for those who look at them."""
    pixels = recipe.kind in PICTURED
    return Asked(agent, wish, recipe.phones(lane), lane, pixels=pixels, snapshots=False)


def _weights_of(init: Path, recipe: Recipe) -> str:
    """A digest of a model's weights, and a word where it is no model for this recipe."""
    from phonebuddy.train.rl_run import read_learner

    learner = read_learner(init)
    if learner.name != recipe.kind:
        raise TrainError(
            f"{init} holds a {learner.name}, and the preset {recipe.preset} trains a {recipe.kind}"
        )
    return digest_of([learner.tensors()])
