"""Making an app: recordings in, a checked folder of the engine's app format out, and what is known about it.

Invariant: a folder that is written passes the checks of the app format; the same recordings give the same
bytes.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import AppError, TraceError
from phonebuddy.rebuild.assist import Endpoint, assist
from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.build import build_model, is_app_name
from phonebuddy.rebuild.emit.app import DETAILS, app_files, write_app
from phonebuddy.rebuild.explain.page import explain
from phonebuddy.rebuild.goals import judge_goals
from phonebuddy.rebuild.pixels import add_colours, refuse_inside_repository
from phonebuddy.rebuild.score.judge import Judge
from phonebuddy.rebuild.score.replay import Replayer
from phonebuddy.rebuild.score.run import read_apps
from phonebuddy.rebuild.score.score import running
from phonebuddy.rebuild.tasks import find_slots, task_file
from phonebuddy.traces.trace import Trace
from phonebuddy.world.spec.load import check_apps

TASKS = "tasks"


class Helper(NamedTuple):
    """A model that may propose, and where its answers are kept."""

    endpoint: Endpoint
    cache: Path


def make_app(
    path: Path,
    output: Path,
    format: str | None,
    force: bool,
    page: bool,
    use_pixels: bool = False,
    helper: Helper | None = None,
) -> dict[str, object]:
    """Rebuild the app recorded at a path into a folder; what was made, in numbers."""
    if use_pixels:
        refuse_inside_repository(output)
    traces = _one_app(path, format)
    _clear(output, force)
    model = build_model(traces)
    model.name = _name(output, model.name)
    num_colours = add_colours(model, traces) if use_pixels else 0
    texts = {trace.instruction: set(find_slots(trace)) for trace in traces if trace.instruction}
    proposals = assist(model, helper.endpoint, helper.cache, texts) if helper is not None else []
    write_app(app_files(model), output)
    found, _ = check_apps([output])
    if found:
        raise AppError("\n".join(str(problem) for problem in found))
    made: dict[str, object] = {"app": model.name, "folder": str(output), **numbers(model)}
    if use_pixels:
        made["colours"] = num_colours
        made["pictures"] = len(model.crops)
    if helper is not None:
        made["proposals"] = [proposal._asdict() for proposal in proposals]
    made["tasks"] = _write_tasks(model, traces, output)
    if page:
        path = output / "explained.html"
        path.write_text(_explained(model, traces), "utf-8")
        made["page"] = str(path)
    return made


def explain_app(path: Path, format: str | None) -> str:
    """The page about the app recorded at a path; nothing is written."""
    traces = _one_app(path, format)
    return _explained(build_model(traces), traces)


def _one_app(path: Path, format: str | None) -> list[Trace]:
    apps = read_apps(path, format)
    if len(apps) > 1:
        names = ", ".join(traces[0].app for traces in apps[:8])
        raise TraceError(f"{path}: recordings of {len(apps)} apps ({names}); give the folder of one of them.")
    return apps[0]


def _clear(output: Path, force: bool) -> None:
    """Only a folder that was rebuilt before is replaced."""
    if not output.exists() or not any(output.iterdir()):
        return
    if not force or not (output / DETAILS).is_file():
        hint = (
            "Use --force to replace it." if (output / DETAILS).is_file() else "It was not made by a rebuild."
        )
        raise AppError(f"{output}: the folder is not empty. {hint}")
    shutil.rmtree(output)


def _name(output: Path, name: str) -> str:
    """An app is called as its folder, where that is a name for an app."""
    return output.name if is_app_name(output.name) else name


def numbers(model: AppModel) -> dict[str, object]:
    """What a model holds."""
    behaviours = model.behaviours.values()
    return {
        "pages": len(model.pages),
        "layers": sum(page.layer for page in model.pages),
        "screens": sum(len(page.members) for page in model.pages),
        "steps": model.num_moves,
        "touches": len(model.behaviours),
        "assumed": sum(bool(one.assumed) and one.ways[-1].route.way != "missing" for one in behaviours),
        "missing": sum(one.ways[-1].route.way == "missing" for one in behaviours),
        "rules": sum(len(way.effects) + len(way.rows) for one in behaviours for way in one.ways),
        "conflicts": sum(way.route.conflicts for one in behaviours for way in one.ways),
    }


def _write_tasks(model: AppModel, traces: Sequence[Trace], output: Path) -> int:
    """Tasks with proven goals, beside the app."""
    if not any(trace.instruction for trace in traces):
        return 0
    with running(model) as driver:
        report = judge_goals(Replayer(model, driver, Judge(traces, model.flat)), traces)
    if report.goals:
        folder = output / TASKS
        folder.mkdir(exist_ok=True)
        (folder / f"{model.name}.yaml").write_text(task_file(model, report.goals), "utf-8")
    return len(report.goals)


def _explained(model: AppModel, traces: Sequence[Trace]) -> str:
    with running(model) as driver:
        return explain(model, traces, driver)
