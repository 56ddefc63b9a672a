"""AutoDroid recordings: `utg.yaml`, one exploration run, and `tasks.json`, tasks with their steps.

AutoDroid's own `profile_no_answer.json` holds the tasks of several apps, app -> tasks, and is read too.

A screen is text, one line per element: `<button id=3 text='More options'></button>`, `<p id=4>Diary</p>`,
`<checkbox id=4 checked=False>..`, `<input id=1>..`; a `go back` button stands for the phone's own. There are
no bounds. Invariant: only the recorded lines become elements; each is given a row of its own as bounds.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from phonebuddy.actions import Action, ButtonPress
from phonebuddy.errors import TraceError
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.assemble import Head, assemble
from phonebuddy.traces.limits import MAX_NODES, parse_yaml, read_bytes, read_json
from phonebuddy.traces.raw import Node, RawShot, RawStep, Touch
from phonebuddy.traces.trace import Flag, Trace
from phonebuddy.traces.values import dict_of, int_of, list_of, rows_of, text_of

FORMAT = "autodroid"
RUN, TASKS, ALL_TASKS = "utg.yaml", "tasks.json", "profile_no_answer.json"
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


def knows(path: Path) -> bool:
    """Whether a folder or file is such a recording, by its names."""
    if path.is_dir():
        return any((path / name).is_file() for name in (RUN, TASKS, ALL_TASKS))
    return path.name in (RUN, TASKS, ALL_TASKS) and path.is_file()


def read(path: Path) -> list[Trace]:
    """The exploration run, if there is one, and then every task."""
    folder = path if path.is_dir() else path.parent
    app = text_of(folder.name)
    wanted = [folder / name for name in (RUN, TASKS, ALL_TASKS)] if path.is_dir() else [path]
    traces: list[Trace] = []
    for file in wanted:
        if file.name == RUN and file.is_file():
            traces.append(read_run(file, app))
        elif file.name == TASKS and file.is_file():
            traces.extend(read_tasks(dict_of(read_json(file)), file, app))
        elif file.is_file():
            for name, tasks in dict_of(read_json(file)).items():
                traces.extend(read_tasks(dict_of(tasks), file, text_of(name)))
    if not traces:
        raise TraceError(f"{path}: no tasks; {ALL_TASKS} holds them as app -> id -> task and profile.")
    return traces


def read_run(path: Path, app: str) -> Trace:
    """One exploration run; the screen after a record is that of the next one."""
    data = dict_of(parse_yaml(read_bytes(path), path))
    records = rows_of(data.get("records"))
    if not records:
        raise TraceError(f"{path}: no records; an AutoDroid run has `records:` with State, Choice and Input.")
    rows = [(row.get("State"), row.get("Choice"), row.get("Input")) for row in records]
    name = text_of(data.get("task_name"))
    head = Head(
        f"{app}/run", FORMAT, app, flags=frozenset({Flag.NO_BOUNDS, Flag.FLAT, Flag.EXPLORATION}),
        origin=f"{path} {name}".strip(),
    )  # fmt: skip
    return _read_rows(head, rows)


def read_tasks(data: dict[str, Any], path: Path, app: str) -> Iterator[Trace]:
    """Every task of one app."""
    if not data:
        raise TraceError(f"{path}: no tasks; an AutoDroid task file is an object of `task` and `profile`.")
    read = 0
    for number, (key, value) in enumerate(data.items()):
        task = dict_of(value)
        rows = []
        for row in rows_of(task.get("profile")):
            choice, typed = [*list_of(row.get("label")), None, None][:2]
            rows.append((row.get("state"), choice, typed))
        if not rows:
            continue
        read += 1
        head = Head(
            f"{app}/task-{number:03d}", FORMAT, app, text_of(task.get("task")),
            flags=frozenset({Flag.NO_BOUNDS, Flag.FLAT}), origin=f"{path} {text_of(key)[:80]}",
        )  # fmt: skip
        yield _read_rows(head, rows)
    if not read:
        raise TraceError(f"{path}: none of its {len(data)} tasks has a profile with steps.")


def _read_rows(head: Head, rows: list[tuple[object, object, object]]) -> Trace:
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
    return assemble(replace(head, answer=answer), shots, steps)


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
