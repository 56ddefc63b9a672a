"""AndroidWorld episodes as JSON: flat element lists with boxes, a goal, and what an agent did.

Two ways of writing them are read: an episode with `goal` and `episode_data` (a list of steps, or one list per
field), and a history, a list of steps that each repeat the goal. AndroidWorld itself pickles its episodes;
those are never opened here, export them first. Invariant: an action's index means the element at that place
of the list before it, also where some of them cannot be seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from phonebuddy.actions import Action
from phonebuddy.errors import TraceError
from phonebuddy.screen import Flag as Is
from phonebuddy.traces.assemble import Head, assemble
from phonebuddy.traces.gestures import scroll
from phonebuddy.traces.limits import MAX_STEPS, parse_json, read_json
from phonebuddy.traces.raw import Corners, Node, RawShot, RawStep, Touch
from phonebuddy.traces.readers.androidcontrol import json_action
from phonebuddy.traces.shots import extent
from phonebuddy.traces.trace import Flag, Trace
from phonebuddy.traces.values import corners_of, dict_of, int_of, list_of, rows_of, text_of

FORMAT = "androidworld"
_ELEMENTS = ("before_ui_elements", "before_element_list", "ui_elements", "before_ui_element_list")
_FLAGS = {
    "is_clickable": Is.CLICKABLE,
    "is_long_clickable": Is.LONG_CLICKABLE,
    "is_checkable": Is.CHECKABLE,
    "is_checked": Is.CHECKED,
    "is_editable": Is.EDITABLE,
    "is_focused": Is.FOCUSED,
    "is_scrollable": Is.SCROLLABLE,
    "is_selected": Is.SELECTED,
}
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\b(?:True|False|None)\b')
_JSON_WORDS = {"True": "true", "False": "false", "None": "null"}
_MAX_OUTPUT = 20_000


def knows(path: Path) -> bool:
    """Whether a file is such an export, by how it begins."""
    if path.suffix != ".json" or not path.is_file():
        return False
    try:
        with open(path, "rb") as file:
            head = file.read(65_536)
    except OSError:
        return False
    return b'"task_goal"' in head or b'"episode_data"' in head


def read(path: Path) -> list[Trace]:
    """Every episode of a file."""
    data = read_json(path)
    rows = rows_of(data)
    if rows and "task_goal" in rows[0]:
        return [_history(rows, path)]
    episodes = rows if rows else rows_of([data])
    traces = [_episode(row, path, number) for number, row in enumerate(episodes) if "episode_data" in row]
    if not traces:
        raise TraceError(
            f"{path}: no episodes; each has `goal` and `episode_data`, or steps with `task_goal`."
        )
    return traces


def _history(rows: list[dict[str, Any]], path: Path) -> Trace:
    goal = text_of(rows[0].get("task_goal"))
    steps = [(_described(row), _said(row.get("action_output"))) for row in rows[:MAX_STEPS]]
    return _assemble(Head(text_of(path.stem), FORMAT, instruction=goal, origin=str(path)), steps)


def _episode(row: dict[str, Any], path: Path, number: int) -> Trace:
    steps = []
    for step in _each(row.get("episode_data")):
        elements = next((rows_of(step[name]) for name in _ELEMENTS if step.get(name)), [])
        said = dict_of(step.get("action_output_json")) or _said(step.get("action_output"))
        steps.append(([_node(element, i) for i, element in enumerate(elements)], said))
    head = Head(
        f"{path.stem}/{number}", FORMAT, instruction=text_of(row.get("goal")),
        template=text_of(row.get("task_template")), origin=str(path),
    )  # fmt: skip
    return _assemble(head, steps)


def _each(data: object) -> Iterator[dict[str, Any]]:
    """Steps, from a list of them or from one list per field."""
    if isinstance(data, list):
        yield from rows_of(data)[:MAX_STEPS]
        return
    columns = {name: values for name, values in dict_of(data).items() if isinstance(values, list)}
    longest = max((len(values) for values in columns.values()), default=0)
    for number in range(min(longest, MAX_STEPS)):
        yield {name: values[number] for name, values in columns.items() if number < len(values)}


def _assemble(head: Head, items: list[tuple[list[Node], dict[str, Any]]]) -> Trace:
    reach = [extent(nodes) for nodes, _ in items]
    size = (max((r[0] for r in reach), default=0), max((r[1] for r in reach), default=0))
    shots = [
        RawShot(str(i), nodes, size=size if min(size) > 0 else None) for i, (nodes, _) in enumerate(items)
    ]
    steps: list[RawStep] = []
    answer: str | None = None
    for number, (nodes, said) in enumerate(items):
        kind = said.get("action_type")
        if kind in ("status", "answer"):
            answer = text_of(said.get("text")) or text_of(said.get("goal_status"))
            continue
        after = str(number + 1) if number + 1 < len(items) else None
        steps.append(RawStep(str(number), after, _doing(said, nodes, size), origin=f"step {number}"))
    return assemble(replace(head, answer=answer, flags=frozenset({Flag.FLAT})), shots, steps)


def _doing(said: dict[str, Any], nodes: list[Node], size: tuple[int, int]) -> Touch | Action | None:
    index = int_of(said.get("index"))
    node = nodes[index] if index is not None and 0 <= index < len(nodes) else None
    if index is None or said.get("action_type") in ("open_app", "wait"):
        return _with_enter(json_action(said, size))
    if node is None or node.bounds is None:
        return None
    left, top, right, bottom = node.bounds
    if said.get("action_type") in ("scroll", "swipe"):
        return scroll(said.get("direction"), node.bounds, node.id)
    touch = json_action({**said, "x": (left + right) // 2, "y": (top + bottom) // 2}, size)
    return _with_enter(replace(touch, view=node.id) if isinstance(touch, Touch) else touch)


def _with_enter(doing: Touch | Action | None) -> Touch | Action | None:
    """AndroidWorld ends every text with the enter key."""
    return replace(doing, with_enter=True) if isinstance(doing, Touch) and doing.kind == "type" else doing


def _said(output: object) -> dict[str, Any]:
    """The action in what the agent wrote: the object after the last `Action:`."""
    text = output[-_MAX_OUTPUT:] if isinstance(output, str) else ""
    start = text.find("{", text.rfind("Action:") + 1)
    end = text.rfind("}")
    if start < 0 or end < start:
        return {}
    try:
        return dict_of(parse_json(text[start : end + 1], "action"))
    except TraceError:
        return {}


def _described(row: dict[str, Any]) -> list[Node]:
    """Elements as the agent was told of them: a line of text, and a box [left, right, top, bottom]."""
    nodes = []
    for number, item in enumerate(rows_of(row.get("ui_description"))):
        text = text_of(item.get("ui_description"))
        try:
            words = _WORD.sub(lambda found: _JSON_WORDS.get(found[0], found[0]), text[text.find("{") :])
            element = dict_of(parse_json(words, "element"))
        except TraceError:
            element = {}
        box = list_of(item.get("ui_bbox"))
        corners = corners_of([box[0], box[2], box[1], box[3]]) if len(box) == 4 else None
        nodes.append(_node(element, number)._replace(bounds=corners))
    return nodes


def _node(element: dict[str, Any], number: int) -> Node:
    flags = 0 if element.get("is_enabled") is False else int(Is.ENABLED)
    for name, flag in _FLAGS.items():
        if element.get(name) is True:
            flags |= int(flag)
    return Node(
        str(number), None, text_of(element.get("class_name")), _box(element.get("bbox_pixels")),
        text_of(element.get("text")), text_of(element.get("content_description")),
        text_of(element.get("hint_text")),
        text_of(element.get("resource_name")) or text_of(element.get("resource_id")),
        text_of(element.get("package_name")), flags, element.get("is_visible") is not False,
    )  # fmt: skip


def _box(value: object) -> Corners | None:
    box = dict_of(value)
    return corners_of([int_of(box.get(side)) for side in ("x_min", "y_min", "x_max", "y_max")])
