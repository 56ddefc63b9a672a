"""Ablations: what the recipe owes to the number of apps, the share of the mock lane, and cross-app tasks.

Invariant: each varies one thing and has the same number of updates or rollouts as the others of its kind.
"""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from phonebuddy.episodes.drawing import fitting_templates
from phonebuddy.evals.recipe import Kitchen
from phonebuddy.evals.recipe_settings import CollectSettings, Recipe
from phonebuddy.evals.stages import Facts

ALWAYS = ("hub",)
"""Mini-apps live in it: without it they could not be opened."""


def run_ablations(kitchen: Kitchen) -> dict[str, Path]:
    """All that the preset asks for; the folder with the evaluation of each."""
    found: dict[str, Path] = {}
    asked = kitchen.recipe.ablations
    for count in asked.coverage:
        apps = some_apps(kitchen.recipe, count, kitchen.seed)
        collect = msgspec.structs.replace(kitchen.recipe.collect, apps=apps)
        found |= _supervised(kitchen, f"SFT, {count} apps", f"coverage-{count}", collect)
    found |= _supervised(kitchen, "SFT, all apps", "coverage-all", kitchen.recipe.collect)
    if asked.without_cross:
        collect = msgspec.structs.replace(kitchen.recipe.collect, categories=("single", "mini"))
        found |= _supervised(kitchen, "SFT, no cross-app tasks", "no-cross", collect)
    for share in asked.shares:
        found |= _mixed(kitchen, share)
    return found


def some_apps(recipe: Recipe, count: int, seed: int) -> tuple[str, ...]:
    """Apps of the training split; a larger number has all of a smaller one."""
    known = sorted({app for one in fitting_templates(recipe.wish("mock", 1, 0)) for app in one.apps})
    random.Random(f"coverage/{seed}").shuffle(known)
    chosen = [*ALWAYS, *(app for app in known if app not in ALWAYS)]
    return tuple(sorted(chosen[:count]))


def _supervised(kitchen: Kitchen, model: str, name: str, collect: CollectSettings) -> dict[str, Path]:
    """Demonstrations of some kind, learnt for a fixed number of updates."""
    updates = kitchen.recipe.ablations.sft_updates
    sft = msgspec.structs.replace(kitchen.recipe.sft, updates=updates)
    recipe = msgspec.structs.replace(kitchen.recipe, collect=collect, sft=sft)
    stages = kitchen.stages
    store = stages.run(f"ablation-{name}-collect", lambda place: kitchen.demonstrate(place, "mock", recipe))
    folder = stages.run(f"ablation-{name}", lambda place: kitchen.supervise(place, [store], recipe))
    return {model: kitchen.try_out(model, folder)}


def _mixed(kitchen: Kitchen, share: float) -> dict[str, Path]:
    start = kitchen.stages.folder / "sft"

    def work(place: Path) -> Facts:
        return kitchen.reinforce(place, start, share, kitchen.recipe.ablations.rl_steps)

    folder = kitchen.stages.run(f"ablation-share-{round(share * 100)}", work)
    model = f"RL, {share:.0%} mock"
    return {model: kitchen.try_out(model, folder)}
