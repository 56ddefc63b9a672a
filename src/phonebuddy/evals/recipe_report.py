"""From the folders of a recipe, one for each seed, to results.json and report.html.

Invariant: it only reads the folders; the same folders give the same files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from phonebuddy import __version__
from phonebuddy.episode import Episode
from phonebuddy.episodes.store import Store
from phonebuddy.errors import EvalError
from phonebuddy.evals.recipe import HALF, MIXED, REAL, SFT
from phonebuddy.evals.recipe_settings import Recipe
from phonebuddy.evals.report import Results, write_report
from phonebuddy.evals.run import read_outcomes
from phonebuddy.evals.scores import Difference, Outcome, cells, compare
from phonebuddy.evals.stages import MARK, write_whole
from phonebuddy.train.curves import Line
from phonebuddy.train.metrics import NAME, read_metrics

PAIRS = ((REAL, SFT), (MIXED, SFT), (MIXED, REAL), (MIXED, HALF))
"""Which models are compared: RL with its start, mixed with real at the same rollouts and the same real
rollouts."""
EXAMPLES = 6


class Cooked(msgspec.Struct, frozen=True):
    """What recipe.json holds."""

    seed: int
    recipe: Recipe


def read_cooked(folder: Path) -> Cooked:
    try:
        return msgspec.json.decode((folder / "recipe.json").read_bytes(), type=Cooked)
    except (OSError, msgspec.DecodeError) as error:
        raise EvalError(
            f"{folder} holds no recipe that can be read: {error}; make one: phonebuddy train recipe"
        ) from None


def report(folders: Sequence[Path], output: Path, command: str) -> Results:
    """Write results.json and report.html of one recipe with one or more seeds."""
    cooked = [read_cooked(folder) for folder in folders]
    first = cooked[0].recipe
    if any(one.recipe != first for one in cooked):
        raise EvalError("these folders are of different recipes; report on seeds of one recipe at a time")
    tried = _tried(folders)
    results = Results(
        preset=first.preset,
        seeds=tuple(one.seed for one in cooked),
        suite=first.evals.title,
        real=first.real,
        command=command,
        cells=[cell for model, outcomes in tried.items() for cell in cells(model, outcomes)],
        differences=_differences(tried),
        stages=[facts for folder in folders for facts in _facts(folder, len(folders) > 1)],
        versions={"phonebuddy": __version__},
    )
    curves = {
        f"{branch}{f', {folder.name}' if len(folders) > 1 else ''}": lines
        for folder in folders
        for branch, lines in _curves(folder).items()
    }
    write_whole(output / "results.json", msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    write_whole(output / "report.html", write_report(results, curves, _examples(folders[0])).encode())
    return results


def _tried(folders: Sequence[Path]) -> dict[str, list[Outcome]]:
    """The outcomes of each model over all seeds."""
    found: dict[str, list[Outcome]] = {}
    for folder in folders:
        for place in sorted(folder.glob("evaluate-*")):
            if (place / MARK).exists():
                model = str(msgspec.json.decode((place / MARK).read_bytes())["model"])
                found.setdefault(model, []).extend(read_outcomes(place))
    known = [model for model in (SFT, REAL, HALF, MIXED) if model in found]
    return {model: found[model] for model in (*known, *sorted(set(found) - set(known)))}


def _differences(tried: Mapping[str, Sequence[Outcome]]) -> list[Difference]:
    pairs = [(one, two) for one, two in PAIRS if one in tried and two in tried]
    return [row for one, two in pairs for row in compare(one, tried[one], two, tried[two])]


def _facts(folder: Path, is_named: bool) -> list[dict[str, object]]:
    marks = sorted(folder.glob(f"*/{MARK}"), key=lambda mark: mark.stat().st_mtime)
    found = [msgspec.json.decode(mark.read_bytes()) for mark in marks]
    return [{**facts, "name": f"{folder.name}/{facts['name']}"} if is_named else facts for facts in found]


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
