"""Showing: one task in words, and its gold played before one's eyes.

Invariant: what is shown is what the proof uses; nothing here decides anything.
"""

from __future__ import annotations

from pathlib import Path

from phonebuddy.actions import Action, to_json
from phonebuddy.screen import Screen
from phonebuddy.tasks.calling import task_on
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.village import image_of
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.task import Task, fill, read_id
from phonebuddy.tasks.template import (
    ASK,
    FINISH,
    IMPOSSIBLE,
    AnswerCheck,
    Check,
    OrderCheck,
    StateCheck,
    Step,
    TaskTemplate,
    UnsaidCheck,
    Value,
)
from phonebuddy.tasks.trial import Started, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.sheet import Shot, draw_sheet, save_png
from phonebuddy.world.spec.template import Template as Text

COLUMNS, WIDTH = 7, 270
LONGEST_VALUE = 80
"""A rubric is read by people: longer values are left out of it."""
MONEY = ("cents", "total")
"""How the names of sums of money end, which are in cents."""
_ENDS = {
    FINISH: "Nothing else was changed.",
    ASK: "It ends with a question to the user, and nothing was changed.",
    IMPOSSIBLE: "It ends by telling the user that it cannot be done, and nothing was changed.",
}


def find_task(id: str, look: LookSpec | None = None) -> tuple[TaskTemplate, Task, WorldPhone]:
    """A task by its id, with a phone of its person."""
    name, person, number = read_id(id)
    phone = WorldPhone(image_of(person), look)
    return *task_on(phone, name, number), phone


def describe(id: str) -> dict[str, object]:
    template, task, phone = find_task(id)
    rubric = say_rubric(template, task, begin(phone, template, task))
    phone.close()
    return {
        "task": task.id,
        "instruction": task.instruction,
        "style": task.style,
        "category": template.category,
        "apps": list(template.apps),
        "values": task.values,
        "interruptions": [planned.kind for planned in task.interruptions],
        "goal": [say_check(check) for check in template.goal],
        "ends": template.end,
        "gold": [say_step(step) for step in template.gold],
        "limit": task.limit,
        "rubric": rubric,
    }


def play_gold(id: str, output: Path | None) -> dict[str, object]:
    """Every action of the gold and the verdict; and a film strip where one is wanted."""
    template, task, phone = find_task(id, LookSpec())
    started = begin(phone, template, task)
    shots = [Shot("start", phone.observe().pixels())] if output is not None else []
    lines: list[str] = []

    def watch(action: Action, screen: Screen) -> None:
        lines.append(_say_action(action))
        if output is not None:
            shots.append(Shot(lines[-1], screen.pixels()))

    done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech), watch)
    verdict = verify(template, phone, started, done.ending)
    phone.close()
    if output is not None:
        save_png(draw_sheet(shots, COLUMNS, WIDTH), output)
    return {
        "task": task.id,
        "instruction": task.instruction,
        "actions": lines,
        "problem": done.problem,
        "verdict": verdict.result,
        "reasons": list(verdict.reasons),
        **({"film strip": str(output)} if output is not None else {}),
    }


def say_rubric(template: TaskTemplate, task: Task, started: Started) -> str:
    """What a person who grades must know: the template's words, what only this phone knows, how it ends."""
    checks = [line for check in template.goal if (line := _wanted(check, started.values))]
    hidden = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in _untold(template, task.instruction, started.values)
        if not any(value in line for line in checks)
    ]
    lines = [template.rubric, *checks, *([f"On this phone: {'; '.join(hidden)}."] if hidden else [])]
    if template.end != FINISH or "nothing else" not in template.rubric:
        lines.append(_ENDS[template.end])
    return " ".join(lines)


def _wanted(check: Check, values: dict[str, Value]) -> str:
    """What must have been said, here to the user or there in a message; nothing for other checks."""
    match check:
        case AnswerCheck():
            return f"Right answer: {' or '.join(fill(text, values) for text in check.texts).rstrip('.')}."
        case StateCheck() if check.saying and check.kind != "absent" and fill(check.number, values) != "0":
            return (
                f"Must be said there: {', '.join(fill(text, values) for text in check.saying).rstrip('.')}."
            )
    return ""


def _untold(template: TaskTemplate, told: str, values: dict[str, Value]) -> list[tuple[str, str]]:
    """Values that mean something to a person and that the words did not name, or not which of two it is."""
    slots = {name for phrase in template.phrases for name in phrase.text.names}
    named = {values[name] for name in slots}
    return [
        (name, str(value).rstrip("."))
        for name, value in values.items()
        if _is_telling(name, value) and (str(value) not in told or (name not in slots and value in named))
    ]


def _is_telling(name: str, value: Value) -> bool:
    """Keys, paths and long texts tell a person nothing; of numbers only sums of money do."""
    if not isinstance(value, str):
        return value is not None and name.endswith(MONEY)
    return not (value.isdigit() or value.startswith("/") or "\n" in value) and 0 < len(value) <= LONGEST_VALUE


def _say_action(action: Action) -> str:
    data = to_json(action)
    arguments = data["arguments"]
    assert isinstance(arguments, dict)
    return f"{data['name']} " + ", ".join(str(value) for value in arguments.values())


def say_text(text: Text) -> str:
    return "".join(f"{{{piece}}}" if odd & 1 else piece for odd, piece in enumerate(text.pieces))


def say_step(step: Step) -> str:
    options = "".join(f", {name}: {say_text(text)}" for name, text in step.options)
    inner = " [" + "; ".join(map(say_step, step.inner)) + "]" if step.inner else ""
    return f"{step.word}: {say_text(step.value)}{options}{inner}"


def say_check(check: Check) -> str:
    match check:
        case StateCheck():
            saying = "".join(f", saying {say_text(text)}" for text in check.saying)
            return f"{check.kind} {say_text(check.number)} {check.sql.text}{saying}".replace("  ", " ")
        case AnswerCheck():
            return "answer " + " or ".join(map(say_text, check.texts))
        case UnsaidCheck():
            return f"unsaid {check.sql.text}"
        case OrderCheck():
            return "order " + ", then ".join(sql.text for sql in check.steps)
