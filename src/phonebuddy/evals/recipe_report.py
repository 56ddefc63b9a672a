"""From the folders of a recipe, one for each seed, to results.json and report.html.

Invariant: it only reads the folders; the same folders give the same files. Every model has every seed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from phonebuddy import __version__
from phonebuddy.episode import Episode
from phonebuddy.episodes.drawing import Wish, fitting_templates
from phonebuddy.episodes.store import Store
from phonebuddy.errors import EvalError
from phonebuddy.evals.cooked import Cooked, go_on, kept_command, read_cooked
from phonebuddy.evals.recipe import MIXED, REAL, SFT, models_of, part_of_real
from phonebuddy.evals.recipe_settings import Recipe
from phonebuddy.evals.report import Results, write_report
from phonebuddy.evals.run import read_outcomes
from phonebuddy.evals.scores import Difference, Outcome, cells, compare
from phonebuddy.evals.stages import MARK, marks, write_whole
from phonebuddy.train.curves import Line
from phonebuddy.train.metrics import NAME, read_metrics

EXAMPLES = 6


def report(folders: Sequence[Path], output: Path, command: str) -> Results:
    """Write results.json and report.html of one recipe with one or more seeds."""
    cooked = {folder: read_cooked(folder) for folder in folders}
    _check_alike(folders, cooked)
    first = cooked[folders[0]].recipe
    tried = _tried(cooked)
    apps = {one.task: one.apps for outcomes in tried.values() for one in outcomes}
    known = _apps_of_training(cooked[folders[0]])
    results = Results(
        preset=first.preset,
        seeds=tuple(one.seed for one in cooked.values()),
        suite=first.evals.title,
        real=first.real,
        recipe=first,
        tasks=len(apps),
        tasks_with_new_apps=sum(not known.issuperset(needed) for needed in apps.values()),
        # The last one says which folders it is about.
        commands=tuple(dict.fromkeys([*filter(None, map(kept_command, cooked)), command])),
        cells=[cell for model, outcomes in tried.items() for cell in cells(model, outcomes)],
        differences=_differences(tried, first),
        stages=[_labelled(facts, one, cooked) for folder, one in cooked.items() for facts in marks(folder)],
        versions={"phonebuddy": __version__},
    )
    curves = {
        f"{branch}{_seed(one, cooked)}": lines
        for folder, one in cooked.items()
        for branch, lines in _curves(folder).items()
    }
    write_whole(output / "results.json", msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    write_whole(output / "report.html", write_report(results, curves, _examples(folders[0])).encode())
    return results


def _check_alike(folders: Sequence[Path], cooked: Mapping[Path, Cooked]) -> None:
    """Several folders are seeds of one recipe from one start, each of them once."""
    first = cooked[folders[0]]
    if any(one.recipe != first.recipe for one in cooked.values()):
        raise EvalError("these folders are of different recipes; report on seeds of one recipe at a time")
    for folder, one in cooked.items():
        if one.init != first.init:
            raise EvalError(
                f"{folders[0]} and {folder} started from different models; report on seeds with one start"
            )
    seeds = Counter(cooked[folder].seed for folder in folders)
    seed, count = seeds.most_common(1)[0]
    if count > 1:
        same = ", ".join(str(folder) for folder in folders if cooked[folder].seed == seed)
        raise EvalError(f"seed {seed} is given {count} times ({same}); give each seed once")


def _tried(cooked: Mapping[Path, Cooked]) -> dict[str, list[Outcome]]:
    """The outcomes of each model over all seeds."""
    places = {folder: _evaluations(folder) for folder in cooked}
    models = list(dict.fromkeys(model for found in places.values() for model in found))
    if not models:
        folder, one = next(iter(cooked.items()))
        raise EvalError(f"no model of {folder} has been evaluated yet; go on: {go_on(folder, one)}")
    for folder, found in places.items():
        if missing := [model for model in models if model not in found]:
            raise EvalError(
                f"{folder} has no evaluation of {'; '.join(missing)}, which other seeds have. Report on the"
                " others alone, or go on with it (with --ablations where they had it):"
                f" {go_on(folder, cooked[folder])}"
            )
    ordered = sorted(models, key=lambda model: _rank(model, next(iter(cooked.values())).recipe))
    return {
        model: [one for found in places.values() for one in read_outcomes(found[model])] for model in ordered
    }


def _evaluations(folder: Path) -> dict[str, Path]:
    """The evaluations that are done, by model."""
    found = [facts for facts in marks(folder) if "model" in facts]
    return {str(facts["model"]): folder / str(facts["name"]) for facts in found}


def _rank(model: str, recipe: Recipe) -> tuple[int, list[str | int]]:
    """In the order of the published table, then whatever else there is, numbers as numbers."""
    known = models_of(recipe.rl)
    if model in known:
        return known.index(model), []
    return len(known), [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", model)]


def _differences(tried: Mapping[str, Sequence[Outcome]], recipe: Recipe) -> list[Difference]:
    """RL with its start; mixed with real at the same rollouts, and at the same real rollouts."""
    part = part_of_real(recipe.rl)
    pairs = [(REAL, SFT), (MIXED, SFT), (MIXED, REAL), *([(MIXED, part.model)] if part else [])]
    pairs = [(one, two) for one, two in pairs if one in tried and two in tried]
    return [row for one, two in pairs for row in compare(one, tried[one], two, tried[two])]


def _apps_of_training(cooked: Cooked) -> set[str]:
    """Whoever starts from a model may have seen any app of the split."""
    wish = Wish(split="train") if cooked.init else cooked.recipe.wish("mock", 1, 0)
    return {app for template in fitting_templates(wish) for app in template.apps}


def _seed(one: Cooked, cooked: Mapping[Path, Cooked]) -> str:
    """Which seed it is, where there are several."""
    return f", seed {one.seed}" if len(cooked) > 1 else ""


def _labelled(facts: dict[str, object], one: Cooked, cooked: Mapping[Path, Cooked]) -> dict[str, object]:
    return {**facts, "name": f"{facts['name']}{_seed(one, cooked)}"}


def _curves(folder: Path) -> dict[str, list[Line]]:
    names = {"sft": "SFT", "rl-real": "RL, real only", "rl-mixed": "RL, mixed"}
    found = {title: read_metrics(folder / name / NAME) for name, title in names.items()}
    return {title: lines for title, lines in found.items() if lines}


def _examples(folder: Path) -> list[Episode]:
    """Some successes and some failures of the last model, of every category."""
    places = [folder / f"evaluate-{slug}" for slug in ("real-mock", "real", "sft")]
    place = next((place for place in places if (place / MARK).exists()), None)
    if place is None:
        return []
    store = Store.open(place)
    chosen: dict[tuple[str, str], str] = {}
    for head in store.heads():
        chosen.setdefault((head.category, head.result), head.id)
    ids = set(list(chosen.values())[:EXAMPLES])
    return list(store.episodes(ids))
