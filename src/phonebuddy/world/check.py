"""`apps check`: which folders are meant, what is wrong with them, and that their content can be built."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import AppError, nearest
from phonebuddy.world.image import build_image
from phonebuddy.world.spec.load import BUILT_IN, AppSet, built_in_folders, check_apps
from phonebuddy.world.spec.nodes import Place
from phonebuddy.world.spec.problems import Problem


class Report(NamedTuple):
    apps: tuple[str, ...]
    """Names of the folders that were asked for."""
    problems: tuple[Problem, ...]
    num_pages: int

    def as_dict(self) -> dict[str, object]:
        rows = [{"file": p.place.file, "line": p.place.line, "message": p.message} for p in self.problems]
        return {"apps": list(self.apps), "pages": self.num_pages, "problems": rows}


def check_folders(given: Sequence[str]) -> Report:
    """Check apps by name or folder, always together with the built-in ones."""
    asked = [_folder(name) for name in given] or built_in_folders()
    others = [folder for folder in built_in_folders() if folder not in asked]
    problems, apps = check_apps([*others, *asked])
    names = tuple(folder.name for folder in asked)
    mine = tuple(problem for problem in problems if problem.place.file.partition("/")[0] in names)
    # A mistake elsewhere only matters here when it keeps these apps from being checked.
    mine = mine or tuple(problems)
    if apps is None:
        return Report(names, mine, 0)
    pages = sum(len(app.pages) for app in apps.apps.values() if app.folder.name in names)
    return Report(names, _content_problems(apps), pages)


def _content_problems(apps: AppSet) -> tuple[Problem, ...]:
    """Content is only found wanting when it is put in."""
    try:
        build_image(apps)
    except AppError as error:
        head, _, message = str(error).partition(": ")
        file, _, line = head.rpartition(":")
        return (Problem(Place(file, int(line)), message),)
    return ()


def _folder(name: str) -> Path:
    if (BUILT_IN / name / "app.yaml").is_file():
        return BUILT_IN / name
    path = Path(name)
    if path.is_dir():
        return path.resolve()
    known = [folder.name for folder in built_in_folders()]
    raise AppError(
        f"'{name}' is neither a built-in app nor a folder{nearest(name, known)}; built in: {', '.join(known)}"
    )
