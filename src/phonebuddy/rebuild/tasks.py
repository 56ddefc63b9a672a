"""Step 15, second half: tasks as templates of the task format: the instruction with slots, the goal, a gold
way.

A slot is a typed text that the instruction also says. Invariant: only goals that were proven on the rebuilt
app become tasks, and the gold is the recorded way.
"""

from __future__ import annotations

from collections.abc import Sequence

from phonebuddy.actions import ButtonPress, LongPress, Type
from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.emit.sql import quote
from phonebuddy.rebuild.emit.text import Data, write_yaml
from phonebuddy.rebuild.goals import Goal
from phonebuddy.rebuild.naming import slug, unique
from phonebuddy.traces.trace import Step, Trace

HEAD = "Tasks from recorded instructions; goals proven on the rebuilt app."
OTHERS = ("Harbour 12", "Quiet morning")
"""What a slot may hold besides the recorded text."""


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
    task["say"] = [{"plain": _fill(trace.instruction.replace("{", "(").replace("}", ")"), slots)}]
    task["goal"] = [{"present": _bind(test.sql, slots)} for test in goal.tests]
    if goal.tables:
        task["allow"] = [f"change {table}" for table in goal.tables]
    task["gold"] = [{"open": model.name.capitalize()}, *(_gold(trace, step, slots) for step in trace.steps)]
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
    for value, name in slots.items():
        sql = sql.replace(quote(value), f":{name}")
    return sql


def _gold(trace: Trace, step: Step, slots: dict[str, str]) -> dict[str, Data]:
    if isinstance(step.action, ButtonPress):
        return {"press": step.action.button}
    target = trace.target(step)
    words = (target.text or target.description) if target is not None else ""
    words = _fill(words.replace("\n", " "), slots)
    if isinstance(step.action, Type):
        return {"type": _fill(step.action.text, slots), "into": words}
    return {"hold" if isinstance(step.action, LongPress) else "tap": words}
