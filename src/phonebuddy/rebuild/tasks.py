"""Step 15, second half: tasks as templates of the task format: the instruction with slots, the goal, a gold
way.

A slot is a typed text that the instruction also says. Invariant: only goals that were proven on the rebuilt
app become tasks, and the gold is the recorded way.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from phonebuddy.actions import ButtonPress, LongPress, Type
from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.emit.sql import quote
from phonebuddy.rebuild.emit.text import Data, write_yaml
from phonebuddy.rebuild.goals import Goal
from phonebuddy.rebuild.naming import slug, unique
from phonebuddy.traces.trace import Step, Trace

HEAD = "Tasks from recorded instructions; goals proven on the rebuilt app."
_TEXT = re.compile(r"'((?:[^']|'')*)'")
OTHERS = ("Harbour 12", "Quiet morning")
"""What a slot may hold besides the recorded text."""


PHRASES = (
    ("terse", "{said}"),
    ("plain", "{app}: {said}."),
    ("polite", "Please do this for me. {said}."),
    ("chatty", "I am in a hurry, can you help me? {app} is open, I think. {said}. Nothing else, thanks."),
)
"""The ways a recorded instruction is said, by style."""


def _title(model: AppModel) -> str:
    return model.name.capitalize()


def task_file(model: AppModel, goals: Sequence[Goal]) -> str:
    """The text of a task file."""
    taken: set[str] = set()
    tasks: dict[str, Data] = {}
    for goal in goals:
        tasks[unique(slug(goal.trace.instruction) or "task", taken)] = _task(model, goal)
    return write_yaml(tasks, HEAD)


def _task(model: AppModel, goal: Goal) -> dict[str, Data]:
    trace = goal.trace
    slots = find_slots(trace)
    task: dict[str, Data] = {"apps": [model.name]}
    if slots:
        task["new"] = {name: [text, *OTHERS] for text, name in slots.items()}
    said = _fill(trace.instruction.replace("{", "(").replace("}", ")").strip(" ."), slots)
    other = model.phrases.get(trace.instruction, {})
    task["say"] = [
        {style: _fill(other[style], slots) if style in other else text.format(said=said, app=_title(model))}
        for style, text in PHRASES
    ]
    task["goal"] = [{"present": _bind(test.sql, slots)} for test in goal.tests]
    if goal.tables:
        task["allow"] = [f"change {table}" for table in goal.tables]
    task["gold"] = [{"open": _title(model)}, *(_gold(trace, step, slots) for step in trace.steps)]
    task["rubric"] = f"As recorded: {trace.instruction}"
    return task


def find_slots(trace: Trace) -> dict[str, str]:
    """Typed texts that the instruction names, each with a name of its own."""
    found: dict[str, str] = {}
    for step in trace.steps:
        text = step.action.text if isinstance(step.action, Type) else ""
        if text and text in trace.instruction and text not in found:
            found[text] = f"text_{len(found) + 1}"
    return found


def _fill(text: str, slots: dict[str, str]) -> str:
    for value, name in slots.items():
        text = text.replace(value, f"{{{name}}}")
    return text


def _bind(sql: str, slots: dict[str, str]) -> str:
    """SQL with the texts of slots bound by name, also inside longer texts."""

    def bound(found: re.Match[str]) -> str:
        text = found[1].replace("''", "'")
        for value, name in slots.items():
            if value in text:
                before, _, after = text.partition(value)
                parts = [quote(before) if before else "", f":{name}", quote(after) if after else ""]
                return " || ".join(part for part in parts if part)
        return found[0]

    return _TEXT.sub(bound, sql)


def _gold(trace: Trace, step: Step, slots: dict[str, str]) -> dict[str, Data]:
    if isinstance(step.action, ButtonPress):
        return {"press": step.action.button}
    target = trace.target(step)
    words = (target.text or target.description) if target is not None else ""
    words = _fill(words.partition("\n")[0], slots)
    if isinstance(step.action, Type):
        return {"type": _fill(step.action.text, slots), "into": words}
    return {"hold" if isinstance(step.action, LongPress) else "tap": words}


def without(text: str, names: Collection[str]) -> str:
    """A task file without some of its tasks."""
    kept: list[str] = []
    leaves_out = False
    for line in text.splitlines(keepends=True):
        if line[:1].strip() and not line.startswith("#"):
            leaves_out = line.rstrip().removesuffix(":") in names
        if not leaves_out:
            kept.append(line)
    return "".join(kept)
