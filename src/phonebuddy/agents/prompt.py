"""The prompt: what a model that sees pictures is told, in the published shape.

An empty system message, then one user message of three parts: what it may do, the screen as it is, the
instruction with all that was done so far as text. Invariant: a prompt is made from the instruction and the
earlier steps alone, so that training and acting give a model the same text for the same moment.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.action_text import Parsed, parse
from phonebuddy.actions import ACTIONS, Action, Finish, OpenApp, Output, argument_names, to_json
from phonebuddy.episode import Step

WHAT = {
    "click": "tap once at a point",
    "double_click": "tap twice at a point; interval: milliseconds between the taps, optional",
    "long_press": "press and hold at a point; duration: milliseconds, optional",
    "type": "type text into the field that has the keyboard, after what is there",
    "scroll": "move the finger from the first point to the second, to scroll what is under it",
    "drag": "pick up what is at the first point and let it go at the second",
    "button_press": "press a button of the phone; type: back, home, menu or enter",
    "open_app": "bring an app to the front; package: its package, or the name under its icon",
    "close_app": "end an app; package: its package, or the name under its icon",
    "wait": "let time pass; time: milliseconds",
    "output": "tell the user something and go on",
    "finish": "end the task; text: the answer, or what was done",
    "call_user": "stop and ask the user; text: the question",
}
assert set(WHAT) == set(ACTIONS), "every action is explained"


class Prompt(NamedTuple):
    """The text before the picture and the text after it."""

    before: str
    after: str


def prompt_for(instruction: str, past: Sequence[Step]) -> Prompt:
    """What a model is told when it is its turn."""
    told = f"# Instruction\n{instruction}"
    if past:
        told += f"\n\n# History of Previous Actions\n{history(past)}"
    return Prompt(TOOLS, told)


def history(past: Sequence[Step]) -> str:
    """All earlier steps, each with its number, what was thought and what was done."""
    return "\n".join(_step(number, step) for number, step in enumerate(past, 1))


def _step(number: int, step: Step) -> str:
    found = parse(step.text) if step.text else None
    thought = found.thought if isinstance(found, Parsed) else ""
    lines = [f"Step {number}"]
    if thought:
        lines.append(f"Thought: {thought}")
    return "\n".join([*lines, f"Action: {_done(step.action)}"])


def _done(action: Action) -> str:
    """An earlier action as the published runner writes it: apps by `app`, whatever was said as `finish`."""
    if isinstance(action, OpenApp):
        return f"open_app({json.dumps({'app': action.package}, ensure_ascii=False)})"
    return call(Finish(action.text) if isinstance(action, Output) else action)


def call(action: Action) -> str:
    """An action as one line: `click({"points": [[500, 300]]})`."""
    data = to_json(action)
    return f"{data['name']}({json.dumps(data['arguments'], ensure_ascii=False)})"


def _tools() -> str:
    lines = [f"- {name}({', '.join(argument_names(name))}): {WHAT[name]}" for name in ACTIONS]
    return "\n".join(
        [
            "You work a phone for its owner: you see its screen and answer with the next action.",
            "",
            "# Actions",
            *lines,
            "",
            "points is a list of [x, y] pairs, whole numbers from 0 to 1000 on each axis, from the top left.",
            "Think first, if it helps, between <think> and </think>. Then answer with exactly one call:",
            '<tool_call>\n{"name": "click", "arguments": {"points": [[500, 300]]}}\n</tool_call>',
        ]
    )


TOOLS = _tools()
