"""The report of a recipe: the published table's columns with intervals, differences, curves, examples.

Invariant: every number in it is in results.json or metrics.jsonl beside it; whatever the stand-in touched
says "stand-in".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from phonebuddy.action_text import to_text
from phonebuddy.episode import Episode, Step
from phonebuddy.evals.page import Page
from phonebuddy.evals.parts import ENDINGS
from phonebuddy.evals.recipe import MIXED, REAL, SFT, models_of, part_of_real
from phonebuddy.evals.recipe_settings import Recipe
from phonebuddy.evals.scores import CATEGORIES, OVERALL, Cell, Difference
from phonebuddy.evals.statistics import LEVEL
from phonebuddy.train.curves import STAND_IN, Line, charts

MOST_TEXTS = 12
LEAST_P = 0.0001
NOT_REAL = "These numbers say nothing about real apps."
TITLES = {"single": "Single-App", "cross": "Cross-App", "mini": "Mini-App", OVERALL: "Average"}


class Results(msgspec.Struct, frozen=True):
    """What results.json holds."""

    preset: str
    seeds: tuple[int, ...]
    suite: str
    real: str
    """What the real lane is: `stand-in`, or the phones that were attached."""
    recipe: Recipe
    tasks: int
    """That were played."""
    tasks_with_new_apps: int
    """Those of them that need an app of no task of training."""
    commands: tuple[str, ...]
    """To repeat it: the recipe of every seed, and the report on them where it is one of its own."""
    cells: list[Cell]
    differences: list[Difference]
    stages: list[dict[str, object]]
    """Name, seconds and the numbers of each stage."""
    versions: dict[str, str]


def write_report(results: Results, curves: Mapping[str, Sequence[Line]], examples: Sequence[Episode]) -> str:
    """The whole page."""
    page = Page(f"PhoneBuddy recipe, preset {results.preset}")
    _say_what(page, results)
    page.heading(f"Success on {results.suite}")
    models = models_of(results.recipe.rl)
    main = [cell for cell in results.cells if cell.model in models]
    others = [cell for cell in results.cells if cell.model not in models]
    page.table(["Model", *TITLES.values()], _table(main, results.real))
    share = round(LEVEL * 100)
    page.text(
        f"Per cent of episodes without faults, with {share} % intervals (Wilson's, over tasks). "
        "Average: over all episodes. None of these templates and people was in training; "
        f"{results.tasks_with_new_apps} of {results.tasks} tasks need an app that was not in training."
    )
    if results.differences:
        page.heading("Differences on the same tasks")
        page.table(
            ["Model", "less", "on", "points", "p", "smallest difference it could have seen", "tasks"],
            [_difference(one, results.real) for one in results.differences],
        )
        page.text(
            "Paired by task: intervals by bootstrap over tasks, p by the exact sign-flip test, two-sided; "
            "the smallest difference for a power of 80 %."
        )
    if others:
        page.heading(f"Ablations (real lane: {results.real})")
        page.table(["Trained on", *TITLES.values()], _table(others, results.real))
        page.text(_say_ablations(results.recipe))
    for name, lines in curves.items():
        page.heading(f"Curves of {name} (real lane: {results.real})")
        page.charts(charts(lines, results.real))
    if examples:
        page.heading("Example episodes")
        for episode in examples:
            page.folded(_headline(episode), _story(episode))
    page.heading("Stages")
    page.table(["stage", "seconds", "numbers"], [_stage(stage) for stage in results.stages])
    page.heading("To repeat it")
    page.code("\n".join(results.commands))
    page.text(", ".join(f"{name} {version}" for name, version in results.versions.items()))
    return page.html()


def _say_what(page: Page, results: Results) -> None:
    seeds = "Seed" if len(results.seeds) == 1 else "Seeds"
    seeds += f" {', '.join(str(seed) for seed in results.seeds)}"
    rl = results.recipe.rl
    share = rl.quotas().get("real", 0) / rl.groups
    lanes = "half of them from each lane" if share == 1 / 2 else f"{share * 100:.0f} % of them real"
    page.text(
        f"{seeds}. {SFT} learnt from demonstrations; {REAL} went on with RL on the real lane only, "
        f"{MIXED} with as many rollouts, {lanes}.{_say_part(results)}"
    )
    if results.real == STAND_IN:
        page.note(f"The real lane is a stand-in: {_stand_in(results.recipe)} {NOT_REAL}")


def _say_part(results: Results) -> str:
    part = part_of_real(results.recipe.rl)
    if part is None or part.model not in {cell.model for cell in results.cells}:
        return ""
    return (
        f" {part.model} is {REAL} after {part.step} of its {results.recipe.rl.steps} steps, when it had had"
        f" as many real rollouts as {MIXED} at its end: real ones are what costs."
    )


def _stand_in(recipe: Recipe) -> str:
    if recipe.phones("real").kind == "served":
        return (
            "mock phones served over ADB and worked by the driver for real phones, with looks, people and "
            "interruptions that the mock lane never has, with latency and faults."
        )
    return "mock phones as in the mock lane, of people that it never has."


def _say_ablations(recipe: Recipe) -> str:
    asked = recipe.ablations
    return (
        f"SFT here is a new model that learnt for {asked.sft_updates:,} updates (the last training of SFT"
        f" above: {recipe.sft.updates:,}); RL here went on from SFT above for {asked.rl_steps} steps (above:"
        f" {recipe.rl.steps})."
    )


def _named(model: str, real: str) -> str:
    """A model as a table names it: what was learnt on a stand-in says so."""
    return f"{model} ({real})" if real == STAND_IN and "Real" in model else model


def _table(cells: Sequence[Cell], real: str) -> list[list[str]]:
    known = {(cell.model, cell.category): cell for cell in cells}
    models = list(dict.fromkeys(cell.model for cell in cells))
    return [
        [_named(model, real), *(_rate(known.get((model, name))) for name in (*CATEGORIES, OVERALL))]
        for model in models
    ]


def _rate(cell: Cell | None) -> str:
    if cell is None or not cell.episodes:
        return "-"
    faults = f", {cell.faults} faults" if cell.faults else ""
    return (
        f"{cell.rate * 100:.1f}\n[{cell.low * 100:.1f}, {cell.high * 100:.1f}] "
        f"{cell.successes} of {cell.episodes}{faults}"
    )


def _difference(one: Difference, real: str) -> list[str]:
    model, than = _named(one.model, real), _named(one.than, real)
    detectable = "-" if one.detectable is None else f"{one.detectable * 100:.1f}"
    points = f"{one.difference * 100:+.1f}\n[{one.low * 100:+.1f}, {one.high * 100:+.1f}]"
    return [model, than, TITLES[one.category], points, _chance(one.p), detectable, str(one.tasks)]


def _chance(p: float) -> str:
    return f"{p:.4f}" if p >= LEAST_P else f"<{LEAST_P}"


def _stage(stage: Mapping[str, object]) -> list[str]:
    rest = {name: value for name, value in stage.items() if name not in ("name", "seconds")}
    return [str(stage["name"]), f"{stage['seconds']:.0f}", msgspec.json.encode(rest).decode()]


def _headline(episode: Episode) -> str:
    return f"{episode.result}: {episode.instruction} ({episode.agent}, {len(episode.steps)} steps)"


def _story(episode: Episode) -> list[str]:
    lines = [f"task {episode.task}, {episode.category}, apps {', '.join(episode.apps)}"]
    for number, step in enumerate(episode.steps, 1):
        lines += [f"{number}. {step.seen.package}", f"   {_shown(step)}", f"   -> {to_text(step.action)}"]
    ending = ENDINGS.get(episode.ending, episode.ending)
    return [*lines, f"{episode.result}: {ending}", *(f"   {reason}" for reason in episode.reasons)]


def _shown(step: Step) -> str:
    texts = [element.text or element.description for element in step.seen.elements]
    return " | ".join([text for text in texts if text][:MOST_TEXTS])
