"""AutoDroid recordings: `utg.yaml`, one exploration run, and `tasks.json`, tasks with their steps.

There may be several of either; a task may also be a YAML file of its own, written as a run is. AutoDroid's
own `profile_no_answer.json` holds the tasks of several apps, app -> tasks, and is read too.

A screen is text, one line per element: `<button id=3 text='More options'></button>`, `<p id=4>Diary</p>`,
`<checkbox id=4 checked=False>..`, `<input id=1>..`; a `go back` button stands for the phone's own. There are
no bounds. Invariant: only the recorded lines become elements; each is given a row of its own as bounds.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Mapping
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from phonebuddy.actions import Action, ButtonPress
from phonebuddy.errors import TraceError
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.assemble import DAMAGED_EVENT, Head, assemble
from phonebuddy.traces.limits import MAX_NODES, parse_yaml, read_bytes, read_json
from phonebuddy.traces.raw import Node, RawShot, RawStep, Touch
from phonebuddy.traces.trace import Flag, Trace
from phonebuddy.traces.values import dict_of, int_of, list_of, rows_of, text_of

FORMAT = "autodroid"
RUN, TASKS, ALL_TASKS = "utg", "tasks", "profile_no_answer"
"""How the names of files begin."""
PROFILE = "profile"
DAMAGED_FILE = "damaged file"
BACK = "go back"
WIDTH, ROW = 1000, 100
"""The made-up screen: one row per element."""

_START = re.compile(r"^[ \t]*<(button|p|input|checkbox|radio|scrollbar|img) id=(\d{1,6})\b", re.MULTILINE)
_QUOTE = re.compile(r"'(?=\s{0,9}>|\s{1,9}[\w-]{1,40}=)")
_CLASSES = {
    "button": "android.widget.Button",
    "p": "android.widget.TextView",
    "input": "android.widget.EditText",
    "checkbox": "android.widget.CheckBox",
    "radio": "android.widget.RadioButton",
    "scrollbar": "android.widget.ScrollView",
    "img": "android.widget.ImageView",
}
_FLAGS = {
    "button": Is.CLICKABLE,
    "input": Is.CLICKABLE | Is.EDITABLE,
    "checkbox": Is.CLICKABLE | Is.CHECKABLE,
    "radio": Is.CLICKABLE | Is.CHECKABLE,
    "scrollbar": Is.SCROLLABLE,
}


class _Part(Enum):
    """What a file of a recording holds."""

    RUN = "one exploration"
    TASK = "one task"
    TASKS = "many tasks"


def knows(path: Path) -> bool:
    """Whether a folder or file is such a recording, by its names and how its YAML begins."""
    return bool(_parts(path))


def _parts(path: Path) -> list[tuple[_Part, Path]]:
    """The files of a recording: explorations first, then tasks, each in the order of their names."""
    try:
        files = sorted(path.iterdir()) if path.is_dir() else [path]
    except OSError:
        return []
    found = [(part, file) for file in files if (part := _part(file)) is not None]
    return sorted(found, key=lambda one: one[0] is not _Part.RUN)


def _part(file: Path) -> _Part | None:
    if file.suffix in (".yaml", ".yml") and file.is_file() and not file.is_symlink():
        if file.stem.startswith(RUN):
            return _Part.RUN
        return _Part.TASK if _begins(file, b"records:") else None
    named = file.suffix == ".json" and file.stem.startswith((TASKS, ALL_TASKS))
    return _Part.TASKS if named and file.is_file() and not file.is_symlink() else None


def _begins(file: Path, word: bytes) -> bool:
    try:
        with open(file, "rb") as opened:
            return opened.read(len(word) + 3).removeprefix(codecs.BOM_UTF8).startswith(word)
    except OSError:
        return False


def read(path: Path) -> list[Trace]:
    """The exploration runs, then every task; a damaged file costs what it holds, never the rest."""
    folder = path if path.is_dir() else path.parent
    app = text_of(folder.name)
    traces: list[Trace] = []
    problems: list[TraceError] = []
    for part, file in _parts(path):
        try:
            number = sum(trace.has(Flag.EXPLORATION) == (part is _Part.RUN) for trace in traces)
            traces.extend(_read_part(part, file, app, number))
        except TraceError as error:
            problems.append(error)
    if not traces:
        raise problems[0] if problems else TraceError(f"{path}: neither {RUN}.yaml nor {TASKS}.json.")
    if problems:
        lost = {**traces[0].losses, DAMAGED_FILE: len(problems)}
        traces[0] = replace(traces[0], losses=dict(sorted(lost.items())))
    return traces


def _read_part(part: _Part, file: Path, app: str, number: int) -> list[Trace]:
    if part is not _Part.TASKS:
        return [_read_yaml(file, app, part, number)]
    data = read_json(file)
    tasks = dict(enumerate(data)) if isinstance(data, list) else dict_of(data)
    if any(PROFILE in dict_of(task) for task in tasks.values()) or not tasks:
        return read_tasks(tasks, file, app, number)
    found: list[Trace] = []
    for name, inside in tasks.items():  # of several apps
        found.extend(read_tasks(dict_of(inside), file, text_of(name), number + len(found)))
    return found


def _read_yaml(path: Path, app: str, part: _Part, number: int) -> Trace:
    """A run or a task; the screen after a record is that of the next one."""
    data, lost = _parse(read_bytes(path), path)
    records = rows_of(data.get("records"))
    if not records:
        raise TraceError(f"{path}: no records; an AutoDroid run has `records:` with State, Choice and Input.")
    rows = [(row.get("State"), row.get("Choice"), row.get("Input")) for row in records]
    name = text_of(data.get("task_name"))
    flags = frozenset({Flag.NO_BOUNDS, Flag.FLAT})
    if part is _Part.TASK:
        head = Head(f"{app}/task-{number:03d}", FORMAT, app, name, flags=flags, origin=str(path))
        return _read_rows(head, rows, lost)
    id = f"{app}/run" if number == 0 else f"{app}/run-{number}"
    origin = f"{path} {name}".strip()
    return _read_rows(Head(id, FORMAT, app, flags=flags | {Flag.EXPLORATION}, origin=origin), rows, lost)


def _parse(data: bytes, path: Path) -> tuple[dict[str, Any], dict[str, int]]:
    """A run, and what was lost of it: one that was cut off in the middle of a record ends before that."""
    try:
        return dict_of(parse_yaml(data, path)), {}
    except TraceError:
        cut = data.rfind(b"\n- ")
        if cut < 0:
            raise
        return dict_of(parse_yaml(data[: cut + 1], path)), {DAMAGED_EVENT: 1}


def read_tasks(data: Mapping[Any, Any], path: Path, app: str, first: int) -> list[Trace]:
    """Every task of one app."""
    if not data:
        raise TraceError(f"{path}: no tasks; an AutoDroid task file is an object of `task` and `{PROFILE}`.")
    found: list[Trace] = []
    for number, (key, value) in enumerate(data.items(), first):
        task = dict_of(value)
        rows = []
        for row in rows_of(task.get(PROFILE)):
            choice, typed = [*list_of(row.get("label")), None, None][:2]
            rows.append((row.get("state"), choice, typed))
        if not rows:
            continue
        head = Head(
            f"{app}/task-{number:03d}", FORMAT, app, text_of(task.get("task")),
            flags=frozenset({Flag.NO_BOUNDS, Flag.FLAT}), origin=f"{path} {str(key)[:80]}",
        )  # fmt: skip
        found.append(_read_rows(head, rows))
    if not found:
        raise TraceError(f"{path}: none of its {len(data)} tasks has a {PROFILE} with steps.")
    return found


def _read_rows(head: Head, rows: list[tuple[object, object, object]], lost: Mapping[str, int] = {}) -> Trace:
    shots: list[RawShot] = []
    steps: list[RawStep] = []
    done = False
    for number, (state, choice, typed) in enumerate(rows):
        text = state if isinstance(state, str) else ""
        shots.append(_read_screen(text, head.app))
        if int_of(choice) == -1:
            done = True
            continue
        after = rows[number + 1][0] if number + 1 < len(rows) else None
        after_key = _key(after) if isinstance(after, str) else None
        steps.append(RawStep(_key(text), after_key, _doing(text, choice, typed), origin=f"record {number}"))
    answer = "" if done and Flag.EXPLORATION not in head.flags else None
    return assemble(replace(head, answer=answer), shots, steps, lost)


def _key(state: str) -> str:
    """Screens that read the same are one shot; indentation differs between the two files."""
    lines = "\n".join(line.strip() for line in state.split("\n") if line.strip())
    return hashlib.sha256(lines.encode("utf-8", "replace")).hexdigest()[:16]


class _Line(NamedTuple):
    """One element as it is written."""

    tag: str
    id: str
    checked: bool
    label: str
    text: str

    @property
    def is_back(self) -> bool:
        return self.tag == "button" and self.text == BACK and not self.label


def _lines(state: str) -> list[_Line]:
    """The elements of a screen; a text may run over several lines, up to where the next element starts."""
    starts = list(islice(_START.finditer(state), MAX_NODES + 1))
    ends = [start.start() for start in starts[1:]] + [len(state)] * bool(starts)
    lines = (
        _line(start[1], start[2], state[start.end() : end].rstrip())
        for start, end in zip(starts, ends, strict=True)
    )
    return [line for line in lines if line is not None]


def _line(tag: str, id: str, rest: str) -> _Line | None:
    """`rest` is what follows the id; found by searching, since a pattern could be made to take for ever."""
    close = f"</{tag}>"
    if not rest.endswith(close):
        return None
    rest = rest.removesuffix(close)
    label = ""
    start = rest.find(" text='")
    if start >= 0 and ">" not in rest[:start]:
        # It may hold quotes and brackets itself: it ends where the tag does or another attribute begins.
        quote = _QUOTE.search(rest, start + len(" text='"))
        end = quote.start() if quote else len(rest)
        label, rest = rest[start + len(" text='") : end], rest[:start] + rest[end + 1 :]
    attributes, _, inner = rest.partition(">")
    text = inner.replace("<br>", "\n").strip()
    return _Line(tag, str(int(id)), "checked=True" in attributes, text_of(label), text_of(text))


def _read_screen(state: str, app: str) -> RawShot:
    lines = [line for line in _lines(state) if not line.is_back]
    nodes = [_node(line, row, app) for row, line in enumerate(lines)]
    return RawShot(_key(state), nodes, package=app, size=(WIDTH, ROW * max(len(nodes), 1)))


def _node(line: _Line, row: int, app: str) -> Node:
    flags = Is.ENABLED | _FLAGS.get(line.tag, Is(0)) | (Is.CHECKED if line.checked else Is(0))
    bounds = (0, row * ROW, WIDTH, (row + 1) * ROW)
    return Node(
        line.id, None, _CLASSES[line.tag], bounds, line.text, line.label, package=app, flags=int(flags)
    )


def _doing(state: str, choice: object, typed: object) -> Touch | Action | None:
    number = int_of(choice)
    line = next((line for line in _lines(state) if line.id == str(number)), None)
    if line is None:
        return None
    if line.is_back:
        return ButtonPress("back")
    if isinstance(typed, str) and typed and typed != "null":
        return Touch("type", view=line.id, text=text_of(typed), replaces=True)
    return Touch("click", view=line.id)
