"""MobileGPT's memory: runs with numbered screens, and the actions it learnt, kept apart from them.

`log/.../<time>/` holds `0.xml`, `0.jpg` ... (or `xmls/` and `screenshots/`); `pages/<n>/actions.csv` the
actions of each subtask, `task_paths.csv` which subtasks a task is made of on which page. Typed text is kept
as a slot there; the next screen shows what was typed. Invariant: actions are followed from the first page
along the path; a run longer than its path has screens at the end without steps.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TraceError
from phonebuddy.traces.gestures import button, scroll
from phonebuddy.traces.limits import MAX_RECORDINGS, MAX_STEPS, parse_json, read_bytes
from phonebuddy.traces.raw import Node, RawShot, Touch
from phonebuddy.traces.readers.step_folder import Doing, assemble_folder, read_shots, trees_in
from phonebuddy.traces.trace import Trace
from phonebuddy.traces.values import dict_of, int_of, list_of, text_of

FORMAT = "mobilegpt"
_SLOT = re.compile(r"<[\w -]+>")
_MAX_FOLDER_DEPTH = 4


class _Learnt(NamedTuple):
    """One learnt action: what to do, in which step of a subtask."""

    page: str
    name: str
    parameters: dict[str, object]


_Memory = dict[tuple[str, int], _Learnt]


def knows(path: Path) -> bool:
    """Whether a folder is such a memory."""
    return (path / "log").is_dir() and (path / "tasks.csv").is_file()


def read(path: Path) -> list[Trace]:
    """Every run of the log."""
    memory, paths, about = (
        _memory(path / "pages"),
        _table(path / "task_paths.csv"),
        _table(path / "tasks.csv"),
    )
    routes = {row.get("name", ""): row.get("path", "") for row in paths}
    says = {row.get("name", ""): row.get("description", "") for row in about}
    traces = []
    for folder in _runs(path / "log"):
        lost: Counter[str] = Counter()
        shots = _shots(folder, lost)
        task = next((part for part in reversed(folder.parts) if part in routes or part in says), "")
        if shots:
            ordered = [shots[number] for number in sorted(shots)]
            doings = _doings(_route(routes.get(task, ""), memory), ordered)
            template = text_of(says.get(task, ""))
            traces.append(assemble_folder(folder, FORMAT, shots, doings, template, lost, template))
    if not traces:
        raise TraceError(f"{path / 'log'}: no run with readable screens (0.xml, 1.xml, ...).")
    return traces


def _runs(log: Path) -> list[Path]:
    """Folders with numbered screens, in order; links are not followed."""
    found: list[Path] = []
    for folder, names, _ in os.walk(log):
        place = Path(folder)
        names.sort()
        if len(place.relative_to(log).parts) >= _MAX_FOLDER_DEPTH:
            names.clear()
        if trees_in(place) or trees_in(place / "xmls"):
            found.append(place)
            names.clear()
        if len(found) > MAX_RECORDINGS:
            raise TraceError(f"{log}: more than {MAX_RECORDINGS:,} runs.")
    return sorted(found)


def _shots(folder: Path, lost: Counter[str]) -> dict[int, RawShot]:
    return read_shots(folder, lost) or read_shots(folder / "xmls", lost)


def _table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file; none if it is missing or damaged."""
    try:
        text = read_bytes(path).decode("utf-8", "replace")
        rows = csv.DictReader(io.StringIO(text, newline=""))
        return [{k: v for k, v in row.items() if isinstance(k, str) and isinstance(v, str)} for row in rows]
    except (TraceError, csv.Error):
        return []


def _memory(pages: Path) -> _Memory:
    memory: _Memory = {}
    folders = sorted(pages.iterdir()) if pages.is_dir() else []
    for folder in folders[:MAX_STEPS]:
        for row in _table(folder / "actions.csv"):
            step = int_of(row.get("step"))
            try:
                action = dict_of(parse_json(row.get("action", ""), folder))
            except TraceError:
                continue
            if step is not None:
                learnt = _Learnt(folder.name, text_of(action.get("name")), dict_of(action.get("parameters")))
                memory[row.get("subtask_name", ""), step] = learnt
    return memory


def _route(path: str, memory: _Memory) -> list[_Learnt]:
    """The actions of a task in order: on each page its next subtask, whose steps lead to further pages."""
    try:
        waiting = {page: list_of(names)[::-1] for page, names in dict_of(parse_json(path, "path")).items()}
    except TraceError:
        return []
    page = next(iter(waiting), "")
    route: list[_Learnt] = []
    while waiting.get(page) and len(route) < MAX_STEPS:
        subtask = text_of(waiting[page].pop())
        step = 0
        while (learnt := memory.get((subtask, step))) is not None and len(route) < MAX_STEPS:
            page = learnt.page
            if learnt.name == "finish":
                break
            route.append(learnt)
            step += 1
    return route


def _doings(route: list[_Learnt], shots: list[RawShot]) -> list[Doing]:
    doings: list[Doing] = []
    for number, learnt in enumerate(route[: len(shots)]):
        after = shots[number + 1] if number + 1 < len(shots) else None
        doings.append(_doing(learnt, shots[number], after))
    return doings


def _doing(learnt: _Learnt, shot: RawShot, after: RawShot | None) -> Doing:
    if learnt.name == "back":
        return button("back")
    index = int_of(learnt.parameters.get("index"))
    node = next((node for node in shot.nodes if node.id == str(index)), None)
    if node is None or node.bounds is None:
        return None
    left, top, right, bottom = node.bounds
    at = (left + right) // 2, (top + bottom) // 2
    if learnt.name == "input":
        text = _typed(text_of(learnt.parameters.get("input_text")), node, after)
        return Touch("type", at, view=node.id, text=text, replaces=True)
    if learnt.name == "scroll":
        return scroll(learnt.parameters.get("direction"), node.bounds, node.id)
    kinds = {"click": "click", "long-click": "long_press", "long_click": "long_press"}
    return Touch(kinds[learnt.name], at, view=node.id) if learnt.name in kinds else None


def _typed(text: str, field: Node, after: RawShot | None) -> str:
    """The text itself, or for a slot what the same field shows on the next screen."""
    if not _SLOT.fullmatch(text):
        return text
    nodes = after.nodes if after is not None else []
    same = [node for node in nodes if node.resource_id == field.resource_id and node.resource_id]
    return next((node.text for node in same if node.text and node.text != field.text), "")
